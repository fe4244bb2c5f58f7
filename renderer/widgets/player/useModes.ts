import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'wouter'
import type { Mode } from '#player/index.ts'

interface ModeRules {
  mode: Mode
  narrow: boolean
  setMode: (mode: Mode) => void
  /** Somebody goes to another page. */
  onLeave: () => void
}

/** A floating player is maximised where there is no room to float (L1), and gives way when one goes to another page. */
export function useModeRules({ mode, narrow, setMode, onLeave }: ModeRules): void {
  const [path] = useLocation()
  const before = useRef({ path, narrow })
  useEffect(() => {
    const moved = before.current.path !== path
    const widened = before.current.narrow && !narrow
    before.current = { path, narrow }
    if (moved) onLeave()
    const small: Mode = narrow ? 'regular' : 'floating'
    const gives = moved || (narrow ? mode === 'floating' : mode === 'regular' && widened)
    if (gives && mode !== small) setMode(small)
  })
}

/**
 * The page behind a player that covers it is out of reach, for keys too: what had the focus there gives it to the player.
 * `listed`: the queue says so of the page as well, and takes it back.
 */
export function useBackground(section: RefObject<HTMLElement | null>, covered: boolean, listed: boolean): void {
  useEffect(() => {
    const main = document.getElementById('main')
    if (!covered || !main) return
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body || main.contains(activeElement)) section.current?.focus({ preventScroll: true })
    main.inert = true
    return () => {
      main.inert = false
    }
  }, [section, covered, listed])
}

/** Where what had the focus went away with a change of layout, the player takes it. */
export function useKeptFocus(section: RefObject<HTMLElement | null>, layout: string): void {
  const inside = useRef(false)
  useEffect(() => {
    const note = () => {
      inside.current = section.current?.contains(document.activeElement) ?? false
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [section])
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (inside.current && (activeElement === null || activeElement === body)) section.current?.focus({ preventScroll: true })
  }, [section, layout])
}
