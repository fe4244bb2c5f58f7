import { describe, expect, it, vi } from 'vitest'
import { listenToServiceWorker } from '../../renderer/app/listenToServiceWorker.ts'
import { openNotification, parseMessage, pathIn, ackTimeoutMs, renewSubscription, showNotification } from '../../renderer/worker/push.ts'
import type { Tab } from '../../renderer/worker/scope.ts'

const origin = 'https://strand.example'
/** A fake worker scope that records its calls. */
const world = (tabs: Tab[] = []) => ({
  location: { origin },
  registration: { showNotification: vi.fn(async () => {}), pushManager: { subscribe: vi.fn() } },
  clients: { matchAll: async () => tabs, openWindow: vi.fn(async () => null), claim: async () => {} },
  fetch: vi.fn<(address: RequestInfo, options?: RequestInit) => Promise<Response>>(),
})

/** A fake tab that acknowledges each message. */
const page = () => ({
  url: `${origin}/discover`,
  focus: vi.fn(async () => {}),
  postMessage: vi.fn<Tab['postMessage']>((_, [port]) => (port as MessagePort).postMessage(true)),
})

describe('O4 a push message', () => {
  it('O4 a valid message is shown with its title, text, tag and link', async () => {
    const to = world()
    await showNotification(JSON.stringify({ title: 'Ann', body: 'Ann collected your post', href: '/b1/p1', tag: 'collect p1' }), to)
    expect(to.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
      'Ann',
      expect.objectContaining({ body: 'Ann collected your post', tag: 'collect p1', data: { href: '/b1/p1' } }),
    )
  })

  it.each([undefined, '', '{', 'null', '[]', '"words"', '{"title":7,"href":{}}'])(
    'O4 the invalid message %j still shows a notification with a text',
    async (text) => {
      const to = world()
      await showNotification(text, to)
      expect(to.registration.showNotification).toHaveBeenCalledExactlyOnceWith('Strand', expect.objectContaining({ data: { href: '/' } }))
      expect(parseMessage(text).body).not.toBe('')
    },
  )

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
  ])('O4 the notification data %j opens a path of this site', (data, path) => expect(pathIn(data, origin)).toBe(path))

  it('O4 a click navigates an open page of this site; without one it opens a new page', async () => {
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

  it('O4 the browser refuses to focus the page → the page is navigated nevertheless', async () => {
    const tab = { ...page(), focus: () => Promise.reject(new Error('not allowed')) }
    await expect(openNotification({ href: '/b1' }, world([tab]))).resolves.toBeUndefined()
    expect(tab.postMessage).toHaveBeenCalledOnce()
  })
})

describe('O4 a page that receives a navigation message', () => {
  it('O4 a tab does not acknowledge in time, such as one with an image → it gets no focus, and a new page opens', async () => {
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
  it('O4 a go message → the page acknowledges it and navigates; other messages are ignored', () => {
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

describe('O4 a subscription that the push service has changed', () => {
  it('O4 the new endpoint and its keys are sent to the server with the request header', async () => {
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
  it('O4 a signed-out browser gets no new subscription', async () => {
    const to = world()
    to.fetch.mockResolvedValueOnce(new Response('', { status: 401 }))
    await renewSubscription(to)
    expect(to.registration.pushManager.subscribe).not.toHaveBeenCalled()
    expect(to.fetch).toHaveBeenCalledOnce()
  })
})
