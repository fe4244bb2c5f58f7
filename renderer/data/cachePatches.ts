/** Patches every cached copy of an entity without a request. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { Comment, Page, Post } from '#contract/schemas.ts'
import { api } from './api.ts'
import type { feedApi } from './feed.ts'
import type { searchApi } from './search.ts'

export type ApiState = Parameters<ReturnType<typeof api.endpoints.me.select>>[0]
export type ApiDispatch = ThunkDispatch<ApiState, unknown, UnknownAction>

/** The part of the app's store that the data layer uses. */
export interface ApiStore {
  dispatch: ApiDispatch
  getState(): ApiState
}

/** Every copy of a post: alone, in its playlist, in lists. */
export const patchPost = (dispatch: ApiDispatch, state: ApiState, id: string, patch: (post: Post) => void): void =>
  patchPosts(dispatch, state, { type: 'Post', id }, (post) => post.id === id, patch)

/** The playlist's data in all cached posts. */
export const patchBeadInPosts = (dispatch: ApiDispatch, state: ApiState, id: string, patch: (post: Post) => void): void =>
  patchPosts(dispatch, state, 'Post', (post) => post.bead.id === id, patch)

function patchPosts(
  dispatch: ApiDispatch,
  state: ApiState,
  tag: 'Post' | { type: 'Post'; id: string },
  matches: (post: Post) => boolean,
  patch: (post: Post) => void,
): void {
  const change = (post: Post): void => {
    if (matches(post)) patch(post)
  }
  for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(state, [tag, 'Posts', 'Feed'])) {
    if (endpointName === 'post') dispatch(api.util.updateQueryData('post', originalArgs, change))
    else if (endpointName === 'postInBead') dispatch(api.util.updateQueryData('postInBead', originalArgs, change))
    else if (endpointName === 'posts')
      dispatch(
        api.util.updateQueryData('posts', originalArgs, ({ pages }: { pages: Page<Post>[] }) => {
          for (const { results } of pages) for (const post of results) change(post)
        }),
      )
    else if ((endpointName as string) === 'feed' || (endpointName as string) === 'activity' || (endpointName as string) === 'trendingFeed')
      dispatch(
        (api as typeof feedApi).util.updateQueryData(endpointName as 'feed', originalArgs as never, ({ pages }) => {
          for (const { results } of pages) for (const { post } of results) if (post) change(post)
        }),
      )
    // Injected with the search screens; entries of this name exist only then.
    else if ((endpointName as string) === 'search')
      dispatch(
        (api as typeof searchApi).util.updateQueryData('search', originalArgs as never, ({ pages }) => {
          for (const { results } of pages) for (const { type, entry } of results) if (type === 'post' && entry) change(entry as Post)
        }),
      )
  }
}

/** Every copy of a comment: below its post, and in the previews of posts and feed items. */
export function patchComment(dispatch: ApiDispatch, state: ApiState, id: string, patch: (comment: Comment) => void): void {
  const patchIn = (comments: readonly Comment[] | undefined) => {
    for (const comment of comments ?? []) if (comment.id === id) patch(comment)
  }
  for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(state, ['Comments', 'Posts', 'Feed'])) {
    if (endpointName === 'comments') dispatch(api.util.updateQueryData('comments', originalArgs, ({ results }) => patchIn(results)))
    else if (endpointName === 'posts')
      dispatch(
        api.util.updateQueryData('posts', originalArgs, ({ pages }: { pages: Page<Post>[] }) => {
          for (const { results } of pages) for (const { previewComments } of results) patchIn(previewComments)
        }),
      )
    else if ((endpointName as string) === 'feed' || (endpointName as string) === 'activity' || (endpointName as string) === 'trendingFeed')
      dispatch(
        (api as typeof feedApi).util.updateQueryData(endpointName as 'feed', originalArgs as never, ({ pages }) => {
          for (const { results } of pages) for (const { comments } of results) patchIn(comments)
        }),
      )
  }
}
