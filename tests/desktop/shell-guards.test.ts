import { describe, expect, it } from 'vitest'
import { FakeFrame } from '../support/electron/contents.ts'
import { FakeMenu } from '../support/electron/index.ts'
import { choose, server, startWorld } from '../support/electron/world.ts'

const evil = 'https://evil.example/'

describe('navigation', () => {
  it('BY18 a link to another site → the browser; the page stays', async () => {
    const { page, electron } = await startWorld({ servers: [server] })
    expect(await page.navigate('https://other.example/a')).toBe(false)
    expect(electron.opened).toEqual(['https://other.example/a'])
    expect(page.getURL()).toBe(`${server}/`)
  })

  it('BY18 a link within the server → loaded', async () => {
    const { page } = await startWorld({ servers: [server] })
    expect(await page.navigate(`${server}/discover`)).toBe(true)
  })

  it('BY18 a frame that navigates itself or the window elsewhere → denied, and nothing is opened', async () => {
    const { page, electron } = await startWorld({ servers: [server] })
    const frame = new FakeFrame('https://player.vimeo.com/video/1', page.mainFrame)
    expect(await page.navigate(evil, { frame })).toBe(false)
    let isPrevented = false
    const details = { url: evil, isMainFrame: true, initiator: frame, preventDefault: () => (isPrevented = true) }
    page.emit('will-navigate', details)
    expect(isPrevented).toBe(true)
    expect(electron.opened).toEqual([])
  })

  it('BY18 a frame that is gone when it is examined → denied', async () => {
    const { page } = await startWorld({ servers: [server] })
    const initiator = new FakeFrame(`${server}/x`)
    initiator.isDestroyed = true
    let isPrevented = false
    page.emit('will-navigate', { url: 'https://other.example/', isMainFrame: true, initiator, preventDefault: () => (isPrevented = true) })
    expect(isPrevented).toBe(true)
  })

  it('BY18 a redirect of the server to another site → denied, and not opened in the browser', async () => {
    const { page, electron } = await startWorld({ servers: [server] })
    for (const url of ['http://other.example/', 'https://other.example/']) expect(await page.navigate(url, { redirect: true })).toBe(false)
    expect(electron.opened).toEqual([])
  })

  it('BY1 a frame within the frame of a provider, such as for consent → allowed; not an address of this computer', async () => {
    const { page } = await startWorld({ servers: [server] })
    const player = new FakeFrame('https://geo.dailymotion.com/player.html', page.mainFrame)
    const frame = new FakeFrame('about:blank', player)
    expect(await page.navigate('https://consent.example/', { frame })).toBe(true)
    for (const url of ['file:///etc/passwd', 'app://strand/servers', 'strand://open/', 'javascript:1'])
      expect(await page.navigate(url, { frame }), url).toBe(false)
  })

  it('BY19 no frame can prevent that the window is closed', async () => {
    const { page } = await startWorld({ servers: [server] })
    let isPrevented = false
    page.emit('will-prevent-unload', { preventDefault: () => (isPrevented = true) })
    expect(isPrevented, 'the default is to stay').toBe(true)
  })

  it('BY18 many links at once → one is opened', async () => {
    const world = await startWorld({ servers: [server] })
    for (let n = 0; n < 20; n += 1) world.page.openWindow(`https://other.example/${n}`)
    await world.settle()
    expect(world.electron.opened).toEqual(['https://other.example/0'])
  })

  it('BY18 Back leads neither to the pages of the application nor to another server', async () => {
    const other = 'https://other.example'
    const world = await startWorld({ servers: [other, server] })
    expect(world.page.history).toEqual([`${server}/`])
    await world.page.navigate(`${server}/discover`)
    expect(world.page.history).toHaveLength(2)
    choose(world.electron.menu!.template, 'other.example')
    await world.settle()
    expect(world.page.history).toEqual([`${other}/`])
  })

  it('BY15 an event after a crash, when the frame is gone → not sent, and nothing throws', async () => {
    const { page, electron } = await startWorld({ servers: [server] })
    page.mainFrame.isDestroyed = true
    expect(() => electron.powerMonitor.emit('resume')).not.toThrow()
  })

  it('BY19 a webview → prevented', async () => {
    const { page } = await startWorld({ servers: [server] })
    let isPrevented = false
    page.emit('will-attach-webview', { preventDefault: () => (isPrevented = true) })
    expect(isPrevented).toBe(true)
  })
})

