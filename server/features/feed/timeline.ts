/**
 * The order of a member's feed, as far as it was walked. The first page walks anew; the pages after it
 * go on in the order that the first page began, so that nothing slides while new things happen, and so
 * that a page far down costs what the first one costs.
 */
import type { DataSource } from 'typeorm'
import type { Fewer } from '../suggestions/service.ts'
import { groupsOf, type Group } from './happenings.ts'
import { walk, type WalkRange } from './walk.ts'

export interface Timeline {
  groups: Group[]
  /** Whether the groups are all that there are. */
  complete: boolean
}

export interface Timelines {
  /** At least `wanted` groups, where there are so many. `anew`: whatever was walked before. */
  of(uid: string, wanted: number, range: WalkRange, anew: boolean): Promise<Timeline>
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

  async function read(uid: string, wanted: number, range: WalkRange): Promise<Timeline> {
    const { happenings, complete } = await walk(db, uid, wanted, range, await fewer.of(uid))
    return { groups: groupsOf(happenings), complete }
  }

  return {
    async of(uid, wanted, range, anew) {
      const key = `${uid} ${range.before} ${range.after}`
      const known = anew ? undefined : kept.get(key)
      const good = known !== undefined && known.until > now() ? known : undefined
      if (good && (good.complete || good.groups.length >= wanted)) return good
      // Where the order of the first page is known, what came since stays out of it.
      const within = good?.range ?? range
      const timeline = await read(uid, good ? Math.max(wanted, good.groups.length * 2) : wanted + ahead, within)
      const first = timeline.groups[0]
      const anchored = first && !good ? { ...range, before: `${first.at}z` } : within
      keep(key, { ...timeline, range: anchored, until: now() + keepMs })
      return timeline
    },
  }
}
