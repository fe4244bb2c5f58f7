import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { onPlayingPictures, playingPictures } from '#ui/playingPicture.ts'
import { pictureAt, type Box } from './inline.ts'

interface InlineOptions {
  /** Whether the player gives its picture to the page at all. */
  wanted: boolean
  /** A provider's player. */
  foreign: boolean
  section: RefObject<HTMLElement | null>
  /** Parts of the player that stand above its bar, or rise there. */
  above: readonly RefObject<HTMLElement | null>[]
}

/** The picture on the page in which the medium is seen just now (D14). It is looked for only while one is in the window. */
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

/** Over a provider's player nothing may lie: neither what floats over the page nor, beneath it, the ring of a key's focus. */
function isFree(picture: HTMLElement): boolean {
  if (picture.matches(':focus-visible') || picture.querySelector(':focus-visible')) return false
  const at = picture.getBoundingClientRect()
  return [...document.querySelectorAll('[data-over-page]')].every((over) => {
    const { left, right, top, bottom } = over.getBoundingClientRect()
    return left >= at.right || right <= at.left || top >= at.bottom || bottom <= at.top
  })
}

/** What of the window lies between the page's bar and the player, or the notice on it. */
function viewOf(section: HTMLElement | null, ...above: (HTMLElement | null | undefined)[]): Box {
  const top = Math.max(0, document.getElementById('top')?.getBoundingClientRect().bottom ?? 0)
  // Places by layout: what slides is counted where it slides to.
  const player = (section?.getBoundingClientRect().top ?? innerHeight) + Math.min(0, ...above.map((part) => part?.offsetTop ?? 0))
  const notice = document.querySelector<HTMLElement>('[data-notice-area]')
  const bottom = notice && notice.offsetHeight > 0 ? Math.min(player, notice.offsetTop) : player
  return { left: 0, top, right: document.documentElement.clientWidth, bottom }
}
