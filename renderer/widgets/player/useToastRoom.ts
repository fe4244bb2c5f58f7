import { useLayoutEffect, type RefObject } from 'react'
import { direction } from '#texts/index.ts'

interface ToastRoom {
  /** Placeholder of the picture. */
  place: RefObject<HTMLElement | null>
  /** Picture in the page that shows the medium instead. */
  inline: HTMLElement | null
  /** Picture with details or queue. */
  panel: RefObject<HTMLElement | null>
  /** A medium is visible. */
  visible: boolean
  /** The player covers the page. */
  covers: boolean
  layout: string
}

/** Minimum width of a toast in px. */
const least = 320

/**
 * Positions toasts and notices so that they do not overlay the picture: beside it if there is space, else above it. For an inline picture
 * only toasts move: it scrolls, and docks when a notice covers it.
 */
export function useToastRoom({ place, inline, panel, visible, covers, layout }: ToastRoom): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const clear = () => {
      for (const side of ['start', 'end', 'lift']) for (const what of ['toast', 'notice']) style.removeProperty(`--${what}-${side}`)
    }
    const give = (side: string, px: number) => {
      style.setProperty(`--toast-${side}`, `${px}px`)
      if (!inline) style.setProperty(`--notice-${side}`, `${px}px`)
    }
    const measure = () => {
      clear()
      // When docked, the area also counts if it shows only a status or artwork.
      const docked = !inline && !covers
      const picture = inline ?? (docked ? panel : place).current
      if (!picture || !(visible || docked)) return
      const { left, right, top, bottom, height } = picture.getBoundingClientRect()
      if (height === 0) return
      // Measured in physical coordinates, written in logical ones.
      const [atLeft, atRight] = direction() === 'rtl' ? ['end', 'start'] : ['start', 'end']
      if (left >= least) give(atRight, innerWidth - left)
      else if (innerWidth - right >= least) give(atLeft, right)
      else if (bottom > innerHeight / 2) give('lift', innerHeight - top)
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
  }, [place, inline, panel, visible, covers, layout])
}
