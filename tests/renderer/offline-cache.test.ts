import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOfflineCache, maxPictures, documentTimeoutMs } from '../../renderer/worker/offlineCache.ts'
import { strategyFor } from '../../renderer/worker/requests.ts'
import { assetsToKeep } from '../../build/lib/worker.mjs'

const origin = 'https://strand.example'
const question = (path: string, { method = 'GET', mode = 'cors', range = false } = {}) => ({
  url: new URL(path, origin).href,
  method,
  mode: mode as RequestMode,
  headers: new Headers(range ? { range: 'bytes=0-' } : {}),
})

describe('BY15 the caching strategy of a request', () => {
  it.each([
    ['/assets/main-1a2b.js', {}, 'asset'],
    ['/favicon.svg', {}, 'asset'],
    ['/icons/192.png', {}, 'asset'],
    ['/app.webmanifest', {}, 'asset'],
    ['/', { mode: 'navigate' }, 'document'],
    ['/b1/a-song-p1?t=3', { mode: 'navigate' }, 'document'],
    ['/signupform', { mode: 'navigate' }, 'document'],
    ['/tvos/connect', { mode: 'navigate' }, 'document'],
    ['/bookmarklet/post?url=https%3A%2F%2Fnews.example', { mode: 'navigate' }, 'document'],
    ['/images/beads/one.jpg', {}, 'picture'],
    ['/people/ann.jpg', {}, 'picture'],
    ['/beads/b1.jpg', {}, 'picture'],
    ['/posts/p1.jpg', {}, 'picture'],
    // Not cached: API calls, addresses outside the app, clips, partial responses, navigations to files, POST, other origins.
    ['/api/v0/me', {}, 'network'],
    ['/api/v0/me', { mode: 'navigate' }, 'network'],
    ['/api/v2/me/feed/status?minTime=1', {}, 'network'],
    ['/healthz', {}, 'network'],
    ['/logout', { mode: 'navigate' }, 'network'],
    ['/connect/facebook', { mode: 'navigate' }, 'network'],
    ['/tv', { mode: 'navigate' }, 'network'],
    ['/embed/b00000000000000000?theme=dark', { mode: 'navigate' }, 'network'],
    ['/embedfaqs', { mode: 'navigate' }, 'document'],
    ['/sw.js', {}, 'network'],
    ['/clips/one.mp4', {}, 'network'],
    ['/images/one.jpg', { range: true }, 'network'],
    ['/images/one.jpg', { mode: 'navigate' }, 'network'],
    ['/posts/p1.jpg', { mode: 'navigate' }, 'network'],
    ['/', { method: 'POST', mode: 'navigate' }, 'network'],
    ['https://elsewhere.example/assets/a.js', {}, 'network'],
  ] as const)('BY15 %s with %j → strategy %s', (path, options, way) => expect(strategyFor(question(path, options), origin)).toBe(way))
})

describe('BY15 the files that are cached at the installation', () => {
  it('BY15 the entry, its screens and their static imports are included; lazy imports of screens are not', () => {
    const manifest = {
      'renderer/main.tsx': {
        file: 'assets/main.js',
        imports: ['_shell.js'],
        dynamicImports: ['screen.tsx'],
        css: ['assets/main.css'],
        isEntry: true,
      },
      '_shell.js': { file: 'assets/shell.js', dynamicImports: ['dialog.tsx'] },
      'screen.tsx': { file: 'assets/screen.js', imports: ['_shared.js'], dynamicImports: ['hls.js'], css: ['assets/screen.css'] },
      '_shared.js': { file: 'assets/shared.js', imports: ['_shell.js'] },
      'dialog.tsx': { file: 'assets/dialog.js', dynamicImports: ['hls.js'] },
      'hls.js': { file: 'assets/hls.js' },
      'nobody.tsx': { file: 'assets/nobody.js' },
    }
    expect(assetsToKeep(manifest)).toEqual([
      '/assets/dialog.js',
      '/assets/main.css',
      '/assets/main.js',
      '/assets/screen.css',
      '/assets/screen.js',
      '/assets/shared.js',
      '/assets/shell.js',
    ])
  })
})

/** A fake CacheStorage with the methods that the worker uses; entries are in insertion order. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>()
  const key = (request: RequestInfo | URL) => (typeof request === 'string' ? new URL(request, origin).href : (request as Request).url)
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async (request: RequestInfo) => entries.get(key(request))?.clone(),
    put: async (request: RequestInfo, response: Response) => void (entries.delete(key(request)), entries.set(key(request), response)),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    delete: async (request: Request) => entries.delete(request.url),
  })
  const open = (name: string) => {
    if (!all.has(name)) all.set(name, new Map())
    return cacheOf(all.get(name)!)
  }
  const storage = {
    open: async (name: string) => open(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (request: RequestInfo) =>
      [...all.values()]
        .map((entries) => entries.get(key(request)))
        .find(Boolean)
        ?.clone(),
  }
  return { all, storage: storage as unknown as CacheStorage }
}

/** A same-origin response. The type of a plain `Response` is `default`, which the worker does not cache. */
function basic(text: string, { status = 200, headers = {} as Record<string, string>, redirected = false } = {}): Response {
  const response = new Response(text, { status, headers })
  const dress = (one: Response): Response =>
    Object.defineProperties(one, {
      type: { value: 'basic' },
      redirected: { value: redirected },
      clone: { value: () => dress(Response.prototype.clone.call(one)) },
    })
  return dress(response)
}

