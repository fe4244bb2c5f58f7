/** The page with the bridge of the desktop application: its built preload script in a real browser, over a fake of Electron's messages. */
import type { Playback } from '../../electron/policy/playback.ts'
import { buildPreload, installBridge as install, type Application } from '../support/electron/page.ts'
import { expectAccessible } from './axe.ts'
import { asyncHeader, postsOf, showcase, signUp } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'

test.beforeAll(buildPreload)

const application = <T>(page: Page, use: (application: Application) => T) =>
  page.evaluate(`(${use.toString()})(window.application)`) as Promise<T>

const send = (page: Page, channel: string, value: unknown) =>
  page.evaluate(
    ([name, sent]) => (window as unknown as { application: Application }).application.send(name as string, sent),
    [channel, value],
  )

const lastReport = async (page: Page): Promise<Playback | undefined> => {
  const invoked = await application(page, ({ invoked: all }) => all)
  return invoked.filter(([channel]) => channel === 'strand:reportPlayback').at(-1)?.[1] as Playback | undefined
}

test('BY18 BY19 the preload script exposes functions; the page reports that nothing plays, and opens the link that started the application', async ({
  page,
  context,
}) => {
  await install(context, [{ type: 'open', path: '/about' }])
  await page.goto('/discover')
  await expect(page).toHaveURL('/about')
  const kinds = await page.evaluate(() => {
    const { strand } = window as unknown as { strand: Record<string, unknown> }
    return [...new Set(Object.entries(strand).map(([name, value]) => (name === 'protocol' ? value : typeof value)))]
  })
  expect(kinds).toEqual([1, 'function'])
  expect(await lastReport(page)).toMatchObject({ status: 'none', title: '' })
})

test('BY18 BY19 a link plays a playlist; the page reports its title, and carries out commands of the tray', async ({
  page,
  context,
  request,
}) => {
  const bead = await showcase(request)
  await install(context)
  await page.goto('/discover')
  await expect.poll(() => application(page, ({ invoked }) => invoked.length)).toBeGreaterThan(1)
  await send(page, 'strand:onIntent', { type: 'play', id: bead.id, startTime: null })
  await expect(page).toHaveURL(new RegExp(bead.id))
  await expect.poll(async () => (await lastReport(page))?.status).toBe('playing')
  const first = (await lastReport(page))!
  expect(first).toMatchObject({ canPrevious: false, canNext: true })
  const titles = (await postsOf(request, bead.id, 'recent')).map(({ title }) => title)
  expect(titles).toContain(first.title)
  await send(page, 'strand:onPlayerCommand', 'next')
  await expect.poll(async () => (await lastReport(page))?.title).not.toBe(first.title)
  await send(page, 'strand:onPlayerCommand', 'pause')
  await expect.poll(async () => (await lastReport(page))?.status).toBe('paused')
})

test('BY18 a link with a code of a television shows the page that connects it', async ({ page, context }) => {
  await install(context, [{ type: 'pair', code: 'BCDF2345' }])
  await page.goto('/discover')
  await expect(page).toHaveURL(/\/tvos\/connect|\/login/)
})

test('BY19 a new notification is reported to the application; the page does not offer push messages', async ({
  page,
  context,
  newVisitor,
}) => {
  const { uid } = await signUp(context.request, 'Dora Desktop')
  await install(context)
  const follower = (await newVisitor()).request
  await signUp(follower, 'Fred Follower')
  await page.clock.install()
  await page.goto('/preferences?tab=notifications')
  await page.clock.runFor(2000)
  const reports = async () =>
    (await application(page, ({ invoked }) => invoked)).flatMap(([channel, report]) => (channel === 'strand:reportNotices' ? [report] : []))
  await expect.poll(reports).toEqual([{ member: uid, notices: [] }])
  await expect(page.getByText('Strand shows notifications while its window is in the background.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on' })).toHaveCount(0)

  expect((await follower.post(`/api/v0/members/${uid}/follow`, { headers: asyncHeader })).ok()).toBe(true)
  await page.clock.runFor(10_000)
  await expect
    .poll(async () => (await reports()).at(-1))
    .toMatchObject({
      member: uid,
      notices: [{ tag: `follow member:${uid}`, title: 'Fred Follower started following you', path: `/p/${uid}/followers` }],
    })

  // The group is unread already, so its number does not change.
  const next = (await newVisitor()).request
  await signUp(next, 'Gina Follower')
  expect((await next.post(`/api/v0/members/${uid}/follow`, { headers: asyncHeader })).ok()).toBe(true)
  await page.clock.runFor(10_000)
  await expect.poll(async () => JSON.stringify((await reports()).at(-1))).toContain('Gina Follower')
})

test('BY18 sharing on a network opens the browser of the system, without an empty window in between', async ({
  page,
  context,
  request,
}) => {
  const bead = await showcase(request)
  await install(context)
  await page.addInitScript(() => {
    const opened: unknown[] = []
    Object.assign(window, { opened, open: (...given: unknown[]) => (opened.push(given), null) })
  })
  await page.goto(bead.href)
  await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).first().click()
  await page.getByRole('menuitem', { name: /Facebook/ }).click()
  const address = `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(new URL(bead.href, page.url()).href)}`
  await expect.poll(() => page.evaluate(() => (window as unknown as { opened: unknown }).opened)).toEqual([[address, '_blank', 'noopener']])
})

test('BY19 the mini player: the picture and the bar fill the window, in both themes; Escape and a button lead back', async ({
  page,
  context,
  request,
}) => {
  const bead = await showcase(request)
  await install(context)
  await page.goto('/discover')
  await expect.poll(() => application(page, ({ invoked }) => invoked.length)).toBeGreaterThan(1)
  await send(page, 'strand:onIntent', { type: 'play', id: bead.id, startTime: null })
  await expect.poll(async () => (await lastReport(page))?.status).toBe('playing')
  const player = page.getByRole('region', { name: 'Player', exact: true })
  await player.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Mini player' }).click()
  for (const [width, height] of [
    [280, 272],
    [360, 275],
    [640, 552],
  ] as const) {
    await page.setViewportSize({ width, height })
    const picture = await player.locator('xpath=./div[1]').boundingBox()
    expect(picture).toEqual({ x: 0, y: 0, width, height: height - 72 })
    // All controls are within the window, and nothing scrolls.
    for (const button of await player.getByRole('button').all()) {
      const box = (await button.boundingBox())!
      expect(box.x >= 0 && box.x + box.width <= width && box.y >= height - 72 && box.y + box.height <= height).toBe(true)
    }
    // The page is inert, with its main part and its heading.
    await expectAccessible(page, `mini player, ${width} px`, { besides: ['landmark-one-main', 'page-has-heading-one'] })
  }
  await page.keyboard.press('Escape')
  await expect(player.getByRole('button', { name: 'Leave mini player' })).toHaveCount(0)
  await player.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: 'Mini player' }).click()
  await player.getByRole('button', { name: 'Leave mini player' }).click()
  await expect(player.getByRole('button', { name: 'Close' })).toBeVisible()
  const requested = (await application(page, ({ invoked }) => invoked)).flatMap(([channel, isMini]) =>
    channel === 'strand:setMiniPlayer' ? [isMini] : [],
  )
  expect(requested).toEqual([true, false, true, false])
})
