/** Documents as stored in Meilisearch: folded words for search, and the texts for display. */
import { createHash } from 'node:crypto'
import type { DocumentKey, DocumentType, SearchDocument } from '../port.ts'
import { placedWords, tagWordsOf, wordsOf } from '../text/words.ts'

export interface StoredDocument {
  /** Primary key; filters use it too. */
  key: string
  type: DocumentType
  shown: { id: string; title: string; description: string; tags: readonly string[] }
  /** Folded words of the title, and of each name. */
  head: string[]
  tags: string[]
  description: string
  /** The words of the title, each followed by a hyphen; `starts` has its short prefixes, so that no filter scans all titles. */
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

/** Represents everyone; `code` never returns it. */
export const publicCode = '*'

/** Filter values are limited to 468 bytes, primary keys to 511. */
const maxCodeLength = 300

/**
 * Injective encoding in the characters of a primary key. Filters ignore case, accents and outer spaces, which could confuse two ids;
 * codes are safe, and need no escaping.
 */
export function code(value: string): string {
  const plain = value.replace(/[^a-z0-9]/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `_${byte.toString(16).padStart(2, '0')}`).join(''),
  )
  return plain.length <= maxCodeLength ? plain : `__${createHash('sha256').update(value).digest('hex')}`
}

export const keyOf = ({ type, id }: DocumentKey): string => `${type}-${code(id)}`

/** Code of a tag name or tag key; independent of the spelling. */
export const tagCode = (tag: string): string =>
  code(
    tag
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]+/gu, '')
      .toLowerCase(),
  )

/** Folded words, the same ones that `placedWords` locates in the displayed text. */
const searched = (text: string): string =>
  placedWords(text)
    .map(({ word }) => word)
    .join(' ')

/** Characters of a title that are compared as a prefix, and longest prefix that `starts` contains. */
const maxBegins = 120
export const maxStartLength = 4

const firstSigns = (text: string, count: number): string => [...text.slice(0, count * 2)].slice(0, count).join('')

/** Hyphens instead of spaces, which a filter would trim. Each word ends with one, so that whole words are prefixes too. */
export function beginningOf(text: string): string {
  const words = firstSigns(wordsOf(text).join('-'), maxBegins)
  return words === '' ? '' : `${words}-`
}

function startsOf(beginning: string): string[] {
  return [...firstSigns(beginning, maxStartLength)].map((_sign, place, signs) => signs.slice(0, place + 1).join(''))
}

/** Replaces lone surrogates: Meilisearch rejects a whole batch that contains one. */
const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD')

export function toStored(document: SearchDocument): StoredDocument {
  const { type, id, title, description, tags, popularity } = document
  const known = (uids: readonly string[] | null): string[] => (uids === null ? [publicCode] : uids.map(code))
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
