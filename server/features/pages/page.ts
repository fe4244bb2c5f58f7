import type { Answer, CallInput, EndpointKey, Failure, LegalSection } from '#contract/index.ts'
import type { ScreenName } from '#contract/pages/screens.ts'
import type { StrandError } from '#http/errors.ts'

/** An answer of the API that the page would otherwise ask for first. `input` is exactly what it would send. */
export interface Preloaded {
  key: EndpointKey
  input: object
  answer: unknown
  /** Instead of an answer. */
  error?: Failure & { status: number }
  /** Beside a visitor's `me`: a session was sent that is no longer good. */
  ended?: true
}

/** Checked against the contract where it is written down. */
export const preloaded = <K extends EndpointKey>(key: K, input: CallInput<K>, answer: Answer<K> | null): Preloaded => ({
  key,
  input,
  answer,
})

/** A failure that the page would otherwise get from the API again. */
export const preloadedFailure = <K extends EndpointKey>(
  key: K,
  input: CallInput<K>,
  { code, message, status }: StrandError,
): Preloaded => ({ key, input, answer: null, error: { code, message, status, requestId: '' } })

/** What a document says, whatever it looks like. */
export interface Page {
  status: 200 | 403 | 404
  screen: ScreenName
  /** Without the product's name. */
  title: string
  description: string
  /** Canonical path, with its leading slash; absent where there is nothing to find again. */
  canonical?: string
  /** Path of our own or address; absent for none. */
  image?: string | null | undefined
  /** OpenGraph's word for what it is. */
  type: 'website' | 'article' | 'profile' | 'video.other' | 'music.song'
  /** Instant, of a post. */
  published?: string
  /** The heading of the page without scripts, where it is not the title, and the links under it. */
  heading?: string
  links?: readonly { href: string; text: string }[]
  /** All that a page of words says, for readers without scripts. */
  sections?: readonly LegalSection[]
  /** What other programs read in its place: the start of the feeds' paths, and whether it can be embedded elsewhere. */
  machine?: { feeds?: string; oembed?: boolean }
  /** Of the playlist that it shows or lies in: a partner's looks like theirs. */
  tags?: readonly string[]
  /** The picture that the screen shows first and large: the browser fetches it along with the scripts that will show it. */
  cover?: string | null | undefined
  /** Visitors are met by the landing, where their window is wide enough. */
  landing?: boolean
  data: Preloaded[]
}

/** An old address: `to` is a path with its query. */
export interface Redirect {
  to: string
}

export const isRedirect = (answer: Page | Redirect): answer is Redirect => 'to' in answer
