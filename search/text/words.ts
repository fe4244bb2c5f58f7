import { fold } from './fold.ts'

/** Scripts that are written without spaces. */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`
const sign = String.raw`(?=${unspaced})[\p{L}\p{N}]\p{M}*`
const spaced = String.raw`[\p{L}\p{N}](?:(?!${unspaced})[\p{L}\p{N}\p{M}])*`
const pattern = new RegExp(`${sign}|${spaced}`, 'gu')

/** Letters of a word that are compared. */
export const maxWordLength = 40

const simple = /^[\0-\x7f]*$/
const cut = (word: string): string => (word.length <= maxWordLength ? word : word.slice(0, maxWordLength).replace(/[\uD800-\uDBFF]$/, ''))

/** Words of a folded text. */
function split(folded: string): string[] {
  if (simple.test(folded)) return (folded.match(/[a-z0-9]+/g) ?? []).map(cut)
  return (folded.match(pattern) ?? []).map(cut)
}

/** Folded words of a text, in order. */
export const wordsOf = (text: string): string[] => split(fold(text))

const joints = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u

/** The parts of a camel-case tag (`SilentFilm`), else the tag itself. */
export const piecesOf = (tag: string): string[] => tag.split(joints)

/** A tag as one word, and its camel-case parts. */
export function tagWordsOf(tag: string): string[] {
  const pieces = piecesOf(tag)
  return pieces.length === 1 ? wordsOf(tag) : [...wordsOf(tag), ...pieces.flatMap(wordsOf)]
}

/** Comparison key of a title: ignores case, accents and punctuation. */
export const keyOf = (text: string): string => wordsOf(text).join(' ')

/** A folded word and its position in the original text. */
export interface Placed {
  word: string
  start: number
  end: number
  /** End of each letter of the word in the text. Letters of one character, as in `ß`, have the same end. */
  ends: number[]
}

const written = /[\p{L}\p{N}\p{M}]+/gu
const letter = /\P{M}\p{M}*|\p{M}+/gu

/** The words of a text with their positions, for highlighting. */
export function placedWords(text: string): Placed[] {
  const found: Placed[] = []
  for (const run of text.matchAll(written)) {
    let folded = ''
    // The character of the text that each UTF-16 unit of the folded run comes from.
    const starts: number[] = []
    const ends: number[] = []
    for (const { 0: one, index } of run[0].matchAll(letter)) {
      const plain = fold(one)
      for (let n = 0; n < plain.length; n += 1) {
        starts.push(run.index + index)
        ends.push(run.index + index + one.length)
      }
      folded += plain
    }
    for (const { 0: whole, index } of folded.matchAll(pattern)) {
      const word = cut(whole)
      const last = index + whole.length
      found.push({ word, start: starts[index]!, end: ends[last - 1]!, ends: ends.slice(index, last) })
    }
  }
  return found
}
