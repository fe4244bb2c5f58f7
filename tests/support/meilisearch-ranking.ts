/**
 * How Meilisearch finds and ranks, as far as its documentation says so and Strand's settings ask for it: all words,
 * typos, a prefix where nothing follows the last word, quoted words as they are; then fewest typos, best attribute, most
 * whole words, popularity. No synonyms, no splitting and joining of words.
 */
import { distance, errorsAllowed, prefixDistance } from '#search/text/distance.ts'
import type { Fields } from './meilisearch-filter.ts'

export interface Question {
  indexUid: string
  q?: string
  filter: string[]
  sort?: string[]
  page: number
  hitsPerPage: number
  attributesToRetrieve: string[]
  attributesToHighlight?: string[]
  /** Only these of the searchable attributes. */
  attributesToSearchOn?: string[]
  highlightPreTag?: string
  highlightPostTag?: string
  showRankingScore?: boolean
}

interface QueryTerm {
  word: string
  isPrefix: boolean
  typos: number
}

interface Way {
  typos: number
  isWhole: boolean
  /** Letters that are marked. */
  letters: number
}

/** Of a query, Meilisearch looks at so many words. */
const mostWords = 10

const wordsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(wordsIn)
    : String(value ?? '')
        .split(' ')
        .filter(Boolean)

function termsOf(q = ''): QueryTerm[] {
  const words = wordsIn(q).slice(0, mostWords)
  return words.map((text, place) => {
    const word = text.replaceAll('"', '')
    const isQuoted = word !== text
    return {
      word,
      isPrefix: !isQuoted && place === words.length - 1 && !q.endsWith(' '),
      typos: isQuoted || /^\d+$/.test(word) ? 0 : errorsAllowed(word),
    }
  })
}

function wayOf({ word, isPrefix, typos }: QueryTerm, other: string): Way | null {
  if (other === word) return { typos: 0, isWhole: true, letters: other.length }
  if (isPrefix && other.startsWith(word)) return { typos: 0, isWhole: false, letters: word.length }
  const errors = Math.min(distance(word, other, typos) ?? Infinity, isPrefix ? (prefixDistance(word, other, typos) ?? Infinity) : Infinity)
  return Number.isFinite(errors) ? { typos: errors, isWhole: false, letters: other.length } : null
}

/** What is looked at again and again in one search. */
function remembered(term: QueryTerm): (other: string) => Way | null {
  const known = new Map<string, Way | null>()
  return (other) => {
    const way = known.get(other)
    if (way !== undefined) return way
    const found = wayOf(term, other)
    known.set(other, found)
    return found
  }
}

/** Each word counts where it is found best. */
function placeOf(
  wayTo: (other: string) => Way | null,
  document: Fields,
  attributes: readonly string[],
): { typos: number; attribute: number; inexact: number } | null {
  const ways = attributes.flatMap((name, attribute) =>
    wordsIn(document[name]).flatMap((word) => {
      const way = wayTo(word)
      return way ? [{ typos: way.typos, attribute, inexact: way.isWhole ? 0 : 1 }] : []
    }),
  )
  return ways.sort((a, b) => a.typos - b.typos || a.attribute - b.attribute || a.inexact - b.inexact)[0] ?? null
}

export function rank(documents: readonly Fields[], query: Question, searchable: readonly string[]): { document: Fields; score: number }[] {
  const attributes = query.attributesToSearchOn ? searchable.filter((name) => query.attributesToSearchOn!.includes(name)) : searchable
  const matchers = termsOf(query.q).map(remembered)
  const found = documents.flatMap((document) => {
    const places = matchers.map((each) => placeOf(each, document, attributes))
    if (places.includes(null)) return []
    const sum = (of: 'typos' | 'attribute' | 'inexact'): number => places.reduce((all, place) => all + place![of], 0)
    return [{ document, score: 1 - sum('typos') / 100 - sum('attribute') / 10_000 - sum('inexact') / 1_000_000 }]
  })
  const isSorted = query.sort?.[0] === 'popularity:desc'
  return found.sort((a, b) => (isSorted ? 0 : b.score - a.score) || Number(b.document.popularity) - Number(a.document.popularity))
}

export function highlighted(value: unknown, query: Question): unknown {
  if (Array.isArray(value)) return value.map((each) => highlighted(each, query))
  const terms = termsOf(query.q)
  return String(value ?? '')
    .split(' ')
    .map((word) => {
      const letters = Math.max(0, ...terms.map((each) => wayOf(each, word)?.letters ?? 0))
      return letters === 0 ? word : `${query.highlightPreTag}${word.slice(0, letters)}${query.highlightPostTag}${word.slice(letters)}`
    })
    .join(' ')
}
