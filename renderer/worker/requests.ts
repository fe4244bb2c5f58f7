/** Which way a request takes. Pure. */
export type Way = 'asset' | 'picture' | 'document' | 'network'

type Question = Pick<Request, 'url' | 'method' | 'mode'> & { headers: Pick<Headers, 'has'> }

/** Their names hold a hash of their content, so that a kept one is always right. */
const assets = /^\/assets\//
/** They change with the app, and every page names them. */
const files = /^\/(favicon\.svg|app\.webmanifest|icons\/[^/]+)$/
const pictures = /^\/(images|people|beads|posts)\/.+/
/** Addresses of calls and files, which are no pages though one can go there. */
const noPage = /^\/(api|clips|healthz|images|logout|people|beads|posts|r|connect|signup)(\/|$)/

/** Whether a file is the same in every build that has it. */
export const isLasting = (address: string, origin: string): boolean => assets.test(new URL(address, origin).pathname)

export function wayOf({ url, method, mode, headers }: Question, origin: string): Way {
  const { origin: host, pathname } = new URL(url)
  // A part of a file is no file to keep.
  if (method !== 'GET' || host !== origin || headers.has('range')) return 'network'
  if (assets.test(pathname) || files.test(pathname)) return 'asset'
  if (mode === 'navigate') return noPage.test(pathname) ? 'network' : 'document'
  return pictures.test(pathname) ? 'picture' : 'network'
}
