import { useLayoutEffect, type RefObject } from 'react'
import { direction } from '#texts/index.ts'

interface ToastRoom {
  /** Placeholder of the picture. */
  placeholder: RefObject<HTMLElement | null>
  /** Picture in the page that shows the medium instead. */
  inline: HTMLElement | null
  /** Picture with details or queue. */
  panel: RefObject<HTMLElement | null>
  /** A medium is visible. */
  visible: boolean
  /** The player covers the page. */
  coversPage: boolean
  layout: string
}

/** Minimum width of a toast in px. */
const minToastWidth = 320

/**
 * Positions toasts and notices so that they do not overlay the picture: beside it if there is space, else above it. For an inline picture
 * only toasts move: it scrolls, and docks when a notice covers it.
 */
export function useToastRoom({ placeholder, inline, panel, visible, coversPage, layout }: ToastRoom): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const clear = () => {
      for (const side of ['start', 'end', 'lift']) for (const kind of ['toast', 'notice']) style.removeProperty(`--${kind}-${side}`)
    }
    const setOffset = (side: string, px: number) => {
      style.setProperty(`--toast-${side}`, `${px}px`)
      if (!inline) style.setProperty(`--notice-${side}`, `${px}px`)
    }
    const measure = () => {
      clear()
      // When docked, the area also counts if it shows only a status or artwork.
      const docked = !inline && !coversPage
      const picture = inline ?? (docked ? panel : placeholder).current
      if (!picture || !(visible || docked)) return
      const { left, right, top, bottom, height } = picture.getBoundingClientRect()
      if (height === 0) return
      // Measured in physical coordinates, written in logical ones.
      const [atLeft, atRight] = direction() === 'rtl' ? ['end', 'start'] : ['start', 'end']
      if (left >= minToastWidth) setOffset(atRight, innerWidth - left)
      else if (innerWidth - right >= minToastWidth) setOffset(atLeft, right)
      else if (bottom > innerHeight / 2) setOffset('lift', innerHeight - top)
    }
    measure()
    addEventListener('resize', measure)
    // Not all browsers support `scrollend`.
    let frame = 0
    const scrolled = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    if (inline) addEventListener('scroll', scrolled, { passive: true })
    return () => {
      removeEventListener('resize', measure)
      removeEventListener('scroll', scrolled)
      cancelAnimationFrame(frame)
      clear()
    }
  }, [placeholder, inline, panel, visible, coversPage, layout])
}