const html = { 'Content-Type': 'text/html; charset=utf-8' }

function world(build = 'two', assets: string[] = ['/assets/a.js', '/assets/b.js']) {
  const caches = fakeCaches()
  const network = vi.fn<(address: RequestInfo, options?: RequestInit) => Promise<Response>>(async (address) => {
    const { pathname } = new URL(typeof address === 'string' ? address : address.url, origin)
    return basic(`network ${pathname}`, pathname === '/offline' ? { headers: { ...html, 'X-Strand-Build': build } } : {})
  })
  const claim = vi.fn(async () => {})
  const keep = createOfflineCache(
    { build, assets },
    {
      caches: caches.storage,
      fetch: network,
      location: { origin },
      clients: { claim, matchAll: async () => [], openWindow: async () => null },
      registration: { showNotification: async () => {}, pushManager: { subscribe: vi.fn() } },
    },
  )
  const lasting: Promise<unknown>[] = []
  const ask = (path: string, options?: Parameters<typeof question>[1], preloadResponse?: Promise<Response>): Promise<Response> | null => {
    let answer: Promise<Response> | null = null
    keep.answer({
      request: question(path, options) as Request,
      preloadResponse,
      respondWith: (given) => void (answer = given),
      waitUntil: (work) => void lasting.push(work),
    })
    return answer
  }
  return { keep, ask, network, claim, caches, settle: () => Promise.all(lasting) }
}
const text = async (answer: Promise<Response> | null) => (await answer)?.text()

describe('BY15 installation and activation', () => {
  it('BY15 install fetches new files, copies those of the previous build, and fetches the shell without credentials', async () => {
    const { keep, caches, network } = world()
    await (await caches.storage.open('strand-assets-one')).put('/assets/a.js', basic('kept'))
    await keep.install()
    expect(network.mock.calls.map(([address]) => address)).toEqual(['/assets/b.js', '/offline'])
    expect(network.mock.calls[1]![1]).toEqual({ credentials: 'omit', cache: 'reload' })
    expect([...caches.all.get('strand-assets-two')!.keys()].map((url) => new URL(url).pathname)).toEqual([
      '/assets/a.js',
      '/assets/b.js',
      '/offline',
    ])
  })
  it('BY15 a file that answers 404 fails the installation', async () => {
    const { keep, network } = world()
    network.mockResolvedValueOnce(basic('no', { status: 404 }))
    await expect(keep.install()).rejects.toThrow('/assets/a.js answered 404')
  })
  it.each([
    ['a login page in place of a script', basic('<form>', { headers: html })],
    ['a redirected script', basic('script', { redirected: true })],
  ])('BY15 %s fails the installation, and a cached one is not copied from the previous build', async (_, answer) => {
    const { keep, network, caches } = world()
    await (await caches.storage.open('strand-assets-one')).put('/assets/a.js', answer.clone())
    await keep.install()
    expect(network.mock.calls[0]![0]).toBe('/assets/a.js')
    const fresh = world()
    fresh.network.mockResolvedValueOnce(answer)
    await expect(fresh.keep.install()).rejects.toThrow('/assets/a.js is no file')
  })
  it.each([
    ['of another build', basic('shell', { headers: { ...html, 'X-Strand-Build': 'one' } })],
    ['that is not HTML', basic('shell', { headers: { 'X-Strand-Build': 'two' } })],
    ['from a redirect', basic('shell', { headers: { ...html, 'X-Strand-Build': 'two' }, redirected: true })],
  ])('BY15 a shell %s fails the installation', async (_, answer) => {
    const { keep, network } = world('two', [])
    network.mockResolvedValueOnce(answer)
    await expect(keep.install()).rejects.toThrow('/offline')
  })
  it('BY15 activate deletes the caches of older builds; those of the previous build and of other owners stay', async () => {
    const { keep, caches, claim } = world()
    for (const name of ['strand-assets-nil', 'strand-assets-one', 'strand-assets-two', 'strand-pictures', 'others'])
      await caches.storage.open(name)
    await keep.activate()
    expect([...caches.all.keys()]).toEqual(['strand-assets-one', 'strand-assets-two', 'strand-pictures', 'others'])
    expect(claim).toHaveBeenCalledOnce()
  })
})

