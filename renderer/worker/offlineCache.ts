/** The service worker's caches, and the responses from them (BY15). */
import { isImmutable, strategyFor } from './requests.ts'
import { pictureCache, type FetchEventLike, type Scope } from './scope.ts'

export interface BuildInfo {
  /** Id of the build, which the server also sends as `X-Strand-Build`. */
  build: string
  /** The scripts and styles that the start of a page needs. */
  assets: readonly string[]
}

/** Path of the shell, a document without personal data that starts the app at any address. */
export const shell = '/offline'
/** Time after which a document request is answered by the cached shell instead (ms). */
export const documentTimeoutMs = 3000
/** Maximum number of cached pictures; the oldest are removed. */
export const maxPictures = 200
/** Eviction runs once per this many pictures, because it reads all keys. */
const evictEvery = 20

const prefix = 'strand-'

const isHtml = ({ headers }: Response): boolean => /^text\/html\b/.test(headers.get('content-type') ?? '')

/**
 * Whether a response is a file of the app. HTML and redirected responses are not: a proxy in front of Strand may answer
 * with its login page.
 */
const isFile = (response: Response): boolean => !response.redirected && !isHtml(response)

export interface OfflineCache {
  install(): Promise<void>
  activate(): Promise<void>
  answer(event: FetchEventLike): void
}

export function createOfflineCache(
  { build, assets }: BuildInfo,
  { caches, clients, fetch, location, registration }: Omit<Scope, 'skipWaiting'>,
): OfflineCache {
  const assetCache = `${prefix}assets-${build}`
  let sinceEviction = 0

  const fetchOk = async (address: string, options?: RequestInit): Promise<Response> => {
    const response = await fetch(address, options)
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    return response
  }

  /** Prefers this build's cache; files with a content hash may also come from an earlier build's. */
  async function cachedAsset(request: RequestInfo): Promise<Response | undefined> {
    const address = typeof request === 'string' ? request : request.url
    const options = { ignoreVary: true }
    const cached =
      (await (await caches.open(assetCache)).match(request, options)) ??
      (isImmutable(address, location.origin) ? await caches.match(request, options) : undefined)
    return cached && isFile(cached) ? cached : undefined
  }

  async function fetchFile(address: string): Promise<Response> {
    const response = await fetchOk(address)
    if (!isFile(response)) throw new Error(`${address} is no file`)
    return response
  }

  /** Fetches without credentials, so without personal data. Rejects the shell of another build, whose files are not cached. */
  async function fetchShell(): Promise<Response> {
    const response = await fetchOk(shell, { credentials: 'omit', cache: 'reload' })
    const other = response.headers.get('x-strand-build')
    if (response.redirected || !isHtml(response) || other !== build) throw new Error(`${shell} is not of ${build} but of ${other}`)
    return response
  }

  /** Fetches sequentially, so that the open page has priority. Copies files that an earlier build has cached. */
  async function install(): Promise<void> {
    const cache = await caches.open(assetCache)
    for (const address of assets) {
      const cached = await cache.match(address)
      if (!cached || !isFile(cached)) await cache.put(address, (await cachedAsset(address)) ?? (await fetchFile(address)))
    }
    await cache.put(shell, await fetchShell())
  }

  /** Deletes old caches except the previous build's: older tabs may need its files, and the server may have none of them. */
  async function activate(): Promise<void> {
    const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== assetCache && name !== pictureCache)
    // `keys()` is in order of creation.
    const before = others.filter((name) => name.startsWith(`${prefix}assets-`)).at(-1)
    await Promise.all(others.filter((name) => name !== before).map((name) => caches.delete(name)))
    await registration.navigationPreload?.enable()
    await clients.claim()
  }

  const cacheIn = async (cache: string, request: Request, response: Response): Promise<void> => {
    if (response.status !== 200 || response.type !== 'basic' || !isFile(response)) return
    // A full disk must not make the response fail.
    await (await caches.open(cache)).put(request, response.clone()).catch(() => undefined)
  }

  async function asset(request: Request): Promise<Response> {
    const cached = await cachedAsset(request)
    if (cached) return cached
    const response = await fetch(request)
    await cacheIn(assetCache, request, response)
    return response
  }

  async function picture(event: FetchEventLike): Promise<Response> {
    const { request } = event
    try {
      const response = await fetch(request)
      event.waitUntil(cacheIn(pictureCache, request, response.clone()).then(evict))
      return response
    } catch (reason) {
      const cached = await caches.match(request, { ignoreVary: true })
      if (cached) return cached
      // The page ignores the response to an aborted request; a rejection would be logged as an error of the worker.
      if (reason instanceof DOMException && reason.name === 'AbortError') return new Response(null, { status: 204 })
      throw reason
    }
  }

  async function evict(): Promise<void> {
    sinceEviction += 1
    if (sinceEviction < evictEvery) return
    sinceEviction = 0
    const cache = await caches.open(pictureCache)
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - maxPictures)).map((key) => cache.delete(key)))
  }

  /** The document from the network if it arrives in time, otherwise the shell, which requests the page's data itself. */
  async function page({ request, preloadResponse }: FetchEventLike): Promise<Response> {
    // Firefox resolves a failed preload with an error response, which would show the browser's own error page.
    const network = Promise.resolve(preloadResponse).then((response) => (response && response.type !== 'error' ? response : fetch(request)))
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, documentTimeoutMs, null)
    })
    const inTime = await Promise.race([network.catch(() => null), timeout]).finally(() => clearTimeout(timer))
    return inTime ?? (await (await caches.open(assetCache)).match(shell, { ignoreVary: true })) ?? network
  }

  return {
    install,
    activate,
    answer(event) {
      const { request } = event
      const strategy = strategyFor(request, location.origin)
      if (strategy === 'asset') event.respondWith(asset(request))
      else if (strategy === 'picture') event.respondWith(picture(event))
      else if (strategy === 'document') event.respondWith(page(event))
    },
  }
}
