/** Pointer drag of one row: follows the pointer, auto-scrolls the list near its edges, and reports the drop index. */
import { scrollSpeed } from './rows.ts'

/** Pixels before a press becomes a drag. */
const threshold = 5

interface DragOptions {
  /** The press that can become a drag. */
  event: PointerEvent
  /** Captures the pointer: the handle, or the row's button. It must stay in the document. */
  grip: HTMLElement
  /** Starts without a threshold, for handles. */
  atOnce: boolean
  scroller: HTMLElement
  /** The list element; its `--drag-y` is the row's position. */
  list: HTMLElement
  /** Row height in px. */
  row: number
  /** Index of the row at the start. */
  place: number
  count: () => number
  onLift: () => void
  /** The row is over this index. */
  onOver: (place: number) => void
  /** Dropped at this index; null if cancelled. */
  onEnd: (place: number | null) => void
}

export function dragRow({ event, grip, atOnce, scroller, list, row, place, count, onLift, onOver, onEnd }: DragOptions): void {
  const { pointerId } = event
  const ending = new AbortController()
  const { signal } = ending
  const held = event.clientY - list.getBoundingClientRect().top - place * row
  let y = event.clientY
  let over = place
  let lifted = false
  let frame = 0
  let before = 0

  const follow = () => {
    const last = Math.max(0, count() - 1)
    const top = Math.min(Math.max(y - list.getBoundingClientRect().top - held, 0), last * row)
    list.style.setProperty('--drag-y', `${top}px`)
    const next = Math.round(top / row)
    if (next === over) return
    over = next
    onOver(over)
  }
  const turn = (now: number) => {
    const { top, bottom } = scroller.getBoundingClientRect()
    const speed = scrollSpeed(y, top, bottom)
    if (speed !== 0) scroller.scrollTop += speed * Math.min((now - before) / 1000, 0.05)
    before = now
    follow()
    frame = requestAnimationFrame(turn)
  }
  const lift = () => {
    lifted = true
    grip.setPointerCapture(pointerId)
    onLift()
    before = performance.now()
    frame = requestAnimationFrame(turn)
  }
  const end = (dropped: boolean) => {
    ending.abort()
    cancelAnimationFrame(frame)
    if (!lifted) return
    list.style.removeProperty('--drag-y')
    // Swallows the click that follows the release.
    const swallow = (click: Event) => {
      click.preventDefault()
      click.stopPropagation()
    }
    grip.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => grip.removeEventListener('click', swallow, { capture: true }))
    onEnd(dropped ? over : null)
  }
  const own = (listener: (moved: PointerEvent) => void) => (moved: PointerEvent) => {
    if (moved.pointerId === pointerId) listener(moved)
  }
  addEventListener(
    'pointermove',
    own((moved) => {
      y = moved.clientY
      if (!lifted && Math.abs(y - event.clientY) >= threshold) lift()
    }),
    { signal },
  )
  addEventListener(
    'pointerup',
    own(() => {
      if (lifted) follow()
      end(true)
    }),
    { signal },
  )
  addEventListener(
    'pointercancel',
    own(() => end(false)),
    { signal },
  )
  addEventListener('blur', () => end(false), { signal })
  addEventListener(
    'keydown',
    (pressed) => {
      if (pressed.key !== 'Escape' || !lifted) return
      pressed.preventDefault()
      pressed.stopPropagation()
      end(false)
    },
    { signal, capture: true },
  )
  if (atOnce) lift()
}
