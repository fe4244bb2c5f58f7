/** Which way a finger went: along the line of text, from where it starts or back there. */
export type SwipeDirection = 'forward' | 'back'

export interface Point {
  x: number
  y: number
}

/** Pixels from which on a movement is meant (A9). */
export const swipeThreshold = 100

/** Pixels at the sides where systems take a swipe for their own Back. */
export const systemEdge = 24

/** Whether a swipe that begins here is the system's. @param width of the window, in pixels */
export const isAtEdge = (x: number, width: number): boolean => x < systemEdge || x > width - systemEdge

/** A movement that is as much up or down as to the side is none. */
export function swipeOf(from: Point, to: Point, rtl: boolean): SwipeDirection | null {
  const across = to.x - from.x
  if (Math.abs(across) < swipeThreshold || Math.abs(across) < 2 * Math.abs(to.y - from.y)) return null
  return across > 0 !== rtl ? 'forward' : 'back'
}

/** Whether a sideways movement that begins here means something else: a row that scrolls, a slider, the marking of text. */
function isTaken(target: EventTarget | null): boolean {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    if (element.matches('input, textarea, [contenteditable="true"], [role="slider"]')) return true
    if (element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(element).overflowX)) return true
  }
  return false
}

/** Tells swipes of one finger within an element. Answers how to stop. */
export function listenForSwipes(element: HTMLElement, onSwipe: (direction: SwipeDirection) => void): () => void {
  let from: Point | null = null
  const listening = new AbortController()
  const options = { signal: listening.signal, passive: true }
  // Touch events go on while the browser scrolls, where pointer events are cancelled.
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
