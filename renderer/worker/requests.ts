/**
 * How the service worker answers a request. `network`: it does not intercept it. See offlineCache.ts for the others.
 */
export type CacheStrategy = 'asset' | 'picture' | 'document' | 'network'

type RoutedRequest = Pick<Request, 'url' | 'method' | 'mode'> & { headers: Pick<Headers, 'has'> }

/** Files whose names contain a content hash, so that a cached copy is always current. */
const assets = /^\/assets\//
/** Files without a hash, to which every page refers. They change with the build. */
const files = /^\/(favicon\.svg|app\.webmanifest|icons\/[^/]+)$/
const pictures = /^\/(images|people|beads|posts)\/.+/
/** Addresses of API calls and files: a navigation to them does not show a page of the app. */
const noPage = /^\/(api|clips|healthz|images|logout|people|beads|posts|r|readyz|connect|signup|tv|cast|embed)(\/|$)/

/** Whether a file is the same in every build that contains it. */
export const isImmutable = (address: string, origin: string): boolean => assets.test(new URL(address, origin).pathname)

export function strategyFor({ url, method, mode, headers }: RoutedRequest, origin: string): CacheStrategy {
  const { origin: host, pathname } = new URL(url)
  // A partial response must not be cached.
  if (method !== 'GET' || host !== origin || headers.has('range')) return 'network'
  if (assets.test(pathname) || files.test(pathname)) return 'asset'
  if (mode === 'navigate') return noPage.test(pathname) ? 'network' : 'document'
  return pictures.test(pathname) ? 'picture' : 'network'
}
