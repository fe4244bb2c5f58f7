/** Chooses the comments of a post: those written for it if there are any, otherwise some that fit its kind and category. */
import type { Category } from '#contract/index.ts'
import type { PostRow } from '../features/posts/entities.ts'
import type { Chance } from './chance.ts'
import { byCategory } from './talk/categories.ts'
import { byKind, type MediumKind } from './talk/kinds.ts'
import { bySubject } from './talk/subjects.ts'

const kindOf = ({ media }: PostRow): MediumKind => media?.type ?? 'text'

/** Categories whose general comments assume video or audio; they do not fit texts and links. */
const presuming: ReadonlySet<Category> = new Set(['music', 'film', 'comedy', 'learning'])

function remarks(category: Category, kind: MediumKind): readonly string[] {
  const bare = kind === 'text' || kind === 'webpage'
  return bare && presuming.has(category) ? byKind[kind] : [...byCategory[category], ...byKind[kind]]
}

export type CommentPicker = (r: Chance, category: Category, post: PostRow, count: number, used: Set<string>) => string[]

/** Creates the comment picker of one demo world. It prefers remarks that were used least. */
export function createCommentPicker(): CommentPicker {
  const uses = new Map<string, number>()
  /** `used` contains the comments of the playlist so far, so that none is repeated there. */
  return (r, category, post, count, used) => {
    const own = bySubject[post.title] ?? []
    const fresh = r.shuffled(remarks(category, kindOf(post))).filter((text) => !used.has(text))
    fresh.sort((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0))
    const chosen = [...own, ...fresh.slice(0, Math.max(0, count - own.length))]
    for (const text of chosen) {
      used.add(text)
      uses.set(text, (uses.get(text) ?? 0) + 1)
    }
    return chosen
  }
}
