/** Documents as Meilisearch keeps them: folded words to find them by, and beside those what is shown. */
import { createHash } from 'node:crypto'
import type { DocumentKey, DocumentType, SearchDocument } from '../port.ts'
import { placedWords, tagWordsOf, wordsOf } from '../text/words.ts'

export interface StoredDocument {
  /** Primary key, by which filters name single documents too. */
  key: string
  type: DocumentType
  shown: { id: string; title: string; description: string; tags: readonly string[] }
  /** Words of the title, and of each name. */
  head: string[]
  tags: string[]
  description: string
  /** The title's words, each with a hyphen behind it, and the first signs of those, for which a filter needs no walk over all titles. */
  begins: string
  starts: string[]
  category: string | null
  creator: string | null
  bead: string | null
  readers: string[]
  writers: string[]
  tagKeys: string[]
  popularity: number
}

/** No code: whoever comes. */
export const everybody = '*'

/** Filters compare no more than 468 bytes, and a primary key has 511. */
const longestCode = 300

/**
 * A value in the letters that a primary key may have. Filters compare without case, accents and outer spaces, which
 * would make one of two ids that differ; codes that are alike are alike to the letter, and none needs an escape.
 */
export function code(value: string): string {
  const plain = value.replace(/[^a-z0-9]/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `_${byte.toString(16).padStart(2, '0')}`).join(''),
  )
  return plain.length <= longestCode ? plain : `__${createHash('sha256').update(value).digest('hex')}`
}

export const keyOf = ({ type, id }: DocumentKey): string => `${type}-${code(id)}`

/** What spellings of one tag have in common, for those that are shown and for keys alike. */
export const tagCode = (tag: string): string =>
  code(
    tag
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]+/gu, '')
      .toLowerCase(),
  )

/** Words as they are searched; `placedWords` finds the same ones in the shown text, one by one. */
const searched = (text: string): string =>
  placedWords(text)
    .map(({ word }) => word)
    .join(' ')

/** Signs of a title by which it is known whether it begins as asked, and of those the ones that are looked up at once. */
const longestBeginning = 120
export const longestStart = 4

const firstSigns = (text: string, count: number): string => [...text.slice(0, count * 2)].slice(0, count).join('')

/** Without spaces, because a filter would trim them. Each word ends with a hyphen, so that whole words are a beginning of their own. */
export function beginningOf(text: string): string {
  const words = firstSigns(wordsOf(text).join('-'), longestBeginning)
  return words === '' ? '' : `${words}-`
}

function startsOf(beginning: string): string[] {
  return [...firstSigns(beginning, longestStart)].map((_sign, place, signs) => signs.slice(0, place + 1).join(''))
}

/** Half a sign is none: Meilisearch refuses the whole batch in which it is. */
const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD')

export function toStored(document: SearchDocument): StoredDocument {
  const { type, id, title, description, tags, popularity } = document
  const known = (uids: readonly string[] | null): string[] => (uids === null ? [everybody] : uids.map(code))
  const coded = (value: string | null): string | null => (value === null ? null : code(value))
  const beginning = beginningOf(title)
  return {
    key: keyOf(document),
    type,
    shown: { id, title: whole(title), description: whole(description), tags: tags.map(whole) },
    head: [title, ...document.names].map(searched),
    tags: tags.map((tag) => tagWordsOf(tag).join(' ')),
    description: searched(description),
    begins: beginning,
    starts: startsOf(beginning),
    category: coded(document.category),
    creator: coded(document.creator),
    bead: coded(document.bead),
    readers: known(document.readers),
    writers: known(document.writers),
    tagKeys: [...new Set(tags.map(tagCode))],
    popularity,
  }
}
