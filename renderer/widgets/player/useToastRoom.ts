import { useLayoutEffect, type RefObject } from 'react'
import { direction } from '#texts/index.ts'

interface ToastRoom {
  /** Where the picture is. */
  place: RefObject<HTMLElement | null>
  /** The picture of the page that has it instead. */
  inline: HTMLElement | null
  /** The picture with what stands beside it. */
  panel: RefObject<HTMLElement | null>
  /** Whether a medium is seen there. */
  visible: boolean
  /** Whether the player lies over the page. */
  covers: boolean
  layout: string
}

/** Px of width that a toast needs. */
const least = 320

/**
 * Toasts and notices keep off the picture, over which nothing may lie: beside it where there is room, else above it. Only
 * toasts give way to a picture in the page: it scrolls, and under a notice it docks.
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
      // Docked, its place is taken even by a word about the medium, or by a picture that rises under a pointer.
      const docked = !inline && !covers
      const picture = inline ?? (docked ? panel : place).current
      if (!picture || !(visible || docked)) return
      const { left, right, top, bottom, height } = picture.getBoundingClientRect()
      if (height === 0) return
      // Measured from the left, written as the line runs.
      const [atLeft, atRight] = direction() === 'rtl' ? ['end', 'start'] : ['start', 'end']
      if (left >= least) give(atRight, innerWidth - left)
      else if (innerWidth - right >= least) give(atLeft, right)
      else if (bottom > innerHeight / 2) give('lift', innerHeight - top)
    }
    measure()
    addEventListener('resize', measure)
    // Not each browser says when a scroll has ended.
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
