import { useLayoutEffect, type RefObject } from 'react'
import { direction } from '#texts/index.ts'

interface ToastPlacementOptions {
  /** The player's own box for the video or artwork. */
  placeholder: RefObject<HTMLElement | null>
  /** The picture of a post in the page, if the medium is shown there instead of in the player. */
  inline: HTMLElement | null
  /** The docked player's box: the video or artwork with the details or the queue. */
  panel: RefObject<HTMLElement | null>
  /** The video or artwork is visible. */
  visible: boolean
  /** The player covers the whole page. */
  coversPage: boolean
  /** Changes when the layout of the player changes, so that the boxes are measured again. */
  layout: string
}

/** Minimum width of a toast (px). */
const minToastWidth = 320

/**
 * Keeps toasts and notices off the player's video or artwork: beside it if there is space, otherwise above it. If the medium is shown in
 * the page, only toasts are moved: that picture scrolls, and the medium returns to the player when a notice covers the picture.
 */
export function useToastPlacement({ placeholder, inline, panel, visible, coversPage, layout }: ToastPlacementOptions): void {
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
      // The docked player's box is measured even while it shows only a status.
      const isDocked = !inline && !coversPage
      const box = inline ?? (isDocked ? panel : placeholder).current
      if (!box || !(visible || isDocked)) return
      const { left, right, top, bottom, height } = box.getBoundingClientRect()
      if (height === 0) return
      // The box is measured in left and right, the properties are set as start and end.
      const [atLeft, atRight] = direction() === 'rtl' ? ['end', 'start'] : ['start', 'end']
      if (left >= minToastWidth) setOffset(atRight, innerWidth - left)
      else if (innerWidth - right >= minToastWidth) setOffset(atLeft, right)
      else if (bottom > innerHeight / 2) setOffset('lift', innerHeight - top)
    }
    measure()
    addEventListener('resize', measure)
    // Not all browsers support `scrollend`.
    let frame = 0
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    if (inline) addEventListener('scroll', onScroll, { passive: true })
    return () => {
      removeEventListener('resize', measure)
      removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
      clear()
    }
  }, [placeholder, inline, panel, visible, coversPage, layout])
}
