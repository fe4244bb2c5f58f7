/** J1 the widget on pages of another origin. */
import { expectAccessible } from './axe.ts'
import { expect } from './fixtures.ts'
import { bar, frameCode, play, row, scriptCode, test, toggle } from './widget-site.ts'
import { kilobytesOf, watchWire } from './wire.ts'
import { stubYouTube } from './youtube.ts'

// The notices of Strand's pages are stored, which a sandboxed frame refuses.
test.use({ unwelcomed: true, viewport: { width: 800, height: 900 } })

test('J1 a row plays in the frame, the queue skips the dead film, and controls and orders work', async ({ page, strand, bead, serve }) => {
  await stubYouTube(page)
  const address = await serve({ '/': { body: frameCode(strand.origin, bead) } })
  await page.goto(address)
  const widget = page.frameLocator('iframe')
  await expect(widget.getByRole('heading', { name: 'Songs & <films>' })).toBeVisible()
  await expect(widget.getByRole('listitem')).toHaveCount(5)
  // A post without a medium stays a link.
  await expect(widget.getByRole('link', { name: 'A text' })).toHaveAttribute('target', '_blank')
  await expect(bar(widget)).toHaveCount(0)

  await play(widget)
  await expect(row(widget, 'Pause A film')).toHaveAttribute('aria-current', 'true')
  const film = widget.locator('video')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.3)
  const box = await widget.locator('.stage').boundingBox()
  expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(200)
  await toggle(widget, 'Pause').click()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  await widget.getByRole('button', { name: 'Mute' }).click()
  expect(await film.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
  const seek = widget.getByRole('slider', { name: 'Seek' })
  await seek.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(5)

  // The keyboard alone: from the list to the next posts.
  await row(widget, 'Play A sound').press('Enter')
  await expect(bar(widget).getByText('Playing A sound')).toBeAttached()
  await expect(widget.locator('.stage')).toBeHidden()
  // Another order does not stop it, and the next press plays that order.
  await widget.getByRole('link', { name: 'Recent' }).click()
  await expect(widget.getByRole('listitem').first()).toHaveText(/A video/)
  await expect(widget.getByRole('link', { name: 'Recent' })).toBeFocused()
  await expect(row(widget, 'Pause A sound')).toHaveAttribute('aria-current', 'true')
  await widget.getByRole('link', { name: 'Earliest' }).click()
  await expect(widget.getByRole('listitem').first()).toHaveText(/A film/)
  // Its end is reported as a play, without credentials.
  const reported = page.waitForResponse(/\/play$/)
  await film.evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.3
  })
  const report = await reported
  expect([report.status(), await report.request().headerValue('cookie')]).toEqual([200, null])
  await expect(bar(widget).getByText("A dead film can't be played here.")).toBeVisible()
  await expect(bar(widget).getByText('Playing A video')).toBeAttached({ timeout: 15_000 })
  await expect(widget.locator('iframe[src^="https://www.youtube-nocookie.com/embed/plays-00001"]')).toBeVisible()
  await expect(widget.getByRole('button', { name: 'Next' })).toBeDisabled()
})

