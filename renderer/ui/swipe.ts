/** Direction of a swipe relative to the writing direction. */
export type SwipeDirection = 'forward' | 'back'

export interface Point {
  x: number
  y: number
}

/** Minimum distance of a swipe in pixels (A9). */
export const swipeThreshold = 100

/** Pixels at the window's sides that systems use for their Back gesture. */
export const systemEdge = 24

/** Whether a touch that starts here belongs to the system. @param width of the window, in pixels */
export const isAtEdge = (x: number, width: number): boolean => x < systemEdge || x > width - systemEdge

/** Only a predominantly horizontal movement is a swipe. */
export function swipeOf(from: Point, to: Point, rtl: boolean): SwipeDirection | null {
  const across = to.x - from.x
  if (Math.abs(across) < swipeThreshold || Math.abs(across) < 2 * Math.abs(to.y - from.y)) return null
  return across > 0 !== rtl ? 'forward' : 'back'
}

/** Whether horizontal movements have another meaning here: horizontal scrolling, sliders, text selection. */
function isTaken(target: EventTarget | null): boolean {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    if (element.matches('input, textarea, [contenteditable="true"], [role="slider"]')) return true
    if (element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX)) return true
  }
  return false
}

/** Detects one-finger swipes in an element. Returns a function that stops. */
export function listenForSwipes(element: HTMLElement, onSwipe: (direction: SwipeDirection) => void): () => void {
  let from: Point | null = null
  const listening = new AbortController()
  const options = { signal: listening.signal, passive: true }
  // Touch events continue while the browser scrolls, pointer events are cancelled.
  element.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      const [finger] = touches
      from =
        touches.length === 1 && finger && !isAtEdge(finger.clientX, innerWidth) && !isTaken(target)
          ? { x: finger.clientX, y: finger.clientY }
          : null
    },
    options,
  )
  element.addEventListener(
    'touchend',
    ({ changedTouches }) => {
      const [finger] = changedTouches
      const direction =
        from && finger && swipeOf(from, { x: finger.clientX, y: finger.clientY }, getComputedStyle(element).direction === 'rtl')
      from = null
      if (direction) onSwipe(direction)
    },
    options,
  )
  element.addEventListener('touchcancel', () => (from = null), options)
  return () => listening.abort()
}
