/**
 * Tokens of a document in the full-text index: words with a prefix for their field, and facets. The field is part of the token
 * instead of a column, so that each field has its own lists and needs no filter.
 */
import type { SearchDocument } from '../port.ts'
import { tagWordsOf, wordsOf } from '../text/words.ts'

/** Any field; title and names; tags; first word of the title. */
export type Place = 'a' | 't' | 'g' | 's'

/** Prefix lengths that the index has lists for, without the field prefix. */
export const indexedPrefix = 4

/** Injective encoding of a text as letters and digits, which the tokenizer leaves unchanged. */
const safe = (text: string): string => text.replace(/[^a-y0-9]/gu, (sign) => `z${sign.codePointAt(0)!.toString(36)}z`)

/** 53-bit hash (cyrb53). */
export function hashOf(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let n = 0; n < text.length; n += 1) {
    const unit = text.charCodeAt(n)
    a = Math.imul(a ^ unit, 2_654_435_761)
    b = Math.imul(b ^ unit, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0)
}

export const facet = {
  title: (key: string) => `e${hashOf(key).toString(36)}`,
  category: (category: string) => `xc${safe(category)}`,
  tag: (key: string) => `xt${safe(key)}`,
  creator: (uid: string) => `xb${safe(uid)}`,
  /** Has restricted readers. */
  hidden: 'xh',
  reader: (uid: string) => `xr${safe(uid)}`,
  /** Playlists that at least one member, every member, or this member may post to. */
  postable: 'xp',
  open: 'xo',
  writer: (uid: string) => `xw${safe(uid)}`,
}

/** Tag key of a normalised tag. */
export const tagKeyOf = (tag: string): string =>
  tag
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

function facetsOf({ type, category, creator, tags, readers, writers }: SearchDocument): string[] {
  const media = type === 'bead' || type === 'post'
  return [
    ...(media && category !== null ? [facet.category(category)] : []),
    ...(media ? tags.map((tag) => facet.tag(tagKeyOf(tag))) : []),
    ...(creator === null ? [] : [facet.creator(creator)]),
    ...(readers === null ? [] : [facet.hidden, ...readers.map(facet.reader)]),
    ...(type !== 'bead'
      ? []
      : writers === null
        ? [facet.postable, facet.open]
        : [...(writers.length > 0 ? [facet.postable] : []), ...writers.map(facet.writer)]),
  ]
}

/** Words by field. The title of a tag counts as a tag. */
export const wordsIn = {
  title: ({ type, title, names }: SearchDocument): string[] => [
    ...(type === 'tag' ? tagWordsOf(title) : wordsOf(title)),
    ...names.flatMap(wordsOf),
  ],
  tags: ({ tags }: SearchDocument): string[] => tags.flatMap(tagWordsOf),
  description: ({ description }: SearchDocument): string[] => wordsOf(description),
}

/** Distinct words of a document. */
export const allWords = (document: SearchDocument): Set<string> =>
  new Set([...wordsIn.title(document), ...wordsIn.tags(document), ...wordsIn.description(document)])

export function tokensOf(document: SearchDocument): string {
  const title = wordsOf(document.title)
  const tokens = facetsOf(document)
  for (const word of allWords(document)) tokens.push(`a${word}`)
  for (const word of new Set(wordsIn.title(document))) tokens.push(`t${word}`)
  for (const word of new Set(wordsIn.tags(document))) tokens.push(`g${word}`)
  if (title.length > 0) tokens.push(`s${title[0]}`, facet.title(title.join(' ')))
  return tokens.join(' ')
}
