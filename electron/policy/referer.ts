/**
 * YouTube refuses to play (error 153) in a frame whose request has no `Referer` (BY1). The server's pages send one, but a page that the
 * service worker has stored, or a redirect, may not.
 */

/** Filter of the only `onBeforeSendHeaders` listener: Electron uses the last one only. */
export const refererFilter = { urls: ['https://www.youtube.com/embed/*', 'https://www.youtube-nocookie.com/embed/*'] }

const hosts: ReadonlySet<string> = new Set(['https://www.youtube.com', 'https://www.youtube-nocookie.com'])

export interface HeadersRequest {
  url: string
  resourceType: string
  requestHeaders: Readonly<Record<string, string>>
}

/** The headers with a `Referer` of the server; null if they need no change. The application identifies itself and never as another site. */
export function stampReferer({ url, resourceType, requestHeaders }: HeadersRequest, server: string | null): Record<string, string> | null {
  if (server === null || resourceType !== 'subFrame' || !URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  if (!hosts.has(origin) || !pathname.startsWith('/embed/')) return null
  if (Object.entries(requestHeaders).some(([name, value]) => name.toLowerCase() === 'referer' && value !== '')) return null
  const others = Object.entries(requestHeaders).filter(([name]) => name.toLowerCase() !== 'referer')
  return { ...Object.fromEntries(others), Referer: `${server}/` }
}
