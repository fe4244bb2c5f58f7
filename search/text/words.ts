import { fold } from './fold.ts'

/** Scripts that are written without spaces. */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`
const sign = String.raw`(?=${unspaced})[\p{L}\p{N}]\p{M}*`
const spaced = String.raw`[\p{L}\p{N}](?:(?!${unspaced})[\p{L}\p{N}\p{M}])*`
const pattern = new RegExp(`${sign}|${spaced}`, 'gu')

/** Letters of a word that count; nobody types more, and what is longer is no word. */
export const longestWord = 40

const simple = /^[\0-\x7f]*$/
const cut = (word: string): string => (word.length <= longestWord ? word : word.slice(0, longestWord).replace(/[\uD800-\uDBFF]$/, ''))

/** Words of a text that is folded already. */
function split(folded: string): string[] {
  if (simple.test(folded)) return (folded.match(/[a-z0-9]+/g) ?? []).map(cut)
  return (folded.match(pattern) ?? []).map(cut)
}

/** Folded, in their order. */
export const wordsOf = (text: string): string[] => split(fold(text))

const joints = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u

/** The pieces of a tag that is several words written together, `SilentFilm`; itself where it is one. */
export const piecesOf = (tag: string): string[] => tag.split(joints)

/** A tag as one word, and as the several that it is made of. */
export function tagWordsOf(tag: string): string[] {
  const pieces = piecesOf(tag)
  return pieces.length === 1 ? wordsOf(tag) : [...wordsOf(tag), ...pieces.flatMap(wordsOf)]
}

/** What two titles have in common that are the same but for case, accents and punctuation. */
export const keyOf = (text: string): string => wordsOf(text).join(' ')

/** A word and where it stands in the text as it is written. */
export interface Placed {
  word: string
  start: number
  end: number
  /** Where each letter of the word ends in the text; letters that are one in the text end alike. */
  ends: number[]
}

const written = /[\p{L}\p{N}\p{M}]+/gu
const letter = /\P{M}\p{M}*|\p{M}+/gu

/** The words of a text with their places, for marking them. */
export function placedWords(text: string): Placed[] {
  const found: Placed[] = []
  for (const run of text.matchAll(written)) {
    let folded = ''
    // For each UTF-16 unit of the folded run, the letter of the text that it is from.
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
