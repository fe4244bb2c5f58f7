import { describe, expect, it } from 'vitest'
import { allowsSignInNavigation, isSignInLink, isSignInPopup, signInResult } from '../../electron/policy/signIn.ts'
import { fitInto } from '../../electron/policy/windowBounds.ts'
import { channelOf } from '../../electron/bridge.ts'
import { FakeFrame } from '../support/electron/contents.ts'
import { choose, server, startWorld } from '../support/electron/world.ts'

const network = 'https://network.example/oauth?state=1'

describe('addresses of the sign-in', () => {
  it.each(['/signup/facebook', '/signup/twitter'])('B1 %s → a pop-up of the page; as a link, a window too', (path) => {
    expect([isSignInPopup(server + path, server), isSignInLink(server + path, server)]).toEqual([true, true])
  })

  it.each(['/connect/facebook', '/connect/twitter'])('B1 %s → a window as a link, no pop-up', (path) => {
    expect([isSignInPopup(server + path, server), isSignInLink(server + path, server)]).toEqual([false, true])
  })

  it.each([
    `${server}/signup`,
    `${server}/signup/google`,
    `${server}/signup/facebook/callback`,
    `${server}/signup/facebook?next=https://evil.example`,
    `${server}/connect/twitter/callback?code=1`,
    `${server}:8443/signup/facebook`,
    'https://evil.example/signup/facebook',
    `https://me:secret@evil.example/${server}/signup/facebook`,
    'javascript:/signup/facebook',
    '',
  ])('B1 %s → neither', (url) => expect([isSignInPopup(url, server), isSignInLink(url, server)]).toEqual([false, false]))

  it.each([
    ['https://network.example/', true, true],
    [`${server}/signup/facebook`, true, true],
    ['http://network.example/', true, false],
    ['https://me:secret@network.example/', true, false],
    ['file:///etc/passwd', true, false],
    ['app://strand/servers', true, false],
    ['strand://open/', true, false],
    ['data:text/html,x', true, false],
    ['about:blank', true, false],
    ['about:blank', false, true],
    ['http://tracker.example/', false, false],
  ])('B1 within the window: %s, main frame %s → %s', (url, isMainFrame, isAllowed) =>
    expect(allowsSignInNavigation(url, isMainFrame, server)).toBe(isAllowed),
  )

  it('B1 a server without encryption → its own pages, no other site', () => {
    const local = 'http://192.168.1.5:3000'
    expect(allowsSignInNavigation(`${local}/connect/twitter/callback`, true, local)).toBe(true)
    expect(allowsSignInNavigation('http://192.168.1.6/', true, local)).toBe(false)
    expect(allowsSignInNavigation(`${local}/`, true, null)).toBe(false)
  })

  it('B1 the way back ends at a page of the server', () => {
    expect(signInResult(`${server}/preferences?connected=twitter`, server)).toBe('/preferences?connected=twitter')
    for (const url of [`${server}/connect/twitter/callback?code=1`, 'https://evil.example/preferences', network])
      expect(signInResult(url, server), url).toBeNull()
  })
})

