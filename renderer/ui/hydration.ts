/**
 * The first render of a page that the server has rendered (`renderer/render.tsx`). React attaches to the server's HTML only if it renders
 * the same: what the server cannot know, such as the size of the window, follows in a second render.
 */
import { createContext, use, type ReactNode } from 'react'
import { conditionsAttribute, type RenderConditions } from '#contract/pages/render.ts'

let conditions: RenderConditions | null = null

/** Called before the first render; null if only the browser renders the page. */
export function setRenderConditions(given: RenderConditions | null): void {
  conditions = given
}

/** The conditions for which the server has rendered the page, null if it has not. */
export function renderConditionsOf(root: HTMLElement): RenderConditions | null {
  const text = root.getAttribute(conditionsAttribute)
  return text === null ? null : (JSON.parse(text) as RenderConditions)
}

/**
 * Whether React has attached to the server's HTML; always true on a page that only the browser renders. The app changes it in a
 * transition, so that the second render of a large page does not block input.
 */
export const HydrationContext = createContext(true)

/** False on the server, and in the browser until React has attached to the server's HTML. */
export const useIsHydrated = (): boolean => use(HydrationContext)

/** The server's time until React has attached to its HTML; after that null, for the present. */
export function useRenderTime(): Pick<RenderConditions, 'now' | 'timeZone'> | null {
  const isHydrated = useIsHydrated()
  return isHydrated ? null : conditions
}

/** Whether a media query on the width matched when the server rendered; false for other queries. */
export function matchedOnServer(query: string): boolean {
  const [, side, px] = /^\((min|max)-width: ([\d.]+)px\)$/.exec(query) ?? []
  if (conditions === null || px === undefined) return false
  return side === 'min' ? conditions.width >= Number(px) : conditions.width <= Number(px)
}

/** What the server does not render. */
export function AfterHydration({ children }: { children: ReactNode }): ReactNode {
  return useIsHydrated() ? children : null
}

/**
 * How many items of a long list to render: in the first render of a page of the server only `first`, which fill the window; then all. The
 * server's time and the size of its HTML stay small.
 */
export const useItemLimit = (first: number): number => (useIsHydrated() ? Infinity : first)
