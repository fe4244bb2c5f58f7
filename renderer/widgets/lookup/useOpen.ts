import { useEffect, useRef, useState } from 'react'

/** Delay in ms before suggestions close after blur (B9): the blur may be caused by a click on one of them. */
const closeDelay = 200

/**
 * Open state of a suggestion list: the caller opens it on focus and input, and closes it on Escape and shortly after
 * blur.
 */
export function useOpen() {
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const update = (next: boolean) => {
    clearTimeout(timer.current)
    setOpen(next)
  }
  return {
    open,
    show: () => update(true),
    dismiss: () => update(false),
    scheduleClose() {
      clearTimeout(timer.current)
      timer.current = setTimeout(setOpen, closeDelay, false)
    },
  }
}
