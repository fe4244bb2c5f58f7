/** Reserves space at the page's end for the area that notices cover. */
import { useLayoutEffect, type RefObject } from 'react'

const heights = new Map<HTMLElement, number>()
/** Heights of toasts, which are also shown above dialogs. */
const toasts = new Map<HTMLElement, number>()
/** The page's bottom padding: it only shrinks on navigation, because a page scrolled to its end would jump. */
let room = 0

function apply(): void {
  const height = Math.max(0, ...heights.values())
  room = Math.max(room, height)
  setHeight('--notice-height', height)
  setHeight('--notice-room', room)
  setHeight('--toast-height', Math.max(0, ...toasts.values()))
}

/** Only if it changes: a property of the root invalidates the style of the whole page. */
function setHeight(property: string, height: number): void {
  const { style } = document.documentElement
  if (style.getPropertyValue(property) !== `${height}px`) style.setProperty(property, `${height}px`)
}

export function resetNoticeRoom(): void {
  room = 0
  apply()
}

/** By how much (px) the page has to be scrolled so that `area` does not cover the active form, or the focused control. */
function coveredHeight(area: HTMLElement): number {
  const main = document.getElementById('main')
  const { activeElement } = document
  if (activeElement === null || activeElement === main || !main?.contains(activeElement)) return 0
  const limit = area.getBoundingClientRect().top
  for (const part of [activeElement.closest('form'), activeElement]) {
    const { top, bottom, height } = part?.getBoundingClientRect() ?? new DOMRect()
    if (height === 0 || height > limit / 2 || bottom <= limit || top >= innerHeight) continue
    return bottom - limit + 8
  }
  return 0
}

/** Measures an element that contains a notice or toast. */
export function useNoticeRoom(area: RefObject<HTMLElement | null>, isToast = false): void {
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const { offsetHeight } = element
      const before = heights.get(element) ?? 0
      heights.set(element, offsetHeight)
      if (isToast || element.querySelector('[data-over]')) toasts.set(element, offsetHeight)
      else toasts.delete(element)
      // Measured before the page's style is changed, because it would have to be laid out once more.
      const covered = offsetHeight > before ? coveredHeight(element) : 0
      apply()
      if (covered !== 0) scrollBy(0, covered)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      heights.delete(element)
      toasts.delete(element)
      apply()
    }
  }, [area, isToast])
}
