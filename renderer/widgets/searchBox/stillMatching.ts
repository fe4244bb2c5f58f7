/** Which finds of the question before are finds of the next one too, as far as one can see from what they show. Pure. */
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { handleOf } from './parseInput.ts'

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Playlists and posts of a tag have exactly that one, which what a row shows does not tell. */
const typeOf = { tags: 'tag', members: 'member', beads: 'bead' } as const

/** Those in which every word that is asked for begins a word: the next answer changes little, and nothing flickers. */
export function stillMatching(items: readonly SearchItem[], text: string): SearchItem[] {
  const { only, words } = handleOf(text)
  const looked = wordsOf(words)
  if (looked.length === 0) return []
  return items.filter((item) => {
    if (only !== null && item.type !== typeOf[only]) return false
    const own = wordsOf(`${item.title} ${item.type === 'member' ? item.id : ''}`)
    return looked.every((word) => own.some((one) => one.startsWith(word)))
  })
}
