import type { Middleware } from '@reduxjs/toolkit'
import { player, selectLastEdit, type WithPlayer } from '../player/index.ts'

/** Says every edit of the queue, whoever made it where, with a way to take that one back (BY4). */
export const tellEdits: Middleware<object, WithPlayer> = ({ dispatch, getState }) => {
  // Numbers only grow, so what comes to be the last edit because a later one was undone is not news.
  let told = 0
  return (next) => (action) => {
    const result = next(action)
    const edit = selectLastEdit(getState())
    if (edit === null || edit.id <= told) return result
    told = edit.id
    const { queue } = getState().player
    import('./showUndoToast.ts').then(({ sayEdit }) => sayEdit(edit, queue, () => dispatch(player.undoEdit(edit.id))), () => undefined)
    return result
  }
}
