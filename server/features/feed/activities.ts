/**
 * Activities of a feed, their grouping into items, and the order of the reasons of an item. Without database access.
 */
import { activityKinds, type ActivityKind } from './entities.ts'
import { instantOf } from './backfill.ts'

/**
 * Why an activity is in a member's feed: the followed entity (`id` is a uid, playlist id or tag key), or the member's
 * own post.
 */
export type Source = { type: 'you' | 'member' | 'bead' | 'tag'; id: string }

export interface Activity {
  /** Id of the activity without its first letter, which denotes the kind of entity. Sorts by time across all kinds. */
  at: string
  source: Source
  kind: ActivityKind
  /** A post id, playlist id, uid or tag key. */
  subject: string
  /** Of the post or playlist, once `visibleActivities` has read it. */
  creatorUid?: string
}

/** Activities of one post or playlist, or the follows of one member on one day: one item. */
export interface Group {
  key: string
  /** `at` of the latest activity. */
  at: string
  /** Latest first. */
  activities: Activity[]
}

const { newpost, collect, comment, newbead, publishbead, taggedbead } = activityKinds

/** Time of an `at` (ms since 1970). */
export const timeOf = (at: string): number => instantOf(`x${at}`)
/** Lower bound of `at` for activities at or after `instant` (ms since 1970). */
export const atInstant = (instant: number): string => Math.max(0, Math.floor(instant)).toString(36).padStart(9, '0')

const dayMs = 86_400_000

/** Activities with the same key form one item. */
export function keyOf({ at, source, kind, subject }: Activity): string {
  if (kind === newpost || kind === collect || kind === comment) return subject
  if (kind === newbead || kind === publishbead || kind === taggedbead) return subject
  return `${kind}.${source.id}.${Math.floor(timeOf(at) / dayMs)}`
}

/**
 * Groups activities into items, latest first.
 * @param activities latest first.
 */
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

/**
 * Rank of the reason for an item; the higher one is shown. For a post, from high to low: the member's own, by a
 * followed member, in a followed playlist, collected or commented on by a followed member, with a followed tag.
 */
export function strength({ source, kind }: Activity): number {
  if (kind === newpost) return { you: 6, member: 5, bead: 4, tag: 1 }[source.type]
  if (kind === collect) return 3
  if (kind === comment) return 2
  return kind === taggedbead ? 1 : kind === newbead ? 2 : 3
}

const strongestFirst = (a: Activity, b: Activity): number => strength(b) - strength(a)

/**
 * Orders the activities of an item by how well they explain why it is in the feed. The latest is first, because it
 * determines the item's place; if several happened at the same instant (a new post has followed tags and a followed
 * creator), the one with the strongest reason. The rest follow by strength.
 *
 * @param activities latest first.
 */
export function rankActivities(activities: readonly Activity[]): Activity[] {
  const latest = activities[0] === undefined ? 0 : timeOf(activities[0].at)
  const isLatest = ({ at }: Activity): boolean => timeOf(at) === latest
  return [...activities.filter(isLatest).toSorted(strongestFirst), ...activities.filter((one) => !isLatest(one)).toSorted(strongestFirst)]
}
