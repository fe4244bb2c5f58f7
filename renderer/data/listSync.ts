/**
 * Lists of posts and feeds follow what is done on this page without being asked for again (N5): what is new and belongs
 * to them goes in, what was deleted or put back goes out, and the offset of what comes next moves along.
 */
import type { CallInput } from '#contract/endpoints.ts'
import type { Bead, Page, Post } from '#contract/schemas.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { tagKey } from '#contract/rules.ts'
import { api, filters } from './api.ts'
import type { beadPageApi } from './beadPage.ts'
import { addCollectedChange } from './collectedChange.ts'
import { dropDraftsOf } from './drafts.ts'
import { patchBeadOf, patchPost, type ApiDispatch, type ApiState } from './cachePatches.ts'
import { dropPictures, markDeleted, picturesOf } from './deletions.ts'
import { keepPicture } from './draftPictures.ts'
import type { feedApi } from './feed.ts'

type PostsInput = CallInput<'GET /api/v0/posts'>
export type PostsAsked = NonNullable<PostsInput['query']>

interface Pages<T> {
  pages: { results: T[]; next: number | null; counts?: { total: number } }[]
  pageParams: unknown[]
}

const parts = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
const among = (text: string | undefined, value: string): boolean => text === undefined || parts(text).includes(value)

/** Whose collection is listed, if it is one. */
const collectorOf = ({ collectedby, uid }: PostsAsked): string | undefined => collectedby ?? uid

/** Whether a post belongs to what is listed; who collected it is the caller's to know. Null where only the server knows. */
export function belongs(post: Post, asked: PostsAsked): boolean | null {
  const { bead, createdby, category, tag, hasmedia } = asked
  if (!among(bead, post.bead.id) || !among(createdby, post.creator.uid)) return false
  const everything = category === undefined || parts(category).some((one) => one === 'all' || one === 'everything')
  if (!everything && !among(category, post.bead.category)) return false
  const keys = new Set(post.tags.map(tagKey))
  if (tag !== undefined && !parts(tag).some((one) => keys.has(tagKey(one)))) return false
  if (hasmedia !== undefined && !post.media?.media.length) return false
  return asked.q === undefined && asked.featured === undefined && asked.filter === undefined && asked.dead === undefined ? true : null
}

/** Where something new stands: at an end, nowhere yet as nobody has rated it, or as only the server knows. */
export function placeOf({ sort, earliest, shuffle }: PostsAsked): 'first' | 'last' | 'none' | 'unknown' {
  const order = sort ?? (shuffle ? 'shuffle' : earliest ? 'earliest' : 'recent')
  if (order === 'recent') return 'first'
  if (order === 'earliest') return 'last'
  return order === 'top' || order === 'shuffle' ? 'none' : 'unknown'
}

function shift<T>(list: Pages<T>, from: number, by: 1 | -1): void {
  list.pages.forEach((page, n) => {
    if (page.counts) page.counts.total += by
    // What a page says comes next lies behind what was put into it or taken out of it.
    if (n >= from && page.next !== null) page.next += by
  })
}

/** Puts a post where it belongs; what lies beyond what is loaded comes with its page. */
export function insert<T extends { id: string }>(list: Pages<T>, post: T, at: 'first' | 'last', begins: number): void {
  if (list.pages.some(({ results }) => results.some(({ id }) => id === post.id))) return
  const last = list.pages.at(-1)
  if (!last) return
  if (at === 'first') {
    // A list that begins in the middle has it before its beginning.
    if (begins === 0) list.pages[0]!.results.unshift(post)
    shift(list, 0, 1)
  } else {
    if (last.next === null) last.results.push(post)
    for (const { counts } of list.pages) if (counts) counts.total += 1
  }
}

/** Takes out what a test finds. Answers false where nothing is left of the list although there is more of it. */
export function remove<T>(list: Pages<T>, isGone: (item: T) => boolean): boolean {
  for (let n = list.pages.length - 1; n >= 0; n -= 1) {
    const page = list.pages[n]!
    for (let at = page.results.findIndex(isGone); at >= 0; at = page.results.findIndex(isGone)) {
      page.results.splice(at, 1)
      shift(list, n, -1)
    }
    const before = list.pages[n - 1]
    // An empty page says that a list ends (N5): what comes next is said by the one before it.
    if (page.results.length === 0 && before) {
      before.next = page.next
      list.pages.splice(n, 1)
      list.pageParams.splice(n, 1)
    }
  }
  const [first] = list.pages
  return !first || first.results.length > 0 || first.next === null
}

