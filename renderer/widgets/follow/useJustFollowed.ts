import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { pressedBy, type PressedBy } from './press.ts'

/** Duration in ms of the "Followed" state for touch and keyboard, which have no pointerleave. */
const patience = 3000

/**
 * State "just followed": ends when the mouse leaves the button (W3) or on blur. `early`: how the button was pressed before this code had
 * loaded, null if not.
 */
export function useJustFollowed(early: PressedBy | null) {
  const [just, setJust] = useState(early !== null)
  const hovered = useRef(early === 'mouse')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const end = () => {
    clearTimeout(timer.current)
    setJust(false)
  }
  useEffect(() => {
    if (early !== null && !hovered.current) timer.current = setTimeout(() => setJust(false), patience)
    return () => clearTimeout(timer.current)
  }, [early])
  return {
    just,
    end,
    begin: (event: MouseEvent) => {
      setJust(true)
      clearTimeout(timer.current)
      // A button that appears under a resting mouse gets no pointerenter event.
      if (pressedBy(event) === 'mouse') hovered.current = true
      if (!hovered.current) timer.current = setTimeout(end, patience)
    },
    watch: {
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
