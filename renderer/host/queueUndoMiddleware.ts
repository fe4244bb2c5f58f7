import type { Middleware } from '@reduxjs/toolkit'
import { player, selectLastEdit, type WithPlayer } from '#player/index.ts'

const edits = [player.playNext, player.addToQueue, player.removeItems, player.moveItem, player.clearQueue]

/**
 * Shows a toast with Undo for every edit of the queue that this page makes (BY4). Edits also come from other devices, or with a queue that
 * another device has played.
 */
export const queueUndoMiddleware: Middleware<object, WithPlayer> = ({ dispatch, getState }) => {
  /** The last edit before a command that will be followed by another one; undefined if none is expected. */
  let before: number | null | undefined
  return (next) => (action) => {
    const isEdit = edits.some((edit) => edit.match(action)) && !('meta' in (action as object))
    if (isEdit) before = selectLastEdit(getState())?.id ?? null
    const result = next(action)
    const edit = selectLastEdit(getState())
    if (before === undefined || edit === null || edit.id === before) return result
    before = undefined
    const { queue } = getState().player
    import('./showUndoToast.ts').then(
      ({ showUndoToast }) => showUndoToast(edit, queue, () => dispatch(player.undoEdit(edit.id))),
      () => undefined,
    )
    return result
  }
}
