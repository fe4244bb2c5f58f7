import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { whenTouched } from '#ui/idle.ts'

/** Milliseconds between what ends the left menu and its end (A9). */
const delay = 300

export interface LeftMenuState {
  isOpen: boolean
  open: () => void
  /** `soon`: after a click outside, on the logo or on a link, one still sees what one did. */
  hide: (when: 'now' | 'soon') => void
}

export function useLeftMenu(): LeftMenuState {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef(0)
  const [path] = useLocation()

  const open = useCallback(() => {
    clearTimeout(timer.current)
    setOpen(true)
  }, [])
  const hide = useCallback((when: 'now' | 'soon') => {
    clearTimeout(timer.current)
    if (when === 'now') setOpen(false)
    else timer.current = window.setTimeout(setOpen, delay, false)
  }, [])

  // Going back and forward leads to another page too.
  const moved = useRef(path)
  useEffect(() => {
    if (moved.current === path) return
    moved.current = path
    hide('soon')
  }, [path, hide])

  // Where there is something to swipe with; what tells swipes is fetched after the first sign of somebody.
  useEffect(() => {
    let stop = matchMedia('(any-pointer: coarse)').matches
      ? whenTouched(
          () =>
            void import('#ui/swipe.ts').then(
              ({ listenForSwipes }) => {
                const main = document.getElementById('main')
                if (main) stop = listenForSwipes(main, (direction) => direction === 'forward' && open())
              },
              () => undefined,
            ),
        )
      : () => undefined
    return () => stop()
  }, [open])

  return { isOpen, open, hide }
}