describe('new windows', () => {
  it('BY18 no page opens a window: other sites open in the browser, own pages in the same window', async () => {
    const world = await startWorld({ servers: [server] })
    const { page, electron } = world
    const bridge = world.bridge()
    const received: unknown[] = []
    bridge.onIntent((intent) => received.push(intent))
    await bridge.takeIntents()
    for (const url of ['https://other.example/a', `${server}/p/ada`, 'file:///etc/passwd', `${server}/api/v0/me`, 'javascript:1'])
      expect(page.openWindow(url)).toBe('deny')
    await world.settle()
    expect(electron.opened, 'the second one follows too soon').toEqual(['https://other.example/a'])
    expect(received).toEqual([{ type: 'open', path: '/p/ada' }])
    expect(electron.windows).toHaveLength(1)
  })

  it('BY18 the same holds for any contents that are created', async () => {
    const world = await startWorld({ servers: [server] })
    new world.electron.module.BrowserWindow({})
    expect(world.page.openWindow('https://other.example/')).toBe('deny')
  })
})

describe('the session', () => {
  it('BY1 one listener for headers: a frame of YouTube without a referrer gets the one of the server', async () => {
    const { session } = (await startWorld({ servers: [server] })).page
    expect(session.headerListeners).toBe(1)
    const send = (requestHeaders: Record<string, string>) => {
      const request = { url: 'https://www.youtube-nocookie.com/embed/x', resourceType: 'subFrame', requestHeaders }
      let answer: object = {}
      session.beforeSendHeaders!.listener(request, (given) => (answer = given))
      return answer
    }
    expect(send({ Accept: 'x' })).toEqual({ requestHeaders: { Accept: 'x', Referer: `${server}/` } })
    expect(send({ Referer: `${server}/` })).toEqual({})
  })

  it('BY19 both permission handlers, also without contents; devices are denied', async () => {
    const { page } = await startWorld({ servers: [server] })
    const { permissionCheck, permissionRequest, devicePermission } = page.session
    expect(permissionCheck!(null, 'fullscreen', 'https://player.vimeo.com', { embeddingOrigin: server })).toBe(true)
    expect(permissionCheck!(null, 'notifications', evil, {})).toBe(false)
    expect(permissionCheck!(page, 'notifications', `${server}/`, { requestingUrl: `${server}/` })).toBe(true)
    const request = (permission: string, requestingUrl: string) => {
      let isGranted: boolean | undefined
      permissionRequest!(page, permission, (given) => (isGranted = given), { requestingUrl })
      return isGranted
    }
    expect([request('notifications', `${server}/x`), request('media', `${server}/x`), request('notifications', evil)]).toEqual([
      true,
      false,
      false,
    ])
    expect(devicePermission!({})).toBe(false)
  })
})

describe('certificates of the person', () => {
  it('BY19 a site, the server or the application itself requests one → none is sent', async () => {
    const { page, electron } = await startWorld({ servers: [server] })
    for (const site of ['evil.example:443', 'strand.example:443', `${server}/`])
      for (const contents of [page, null]) expect(electron.app.requestCertificate(contents, site, ['Ada', 'Ada at work']), site).toBeNull()
  })
})

describe('the context menu', () => {
  it('BY19 a misspelled word is replaced, a link copied; nothing to offer → no menu', async () => {
    const { page, electron } = await startWorld({ servers: [server] })
    const editFlags = { canUndo: true, canRedo: false, canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
    const place = {
      isEditable: true,
      selectionText: '',
      linkURL: `${server}/p/ada`,
      misspelledWord: 'teh',
      dictionarySuggestions: ['the'],
      editFlags,
    }
    const shown = FakeMenu.shown.length
    page.emit('context-menu', {}, place)
    const { template } = FakeMenu.shown.at(-1)!
    for (const label of ['the', 'Add to dictionary', 'Copy link']) choose(template, label)
    expect(page.replaced).toEqual(['the'])
    expect(page.session.dictionary).toEqual(['teh'])
    expect(electron.copied).toEqual([`${server}/p/ada`])
    page.emit('context-menu', {}, { ...place, isEditable: false, linkURL: '' })
    expect(FakeMenu.shown).toHaveLength(shown + 1)
  })
})
