import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { Stage } from '#player/index.ts'
import { t } from '#texts/index.ts'
import styles from './Stage.module.css'

interface StageOptions {
  /** What the media are to cover; absent while nothing is shown. */
  place: RefObject<HTMLElement | null>
  /** A picture of the page that has them instead, and scrolls with it. */
  inline: HTMLElement | null
  /** They are a provider's player. */
  foreign: boolean
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
export function useStage(stage: Stage, { place, inline, foreign, visible, fullscreen, layout }: StageOptions): void {
  const { element } = stage
  useLayoutEffect(() => {
    const root = document.documentElement
    element.classList.add(styles.stage!)
    return () => {
      element.classList.remove(styles.stage!, styles.shown!, styles.fullscreen!, styles.inline!, styles.foreign!)
      for (const name of ['style', 'role', 'aria-label', 'inert']) element.removeAttribute(name)
      element.style.position = 'fixed'
      root.style.removeProperty('--player-inset')
    }
  }, [element])

  useLayoutEffect(() => {
    show(element, visible, fullscreen)
    element.classList.toggle(styles.inline!, inline !== null)
    element.classList.toggle(styles.foreign!, foreign)
  }, [element, visible, fullscreen, inline, foreign])

  const last = useRef('')
  useLayoutEffect(() => {
    if (inline) return follow(element, inline)
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
  }, [element, place, inline, layout])
}

/**
 * Lays the stage over something that scrolls. It stands in the document and so scrolls by itself; a frame's look only
 * finds what was moved otherwise. By difference, because whose corner it is placed from is the page's affair.
 */
function follow(element: HTMLElement, target: HTMLElement): () => void {
  const { style } = element
  let [left, top, size] = [0, 0, '']
  Object.assign(style, { position: 'absolute', left: '0px', top: '0px', borderRadius: getComputedStyle(target).borderRadius })
  const measure = () => {
    const [to, at] = [target.getBoundingClientRect(), element.getBoundingClientRect()]
    const wanted = `${to.width},${to.height}`
    if (wanted !== size) Object.assign(style, { width: `${to.width}px`, height: `${to.height}px` })
    size = wanted
    const [across, down] = [to.left - at.left, to.top - at.top]
    if (Math.abs(across) < 0.1 && Math.abs(down) < 0.1) return
    left += across
    top += down
    Object.assign(style, { left: `${left}px`, top: `${top}px` })
  }
  let frame = 0
  const go = () => {
    measure()
    frame = requestAnimationFrame(go)
  }
  go()
  return () => {
    cancelAnimationFrame(frame)
    style.position = 'fixed'
  }
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
