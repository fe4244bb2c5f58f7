import { describe, expect, it } from 'vitest'
import { shellOrigin, shellScheme } from '../../electron/policy/origins.ts'
import { parseShellCommand, renderShellPage, shellPolicy, type ShellPage } from '../../electron/policy/shellPages.ts'
import { strandAnswers } from '../support/electron/index.ts'
import { choose, findItem, server, startOf, startWorld } from '../support/electron/world.ts'

const other = 'https://other.example'
const submit = (path: string, values: Record<string, string>) => `${shellOrigin}/${path}?${new URLSearchParams(values)}`

describe('the choice of a server', () => {
  it('BY19 an address of a Strand server → checked, remembered and shown', async () => {
    const world = await startWorld()
    expect(await world.page.navigate(submit('add', { address: 'Strand.example/discover' }))).toBe(false)
    await world.settle()
    expect(world.electron.windows[0]!.webContents.loaded).toEqual([`${shellOrigin}/servers`, `${shellOrigin}/connecting`])
    expect(world.page.loaded).toEqual(startOf(server))
    expect(world.stored()).toMatchObject({ servers: { servers: [server], current: server } })
  })

  it('BY19 the first start in development → the field suggests the local server; not with servers, and not in a package', async () => {
    const development = { executable: '/opt/electron', args: ['main.cjs'], server: 'http://127.0.0.1:3000' }
    const first = await startWorld({ development })
    expect(first.page.html).toContain('value="http://127.0.0.1:3000"')
    await first.page.navigate(submit('add', { address: 'http://public.example' }))
    await first.settle()
    expect(first.page.html).toContain('value="http://public.example"')
    const settings = { servers: { servers: [server], current: null } }
    for (const options of [{ development, settings }, {}]) {
      const { page } = await startWorld(options)
      expect(page.html).toContain('name="address" value=""')
    }
  })

  it('BY19 an invalid address → the form again, with the address and the reason', async () => {
    const { page, settle } = await startWorld()
    await page.navigate(submit('add', { address: 'http://public.example/"><script>' }))
    await settle()
    expect(page.html).toContain('role="alert">')
    expect(page.html).toContain('value="http://public.example/&quot;&gt;&lt;script&gt;"')
    expect(page.html).not.toContain('<script')
  })

  it('BY19 an address without encryption on the local network → a warning first', async () => {
    const world = await startWorld()
    await world.page.navigate(submit('add', { address: 'http://192.168.1.5:3000' }))
    await world.settle()
    expect(world.page.getURL()).toBe(`${shellOrigin}/unencrypted`)
    expect(world.page.html).toContain('not encrypted')
    await world.page.navigate(submit('confirm', { origin: 'http://192.168.1.5:3000' }))
    await world.settle()
    expect(world.page.getURL()).toBe('http://192.168.1.5:3000/')
  })

  it.each([
    ['another site', { status: 404 }, 'This is not a Strand server'],
    ['a server that is down', { error: -102 }, 'The server cannot be reached'],
    ['an invalid certificate', { error: -201 }, 'The connection is not secure'],
    ['no network', { error: -106 }, 'You are offline'],
    ['a proxy without a server', { status: 502 }, 'The server is not available'],
    [
      'a proxy that requires a certificate',
      { status: 400, html: '<h1>400 No required SSL certificate was sent</h1>' },
      'The server requires a certificate',
    ],
  ])('BY15 %s → not remembered, its own page', async (_, answer, title) => {
    const world = await startWorld({ prepare: (electron) => (electron.network = () => answer) })
    await world.page.navigate(submit('add', { address: 'strand.example' }))
    await world.settle()
    expect(world.page.html).toContain(`<h1>${title}</h1>`)
    expect(world.page.html).toContain('Try again')
    expect(world.page.html).toContain('Choose another server')
    expect(() => world.stored()).toThrow()
  })

  it('BY15 an incompatible version → its own page', async () => {
    const world = await startWorld()
    world.electron.network = (url) =>
      url.endsWith('openapi.json') ? { status: 200, json: { info: { title: 'Strand', version: '2' } } } : strandAnswers(url)
    await world.page.navigate(submit('add', { address: 'strand.example' }))
    await world.settle()
    expect(world.page.html).toContain('Incompatible version')
  })

  it('BY19 while one server is checked, another is chosen → only the last one is shown', async () => {
    const world = await startWorld()
    const waiting: (() => void)[] = []
    world.electron.network = (url) =>
      url.startsWith(server) ? new Promise((resolve) => waiting.push(() => resolve(strandAnswers(url)))) : strandAnswers(url)
    await world.page.navigate(submit('add', { address: server }))
    await world.page.navigate(submit('add', { address: other }))
    await world.settle()
    waiting[0]!()
    await world.settle()
    expect(world.page.getURL()).toBe(`${other}/`)
    expect(world.stored()).toMatchObject({ servers: { servers: [other] } })
  })

  it('BY19 a page of a server cannot run the commands', async () => {
    const world = await startWorld({ servers: [other, server] })
    for (const path of [submit('remove', { origin: other }), submit('add', { address: 'evil.example' })]) {
      expect(await world.page.navigate(path)).toBe(false)
      expect(await world.page.navigate(path, { redirect: true })).toBe(false)
    }
    await world.settle()
    expect(world.page.loaded).toEqual(startOf(server))
    expect(world.stored()).toMatchObject({ servers: { servers: [other, server] } })
  })

  it('BY19 the menu lists the servers; another one is shown in the same window; so is the choice', async () => {
    const world = await startWorld({ servers: [other, server] })
    expect(findItem(world.electron.menu!.template, 'strand.example')).toMatchObject({ type: 'radio', checked: true })
    choose(world.electron.menu!.template, 'other.example')
    await world.settle()
    expect(world.page.getURL()).toBe(`${other}/`)
    expect(findItem(world.electron.menu!.template, 'other.example')).toMatchObject({ checked: true })
    choose(world.electron.menu!.template, 'Add or remove servers…')
    await world.settle()
    expect(world.page.html).toContain('Open strand.example')
  })

  it('BY19 a removed server is no longer current, and its pages may not use the bridge', async () => {
    const world = await startWorld({ servers: [server] })
    const bridge = world.bridge()
    choose(world.electron.menu!.template, 'Add or remove servers…')
    await world.settle()
    await world.page.navigate(submit('remove', { origin: server }))
    await world.settle()
    expect(world.stored()).toMatchObject({ servers: { servers: [], current: null } })
    expect(await bridge.getMiniPlayer()).toMatchObject({ ok: false, code: 'forbidden' })
  })
})

