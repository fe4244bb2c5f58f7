import type { Dispatch, Middleware, MiddlewareAPI } from '@reduxjs/toolkit'
import type { Post } from '#contract/schemas.ts'
import { allItems, fromPost, isSlide, player, type WithPlayer } from '#player/index.ts'
import { api } from '#data/api.ts'
import { toSlide } from './slides.ts'

/** Removes a deleted playlist's posts from the queue. */
export function dropBead({ dispatch, getState }: Pick<MiddlewareAPI<Dispatch, WithPlayer>, 'dispatch' | 'getState'>, id: string): void {
  const gone = new Set(getState().player.queue.items.flatMap(({ bead, postId }) => (bead.id === id ? [postId] : [])))
  for (const postId of gone) dispatch(player.dropPost(postId))
}

/** What an edit of a post changes in the queue; null: nothing. A slide of the television that this page controls stays one. */
function commandOf({ player: { queue } }: WithPlayer, post: Post) {
  const items = allItems(queue).filter(({ postId }) => postId === post.id)
  const track = fromPost(post) ?? (items.some(isSlide) ? toSlide(post) : null)
  if (track !== null) return player.reviseTrack(track)
  return items.length > 0 ? player.dropPost(post.id) : null
}

/** Applies edits and deletions of posts and playlists in this tab to the queue. */
export const syncQueueWithPosts: Middleware<object, WithPlayer> =
  ({ dispatch, getState }) =>
  (next) =>
  (action) => {
    const result = next(action)
    const { editPost, deletePost, editBead, deleteBead } = api.endpoints
    if (editPost.matchFulfilled(action)) {
      const command = commandOf(getState(), action.payload.post)
      if (command !== null) dispatch(command)
    } else if (deletePost.matchFulfilled(action)) dispatch(player.dropPost(action.meta.arg.originalArgs.params.id))
    else if (editBead.matchFulfilled(action)) {
      const { id, title, image } = action.payload.data
      dispatch(player.reviseBead({ id, title, ...(image !== null && { image }) }))
    } else if (deleteBead.matchFulfilled(action)) dropBead({ dispatch, getState }, action.meta.arg.originalArgs.params.id)
    return result
  }
