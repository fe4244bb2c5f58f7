import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { Stage } from '#player/index.ts'
import { t } from '#texts/index.ts'
import styles from './Stage.module.css'

interface StageOptions {
  /** Element that the stage covers; null while nothing is shown. */
  placeholder: RefObject<HTMLElement | null>
  /** Picture in the page that shows the medium instead; the stage scrolls with it. */
  inline: HTMLElement | null
  /** A provider's player. */
  foreign: boolean
  /** The stage is visible; false for hosted audio, whose artwork the page renders. */
  visible: boolean
  fullscreen: boolean
  /** A change triggers a new measurement. */
  layout: string
}

/**
 * Positions the stage, the element of the outputs, over its placeholder or over a picture of the page. The stage is
 * never moved in the DOM, because that reloads a provider's frame; only its rectangle changes.
 */
export function useStage(stage: Stage, { placeholder, inline, foreign, visible, fullscreen, layout }: StageOptions): void {
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
    setVisibility(element, visible, fullscreen)
    element.classList.toggle(styles.inline!, inline !== null)
    element.classList.toggle(styles.foreign!, foreign)
  }, [element, visible, fullscreen, inline, foreign])

  const lastRect = useRef('')
  useLayoutEffect(() => {
    if (inline) return trackElement(element, inline)
    const target = placeholder.current
    if (!target) return
    const measure = () => {
      const { left, top, width, height } = target.getBoundingClientRect()
      const next = `${left},${top},${width},${height}`
      if (next === lastRect.current) return
      lastRect.current = next
      const { borderRadius } = getComputedStyle(target)
      Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`, borderRadius })
    }
    lastRect.current = ''
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [element, placeholder, inline, layout])
}

/**
 * Positions the stage over an element that scrolls with the page. It is positioned absolutely, so the browser scrolls
 * both together. Each frame corrects the remaining difference between the two rectangles, so the containing block need
 * not be known.
 */
function trackElement(element: HTMLElement, target: HTMLElement): () => void {
  const { style } = element
  let [left, top, size] = [0, 0, '']
  Object.assign(style, { position: 'absolute', left: '0px', top: '0px', borderRadius: getComputedStyle(target).borderRadius })
  const measure = () => {
    const [to, at] = [target.getBoundingClientRect(), element.getBoundingClientRect()]
    const nextSize = `${to.width},${to.height}`
    if (nextSize !== size) Object.assign(style, { width: `${to.width}px`, height: `${to.height}px` })
    size = nextSize
    const [across, down] = [to.left - at.left, to.top - at.top]
    if (Math.abs(across) < 0.1 && Math.abs(down) < 0.1) return
    left += across
    top += down
    Object.assign(style, { left: `${left}px`, top: `${top}px` })
  }
  let frame = 0
  const tick = () => {
    measure()
    frame = requestAnimationFrame(tick)
  }
  tick()
  return () => {
    cancelAnimationFrame(frame)
    style.position = 'fixed'
  }
}

/** Shows or hides the stage, for screen readers too. */
function setVisibility(element: HTMLElement, visible: boolean, fullscreen: boolean): void {
  element.classList.toggle(styles.shown!, visible)
  element.classList.toggle(styles.fullscreen!, fullscreen)
  // A separate landmark, because the stage cannot be moved into the player's.
  element.role = 'region'
  element.ariaLabel = t.player.stage
  element.inert = !visible
}

interface InsetOptions {
  section: RefObject<HTMLElement | null>
  panel: RefObject<HTMLElement | null>
  /** The player covers the page, whose inset stays unchanged. */
  coversPage: boolean
  layout: string
}

/** Sets `--player-inset`, the height at the bottom of the page that the player covers. */
export function useInset({ section, panel, coversPage, layout }: InsetOptions): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    const found = [section.current, panel.current].filter((element) => element !== null)
    if (coversPage) return
    const measure = () => {
      // offsetTop ignores transforms, so sliding parts count with their final position.
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
  }, [section, panel, coversPage, layout])
}
