import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import type { Lift } from '#ui/useLift.ts'
import type { Part, RowAction } from './QueueRow.tsx'
import type { RowFocus } from './useRowFocus.ts'

/** Number of rows by which Page Up and Page Down move. */
const pageOfRows = 8

interface RowEventsOptions {
  /** Number of rows. */
  count: number
  lift: Lift
  focus: RowFocus
  runAction: (action: RowAction, id: string) => void
  /** Scrolls the row at this index into view. */
  reveal: (position: number) => void
}

/** Row id and part of an event's target. */
function partAt(target: EventTarget): { id: string; part: Part } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-part]') : null
  const id = element?.closest<HTMLElement>('[data-id]')?.dataset['id']
  return element && id !== undefined ? { id, part: element.dataset['part'] as Part } : null
}

/** Event handlers of the queue's list, for all its rows: navigation, playing, removing and reordering. */
export function useRowEvents({ count, lift, focus, runAction, reveal }: RowEventsOptions) {
  const { held } = lift
  const { active, focusRow, focusAfterRender } = focus
  return {
    onKeyDown(event: KeyboardEvent) {
      // React also delivers events of menus, which are rendered elsewhere in the document.
      const target = partAt(event.target)
      if (!target || !event.currentTarget.contains(event.target as Node) || event.ctrlKey || event.metaKey || event.altKey) return
      const offset = { ArrowUp: -1, ArrowDown: 1, PageUp: -pageOfRows, PageDown: pageOfRows, Home: -count, End: count }[event.key]
      /** A row is being moved by keys: the arrow keys move it instead of the focus. */
      const byKeys = held?.by === 'keys'
      if (offset !== undefined) {
        if (byKeys) reveal(lift.shift(offset))
        else focusRow(active + offset, target.part)
      } else if (byKeys && event.key === 'Escape') lift.cancel()
      else if (event.key === 'Delete' && !held) {
        focusAfterRender(target.part)
        runAction('remove', target.id)
      } else return
      event.preventDefault()
      event.stopPropagation()
    },
    onClick(event: MouseEvent) {
      const target = partAt(event.target)
      if (target?.part === 'play') runAction('play', target.id)
      // detail 0: a click without a pointer, from the keyboard or a screen reader.
      else if (target?.part === 'handle' && event.detail === 0) {
        if (held) {
          focusAfterRender('handle')
          lift.drop()
        } else lift.lift(target.id)
      }
    },
    onFocus(event: FocusEvent) {
      const target = partAt(event.target)
      if (target) focus.rememberFocused(target.id)
    },
    // Leaving the handle cancels a move by keys, unless the focus is about to be restored after a render.
    onBlur({ target }: FocusEvent) {
      if (held?.by === 'keys' && !focus.isFocusPending() && target instanceof HTMLElement && target.dataset['part'] === 'handle')
        lift.cancel()
    },
    onPointerDown(event: PointerEvent) {
      const target = partAt(event.target)
      if (!target || target.part === 'menu' || event.button !== 0 || !event.isPrimary) return
      // Touch on a row scrolls the list; touch on a handle drags the row.
      if (target.part === 'handle' || event.pointerType === 'mouse') lift.byPointer(event, target.id, target.part === 'handle')
    },
  }
}