describe('BY15 responses of the worker', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('BY15 a file of the app is cached at its first request and served from the cache afterwards', async () => {
    const { ask, network, caches } = world()
    expect(await text(ask('/assets/a.js'))).toBe('network /assets/a.js')
    expect(await text(ask('/assets/a.js'))).toBe('network /assets/a.js')
    expect(network).toHaveBeenCalledOnce()
    expect(caches.all.get('strand-assets-two')?.size).toBe(1)
  })
  it('BY15 a hashed file of the previous build is served; files without a hash and the shell are of this build', async () => {
    const { keep, ask, network, caches } = world()
    const before = await caches.storage.open('strand-assets-one')
    for (const path of ['/assets/old.js', '/favicon.svg']) await before.put(path, basic('old'))
    await before.put('/offline', basic('old shell', { headers: html }))
    await keep.install()
    expect(await text(ask('/assets/old.js'))).toBe('old')
    expect(await text(ask('/favicon.svg'))).toBe('network /favicon.svg')
    network.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await text(ask('/b1', { mode: 'navigate' }))).toBe('network /offline')
  })
  it('BY15 an HTML response in place of a file is not cached', async () => {
    const { ask, network } = world()
    network.mockResolvedValueOnce(basic('<form>', { headers: html }))
    expect(await text(ask('/assets/a.js'))).toBe('<form>')
    expect(await text(ask('/assets/a.js'))).toBe('network /assets/a.js')
    expect(network).toHaveBeenCalledTimes(2)
  })
  it('BY15 calls of the API are left to the browser', () => {
    const { ask, network } = world()
    expect(ask('/api/v0/me')).toBeNull()
    expect(network).not.toHaveBeenCalled()
  })
  it('BY15 a document comes from the network and is not cached', async () => {
    const { keep, ask, caches } = world()
    await keep.install()
    expect(await text(ask('/b1', { mode: 'navigate' }))).toBe('network /b1')
    expect([...caches.all.values()].flatMap((entries) => [...entries.keys()])).not.toContain(`${origin}/b1`)
  })
  it('BY15 a document request that fails or takes 3 s is answered with the shell', async () => {
    const { keep, ask, network } = world()
    await keep.install()
    network.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await text(ask('/b1', { mode: 'navigate' }))).toBe('network /offline')

    let late: ((response: Response) => void) | undefined
    network.mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
    const seen = vi.fn()
    const answer = ask('/b1', { mode: 'navigate' })!
      .then((response) => response.text())
      .then(seen)
    await vi.advanceTimersByTimeAsync(documentTimeoutMs - 1)
    expect(seen).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await answer
    expect(seen).toHaveBeenCalledExactlyOnceWith('network /offline')
    late?.(basic('too late'))
  })
  it('BY15 a preloaded document is served; if the preload failed, the page is fetched, or offline the shell served', async () => {
    const { keep, ask, network } = world()
    await keep.install()
    // Firefox resolves a failed preload with an error response.
    const preloaded = (response: Response) => ask('/b1', { mode: 'navigate' }, Promise.resolve(response))
    expect(await text(preloaded(basic('preloaded')))).toBe('preloaded')
    expect(await text(preloaded(Response.error()))).toBe('network /b1')
    network.mockRejectedValueOnce(new TypeError('NetworkError'))
    expect(await text(preloaded(Response.error()))).toBe('network /offline')
  })
  it('BY15 without a cached shell a document request has no timeout', async () => {
    const { ask, network } = world()
    network.mockReturnValueOnce(new Promise((resolve) => setTimeout(resolve, 2 * documentTimeoutMs, basic('slow'))))
    const answer = ask('/b1', { mode: 'navigate' })!.then((response) => response.text())
    await vi.advanceTimersByTimeAsync(2 * documentTimeoutMs)
    expect(await answer).toBe('slow')
  })
  it('BY15 a picture comes from the network, or offline from the cache, whose size is limited', async () => {
    const { ask, network, caches, settle } = world()
    for (let n = 0; n < maxPictures + 40; n += 1) await ask(`/images/${n}.jpg`)
    await settle()
    const cachedUrls = [...caches.all.get('strand-pictures')!.keys()]
    expect(cachedUrls.length).toBeLessThanOrEqual(maxPictures + 20)
    expect(cachedUrls).not.toContain(`${origin}/images/0.jpg`)
    network.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await text(ask(`/images/${maxPictures + 39}.jpg`))).toContain('network')
    await expect(ask('/images/never.jpg')).rejects.toThrow()
  })
  it('BY15 an aborted picture request → an empty response that is not cached, and no error of the worker', async () => {
    const { ask, network, caches, settle } = world()
    network.mockRejectedValueOnce(new DOMException('The operation was aborted.', 'AbortError'))
    expect((await ask('/images/cancelled.jpg'))?.status).toBe(204)
    await settle()
    expect(caches.all.get('strand-pictures')).toBeUndefined()
  })
  it('BY15 a picture that answers 404 is not cached', async () => {
    const { ask, network, caches, settle } = world()
    network.mockResolvedValueOnce(basic('gone', { status: 404 }))
    expect((await ask('/images/gone.jpg'))?.status).toBe(404)
    await settle()
    expect(caches.all.get('strand-pictures')).toBeUndefined()
  })
})
