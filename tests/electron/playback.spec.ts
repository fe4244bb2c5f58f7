/** Playback outside of the page: menus, mini player, sleep and the system's media controls. */
import { showcase } from '../e2e/api.ts'
import { expect, missing, test, type Desktop } from './application.ts'

test.skip(missing !== '', missing)

/** Whether something prevents that the computer sleeps: the ids of blockers count up. */
const isSleepPrevented = ({ app }: Desktop): Promise<boolean> =>
  app.evaluate(({ powerSaveBlocker }) => Array.from({ length: 100 }, (_, id) => id).some((id) => powerSaveBlocker.isStarted(id)))

test('BY18 BY19 a link plays: the menu, the system controls and the sleep of the computer follow', async ({ launch, request }) => {
  const bead = await showcase(request)
  const desktop = await launch({ args: [`strand://play/${bead.id}`] })
  await expect.poll(() => desktop.isEnabled('Pause')).toBe(true)
  await expect.poll(() => isSleepPrevented(desktop)).toBe(true)
  const title = await desktop.page.evaluate(() => navigator.mediaSession.metadata?.title)
  expect(title).toBeTruthy()
  await desktop.choose('Next')
  await expect.poll(() => desktop.page.evaluate(() => navigator.mediaSession.metadata?.title)).not.toBe(title)
  await desktop.choose('Pause')
  await expect.poll(() => desktop.isEnabled('Play')).toBe(true)
  await expect.poll(() => isSleepPrevented(desktop)).toBe(false)
})

test('BY19 a frame of YouTube → its request names the page (without, YouTube answers with error 153)', async ({ launch, strand }) => {
  const { app, page } = await launch()
  await expect(page).toHaveURL(new RegExp(`^${strand.origin}/`))
  await app.evaluate(({ BrowserWindow }) => {
    const referrers: string[] = []
    Object.assign(globalThis, { referrers })
    // The request need not arrive: this is called before it is sent.
    BrowserWindow.getAllWindows()[0]!.webContents.session.webRequest.onSendHeaders(
      { urls: ['https://www.youtube-nocookie.com/*', 'https://www.youtube.com/*'] },
      (details) => {
        referrers.push(details.requestHeaders.Referer ?? '')
      },
    )
  })
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://www.youtube.com/embed/M7lc1UVf-VE' }))
  })
  const referrers = () => app.evaluate(() => (globalThis as unknown as { referrers: string[] }).referrers)
  await expect.poll(async () => (await referrers())[0]).toMatch(/^https?:/)
})

test('BY19 the computer goes to sleep → paused', async ({ launch, request }) => {
  const bead = await showcase(request)
  const desktop = await launch({ args: [`strand://play/${bead.id}`] })
  await expect.poll(() => desktop.isEnabled('Pause')).toBe(true)
  await desktop.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'))
  await expect.poll(() => desktop.isEnabled('Play')).toBe(true)
})

test('BY19 the computer wakes → an `online` event in the page, as after a lost connection', async ({ launch, strand }) => {
  const { app, pageOf } = await launch()
  const page = await pageOf(strand.origin)
  await page.evaluate(() => addEventListener('online', () => (document.title = 'Checked')))
  await expect
    .poll(async () => {
      // Repeated, because the page may not listen yet.
      await app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
      return page.title()
    })
    .toBe('Checked')
})

test('BY19 the mini player: small, on top, with a picture of at least 200 × 200; then the window as before', async ({
  launch,
  request,
}) => {
  const bead = await showcase(request)
  const { app, page, choose, isEnabled } = await launch({ args: [`strand://play/${bead.id}`] })
  await expect.poll(() => isEnabled('Pause')).toBe(true)
  const state = () =>
    app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      const { width, height } = window!.getContentBounds()
      return { isOnTop: window!.isAlwaysOnTop(), width, height }
    })
  const before = await state()
  const pageWidth = () => page.evaluate(() => innerWidth)
  await choose('Zoom In')
  await expect.poll(pageWidth).toBeLessThan(before.width)
  const zoomedWidth = await pageWidth()
  await choose('Mini player')
  await expect.poll(async () => (await state()).isOnTop).toBe(true)
  const small = await state()
  await expect.poll(pageWidth).toBe(small.width)
  expect(small.width).toBeLessThan(before.width)
  expect(Math.min(small.width, small.height)).toBeGreaterThanOrEqual(200)
  await choose('Mini player')
  await expect.poll(state).toEqual(before)
  await expect.poll(pageWidth).toBe(zoomedWidth)
})

