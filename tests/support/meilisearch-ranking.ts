/**
 * Matching and ranking of Meilisearch, as documented and with the settings of Strand. A document matches if it has all words, with typos;
 * the last word is a prefix unless a space follows it; quoted words match exactly. Order: fewest typos, best attribute, most whole words,
 * popularity. Synonyms and the splitting and joining of words are not implemented.
 */
import { distance, errorsAllowed, prefixDistance } from '#search/text/distance.ts'
import { readOnce, wordsIn, type Documents, type Fields } from './meilisearch-documents.ts'
import { select, type Filter } from './meilisearch-filter.ts'

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

interface WordMatch {
  typos: number
  isWhole: boolean
  /** Number of highlighted letters. */
  letters: number
}

/** Meilisearch ignores further words of a query. */
const maxWords = 10

function termsOf(q = ''): QueryTerm[] {
  const words = wordsIn(q).slice(0, maxWords)
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

function matchWord({ word, isPrefix, typos }: QueryTerm, other: string): WordMatch | null {
  if (other === word) return { typos: 0, isWhole: true, letters: other.length }
  if (isPrefix && other.startsWith(word)) return { typos: 0, isWhole: false, letters: word.length }
  const errors = Math.min(distance(word, other, typos) ?? Infinity, isPrefix ? (prefixDistance(word, other, typos) ?? Infinity) : Infinity)
  return Number.isFinite(errors) ? { typos: errors, isWhole: false, letters: other.length } : null
}

interface Matches {
  byWord: Map<string, WordMatch>
  /** Number of words of the documents that were compared. */
  compared: number
}

const known = new WeakMap<Documents, Map<string, Matches>>()

/** The words of the documents that match a term. A search for a known term compares only new words. */
function matchesOf(documents: Documents, term: QueryTerm): ReadonlyMap<string, WordMatch> {
  const byTerm = known.get(documents) ?? new Map<string, Matches>()
  known.set(documents, byTerm)
  const key = JSON.stringify(term)
  const matches = byTerm.get(key) ?? { byWord: new Map<string, WordMatch>(), compared: 0 }
  byTerm.set(key, matches)
  for (; matches.compared < documents.words.length; matches.compared += 1) {
    const word = documents.words[matches.compared]!
    const found = matchWord(term, word)
    if (found) matches.byWord.set(word, found)
  }
  return matches.byWord
}

const wordsOf = readOnce(wordsIn)

interface TermMatch {
  typos: number
  attribute: number
  inexact: number
}

const compareMatches = (a: TermMatch, b: TermMatch): number => a.typos - b.typos || a.attribute - b.attribute || a.inexact - b.inexact

/** The best match of a term in a document; null for none. */
function bestMatch(matches: ReadonlyMap<string, WordMatch>, document: Fields, attributes: readonly string[]): TermMatch | null {
  let best: TermMatch | null = null
  for (const [attribute, name] of attributes.entries())
    for (const word of wordsOf(document, name)) {
      const found = matches.get(word)
      if (!found) continue
      const next = { typos: found.typos, attribute, inexact: found.isWhole ? 0 : 1 }
      if (best === null || compareMatches(next, best) < 0) best = next
    }
  return best
}

/** The documents that the filter accepts and that match the query, best first. */
export function rank(
  documents: Documents,
  filter: Filter,
  query: Question,
  searchable: readonly string[],
): { document: Fields; score: number }[] {
  const attributes = query.attributesToSearchOn ? searchable.filter((name) => query.attributesToSearchOn!.includes(name)) : searchable
  const terms = termsOf(query.q).map((term) => matchesOf(documents, term))
  const accepted = terms[0] ? documents.withWords(terms[0].keys()).filter(filter.accepts) : select(documents, filter)
  const found = accepted.flatMap((document) => {
    const matches: TermMatch[] = []
    for (const term of terms) {
      const match = bestMatch(term, document, attributes)
      if (match === null) return []
      matches.push(match)
    }
    const sum = (field: keyof TermMatch): number => matches.reduce((total, match) => total + match[field], 0)
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
      const letters = Math.max(0, ...terms.map((each) => matchWord(each, word)?.letters ?? 0))
      return letters === 0 ? word : `${query.highlightPreTag}${word.slice(0, letters)}${query.highlightPostTag}${word.slice(letters)}`
    })
    .join(' ')
}
