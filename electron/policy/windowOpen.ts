import { isExternalLink } from './navigation.ts'
import { originOf } from './origins.ts'
import { isPublicFile, toPagePath } from './pagePath.ts'
import { isSignInPopup } from './signIn.ts'

/**
 * The sign-in with a social network is the only window that pages open. `external`: in the system's browser. `page`: in the same window,
 * without a reload.
 */
export type OpenDecision = { action: 'deny' | 'signIn' } | { action: 'external'; url: string } | { action: 'page'; path: string }

/** Decides about `window.open` and links with a target. @param server the origin of the current server */
export function decideWindowOpen(url: string, server: string | null): OpenDecision {
  if (isSignInPopup(url, server)) return { action: 'signIn' }
  if (server !== null && originOf(url) === server) {
    const { pathname, search } = new URL(url)
    if (isPublicFile(pathname) && isExternalLink(url)) return { action: 'external', url: new URL(url).href }
    const path = toPagePath(pathname + search)
    return path === null ? { action: 'deny' } : { action: 'page', path }
  }
  return isExternalLink(url) ? { action: 'external', url: new URL(url).href } : { action: 'deny' }
}
