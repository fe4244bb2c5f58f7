/** Filters the previous results by the current query, as far as their titles and user ids allow. Pure. */
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { splitPrefix } from './parseInput.ts'

/** The words of a text, without case and accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** A restriction to tags matches tag rows only: rows of playlists and posts do not contain all their tags. */
const typeOf = { tags: 'tag', members: 'member', beads: 'bead' } as const

/**
 * The results in which every word of the query starts a word. They stay visible until the next answer, so the list does
 * not flicker.
 */
export function filterMatching(items: readonly SearchItem[], text: string): SearchItem[] {
  const { only, words } = splitPrefix(text)
  const queryWords = wordsOf(words)
  if (queryWords.length === 0) return []
  return items.filter((item) => {
    if (only !== null && item.type !== typeOf[only]) return false
    const itemWords = wordsOf(`${item.title} ${item.type === 'member' ? item.id : ''}`)
    return queryWords.every((word) => itemWords.some((itemWord) => itemWord.startsWith(word)))
  })
}
