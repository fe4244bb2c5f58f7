import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPermitted } from '../../electron/policy/permissions.ts'
import { refererFilter, stampReferer } from '../../electron/policy/referer.ts'
import { isTrustedSender } from '../../electron/policy/sender.ts'
import { fuzzRuns } from '../support/fuzz.ts'

const server = 'https://strand.example'
const youtube = 'https://www.youtube-nocookie.com'

describe('permissions', () => {
  it.each([
    'fullscreen',
    'notifications',
    'clipboard-sanitized-write',
    'local-network',
    'local-network-access',
    'loopback-network',
    'screen-wake-lock',
  ])('BY19 %s → for pages of the server only', (permission) => {
    expect(isPermitted({ permission, requester: `${server}/discover`, server })).toBe(true)
    for (const requester of [
      'https://evil.example/',
      'https://strand.example.evil.example/',
      'http://strand.example/',
      'null',
      '',
      undefined,
    ])
      expect(isPermitted({ permission, requester, server }), requester).toBe(false)
  })

  it.each([
    'media',
    'geolocation',
    'openExternal',
    'clipboard-read',
    'display-capture',
    'hid',
    'serial',
    'usb',
    'midi',
    'fileSystem',
    'unknown',
    'of the future',
  ])('BY19 %s → denied, also for the server', (permission) => expect(isPermitted({ permission, requester: server, server })).toBe(false))

  it('BY1 a player frame → full screen, in a page of the server only', () => {
    const query = { permission: 'fullscreen', requester: `${youtube}/embed/1`, server }
    expect(isPermitted(query)).toBe(true)
    expect(isPermitted({ ...query, embedder: `${server}/` })).toBe(true)
    expect(isPermitted({ ...query, embedder: 'https://evil.example' })).toBe(false)
    expect(isPermitted({ ...query, permission: 'notifications' })).toBe(false)
    expect(isPermitted({ ...query, server: null })).toBe(false)
  })

  it('BY19 the server in a frame of another page → denied', () => {
    expect(isPermitted({ permission: 'notifications', requester: server, embedder: 'https://evil.example', server })).toBe(false)
  })
})

describe('the referrer of YouTube', () => {
  const request = { url: `${youtube}/embed/abc?autoplay=1`, resourceType: 'subFrame', requestHeaders: { Accept: 'x' } }

  it('BY1 a frame without a referrer → the one of the server', () => {
    expect(stampReferer(request, server)).toEqual({ Accept: 'x', Referer: `${server}/` })
    expect(stampReferer({ ...request, requestHeaders: { referer: '' } }, server)).toEqual({ Referer: `${server}/` })
  })

  it.each([
    ['with a referrer', { requestHeaders: { referer: 'https://strand.example/' } }],
    ['of a script', { resourceType: 'script' }],
    ['of a main frame', { resourceType: 'mainFrame' }],
    ['of another path', { url: `${youtube}/watch?v=1` }],
    ['of another host', { url: 'https://www.youtube-nocookie.com.evil.example/embed/1' }],
    ['without encryption', { url: 'http://www.youtube.com/embed/1' }],
    ['of no address', { url: 'x' }],
  ])('BY1 a request %s → unchanged', (_, change) => expect(stampReferer({ ...request, ...change }, server)).toBeNull())

  it('BY1 any request → unchanged, or a frame of YouTube with the same headers and the server as its referrer', () => {
    const urls = fc.oneof(
      fc.webUrl(),
      fc
        .tuple(
          fc.constantFrom(youtube, 'https://www.youtube-nocookie.com', 'https://www.youtube.com.evil.example', 'http://www.youtube.com'),
          fc.constantFrom('/embed/', '/embed', '/embed/../watch', '/Embed/', '/', '//embed/'),
          fc.constantFrom('', 'M7lc1UVf-VE', '?autoplay=1', '#t=1'),
        )
        .map((parts) => parts.join('')),
    )
    const headers = fc.dictionary(
      fc.oneof(fc.constantFrom('Accept', 'Referer', 'referer', 'REFERER', 'Cookie'), fc.string()),
      fc.oneof(fc.constantFrom('', 'https://evil.example/'), fc.string()),
    )
    const types = fc.constantFrom('subFrame', 'mainFrame', 'script', '')
    const isReferer = (name: string) => name.toLowerCase() === 'referer'
    fc.assert(
      fc.property(urls, headers, types, (url, requestHeaders, resourceType) => {
        const before = Object.entries(requestHeaders)
        const stamped = stampReferer({ url, resourceType, requestHeaders }, server)
        if (stamped === null) return
        const { origin, pathname } = new URL(url)
        expect([resourceType, pathname.startsWith('/embed/')]).toEqual(['subFrame', true])
        expect(['https://www.youtube.com', 'https://www.youtube-nocookie.com']).toContain(origin)
        expect(before.filter(([name, value]) => isReferer(name) && value !== '')).toEqual([])
        const after = Object.entries(stamped)
        expect(after.filter(([name]) => isReferer(name))).toEqual([['Referer', `${server}/`]])
        expect(after.filter(([name]) => !isReferer(name))).toEqual(before.filter(([name]) => !isReferer(name)))
        expect(stampReferer({ url, resourceType, requestHeaders: stamped }, server)).toBeNull()
      }),
      { numRuns: fuzzRuns(300) },
    )
  })

  it('BY1 without a server, and for the filtered addresses only', () => {
    expect(stampReferer(request, null)).toBeNull()
    for (const url of refererFilter.urls) expect(stampReferer({ ...request, url: url.replace('*', 'a') }, server)).not.toBeNull()
  })
})

describe('the sender of a message', () => {
  const frame = { parent: null, url: `${server}/discover`, origin: server }

  it('BY19 the main frame of a page of the server → trusted', () => expect(isTrustedSender(frame, server)).toBe(true))

  it.each([
    ['a frame that is gone', null],
    ['no frame', undefined],
    ['a frame in the page', { ...frame, parent: {} }],
    ['another origin', { ...frame, origin: 'https://evil.example' }],
    ['another address', { ...frame, url: 'https://evil.example/' }],
    ['a sandboxed document', { ...frame, origin: 'null' }],
    ['another port', { ...frame, origin: `${server}:8443`, url: `${server}:8443/` }],
    ["the application's own page", { ...frame, origin: 'app://strand', url: 'app://strand/' }],
  ])('BY19 %s → rejected', (_, other) => expect(isTrustedSender(other, server)).toBe(false))

  it('BY19 any origin → trusted only if it is the one of the server', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        const { origin } = new URL(url)
        expect(isTrustedSender({ parent: null, url, origin }, server)).toBe(origin === server)
        expect(isTrustedSender({ parent: null, url, origin }, null)).toBe(false)
      }),
    )
  })
})
