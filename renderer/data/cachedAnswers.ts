/**
 * The registry of cached answers, one row per endpoint: those that the server-rendered document may contain
 * (preload.ts), and those whose posts and comments are patched after a mutation (cachePatches.ts). Add every new list
 * here. The endpoint of a list with posts provides the cache tag `Posts` or `Feed`.
 */
import type { Answer, EndpointKey } from '#contract/endpoints.ts'
import type { Comment, Post } from '#contract/schemas.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'

export interface CachedAnswer {
  key: EndpointKey
  /** An infinite query, cached as `{ pages, pageParams }`. */
  isList: boolean
  hasPosts: boolean
  hasComments: boolean
  /** The posts in the cached value. They can be mutated if the value is an Immer draft. */
  postsIn(cached: unknown): Post[]
  commentsIn(cached: unknown): Comment[]
}

interface Contents<T> {
  posts?(answer: T): (Post | undefined)[]
  comments?(answer: T): (Comment[] | undefined)[]
}

const isPresent = <T>(value: T | undefined): value is T => value !== undefined

function row<K extends EndpointKey>(key: K, isList: boolean, { posts, comments }: Contents<Answer<K>>): CachedAnswer {
  const answersIn = (cached: unknown): Answer<K>[] => (isList ? (cached as { pages: Answer<K>[] }).pages : [cached as Answer<K>])
  return {
    key,
    isList,
    hasPosts: posts !== undefined,
    hasComments: comments !== undefined,
    postsIn: (cached) => (posts ? answersIn(cached).flatMap(posts).filter(isPresent) : []),
    commentsIn: (cached) => (comments ? answersIn(cached).flatMap(comments).filter(isPresent).flat() : []),
  }
}

const single = <K extends EndpointKey>(key: K, contents: Contents<Answer<K>> = {}) => row(key, false, contents)
const list = <K extends EndpointKey>(key: K, contents: Contents<Answer<K>> = {}) => row(key, true, contents)

const feedContents: Contents<{ results: FeedItem[] }> = {
  posts: ({ results }) => results.map(({ post }) => post),
  comments: ({ results }) => results.map(({ comments }) => comments),
}

export const cachedAnswers = {
  me: single('GET /api/v0/me'),
  site: single('GET /api/v0/site'),
  member: single('GET /api/v0/members/:uid'),
  beads: list('GET /api/v0/beads'),
  beadOfTheDay: single('GET /api/v0/beads/day'),
  beadGroups: single('GET /api/v0/beads/groups'),
  bead: single('GET /api/v0/beads/:id'),
  popularTags: single('GET /api/v0/tags/popular'),
  posts: list('GET /api/v0/posts', {
    posts: ({ results }) => results,
    comments: ({ results }) => results.map(({ previewComments }) => previewComments),
  }),
  post: single('GET /api/v0/posts/:id', { posts: (post) => [post] }),
  postInBead: single('GET /api/v0/posts/:bead/:id', { posts: (post) => [post] }),
  comments: single('GET /api/v0/comments/:id', {
    comments: (answer) => ('results' in answer ? [answer.results] : [[answer]]),
  }),
  search: list('GET /api/v2/search', {
    posts: ({ results }) => results.map(({ type, entry }) => (type === 'post' ? (entry as Post | undefined) : undefined)),
  }),
  feed: list('GET /api/v2/me/feed', feedContents),
  activity: list('GET /api/v2/members/:uid/activity', feedContents),
  trendingFeed: list('GET /api/v2/trending', feedContents),
  followers: list('GET /api/v0/members/:uid/followers'),
  following: list('GET /api/v0/members/:uid/following'),
  followedTags: list('GET /api/v0/members/:uid/following/tags'),
  beadFollowers: list('GET /api/v0/beads/:id/followers'),
  tagFollowers: list('GET /api/v0/tags/:tag/followers'),
  collectionFilters: single('GET /api/v1/collection/filters'),
  relatedTags: single('GET /api/v0/ml/tags/:query/relatedtags'),
  tagCurators: list('GET /api/v0/ml/tags/:tag/curators'),
} as const satisfies Record<string, CachedAnswer>

export type CachedAnswerName = keyof typeof cachedAnswers
export const isCachedAnswer = (name: string): name is CachedAnswerName => name in cachedAnswers
