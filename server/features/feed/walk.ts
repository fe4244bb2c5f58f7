/**
 * Reads the latest activities of all that a member follows and merges them (fan-out on read: nothing is written per
 * follower). The README has measurements.
 *
 * The table `activity_head` has the latest activity of each source (a playlist, member or tag): its head. Let t be the
 * time of the n-th latest head among the followed sources. Then at least n activities have happened since t, and only
 * sources with a head since t can have one. So only these are read, back to t. If grouping leaves too few items, the
 * walk continues with an earlier t.
 */
import type { DataSource } from 'typeorm'
import { databaseKind } from '#db/data-source.ts'
import { stopIfGone } from '#http/departure.ts'
import type { Less } from '../suggestions/service.ts'
import { atInstant, keyOf, timeOf, type Activity } from './activities.ts'
import { readHeads } from './heads.ts'
import { readTracks } from './tracks.ts'

const latestFirst = (a: Activity, b: Activity): number => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)

/** A step that reads as many rows is not followed by one that reads more. */
const maxRows = 4_000

/** Maximum number of sources read: SQLite limits the parameters of a statement. */
const most = 16_384

/**
 * Maximum factor by which a step extends the time span read so far. The factor is estimated from the number of items
 * found.
 */
const growth = 4
/** Minimum time span that the next step is computed from (ms). */
const shortestMs = 60_000
/** If the next step would reach further back than this (ms), it reads everything that is left. */
const farMs = 4 * 365 * 86_400_000

export interface Walk {
  /** Latest first. */
  activities: Activity[]
  /** Whether these are all activities of the range. */
  complete: boolean
  /** They are all activities at or after this `at`. */
  reached: string
}

export interface WalkRange {
  /** Upper bound of `at`, exclusive; a result of `atInstant`, as is `after`. */
  before: string
  /** Lower bound of `at`, inclusive. */
  after: string
}

/** The activities of the latest `count` items: all at or after the one that begins the last of them. */
function latestItems(activities: readonly Activity[], count: number): Walk {
  const items = new Set<string>()
  const last = activities.find((one) => items.add(keyOf(one)).size === count)!
  return { activities: activities.filter(({ at }) => at >= last.at), complete: false, reached: last.at }
}

interface WalkOptions {
  /** Reads the filter for down-ranked sources ("Fewer like this"). */
  less?: () => Promise<Pick<Less, 'shows'>>
  /** Stops the walk after the current step. */
  signal?: AbortSignal | undefined
  /** The time (ms) that the first step covers, of a walk that continues another one: the heads are later than its range. */
  spanMs?: number | undefined
}

/**
 * The latest activities, enough for `count` items, or all if there are fewer. Rejects with the signal's reason after an
 * abort.
 */
export async function walk(
  db: DataSource,
  uid: string,
  count: number,
  { before, after }: WalkRange,
  { less, signal, spanMs }: WalkOptions = {},
): Promise<Walk> {
  signal?.throwIfAborted()
  let headLimit = count + 25
  const [latest, filter] = await Promise.all([readHeads(db, uid, after, headLimit), less?.()])
  signal?.throwIfAborted()
  let heads = latest
  const activities: Activity[] = []
  const items = new Set<string>()
  if (heads.length === 0) return { activities, complete: true, reached: after }

  const earlier = (a: string, b: string): string => (a < b ? a : b)
  const newest = timeOf(earlier(heads[0]!.head, before))
  let limit = 2 * count + 10
  // Rank of the head to which the first step reaches back. A source often has several activities in that time, so that
  // fewer heads than `count` are enough for a long list, or if the member follows few sources. Otherwise a few more are read, because some
  // activities are of one item.
  const rank = Math.min(Math.ceil(count > 100 ? count / 3 : count * 1.15), Math.ceil(heads.length / (heads.length < count ? 4 : 1)))
  // PostgreSQL reads a bounded number of rows per source: all that few sources have is one statement.
  const isOneStep = databaseKind(db) === 'postgres' && heads.length < count && count <= 100
  const firstLow = spanMs === undefined ? earlier(heads[rank - 1]!.head, before) : atInstant(timeOf(before) - spanMs)
  let low = isOneStep ? after : firstLow
  let high = before
  for (;;) {
    if (low < after) low = after
    if (heads.length >= headLimit && low < heads.at(-1)!.head) {
      // The heads read so far do not cover this span: read all.
      headLimit = most
      heads = await readHeads(db, uid, after, headLimit)
    }
    const live = heads.filter(({ head }) => head >= low)
    const { activities: read, reached } = await readTracks(db, live, { low, high, limit })
    const found = read.filter((one) => one.at >= reached && filter?.shows(one) !== false).sort(latestFirst)
    activities.push(...found)
    for (const one of found) items.add(keyOf(one))
    if (reached === after) return { activities, complete: true, reached }
    if (items.size >= count) return latestItems(activities, count)
    high = reached
    await stopIfGone(signal)
    if (reached !== low) {
      // Cut off by the limit: the next step reads more of the same span. Posts are in several tracks.
      if (limit < maxRows) limit *= 2
      continue
    }
    // Extends the span in proportion to the items that are missing, with 15 % to spare.
    const missing = (count / Math.max(items.size, 1)) * 1.15
    const span = Math.max(newest - timeOf(low), shortestMs) * Math.min(Math.max(missing, 1.3), growth)
    const next = atInstant(newest - span)
    // `atInstant` returns 1970 for earlier times. A step that does not reach further back reads everything that is
    // left, so that the loop ends.
    low = span > farMs || next >= high ? after : next
  }
}
