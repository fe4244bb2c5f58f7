/** Members, playlists and posts for component tests, and the answers of a site without content. */
import { emailPrefNames, onboardingSteps, pushPrefNames } from '#contract/rules.ts'
import type { Bead, Me, Media, Page, Post, Stream } from '#contract/schemas.ts'
import { defaultSite } from '#data/site.ts'
import type { Answers } from './server.ts'

const date = '2026-01-05T12:00:00.000Z'

const all = <N extends string, V>(names: readonly N[], value: V): Record<N, V> =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<N, V>

export const pageOf = <T>(...results: T[]): Page<T> => ({ results, next: null, counts: { total: results.length } })

export const sampleMe = (changes: Partial<Me> = {}): Me => ({
  _id: 'ada',
  id: 'ada',
  uid: 'ada',
  name: 'Ada Lovelace',
  verified: false,
  image: null,
  description: '',
  city: '',
  country: '',
  creationDate: date,
  imageLastModified: null,
  followerCount: 0,
  followingCount: 0,
  collectedPostCount: 0,
  createdPostCount: 0,
  createdBeadCount: 0,
  collectedBeadCount: 0,
  draftCount: 0,
  email: 'ada@example.org',
  emailVerified: true,
  hasPassword: true,
  isAdmin: false,
  privileges: all(['canComment', 'canCreateBead', 'canCreateDraftBead', 'canFollow', 'canPost', 'canCreatePost'], true),
  emailPrefs: all(emailPrefNames, true),
  pushPrefs: all(pushPrefNames, true),
  onboarding: all(onboardingSteps, false),
  hasFB: false,
  hasTwitter: false,
  groups: [],
  mostusedbeads: [],
  notificationsLastChecked: null,
  ...changes,
})

const creator = { uid: 'grace', name: 'Grace Hopper', verified: false, image: null }

/** Ids are one letter and 17 digits; tests number their playlists and posts. */
export const idOf = (letter: 'b' | 'p', n: number): string => letter + String(n).padStart(17, '0')

export const sampleBead = (title: string, changes: Partial<Bead> = {}, id = idOf('b', 1)): Bead => ({
  _id: id,
  id,
  title,
  category: 'music',
  image: null,
  description: '',
  creator,
  creationDate: date,
  postCount: 0,
  followerCount: 0,
  tags: [],
  isDraft: false,
  isFeed: false,
  href: `/${id}`,
  can: { edit: false, delete: false, post: true },
  ...changes,
})

/** A clip of a site that is not a provider. */
export const sampleMedia = (changes: Partial<Media> = {}): Media => ({
  type: 'video',
  href: 'https://clips.example/dive.mp4',
  title: 'Dive',
  source: 'clips.example',
  duration: 12,
  media: [{ type: 'file', uri: 'https://clips.example/dive.mp4', href: 'https://clips.example/dive.mp4', format: 'video/mp4' }],
  ...changes,
})

/** A medium at a provider. */
export const provided = (type: Stream['type'], source: string, uri: string, href: string): Media =>
  sampleMedia({ href, source, title: uri, media: [{ type, uri, href }] })

/** @param n numbers the posts of a test. */
export const samplePost = (title: string, bead: Bead, n: number, changes: Partial<Post> = {}): Post => {
  const id = idOf('p', n)
  return {
    _id: id,
    id,
    title,
    description: '',
    creator,
    creationDate: date,
    href: `${bead.id}/${id}`,
    bead: { _id: bead.id, id: bead.id, title: bead.title, category: bead.category, image: null, creatorUid: bead.creator.uid },
    tags: [],
    media: null,
    collectCount: 0,
    upvoteCount: 0,
    commentCount: 0,
    playCount: 0,
    shareCount: 0,
    isFeatured: false,
    type: 'post',
    nonMilq: false,
    can: { edit: false, delete: false },
    ...changes,
  }
}

/** What an empty site answers. */
export const emptySite: Answers = {
  'GET /api/v0/site': defaultSite,
  'GET /api/v0/auth/options': { networks: [], minPassword: 4, readOnly: false },
  'GET /api/v0/beads': pageOf(),
  'GET /api/v0/beads/day': { bead: null },
  'GET /api/v0/beads/groups': { results: [] },
  'GET /api/v0/posts': pageOf(),
  'GET /api/v0/posts/count': { count: 0 },
  'GET /api/v0/beads/:id/filters': { tags: [], members: [], counts: { total: 0 } },
  'GET /api/v0/beads/:id/followers': pageOf(),
  'GET /api/v0/beads/:id/table': { results: [] },
  'GET /api/v0/comments/:id': pageOf(),
  'GET /api/v0/posts/:id/collectedby': pageOf(),
  'POST /api/v0/posts/:id/play': { count: 1 },
  'POST /api/v0/posts/:id/unplayable': { reported: true },
  'GET /api/v0/tags/popular': { results: [] },
  'GET /api/v2/search': pageOf(),
  'GET /api/v0/mediasearch': { results: [], next: null, counts: { total: 0 }, outages: [] },
  'GET /api/v0/ml/tags/:query/relatedtags': pageOf(),
  'GET /api/v0/ml/tags/:tag/curators': pageOf(),
  'GET /api/v0/tags/:tag/followers': pageOf(),
  'GET /api/v0/members/:uid/relations': { data: [], next: null },
  'GET /api/v0/members/:uid/following/tags': pageOf(),
  'GET /api/v1/me/notifications': { ...pageOf(), activities: [], items: {}, lastChecked: null },
  'GET /api/v1/me/notifications/status': { count: 0, latest: null },
  'GET /api/v2/trending': pageOf(),
  'GET /api/v2/me/feed/status': { count: 0 },
}
