/** A row in a person's hand: follows the pointer, scrolls the list near its edges, and says over which place it is. */
import { scrollSpeed } from './rows.ts'

/** A press on a row is a click until the pointer has gone this far. */
const threshold = 5

interface DragOptions {
  /** The press that may become a drag. */
  event: PointerEvent
  /** What takes the pointer: the handle, or the row's button. It must stay in the document. */
  grip: HTMLElement
  /** Its moves are known without a threshold, as a handle's are. */
  atOnce: boolean
  scroller: HTMLElement
  /** The list itself, whose `--drag-y` is where the row is. */
  list: HTMLElement
  /** Px. */
  row: number
  /** Place of the row when it is taken. */
  place: number
  count: () => number
  onLift: () => void
  /** The row is over this place. */
  onOver: (place: number) => void
  /** Let go of over this place; null: it goes back to where it was. */
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
    // The release counts as a click on what was held.
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
