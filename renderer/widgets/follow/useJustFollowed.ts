import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import { pressedBy, type PressedBy } from './press.ts'

/** For whom no pointer can leave the button, a finger or a keyboard: after so long (ms). */
const patience = 3000

/**
 * Whether it was followed a moment ago: until the mouse leaves it (W3), or the focus does. `early` is with what it was
 * pressed before its code was there.
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
      // A button that came under a mouse which stands still has not been told that it is there.
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
