/**
 * Sign-in with a social network (B1), which leads through pages of other sites. It has a window of its own, whose pages may navigate between
 * sites, but cannot use the bridge and open no further windows.
 */
import { originOf, parseUrl } from './origins.ts'
import { toPagePath } from './pagePath.ts'
import { displayOf, fitInto, type Rectangle } from './windowBounds.ts'

/** Size of the page, in device-independent pixels. Pop-ups of pages have the size that the page requests, at most that of the display. */
export const signInSize = { width: 720, height: 600 }
/** At which the title, which names the site, can be read. */
export const signInMinimum = { width: 360, height: 240 }

/** A page may request a place where the window, or its title, could not be seen: it is moved onto the display that shows most of it. */
export function signInBounds(requested: Rectangle, workAreas: readonly Rectangle[]): Rectangle {
  const display = displayOf(requested, workAreas)
  return display === null ? requested : fitInto(requested, display, signInMinimum)
}

const isPath = (url: string, server: string | null, path: RegExp): boolean => {
  const parsed = parseUrl(url)
  return server !== null && parsed !== null && originOf(url) === server && path.test(parsed.pathname) && parsed.search === ''
}

/** Whether a page may open the address as a pop-up: `renderer/screens/auth/popup.ts`. */
export const isSignInPopup = (url: string, server: string | null): boolean => isPath(url, server, /^\/signup\/(?:facebook|twitter)$/)

/** By how the window was requested: a pop-up is never opened behind the window of the page, as a link can be by a key. */
export const isPopupDisposition = (disposition: string): boolean => disposition === 'new-window' || disposition === 'foreground-tab'

/** By the features of the request. A script of the page names them and is the opener; a link that is opened with a key has no opener to report to. */
export const isScriptPopup = (features: string): boolean => features !== ''

/** Whether a link leads to a social network: on the web, it does so in the same window. */
export const isSignInLink = (url: string, server: string | null): boolean =>
  isPath(url, server, /^\/(?:connect|signup)\/(?:facebook|twitter)$/)

const emptyDocuments: ReadonlySet<string> = new Set(['about:blank', 'about:srcdoc'])

/** Whether a page or frame of the window may navigate: sites need encryption, and the server what it always has. */
export const allowsSignInNavigation = (url: string, isMainFrame: boolean, server: string | null): boolean => {
  if (!isMainFrame && emptyDocuments.has(url)) return true
  const parsed = parseUrl(url)
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false
  return parsed.protocol === 'https:' || (server !== null && originOf(url) === server)
}

/** The page of the server to which the sign-in leads back; null for an address on the way. */
export function signInResult(url: string, server: string | null): string | null {
  if (server === null || originOf(url) !== server) return null
  const { pathname, search } = new URL(url)
  return toPagePath(pathname + search)
}

/** The title of the window. It has no address bar, so the title names the site, which its page cannot change. */
export const signInTitle = (url: string): string => parseUrl(url)?.host ?? ''