test('J1 the list is complete without scripts, and its links open new windows', async ({ newVisitor, bead }) => {
  const context = await newVisitor({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`/embed/${bead}`)
  await expect(page.getByRole('listitem')).toHaveText([/A film/, /A sound/, /A text/, /A dead film/, /A video/])
  await expect(page.getByRole('button')).toHaveCount(0)
  const popup = context.waitForEvent('page')
  await page.getByRole('link', { name: 'A sound' }).click()
  expect((await popup).url()).toContain(`/${bead}/a-sound-`)
  await page.getByRole('link', { name: 'Recent' }).click()
  await expect(page.getByRole('listitem').first()).toHaveText(/A video/)
})

test('J1 the script variant fits its content, on a page with a strict policy, and ignores forged messages', async ({
  page,
  strand,
  bead,
  serve,
}) => {
  const forger = await serve({
    '/': {
      body: `<script>
        const report = { sender: 'strand-widget', event: 'height', height: 9999 }
        parent.postMessage(report, '*')
        for (let n = 0; n < parent.length; n += 1) parent[n].postMessage({ sender: 'strand-widget', command: 'pause' }, '*')
        parent.postMessage('forged', '*')
      </script>`,
    },
  })
  const policy = `default-src 'none'; script-src ${strand.origin}; frame-src ${strand.origin} ${forger}`
  const address = await serve({
    '/': {
      body: `<p>Before</p>${scriptCode(strand.origin, bead, 'data-posts="25" data-accent="0a7" data-title="Songs"')}<p>After</p>`,
      policy,
    },
  })
  await page.goto(address)
  const frame = page.locator('iframe[title="Songs"]')
  await expect(frame).toHaveAttribute('src', `${strand.origin}/embed/${bead}?posts=25&accent=00aa77`)
  const widget = page.frameLocator('iframe[title="Songs"]')
  const heights = async () => ({
    frame: (await frame.boundingBox())!.height,
    content: await widget.locator('html').evaluate((root) => Math.ceil(root.getBoundingClientRect().height)),
  })
  const fits = () => expect.poll(async () => (await heights()).frame - (await heights()).content).toBe(0)
  await fits()
  expect((await heights()).content).toBeGreaterThan(300)
  // Between the paragraphs, at most 520 px wide.
  expect(await frame.evaluate((element) => element.previousElementSibling?.textContent)).toBe('Before')
  expect((await frame.boundingBox())!.width).toBe(520)

  // The player makes it higher.
  const before = (await heights()).content
  await play(widget)
  await expect.poll(async () => (await heights()).content).toBeGreaterThan(before + 200)
  await fits()

  // From the page itself, and from a frame of another origin to the page and to the widget.
  const height = (await heights()).frame
  await page.evaluate(() => postMessage({ sender: 'strand-widget', event: 'height', height: 9999 }, '*'))
  await page.evaluate(
    (src) =>
      new Promise<void>((resolve) => {
        addEventListener('message', ({ data }) => data === 'forged' && resolve())
        document.body.append(Object.assign(document.createElement('iframe'), { src }))
      }),
    forger,
  )
  for (const message of ['pause', { sender: 'strand-widget', command: 'pause', extra: 1 }, { sender: 'strand-widget', command: 'play' }])
    await frame.evaluate((element: HTMLIFrameElement, data) => element.contentWindow!.postMessage(data, '*'), message)
  expect((await heights()).frame).toBe(height)
  await expect(toggle(widget, 'Pause')).toBeVisible()
  // The real message pauses it.
  await frame.evaluate((element: HTMLIFrameElement) =>
    element.contentWindow!.postMessage({ sender: 'strand-widget', command: 'pause' }, '*'),
  )
  await expect(toggle(widget, 'Play')).toBeVisible()
})

test('J1 a sandboxed frame plays, without an origin of its own', async ({ page, strand, bead, serve }) => {
  const plays: string[] = []
  page.on('request', (request) => request.url().endsWith('/play') && plays.push(request.url()))
  const code = frameCode(strand.origin, bead, 'sandbox="allow-scripts allow-popups"')
  await page.goto(await serve({ '/': { body: code } }))
  const widget = page.frameLocator('iframe')
  await expect(widget.locator('.cover, .picture').first()).toBeVisible()
  await play(widget, 'A sound')
  expect(await widget.locator('html').evaluate(() => self.origin)).toBe('null')
  await widget.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.3
  })
  await expect(bar(widget).getByText("A dead film can't be played here.")).toBeVisible()
  expect(plays).toEqual([])
})

