/** Generates the search documents of a large Strand: mostly posts, words by Zipf's law, popularity by a power law. */
import type { SearchDocument } from '#search/port.ts'
import { createChance, type Chance } from './chance.ts'

export const distinctWords = 250_000

const onsets = [
  's',
  'c',
  'm',
  't',
  'b',
  'd',
  'p',
  'r',
  'l',
  'f',
  'h',
  'w',
  'g',
  'n',
  'st',
  'tr',
  'k',
  'br',
  'ch',
  'j',
  'v',
  'sh',
  'pl',
  'cl',
  'th',
  'gr',
  'y',
  'q',
  'z',
  '',
]
const vowels = ['e', 'a', 'i', 'o', 'u', 'ea', 'io', 'ou', 'ai', 'y', 'é']
const codas = ['', '', '', 'n', 'r', 's', 't', 'l', 'd', 'ng', 'm', 'ck', 'st', 'x', 'ß']

function wordOf(chance: Chance, rank: number): string {
  // Frequent words are short.
  const syllables = 1 + Math.floor(Math.log10(rank + 3) * 0.55 + chance.next() * 1.6)
  let word = ''
  for (let n = 0; n < syllables; n += 1)
    word += onsets[chance.below(onsets.length, 1.6)]! + vowels[chance.below(vowels.length, 1.8)]! + codas[chance.below(codas.length, 1.5)]!
  return word
}

export function createVocabulary(): string[] {
  const chance = createChance(3)
  const known = new Set<string>()
  while (known.size < distinctWords) known.add(wordOf(chance, known.size))
  return [...known]
}

/** A random rank below `n` by Zipf's law. */
export const zipf = (chance: Chance, n: number): number => Math.min(n - 1, Math.floor(Math.exp(chance.next() * Math.log(n + 1))) - 1)

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const share = { tag: 0.04, bead: 0.08, member: 0.04 }

export function createDocuments(vocabulary: readonly string[], size: number) {
  const word = (chance: Chance): string => vocabulary[zipf(chance, vocabulary.length)]!
  const words = (chance: Chance, least: number, most: number): string =>
    Array.from({ length: least + chance.below(most - least + 1) }, () => word(chance)).join(' ')
  const counts = {
    tag: Math.round(size * share.tag),
    bead: Math.round(size * share.bead),
    member: Math.round(size * share.member),
    post: 0,
  }
  counts.post = size - counts.tag - counts.bead - counts.member
  const tagName = (n: number): string =>
    capital(vocabulary[(n * 7 + 11) % vocabulary.length]!) + (n % 3 === 0 ? capital(vocabulary[n % 997]!) : '')
  const tags = (chance: Chance, most: number): string[] => [
    ...new Set(Array.from({ length: chance.below(most + 1) }, () => tagName(zipf(chance, counts.tag)))),
  ]
  const popularity = (chance: Chance): number => Math.floor((1 - chance.next()) ** -0.9) - 1
  const id = (letter: string, n: number): string => `${letter}${n.toString(36).padStart(7, '0')}`
  const uid = (n: number): string => `${vocabulary[(n * 13) % vocabulary.length]!.normalize('NFKD').replace(/[^a-z]/g, '')}${n}`

  const base = { names: [], tags: [], description: '', category: null, creator: null, bead: null, readers: null, writers: null }
  const make: Record<SearchDocument['type'], (chance: Chance, n: number) => SearchDocument> = {
    tag: (chance, n) => ({ ...base, type: 'tag', id: tagName(n).toLowerCase(), title: tagName(n), popularity: popularity(chance) }),
    member: (chance, n) => ({
      ...base,
      type: 'member',
      id: uid(n),
      title: `${capital(word(chance))} ${capital(word(chance))}`,
      names: [uid(n)],
      description: chance.next() < 0.5 ? words(chance, 4, 20) : '',
      creator: uid(n),
      popularity: popularity(chance),
    }),
    bead: (chance, n) => {
      const creator = uid(zipf(chance, counts.member))
      const hidden = chance.next() < 0.05
      return {
        ...base,
        type: 'bead',
        id: id('b', n),
        title: words(chance, 1, 4),
        tags: tags(chance, 5),
        description: chance.next() < 0.7 ? words(chance, 5, 40) : '',
        category: `category${zipf(chance, 14)}`,
        creator,
        readers: hidden ? [creator] : null,
        writers: chance.next() < 0.3 ? null : [creator],
        popularity: popularity(chance),
      }
    },
    post: (chance, n) => {
      const creator = uid(zipf(chance, counts.member))
      const hidden = chance.next() < 0.03
      return {
        ...base,
        type: 'post',
        id: id('p', n),
        title: words(chance, 2, 8),
        names: chance.next() < 0.6 ? [words(chance, 1, 2)] : [],
        tags: tags(chance, 4),
        description: chance.next() < 0.5 ? words(chance, 4, 40) : '',
        category: `category${zipf(chance, 14)}`,
        creator,
        bead: id('b', zipf(chance, counts.bead)),
        readers: hidden ? [creator] : null,
        popularity: popularity(chance),
      }
    },
  }
  function* all(): Generator<SearchDocument> {
    for (const type of ['tag', 'bead', 'member', 'post'] as const) {
      const chance = createChance(type.charCodeAt(0))
      for (let n = 0; n < counts[type]; n += 1) yield make[type](chance, n)
    }
  }
  return { counts, all }
}
