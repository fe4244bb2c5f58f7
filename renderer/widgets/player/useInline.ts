import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { onPlayingPictures, playingPictures } from '#ui/playingPicture.ts'
import { pictureAt, type Box } from './inline.ts'

interface InlineOptions {
  /** The player may show its medium in the page. */
  wanted: boolean
  /** A provider's player. */
  foreign: boolean
  section: RefObject<HTMLElement | null>
  /** Parts of the player above its bar, or that slide in there. */
  above: readonly RefObject<HTMLElement | null>[]
}

/** The picture in the page that shows the medium (D14). Positions are polled per frame only while a picture is in the viewport. */
export function useInline({ wanted, foreign, section, above: [strip, rising] }: InlineOptions): HTMLElement | null {
  const pictures = useSyncExternalStore(onPlayingPictures, playingPictures)
  const [chosen, choose] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (!wanted || pictures.length === 0) return
    const ordered = pictures.toSorted((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    const look = () => {
      const free = foreign ? ordered.filter(isFree) : ordered
      const view = viewOf(section.current, strip?.current, foreign ? rising?.current : null)
      choose(
        free[
          pictureAt(
            free.map((picture) => picture.getBoundingClientRect()),
            view,
            foreign,
          )
        ] ?? null,
      )
    }
    let frame = 0
    const go = () => {
      look()
      frame = requestAnimationFrame(go)
    }
    const near = new Set<Element>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) near[isIntersecting ? 'add' : 'delete'](target)
      cancelAnimationFrame(frame)
      if (near.size > 0) go()
      else look()
    })
    for (const picture of ordered) observer.observe(picture)
    look()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      choose(null)
    }
  }, [wanted, foreign, pictures, section, strip, rising])
  return wanted && chosen && pictures.includes(chosen) ? chosen : null
}

/** Provider terms: nothing may overlay their player, neither floating elements nor a focus ring. */
function isFree(picture: HTMLElement): boolean {
  if (picture.matches(':focus-visible') || picture.querySelector(':focus-visible')) return false
  const at = picture.getBoundingClientRect()
  return [...document.querySelectorAll('[data-over-page]')].every((over) => {
    const { left, right, top, bottom } = over.getBoundingClientRect()
    return left >= at.right || right <= at.left || top >= at.bottom || bottom <= at.top
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
