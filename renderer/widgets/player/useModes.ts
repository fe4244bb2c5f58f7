import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'wouter'
import type { Mode } from '#player/index.ts'

interface ModeRules {
  mode: Mode
  narrow: boolean
  setMode: (mode: Mode) => void
  /** Called on navigation to another page. */
  onNavigate: () => void
}

/**
 * Rules for the mode: in narrow windows `regular` replaces `floating` (L1), and is minimised to a bar unless it is
 * unfolded; widening the window and navigation minimise the player.
 */
export function useModeRules({ mode, narrow, setMode, onNavigate }: ModeRules): void {
  const [path] = useLocation()
  const previous = useRef({ path, narrow })
  useEffect(() => {
    const moved = previous.current.path !== path
    const widened = previous.current.narrow && !narrow
    previous.current = { path, narrow }
    if (moved) onNavigate()
    /** The minimised mode. */
    const small: Mode = narrow ? 'regular' : 'floating'
    const isMinimised = moved || (narrow ? mode === 'floating' : mode === 'regular' && widened)
    if (isMinimised && mode !== small) setMode(small)
  })
}

interface InertOptions {
  isCovered: boolean
  /** The mini player covers the top bar too. */
  isMini: boolean
  queueOpen: boolean
}

/**
 * Makes the page inert while the player covers it, and moves the focus into the player. `queueOpen`: the queue panel sets and clears
 * `inert` as well, so the effect runs again.
 */
export function useInertPage(section: RefObject<HTMLElement | null>, { isCovered, isMini, queueOpen }: InertOptions): void {
  useEffect(() => {
    const main = document.getElementById('main')
    if (!isCovered || !main) return
    const topBar = isMini ? document.getElementById('top') : null
    const { activeElement, body } = document
    const isLost = activeElement === null || activeElement === body
    if (isLost || main.contains(activeElement) || topBar?.contains(activeElement)) section.current?.focus({ preventScroll: true })
    main.inert = true
    if (topBar) topBar.inert = true
    return () => {
      main.inert = false
      if (topBar) topBar.inert = false
    }
  }, [section, isCovered, isMini, queueOpen])
}

/** Moves the focus to the player if the focused element was removed by a layout change. */
export function useRetainedFocus(section: RefObject<HTMLElement | null>, layout: string): void {
  const inside = useRef(false)
  useEffect(() => {
    const updateInside = () => {
      inside.current = section.current?.contains(document.activeElement) ?? false
    }
    document.addEventListener('focusin', updateInside)
    return () => document.removeEventListener('focusin', updateInside)
  }, [section])
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (inside.current && (activeElement === null || activeElement === body)) section.current?.focus({ preventScroll: true })
  }, [section, layout])
}
