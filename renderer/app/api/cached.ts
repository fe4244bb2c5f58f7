/** Changes what the cache already holds of something, wherever it holds it, without asking the server again. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import type { Page, Post } from '../../../server/contract/schemas.ts'
import { api } from './api.ts'
import type { searchApi } from './search.ts'

type ApiState = Parameters<ReturnType<typeof api.endpoints.me.select>>[0]
export type ApiDispatch = ThunkDispatch<ApiState, unknown, UnknownAction>

/** Every copy of a post: alone, in its playlist, in lists. */
export function patchPost(dispatch: ApiDispatch, state: ApiState, id: string, patch: (post: Post) => void): void {
  for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(state, [{ type: 'Post', id }, 'Posts'])) {
    if (endpointName === 'post') dispatch(api.util.updateQueryData('post', originalArgs, patch))
    else if (endpointName === 'postInBead') dispatch(api.util.updateQueryData('postInBead', originalArgs, patch))
    else if (endpointName === 'posts')
      dispatch(api.util.updateQueryData('posts', originalArgs, ({ pages }: { pages: Page<Post>[] }) => {
        for (const { results } of pages) for (const post of results) if (post.id === id) patch(post)
      }))
    // It is there only where it gave answers: its code comes with the screens that search.
    else if ((endpointName as string) === 'search')
      dispatch((api as typeof searchApi).util.updateQueryData('search', originalArgs as never, ({ pages }) => {
        for (const { results } of pages) for (const { type, entry } of results) if (type === 'post' && entry?.id === id) patch(entry as Post)
      }))
  }
}
