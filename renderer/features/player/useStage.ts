import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { Stage } from '../../player/index.ts'
import { t } from '../../texts/index.ts'
import styles from './Stage.module.css'

interface StageOptions {
  /** What the media are to cover; absent while nothing is shown. */
  place: RefObject<HTMLElement | null>
  /** Whether there is something to see: an audio file has only its picture, which the page draws. */
  visible: boolean
  fullscreen: boolean
  /** Measured anew when it changes. */
  layout: string
}

/**
 * Lays the stage over its place on the page. The stage itself never moves in the document, because a
 * provider's frame that is moved there loads anew; only its rectangle changes.
 */
export function useStage(stage: Stage, { place, visible, fullscreen, layout }: StageOptions): void {
  const { element } = stage
  useLayoutEffect(() => {
    const root = document.documentElement
    element.classList.add(styles.stage!)
    return () => {
      element.classList.remove(styles.stage!, styles.shown!, styles.fullscreen!)
      for (const name of ['style', 'role', 'aria-label', 'inert']) element.removeAttribute(name)
      element.style.position = 'fixed'
      root.style.removeProperty('--player-inset')
      root.style.removeProperty('scroll-padding-block-end')
    }
  }, [element])

  useLayoutEffect(() => {
    show(element, visible, fullscreen)
  }, [element, visible, fullscreen])

  const last = useRef('')
  useLayoutEffect(() => {
    const target = place.current
    if (!target) return
    const measure = () => {
      const { left, top, width, height } = target.getBoundingClientRect()
      const next = `${left},${top},${width},${height}`
      if (next === last.current) return
      last.current = next
      const { borderRadius } = getComputedStyle(target)
      Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, borderRadius })
    }
    last.current = ''
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [element, place, layout])
}

function show(element: HTMLElement, visible: boolean, fullscreen: boolean): void {
  element.classList.toggle(styles.shown!, visible)
  element.classList.toggle(styles.fullscreen!, fullscreen)
  // What is shown belongs to a landmark of its own, because it cannot be moved into the player's.
  element.role = 'region'
  element.ariaLabel = t.player.stage
  element.inert = !visible
}

interface InsetOptions {
  section: RefObject<HTMLElement | null>
  panel: RefObject<HTMLElement | null>
  /** The player lies over the page, which keeps the room that it had. */
  covers: boolean
  layout: string
}

/** Tells the page how much of its lower end the player takes, so that nothing stays hidden behind it. */
export function useInset({ section, panel, covers, layout }: InsetOptions): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    const found = [section.current, panel.current].filter((element) => element !== null)
    if (covers) return
    const measure = () => {
      // Places by layout: what slides is counted where it slides to.
      const inset = Math.max(0, Math.round(innerHeight - Math.min(...found.map((element) => element.offsetTop))))
      root.style.setProperty('--player-inset', `${inset}px`)
      // The browser scrolls a focused element clear of the player (WCAG 2.4.11).
      root.style.setProperty('scroll-padding-block-end', `${inset + 16}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const element of found) observer.observe(element)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [section, panel, covers, layout])
}
