import { useEffect, useState } from 'react'

/**
 * Hover delay in ms. It is longer within `recentScrollMs` after scrolling, when elements move under a resting pointer
 * (B9).
 */
const hoverDelayMs = 100
const hoverDelayAfterScrollMs = 300
const recentScrollMs = 500

let lastScroll = -Infinity
let isListening = false

/** One shared listener, added on first use. */
function listenForScroll(): void {
  if (isListening) return
  isListening = true
  addEventListener('scroll', () => (lastScroll = performance.now()), { capture: true, passive: true })
}

/** True once the hover delay has passed since mounting; the caller mounts the component when the pointer enters. */
export function useHoverDelay(): boolean {
  const [rested, setRested] = useState(false)
  useEffect(() => {
    listenForScroll()
    const timer = setTimeout(setRested, performance.now() - lastScroll < recentScrollMs ? hoverDelayAfterScrollMs : hoverDelayMs, true)
    return () => clearTimeout(timer)
  }, [])
  return rested
}
