import { useState, type PointerEvent, type RefObject } from 'react'
import { dragRow } from './dragRow.ts'

interface Item {
  id: string
  title: string
}

/** What is read out of a move. */
export interface LiftWords {
  lifted: (title: string, place: number, total: number) => string
  movedOver: (place: number, total: number) => string
  dropped: (title: string, place: number, total: number) => string
  cancelled: (title: string) => string
}

interface LiftOptions {
  items: readonly Item[]
  /** The same in the midst of a drag, when more may have come. Stays the same function. */
  present: () => readonly Item[]
  words: LiftWords
  scroller: RefObject<HTMLElement | null>
  list: RefObject<HTMLElement | null>
  /** Px. */
  row: number
  /** How many there are, where only the first of them have come. */
  total?: number
  onMove: (id: string, to: number) => void
  /** Says it to those who do not see it. */
  say: (words: string) => void
}

export interface Lift {
  /** Of the item that is held, where it stands and over which place it is; null where nothing is held. */
  held: { id: string; from: number; to: number; by: 'keys' | 'pointer' } | null
  byPointer: (event: PointerEvent, id: string, onHandle: boolean) => void
  lift: (id: string) => void
  /** By so many places; as far as the list goes. Answers where it is then. */
  shift: (places: number) => number
  drop: () => void
  cancel: () => void
}

/** An item is taken, held over places, and dropped or let go back: by pointer or by keys. Nothing moves in the list before the drop. */
export function useLift({ items, present, words, scroller, list, row, total = items.length, onMove, say }: LiftOptions): Lift {
  // Kept as a distance: where pages come in before it, both ends of the move shift alike.
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
        row,
        place: placeOf(id),
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
      say(words.lifted(items[place]?.title ?? '', place + 1, total))
    },
    shift(places) {
      if (!held) return -1
      const to = Math.min(Math.max(held.to + places, 0), last)
      setTaken({ id: held.id, by: 'keys', distance: to - held.from })
      say(words.movedOver(to + 1, total))
      return to
    },
    drop() {
      if (!held) return
      setTaken(null)
      say(words.dropped(title, held.to + 1, total))
      if (held.to !== held.from) onMove(held.id, held.to)
    },
    cancel() {
      if (!held) return
      setTaken(null)
      say(words.cancelled(title))
    },
  }
}
