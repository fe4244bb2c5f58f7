import type { Middleware } from '@reduxjs/toolkit'
import { player, selectLastEdit, type Edit, type Queue, type WithPlayer } from '../../player/index.ts'
import { t } from '../../texts/index.ts'
import { showToast } from '../../ui/toast.ts'

/** Of the first item its title, wherever the edit has left it. */
function titleOf({ added, taken, moved }: Edit, { items }: Queue): string {
  const id = added[0] ?? moved?.id
  return (taken[0] ?? items.find((item) => item.id === id))?.title ?? ''
}

/** Says every edit of the queue, whoever made it where, with a way to take that one back (BY4). */
export const tellEdits: Middleware<object, WithPlayer> = ({ dispatch, getState }) => {
  // Numbers only grow, so what comes to be the last edit because a later one was undone is not news.
  let told = 0
  return (next) => (action) => {
    const result = next(action)
    const edit = selectLastEdit(getState())
    if (edit === null || edit.id <= told) return result
    told = edit.id
    showToast({
      text: t.queue.edits[edit.kind](edit.count, titleOf(edit, getState().player.queue)),
      length: 'long',
      now: true,
      action: { label: t.queue.undo, onSelect: () => dispatch(player.undoEdit(edit.id)) },
    })
    return result
  }
}