describe('a server that does not answer', () => {
  it.each([
    [{ error: -106 }, 'You are offline'],
    [{ error: -102 }, 'The server cannot be reached'],
    [{ error: -202 }, 'The connection is not secure'],
    [{ status: 503 }, 'The server is not available'],
  ])('BY15 at the start, %j → “%s”, and Try again loads it', async (answer, title) => {
    const world = await startWorld({ servers: [server], prepare: (electron) => (electron.network = () => answer) })
    await world.settle()
    expect(world.page.html).toContain(`<h1>${title}</h1>`)
    world.electron.network = strandAnswers
    await world.page.navigate(submit('retry', { origin: server }))
    await world.settle()
    expect(world.page.getURL()).toBe(`${server}/`)
  })

  it('BY15 a page that the service worker shows while the server is down → stays', async () => {
    const down = (url: string) => (new URL(url).pathname === '/' ? { status: 200 } : { error: -102 })
    const world = await startWorld({ servers: [server], prepare: (electron) => (electron.network = down) })
    await world.settle()
    expect(world.page.getURL()).toBe(`${server}/`)
  })

  it('BY15 a server that was upgraded to an incompatible version → its own page', async () => {
    const upgraded = (url: string) =>
      url.endsWith('openapi.json') ? { status: 200, json: { info: { title: 'Strand', version: '9' } } } : strandAnswers(url)
    const world = await startWorld({ servers: [server], prepare: (electron) => (electron.network = upgraded) })
    await world.settle()
    expect(world.page.html).toContain('Incompatible version')
  })

  it('BY15 a load that is replaced by another one is no failure; a failed frame is none either', async () => {
    const world = await startWorld({ servers: [server] })
    world.page.emit('did-fail-load', {}, -3, 'ERR_ABORTED', `${server}/`, true)
    world.page.emit('did-fail-load', {}, -102, 'ERR', 'https://player.vimeo.com/', false)
    await world.settle()
    expect(world.page.getURL()).toBe(`${server}/`)
  })
})

describe("the application's own pages", () => {
  const pages: ShellPage[] = [
    { name: 'servers', list: { servers: [server, 'http://127.0.0.1:3000'], current: server }, address: '"<x>', problem: 'invalid' },
    { name: 'unencrypted', origin: 'http://127.0.0.1:3000' },
    { name: 'connecting', origin: server },
    ...(
      ['offline', 'unreachable', 'certificate', 'clientCertificate', 'notStrand', 'unavailable', 'incompatible', 'redirected'] as const
    ).map((problem): ShellPage => ({ name: 'problem', origin: server, problem })),
  ]

  it.each(pages)('BY15 $name $problem: a heading and a next step, without scripts; its links are commands', (page) => {
    const html = renderShellPage(page)
    expect(html).toMatch(/<h1[ >]/)
    expect(html).not.toMatch(/<script|<img|<iframe|\son\w+=|style=|undefined/)
    const links = [...html.matchAll(/href="([^"]+)"/g)]
      .map(([, href]) => href!.replaceAll('&amp;', '&'))
      .filter((href) => !href.endsWith('.css'))
    expect(links.length + Number(html.includes('<form'))).toBeGreaterThan(0)
    for (const href of links) expect(parseShellCommand(href), href).not.toBeNull()
  })

  it('BY19 they have a strict content security policy and are not stored', async () => {
    const { electron } = await startWorld()
    const { headers } = await electron.protocol.respond(`${shellScheme}://strand/servers`)
    expect(headers.get('content-security-policy')).toBe(shellPolicy)
    expect(shellPolicy).toMatch(/^default-src 'none'/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await electron.protocol.respond(`${shellScheme}://strand/style.css`)).headers.get('content-type')).toMatch('text/css')
  })

  it.each(['app://strand/eval', 'app://strand/open', 'app://other/servers', 'https://strand/servers', 'app://strand/add', 'x'])(
    'BY19 %s → no command',
    (url) => expect(parseShellCommand(url)).toBeNull(),
  )
})