test('BY19 closed to the tray → hidden, and what plays continues', async ({ launch, request }) => {
  const bead = await showcase(request)
  const { app, choose, isEnabled } = await launch({ args: [`strand://play/${bead.id}`] })
  await expect.poll(() => isEnabled('Pause')).toBe(true)
  await choose('Keep running in the tray when the window is closed')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()))).toEqual([false])
  expect(await isEnabled('Pause')).toBe(true)
})

test('BY19 the tray and the task bar follow what plays', async ({ launch, request }) => {
  test.skip(process.platform === 'darwin', 'macOS has a menu of the dock instead.')
  const bead = await showcase(request)
  const { app, isEnabled } = await launch()
  // The tray cannot be found, so that its next menu is stored.
  await app.evaluate(({ BrowserWindow, Tray }) => {
    const store: { tray: Electron.Menu | null; progress: number[] } = { tray: null, progress: [] }
    Object.assign(globalThis, { store })
    const { setContextMenu } = Tray.prototype
    Tray.prototype.setContextMenu = function (menu) {
      store.tray = menu
      setContextMenu.call(this, menu)
    }
    const window = BrowserWindow.getAllWindows()[0]!
    const setProgressBar = window.setProgressBar.bind(window)
    window.setProgressBar = (value, options) => {
      store.progress.push(value)
      setProgressBar(value, options)
    }
  })
  const stored = () =>
    app.evaluate(() => {
      const { store } = globalThis as unknown as { store: { tray: Electron.Menu | null; progress: number[] } }
      return { labels: store.tray?.items.map(({ label }) => label) ?? [], hasProgress: store.progress.some((value) => value >= 0) }
    })
  await app.evaluate(({ app }, link) => void app.emit('second-instance', {}, [link]), `strand://play/${bead.id}`)
  await expect.poll(async () => (await stored()).labels).toEqual(expect.arrayContaining(['Pause', 'Previous', 'Next', 'Show Strand']))
  await expect.poll(async () => (await stored()).hasProgress).toBe(true)
  await app.evaluate(() => {
    const { store } = globalThis as unknown as { store: { tray: Electron.Menu } }
    store.tray.items.find(({ label }) => label === 'Pause')!.click()
  })
  await expect.poll(() => isEnabled('Play')).toBe(true)
  await expect.poll(async () => (await stored()).labels).toContain('Play')
})

test('BY19 on Windows, the thumbnail of the window has buttons, which control what plays', async ({ launch, request }) => {
  test.skip(process.platform !== 'win32', 'Only Windows has thumbnails with buttons.')
  const bead = await showcase(request)
  const { app, isEnabled } = await launch()
  await app.evaluate(({ BrowserWindow }) => {
    const store: { buttons: Electron.ThumbarButton[] } = { buttons: [] }
    Object.assign(globalThis, { store })
    const window = BrowserWindow.getAllWindows()[0]!
    const setThumbarButtons = window.setThumbarButtons.bind(window)
    window.setThumbarButtons = (buttons) => {
      store.buttons = buttons
      return setThumbarButtons(buttons)
    }
  })
  const buttons = () =>
    app.evaluate(() => {
      const { store } = globalThis as unknown as { store: { buttons: Electron.ThumbarButton[] } }
      return store.buttons.map(({ tooltip, icon }) => ({ tooltip, hasPicture: !icon.isEmpty() }))
    })
  const shown = (...tooltips: string[]) => tooltips.map((tooltip) => ({ tooltip, hasPicture: true }))
  await app.evaluate(({ app }, link) => void app.emit('second-instance', {}, [link]), `strand://play/${bead.id}`)
  await expect.poll(buttons).toEqual(shown('Previous', 'Pause', 'Next'))
  await app.evaluate(() => {
    const { store } = globalThis as unknown as { store: { buttons: Electron.ThumbarButton[] } }
    store.buttons.find(({ tooltip }) => tooltip === 'Pause')!.click()
  })
  await expect.poll(() => isEnabled('Play')).toBe(true)
  await expect.poll(buttons).toEqual(shown('Previous', 'Play', 'Next'))
})

test('BY19 on macOS, the menu of the dock controls what plays', async ({ launch, request }) => {
  test.skip(process.platform !== 'darwin', 'Only macOS has a dock.')
  const bead = await showcase(request)
  const { app, isEnabled } = await launch({ args: [`strand://play/${bead.id}`] })
  const labels = () => app.evaluate(({ app }) => app.dock?.getMenu()?.items.map(({ label }) => label) ?? [])
  await expect.poll(labels).toEqual(expect.arrayContaining(['Previous', 'Pause', 'Next']))
  await app.evaluate(({ app }) =>
    app
      .dock!.getMenu()!
      .items.find(({ label }) => label === 'Pause')!
      .click(),
  )
  await expect.poll(() => isEnabled('Play')).toBe(true)
  await expect.poll(labels).toContain('Play')
})
