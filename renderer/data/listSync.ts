/**
 * Applies mutations of this page to cached lists of posts and feeds without a refetch (N5): inserts new items, removes deleted ones, and
 * shifts the offset of the next page.
 */
import type { CallInput } from '#contract/endpoints.ts'
import type { Bead, Post } from '#contract/schemas.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { tagKey } from '#contract/rules.ts'
import { api, filters, meIn } from './api.ts'
import { addCollectedChange, removeCollectedChange } from './collectedChange.ts'
import { deleteDraftsAbout } from './drafts.ts'
import { cachedAnswers } from './cachedAnswers.ts'
import { cachedEntries, patchBeadInPosts, patchEntry, patchPost, type ApiDispatch, type ApiState } from './cachePatches.ts'
import { deleteCachedPictures, markDeleted, picturesOf } from './deletions.ts'
import { saveDraftPicture } from './draftPictures.ts'

type PostsInput = CallInput<'GET /api/v0/posts'>
export type PostsQuery = NonNullable<PostsInput['query']>

interface Pages<T> {
  pages: { results: T[]; next: number | null; counts?: { total: number } }[]
  pageParams: unknown[]
}

const splitValues = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const includesValue = (text: string | undefined, value: string): boolean => text === undefined || splitValues(text).includes(value)

/** The collector whose collection is listed, if any. */
const collectorOf = ({ collectedby, uid }: PostsQuery): string | undefined => collectedby ?? uid

/** Whether a post matches the filters of a list; the caller checks the collector. Null if only the server knows. */
export function belongs(post: Post, query: PostsQuery): boolean | null {
  const { bead, createdby, category, tag, hasmedia } = query
  if (!includesValue(bead, post.bead.id) || !includesValue(createdby, post.creator.uid)) return false
  const everything = category === undefined || splitValues(category).some((part) => part === 'all' || part === 'everything')
  if (!everything && !includesValue(category, post.bead.category)) return false
  const keys = new Set(post.tags.map(tagKey))
  if (tag !== undefined && !splitValues(tag).some((part) => keys.has(tagKey(part)))) return false
  if (hasmedia !== undefined && !post.media?.media.length) return false
  return query.q === undefined && query.featured === undefined && query.filter === undefined && query.dead === undefined ? true : null
}

/**
 * The position of a new post in a list: at one end; `none` in lists by rating or in random order, which do not show it
 * yet; `unknown` if only the server can tell.
 */
export function positionOf({ sort, earliest, shuffle }: PostsQuery): 'first' | 'last' | 'none' | 'unknown' {
  const order = sort ?? (shuffle ? 'shuffle' : earliest ? 'earliest' : 'recent')
  if (order === 'recent') return 'first'
  if (order === 'earliest') return 'last'
  return order === 'top' || order === 'shuffle' ? 'none' : 'unknown'
}

/** Adjusts totals and offsets after an item was inserted into or removed from the page `from`. */
function shift<T>(list: Pages<T>, from: number, by: 1 | -1): void {
  list.pages.forEach((page, n) => {
    if (page.counts) page.counts.total += by
    // The changed item is before the next offset of this and all later pages.
    if (n >= from && page.next !== null) page.next += by
  })
}

/** Inserts an item. At the end of a list that is not completely loaded, the request of the last page will add it. */
export function insert<T extends { id: string }>(list: Pages<T>, post: T, at: 'first' | 'last', offset: number): void {
  if (list.pages.some(({ results }) => results.some(({ id }) => id === post.id))) return
  const last = list.pages.at(-1)
  if (!last) return
  if (at === 'first') {
    // A list that starts at a later offset does not show the new first item.
    if (offset === 0) list.pages[0]!.results.unshift(post)
    shift(list, 0, 1)
  } else {
    if (last.next === null) last.results.push(post)
    for (const { counts } of list.pages) if (counts) counts.total += 1
  }
}

/** Removes matching items. Returns false if no loaded item is left although the list has more. */
export function remove<T>(list: Pages<T>, isRemoved: (item: T) => boolean): boolean {
  for (let n = list.pages.length - 1; n >= 0; n -= 1) {
    const page = list.pages[n]!
    for (let at = page.results.findIndex(isRemoved); at >= 0; at = page.results.findIndex(isRemoved)) {
      page.results.splice(at, 1)
      shift(list, n, -1)
    }
    const before = list.pages[n - 1]
    // An empty page would end the list (N5): move its `next` to the page before it.
    if (page.results.length === 0 && before) {
      before.next = page.next
      list.pages.splice(n, 1)
      list.pageParams.splice(n, 1)
    }
  }
  const [first] = list.pages
  return !first || first.results.length > 0 || first.next === null
}

