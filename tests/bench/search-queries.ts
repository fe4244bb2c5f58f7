/** Search texts, by kind. */
import { createChance, type Chance } from './chance.ts'
import { createDocuments, createVocabulary, zipf } from './search-documents.ts'

export interface Ask {
  text: string
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

function misspell(chance: Chance, word: string): string {
  const at = 1 + chance.below(word.length - 1)
  const letter = letters[chance.below(26)]!
  const ways = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
    at + 1 < word.length ? word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2) : word + letter,
  ]
  return ways[chance.below(4)]!
}

export function createQueries(size: number, each: number): Record<string, string[]> {
  const vocabulary = createVocabulary()
  const chance = createChance(99)
  const titles: string[] = []
  let n = 0
  for (const { title, type } of createDocuments(vocabulary, size).all()) {
    if (type !== 'tag' && n++ % Math.max(1, Math.floor(size / 20_000)) === 0) titles.push(title.toLowerCase())
  }
  const title = (): string[] => titles[chance.below(titles.length)]!.split(' ')
  const word = (): string => vocabulary[zipf(chance, vocabulary.length)]!
  const longer = (least: number): string => {
    for (;;) {
      const one = word()
      if (one.length >= least) return one
    }
  }
  const many = (make: () => string): string[] => Array.from({ length: each }, make)
  const several = (): string[] => {
    for (;;) {
      const words = title()
      if (words.length >= 3) return words
    }
  }
  const middling = (): string => vocabulary[30 + chance.below(800)]!
  return {
    'one letter': many(() => letters[chance.below(26)]!),
    'two letters': many(() => longer(3).slice(0, 2)),
    'three letters': many(() => longer(4).slice(0, 3)),
    'four or more letters': many(() => {
      const one = longer(6)
      return one.slice(0, 4 + chance.below(one.length - 4))
    }),
    'a word': many(word),
    'two words, one unfinished': many(() => {
      const [one, other] = several()
      return `${one} ${other!.slice(0, 1 + chance.below(other!.length))}`
    }),
    'three words of a title': many(() => several().slice(0, 3).join(' ')),
    'a whole title': many(() => several().join(' ')),
    'two words that seldom meet': many(() => `${middling()} ${middling()}`),
    'a frequent word and a letter': many(() => `${vocabulary[chance.below(40)]} ${letters[chance.below(26)]}`),
    misspelt: many(() => misspell(chance, longer(4))),
    'misspelt twice': many(() => misspell(chance, misspell(chance, longer(9)))),
    'misspelt and unfinished': many(() => {
      const one = misspell(chance, longer(8))
      return one.slice(0, 4 + chance.below(one.length - 4))
    }),
    'two words, one misspelt': many(() => {
      const words = several()
      const long = words.findIndex(({ length }) => length >= 4)
      return words
        .slice(0, Math.max(2, long + 1))
        .map((one, at) => (at === long ? misspell(chance, one) : one))
        .slice(-2)
        .join(' ')
    }),
    'nothing like it': many(() => Array.from({ length: 9 }, () => letters[chance.below(26)]).join('')),
  }
}
