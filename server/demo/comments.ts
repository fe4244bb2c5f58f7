/** Which comments a post gets: its own where some were written for it, otherwise some that fit its kind and category. */
import type { Category } from '#contract/index.ts'
import type { PostRow } from '../features/posts/entities.ts'
import type { Chance } from './chance.ts'
import { byCategory } from './talk/categories.ts'
import { byKind, type MediumKind } from './talk/kinds.ts'
import { bySubject } from './talk/subjects.ts'

const kindOf = ({ media }: PostRow): MediumKind => media?.type ?? 'text'

/** What is said here presumes that something was heard or seen, which a text or a link is not. */
const presuming: ReadonlySet<Category> = new Set(['music', 'film', 'comedy', 'learning'])

function remarks(category: Category, kind: MediumKind): readonly string[] {
  const bare = kind === 'text' || kind === 'webpage'
  return bare && presuming.has(category) ? byKind[kind] : [...byCategory[category], ...byKind[kind]]
}

export type Talk = (r: Chance, category: Category, post: PostRow, wanted: number, said: Set<string>) => string[]

/** The talk of one world. It remembers what was said, so that the least worn remarks come first. */
export function makeTalk(): Talk {
  const worn = new Map<string, number>()
  /** `said` holds what was said in the playlist: nobody there hears the same twice. */
  return (r, category, post, wanted, said) => {
    const own = bySubject[post.title] ?? []
    const fresh = r.shuffled(remarks(category, kindOf(post))).filter((text) => !said.has(text))
    fresh.sort((a, b) => (worn.get(a) ?? 0) - (worn.get(b) ?? 0))
    const chosen = [...own, ...fresh.slice(0, Math.max(0, wanted - own.length))]
    for (const text of chosen) {
      said.add(text)
      worn.set(text, (worn.get(text) ?? 0) + 1)
    }
    return chosen
  }
}
