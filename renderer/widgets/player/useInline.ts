import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { onPlayingPictures, playingPictures } from '#ui/playingPicture.ts'
import { pictureAt, type Box } from './inline.ts'

interface InlineOptions {
  /** The player may show its medium in the page. */
  enabled: boolean
  /** A provider's player. */
  isProviderPlayer: boolean
  playerSection: RefObject<HTMLElement | null>
  /** Parts of the player above its bar, or that slide in there. */
  above: readonly RefObject<HTMLElement | null>[]
}

/**
 * The picture in the page over which the medium is shown; null if it is shown in the player (D14). Positions are
 * measured in each frame, but only while a picture of the playing item is in the viewport.
 */
export function useInline({ enabled, isProviderPlayer, playerSection, above: [strip, slideIn] }: InlineOptions): HTMLElement | null {
  const pictures = useSyncExternalStore(onPlayingPictures, playingPictures)
  const [picture, setPicture] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (!enabled || pictures.length === 0) return
    // In document order.
    const ordered = pictures.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    const update = () => {
      const free = isProviderPlayer ? ordered.filter(isUnobstructed) : ordered
      const view = viewOf(playerSection.current, strip?.current, isProviderPlayer ? slideIn?.current : null)
      setPicture(
        free[
          pictureAt(
            free.map((picture) => picture.getBoundingClientRect()),
            view,
            isProviderPlayer,
          )
        ] ?? null,
      )
    }
    let frame = 0
    const tick = () => {
      update()
      frame = requestAnimationFrame(tick)
    }
    const inViewport = new Set<Element>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) inViewport[isIntersecting ? 'add' : 'delete'](target)
      cancelAnimationFrame(frame)
      if (inViewport.size > 0) tick()
      else update()
    })
    for (const picture of ordered) observer.observe(picture)
    update()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      setPicture(null)
    }
  }, [enabled, isProviderPlayer, pictures, playerSection, strip, slideIn])
  return enabled && picture && pictures.includes(picture) ? picture : null
}

/**
 * Whether a provider's player can be shown here: nothing may overlay it, neither floating elements nor a focus ring.
 */
function isUnobstructed(picture: HTMLElement): boolean {
  if (picture.matches(':focus-visible') || picture.querySelector(':focus-visible')) return false
  const box = picture.getBoundingClientRect()
  return [...document.querySelectorAll('[data-over-page]')].every((floating) => {
    const { left, right, top, bottom } = floating.getBoundingClientRect()
    return left >= box.right || right <= box.left || top >= box.bottom || bottom <= box.top
  })
}

/** Visible area between the top bar and the player or a notice above it. */
function viewOf(section: HTMLElement | null, ...above: (HTMLElement | null | undefined)[]): Box {
  const top = Math.max(0, document.getElementById('top')?.getBoundingClientRect().bottom ?? 0)
  // offsetTop ignores transforms, so sliding parts count with their final position.
  const player = (section?.getBoundingClientRect().top ?? innerHeight) + Math.min(0, ...above.map((part) => part?.offsetTop ?? 0))
  const notice = document.querySelector<HTMLElement>('[data-notice-area]')
  const bottom = notice && notice.offsetHeight > 0 ? Math.min(player, notice.offsetTop) : player
  return { left: 0, top, right: document.documentElement.clientWidth, bottom }
}
