/**
 * Bounded Damerau-Levenshtein distance (optimal string alignment): a wrong, missing or extra letter, or two swapped neighbours, is
 * one error. Letters are UTF-16 units: folded words rarely contain others.
 */

/** Tolerated errors of a word. */
export function errorsAllowed(word: string): number {
  if (/\p{N}/u.test(word)) return 0
  const { length } = [...word]
  return length >= 8 ? 2 : length >= 4 ? 1 : 0
}

// Reused for performance: thousands of words are compared per query.
const width = 256
let [before, above, current] = [new Uint8Array(width), new Uint8Array(width), new Uint8Array(width)]

/**
 * Writes into `above` the distances of the first `rows` letters of the word to each prefix of the other one, up to `columns` letters.
 * Returns false as soon as all are beyond the bound.
 */
function compare(word: string, rows: number, other: string, columns: number, bound: number): boolean {
  const far = bound + 1
  for (let column = 0; column <= columns; column += 1) above[column] = Math.min(column, far)
  for (let row = 1; row <= rows; row += 1) {
    const letter = word.charCodeAt(row - 1)
    const [from, to] = [Math.max(1, row - bound), Math.min(columns, row + bound)]
    current.fill(far, 0, columns + 1)
    if (row <= bound) current[0] = row
    let best = current[0]!
    for (let column = from; column <= to; column += 1) {
      const facing = other.charCodeAt(column - 1)
      let cost = above[column - 1]! + (letter === facing ? 0 : 1)
      if (above[column]! < cost) cost = above[column]! + 1
      if (current[column - 1]! < cost) cost = current[column - 1]! + 1
      if (
        row > 1 &&
        column > 1 &&
        letter === other.charCodeAt(column - 2) &&
        word.charCodeAt(row - 2) === facing &&
        before[column - 2]! < cost
      )
        cost = before[column - 2]! + 1
      current[column] = cost > far ? far : cost
      if (cost < best) best = cost
    }
    if (best > bound) return false
    ;[before, above, current] = [above, current, before]
  }
  return true
}

/** An error in the first letter counts twice. */
const first = (word: string, other: string): number => (word.charCodeAt(0) === other.charCodeAt(0) ? 0 : 1)

const fits = (text: string): boolean => text.length < width

/** Errors between two words, or null if there are more than `bound`. */
export function distance(word: string, other: string, bound: number): number | null {
  if (word === other) return 0
  const left = bound - first(word, other)
  if (left < 0 || Math.abs(word.length - other.length) > left || !fits(word) || !fits(other)) return null
  if (!compare(word, word.length, other, other.length, left) || above[other.length]! > left) return null
  return above[other.length]! + bound - left
}

/** Minimum in a part of the last row. */
function least(from: number, to: number): number {
  let fewest = width
  for (let column = from; column <= to; column += 1) if (above[column]! < fewest) fewest = above[column]!
  return fewest
}

/** Errors between a word and the most similar prefix of another, or null if there are more than `bound`. */
export function prefixDistance(word: string, other: string, bound: number): number | null {
  if (other.startsWith(word)) return 0
  const left = bound - first(word, other)
  const columns = Math.min(other.length, word.length + left)
  if (left < 0 || columns < word.length - left || !fits(word) || columns >= width) return null
  if (!compare(word, word.length, other, columns, left)) return null
  const errors = least(Math.max(1, word.length - left), columns)
  return errors > left ? null : errors + bound - left
}

/** Whether any word with this prefix can be within `bound` errors of the word, or of a word that it is a prefix of. */
export function mayBegin(word: string, beginning: string, bound: number): boolean {
  const left = bound - first(word, beginning)
  const columns = beginning.length
  if (left < 0 || !fits(word) || columns >= width) return false
  for (let rows = Math.max(1, columns - left); rows <= Math.min(word.length, columns + left); rows += 1) {
    if (!compare(word, rows, beginning, columns, left)) continue
    if (above[columns]! <= left || (rows === word.length && least(0, columns) <= left)) return true
  }
  return false
}