export interface Watched {
  dispatch: ApiDispatch
  state: ApiState
}

const listsOf = (state: ApiState): PostsInput[] =>
  api.util
    .selectInvalidatedBy(state, ['Posts'])
    .flatMap(({ endpointName, originalArgs }) => (endpointName === 'posts' ? [originalArgs as PostsInput] : []))

const refetchFailed = (dispatch: ApiDispatch, input: PostsInput) =>
  void dispatch(api.endpoints.posts.initiate(input, { forceRefetch: true, subscribe: false }))

function put({ dispatch }: Watched, input: PostsInput, post: Post): void {
  const asked = input.query ?? {}
  const fits = belongs(post, asked)
  const place = placeOf(asked)
  if (fits === false || place === 'none') return
  if (fits === null || place === 'unknown') refetchFailed(dispatch, input)
  else dispatch(api.util.updateQueryData('posts', input, (list: Pages<Post>) => insert(list, post, place, Number(asked.from ?? 0))))
}

/** What was just added, or reposted. */
export function added(watched: Watched, post: Post): void {
  for (const input of listsOf(watched.state)) if (collectorOf(input.query ?? {}) === undefined) put(watched, input, post)
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
  forEachFeed(watched, (list, feed) => {
    const { category } = feed.query ?? {}
    const own = feed.name === 'feed' ? among(category, post.bead.category) : feed.name === 'activity' && feed.uid === uid
    if (own) insert(list, item, 'first', 0)
  })
}

function removePost({ dispatch }: Watched, input: PostsInput, id: string): void {
  let whole = true
  dispatch(
    api.util.updateQueryData('posts', input, (list: Pages<Post>) => {
      whole = remove(list, (post) => post.id === id)
    }),
  )
  if (!whole) refetchFailed(dispatch, input)
}

/** A post leaves every list. Its own page is still shown for a moment: the rest goes with `purgeDeleted`. */
export function deleted(watched: Watched, id: string): void {
  forget(watched, [id], picturesOf(copyOf(watched.state, id) ?? { media: null }))
  for (const input of listsOf(watched.state)) removePost(watched, input, id)
  forEachFeed(watched, (list) => remove(list, ({ post }) => post?.id === id))
}

/** A playlist is deleted with its posts. */
export function beadDeleted(watched: Watched, id: string): void {
  const { state } = watched
  const posts = cachedPosts(state).filter(({ bead }) => bead.id === id)
  forget(
    watched,
    [id, ...posts.map((post) => post.id)],
    [api.endpoints.bead.select({ params: { id } })(state).data?.image, ...posts.flatMap(picturesOf)],
  )
  for (const post of posts) for (const input of listsOf(state)) removePost(watched, input, post.id)
  forEachFeed(watched, (list) => remove(list, ({ post, bead }) => post?.bead.id === id || bead?.id === id))
}

/** Marks the ids as deleted, and removes unsent forms about them and kept pictures. */
function forget({ state }: Watched, ids: string[], pictures: (string | null | undefined)[]): void {
  markDeleted(ids)
  const uid = api.endpoints.me.select()(state).data?.uid
  if (uid !== undefined) for (const id of ids) for (const name of dropDraftsOf(uid, id)) void keepPicture(uid, name, null)
  // A browser that keeps nothing has nothing to remove.
  void dropPictures(pictures).catch(() => undefined)
}

/** A post under another headline, or with another text: feeds keep it as it was otherwise. */
export function edited(watched: Watched, post: Post): void {
  patchPost(watched.dispatch, watched.state, post.id, (copy) => Object.assign(copy, post))
  forEachFeed(watched, (list) => {
    for (const { results } of list.pages) for (const item of results) if (item.post?.id === post.id) delete item.preview
  })
}