export interface CacheContext {
  dispatch: ApiDispatch
  state: ApiState
}

const listsOf = (state: ApiState): PostsInput[] =>
  cachedEntries(state, ['Posts']).flatMap(({ name, args }) => (name === 'posts' ? [args as PostsInput] : []))

const refetchList = (dispatch: ApiDispatch, input: PostsInput) =>
  void dispatch(api.endpoints.posts.initiate(input, { forceRefetch: true, subscribe: false }))

function insertIntoList({ dispatch }: CacheContext, input: PostsInput, post: Post): void {
  const query = input.query ?? {}
  const fits = belongs(post, query)
  const position = positionOf(query)
  if (fits === false || position === 'none') return
  if (fits === null || position === 'unknown') refetchList(dispatch, input)
  else dispatch(api.util.updateQueryData('posts', input, (list: Pages<Post>) => insert(list, post, position, Number(query.from ?? 0))))
}

/** Inserts a new post or repost into the lists and feeds to which it belongs. */
export function syncAddedPost(context: CacheContext, post: Post): void {
  for (const input of listsOf(context.state)) if (collectorOf(input.query ?? {}) === undefined) insertIntoList(context, input, post)
  const { uid, name } = post.creator
  const item: FeedItem = {
    id: post.id,
    type: 'post',
    timestamp: post.creationDate,
    state: { timestamp: post.creationDate },
    reason: 'newpost',
    because: [{ type: 'you', id: uid, name }],
    post,
    collectors: [],
    comments: [],
  }
  forEachFeed(context, (list, feed) => {
    const { category } = feed.query ?? {}
    const own = feed.name === 'feed' ? includesValue(category, post.bead.category) : feed.name === 'activity' && feed.uid === uid
    if (own) insert(list, item, 'first', 0)
  })
}

function removeFromList({ dispatch }: CacheContext, input: PostsInput, id: string): void {
  let isLoaded = true
  dispatch(
    api.util.updateQueryData('posts', input, (list: Pages<Post>) => {
      isLoaded = remove(list, (post) => post.id === id)
    }),
  )
  if (!isLoaded) refetchList(dispatch, input)
}

/** Removes a post from all lists. Its own page is still shown: `purgeDeleted` removes its other answers later. */
export function syncDeletedPost(context: CacheContext, id: string): void {
  endFeature(context, id)
  clearDeleted(context, [id], picturesOf(cachedPost(context.state, id) ?? { media: null }))
  for (const input of listsOf(context.state)) removeFromList(context, input, id)
  forEachFeed(context, (list) => remove(list, ({ post }) => post?.id === id))
}

/** A deleted post is no longer the featured one of its playlist. */
function endFeature({ dispatch, state }: CacheContext, id: string): void {
  const beadId = cachedPost(state, id)?.bead.id
  if (beadId === undefined) return
  dispatch(
    api.util.updateQueryData('bead', { params: { id: beadId } }, (bead) => {
      if (bead.featuredPostId === id) delete bead.featuredPostId
    }),
  )
}

/** Removes a deleted playlist and its posts from all lists. */
export function syncDeletedBead(context: CacheContext, id: string): void {
  const { state } = context
  const posts = cachedPosts(state).filter(({ bead }) => bead.id === id)
  clearDeleted(
    context,
    [id, ...posts.map((post) => post.id)],
    [api.endpoints.bead.select({ params: { id } })(state).data?.image, ...posts.flatMap(picturesOf)],
  )
  for (const post of posts) for (const input of listsOf(state)) removeFromList(context, input, post.id)
  forEachFeed(context, (list) => remove(list, ({ post, bead }) => post?.bead.id === id || bead?.id === id))
}

/** Records the ids as deleted, and removes unsent forms about them and cached pictures. */
function clearDeleted({ state }: CacheContext, ids: string[], pictures: (string | null | undefined)[]): void {
  markDeleted(ids)
  const uid = meIn(state)?.uid
  if (uid !== undefined) for (const id of ids) for (const name of deleteDraftsAbout(uid, id)) void saveDraftPicture(uid, name, null)
  // Best effort: the caches may be unavailable.
  void deleteCachedPictures(pictures).catch(() => undefined)
  void import('./answerMemory.ts').then(({ answerMemory }) => answerMemory.forgetMentions(ids)).catch(() => undefined)
}

/** Updates all copies of an edited post. Feed items lose their `preview`, which may be outdated. */
export function syncEditedPost(context: CacheContext, post: Post): void {
  patchPost(context.dispatch, context.state, post.id, (copy) => Object.assign(copy, post))
  forEachFeed(context, (list) => {
    for (const { results } of list.pages) for (const item of results) if (item.post?.id === post.id) delete item.preview
  })
}

