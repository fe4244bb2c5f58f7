import { useState, type PointerEvent, type RefObject } from 'react'
import { useStore } from 'react-redux'
import type { QueueItem, WithPlayer } from '../../../player/index.ts'
import { t } from '../../../texts/index.ts'
import { dragRow } from './drag.ts'

interface LiftOptions {
  items: readonly QueueItem[]
  scroller: RefObject<HTMLElement | null>
  list: RefObject<HTMLElement | null>
  /** Px. */
  row: number
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

/** An item is taken, held over places, and dropped or let go back: by pointer or by keys. Nothing moves in the queue before the drop. */
export function useLift({ items, scroller, list, row, onMove, say }: LiftOptions): Lift {
  const store = useStore<WithPlayer>()
  // Kept as a distance: where pages come in before it, both ends of the move shift alike.
  const [taken, setTaken] = useState<{ id: string; by: 'keys' | 'pointer'; distance: number } | null>(null)
  const from = taken ? items.findIndex(({ id }) => id === taken.id) : -1
  const last = items.length - 1
  const held = taken && from >= 0 ? { id: taken.id, by: taken.by, from, to: Math.min(Math.max(from + taken.distance, 0), last) } : null
  const title = items[from]?.title ?? ''
  const placeOf = (id: string) => store.getState().player.queue.items.findIndex((item) => item.id === id)

  return {
    held,
    byPointer(event, id, onHandle) {
      const grip = (event.target as Element).closest<HTMLElement>('[data-part]')
      if (!grip || !scroller.current || !list.current) return
      dragRow({
        event: event.nativeEvent, grip, atOnce: onHandle, scroller: scroller.current, list: list.current, row,
        place: placeOf(id),
        count: () => store.getState().player.queue.items.length,
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
      say(t.queue.lifted(items[place]?.title ?? '', place + 1, items.length))
    },
    shift(places) {
      if (!held) return -1
      const to = Math.min(Math.max(held.to + places, 0), last)
      setTaken({ id: held.id, by: 'keys', distance: to - held.from })
      say(t.queue.movedOver(to + 1, items.length))
      return to
    },
    drop() {
      if (!held) return
      setTaken(null)
      say(t.queue.dropped(title, held.to + 1, items.length))
      if (held.to !== held.from) onMove(held.id, held.to)
    },
    cancel() {
      if (!held) return
      setTaken(null)
      say(t.queue.cancelled(title))
    },
  }
}
