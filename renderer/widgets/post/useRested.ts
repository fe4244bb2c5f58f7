import { useEffect, useState } from 'react'

/** Hover delay in ms; longer shortly after scrolling, when elements move under a resting pointer (B9). */
const rest = 100
const restAfterScroll = 300
const moment = 500

let scrolled = -Infinity
let watches = false

/** One shared listener, added on first use. */
function watchScrolling(): void {
  if (watches) return
  watches = true
  addEventListener('scroll', () => (scrolled = performance.now()), { capture: true, passive: true })
}

/** True after the pointer has rested for the hover delay since mounting. */
export function useRested(): boolean {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    watchScrolling()
    const timer = setTimeout(setRested, performance.now() - scrolled < moment ? restAfterScroll : rest, true)
    return () => clearTimeout(timer)
  }, [])
  return rested
}
