import { useEffect, useRef, type RefObject } from 'react'

/** What had the focus went away with it: whoever uses the keyboard would start at the top of the page again. */
const isLost = (): boolean => {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.closest('[inert]') !== null
}

/** To the screen's heading, from what goes away where nothing near it stays. */
export const focusScreen = (): void => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })

const take = (element: Element | null | undefined): void => {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

/**
 * Where something in `part` had the focus and is gone, `next` has it: the first of what came instead, or what stood
 * beside it. `part` itself may come later than its component, but not go before what is in it.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>, next: (place: number) => Element | null | undefined): void {
  const last = useRef<Element | null>(null)
  /** In which child of the part it was. */
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
    // A window takes back what is lost in it, and stands there at its beginning.
    if (isLost() || document.activeElement?.contains(part.current)) take(next(place.current))
  })
}

/** Where the last of a list goes from under the focus, the screen's heading has it. */
export function useFocusWhenEmptied(count: number): void {
  const before = useRef(count)
  useEffect(() => {
    if (before.current > 0 && count === 0 && isLost()) focusScreen()
    before.current = count
  }, [count])
}

/** Whose thing slides out of a list from under the focus goes on with the next one that stays. Each child of the list has a heading that can take it. */
export function useFocusAfter<L extends HTMLElement>(leaving: ReadonlySet<string>): RefObject<L | null> {
  const list = useRef<L>(null)
  /** Where the first of them stood. */
  const place = useRef<number | null>(null)
  useEffect(() => {
    const places = [...(list.current?.children ?? [])]
    const stays = (one: Element): boolean => !one.hasAttribute('inert')
    if (leaving.size > 0) place.current = places.findIndex((one) => !stays(one))
    const from = place.current
    if (from === null) return
    if (leaving.size === 0) place.current = null
    // A menu gives the focus back to where it came from only when it has closed: then this is asked again, when all are gone.
    if (isLost()) take((places.slice(Math.max(0, from)).find(stays) ?? places.findLast(stays))?.querySelector('h3'))
  }, [leaving])
  return list
}
