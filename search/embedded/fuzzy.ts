/**
 * Fuzzy term lookup with symmetric deletes (SymSpell), on disk instead of in memory: prefixes of known words are keyed by
 * what is left after deleting letters. Two prefixes of one length with an edit distance of `n` share a key after at most
 * `n` deletions in each.
 */
import type { Database } from 'better-sqlite3'
import { distance, errorsAllowed, mayBegin, prefixDistance } from '../text/distance.ts'
import { maxWordLength } from '../text/words.ts'
import { hashOf } from './tokens.ts'

export interface SimilarTerm {
  word: string
  errors: number
  /** Errors of the whole word; null if only its prefix is similar. */
  whole: number | null
  /** Documents with the word. */
  count: number
}

type Known = Pick<SimilarTerm, 'word' | 'count'>

/** Lengths of the prefixes, and deletions in each. */
const lengths = [4, 5, 6, 7]
const deletionsOf = (length: number): number => (length === 7 ? 2 : 1)

/** The text after up to `n` deletions. The first letter stays: an error there is not allowed, or is looked up separately. */
function* deletions(letters: readonly string[], n: number, from = 1): Generator<string> {
  yield letters.join('')
  if (n === 0) return
  for (let at = from; at < letters.length; at += 1) yield* deletions([...letters.slice(0, at), ...letters.slice(at + 1)], n - 1, at)
}

const keyOf = (length: number, left: string): number => hashOf(`${length}${left}`)
const tailKey = (tail: string): number => hashOf(`^${tail}`)

/** The rows of a word's prefixes. */
export function* fuzzyRows(word: string): Generator<[key: number, beginning: string]> {
  const letters = [...word]
  if (letters.length < 2) return
  for (const length of lengths) {
    const beginning = letters.slice(0, length)
    const text = beginning.join('')
    for (const left of new Set(deletions(beginning, deletionsOf(length)))) yield [keyOf(length, left), text]
  }
  if (letters.length >= 7) yield [tailKey(letters.slice(1, 7).join('')), letters.slice(0, 7).join('')]
}

export const fuzzySchema = 'CREATE TABLE near (key INTEGER, beginning TEXT, PRIMARY KEY (key, beginning)) WITHOUT ROWID;'

const after = (beginning: string): string => `${beginning}\u{10FFFF}`

/** Corrections per word, the most frequent first: bounds the length of the expression. */
const maxWords = 16

/** All prefixes of a word are looked up in one statement, which costs less than half. */
export function createFuzzy(db: Database) {
  const beginnings = db
    .prepare<[string], string>('SELECT DISTINCT beginning FROM near WHERE key IN (SELECT value FROM json_each(?))')
    .pluck()
  const words = db.prepare<[string, number, number], Known>(
    `SELECT word, count FROM json_each(?) AS beginning CROSS JOIN term
     WHERE word >= beginning.value AND word < beginning.value || '\u{10FFFF}' AND length(word) BETWEEN ? AND ?`,
  )
  const frequent = db.prepare<[string, string, number], Known>(
    'SELECT word, count FROM term WHERE word >= ? AND word < ? ORDER BY count DESC LIMIT ?',
  )
  const exact = db.prepare<[string], Known>('SELECT word, count FROM term WHERE word IN (SELECT value FROM json_each(?))')

  function candidates(letters: readonly string[], errors: number): Set<string> {
    const length = Math.min(letters.length, 7)
    const keys = [...new Set(deletions(letters.slice(0, length), errors))].map((left) => keyOf(length, left))
    // An error in the first letter counts twice, so the rest has none.
    if (errors === 2) keys.push(tailKey(letters.slice(1, 7).join('')), tailKey(letters.slice(0, 6).join('')))
    const found = new Set(beginnings.all(JSON.stringify(keys)))
    if (errors === 2) {
      found.add(letters.slice(1, 8).join(''))
      found.add([letters[1], letters[0], ...letters.slice(2, 7)].join(''))
    }
    return found
  }

  /** Similar known words except the word itself: fewest errors first, then whole words, then the most frequent. */
  return function similarTo(word: string, open: boolean): SimilarTerm[] {
    const errors = errorsAllowed(word)
    if (errors === 0) return []
    const letters = [...word]
    const length = Math.min(letters.length, 7)
    const maxLength = letters.length + errors
    const possible = [...candidates(letters, errors)].filter((beginning) => mayBegin(word, beginning, errors))
    const [long, short] = [possible.filter((one) => [...one].length >= length), possible.filter((one) => [...one].length < length)]
    // With `open`, every word with a similar prefix is similar: the most frequent of the long ones suffice.
    const like = new Set(open ? long.filter((beginning) => prefixDistance(word, beginning, errors) !== null) : long)
    const unlike = long.filter((beginning) => !like.has(beginning))
    const within = (prefixes: readonly string[], max: number): Known[] =>
      prefixes.length === 0 ? [] : words.all(JSON.stringify(prefixes), letters.length - errors, max)
    const rows = [
      ...(short.length === 0 ? [] : exact.all(JSON.stringify(short))),
      ...within([...like], maxLength),
      ...within(unlike, maxWordLength),
      ...(open ? [...like].flatMap((beginning) => frequent.all(beginning, after(beginning), maxWords)) : []),
    ]
    const found = new Map<string, SimilarTerm>()
    for (const { word: other, count } of rows) {
      const whole = distance(word, other, errors)
      const prefix = open ? prefixDistance(word, other, errors) : null
      if (whole === null && prefix === null) continue
      const fewest = Math.min(whole ?? errors, prefix ?? errors)
      if (fewest > 0) found.set(other, { word: other, count, errors: fewest, whole })
    }
    return [...found.values()]
      .sort(
        (a, b) =>
          a.errors - b.errors || Number(b.whole !== null) - Number(a.whole !== null) || b.count - a.count || (a.word < b.word ? -1 : 1),
      )
      .slice(0, maxWords)
  }
}
