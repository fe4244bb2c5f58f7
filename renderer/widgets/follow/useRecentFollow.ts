import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { pressedBy, type PressedBy } from './pressedBy.ts'

/** Duration in ms of the "Followed" state for touch and keyboard, which have no pointerleave. */
const recentFollowTimeoutMs = 3000

/**
 * State "just followed", which the button shows as "Followed". It ends when the mouse leaves the button (W3); without a
 * mouse on the button, on blur or after a timeout. `initialPress`: the press before this code had loaded; null if there
 * was none.
 */
export function useRecentFollow(initialPress: PressedBy | null) {
  const [isRecent, setIsRecent] = useState(initialPress !== null)
  const hovered = useRef(initialPress === 'mouse')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = () => {
    clearTimeout(timer.current)
    setIsRecent(false)
  }
  useEffect(() => {
    if (initialPress !== null) {
      // It changes if the mouse leaves the button after this code has loaded, and before the button has its handlers.
      hovered.current = initialPress === 'mouse'
      if (!hovered.current) timer.current = setTimeout(() => setIsRecent(false), recentFollowTimeoutMs)
    }
    return () => clearTimeout(timer.current)
  }, [initialPress])
  return {
    isRecent,
    end,
    start: (event: MouseEvent) => {
      setIsRecent(true)
      clearTimeout(timer.current)
      // A button that appears under a resting mouse gets no pointerenter event.
      if (pressedBy(event) === 'mouse') hovered.current = true
      if (!hovered.current) timer.current = setTimeout(end, recentFollowTimeoutMs)
    },
    pointerHandlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        hovered.current = pointerType === 'mouse'
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        hovered.current = false
        if (pointerType === 'mouse') end()
      },
      onBlur: () => {
        if (!hovered.current) end()
      },
    },
  }
}
