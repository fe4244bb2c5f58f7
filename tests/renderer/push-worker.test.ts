import { describe, expect, it, vi } from 'vitest'
import { listenToServiceWorker } from '../../renderer/app/listenToServiceWorker.ts'
import { openNotification, parseMessage, pathIn, ackTimeoutMs, renewSubscription, showNotification } from '../../renderer/worker/push.ts'
import type { Tab } from '../../renderer/worker/scope.ts'

const origin = 'https://strand.example'
const world = (tabs: Tab[] = []) => ({
  location: { origin },
  registration: { showNotification: vi.fn(async () => {}), pushManager: { subscribe: vi.fn() } },
  clients: { matchAll: async () => tabs, openWindow: vi.fn(async () => null), claim: async () => {} },
  fetch: vi.fn<(address: RequestInfo, options?: RequestInit) => Promise<Response>>(),
})

/** A fake worker scope that records its calls. */
const page = () => ({
  url: `${origin}/discover`,
  focus: vi.fn(async () => {}),
  postMessage: vi.fn<Tab['postMessage']>((_, [port]) => (port as MessagePort).postMessage(true)),
})

describe('O4 a push message', () => {
  it('O4 is shown as it says, with where it leads', async () => {
    const to = world()
    await showNotification(JSON.stringify({ title: 'Ann', body: 'Ann collected your post', href: '/b1/p1', tag: 'collect p1' }), to)
    expect(to.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
      'Ann',
      expect.objectContaining({ body: 'Ann collected your post', tag: 'collect p1', data: { href: '/b1/p1' } }),
    )
  })

  it.each([undefined, '', '{', 'null', '[]', '"words"', '{"title":7,"href":{}}'])('O4 %j is never silent', async (text) => {
    const to = world()
    await showNotification(text, to)
    expect(to.registration.showNotification).toHaveBeenCalledExactlyOnceWith('Strand', expect.objectContaining({ data: { href: '/' } }))
    expect(parseMessage(text).body).not.toBe('')
  })

  it.each([
    [{ href: '/b1/p1?t=3#c' }, '/b1/p1?t=3#c'],
    [{ href: `${origin}/p/ann` }, '/p/ann'],
    [{ href: 'https://evil.example/x' }, '/'],
    [{ href: '//evil.example' }, '/'],
    [{ href: '/\\evil.example' }, '/'],
    [{ href: '/.//evil.example' }, '/'],
    [{ href: `${origin}//evil.example` }, '/'],
    [{ href: 'javascript:alert(1)' }, '/'],
    [{ href: 3 }, '/'],
    [null, '/'],
    ['/b1', '/'],
  ])('O4 %j leads to a page of our own', (data, path) => expect(pathIn(data, origin)).toBe(path))

  it('O4 goes there in a page that is open, and opens one where none is', async () => {
    const tab = page()
    const open = world([{ ...tab, url: 'https://other.example/' }, tab])
    await openNotification({ href: '/b1' }, open)
    expect(tab.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'go', href: '/b1' }, [expect.anything()])
    expect(tab.focus).toHaveBeenCalledOnce()
    expect(open.clients.openWindow).not.toHaveBeenCalled()
    const closed = world()
    await openNotification({ href: '/b1' }, closed)
    expect(closed.clients.openWindow).toHaveBeenCalledExactlyOnceWith('/b1')
  })

  it('O4 a browser that refuses to come to the front has gone there all the same', async () => {
    const tab = { ...page(), focus: () => Promise.reject(new Error('not allowed')) }
    await expect(openNotification({ href: '/b1' }, world([tab]))).resolves.toBeUndefined()
    expect(tab.postMessage).toHaveBeenCalledOnce()
  })
})

describe('O4 a page that is told to go somewhere', () => {
  it('O4 a tab that does not answer in time, as a picture does not, is left alone, and a page is opened', async () => {
    vi.useFakeTimers()
    const deaf = { ...page(), postMessage: vi.fn() }
    const to = world([deaf])
    const done = openNotification({ href: '/b1' }, to)
    await vi.advanceTimersByTimeAsync(ackTimeoutMs - 1)
    expect(to.clients.openWindow).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await done
    expect(to.clients.openWindow).toHaveBeenCalledExactlyOnceWith('/b1')
    expect(deaf.focus).not.toHaveBeenCalled()
  })
  it('O4 a page of ours hears it from its start, answers, and goes there', () => {
    const container = new EventTarget()
    const go = vi.fn()
    listenToServiceWorker(container as ServiceWorkerContainer, go)
    const port = { postMessage: vi.fn() }
    for (const data of [null, { type: 'activate' }]) container.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port] }))
    expect(go).not.toHaveBeenCalled()
    container.dispatchEvent(Object.assign(new Event('message'), { data: { type: 'go', href: '/b1' }, ports: [port] }))
    expect(go).toHaveBeenCalledExactlyOnceWith('/b1')
    expect(port.postMessage).toHaveBeenCalledOnce()
    expect(() => listenToServiceWorker(undefined, go)).not.toThrow()
  })
})

describe('O4 another address from the push service', () => {
  it('O4 is told to the server, in the form and with the header that it demands', async () => {
    const to = world()
    to.fetch.mockResolvedValueOnce(Response.json({ publicKey: 'BKey', results: [] })).mockResolvedValueOnce(Response.json({}))
    to.registration.pushManager.subscribe.mockResolvedValue({
      toJSON: () => ({ endpoint: 'https://push.example/2', expirationTime: null, keys: { p256dh: 'k', auth: 'a' } }),
    })
    await renewSubscription(to)
    expect(to.registration.pushManager.subscribe).toHaveBeenCalledExactlyOnceWith({ userVisibleOnly: true, applicationServerKey: 'BKey' })
    const [address, options] = to.fetch.mock.calls[1]!
    expect(address).toBe('/api/v0/me/push')
    expect(options).toMatchObject({ method: 'POST', headers: { 'X-Strand-Request': '1' } })
    expect(JSON.parse(options!.body as string)).toEqual({ endpoint: 'https://push.example/2', keys: { p256dh: 'k', auth: 'a' } })
  })
  it("O4 is nobody's where nobody is signed in", async () => {
    const to = world()
    to.fetch.mockResolvedValueOnce(new Response('', { status: 401 }))
    await renewSubscription(to)
    expect(to.registration.pushManager.subscribe).not.toHaveBeenCalled()
    expect(to.fetch).toHaveBeenCalledOnce()
  })
})
