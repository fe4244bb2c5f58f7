/**
 * Words that are like a misspelt one, from a dictionary on disk: beginnings of known words, each found by what is
 * left of it when letters are taken out. Two beginnings of one length that differ by `n` errors have something in
 * common when at most `n` letters are taken out of each. Nothing of it is in memory.
 */
import type { Database } from 'better-sqlite3'
import { distance, errorsAllowed, mayBegin, prefixDistance } from '../text/distance.ts'
import { longestWord } from '../text/words.ts'
import { hashOf } from './tokens.ts'

export interface Near {
  word: string
  errors: number
  /** Errors of the whole word; null where only its beginning is like it. */
  whole: number | null
  /** In how many documents it is. */
  count: number
}

type Known = Pick<Near, 'word' | 'count'>

/** Lengths of the beginnings, and letters taken out of each. */
const lengths = [4, 5, 6, 7]
const removed = (length: number): number => (length === 7 ? 2 : 1)

/** What is left without up to `n` letters. The first stays: an error there is too much, or is looked for by itself. */
function* without(letters: readonly string[], n: number, from = 1): Generator<string> {
  yield letters.join('')
  if (n === 0) return
  for (let at = from; at < letters.length; at += 1) yield* without([...letters.slice(0, at), ...letters.slice(at + 1)], n - 1, at)
}

const keyOf = (length: number, left: string): number => hashOf(`${length}${left}`)
const tailKey = (tail: string): number => hashOf(`^${tail}`)

/** The keys by which a word's beginnings are found. */
export function* nearRows(word: string): Generator<[key: number, beginning: string]> {
  const letters = [...word]
  if (letters.length < 2) return
  for (const length of lengths) {
    const beginning = letters.slice(0, length)
    const text = beginning.join('')
    for (const left of new Set(without(beginning, removed(length)))) yield [keyOf(length, left), text]
  }
  if (letters.length >= 7) yield [tailKey(letters.slice(1, 7).join('')), letters.slice(0, 7).join('')]
}

export const nearSchema = 'CREATE TABLE near (key INTEGER, beginning TEXT, PRIMARY KEY (key, beginning)) WITHOUT ROWID;'

const after = (beginning: string): string => `${beginning}\u{10FFFF}`

/** Few enough to be asked for together; the most frequent come first. */
const mostWords = 16

/** Each word is looked for in many places: together they are one question to the database, which costs less than half. */
export function createNear(db: Database) {
  const beginnings = db.prepare<[string], string>('SELECT DISTINCT beginning FROM near WHERE key IN (SELECT value FROM json_each(?))').pluck()
  const words = db.prepare<[string, number, number], Known>(
    `SELECT word, count FROM json_each(?) AS beginning CROSS JOIN term WHERE word >= beginning.value AND word < beginning.value || '\u{10FFFF}' AND length(word) BETWEEN ? AND ?`,
  )
  const frequent = db.prepare<[string, string, number], Known>('SELECT word, count FROM term WHERE word >= ? AND word < ? ORDER BY count DESC LIMIT ?')
  const exact = db.prepare<[string], Known>('SELECT word, count FROM term WHERE word IN (SELECT value FROM json_each(?))')

  function candidates(letters: readonly string[], errors: number): Set<string> {
    const length = Math.min(letters.length, 7)
    const keys = [...new Set(without(letters.slice(0, length), errors))].map((left) => keyOf(length, left))
    // The first letter wrong, missing, too many, or swapped: the rest is right.
    if (errors === 2) keys.push(tailKey(letters.slice(1, 7).join('')), tailKey(letters.slice(0, 6).join('')))
    const found = new Set(beginnings.all(JSON.stringify(keys)))
    if (errors === 2) {
      found.add(letters.slice(1, 8).join(''))
      found.add([letters[1], letters[0], ...letters.slice(2, 7)].join(''))
    }
    return found
  }

  /** Known words like this one, fewest errors first, then whole words, then the frequent; the word itself is none. */
  return function near(word: string, open: boolean): Near[] {
    const errors = errorsAllowed(word)
    if (errors === 0) return []
    const letters = [...word]
    const length = Math.min(letters.length, 7)
    const longest = letters.length + errors
    const asked = [...candidates(letters, errors)].filter((beginning) => mayBegin(word, beginning, errors))
    const [long, short] = [asked.filter((one) => [...one].length >= length), asked.filter((one) => [...one].length < length)]
    // Every word that begins like it is like it: of the long ones the frequent are enough.
    const like = new Set(open ? long.filter((beginning) => prefixDistance(word, beginning, errors) !== null) : long)
    const unlike = long.filter((beginning) => !like.has(beginning))
    const within = (some: readonly string[], most: number): Known[] => (some.length === 0 ? [] : words.all(JSON.stringify(some), letters.length - errors, most))
    const rows = [
      ...(short.length === 0 ? [] : exact.all(JSON.stringify(short))),
      ...within([...like], longest),
      ...within(unlike, longestWord),
      ...(open ? [...like].flatMap((beginning) => frequent.all(beginning, after(beginning), mostWords)) : []),
    ]
    const found = new Map<string, Near>()
    for (const { word: other, count } of rows) {
      const whole = distance(word, other, errors)
      const begun = open ? prefixDistance(word, other, errors) : null
      if (whole === null && begun === null) continue
      const fewest = Math.min(whole ?? errors, begun ?? errors)
      if (fewest > 0) found.set(other, { word: other, count, errors: fewest, whole })
    }
    return [...found.values()]
      .sort((a, b) => a.errors - b.errors || Number(b.whole !== null) - Number(a.whole !== null) || b.count - a.count || (a.word < b.word ? -1 : 1))
      .slice(0, mostWords)
  }
}
