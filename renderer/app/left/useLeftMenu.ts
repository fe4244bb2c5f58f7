import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { onFirstInteraction } from '#ui/firstInteraction.ts'

/** Delay before the menu closes (ms, A9). */
const closeDelayMs = 300

export interface LeftMenuState {
  isOpen: boolean
  open: () => void
  /** `soon`: after a click outside, on the logo or on a link, so that the result stays visible for a moment. */
  hide: (when: 'now' | 'soon') => void
}

/** The state of the left menu. It opens by its button or a swipe, and closes after a navigation. */
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
    else timer.current = window.setTimeout(setOpen, closeDelayMs, false)
  }, [])

  // Closes after every navigation, including Back and Forward.
  const previousPath = useRef(path)
  useEffect(() => {
    if (previousPath.current === path) return
    previousPath.current = path
    hide('soon')
  }, [path, hide])

  // Opens by a swipe, on touch devices only. The code that detects swipes is loaded at the first interaction.
  useEffect(() => {
    let stop = matchMedia('(any-pointer: coarse)').matches
      ? onFirstInteraction(
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
