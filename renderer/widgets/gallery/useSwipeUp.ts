import { useRef, type TouchEvent } from 'react'

/** Minimum upward swipe in pixels. */
const minDistance = 60

interface SwipeHandlers {
  onTouchStart: (event: TouchEvent) => void
  onTouchEnd: (event: TouchEvent) => void
}

/** Touch handlers that call `onSwipe` after an upward swipe with one finger, unless `isBlocked()`. */
export function useSwipeUp(onSwipe: () => void, isBlocked: () => boolean): SwipeHandlers {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart({ touches }) {
      const touch = touches[0]
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd({ changedTouches }) {
      const touch = changedTouches[0]
      const from = start.current
      start.current = null
      if (!from || !touch || isBlocked()) return
      const [across, upward] = [Math.abs(touch.clientX - from.x), from.y - touch.clientY]
      if (upward > minDistance && upward > 2 * across) onSwipe()
    },
  }
}
