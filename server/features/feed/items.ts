/** Builds the feed items of the API from groups of activities (A3). Excludes what the viewer may not see. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { isDead, limits, shorten, type Bead, type Comment, type MemberRef, type Post } from '#contract/index.ts'
import type { Because, FeedItem, FeedReason, FollowActivityType } from '#contract/schemas/feed.ts'
import { readMemberRefs } from '../accounts/service.ts'
import type { Beads } from '../beads/service.ts'
import { hiddenFrom } from '../blocks/service.ts'
import type { Comments } from '../comments/service.ts'
import { textOf, type Posts } from '../posts/service.ts'
import { tagNames } from '../social/service.ts'
import { activityKinds, beadKinds, postKinds, type ActivityKind } from './entities.ts'
import { rankActivities, timeOf, type Group, type Activity } from './activities.ts'
import { filterCurrent } from './subjects.ts'

export interface ItemDeps {
  db: DataSource
  posts: Pick<Posts, 'byIds'>
  beads: Pick<Beads, 'list'>
  comments: Pick<Comments, 'latest'>
}

export interface ItemOptions {
  /** Maximum number of comments per post. */
  comments: number
  category: string | undefined
  /** Only posts with a playable medium (`filter=deadlinks` of the API). */
  deadlinks: boolean
  /** Exclude muted members as well as blocked ones. */
  muted: boolean
}

/** Groups of which `itemsOf` makes items. */
export interface ItemSource {
  groups: readonly Group[]
  /** Whether undone activities were filtered just now. */
  isFresh: boolean
}

/** Entities that the items refer to, and what applies to all items. */
interface Things {
  viewer: Viewer | null
  options: ItemOptions
  posts: Map<string, Post>
  beads: Map<string, Bead>
  members: Map<string, MemberRef>
  tagName: (key: string) => string
  comments: Map<string, Comment[]>
}

const { newpost, collect, comment, newbead, publishbead, taggedbead, followmember, followbead, followtag } = activityKinds

const followTypes: Partial<Record<ActivityKind, FollowActivityType>> = {
  [newbead]: 'newbead',
  [publishbead]: 'publishbead',
  [taggedbead]: 'taggedbead',
  [followmember]: 'followmember',
  [followbead]: 'followbead',
  [followtag]: 'followtag',
}

/** Maximum number of entities per item. */
const shown = { because: 3, collectors: 5, followed: 6 } as const

const instant = (at: string): string => new Date(timeOf(at)).toISOString()

/** Shortens a list to an even number of entities, as prescribed (B9); a single one stays. */
const even = <T>(list: readonly T[]): T[] => list.slice(0, list.length > 1 ? Math.min(list.length - (list.length % 2), shown.followed) : 1)

/**
 * The beginning of the post's text, without markup. Shorter if a collect or comment is the reason for the item (A9).
 */
export const previewOf = ({ description }: Post, reason: FeedReason): string =>
  shorten(textOf(description), reason === 'collect' || reason === 'comment' ? limits.feed.preview.short : limits.feed.preview.long)

/** Whether the post has a medium that is not known to be dead (K2). */
export const mayPlay = ({ media }: Post): boolean => media !== null && media.media.length > 0 && !isDead(media)

function reasonOf({ kind, source }: Activity): FeedReason {
  if (kind === collect) return 'collect'
  if (kind === comment) return 'comment'
  return source.type === 'bead' ? 'bead' : source.type === 'tag' ? 'tag' : 'newpost'
}

/** The reasons that an item shows, without repetitions. */
function becauseOf(activities: readonly Activity[], { members, tagName }: Things, beadTitle: string): Because[] {
  const reasons = new Map<string, Because>()
  for (const {
    source: { type, id },
  } of activities) {
    const name = type === 'tag' ? tagName(id) : type === 'bead' ? beadTitle : members.get(id)!.name
    reasons.set(`${type} ${id}`, { type, id, name })
  }
  return [...reasons.values()].slice(0, shown.because)
}

/** An item about a post; null if it is hidden or excluded by the options. */
function postItem(group: Group, activities: readonly Activity[], things: Things): FeedItem | null {
  const post = things.posts.get(group.key)
  if (!post || (things.options.deadlinks && !mayPlay(post))) return null
  if (things.options.category !== undefined && post.bead.category !== things.options.category) return null
  const reasons = rankActivities(activities)
  const first = reasons[0]!
  const reason = reasonOf(first)
  // The time in the post's id may be slightly earlier than its date.
  const timestamp = first.kind === newpost ? post.creationDate : instant(first.at)
  const collectors = activities.filter(({ kind }) => kind === collect).map(({ source }) => things.members.get(source.id)!)
  return {
    id: group.key,
    type: 'post',
    timestamp,
    state: { timestamp },
    reason,
    because: becauseOf(reasons, things, post.bead.title),
    post,
    preview: previewOf(post, reason),
    collectors: collectors.slice(0, shown.collectors),
    comments: things.comments.get(post.id) ?? [],
    ...(reason === 'tag' ? { tag: things.tagName(first.source.id) } : {}),
  }
}

const toBeadRef = ({ id, title, category, image, creator }: Bead) => ({ _id: id, id, title, category, image, creatorUid: creator.uid })

/**
 * An item about follows or new playlists; null if the viewer may see none of its subjects, or if only playable posts
 * are requested.
 */