describe('the pop-up of a page', () => {
  async function open() {
    const world = await startWorld({ servers: [server] })
    expect(world.electron.windows[0]!.webContents.openWindow(`${server}/signup/facebook`)).toBe('allow')
    await world.settle()
    const [main, popup] = world.electron.windows
    return { world, main: main!, popup: popup!, electron: world.electron }
  }

  it('B1 opened without the bridge, in the session of the page, above its window', async () => {
    const { main, popup } = await open()
    const preferences = popup.options.webPreferences!
    expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true })
    expect(preferences.preload).toBeUndefined()
    expect(popup.webContents.session).toBe(main.webContents.session)
    expect(popup.options.parent).toBe(main)
    expect(popup.hasMenu).toBe(false)
    expect(await popup.webContents.ipc().invoke(channelOf('getMiniPlayer'), undefined)).toMatchObject({ ok: false, code: 'forbidden' })
  })

  it('B1 leads to other sites and back to the page that reports the result; its title is the site', async () => {
    const { popup, main, electron } = await open()
    const page = popup.webContents
    expect(await page.navigate(network, { redirect: true })).toBe(true)
    expect(await page.navigate('http://network.example/')).toBe(false)
    expect(popup.title).toBe('network.example')
    let isPrevented = false
    popup.emit('page-title-updated', { preventDefault: () => (isPrevented = true) }, 'strand.example')
    expect(isPrevented).toBe(true)
    expect(await page.navigate(`${server}/connect/facebook/callback?code=1`)).toBe(true)
    expect(await page.navigate(`${server}/discover?connected=facebook`, { redirect: true })).toBe(true)
    expect([page.getURL(), main.webContents.getURL()]).toEqual([`${server}/discover?connected=facebook`, `${server}/`])
    popup.close()
    expect(electron.app.hasQuit).toBe(false)
    expect(electron.opened).toEqual([])
  })

  it('B1 the page decides about its place and size only, not about its look, title and zoom', async () => {
    const world = await startWorld({ servers: [server] })
    const look = 'show=no,frame=no,transparent=yes,opacity=0.1,closable=no,movable=no,focusable=no,modal=yes,alwaysOnTop=yes'
    const more = 'skipTaskbar=yes,titleBarStyle=hidden,title=bank.example,zoomFactor=5,backgroundColor=#000000,minWidth=9000,maxWidth=1'
    const rest = 'type=splash,vibrancy=hud,kiosk=yes,fullscreen=yes,width=700,height=500,left=10'
    world.page.openWindow(`${server}/signup/facebook`, { features: `${look},${more},${rest}`, frameName: 'bank.example' })
    const popup = world.electron.windows[1]!
    expect(popup.title, 'before its page is shown').toBe('strand.example')
    expect(popup.options).toMatchObject({
      ...{ show: true, frame: true, transparent: false, opacity: 1, closable: true, movable: true, focusable: true, modal: false },
      ...{ alwaysOnTop: false, skipTaskbar: false, titleBarStyle: 'default', title: 'strand.example', kiosk: false, fullscreen: false },
      ...{ minWidth: 360, width: 700, height: 500, webPreferences: { zoomFactor: 1 } },
    })
    for (const key of ['maxWidth', 'type', 'vibrancy'] as const) expect(popup.options[key], key).toBeUndefined()
    expect(popup.options.backgroundColor).not.toBe('#000000')
  })

  it.each([
    ['x=90000,y=-90000', { width: 700, height: 500 }],
    ['x=-680,y=-480', { width: 700, height: 500 }],
    ['width=90000,height=90000', { width: 1920, height: 1040 }],
  ])('B1 a place and size that no display shows (%s) → moved onto one as a whole', async (features, size) => {
    const workArea = { x: 0, y: 0, width: 1920, height: 1040 }
    const world = await startWorld({ servers: [server], displays: [workArea] })
    world.page.openWindow(`${server}/signup/facebook`, { features: `width=700,height=500,${features}` })
    const bounds = world.electron.windows[1]!.getBounds()
    expect(bounds).toMatchObject(size)
    expect(fitInto(bounds, workArea), 'within the display').toEqual(bounds)
  })

  it('B1 a link that is opened with a key → not behind the window; in front of it, with its result in the main window', async () => {
    const world = await startWorld({ servers: [server] })
    const { page, electron } = world
    const { session } = page
    for (const disposition of ['background-tab', 'other', 'default'])
      expect(page.openWindow(`${server}/signup/facebook`, { disposition, isLink: true }), disposition).toBe('deny')
    expect(electron.windows).toHaveLength(1)
    for (const disposition of ['new-window', 'foreground-tab']) {
      expect(page.openWindow(`${server}/signup/facebook`, { disposition, isLink: true }), disposition).toBe('deny')
      await world.settle()
      const opened = electron.windows.at(-1)!
      expect(opened.webContents.session).toBe(session)
      expect(opened.title).toBe('strand.example')
      expect(await opened.webContents.navigate(network, { redirect: true })).toBe(true)
      expect(await opened.webContents.navigate(`${server}/discover?by=${disposition}`, { redirect: true })).toBe(false)
      await world.settle()
      expect(page.getURL()).toBe(`${server}/discover?by=${disposition}`)
    }
  })

  it('B1 opens no windows, and its frames need encryption', async () => {
    const { popup, electron } = await open()
    const page = popup.webContents
    for (const url of [`${server}/signup/twitter`, 'https://other.example/', `${server}/discover`])
      expect(page.openWindow(url)).toBe('deny')
    const frame = new FakeFrame('https://network.example/frame', page.mainFrame)
    expect(await page.navigate('https://captcha.example/', { frame })).toBe(true)
    expect(await page.navigate('http://captcha.example/', { frame })).toBe(false)
    expect([electron.windows.length, electron.opened]).toEqual([2, []])
  })

  it('B1 opened again → the previous one is closed; the choice of a server closes it too', async () => {
    const { world, main, popup, electron } = await open()
    main.webContents.openWindow(`${server}/signup/twitter`)
    expect(popup.isDestroyed()).toBe(true)
    await world.settle()
    choose(electron.menu!.template, 'Add or remove servers…')
    await world.settle()
    expect(electron.windows.map((window) => window.isDestroyed())).toEqual([false, true, true])
  })

  it('B1 its page cannot be loaded → closed, with a message', async () => {
    const { popup, electron } = await open()
    popup.webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', network, true)
    expect(popup.isDestroyed()).toBe(false)
    popup.webContents.emit('did-fail-load', {}, -105, 'ERR', network, true)
    expect(popup.isDestroyed()).toBe(true)
    expect(electron.notifications[0]!.options.title).toBe('The sign-in page could not be loaded')
  })
})

describe('a link to a social network', () => {
  it('B1 opened in a window; the page to which it leads back is loaded in the main window', async () => {
    const world = await startWorld({ servers: [server] })
    const { page, electron } = world
    expect(await page.navigate(`${server}/connect/twitter`)).toBe(false)
    await world.settle()
    const popup = electron.windows[1]!
    expect(popup.webContents.getURL()).toBe(`${server}/connect/twitter`)
    expect(popup.webContents.session).toBe(page.session)
    expect(await popup.webContents.navigate(network, { redirect: true })).toBe(true)
    expect(await popup.webContents.navigate(`${server}/connect/twitter/callback?code=1&state=1`)).toBe(true)
    expect(await popup.webContents.navigate(`${server}/preferences?connected=twitter`, { redirect: true })).toBe(false)
    await world.settle()
    expect(popup.isDestroyed()).toBe(true)
    expect(page.getURL()).toBe(`${server}/preferences?connected=twitter`)
  })

  it('B1 of a frame, or of another window → no window', async () => {
    const { page, electron } = await startWorld({ servers: [server] })
    const frame = new FakeFrame('https://player.vimeo.com/video/1', page.mainFrame)
    page.emit('will-navigate', { url: `${server}/connect/twitter`, isMainFrame: true, initiator: frame, preventDefault: () => undefined })
    new electron.module.BrowserWindow({})
    expect(electron.windows[1]!.webContents.openWindow(`${server}/signup/facebook`)).toBe('deny')
    expect(electron.windows).toHaveLength(2)
  })
})
