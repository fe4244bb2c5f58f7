import { useEffect, useState } from 'react'

/** Milliseconds that a mouse rests on something before it opens; longer where the page was scrolled a moment ago, and things came under a still pointer (B9). */
const rest = 100
const restAfterScroll = 300
const moment = 500

let scrolled = -Infinity
let watches = false

/** One listener for however many cards, from the first that a mouse came to. */
function watchScrolling(): void {
  if (watches) return
  watches = true
  addEventListener('scroll', () => (scrolled = performance.now()), { capture: true, passive: true })
}

/** Whether the pointer that this was drawn for has stayed long enough. */
export function useRested(): boolean {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    watchScrolling()
    const timer = setTimeout(setRested, performance.now() - scrolled < moment ? restAfterScroll : rest, true)
    return () => clearTimeout(timer)
  }, [])
  return rested
}
