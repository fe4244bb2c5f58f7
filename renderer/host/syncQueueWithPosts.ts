import type { Dispatch, Middleware, MiddlewareAPI } from '@reduxjs/toolkit'
import { fromPosts, player, type WithPlayer } from '#player/index.ts'
import { api } from '#data/api.ts'

/** Removes a deleted playlist's posts from the queue. */
export function dropBead({ dispatch, getState }: Pick<MiddlewareAPI<Dispatch, WithPlayer>, 'dispatch' | 'getState'>, id: string): void {
  const gone = new Set(getState().player.queue.items.flatMap(({ bead, postId }) => (bead.id === id ? [postId] : [])))
  for (const postId of gone) dispatch(player.dropPost(postId))
}

/** Applies edits and deletions of posts and playlists in this tab to the queue. */
export const syncQueueWithPosts: Middleware<object, WithPlayer> =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const result = next(action)
    const { editPost, deletePost, editBead, deleteBead } = api.endpoints
    if (editPost.matchFulfilled(action)) {
      const [track] = fromPosts([action.payload.post])
      dispatch(track ? player.reviseTrack(track) : player.dropPost(action.payload.id))
    } else if (deletePost.matchFulfilled(action)) dispatch(player.dropPost(action.meta.arg.originalArgs.params.id))
    else if (editBead.matchFulfilled(action)) {
      const { id, title, image } = action.payload.data
      dispatch(player.reviseBead({ id, title, ...(image !== null && { image }) }))
    } else if (deleteBead.matchFulfilled(action)) dropBead({ dispatch, getState }, action.meta.arg.originalArgs.params.id)
    return result
  }
