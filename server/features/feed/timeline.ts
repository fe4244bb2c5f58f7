/**
 * The order of a member's feed, as far as it was walked. The first page walks anew; the pages after it
 * go on in the order that the first page began, so that nothing slides while new things happen, and so
 * that a page far down costs what the first one costs.
 */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { stopIfGone } from '#http/departure.ts'
import type { Fewer } from '../suggestions/service.ts'
import { groupActivities, type Group, type Activity } from './activities.ts'
import { filterRevoked } from './revoked.ts'
import { hiddenFrom } from './people.ts'
import { walk, type WalkRange } from './walk.ts'

export interface Timeline {
  groups: Group[]
  /** Whether the groups are all that there are. */
  complete: boolean
}

export interface Timelines {
  /** At least `wanted` groups, where there are so many. `refresh`: ignores what is kept. */
  of(viewer: Viewer, wanted: number, range: WalkRange, refresh: boolean, signal?: AbortSignal): Promise<Timeline>
}

interface Kept extends Timeline {
  range: WalkRange
  until: number
}

/** How long (ms) pages go on where an earlier one began. */
const keepMs = 120_000
/** Groups that are read beyond those asked for: the next page, and what takes the place of what is left out. */
const ahead = 15
/** Groups that are kept, of all members together: some megabytes. */
const keepGroups = 40_000

/** Groups without what was revoked and without the members who are hidden, so that neither places an item. */
export async function visibleGroups(db: DataSource, activities: readonly Activity[], hidden: ReadonlySet<string>): Promise<Group[]> {
  const seen = activities.filter(({ source }) => source.type !== 'member' || !hidden.has(source.id))
  const isCurrent = await filterRevoked(db, seen)
  return groupActivities(seen.filter(isCurrent))
}

export function createTimelines(db: DataSource, fewer: Pick<Fewer, 'of'>, now: () => number): Timelines {
  const kept = new Map<string, Kept>()
  let size = 0

  function drop(key: string): void {
    size -= kept.get(key)?.groups.length ?? 0
    kept.delete(key)
  }

  function keep(key: string, timeline: Kept): void {
    drop(key)
    kept.set(key, timeline)
    size += timeline.groups.length
    // The oldest goes first.
    for (const old of kept.keys()) {
      if (size <= keepGroups || old === key) break
      drop(old)
    }
  }

  /** Walks twice as far each time until enough groups are left, or all is read. */
  async function read(viewer: Viewer, wanted: number, range: WalkRange, signal?: AbortSignal): Promise<Timeline> {
    const [less, hidden] = await Promise.all([fewer.of(viewer.uid), hiddenFrom(db, viewer, true)])
    for (let walked = wanted; ; walked *= 2) {
      await stopIfGone(signal)
      const { activities, complete } = await walk(db, viewer.uid, walked, range, { less, signal })
      const groups = await visibleGroups(db, activities, hidden)
      if (complete || groups.length >= wanted) return { groups, complete }
    }
  }

  return {
    async of(viewer, wanted, range, refresh, signal) {
      const key = `${viewer.uid} ${range.before} ${range.after}`
      const known = refresh ? undefined : kept.get(key)
      const good = known !== undefined && known.until > now() ? known : undefined
      if (good && (good.complete || good.groups.length >= wanted)) return good
      // Where the order of the first page is known, what came since stays out of it.
      const within = good?.range ?? range
      const timeline = await read(viewer, good ? Math.max(wanted, good.groups.length * 2) : wanted + ahead, within, signal)
      const first = timeline.groups[0]
      const anchored = first && !good ? { ...range, before: `${first.at}z` } : within
      keep(key, { ...timeline, range: anchored, until: now() + keepMs })
      return timeline
    },
  }
}
