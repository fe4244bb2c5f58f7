import { useLayoutEffect, type RefObject } from 'react'
import { direction } from '../../texts/index.ts'

interface ToastRoom {
  /** Where the picture is. */
  place: RefObject<HTMLElement | null>
  /** The picture of the page that has it instead. */
  inline: HTMLElement | null
  /** The picture with what stands beside it. */
  panel: RefObject<HTMLElement | null>
  /** Whether a medium is seen there. */
  visible: boolean
  layout: string
}

/** Px of width that a toast needs. */
const least = 320

/** Toasts keep off the picture, over which nothing may lie: beside it where there is room, else above it. */
export function useToastRoom({ place, inline, panel, visible, layout }: ToastRoom): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const clear = () => {
      for (const side of ['start', 'end', 'lift']) style.removeProperty(`--toast-${side}`)
    }
    const measure = () => {
      clear()
      const picture = inline ?? place.current
      if (!picture || !panel.current) return
      const { left, right, top, bottom } = picture.getBoundingClientRect()
      const below = innerHeight - panel.current.getBoundingClientRect().bottom
      // Measured from the left, written as the line runs.
      const [atLeft, atRight] = direction() === 'rtl' ? ['end', 'start'] : ['start', 'end']
      if (visible && left >= least) style.setProperty(`--toast-${atRight}`, `${innerWidth - left}px`)
      else if (visible && innerWidth - right >= least) style.setProperty(`--toast-${atLeft}`, `${right}px`)
      else style.setProperty('--toast-lift', `${visible && bottom > innerHeight / 2 ? innerHeight - top : below}px`)
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
  }, [place, inline, panel, visible, layout])
}
