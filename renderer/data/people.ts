/** Endpoints for the lists of followers, and of followed members and tags. Loaded with the screens that show them. */
import type { Answer, CallInput } from '#contract/endpoints.ts'
import { tagKey } from '#contract/rules.ts'
import { api, followersOf, followsOf, pageOf, tagsOf, type Offset } from './api.ts'

type Followers = 'GET /api/v0/members/:uid/followers'
type Following = 'GET /api/v0/members/:uid/following'
type Tags = 'GET /api/v0/members/:uid/following/tags'
type BeadFollowers = 'GET /api/v0/beads/:id/followers'
type TagFollowers = 'GET /api/v0/tags/:tag/followers'

// Also tagged `Member`: lists exclude blocked members, so they depend on the viewer.
export const peopleApi = api.injectEndpoints({
  endpoints: (build) => ({
    followers: build.infiniteQuery<Answer<Followers>, CallInput<Followers>, Offset>({
      ...pageOf<Followers>('GET /api/v0/members/:uid/followers'),
      providesTags: (_, __, { params }) => ['Member', followersOf(params.uid)],
    }),
    following: build.infiniteQuery<Answer<Following>, CallInput<Following>, Offset>({
      ...pageOf<Following>('GET /api/v0/members/:uid/following'),
      providesTags: (_, __, { params }) => ['Member', followsOf(params.uid)],
    }),
    followedTags: build.infiniteQuery<Answer<Tags>, CallInput<Tags>, Offset>({
      ...pageOf<Tags>('GET /api/v0/members/:uid/following/tags'),
      providesTags: (_, __, { params }) => ['Member', tagsOf(params.uid)],
    }),
    beadFollowers: build.infiniteQuery<Answer<BeadFollowers>, CallInput<BeadFollowers>, Offset>({
      ...pageOf<BeadFollowers>('GET /api/v0/beads/:id/followers'),
      providesTags: (_, __, { params }) => ['Member', followersOf(params.id)],
    }),
    tagFollowers: build.infiniteQuery<Answer<TagFollowers>, CallInput<TagFollowers>, Offset>({
      ...pageOf<TagFollowers>('GET /api/v0/tags/:tag/followers'),
      providesTags: (_, __, { params }) => ['Member', followersOf(`#${tagKey(params.tag)}`)],
    }),
  }),
})

export const {
  useFollowersInfiniteQuery,
  useFollowingInfiniteQuery,
  useFollowedTagsInfiniteQuery,
  useBeadFollowersInfiniteQuery,
  useTagFollowersInfiniteQuery,
} = peopleApi
