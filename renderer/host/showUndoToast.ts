import type { Edit, Queue } from '../player/index.ts'
import { t } from '../texts/index.ts'
import { showToast } from '../ui/toast.ts'

/** Of the first item its title, wherever the edit has left it. */
function titleOf({ added, taken, moved }: Edit, { items }: Queue): string {
  const id = added[0] ?? moved?.id
  return (taken[0] ?? items.find((item) => item.id === id))?.title ?? ''
}

/** What was done to the queue, which is now this one. Fetched with the first edit. */
export function sayEdit(edit: Edit, queue: Queue, undo: () => void): void {
  showToast({ text: t.queue.edits[edit.kind](edit.count, titleOf(edit, queue)), length: 'long', now: true, action: { label: t.common.undo, onSelect: undo } })
}
