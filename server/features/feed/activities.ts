/** What happened, as a feed reads it, and how many things that happened become one item. */
import { activityKinds, type ActivityKind } from './entities.ts'
import { instantOf } from './backfill.ts'

/** By what a member finds out: what they follow, or that they did it themselves. */
export type Source = { type: 'you' | 'member' | 'bead' | 'tag'; id: string }

export interface Activity {
  /** Its id without the letter that says what kind of thing it names: sorts by time across all kinds. */
  at: string
  source: Source
  kind: ActivityKind
  subject: string
}

/** Things that happened to the same post or playlist, or the follows of one member on one day: one item. */
export interface Group {
  key: string
  /** When the latest of them happened. */
  at: string
  /** Latest first. */
  activities: Activity[]
}

const { newpost, collect, comment, newbead, publishbead, taggedbead } = activityKinds

/** Milliseconds since 1970. */
export const timeOf = (at: string): number => instantOf(`x${at}`)
/** Less than whatever happened at this instant or later, not less than what happened before. */
export const atInstant = (instant: number): string => Math.max(0, Math.floor(instant)).toString(36).padStart(9, '0')

const dayMs = 86_400_000

/** Things that happened with the same key are one item. */
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

/**
 * Whose voice counts: somebody one follows made it, before it lies where one follows, before somebody
 * one follows cared for it, before it bears a word.
 */
export function strength({ source, kind }: Activity): number {
  if (kind === newpost) return { you: 6, member: 5, bead: 4, tag: 1 }[source.type]
  if (kind === collect) return 3
  if (kind === comment) return 2
  return kind === taggedbead ? 1 : kind === newbead ? 2 : 3
}

const strongestFirst = (a: Activity, b: Activity): number => strength(b) - strength(a)

/**
 * What an item says it is shown for: first the latest, which places the item in the feed, so that the reason and the
 * time belong to its place. Several sources may tell of the same instant, for example a followed member and a
 * followed tag of a new post: the strongest of them is first. The rest follow, strongest first.
 *
 * @param activities latest first.
 */
export function rankActivities(activities: readonly Activity[]): Activity[] {
  const latest = activities[0] === undefined ? 0 : timeOf(activities[0].at)
  const isLatest = ({ at }: Activity): boolean => timeOf(at) === latest
  return [...activities.filter(isLatest).toSorted(strongestFirst), ...activities.filter((one) => !isLatest(one)).toSorted(strongestFirst)]
}
