import { useEffect, useRef, useState } from 'react'

/** Suggestions go so long after the field was left (B9): a press on one of them may be what left it. */
const closeDelay = 200

/** Whether suggestions are wanted: from the focus to a moment after it, and not after Escape until something is written. */
export function useOpen() {
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const now = (wanted: boolean) => {
    clearTimeout(timer.current)
    setOpen(wanted)
  }
  return {
    open,
    show: () => now(true),
    dismiss: () => now(false),
    leave() {
      clearTimeout(timer.current)
      timer.current = setTimeout(setOpen, closeDelay, false)
    },
  }
}
