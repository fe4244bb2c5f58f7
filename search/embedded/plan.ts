/** A query as expressions of the full-text index. Only folded words of the typed text get into them. */
import type { SearchQuery } from '../port.ts'
import { wordsOf } from '../text/words.ts'
import type { SimilarTerm } from './fuzzy.ts'
import type { Store } from './store.ts'
import { facet, indexedPrefix, type Place } from './tokens.ts'

/** Words of a text that are used. */
const maxWords = 24

/** Known words with a prefix that are combined if the index has no list for the prefix. */
const maxPrefixWords = 48
/** Up to this many documents, a prefix query is left to the full-text index. */
const maxPrefixDocuments = 4000

export interface QueryWord {
  word: string
  /** It can be the prefix of a word. */
  open: boolean
  /** Corrections of its spelling. */
  similar: readonly SimilarTerm[]
}

export interface Plan {
  words: QueryWord[]
  /** The whole text in the form that titles are compared in. */
  key: string
  open: boolean
  namesOnly: boolean
}

export function planOf({ text, unfinished, namesOnly = false }: Pick<SearchQuery, 'text' | 'unfinished' | 'namesOnly'>): Plan {
  const all = wordsOf(text)
  const last = all.at(-1)
  const words = [...new Set(all)].slice(0, maxWords)
  return {
    words: words.map((word) => ({ word, open: unfinished && word === last, similar: [] })),
    key: all.join(' '),
    open: unfinished,
    namesOnly,
  }
}

const token = (text: string): string => `"${text}"`
export const anyOf = (parts: readonly string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(' OR ')})`)
export const allOf = (parts: readonly string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(' AND ')})`)

export function createExpressions({ db }: Store) {
  const prefixed = db.prepare<[string, string, number], { word: string; count: number }>(
    'SELECT word, count FROM term WHERE word >= ? AND word < ? ORDER BY count DESC LIMIT ?',
  )
  const frequency = db.prepare<[string], number>('SELECT count FROM term WHERE word = ?').pluck()
  const sum = db.prepare<[string, string], { words: number; documents: number }>(
    'SELECT count(*) AS words, total(count) AS documents FROM term WHERE word >= ? AND word < ?',
  )

  /** `expr` is null if no known word has the prefix. `documents` is Infinity if the count is expensive. */
  function prefix(word: string): { expr: (place: Place) => string | null; documents: number } {
    const wildcard = (place: Place): string => `${token(place + word)} *`
    if ([...word].length <= indexedPrefix) return { expr: wildcard, documents: Infinity }
    const range = [word, `${word}\u{10FFFF}`] as const
    const { words, documents } = sum.get(...range)!
    if (words > maxPrefixWords && documents <= maxPrefixDocuments) return { expr: wildcard, documents }
    const known = prefixed.all(...range, maxPrefixWords)
    return { expr: (place) => (known.length === 0 ? null : anyOf(known.map((one) => token(place + one.word)))), documents }
  }

  return {
    /** Expressions of the n-th word in a place. A prefix is looked up once for all places. */
    words(plan: Plan) {
      const prefixes = plan.words.map(({ word, open }) => (open ? prefix(word) : null))
      const whole = (n: number, place: Place): string => token(place + plan.words[n]!.word)
      const expr = (n: number, place: Place): string => prefixes[n]?.expr(place) ?? whole(n, place)
      const correctedExpr = (n: number, place: Place, errors: number): string =>
        anyOf([expr(n, place), ...plan.words[n]!.similar.filter((one) => one.errors <= errors).map((one) => token(place + one.word))])
      /** Upper bound of the documents with the word. */
      const documents = (n: number): number => prefixes[n]?.documents ?? frequency.get(plan.words[n]!.word) ?? 0
      return { whole, expr, correctedExpr, documents }
    },
    /** Conditions of every result: terms that it must have (`having`) and must not have (`lacking`). */
    conditions(query: SearchQuery): { having: string[]; lacking: string[] } {
      const { reader, category, tag, writable, excludedAuthors = [] } = query
      const having: string[] = []
      const lacking: string[] = []
      if (category !== undefined) having.push(token(facet.category(category)))
      if (tag !== undefined) having.push(token(facet.tag(tag)))
      if (writable && reader) {
        having.push(reader.isAdmin ? token(facet.postable) : anyOf([token(facet.open), token(facet.writer(reader.uid))]))
      }
      if (!reader?.isAdmin) {
        lacking.push(reader === null ? token(facet.hidden) : `(${token(facet.hidden)} NOT ${token(facet.reader(reader.uid))})`)
      }
      if (excludedAuthors.length > 0) lacking.push(anyOf(excludedAuthors.map((uid) => token(facet.creator(uid)))))
      return { having, lacking }
    },
  }
}

export type Expressions = ReturnType<typeof createExpressions>
export type MatchExpressions = ReturnType<Expressions['words']>
export type Conditions = ReturnType<Expressions['conditions']>

export const expression = (parts: readonly string[], lacking: readonly string[]): string =>
  lacking.reduce((all, one) => `(${all} NOT ${one})`, allOf(parts))
