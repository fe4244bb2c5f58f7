import { useState, type PointerEvent, type RefObject } from 'react'
import { dragRow } from './dragRow.ts'

interface Item {
  id: string
  title: string
}

/** Texts announced for a move. */
export interface LiftWords {
  lifted: (title: string, place: number, total: number) => string
  movedOver: (place: number, total: number) => string
  dropped: (title: string, place: number, total: number) => string
  cancelled: (title: string) => string
}

interface LiftOptions {
  items: readonly Item[]
  /** The current items during a drag, when more may have loaded. Must be a stable function. */
  present: () => readonly Item[]
  words: LiftWords
  scroller: RefObject<HTMLElement | null>
  list: RefObject<HTMLElement | null>
  /** Row height in px. */
  row: number
  /** Total number of items, if only some are loaded. */
  total?: number
  onMove: (id: string, to: number) => void
  /** Announces to screen readers. */
  announce: (words: string) => void
}

export interface Lift {
  /** The held item, its index and target index; null if none is held. */
  held: { id: string; from: number; to: number; by: 'keys' | 'pointer' } | null
  byPointer: (event: PointerEvent, id: string, onHandle: boolean) => void
  lift: (id: string) => void
  /** Moves by a number of rows, clamped to the list. Returns the new index. */
  shift: (places: number) => number
  drop: () => void
  cancel: () => void
}

/** Reordering by pointer or keys: an item is lifted, moved over indexes, and dropped or cancelled. The list changes only on drop. */
export function useLift({ items, present, words, scroller, list, row, total = items.length, onMove, announce }: LiftOptions): Lift {
  // Stored as a distance: pages inserted before it shift both indexes alike.
  const [taken, setTaken] = useState<{ id: string; by: 'keys' | 'pointer'; distance: number } | null>(null)
  const from = taken ? items.findIndex(({ id }) => id === taken.id) : -1
  const last = items.length - 1
  const held = taken && from >= 0 ? { id: taken.id, by: taken.by, from, to: Math.min(Math.max(from + taken.distance, 0), last) } : null
  const title = items[from]?.title ?? ''
  const placeOf = (id: string) => present().findIndex((item) => item.id === id)

  return {
    held,
    byPointer(event, id, onHandle) {
      const grip = (event.target as Element).closest<HTMLElement>('[data-part]')
      if (!grip || !scroller.current || !list.current) return
      dragRow({
        event: event.nativeEvent,
        grip,
        atOnce: onHandle,
        scroller: scroller.current,
        list: list.current,
        rowHeight: row,
        startIndex: placeOf(id),
        count: () => present().length,
        onLift: () => setTaken({ id, by: 'pointer', distance: 0 }),
        onOver: (place) => setTaken({ id, by: 'pointer', distance: place - placeOf(id) }),
        onEnd: (place) => {
          setTaken(null)
          if (place !== null && placeOf(id) >= 0 && place !== placeOf(id)) onMove(id, place)
        },
      })
    },
    lift(id) {
      setTaken({ id, by: 'keys', distance: 0 })
      const place = placeOf(id)
      announce(words.lifted(items[place]?.title ?? '', place + 1, total))
    },
    shift(places) {
      if (!held) return -1
      const to = Math.min(Math.max(held.to + places, 0), last)
      setTaken({ id: held.id, by: 'keys', distance: to - held.from })
      announce(words.movedOver(to + 1, total))
      return to
    },
    drop() {
      if (!held) return
      setTaken(null)
      announce(words.dropped(title, held.to + 1, total))
      if (held.to !== held.from) onMove(held.id, held.to)
    },
    cancel() {
      if (!held) return
      setTaken(null)
      announce(words.cancelled(title))
    },
  }
}
