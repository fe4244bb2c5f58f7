/** Activities of a feed, and their grouping into items. */
import { activityKinds, type ActivityKind } from './entities.ts'
import { instantOf } from './backfill.ts'

/** Why an activity is in the member's feed: a followed entity, or the member's own action. */
export type Source = { type: 'you' | 'member' | 'bead' | 'tag'; id: string }

export interface Activity {
  /** The id without its kind letter: sorts by time across all kinds. */
  at: string
  source: Source
  kind: ActivityKind
  subject: string
}

/** Activities of one post or playlist, or the follows of one member on one day: one item. */
export interface Group {
  key: string
  /** Of the latest activity. */
  at: string
  /** Latest first. */
  activities: Activity[]
}

const { newpost, collect, comment, newbead, publishbead, taggedbead } = activityKinds

/** Milliseconds since 1970. */
export const timeOf = (at: string): number => instantOf(`x${at}`)
/** Lower bound of the `at` of activities at this instant or later. */
export const atInstant = (instant: number): string => Math.max(0, Math.floor(instant)).toString(36).padStart(9, '0')

const dayMs = 86_400_000

/** Activities with the same key form one item. */
export function keyOf({ at, source, kind, subject }: Activity): string {
  if (kind === newpost || kind === collect || kind === comment) return subject
  if (kind === newbead || kind === publishbead || kind === taggedbead) return subject
  return `${kind}.${source.id}.${Math.floor(timeOf(at) / dayMs)}`
}

/** @param activities latest first. */
export function groupActivities(activities: readonly Activity[]): Group[] {
  const groups = new Map<string, Group>()
  for (const activity of activities) {
    const key = keyOf(activity)
    const group = groups.get(key)
    if (group) group.activities.push(activity)
    else groups.set(key, { key, at: activity.at, activities: [activity] })
  }
  return [...groups.values()]
}

/** Rank of the reason: created by a followed member, in a followed playlist, a followed member's reaction, a followed tag. */
export function strength({ source, kind }: Activity): number {
  if (kind === newpost) return { you: 6, member: 5, bead: 4, tag: 1 }[source.type]
  if (kind === collect) return 3
  if (kind === comment) return 2
  return kind === taggedbead ? 1 : kind === newbead ? 2 : 3
}

const strongestFirst = (a: Activity, b: Activity): number => strength(b) - strength(a)

/**
 * Orders the reasons of an item. The latest activity is first, because it determines the item's place; if several sources have the same
 * instant (a followed member and a followed tag of a new post), the strongest of them. The rest follow by strength.
 *
 * @param activities latest first.
 */
export function rankActivities(activities: readonly Activity[]): Activity[] {
  const latest = activities[0] === undefined ? 0 : timeOf(activities[0].at)
  const isLatest = ({ at }: Activity): boolean => timeOf(at) === latest
  return [...activities.filter(isLatest).toSorted(strongestFirst), ...activities.filter((one) => !isLatest(one)).toSorted(strongestFirst)]
}
