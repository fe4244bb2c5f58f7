/** A question in words of the port as questions that Meilisearch understands, all of which go in one request. */
import type { MultiSearchQuery } from 'meilisearch'
import { documentTypes, mostFinds, type DocumentType, type SearchQuery } from '../port.ts'
import { wordsOf } from '../text/words.ts'
import { beginningOf, code, everybody, longestStart, tagCode } from './documents.ts'

/** Around what was found in words that hold letters and digits only; never in a text that anybody wrote. */
export const marks = { open: '\uE000', close: '\uE001' } as const

export interface Part {
  type: DocumentType
  /** Better ones first. No document is in two. */
  tier: number
  /** All finds of the tier are equals but for how much people care for them. */
  isEven: boolean
  query: MultiSearchQuery
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
const anyOf = (attribute: string, values: readonly string[]): string => `${attribute} IN [${values.map((value) => `"${value}"`).join(', ')}]`

/** All posts of some playlists. */
export const postsWithin = (beads: readonly string[]): string => `${one('type', 'post')} AND ${anyOf('bead', beads.map(code))}`

/** What of a type may be found, or null where that is nothing. */
function filtersOf(type: DocumentType, query: SearchQuery): string[] | null {
  const { reader, category, tag, writable, among, without } = query
  const filters = [one('type', type)]
  if (reader === null) filters.push(one('readers', everybody))
  else if (!reader.isAdmin) filters.push(anyOf('readers', [everybody, code(reader.uid)]))
  if (category !== undefined || tag !== undefined) {
    if (type !== 'bead' && type !== 'post') return null
    if (category !== undefined) filters.push(one('category', code(category)))
    if (tag !== undefined) filters.push(one('tagKeys', tagCode(tag)))
  }
  if (writable) {
    if (type !== 'bead' || reader === null) return null
    // Admins may wherever anybody may.
    filters.push(reader.isAdmin ? 'writers IS NOT EMPTY' : anyOf('writers', [everybody, code(reader.uid)]))
  }
  if (among) {
    const ids = among[type] ?? []
    if (ids.length === 0) return null
    filters.push(anyOf('item', ids.map(code)))
  }
  if (without?.length) filters.push(`NOT ${anyOf('creator', without.map(code))}`)
  return filters
}

const startsWith = (start: string): string => ([...start].length <= longestStart ? one('starts', start) : `begins STARTS WITH "${start}"`)

/**
 * Filters that part all documents by how their titles begin: as the whole text, as its words, as the text where its last
 * word may be unfinished, and otherwise, for Meilisearch to rank.
 */
function tiersOf(text: string, unfinished: boolean): string[][] {
  const beginning = beginningOf(text)
  const ways = [one('begins', beginning), startsWith(`${beginning}-`), ...(unfinished ? [startsWith(beginning)] : [])]
  const others = (count: number): string[] => ways.slice(0, count).map((way) => `NOT ${way}`)
  return [...ways.map((way, place) => [way, ...others(place)]), others(ways.length)]
}

/** Each word once, an unfinished one at the end. */
const distinct = (words: readonly string[]): string[] => [...new Set(words.toReversed())].toReversed()

export function partsOf(query: SearchQuery, indexUid: string): Part[] {
  const words = distinct(wordsOf(query.text))
  const everything = words.length === 0
  if (everything && query.tag === undefined && query.among === undefined) return []
  const hits = Math.min(query.from + query.limit, mostFinds)
  // Paged so, Meilisearch counts; by offset and limit it would guess.
  const base = { indexUid, page: 1, hitsPerPage: hits, attributesToRetrieve: ['type', 'shown'] }
  const asked = {
    q: textOf(words, query.unfinished),
    matchingStrategy: 'all' as const,
    showRankingScore: true,
    attributesToHighlight: ['head', 'tags', 'description'],
    highlightPreTag: marks.open,
    highlightPostTag: marks.close,
  }
  const tiers = tiersOf(query.text, query.unfinished)
  return documentTypes.filter((type) => query.types.includes(type)).flatMap((type): Part[] => {
    const filter = filtersOf(type, query)
    if (filter === null) return []
    if (everything) return [{ type, tier: 0, isEven: true, query: { ...base, filter } }]
    return tiers.map((tier, place): Part => {
      const isEven = place < tiers.length - 1
      const sort = isEven ? { sort: ['popularity:desc'] } : {}
      return { type, tier: place, isEven, query: { ...base, ...asked, ...sort, filter: [...filter, ...tier] } }
    })
  })
}
