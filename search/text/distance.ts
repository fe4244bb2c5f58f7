/**
 * Damerau-Levenshtein with a bound: a letter wrong, missing, too many, or two neighbours swapped is one error
 * (optimal string alignment: no letter is mended twice).
 */

/** Errors that a word is forgiven. */
export function errorsAllowed(word: string): number {
  if (/\p{N}/u.test(word)) return 0
  const { length } = [...word]
  return length >= 8 ? 2 : length >= 4 ? 1 : 0
}

/** The last row says how far the word is from each beginning of the other; null once nothing is within the bound. */
function lastRow(word: readonly string[], other: readonly string[], bound: number): number[] | null {
  const width = other.length
  let before: number[] = []
  let above = Array.from({ length: width + 1 }, (_none, n) => n)
  for (let row = 1; row <= word.length; row += 1) {
    const current = new Array<number>(width + 1).fill(bound + 1)
    if (row <= bound) current[0] = row
    let best = current[0]!
    for (let column = Math.max(1, row - bound); column <= Math.min(width, row + bound); column += 1) {
      const same = word[row - 1] === other[column - 1]
      let cost = Math.min(above[column - 1]! + (same ? 0 : 1), above[column]! + 1, current[column - 1]! + 1)
      if (row > 1 && column > 1 && word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1]) cost = Math.min(cost, before[column - 2]! + 1)
      current[column] = cost
      best = Math.min(best, cost)
    }
    if (best > bound) return null
    before = above
    above = current
  }
  return above
}

/** An error in the first letter counts twice. */
const first = (word: readonly string[], other: readonly string[]): number => (word[0] === other[0] ? 0 : 1)

/** Errors between two words, or null where they are more than `bound`. */
export function distance(word: string, other: string, bound: number): number | null {
  if (word === other) return 0
  const [a, b] = [[...word], [...other]]
  const row = Math.abs(a.length - b.length) > bound ? null : lastRow(a, b, bound)
  if (row === null) return null
  const errors = row[b.length]! + first(a, b)
  return errors > bound ? null : errors
}

/** Errors between a word and the beginning of another that is nearest to it, or null where they are more than `bound`. */
export function prefixDistance(word: string, other: string, bound: number): number | null {
  if (other.startsWith(word)) return 0
  const a = [...word]
  const b = [...other].slice(0, a.length + bound)
  const row = lastRow(a, b, bound)
  if (row === null) return null
  const errors = Math.min(...row.slice(Math.max(1, a.length - bound))) + first(a, b)
  return errors > bound ? null : errors
}

/** Whether some word that begins like the other could be within `bound` errors of this one, or of what this one begins. */
export function mayBegin(word: string, beginning: string, bound: number): boolean {
  const [a, b] = [[...word], [...beginning]]
  const left = bound - first(a, b)
  if (left < 0) return false
  for (let length = Math.max(1, b.length - left); length <= Math.min(a.length, b.length + left); length += 1) {
    const row = lastRow(a.slice(0, length), b, left)
    if (row !== null && (row[b.length]! <= left || (length === a.length && row.some((errors) => errors <= left)))) return true
  }
  return false
}
