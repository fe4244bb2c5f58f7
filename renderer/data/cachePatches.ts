/** Patches every cached copy of an entity without a request. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { Comment, Post } from '#contract/schemas.ts'
import { api } from './api.ts'
import { cachedAnswers, isCachedAnswer, type CachedAnswerName } from './cachedAnswers.ts'

export type ApiState = Parameters<ReturnType<typeof api.endpoints.me.select>>[0]
export type ApiDispatch = ThunkDispatch<ApiState, unknown, UnknownAction>

/** The part of the app's store that the data layer uses. */
export interface ApiStore {
  dispatch: ApiDispatch
  getState(): ApiState
}

type Tags = Parameters<typeof api.util.selectInvalidatedBy>[1]

/**
 * A cached answer of an endpoint in the registry. Loosely typed, because its endpoint may be in code that loads later.
 */
export interface CacheEntry {
  name: CachedAnswerName
  args: unknown
  cached: unknown
}

/** The entries that have these tags. */
export const cachedEntries = (state: ApiState, tags: Tags): CacheEntry[] =>
  api.util
    .selectInvalidatedBy(state, tags)
    .flatMap(({ endpointName, originalArgs, queryCacheKey }) =>
      isCachedAnswer(endpointName) ? [{ name: endpointName, args: originalArgs, cached: state.api.queries[queryCacheKey]?.data }] : [],
    )

/** `updateQueryData` without its types, for endpoints of any name; the registry defines which answer a name has. */
const { updateQueryData } = api.util as unknown as {
  updateQueryData(name: string, args: unknown, change: (draft: never) => void): UnknownAction
}

/** Changes one entry. `change` mutates an Immer draft of its value; a returned value is ignored. */
export const patchEntry = <T>(
  dispatch: ApiDispatch,
  { name, args }: Pick<CacheEntry, 'args'> & { name: string },
  change: (draft: T) => void,
): void => void dispatch(updateQueryData(name, args, (draft) => void change(draft)))

function patchPosts(
  dispatch: ApiDispatch,
  state: ApiState,
  tag: 'Post' | { type: 'Post'; id: string },
  matches: (post: Post) => boolean,
  patch: (post: Post) => void,
): void {
  for (const entry of cachedEntries(state, [tag, 'Posts', 'Feed'])) {
    const { hasPosts, postsIn } = cachedAnswers[entry.name]
    if (!hasPosts) continue
    patchEntry(dispatch, entry, (draft) => {
      for (const post of postsIn(draft)) if (matches(post)) patch(post)
    })
  }
}

/** Every copy of a post: alone, in its playlist, in lists. */
export const patchPost = (dispatch: ApiDispatch, state: ApiState, id: string, patch: (post: Post) => void): void =>
  patchPosts(dispatch, state, { type: 'Post', id }, (post) => post.id === id, patch)

/** The playlist's data in all cached posts. */
export const patchBeadInPosts = (dispatch: ApiDispatch, state: ApiState, id: string, patch: (post: Post) => void): void =>
  patchPosts(dispatch, state, 'Post', (post) => post.bead.id === id, patch)

/** Every copy of a comment: below its post, and in the previews of posts and feed items. */
export function patchComment(dispatch: ApiDispatch, state: ApiState, id: string, patch: (comment: Comment) => void): void {
  for (const entry of cachedEntries(state, ['Comments', 'Posts', 'Feed'])) {
    const { hasComments, commentsIn } = cachedAnswers[entry.name]
    if (!hasComments) continue
    patchEntry(dispatch, entry, (draft) => {
      for (const comment of commentsIn(draft)) if (comment.id === id) patch(comment)
    })
  }
}
