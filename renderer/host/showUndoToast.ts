import type { Edit, Queue } from '#player/index.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'

/** The title of the first item that the edit removed, added or moved. */
function titleOf({ added, taken, moved }: Edit, { items }: Queue): string {
  const id = added[0] ?? moved?.id
  return (taken[0] ?? items.find((item) => item.id === id))?.title ?? ''
}

/** Shows a toast that describes an edit of the queue, with an Undo button. Loaded with the first edit. */
export function showUndoToast(edit: Edit, queue: Queue, undo: () => void): void {
  showToast({
    text: t.queue.edits[edit.kind](edit.count, titleOf(edit, queue)),
    length: 'long',
    now: true,
    action: { label: t.common.undo, onSelect: undo },
  })
}
