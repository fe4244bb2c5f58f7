import type { SearchPageQuery } from '#contract/pages/search.ts'
import { useAutoplay as usePlayOnce } from '#widgets/playAll/index.ts'
import { sourceOf } from './queueSource.ts'

/** Plays what is found (R13): of posts, and of everything where the own collection is searched. */
export const useAutoplay = (asked: SearchPageQuery): void =>
  usePlayOnce(sourceOf(asked), asked.autoplay, asked.tab === 'posts' || (asked.tab === 'all' && asked.own))