/** Makes every kind of storage refuse access, as a browser does that blocks it for other sites, and records attempts. */
function blockStorage(): void {
  const attempts: string[] = []
  Object.assign(window, { storageAttempts: attempts })
  const refuse = (name: string) => () => {
    attempts.push(name)
    throw new DOMException('Blocked', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, { get: refuse(name) })
  Object.defineProperty(Document.prototype, 'cookie', { get: refuse('cookie'), set: refuse('cookie') })
  Object.defineProperty(window, 'BroadcastChannel', {
    value: function BlockedChannel() {
      throw new DOMException('Blocked', 'SecurityError')
    },
  })
}

for (const isBlocked of [false, true])
  test(`J1 one of three widgets plays at a time, ${isBlocked ? 'also where storage is blocked' : 'without a script of the page'}`, async ({
    page,
    strand,
    bead,
    serve,
  }) => {
    if (isBlocked) await page.context().addInitScript(blockStorage)
    const code = isBlocked ? scriptCode(strand.origin, bead) : frameCode(strand.origin, bead)
    const cookies: string[] = []
    page.on('response', async (response) => {
      const header = await response.headerValue('set-cookie').catch(() => null)
      if (header !== null) cookies.push(response.url())
    })
    // Side by side, so that a widget that grows moves no row of another one under the pointer.
    await page.setViewportSize({ width: 1700, height: 900 })
    const body = `<div style="display: grid; grid-template-columns: repeat(3, 520px)">${`<p>${code}</p>`.repeat(3)}</div>`
    await page.goto(await serve({ '/': { body } }))
    const widgets = [0, 1, 2].map((n) => page.frameLocator('iframe').nth(n))
    const playing = () => Promise.all(widgets.map((widget) => widget.locator('html').evaluate((root) => 'playing' in root.dataset)))
    for (const [n, widget] of widgets.entries()) {
      await play(widget, n === 1 ? 'A sound' : 'A film')
      await expect.poll(playing).toEqual([n === 0, n === 1, n === 2])
    }
    await toggle(widgets[0]!, 'Play').click()
    await expect.poll(playing).toEqual([true, false, false])
    expect(cookies).toEqual([])
    expect(await page.context().cookies()).toEqual([])
    if (isBlocked)
      for (const frame of page.frames())
        expect(await frame.evaluate(() => (window as unknown as { storageAttempts: string[] }).storageAttempts)).toEqual([])
    else for (const frame of page.frames().slice(1)) expect(await frame.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  })

test('J1 the pop-up is 520 px wide and opens once; a blocked one shows a notice', async ({ page, strand, bead, serve }) => {
  const link = `<a href="${strand.origin}/embed/${bead}?mode=popup" target="_blank" rel="noopener" data-strand-popup>Listen</a>`
  const address = await serve({ '/': { body: `${link}<script async src="${strand.origin}/embed.js"></script>` } })
  await page.goto(address)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Listen' }).click()
  const popup = await opened
  await play(popup)
  expect(await popup.evaluate(() => innerWidth)).toBe(520)
  await expect(popup.getByRole('button', { name: 'Open in a small window' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Listen' }).click()
  await expect.poll(() => page.context().pages().length).toBe(2)
  await expect(toggle(popup, 'Pause')).toBeVisible()
  await popup.close()

  await page.evaluate(() => {
    window.open = () => null
  })
  for (let n = 0; n < 2; n += 1) await page.getByRole('link', { name: 'Listen' }).click()
  const notice = page.getByRole('alert')
  await expect(notice).toHaveText('Your browser blocked the small window. Open it in a new tab')
  await expect(notice.getByRole('link')).toHaveAttribute('href', `${strand.origin}/embed/${bead}?mode=popup`)
  await expect(page).toHaveURL(`${address}/`)
})

test('J1 an inline widget opens its pop-up, and shows a notice if it is blocked', async ({ page, bead }) => {
  await page.goto(`/embed/${bead}?theme=dark`)
  await play(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open in a small window' }).click()
  const popup = await opened
  await expect(popup).toHaveURL(/\/embed\/\w+\?theme=dark&mode=popup$/)
  await expect(toggle(page, 'Play')).toBeVisible()
  await popup.close()
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: 'Open in a small window' }).click()
  await expect(page.getByRole('alert')).toContainText('Your browser blocked the small window.')
})

test('J1 A9 an inactive pop-up warns after 40 s and closes after 60 s; a tab stays', async ({ page, bead }) => {
  await page.context().clock.install()
  await page.goto('/about')
  const open = async (features: string) => {
    const opened = page.waitForEvent('popup')
    await page.evaluate(([href, features]) => void window.open(href, '', features), [`/embed/${bead}?mode=popup`, features] as const)
    const popup = await opened
    await expect(row(popup, 'Play A film')).toBeVisible()
    return popup
  }
  const popup = await open('popup,width=520,height=640')
  await popup.clock.runFor(41_000)
  const notice = popup.getByRole('alert')
  await expect(notice).toContainText('This window closes soon because nothing is playing.')
  await notice.getByRole('button', { name: 'Keep it open' }).press('Enter')
  await expect(notice).toHaveCount(0)
  const closed = popup.waitForEvent('close')
  await popup.clock.runFor(61_000).catch(() => undefined)
  await closed

  const tab = await open('')
  await tab.clock.runFor(120_000)
  await expect(tab.getByRole('alert')).toHaveCount(0)
})

/** Kilobytes of Strand's scripts on the wire. The specification of the widget allows 90 once it plays. */
const budget = { first: 6, playing: 45 }

test('J1 BY24 the widget loads at most 6 KB of scripts, and 45 KB once a file or a YouTube video plays', async ({ newVisitor, bead }) => {
  for (const title of ['A film', 'A video']) {
    const context = await newVisitor()
    const page = await context.newPage()
    await stubYouTube(page)
    const wire = await watchWire(context, page)
    const own = () => wire.loads.filter(({ path }) => path.startsWith('/embed/'))
    await page.goto(`/embed/${bead}`)
    await wire.idle()
    expect(kilobytesOf(own(), 'Script')).toBeLessThanOrEqual(budget.first)
    await play(page, title)
    await wire.idle()
    if (process.env.STRAND_WIRE !== undefined) console.log(title, kilobytesOf(own(), 'Script'), own())
    expect(kilobytesOf(own(), 'Script')).toBeLessThanOrEqual(budget.playing)
    await page.close()
  }
})

test('J1 BY7 other pages refuse to be framed by other sites', async ({ page, strand, bead, serve }) => {
  const paths = ['/discover', `/${bead}`, '/login', '/tv', '/preferences']
  const frames = paths.map((path) => `<iframe src="${strand.origin}${path}"></iframe>`).join('')
  await page.goto(await serve({ '/': { body: frames + frameCode(strand.origin, bead) } }))
  await expect(page.frameLocator('iframe[title]').getByRole('heading', { level: 1 })).toBeVisible()
  for (const frame of page.frames().slice(1, -1)) expect([frame.url(), await frame.title()]).toEqual(['chrome-error://chromewebdata/', ''])
})

test('J1 the widget is accessible, with and without the player, fits 200 to 1280 px, and right to left', async ({ page, bead }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/embed/${bead}?accent=ffe600`)
  await expectAccessible(page, 'list')
  await play(page)
  await toggle(page, 'Pause').click()
  await expectAccessible(page, 'player')
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  for (const dir of ['ltr', 'rtl'])
    for (const width of [200, 260, 320, 390, 520, 720, 1280]) {
      await page.setViewportSize({ width, height: 700 })
      await page.evaluate((dir) => (document.documentElement.dir = dir), dir)
      expect([dir, width, await overflow()]).toEqual([dir, width, 0])
      const stage = (await page.locator('.stage').boundingBox())!
      expect(Math.min(stage.width, stage.height)).toBeGreaterThanOrEqual(200)
    }
  // Right to left, the left arrow moves forwards.
  const seek = page.getByRole('slider', { name: 'Seek' })
  const before = Number(await seek.inputValue())
  await seek.press('ArrowLeft')
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(before)
})