function followItem(group: Group, activities: readonly Activity[], things: Things): FeedItem | null {
  const reasons = rankActivities(activities)
  const first = reasons[0]!
  const timestamp = instant(first.at)
  const type = followTypes[first.kind]!
  const subjects = [...new Set(group.key === first.subject ? [first.subject] : activities.map(({ subject }) => subject))]
  const { category } = things.options
  const seen = subjects
    .flatMap((id) => things.beads.get(id) ?? [])
    .filter((bead) => !bead.isDraft && (category === undefined || bead.category === category))
  // Members and tags have no category.
  const met =
    first.kind === followmember && category === undefined
      ? subjects.filter((uid) => uid !== things.viewer?.uid).flatMap((uid) => things.members.get(uid) ?? [])
      : []
  const tags = first.kind === followtag && category === undefined ? subjects : []
  const total = seen.length + met.length + tags.length
  if (total === 0 || things.options.deadlinks) return null
  const beads = even(seen)
  const members = even(met)
  const keys = even(tags)
  const member = first.source.type === 'tag' ? undefined : things.members.get(first.source.id)
  return {
    id: group.key,
    type,
    timestamp,
    state: { timestamp },
    because: becauseOf(reasons, things, ''),
    collectors: [],
    comments: [],
    followId: beads[0]?.id ?? members[0]?.uid ?? keys[0]!,
    ...(beads[0] ? { bead: beads[0] } : {}),
    ...(members[0] ? { member: members[0] } : {}),
    ...(keys[0] === undefined ? (type === 'taggedbead' ? { tag: things.tagName(first.source.id) } : {}) : { tag: things.tagName(keys[0]) }),
    activity: { type, ...(member ? { member } : {}), beads: beads.map(toBeadRef), members, tags: keys.map(things.tagName), total },
  }
}

/** Groups whose entities are read at once, and the playlists of them. */
const batchSize = 60
const maxBeads = 200

/** Takes the first value of each list, then the second of each, and so on: at most `most` different ones. */
export function takeEvenly<T>(lists: readonly (readonly T[])[], most: number): T[] {
  const taken = new Set<T>()
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  for (let at = 0; at < longest; at += 1) for (const list of lists) if (at < list.length && taken.size < most) taken.add(list[at]!)
  return [...taken]
}

/** The items of the groups, in order. Groups in which nothing is visible to the viewer have none. */
export async function itemsOf(
  deps: ItemDeps,
  { groups, isFresh }: ItemSource,
  viewer: Viewer | null,
  options: ItemOptions,
): Promise<FeedItem[]> {
  const items: FeedItem[] = []
  for (let at = 0; at < groups.length; at += batchSize)
    items.push(...(await readItems(deps, { groups: groups.slice(at, at + batchSize), isFresh }, viewer, options)))
  return items
}

async function readItems(
  { db, posts, beads, comments }: ItemDeps,
  { groups, isFresh }: ItemSource,
  viewer: Viewer | null,
  options: ItemOptions,
): Promise<FeedItem[]> {
  const activities = groups.flatMap((group) => group.activities)
  const subjects = (kinds: (kind: ActivityKind) => boolean): string[] => [
    ...new Set(activities.filter(({ kind }) => kinds(kind)).map(({ subject }) => subject)),
  ]
  // Some of each group, so that a long one leaves room for the others.
  const beadIds = takeEvenly(
    groups.map((group) => group.activities.filter(({ kind }) => beadKinds.has(kind)).map(({ subject }) => subject)),
    maxBeads,
  )
  const tagKeys = [
    ...activities.filter(({ source }) => source.type === 'tag').map(({ source }) => source.id),
    ...subjects((kind) => kind === followtag),
  ]
  const uids = [
    ...activities.filter(({ source }) => source.type === 'member' || source.type === 'you').map(({ source }) => source.id),
    ...subjects((kind) => kind === followmember),
  ]
  const postIds = subjects((kind) => postKinds.has(kind))
  const [isCurrent, hidden, foundPosts, latest, foundBeads, members, tagName] = await Promise.all([
    isFresh ? () => true : filterCurrent(db, activities),
    hiddenFrom(db, viewer, options.muted),
    posts.byIds(postIds, viewer),
    // Also of posts that the viewer may not see: these have no item.
    comments.latest(postIds, options.comments, viewer),
    beadIds.length === 0
      ? []
      : beads.list({ ids: beadIds.join(','), sort: 'recent', from: 0, limit: maxBeads }, viewer).then(({ results }) => results),
    readMemberRefs(db, uids),
    tagNames(db, tagKeys),
  ])
  const things: Things = {
    viewer,
    options,
    tagName,
    comments: latest,
    posts: new Map([...foundPosts].filter(([, { creator }]) => !hidden.has(creator.uid))),
    beads: new Map(foundBeads.filter(({ creator }) => !hidden.has(creator.uid)).map((bead) => [bead.id, bead])),
    members: new Map([...members].filter(([uid]) => !hidden.has(uid))),
  }
  // The action was not undone, and its actor is visible.
  const counts = (activity: Activity): boolean =>
    isCurrent(activity) && (activity.source.type === 'tag' || activity.source.type === 'bead' || things.members.has(activity.source.id))

  return groups.flatMap((group) => {
    const left = group.activities.filter(counts)
    if (left.length === 0) return []
    return (postKinds.has(left[0]!.kind) ? postItem(group, left, things) : followItem(group, left, things)) ?? []
  })
}
