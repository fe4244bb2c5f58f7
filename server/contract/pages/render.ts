/** The port through which the server renders first screens: `renderer/render.tsx` implements it, `features/pages` calls it. */
import type { ScreenName } from './screens.ts'

export interface RenderRequest {
  path: string
  /** With its question mark; empty without a query. */
  search: string
  /** The API answers that the document contains. */
  answers: readonly { key: string; input: object; answer: unknown }[]
  /** The `Cookie` header. */
  cookies: string
  conditions: RenderConditions
}

/** Assumptions about the browser. Its first render uses the same ones, so that hydration matches; the second uses the real values. */
export interface RenderConditions {
  /** Milliseconds since 1970, for relative times. */
  now: number
  /** For dates. */
  timeZone: 'UTC'
  /** Width of the window in px. */
  width: number
}

/** Returns the HTML of the page's `#root`. Synchronous: no other request runs in between. Throws if a component fails. */
export type RenderScreen = (request: RenderRequest) => string

/** The screens that the server renders. The others show a person's own settings or need scripts anyway. */
export const renderedScreens: ReadonlySet<ScreenName> = new Set([
  'discover',
  'bead',
  'post',
  'member',
  'search',
  'feed',
  'about',
  'bookmarklet',
  'embedFaqs',
  'legal',
])

/** The attribute of `#root` with the `RenderConditions` as JSON. */
export const conditionsAttribute = 'data-rendered'
