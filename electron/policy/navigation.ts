import { frameOrigins, originOf, parseUrl, shellOrigin } from './origins.ts'
import { isPublicFile } from './pagePath.ts'
import { isSignInLink } from './signIn.ts'

export interface Navigation {
  url: string
  isMainFrame: boolean
  /** Whether it is a frame within the frame of a provider. */
  isNested?: boolean
  /** The origin of the page that starts the navigation; null if it is unknown. */
  initiator: string | null
  /** The origin of the current server; null while none is chosen. */
  server: string | null
}

/**
 * `command`: a form or link of the application's own pages, which is carried out instead of loaded. `external`: for the system's browser.
 * `signIn`: for a window of its own, because it leads to another site.
 */
export type NavigationDecision = 'allow' | 'deny' | 'external' | 'command' | 'signIn'

/** Schemes that members may use in links: `server/features/posts/rich-text.ts`; and mail. */
const externalSchemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])

/** Whether an address may be opened by the system: a web page without credentials, or a mail. */
export function isExternalLink(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && externalSchemes.has(url.protocol) && url.username === '' && url.password === ''
}

const emptyDocuments: ReadonlySet<string> = new Set(['about:blank', 'about:srcdoc'])

/** Decides about a navigation of a frame, or a redirect of one. */
export function decideNavigation({ url, isMainFrame, isNested = false, initiator, server }: Navigation): NavigationDecision {
  const origin = originOf(url)
  // What a provider embeds in its player, such as consent and advertisements, is as on the web.
  if (isNested) return origin === shellOrigin || /^(?:file|app|strand|javascript):/i.test(url) ? 'deny' : 'allow'
  if (!isMainFrame)
    return emptyDocuments.has(url) || (origin !== null && (origin === server || frameOrigins.has(origin))) ? 'allow' : 'deny'
  if (origin === shellOrigin) return initiator === shellOrigin ? 'command' : 'deny'
  if (initiator === server && isSignInLink(url, server)) return 'signIn'
  // The window would show a picture, and no way back.
  if (initiator === server && origin === server && isPublicFile(new URL(url).pathname)) return isExternalLink(url) ? 'external' : 'deny'
  if (origin !== null && origin === server) return 'allow'
  // Only a page of the server has links to other sites; a frame must not send the person elsewhere.
  return initiator === server && server !== null && isExternalLink(url) ? 'external' : 'deny'
}
