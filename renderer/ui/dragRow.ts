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
  rowHeight: number
  /** Index of the row at the start. */
  startIndex: number
  count: () => number
  onLift: () => void
  /** The row is over this index. */
  onOver: (index: number) => void
  /** Dropped at this index; null if cancelled. */
  onEnd: (index: number | null) => void
}

export function dragRow({ event, grip, atOnce, scroller, list, rowHeight, startIndex, count, onLift, onOver, onEnd }: DragOptions): void {
  const { pointerId } = event
  const ending = new AbortController()
  const { signal } = ending
  const grabOffset = event.clientY - list.getBoundingClientRect().top - startIndex * rowHeight
  let y = event.clientY
  let overIndex = startIndex
  let lifted = false
  let frame = 0
  let lastFrameAt = 0

  const follow = () => {
    const last = Math.max(0, count() - 1)
    const top = Math.min(Math.max(y - list.getBoundingClientRect().top - grabOffset, 0), last * rowHeight)
    list.style.setProperty('--drag-y', `${top}px`)
    const next = Math.round(top / rowHeight)
    if (next === overIndex) return
    overIndex = next
    onOver(overIndex)
  }
  const onFrame = (now: number) => {
    const { top, bottom } = scroller.getBoundingClientRect()
    const speed = scrollSpeed(y, top, bottom)
    if (speed !== 0) scroller.scrollTop += speed * Math.min((now - lastFrameAt) / 1000, 0.05)
    lastFrameAt = now
    follow()
    frame = requestAnimationFrame(onFrame)
  }
  const lift = () => {
    lifted = true
    grip.setPointerCapture(pointerId)
    onLift()
    lastFrameAt = performance.now()
    frame = requestAnimationFrame(onFrame)
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
    onEnd(dropped ? overIndex : null)
  }
  const forThisPointer = (listener: (moved: PointerEvent) => void) => (moved: PointerEvent) => {
    if (moved.pointerId === pointerId) listener(moved)
  }
  addEventListener(
    'pointermove',
    forThisPointer((moved) => {
      y = moved.clientY
      if (!lifted && Math.abs(y - event.clientY) >= threshold) lift()
    }),
    { signal },
  )
  addEventListener(
    'pointerup',
    forThisPointer(() => {
      if (lifted) follow()
      end(true)
    }),
    { signal },
  )
  addEventListener(
    'pointercancel',
    forThisPointer(() => end(false)),
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
