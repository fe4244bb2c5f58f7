/** A question in words of the port as questions that Meilisearch understands, all of which go in one request. */
import type { MultiSearchQuery } from 'meilisearch'
import { documentTypes, maxReachableHits, type DocumentType, type SearchQuery } from '../port.ts'
import { wordsOf } from '../text/words.ts'
import { beginningOf, code, everybody, keyOf, longestStart, tagCode } from './documents.ts'

/** Around what was found in words that hold letters and digits only; never in a text that anybody wrote. */
export const marks = { open: '\uE000', close: '\uE001' } as const

/**
 * Documents of a search, of one type or of all: 0 are all that are found, as Meilisearch ranks them. From 1 on they are
 * those whose titles begin as asked, each set within the one before, the most popular first.
 */
export interface Part {
  set: number
  type: DocumentType | null
}

export interface Plan {
  /** Types of which something may be found. */
  types: readonly DocumentType[]
  /** How many of each type are needed. */
  depth: number
  /** How many sets of titles there are. */
  titleSets: number
  /** So little is typed that titles that begin so are likely to fill the page. */
  titlesFirst: boolean
  /** The innermost set that a document of this title is in. */
  setOf(begins: string): number
  queryOf(part: Part): MultiSearchQuery
}

/**
 * Words are quoted where they hold a digit, for a quoted word is taken as it is. Behind a space the last word counts
 * as finished. No other sign reaches Meilisearch, so nothing that is typed is an operator.
 */
export function textOf(words: readonly string[], unfinished: boolean): string {
  const asked = words.map((word, place) => (/\p{N}/u.test(word) && !(unfinished && place === words.length - 1) ? `"${word}"` : word))
  return asked.join(' ') + (unfinished ? '' : ' ')
}

const one = (attribute: string, value: string): string => `${attribute} = "${value}"`
const anyOf = (attribute: string, values: readonly string[]): string =>
  `${attribute} IN [${values.map((value) => `"${value}"`).join(', ')}]`

/** All posts of some playlists. */
export const postsWithin = (beads: readonly string[]): string => `${one('type', 'post')} AND ${anyOf('bead', beads.map(code))}`

/** Types of which something may be found, and what holds for all of them. */
function scopeOf(query: SearchQuery): { types: DocumentType[]; filters: string[] } {
  const { reader, category, tag, writable, among, without } = query
  const filters: string[] = []
  if (reader === null) filters.push(one('readers', everybody))
  else if (!reader.isAdmin) filters.push(anyOf('readers', [everybody, code(reader.uid)]))
  if (category !== undefined) filters.push(one('category', code(category)))
  if (tag !== undefined) filters.push(one('tagKeys', tagCode(tag)))
  // Admins may wherever anybody may.
  if (writable) filters.push(reader?.isAdmin ? 'writers IS NOT EMPTY' : anyOf('writers', [everybody, code(reader?.uid ?? '')]))
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

const startsWith = (start: string): string => ([...start].length <= longestStart ? one('starts', start) : `begins STARTS WITH "${start}"`)

/** Each word once, an unfinished one at the end. */
const distinct = (words: readonly string[]): string[] => [...new Set(words.toReversed())].toReversed()

/** Letters of an unfinished text that begin more titles than a page has places. */
const fewLetters = 3

/** Null where nothing can be found. */
export function planOf(query: SearchQuery, indexUid: string): Plan | null {
  const words = distinct(wordsOf(query.text))
  const everything = words.length === 0
  if (everything && query.tag === undefined && query.among === undefined) return null
  const { types, filters } = scopeOf(query)
  if (types.length === 0) return null
  const depth = Math.min(query.from + query.limit, maxReachableHits)
  // Paged so, Meilisearch counts; by offset and limit it would guess.
  const base = { indexUid, page: 1, attributesToRetrieve: ['type', 'shown', 'begins', 'popularity'] }
  const asked = {
    q: textOf(words, query.unfinished),
    matchingStrategy: 'all' as const,
    showRankingScore: true,
    ...(query.namesOnly && { attributesToSearchOn: ['head'] }),
    attributesToHighlight: ['head', 'tags', 'description'],
    highlightPreTag: marks.open,
    highlightPostTag: marks.close,
  }
  const whole = beginningOf(query.text)
  const begun = whole.slice(0, -1)
  // From the outside in: titles that begin as asked where its last word may be unfinished, with its words, and the title as asked.
  const titles = everything ? [] : [...(query.unfinished ? [startsWith(begun)] : []), startsWith(whole), one('begins', whole)]
  return {
    types,
    depth,
    titleSets: titles.length,
    titlesFirst: query.unfinished && !everything && [...begun].length <= fewLetters,
    setOf(begins) {
      if (titles.length === 0) return 0
      if (begins === whole) return titles.length
      if (begins.startsWith(whole)) return titles.length - 1
      return query.unfinished && begins.startsWith(begun) ? 1 : 0
    },
    queryOf({ set, type }) {
      const hitsPerPage = type === null ? Math.min(depth * types.length, maxReachableHits) : depth
      const filter = [type === null ? anyOf('type', types) : one('type', type), ...filters]
      if (everything) return { ...base, hitsPerPage, filter }
      if (set === 0) return { ...base, hitsPerPage, ...asked, filter }
      return { ...base, hitsPerPage, ...asked, sort: ['popularity:desc'], filter: [...filter, titles[set - 1]!] }
    },
  }
}
