import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '#http/security.ts'
import { decideNavigation, isExternalLink, type Navigation } from '../../electron/policy/navigation.ts'
import { frameOrigins, originOf, shellOrigin } from '../../electron/policy/origins.ts'
import { toPagePath } from '../../electron/policy/pagePath.ts'
import { decideWindowOpen } from '../../electron/policy/windowOpen.ts'
import { leavesApp } from '#navigation/routes.ts'
import { fuzzRuns } from '../support/fuzz.ts'

const server = 'https://strand.example'
const decide = (url: string, more: Partial<Navigation> = {}) =>
  decideNavigation({ url, isMainFrame: true, initiator: server, server, ...more })

/** Addresses that look like the server's, but are not. */
const lookalikes = [
  'https://strand.example.evil.example/',
  'https://strand.example@evil.example/',
  'https://strand.example:8443/',
  'http://strand.example/',
  'https://evil.example/https://strand.example/',
  'https://sub.strand.example/',
  'https://strand.example./',
]

describe('navigation of the window', () => {
  it.each([`${server}/`, `${server}/discover?x=1#y`, 'https://STRAND.example:443/p/ada'])('BY18 %s → allowed', (url) => {
    expect(decide(url)).toBe('allow')
  })

  it.each(['/images/banner.png', '/clips/a.mp4', '/embed/b1', '/people/square/ada.jpg'])(
    'BY18 a link of a page to the file %s → the browser; a redirect to it or a frame of it → loaded',
    (path) => {
      expect(decide(server + path)).toBe('external')
      expect(decide(server + path, { initiator: null })).toBe('allow')
      expect(decide(server + path, { isMainFrame: false })).toBe('allow')
    },
  )

  it.each(lookalikes)('BY18 %s → not loaded in the window', (url) => expect(decide(url)).not.toBe('allow'))

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://evil.example/1',
    'about:blank',
    `blob:${server}/1`,
    'http://me:secret@other.example/',
    'smb://host/share',
    'ms-msdt:/id',
    'strand://open/discover',
    'https://me:secret@other.example/',
    'not a url',
    `https://other.example/${'a'.repeat(3000)}`,
  ])('BY18 %j in the main frame → denied', (url) => expect(decide(url)).toBe('deny'))

  it('BY18 a link to another site or a mail → the system, unless a frame started it', () => {
    for (const url of ['https://other.example/a', 'http://other.example/a', 'mailto:ada@example.org']) expect(decide(url)).toBe('external')
    expect(decide('mailto:ada@example.org', { initiator: 'https://player.vimeo.com' })).toBe('deny')
    expect(decide('https://other.example/a', { initiator: 'https://player.vimeo.com' })).toBe('deny')
    expect(decide('https://other.example/a', { initiator: null })).toBe('deny')
    expect(decide('https://other.example/a', { server: null, initiator: null })).toBe('deny')
  })

  it("BY19 the application's own pages: a command of theirs, and for the server's pages denied", () => {
    expect(decide(`${shellOrigin}/add?address=x`, { initiator: shellOrigin })).toBe('command')
    expect(decide(`${shellOrigin}/add?address=x`)).toBe('deny')
    expect(decide(`${shellOrigin}/add?address=x`, { initiator: null })).toBe('deny')
    expect(decide('app://other/add', { initiator: shellOrigin })).toBe('deny')
    expect(decide(`${shellOrigin}/`, { isMainFrame: false, initiator: server })).toBe('deny')
  })

  it.each([...frameOrigins, server])('BY1 a frame of %s → allowed', (origin) => {
    expect(decide(`${origin}/embed/1`, { isMainFrame: false })).toBe('allow')
  })

  it.each(['https://evil.example/', 'https://player.vimeo.com.evil.example/', 'http://player.vimeo.com/', 'data:text/html,x', 'file:///'])(
    'BY1 a frame of %s → denied',
    (url) => expect(decide(url, { isMainFrame: false })).toBe('deny'),
  )

  it('BY1 an empty document in a frame → allowed', () => {
    for (const url of ['about:blank', 'about:srcdoc']) expect(decide(url, { isMainFrame: false })).toBe('allow')
  })

  it("BY1 frames that may load are those of the server's content security policy", () => {
    const policy = contentSecurityPolicy({ viteOrigin: null, dailymotionPlayerId: 'x1', publicUrl: server })
    expect([...frameOrigins].sort()).toEqual(policy['frame-src']!.filter((source) => source !== "'self'").sort())
  })

  it('BY18 any address in the main frame → allowed only with exactly the origin of the server', () => {
    const urls = fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.constantFrom(...lookalikes), fc.string())
    fc.assert(
      fc.property(urls, (url) => {
        if (decide(url) === 'allow') expect(new URL(url).origin).toBe(server)
        if (decide(url) === 'external') expect(isExternalLink(url)).toBe(true)
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })
})

