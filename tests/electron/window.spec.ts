/** The window: its isolation, its place, downloads and links to other sites. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, missing, test, type Desktop } from './application.ts'

test.skip(missing !== '', missing)

/** Replaces the function that opens the system's browser, and returns what it was called with. */
async function watchExternal({ app }: Desktop): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url) => void opened.push(url)
  })
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

test('BY19 the page is in a sandbox: no Node, a bridge of functions only', async ({ launch, strand }) => {
  const { page } = await launch()
  await expect(page).toHaveURL(new RegExp(`^${strand.origin}/`))
  const found = await page.evaluate(() => {
    const { strand: bridge, ...others } = window as unknown as { strand: Record<string, unknown>; require?: unknown; process?: unknown }
    return {
      types: [...new Set(Object.values(bridge).map((value) => typeof value))].sort(),
      node: [typeof others.require, typeof others.process],
    }
  })
  expect(found).toEqual({ types: ['function', 'number'], node: ['undefined', 'undefined'] })
})

test('BY19 the content security policy of the server holds: a script of another site does not run', async ({ launch, strand }) => {
  const { page } = await launch()
  await expect(page).toHaveURL(new RegExp(`^${strand.origin}/`))
  const violated = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective))
        document.head.append(Object.assign(document.createElement('script'), { src: 'https://other.example/a.js' }))
      }),
  )
  expect(violated).toContain('script-src')
})

test('BY19 links to other sites and new windows → the system browser; the window stays', async ({ launch, strand }) => {
  const desktop = await launch()
  const { countWindows, page } = desktop
  await expect(page).toHaveURL(new RegExp(`^${strand.origin}/`))
  const opened = await watchExternal(desktop)
  await page.evaluate(() => window.open('https://other.example/a'))
  await expect.poll(opened).toEqual(['https://other.example/a'])
  await expect
    .poll(async () => {
      // Repeated, because of links that follow each other at once only the first one is opened.
      await page.evaluate(() => location.assign('http://other.example/b'))
      return opened()
    })
    .toContain('http://other.example/b')
  await expect(page).toHaveURL(new RegExp(`^${strand.origin}/`))
  expect(await countWindows()).toBe(1)
})

test('BY19 a page asks for the camera or the place → denied; notifications are allowed', async ({ launch, strand }) => {
  const { page } = await launch()
  await expect(page).toHaveURL(new RegExp(`^${strand.origin}/`))
  const place = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve(0),
          ({ code }) => resolve(code),
        ),
      ),
  )
  expect(place).toBe(1)
  const camera = await page.evaluate(async () => (await navigator.permissions.query({ name: 'camera' })).state)
  expect(camera).toBe('denied')
  expect(await page.evaluate(() => Notification.permission)).toBe('granted')
})

test('BY19 the window has its place of the last start', async ({ launch }) => {
  const place = { x: 60, y: 70, width: 900, height: 640 }
  const first = await launch()
  await first.app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), place)
  await first.close()
  const second = await launch({ userData: first.userData })
  const { width, height } = (await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds()))!
  // A window manager may move it, but has no reason to resize it.
  expect({ width, height }).toEqual({ width: place.width, height: place.height })
})

test('BY19 a stored place off every display, as of one that was disconnected → the window is on a display', async ({ launch }) => {
  const bounds = { x: 40_000, y: 40_000, width: 900, height: 640 }
  const { app } = await launch({ settings: { window: { bounds, isMaximized: false } } })
  const isOnDisplay = () =>
    app.evaluate(({ BrowserWindow, screen }) => {
      const { x, y, width } = BrowserWindow.getAllWindows()[0]!.getBounds()
      // The middle of the upper edge, by which the window can be dragged.
      const middle = x + width / 2
      return screen
        .getAllDisplays()
        .some(({ bounds: on }) => middle >= on.x && middle < on.x + on.width && y >= on.y && y < on.y + on.height)
    })
  await expect.poll(isOnDisplay).toBe(true)
})

test('BY19 a file of the page → saved at the chosen place', async ({ launch, strand }) => {
  const { app, page, userData } = await launch()
  await expect(page).toHaveURL(new RegExp(`^${strand.origin}/`))
  const path = join(userData, 'saved.txt')
  await app.evaluate(({ BrowserWindow }, chosen) => {
    // Instead of the dialog.
    BrowserWindow.getAllWindows()[0]!.webContents.session.on('will-download', (_event, item) => item.setSavePath(chosen))
  }, path)
  await page.evaluate(() => {
    const href = URL.createObjectURL(new Blob(['content']))
    Object.assign(document.createElement('a'), { href, download: 'a.txt' }).click()
  })
  await expect.poll(() => (existsSync(path) ? readFileSync(path, 'utf8') : '')).toBe('content')
})
