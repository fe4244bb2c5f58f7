/**
 * Reads and caches the timelines of members: the ordered groups of a feed. A first page is read from the database;
 * further pages use the cached order, so that items do not shift when new activities arrive, and cost little at any
 * depth.
 */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { limits } from '#contract/index.ts'
import { stopIfGone } from '#http/departure.ts'
import { hiddenFrom } from '../blocks/service.ts'
import type { Less } from '../suggestions/service.ts'
import { groupActivities, timeOf, type Group, type Activity } from './activities.ts'
import { visibleActivities } from './subjects.ts'
import { walk, type WalkRange } from './walk.ts'

export interface Timeline {
  groups: Group[]
  /** Whether there are no more groups. */
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
  /** The same from the database, without the cache. */
  read(request: Omit<TimelineRequest, 'refresh'>): Promise<Timeline>
}

interface CachedTimeline extends Timeline {
  range: WalkRange
  /** When the entry expires (ms since 1970). */
  until: number
}

/** Lifetime of a cached timeline (ms). */
const keepMs = 120_000
/** Number of items read in advance: those of the next page, and some instead of those that are hidden or that `items.ts` drops. */
const ahead = limits.feed.page + 2
/** The amount read at once doubles up to this. */
export const maxBatch = 1_000
/** A feed ends after this many items, and a profile after this many activities, hidden ones included. */
export const maxRead = 8_000
/** Maximum number of cached groups of all members: about 20 MB. */
const keepGroups = 40_000

export function createTimelines(db: DataSource, now: () => number): Timelines {
  /** The oldest first. */
  const cache = new Map<string, CachedTimeline>()
  let size = 0

  function drop(key: string): void {
    size -= cache.get(key)?.groups.length ?? 0
    cache.delete(key)
  }

  function keep(key: string, timeline: Timeline, range: WalkRange): void {
    drop(key)
    cache.set(key, { ...timeline, isFresh: false, range, until: now() + keepMs })
    size += timeline.groups.length
    // Expired ones, and as many others as exceed the maximum.
    for (const [old, { until }] of cache) {
      if ((until > now() && size <= keepGroups) || old === key) break
      drop(old)
    }
  }

  /** Reads earlier and earlier activities until there are enough groups, or no further activities. */
  const read: Timelines['read'] = async ({ viewer, count, range: { before, after }, less, signal }) => {
    const hidden = await hiddenFrom(db, viewer, true)
    const visible: Activity[] = []
    let from = before
    let spanMs: number | undefined
    for (let amount = count + ahead, items = 0; ; amount = Math.min(amount * 2, maxBatch)) {
      const { activities, complete, reached } = await walk(db, viewer.uid, amount, { before: from, after }, { less, signal, spanMs })
      visible.push(...(await visibleActivities(db, activities, viewer, hidden)))
      items += groupActivities(activities).length
      const groups = groupActivities(visible)
      if (complete || groups.length >= count) return { groups, complete, isFresh: true }
      if (items >= maxRead) return { groups, complete: true, isFresh: true }
      await stopIfGone(signal)
      from = reached
      spanMs = timeOf(activities[0]!.at) - timeOf(reached)
    }
  }

  return {
    read,
    async of(request) {
      const { viewer, count, range, refresh } = request
      const key = `${viewer.uid} ${range.before} ${range.after}`
      const known = refresh ? undefined : cache.get(key)
      const good = known !== undefined && known.until > now() ? known : undefined
      if (good && (good.complete || good.groups.length >= count)) return good
      // A cached timeline that is too short is read again within its own range, which ends at its first item: new
      // activities must not shift the others.
      const within = good?.range ?? range
      const timeline = await read({ ...request, count: good ? Math.max(count, good.groups.length * 2) : count, range: within })
      const first = timeline.groups[0]
      // The appended `z` makes the exclusive bound include the first item.
      keep(key, timeline, first && !good ? { ...range, before: `${first.at}z` } : within)
      return timeline
    },
  }
}
