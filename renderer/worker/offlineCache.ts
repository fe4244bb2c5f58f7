/** The worker's caches, and its answers from them (BY15). */
import { isLasting, wayOf } from './requests.ts'
import { pictureCache, type Asked, type Scope } from './scope.ts'

export interface Built {
  /** Short name of the build of the pages. */
  build: string
  /** The scripts and styles that the start of a page needs. */
  assets: readonly string[]
}

/** The document that starts the app at any address. It contains no personal data. */
export const shell = '/offline'
/** Timeout of a document request before the app starts from the cache (ms). */
export const documentTimeoutMs = 3000
/** Maximum number of cached pictures; the oldest are removed. */
export const maxPictures = 200
/** Eviction runs once per this many pictures, since it reads all keys. */
const tidyEvery = 20

const prefix = 'strand-'

const isHtml = ({ headers }: Response): boolean => /^text\/html\b/.test(headers.get('content-type') ?? '')

/** A proxy in front of Strand may answer with its login page: HTML or a redirected response is never a file of the app. */
const isFile = (response: Response): boolean => !response.redirected && !isHtml(response)

export interface OfflineCache {
  install(): Promise<void>
  activate(): Promise<void>
  answer(event: Asked): void
}

export function createKeep(
  { build, assets }: Built,
  { caches, clients, fetch, location, registration }: Omit<Scope, 'skipWaiting'>,
): OfflineCache {
  const assetCache = `${prefix}assets-${build}`
  let sinceTidied = 0

  const fetched = async (address: string, options?: RequestInit): Promise<Response> => {
    const response = await fetch(address, options)
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return response
  }

  /** Prefers this build's cache; files with a content hash may also come from an earlier build's. */
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

  /** Fetched without credentials, so it contains no personal data. The shell of another build refers to files that are not cached. */
  async function fetchedShell(): Promise<Response> {
    const response = await fetched(shell, { credentials: 'omit', cache: 'reload' })
    const other = response.headers.get('x-strand-build')
    if (response.redirected || !isHtml(response) || other !== build) throw new Error(`${shell} is not of ${build} but of ${other}`)
    return response
  }

  /** Sequential, so that the open page keeps the bandwidth. Files shared with an earlier build are copied. */
  async function install(): Promise<void> {
    const cache = await caches.open(assetCache)
    for (const address of assets) {
      const own = await cache.match(address)
      if (!own || !isFile(own)) await cache.put(address, (await keptAsset(address)) ?? (await fetchedFile(address)))
    }
    await cache.put(shell, await fetchedShell())
  }

  /** Keeps the previous build's files: older tabs still load chunks that the server may no longer have. */
  async function activate(): Promise<void> {
    const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== assetCache && name !== pictureCache)
    // `keys()` returns creation order.
    const before = others.filter((name) => name.startsWith(`${prefix}assets-`)).at(-1)
    await Promise.all(others.filter((name) => name !== before).map((name) => caches.delete(name)))
    await registration.navigationPreload?.enable()
    await clients.claim()
  }

  const keepIn = async (cache: string, request: Request, response: Response): Promise<void> => {
    if (response.status !== 200 || response.type !== 'basic' || !isFile(response)) return
    // A full disk must not fail the response.
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
      // An aborted request has no reader; a rejection would be logged as an error of the worker.
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

  /** The network's document if it answers in time, otherwise the shell, which requests the data itself and shows the result. */
  async function page({ request, preloadResponse }: Asked): Promise<Response> {
    // Firefox resolves a failed preload with an error response, which would show the browser's own error page.
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