/** A playlist under another title, or with another picture: it itself, and what its posts tell of it (C5). */
export function beadEdited({ dispatch, state }: Watched, bead: Bead): void {
  const { id, title, description, category, image, isDraft, creator, topCurators } = bead
  dispatch(api.util.updateQueryData('bead', { params: { id } }, (before) => ({ ...bead, topCurators: topCurators ?? before.topCurators })))
  patchBeadOf(dispatch, state, id, (post) => {
    Object.assign(post.bead, { title, description, category, image, creatorUid: creator.uid })
    if (!isDraft) delete post.can.repost
  })
}

/** A member's own collection; another's is none of theirs. */
export function collected(watched: Watched, { uid, id, on }: { uid: string; id: string; on: boolean }): void {
  const mine = listsOf(watched.state).filter(({ query = {} }) => ['self', uid].includes(collectorOf(query) ?? ''))
  if (!on) {
    for (const input of mine) removePost(watched, input, id)
    forEachFeed(watched, (list, feed) => {
      if (feed.name === 'activity' && feed.uid === uid) remove(list, (item) => item.reason === 'collect' && item.post?.id === id)
    })
    return
  }
  const post = copyOf(watched.state, id)
  if (post) collectedNow(watched, uid, post)
  for (const input of mine) {
    if (post) put(watched, input, post)
    else refetchFailed(watched.dispatch, input)
  }
}

/** How much one has collected in the post's playlist, where its page counts that (B3). */
export function countCollected({ dispatch, state }: Watched, id: string, by: 1 | -1): void {
  const bead = copyOf(state, id)?.bead.id
  if (bead !== undefined) addCollectedChange(bead, by)
  for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(state, [filters])) {
    const asked = originalArgs as { query?: { bead?: string } } | undefined
    if ((endpointName as string) !== 'collectedCount' || bead === undefined || asked?.query?.bead !== bead) continue
    dispatch(
      (api as typeof beadPageApi).util.updateQueryData('collectedCount', originalArgs as never, (answer) => {
        answer.count = Math.max(0, answer.count + by)
      }),
    )
  }
}

/** What a member did stands at the top of their profile's activity. */
function collectedNow(watched: Watched, uid: string, post: Post): void {
  const me = api.endpoints.me.select()(watched.state).data
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
  forEachFeed(watched, (list, feed) => {
    if (feed.name === 'activity' && feed.uid === uid) insert(list, item, 'first', 0)
  })
}

interface Feed {
  name: 'feed' | 'activity' | 'trendingFeed'
  /** Whose doings it is. */
  uid: string | undefined
  query: { category?: string | undefined } | undefined
}
const feeds = ['feed', 'activity', 'trendingFeed'] as const

function forEachFeed({ dispatch, state }: Watched, change: (list: Pages<FeedItem>, feed: Feed) => void): void {
  for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(state, ['Feed'])) {
    const name = feeds.find((one) => one === endpointName)
    if (name === undefined) continue
    const { params, query } = originalArgs as { params?: { uid: string }; query?: Feed['query'] }
    // It is there only where it gave answers: its code comes with the screens that show it.
    // What a change answers is no new list.
    dispatch(
      (api as typeof feedApi).util.updateQueryData(
        name,
        originalArgs as never,
        (list: Pages<FeedItem>) => void change(list, { name, uid: params?.uid, query }),
      ),
    )
  }
}

/** A post as some answer of the cache has it. */
export function copyOf(state: ApiState, id: string): Post | undefined {
  return cachedPosts(state, { type: 'Post', id }).find((post) => post.id === id)
}

/** Posts on their own, then those in lists. */
function cachedPosts(state: ApiState, tag: 'Post' | { type: 'Post'; id: string } = 'Post'): Post[] {
  const alone = api.util
    .selectInvalidatedBy(state, [tag])
    .flatMap(({ endpointName, originalArgs }) =>
      endpointName === 'post' || endpointName === 'postInBead' ? (api.endpoints[endpointName].select(originalArgs)(state).data ?? []) : [],
    )
  const listed = listsOf(state).flatMap((input) =>
    ((api.endpoints.posts.select(input)(state).data?.pages ?? []) as Page<Post>[]).flatMap(({ results }) => results),
  )
  return [...alone, ...listed]
}