describe('links that open a window', () => {
  it.each([
    ['https://other.example/a?b=1', { action: 'external', url: 'https://other.example/a?b=1' }],
    [`${server}/b123?x=1`, { action: 'page', path: '/b123?x=1' }],
    [`${server}/api/v0/posts`, { action: 'deny' }],
    [`${server}/logout`, { action: 'deny' }],
    ...['/images/a.png', '/embed/b1', '/beads/b1.jpg', '/tv'].map((path): [string, object] => [
      server + path,
      { action: 'external', url: server + path },
    ]),
    [`${server}/api/v0/me/export`, { action: 'deny' }],
    [`${server}/signup/twitter`, { action: 'signIn' }],
    ['http://other.example/', { action: 'external', url: 'http://other.example/' }],
    ['https://me@other.example/', { action: 'deny' }],
    ['mailto:a@b.example', { action: 'external', url: 'mailto:a@b.example' }],
    ['file:///etc/passwd', { action: 'deny' }],
    ['javascript:alert(1)', { action: 'deny' }],
    ['strand://open/x', { action: 'deny' }],
    ['about:blank', { action: 'deny' }],
    [`${shellOrigin}/`, { action: 'deny' }],
    ['', { action: 'deny' }],
  ])('BY18 %s → %j', (url, decision) => expect(decideWindowOpen(url, server)).toEqual(decision))

  it('BY18 any address → denied, a page of the server, the sign-in of the server, or the browser for what it can show', () => {
    const addresses = fc
      .tuple(
        fc.constantFrom(
          server,
          ...lookalikes,
          shellOrigin,
          'https://me:secret@strand.example',
          'javascript:',
          'file://',
          'mailto:ada@',
          '',
        ),
        fc.array(
          fc.constantFrom('/', '//', '\\', '..', 'signup/facebook', 'signup', 'twitter', 'images', 'api', 'p/ada', '?a=1', '#b', '\t'),
        ),
      )
      .map(([start, rest]) => start + rest.join(''))
    fc.assert(
      fc.property(fc.oneof(addresses, fc.webUrl(), fc.string()), fc.constantFrom(server, null), (url, current) => {
        const decision = decideWindowOpen(url, current)
        const isOfServer = current !== null && originOf(url) === current
        if (decision.action === 'page') expect([isOfServer, toPagePath(decision.path)]).toEqual([true, decision.path])
        if (decision.action === 'signIn') expect([isOfServer, new URL(url).pathname]).toEqual([true, expect.stringMatching(/^\/signup\//)])
        if (decision.action !== 'external') return
        const opened = new URL(decision.url)
        expect(['https:', 'http:', 'mailto:']).toContain(opened.protocol)
        expect([opened.username, opened.password]).toEqual(['', ''])
        expect(opened.href).toBe(new URL(url).href)
        // Of the server, only files.
        if (isOfServer) expect(toPagePath(opened.pathname) === null || /^\/embed(?:\/|$)/.test(opened.pathname)).toBe(true)
      }),
      { numRuns: fuzzRuns(2000) },
    )
  })
})

describe('paths from outside', () => {
  it.each([
    ['/', '/'],
    ['/discover', '/discover'],
    ['/b1/title-p2?sort=recent', '/b1/title-p2?sort=recent'],
    ['/a/../p/ada', '/p/ada'],
    ['/tag/jazz#x', '/tag/jazz'],
  ])('BY18 %s → %s', (path, result) => expect(toPagePath(path)).toBe(result))

  it.each([
    '',
    'discover',
    '//evil.example',
    '/\\evil.example',
    '/x/..//evil.example',
    '/a\tb',
    '/a b',
    '/%2f%2fevil.example',
    '/a%5cb',
    '/a%00',
    '/api/v0/me',
    '/API/v0/me',
    '/x/../logout',
    `/${'a'.repeat(600)}`,
  ])('BY18 %j → none', (path) => expect(toPagePath(path)).toBeNull())

  it.each([
    '/api',
    '/assets',
    '/beads',
    '/clips',
    '/connect',
    '/healthz',
    '/images',
    '/logout',
    '/people',
    '/posts',
    '/r',
    '/signup',
    '/tv',
  ])('BY18 %s leaves the app → no page', (path) => {
    expect(leavesApp(path)).toBe(true)
    expect(toPagePath(path)).toBeNull()
    expect(toPagePath(`${path}/x`)).toBeNull()
  })

  it('BY18 any text → none, or a path that stays on the server and in the app', () => {
    const parts = fc.array(fc.constantFrom('/', '\\', '..', '.', '%2f', '?', '#', '@', ':', 'a', 'evil.example', '\t', 'api', 'b1'), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          parts.map((all) => `/${all.join('')}`),
        ),
        (text) => {
          const path = toPagePath(text)
          if (path === null) return
          expect(originOf(`${server}${path}`)).toBe(server)
          expect(new URL(path, server).origin).toBe(server)
          expect(leavesApp(path.split('?')[0]!)).toBe(false)
        },
      ),
      { numRuns: fuzzRuns(5000) },
    )
  })
})
