/**
 * Reads and caches the timelines of members: the ordered groups of a feed. A first page is read from the database;
 * further pages use the cached order, so that items do not shift when new activities arrive, and cost little at any
 * depth.
 */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { stopIfGone } from '#http/departure.ts'
import type { Less } from '../suggestions/service.ts'
import { groupActivities, type Group, type Activity } from './activities.ts'
import { filterRevoked } from './revoked.ts'
import { hiddenFrom } from './people.ts'
import { filterVisible } from './visible.ts'
import { walk, type WalkRange } from './walk.ts'

export interface Timeline {
  groups: Group[]
  /** Whether `groups` is the complete feed. */
  complete: boolean
  /** Whether it was just read, so that its activities have not been undone. */
  isFresh: boolean
}

interface TimelineRequest {
  viewer: Viewer
  /** Returns the first `count` groups or more, or all if there are fewer. */
  count: number
  range: WalkRange
  /** Bypasses the cache. */
  refresh: boolean
  /** Reads the viewer's down-ranked sources. */
  less: () => Promise<Less>
  signal?: AbortSignal | undefined
}

export interface Timelines {
  of(request: TimelineRequest): Promise<Timeline>
}

interface CachedTimeline extends Timeline {
  range: WalkRange
  /** When the entry expires (ms since 1970). */
  until: number
}

/** Lifetime of a cached timeline (ms). */
const keepMs = 120_000
/** Number of groups read in advance: for the next page, and to replace groups that `items.ts` drops. */
const ahead = 15
/** Maximum number of activities read for a page: a feed ends there, even if most of them are hidden or undone. */
export const maxActivities = 8_000
/** Maximum number of cached groups of all members: a few megabytes. */
const keepGroups = 40_000

/**
 * Groups activities, without those of hidden members, undone ones, and those about what the viewer may not see, so that none of them
 * affects an item's position.
 */
export async function visibleGroups(
  db: DataSource,
  activities: readonly Activity[],
  viewer: Viewer | null,
  hidden: ReadonlySet<string>,
): Promise<Group[]> {
  const seen = activities.filter(({ source }) => source.type !== 'member' || !hidden.has(source.id))
  const [isCurrent, isVisible] = await Promise.all([filterRevoked(db, seen), filterVisible(db, seen, viewer)])
  return groupActivities(seen.filter((activity) => isCurrent(activity) && isVisible(activity)))
}

export function createTimelines(db: DataSource, now: () => number): Timelines {
  const cache = new Map<string, CachedTimeline>()
  let size = 0

  function drop(key: string): void {
    size -= cache.get(key)?.groups.length ?? 0
    cache.delete(key)
  }

  function keep(key: string, timeline: CachedTimeline): void {
    drop(key)
    cache.set(key, timeline)
    size += timeline.groups.length
    // Evict the oldest timelines.
    for (const old of cache.keys()) {
      if (size <= keepGroups || old === key) break
      drop(old)
    }
  }

  /** Reads more and more activities until there are enough groups, or no further activities. */
  async function read({ viewer, less, signal }: TimelineRequest, count: number, range: WalkRange): Promise<Timeline> {
    const [filter, hidden] = await Promise.all([less(), hiddenFrom(db, viewer, true)])
    for (let walked = count; ; walked *= 2) {
      await stopIfGone(signal)
      const { activities, complete } = await walk(db, viewer.uid, walked, range, { less: filter, signal })
      const groups = await visibleGroups(db, activities, viewer, hidden)
      if (complete || groups.length >= count) return { groups, complete, isFresh: true }
      if (walked >= maxActivities) return { groups, complete: true, isFresh: true }
    }
  }

  return {
    async of(request) {
      const { viewer, count, range, refresh } = request
      const key = `${viewer.uid} ${range.before} ${range.after}`
      const known = refresh ? undefined : cache.get(key)
      const good = known !== undefined && known.until > now() ? known : undefined
      if (good && (good.complete || good.groups.length >= count)) return good
      // A cached timeline that is too short is read again within its own range, which ends at its first item: new
      // activities must not shift the others.
      const within = good?.range ?? range
      const timeline = await read(request, good ? Math.max(count, good.groups.length * 2) : count + ahead, within)
      const first = timeline.groups[0]
      // The appended `z` makes the exclusive bound include the first item.
      const anchored = first && !good ? { ...range, before: `${first.at}z` } : within
      keep(key, { ...timeline, isFresh: false, range: anchored, until: now() + keepMs })
      return timeline
    },
  }
}
