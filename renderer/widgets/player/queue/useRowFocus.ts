import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { Queue } from '#player/index.ts'
import type { Part } from './QueueRow.tsx'

interface RowFocusOptions {
  queue: Queue
  list: RefObject<HTMLElement | null>
  /** Moves the focus into the list after the first render. */
  takesFocus: boolean
  /** Scrolls the row at this index into view. */
  reveal: (position: number) => void
}

export interface RowFocus {
  /** Index of the row whose controls are tab stops. */
  active: number
  /** Makes a row active and focuses one of its parts; the index is clamped to the list. */
  focusRow: (position: number, part: Part) => void
  /** Focuses a part of the active row after the next render. */
  focusAfterRender: (part: Part) => void
  isFocusPending: () => boolean
  /** Called when a part of this item's row got the focus: makes the row active. */
  rememberFocused: (id: string) => void
}

/** Roving tabindex over the queue's rows: the controls of one row are tab stops, at first of the current item's row. */
export function useRowFocus({ queue: { items, index }, list, takesFocus, reveal }: RowFocusOptions): RowFocus {
  // The last focused row; if its item is removed, the row now at its index.
  const [lastFocused, setLastFocused] = useState<{ id: string; position: number } | null>(null)
  const active = useMemo(() => {
    if (lastFocused === null) return index
    const position = items.findIndex(({ id }) => id === lastFocused.id)
    return position >= 0 ? position : Math.min(lastFocused.position, items.length - 1)
  }, [lastFocused, items, index])

  /** Part to focus after the next render. */
  const pendingFocus = useRef<Part | null>(takesFocus ? 'play' : null)
  useLayoutEffect(() => {
    const part = pendingFocus.current
    if (part === null) return
    pendingFocus.current = null
    list.current?.querySelector<HTMLElement>(`[aria-posinset="${active + 1}"] [data-part="${part}"]`)?.focus({ preventScroll: true })
  })
  const focusAfterRender = useCallback((part: Part) => {
    pendingFocus.current = part
  }, [])

  return {
    active,
    focusAfterRender,
    isFocusPending: () => pendingFocus.current !== null,
    focusRow(position, part) {
      const clamped = Math.min(Math.max(position, 0), items.length - 1)
      const item = items[clamped]
      if (!item) return
      focusAfterRender(part)
      setLastFocused({ id: item.id, position: clamped })
      reveal(clamped)
    },
    rememberFocused(id) {
      if (id !== lastFocused?.id) setLastFocused({ id, position: items.findIndex((item) => item.id === id) })
    },
  }
}
