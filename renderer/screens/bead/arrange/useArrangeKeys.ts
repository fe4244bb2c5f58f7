import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import type { Post } from '#contract/schemas.ts'
import type { Lift } from '#ui/useLift.ts'

/** The id of the row whose handle contains the target of an event; undefined outside handles. */
export const rowIdOfHandle = (target: EventTarget): string | undefined =>
  target instanceof Element && target.closest('[data-part="handle"]') ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined

const handleOf = (list: HTMLElement | null, id: string): HTMLElement | null | undefined =>
  list?.querySelector<HTMLElement>(`[data-id="${id}"] [data-part="handle"]`)

interface ArrangeKeys {
  onClick: (event: MouseEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: (event: FocusEvent) => void
}

/**
 * Handlers for the list: Enter or Space (as clicks) lift and drop the row whose handle has the focus; the arrow keys,
 * Home and End move it, or without a lifted row the focus between handles; Escape cancels.
 */
export function useArrangeKeys(lift: Lift, items: readonly Post[], list: RefObject<HTMLElement | null>): ArrangeKeys {
  const { held } = lift
  /** The row that gets the focus back after a move by keyboard, and is scrolled into view. */
  const pendingFocusId = useRef<string | null>(null)
  useEffect(() => {
    const handle = pendingFocusId.current === null ? null : handleOf(list.current, pendingFocusId.current)
    pendingFocusId.current = null
    if (handle && handle !== document.activeElement) handle.focus()
    if (handle) handle.scrollIntoView({ block: 'nearest' })
  })

  return {
    onKeyDown(event) {
      const id = rowIdOfHandle(event.target)
      if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      const by = { ArrowUp: -1, ArrowDown: 1, Home: -items.length, End: items.length }[event.key]
      if (by !== undefined && held?.by === 'keys') {
        lift.shift(by)
        pendingFocusId.current = id
      } else if (by !== undefined) {
        const index = Math.min(Math.max(items.findIndex((post) => post.id === id) + by, 0), items.length - 1)
        handleOf(list.current, items[index]!.id)?.focus()
      } else if (event.key === 'Escape' && held?.by === 'keys') lift.cancel()
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    onClick(event) {
      const id = rowIdOfHandle(event.target)
      // Only clicks by keyboard or screen reader, whose `detail` is 0. The pointer drags.
      if (id === undefined || event.detail !== 0) return
      pendingFocusId.current = id
      if (held) lift.drop()
      else lift.lift(id)
    },
    onBlur(event) {
      // Cancels if the focus leaves the lifted row, unless the next render gives it back.
      if (held?.by === 'keys' && pendingFocusId.current === null && rowIdOfHandle(event.target) === held.id) lift.cancel()
    },
  }
}
