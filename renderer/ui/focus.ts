import { useEffect, useRef, type RefObject } from 'react'

/** Whether the focused element was removed: keyboard users would otherwise restart at the top of the page. */
const isLost = (): boolean => {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.closest('[inert]') !== null
}

/** Focuses the screen's heading, for removed elements without a remaining neighbour. */
export const focusScreen = (): void => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })

const take = (element: Element | null | undefined): void => {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

/**
 * If a focused element in `part` is removed, focuses `next`: the first replacement, or the neighbour. `part` may mount later than its
 * component, but must not unmount before its content.
 */
export function useFocusFallback(part: RefObject<HTMLElement | null>, next: (place: number) => Element | null | undefined): void {
  const last = useRef<Element | null>(null)
  /** Index of the child that had the focus. */
  const place = useRef(0)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!part.current?.contains(target as Element)) return
      last.current = target as Element
      place.current = [...part.current.children].findIndex((child) => child.contains(last.current))
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [part])
  useEffect(() => {
    if (last.current === null || last.current.isConnected) return
    last.current = null
    // A dialog restores lost focus to its own start.
    if (isLost() || document.activeElement?.contains(part.current)) take(next(place.current))
  })
}

/** When the last item of a list is removed under the focus, focuses the screen's heading. `count`: undefined while it is unknown. */
export function useFocusWhenEmptied(count: number | undefined): void {
  const before = useRef(count)
  useEffect(() => {
    if (before.current !== undefined && before.current > 0 && count === 0 && isLost()) focusScreen()
    before.current = count
  }, [count])
}

/**
 * When the card with the focus is removed from a grid, focuses the title of the card that is now at its place, or of the last one. Without
 * cards, focuses the screen's heading. `count`: the number of cards; undefined while it is unknown.
 */
export function useFocusInGrid(grid: RefObject<HTMLElement | null>, count: number | undefined): void {
  useFocusFallback(grid, (place) => {
    const cells = [...(grid.current?.children ?? [])]
    // Other cells of the grid contain no card, or several.
    const titles = cells.map((cell) => cell.querySelector(':scope > article h3 a'))
    return titles.slice(place).find(Boolean) ?? titles.findLast(Boolean)
  })
  useFocusWhenEmptied(count)
}

/** When the item with the focus slides out of a list, focuses the next remaining one. Each child has a focusable heading. */
export function useFocusAfter<L extends HTMLElement>(leaving: ReadonlySet<string>): RefObject<L | null> {
  const list = useRef<L>(null)
  /** Index of the first removed item. */
  const place = useRef<number | null>(null)
  useEffect(() => {
    const places = [...(list.current?.children ?? [])]
    const stays = (one: Element): boolean => !one.hasAttribute('inert')
    if (leaving.size > 0) place.current = places.findIndex((one) => !stays(one))
    const from = place.current
    if (from === null) return
    if (leaving.size === 0) place.current = null
    // A menu restores the focus to its opener only after it has closed: then this runs again, when all are removed.
    if (isLost()) take((places.slice(Math.max(0, from)).find(stays) ?? places.findLast(stays))?.querySelector('h3'))
  }, [leaving])
  return list
}
