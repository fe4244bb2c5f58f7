/** Translates a query of the port into queries of Meilisearch, which are sent in one request. */
import type { MultiSearchQuery } from 'meilisearch'
import { documentTypes, maxReachableHits, type DocumentType, type SearchQuery } from '../port.ts'
import { wordsOf } from '../text/words.ts'
import { beginningOf, code, publicCode, keyOf, maxStartLength, tagCode } from './documents.ts'

/** Highlight delimiters: private-use characters, which folded words never contain. */
export const highlightTags = { open: '\uE000', close: '\uE001' } as const

/**
 * One query of a search, for one type or for all. Set 0 contains all matches, ranked by Meilisearch. Sets from 1 on contain titles
 * that start with the text, each set a subset of the one before, most popular first.
 */
export interface Part {
  set: number
  type: DocumentType | null
}

export interface Plan {
  /** Types that can have results. */
  types: readonly DocumentType[]
  /** Needed hits per type. */
  depth: number
  /** Number of title sets. */
  titleSets: number
  /** The text is so short that title matches probably fill the page: they are queried first. */
  titlesFirst: boolean
  /** The innermost set of a title. */
  setOf(begins: string): number
  queryOf(part: Part): MultiSearchQuery
}

/**
 * Quotes words with a digit, which must match exactly. A trailing space marks the last word as finished. No other characters are
 * sent, so typed text cannot contain operators.
 */
export function textOf(words: readonly string[], unfinished: boolean): string {
  const search = words.map((word, place) => (/\p{N}/u.test(word) && !(unfinished && place === words.length - 1) ? `"${word}"` : word))
  return search.join(' ') + (unfinished ? '' : ' ')
}

const equals = (attribute: string, value: string): string => `${attribute} = "${value}"`
const anyOf = (attribute: string, values: readonly string[]): string =>
  `${attribute} IN [${values.map((value) => `"${value}"`).join(', ')}]`

/** All posts of some playlists. */
export const postsWithin = (beads: readonly string[]): string => `${equals('type', 'post')} AND ${anyOf('bead', beads.map(code))}`

/** Types that can have results, and filters of all of them. */
function scopeOf(query: SearchQuery): { types: DocumentType[]; filters: string[] } {
  const { reader, category, tag, writable, among, excludedAuthors: without } = query
  const filters: string[] = []
  if (reader === null) filters.push(equals('readers', publicCode))
  else if (!reader.isAdmin) filters.push(anyOf('readers', [publicCode, code(reader.uid)]))
  if (category !== undefined) filters.push(equals('category', code(category)))
  if (tag !== undefined) filters.push(equals('tagKeys', tagCode(tag)))
  // Admins may post wherever someone may.
  if (writable) filters.push(reader?.isAdmin ? 'writers IS NOT EMPTY' : anyOf('writers', [publicCode, code(reader?.uid ?? '')]))
  if (among)
    filters.push(
      anyOf(
        'key',
        documentTypes.flatMap((type) => (among[type] ?? []).map((id) => keyOf({ type, id }))),
      ),
    )
  if (without?.length) filters.push(`NOT ${anyOf('creator', without.map(code))}`)
  const isCategorised = category !== undefined || tag !== undefined
  const types = documentTypes.filter((type) => {
    if (!query.types.includes(type) || (among && !among[type]?.length)) return false
    if (isCategorised && type !== 'bead' && type !== 'post') return false
    return !writable || (type === 'bead' && reader !== null)
  })
  return { types, filters }
}

const startsWith = (start: string): string =>
  [...start].length <= maxStartLength ? equals('starts', start) : `begins STARTS WITH "${start}"`

/** Distinct words; an unfinished one stays last. */
const distinct = (words: readonly string[]): string[] => [...new Set(words.toReversed())].toReversed()

/** An unfinished text of up to this length usually starts more titles than a page has. */
const fewLetters = 3

/** Null if nothing can match. */
export function planOf(query: SearchQuery, indexUid: string): Plan | null {
  const words = distinct(wordsOf(query.text))
  const everything = words.length === 0
  if (everything && query.tag === undefined && query.among === undefined) return null
  const { types, filters } = scopeOf(query)
  if (types.length === 0) return null
  const depth = Math.min(query.from + query.limit, maxReachableHits)
  // With `page`, Meilisearch returns an exact total; with `offset` and `limit`, an estimate.
  const base = { indexUid, page: 1, attributesToRetrieve: ['type', 'shown', 'begins', 'popularity'] }
  const search = {
    q: textOf(words, query.unfinished),
    matchingStrategy: 'all' as const,
    showRankingScore: true,
    ...(query.namesOnly && { attributesToSearchOn: ['head'] }),
    attributesToHighlight: ['head', 'tags', 'description'],
    highlightPreTag: highlightTags.open,
    highlightPostTag: highlightTags.close,
  }
  const closedPrefix = beginningOf(query.text)
  const openPrefix = closedPrefix.slice(0, -1)
  // From the outer to the inner set: titles with the text as prefix, titles that start with its whole words, the exact title.
  const titles = everything
    ? []
    : [...(query.unfinished ? [startsWith(openPrefix)] : []), startsWith(closedPrefix), equals('begins', closedPrefix)]
  return {
    types,
    depth,
    titleSets: titles.length,
    titlesFirst: query.unfinished && !everything && [...openPrefix].length <= fewLetters,
    setOf(begins) {
      if (titles.length === 0) return 0
      if (begins === closedPrefix) return titles.length
      if (begins.startsWith(closedPrefix)) return titles.length - 1
      return query.unfinished && begins.startsWith(openPrefix) ? 1 : 0
    },
    queryOf({ set, type }) {
      const hitsPerPage = type === null ? Math.min(depth * types.length, maxReachableHits) : depth
      const filter = [type === null ? anyOf('type', types) : equals('type', type), ...filters]
      if (everything) return { ...base, hitsPerPage, filter }
      if (set === 0) return { ...base, hitsPerPage, ...search, filter }
      return { ...base, hitsPerPage, ...search, sort: ['popularity:desc'], filter: [...filter, titles[set - 1]!] }
    },
  }
}
