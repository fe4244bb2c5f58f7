import type { Answer, CallInput, EndpointKey, Failure, LegalSection } from '#contract/index.ts'
import type { ScreenName } from '#contract/pages/screens.ts'
import type { StrandError } from '#http/errors.ts'

/** An API answer that the page would request first. `input` equals the input of that request: it is the cache key. */
export interface Preloaded {
  key: EndpointKey
  input: object
  answer: unknown
  /** Set instead of `answer`. */
  error?: Failure & { status: number }
  /** On the `me` of a visitor: the request had an expired session. */
  ended?: true
}

/** Typed by the contract. */
export const preloaded = <K extends EndpointKey>(key: K, input: CallInput<K>, answer: Answer<K> | null): Preloaded => ({
  key,
  input,
  answer,
})

/** An error of the API, so that the page does not repeat the request. */
export const preloadedFailure = <K extends EndpointKey>(
  key: K,
  input: CallInput<K>,
  { code, message, status }: StrandError,
): Preloaded => ({ key, input, answer: null, error: { code, message, status, requestId: '' } })

/** Contents of a document. */
export interface Page {
  status: 200 | 403 | 404
  screen: ScreenName
  /** Without the product's name. */
  title: string
  description: string
  /** Canonical path with leading slash; absent for pages that search engines should not index. */
  canonical?: string
  /** Path on this site, or URL. */
  image?: string | null | undefined
  /** OpenGraph type. */
  type: 'website' | 'article' | 'profile' | 'video.other' | 'music.song'
  /** A player for link previews: an https address that any site may frame, and its size in pixels. */
  player?: { src: string; width: number; height: number } | null
  /** Creation date of a post. */
  published?: string
  /** For readers without scripts: the heading, if it differs from the title, and the links below it. */
  heading?: string
  links?: readonly { href: string; text: string }[]
  /** For readers without scripts: the text of a legal page. */
  sections?: readonly LegalSection[]
  /** Path prefix of the feeds, and whether the page has an oEmbed representation. */
  syndication?: { feeds?: string; oembed?: boolean }
  /** Tags of the page's playlist, which select the skin of a partner. */
  tags?: readonly string[]
  /** The largest image of the first view (LCP), preloaded. */
  cover?: string | null | undefined
  /** Preloads the landing image, which wide windows show to visitors. */
  landing?: boolean
  data: Preloaded[]
}

/** An old address: `to` is a path with its query. */
export interface Redirect {
  to: string
}

export const isRedirect = (answer: Page | Redirect): answer is Redirect => 'to' in answer
