/** What is asked, as expressions of the full-text index. Nothing that was typed gets into them but folded words. */
import type { SearchQuery } from '../port.ts'
import { wordsOf } from '../text/words.ts'
import type { Near } from './near.ts'
import type { Store } from './store.ts'
import { facet, indexedPrefix, type Place } from './tokens.ts'

/** Words of one text that count. */
const mostWords = 24

/** Known words that begin so, asked for together where no list is kept for the beginning. */
const mostBegun = 48
/** Up to so many documents the full-text index may gather by itself. */
const mostGathered = 4000

export interface Asked {
  word: string
  /** It may be unfinished. */
  open: boolean
  /** What it may have been meant to be. */
  near: readonly Near[]
}

export interface Plan {
  words: Asked[]
  /** The whole text as titles are compared. */
  key: string
  open: boolean
  namesOnly: boolean
}

export function planOf({ text, unfinished, namesOnly = false }: Pick<SearchQuery, 'text' | 'unfinished' | 'namesOnly'>): Plan {
  const all = wordsOf(text)
  const last = all.at(-1)
  const words = [...new Set(all)].slice(0, mostWords)
  return { words: words.map((word) => ({ word, open: unfinished && word === last, near: [] })), key: all.join(' '), open: unfinished, namesOnly }
}

const token = (text: string): string => `"${text}"`
export const anyOf = (parts: readonly string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(' OR ')})`)
export const allOf = (parts: readonly string[]): string => (parts.length === 1 ? parts[0]! : `(${parts.join(' AND ')})`)

export function createExpressions({ db }: Store) {
  const begun = db.prepare<[string, string, number], { word: string; count: number }>(
    'SELECT word, count FROM term WHERE word >= ? AND word < ? ORDER BY count DESC LIMIT ?',
  )
  const frequency = db.prepare<[string], number>('SELECT count FROM term WHERE word = ?').pluck()
  const sum = db.prepare<[string, string], { words: number; documents: number }>('SELECT count(*) AS words, total(count) AS documents FROM term WHERE word >= ? AND word < ?')

  /** A list of the index, or some; null where no known word begins so. And in how many documents they are, where that is cheaply known. */
  function beginning(word: string): { say: (place: Place) => string | null; documents: number } {
    const together = (place: Place): string => `${token(place + word)} *`
    if ([...word].length <= indexedPrefix) return { say: together, documents: Infinity }
    const range = [word, `${word}\u{10FFFF}`] as const
    const { words, documents } = sum.get(...range)!
    if (words > mostBegun && documents <= mostGathered) return { say: together, documents }
    const known = begun.all(...range, mostBegun)
    return { say: (place) => (known.length === 0 ? null : anyOf(known.map((one) => token(place + one.word)))), documents }
  }

  return {
    /** For each word a means to say it of a place. A beginning is looked up once for all places. */
    words(plan: Plan) {
      const beginnings = plan.words.map(({ word, open }) => (open ? beginning(word) : null))
      const whole = (n: number, place: Place): string => token(place + plan.words[n]!.word)
      const asked = (n: number, place: Place): string => beginnings[n]?.say(place) ?? whole(n, place)
      const mended = (n: number, place: Place, errors: number): string =>
        anyOf([asked(n, place), ...plan.words[n]!.near.filter((one) => one.errors <= errors).map((one) => token(place + one.word))])
      /** In how many documents the word is, at most. */
      const documents = (n: number): number => beginnings[n]?.documents ?? frequency.get(plan.words[n]!.word) ?? 0
      return { whole, asked, mended, documents }
    },
    /** Conditions that hold for every find: what it has to have, and what it must not. */
    conditions(query: SearchQuery): { having: string[]; lacking: string[] } {
      const { reader, category, tag, writable, without = [] } = query
      const having: string[] = []
      const lacking: string[] = []
      if (category !== undefined) having.push(token(facet.category(category)))
      if (tag !== undefined) having.push(token(facet.tag(tag)))
      if (writable && reader) having.push(reader.isAdmin ? token(facet.postable) : anyOf([token(facet.open), token(facet.writer(reader.uid))]))
      if (!reader?.isAdmin) lacking.push(reader === null ? token(facet.hidden) : `(${token(facet.hidden)} NOT ${token(facet.reader(reader.uid))})`)
      if (without.length > 0) lacking.push(anyOf(without.map((uid) => token(facet.creator(uid)))))
      return { having, lacking }
    },
  }
}

export const expression = (parts: readonly string[], lacking: readonly string[]): string =>
  lacking.reduce((all, one) => `(${all} NOT ${one})`, allOf(parts))
