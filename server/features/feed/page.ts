/** Reads one page of a feed or of a member's activity, and converts query parameters. */
import type { Viewer } from '#access/viewer.ts'
import { limits, type Page } from '#contract/index.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { stopIfGone } from '#http/departure.ts'
import { categoryOf } from '../beads/service.ts'
import { atInstant } from './activities.ts'
import { itemsOf, type ItemDeps, type ItemOptions } from './items.ts'
import type { Timeline } from './timeline.ts'
import type { WalkRange } from './walk.ts'

/** Reads the first `count` groups or more, or all if there are fewer. */
export type TimelineReader = (count: number) => Promise<Timeline>

/** An upper bound that sorts after every `at`. */
export const end = 'z'.repeat(9)

/** The range between `minTime` and `maxTime` (ms since 1970). `minTime` is exclusive, `maxTime` inclusive. */
export const rangeOf = ({ minTime, maxTime }: { minTime?: number | undefined; maxTime?: number | undefined }): WalkRange => ({
  before: maxTime === undefined ? end : atInstant(maxTime + 1),
  after: minTime === undefined ? '' : atInstant(minTime + 1),
})

interface ItemQuery {
  comments: number
  category?: string | undefined
  filter?: 'deadlinks' | undefined
}

/** @param muted whether muted members are excluded as well as blocked ones. */
export const optionsOf = (query: ItemQuery, muted: boolean): ItemOptions => ({
  comments: query.comments,
  category: categoryOf(query.category),
  deadlinks: query.filter === 'deadlinks',
  muted,
})

interface PageRequest {
  read: TimelineReader
  from: number
  limit: number
  viewer: Viewer | null
  options: ItemOptions
  signal?: AbortSignal | undefined
}

/**
 * Reads groups from position `from` until the page is full, because groups without matching items are dropped. `next`
 * counts dropped groups too. A feed ends after `limits.feed.depth` groups.
 *
 * `total` counts the groups up to the end of the page, and one more if there is one: how many more groups were read depends on hidden
 * activities between them.
 */
export async function readPage(deps: ItemDeps, { read, from, limit, viewer, options, signal }: PageRequest): Promise<Page<FeedItem>> {
  const results: FeedItem[] = []
  let at = from
  for (;;) {
    const missing = limit - results.length
    const room = Math.max(0, limits.feed.depth - at)
    const { groups, complete, isFresh } = await read(Math.min(at + missing + 1, limits.feed.depth))
    const next = groups.slice(at, at + Math.min(missing, room))
    results.push(...(await itemsOf(deps, { groups: next, isFresh }, viewer, options)))
    at += next.length
    const over = at >= limits.feed.depth || (complete && at >= groups.length)
    if (over || results.length >= limit || next.length === 0)
      return { results, next: over || next.length === 0 ? null : at, counts: { total: Math.min(groups.length, at + 1, limits.feed.depth) } }
    await stopIfGone(signal)
  }
}
