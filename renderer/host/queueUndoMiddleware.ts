import type { Middleware } from '@reduxjs/toolkit'
import { player, selectLastEdit, type WithPlayer } from '#player/index.ts'

/** Shows a toast with Undo for every edit of the queue (BY4). */
export const queueUndoMiddleware: Middleware<object, WithPlayer> = ({ dispatch, getState }) => {
  // Ids of edits only grow. After an undo, an older edit is the last one again; its toast was shown before.
  let lastShown = 0
  return (next) => (action) => {
    const result = next(action)
    const edit = selectLastEdit(getState())
    if (edit === null || edit.id <= lastShown) return result
    lastShown = edit.id
    const { queue } = getState().player
    import('./showUndoToast.ts').then(
      ({ showUndoToast }) => showUndoToast(edit, queue, () => dispatch(player.undoEdit(edit.id))),
      () => undefined,
    )
    return result
  }
}
