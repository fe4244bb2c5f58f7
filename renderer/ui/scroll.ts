/** Smooth scrolling: at most 10 steps of 120 pixels, one per frame; a longer distance is jumped first (A9). */
const step = 120
const steps = 10

/** The scroll position at each frame, the target last. */
export function stepsTo(from: number, to: number): number[] {
  const distance = to - from
  const count = Math.min(steps, Math.ceil(Math.abs(distance) / step))
  return Array.from({ length: count }, (_, n) => to - Math.sign(distance) * step * (count - 1 - n))
}

const takesOver = ['wheel', 'touchstart', 'pointerdown', 'keydown']
let stop: (() => void) | null = null

export function scrollStepwise(to: number): void {
  stop?.()
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return scrollTo(0, to)
  const goal = Math.max(0, Math.min(to, document.documentElement.scrollHeight - innerHeight))
  const places = stepsTo(scrollY, goal)
  const listening = new AbortController()
  let frame = 0
  const go = () => {
    const place = places.shift()
    if (place === undefined) return stop?.()
    scrollTo(0, place)
    frame = requestAnimationFrame(go)
  }
  stop = () => {
    stop = null
    cancelAnimationFrame(frame)
    listening.abort()
  }
  for (const sign of takesOver) addEventListener(sign, () => stop?.(), { signal: listening.signal, passive: true })
  go()
}
