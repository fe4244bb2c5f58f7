/** What the worker keeps and how it answers from it (BY15). */
import { isLasting, wayOf } from './requests.ts'
import { pictureCache, type Asked, type Scope } from './scope.ts'

export interface Built {
  /** Short name of the build of the pages. */
  build: string
  /** Addresses of the scripts and styles without which no page starts. */
  assets: readonly string[]
}

/** The document that starts the app at any address, with nobody's data in it. */
export const shell = '/offline'
/** How long the network may take for a document before the app starts without (ms). */
export const documentTimeoutMs = 3000
/** Pictures that are kept; the oldest of more go. */
export const maxPictures = 200
/** Tidied once in so many, for it reads the whole list. */
const tidyEvery = 20

const prefix = 'strand-'

const isHtml = ({ headers }: Response): boolean => /^text\/html\b/.test(headers.get('content-type') ?? '')

/** Whatever stands before Strand may answer for it, with a page that asks to log in for one: no file of the app is a page, nor elsewhere. */
const isFile = (response: Response): boolean => !response.redirected && !isHtml(response)

export interface OfflineCache {
  install(): Promise<void>
  activate(): Promise<void>
  answer(event: Asked): void
}

export function createKeep({ build, assets }: Built, { caches, clients, fetch, location, registration }: Omit<Scope, 'skipWaiting'>): OfflineCache {
  const assetCache = `${prefix}assets-${build}`
  let sinceTidied = 0

  const fetched = async (address: string, options?: RequestInit): Promise<Response> => {
    const response = await fetch(address, options)
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return response
  }

  /** Of this build; what has the same name in all that have it may be of the build before. */
  async function keptAsset(request: RequestInfo): Promise<Response | undefined> {
    const address = typeof request === 'string' ? request : request.url
    const options = { ignoreVary: true }
    const kept =
      (await (await caches.open(assetCache)).match(request, options)) ??
      (isLasting(address, location.origin) ? await caches.match(request, options) : undefined)
    return kept && isFile(kept) ? kept : undefined
  }

  async function fetchedFile(address: string): Promise<Response> {
    const response = await fetched(address)
    if (!isFile(response)) throw new Error(`${address} is no file`)
    return response
  }

  /** Asked for by nobody, so that nobody's name can be in it. That of another build names files that are not kept. */
  async function fetchedShell(): Promise<Response> {
    const response = await fetched(shell, { credentials: 'omit', cache: 'reload' })
    const other = response.headers.get('x-strand-build')
    if (response.redirected || !isHtml(response) || other !== build) throw new Error(`${shell} is not of ${build} but of ${other}`)
    return response
  }

  /** One after the other, so that the page that is open keeps the network; what a build before had too is taken from there. */
  async function install(): Promise<void> {
    const cache = await caches.open(assetCache)
    for (const address of assets) {
      const own = await cache.match(address)
      if (!own || !isFile(own)) await cache.put(address, (await keptAsset(address)) ?? (await fetchedFile(address)))
    }
    await cache.put(shell, await fetchedShell())
  }

  /** The files of the build before stay too: older tabs fetch parts of theirs yet, which the server may have no more. */
  async function activate(): Promise<void> {
    const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== assetCache && name !== pictureCache)
    // In the order in which they were made.
    const before = others.filter((name) => name.startsWith(`${prefix}assets-`)).at(-1)
    await Promise.all(others.filter((name) => name !== before).map((name) => caches.delete(name)))
    await registration.navigationPreload?.enable()
    await clients.claim()
  }

  const keepIn = async (cache: string, request: Request, response: Response): Promise<void> => {
    if (response.status !== 200 || response.type !== 'basic' || !isFile(response)) return
    // A full disk is no reason to show nothing.
    await (await caches.open(cache)).put(request, response.clone()).catch(() => undefined)
  }

  async function asset(request: Request): Promise<Response> {
    const kept = await keptAsset(request)
    if (kept) return kept
    const response = await fetch(request)
    await keepIn(assetCache, request, response)
    return response
  }

  async function picture(event: Asked): Promise<Response> {
    const { request } = event
    try {
      const response = await fetch(request)
      event.waitUntil(keepIn(pictureCache, request, response.clone()).then(tidy))
      return response
    } catch (reason) {
      const kept = await caches.match(request, { ignoreVary: true })
      if (kept) return kept
      // The page no longer wants it, so nothing reads the answer; a rejection would be logged as an error of the worker.
      if (reason instanceof DOMException && reason.name === 'AbortError') return new Response(null, { status: 204 })
      throw reason
    }
  }

  async function tidy(): Promise<void> {
    sinceTidied += 1
    if (sinceTidied < tidyEvery) return
    sinceTidied = 0
    const cache = await caches.open(pictureCache)
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - maxPictures)).map((key) => cache.delete(key)))
  }

  /** From the network where that answers in time. Otherwise the app itself, which then asks for what the page holds and says how that went. */
  async function page({ request, preloadResponse }: Asked): Promise<Response> {
    // Firefox resolves a preload that failed, with the response of a network error; as an answer that is the browser's own error page.
    const network = Promise.resolve(preloadResponse).then((response) => (response && response.type !== 'error' ? response : fetch(request)))
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, documentTimeoutMs, null)
    })
    const inTime = await Promise.race([network.catch(() => null), late]).finally(() => clearTimeout(timer))
    return inTime ?? (await (await caches.open(assetCache)).match(shell, { ignoreVary: true })) ?? network
  }

  return {
    install,
    activate,
    answer(event) {
      const { request } = event
      const way = wayOf(request, location.origin)
      if (way === 'asset') event.respondWith(asset(request))
      else if (way === 'picture') event.respondWith(picture(event))
      else if (way === 'document') event.respondWith(page(event))
    },
  }
}
