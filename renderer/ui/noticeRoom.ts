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
  const { style } = document.documentElement
  style.setProperty('--notice-height', `${height}px`)
  style.setProperty('--notice-room', `${room}px`)
  style.setProperty('--toast-height', `${Math.max(0, ...toasts.values())}px`)
}

export function resetNoticeRoom(): void {
  room = 0
  apply()
}

/** Scrolls the active form, or the focused control, clear of `area`. */
function uncover(area: HTMLElement): void {
  const main = document.getElementById('main')
  const { activeElement } = document
  if (activeElement === null || activeElement === main || !main?.contains(activeElement)) return
  const limit = area.getBoundingClientRect().top
  for (const part of [activeElement.closest('form'), activeElement]) {
    const { top, bottom, height } = part?.getBoundingClientRect() ?? new DOMRect()
    if (height === 0 || height > limit / 2 || bottom <= limit || top >= innerHeight) continue
    return scrollBy(0, bottom - limit + 8)
  }
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
      apply()
      if (offsetHeight > before) uncover(element)
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
