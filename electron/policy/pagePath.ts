/** Paths on a server that a link from outside may show. */
export const maxPathLength = 512

/** Addresses that are not pages: files, API calls, and links that sign out. See `leavesApp` in `renderer/navigation/routes.ts`. */
const notPages = /^\/(?:api|assets|beads|clips|connect|healthz|images|logout|people|posts|r|readyz|signup|tv)(?:\/|$)/i

/** Letters that end a path early or are removed by URL parsers: control characters, spaces, backslashes. */
const unsafe = /[\u0000-\u0020\u007f\\]/

/** The normalised path with its query; null if it may lead to another host, or to something that is not a page. */
export function toPagePath(path: string): string | null {
  if (path.length > maxPathLength || !/^\/(?![/\\])/.test(path) || unsafe.test(path)) return null
  const base = 'https://strand.invalid'
  if (!URL.canParse(path, base)) return null
  const { origin, pathname, search } = new URL(path, base)
  // Dots are resolved by now: `/x/..//host` has become `//host`.
  if (origin !== base || pathname.startsWith('//') || notPages.test(pathname) || hasEncodedSlash(pathname)) return null
  return pathname + search
}

/** Pictures, clips, playlists for frames of other sites, and the page of televisions: public addresses that the application does not show. */
const files = /^\/(?:assets|beads|clips|embed|images|people|posts|tv)(?:\/|$)/i

export const isPublicFile = (pathname: string): boolean => files.test(pathname)

const hasEncodedSlash = (pathname: string): boolean => /%(?:2f|5c|00)/i.test(pathname)