/** Updates an edited playlist: its own cache entry, and its data in posts (C5). */
export function syncEditedBead({ dispatch, state }: CacheContext, bead: Bead): void {
  const { id, title, description, category, image, isDraft, creator, topCurators } = bead
  dispatch(api.util.updateQueryData('bead', { params: { id } }, (before) => ({ ...bead, topCurators: topCurators ?? before.topCurators })))
  patchBeadInPosts(dispatch, state, id, (post) => {
    Object.assign(post.bead, { title, description, category, image, creatorUid: creator.uid })
    if (!isDraft) delete post.can.repost
  })
}

/** After a collect or its undoing: updates the member's own collection and activity. */
export function syncCollectedPost(context: CacheContext, { uid, id, on }: { uid: string; id: string; on: boolean }): void {
  const ownLists = listsOf(context.state).filter(({ query = {} }) => ['self', uid].includes(collectorOf(query) ?? ''))
  if (!on) {
    for (const input of ownLists) removeFromList(context, input, id)
    forEachFeed(context, (list, feed) => {
      if (feed.name === 'activity' && feed.uid === uid) remove(list, (item) => item.reason === 'collect' && item.post?.id === id)
    })
    return
  }
  const post = cachedPost(context.state, id)
  if (post) addCollectActivity(context, uid, post)
  for (const input of ownLists) {
    if (post) insertIntoList(context, input, post)
    else refetchList(context.dispatch, input)
  }
}

/**
 * Adjusts the number of posts that the member collected in the post's playlist (B3).
 * @param reverts the server has refused the opposite change.
 */
export function adjustCollectedCount({ dispatch, state }: CacheContext, id: string, by: 1 | -1, reverts: boolean): void {
  const bead = cachedPost(state, id)?.bead.id
  if (bead !== undefined) {
    if (reverts) removeCollectedChange(bead, id, by === 1 ? -1 : 1)
    else addCollectedChange(bead, id, by)
  }
  for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(state, [filters])) {
    const args = originalArgs as { query?: { bead?: string } } | undefined
    // The endpoint is injected by beadPage.ts, so its name is not among the known types here.
    if ((endpointName as string) !== 'collectedCount' || bead === undefined || args?.query?.bead !== bead) continue
    patchEntry<{ count: number }>(dispatch, { name: endpointName, args }, (answer) => {
      answer.count = Math.max(0, answer.count + by)
    })
  }
}

/** Adds a collect to the member's own activity. */
function addCollectActivity(context: CacheContext, uid: string, post: Post): void {
  const me = meIn(context.state)
  if (me?.uid !== uid) return
  const { name, verified, image } = me
  const timestamp = new Date().toISOString()
  const item: FeedItem = {
    id: post.id,
    type: 'post',
    timestamp,
    state: { timestamp },
    reason: 'collect',
    because: [{ type: 'you', id: uid, name }],
    post,
    collectors: [{ uid, name, verified, image }],
    comments: [],
  }
  forEachFeed(context, (list, feed) => {
    if (feed.name === 'activity' && feed.uid === uid) insert(list, item, 'first', 0)
  })
}

const feedNames = ['feed', 'activity', 'trendingFeed'] as const

interface Feed {
  name: (typeof feedNames)[number]
  /** The member whose activity it is. */
  uid: string | undefined
  query: { category?: string | undefined } | undefined
}

function forEachFeed({ dispatch, state }: CacheContext, change: (list: Pages<FeedItem>, feed: Feed) => void): void {
  for (const entry of cachedEntries(state, ['Feed'])) {
    const name = feedNames.find((feed) => feed === entry.name)
    if (name === undefined) continue
    const { params, query } = entry.args as { params?: { uid: string }; query?: Feed['query'] }
    patchEntry<Pages<FeedItem>>(dispatch, entry, (list) => change(list, { name, uid: params?.uid, query }))
  }
}

/** A copy of a post from the cache, except from feeds. */
export function cachedPost(state: ApiState, id: string): Post | undefined {
  return cachedPosts(state, { type: 'Post', id }).find((post) => post.id === id)
}

/** Single posts first, then those in lists. */
const cachedPosts = (state: ApiState, tag: 'Post' | { type: 'Post'; id: string } = 'Post'): Post[] =>
  [...cachedEntries(state, [tag]), ...cachedEntries(state, ['Posts'])].flatMap(({ name, cached }) =>
    cached === undefined ? [] : cachedAnswers[name].postsIn(cached),
  )
