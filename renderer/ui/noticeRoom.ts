/** Keeps room at the page's end for what the notice area covers of the window. */
import { useLayoutEffect, type RefObject } from 'react'

const heights = new Map<HTMLElement, number>()
/** Those of what also comes over dialogs. */
const toasts = new Map<HTMLElement, number>()
/** The page's room: it shrinks only with a navigation, for a page that is scrolled to its end would move. */
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

/** Scrolls the form in use, or the focused control, from under `area`. */
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

/** Measures a part of the window in which a notice, or a toast, is shown. */
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
