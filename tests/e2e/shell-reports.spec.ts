/** Analytics events and metrics, pull to refresh and ‘Show all’. */
import { stubProviders } from '../support/providers/index.ts'
import { addPost, asyncHeader, signUp, startPlaylist } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { addLinkOnPage, playerOf, startPlaylistOnPage } from './members.ts'
import { playFrom, writePlaylist, youtube } from './player.ts'
import { stopClock } from './search-box.ts'
import { settled } from './settled.ts'

interface Report {
  event: string
  platform: string
  data: Record<string, unknown>
}

/** Intercepts and records the analytics events. */
async function listen(page: Page): Promise<Report[]> {
  const reports: Report[] = []
  await page.route('**/api/v1/analytics/*', async (route) => {
    const { platform, data } = route.request().postDataJSON() as Omit<Report, 'event'>
    reports.push({ event: new URL(route.request().url()).pathname.split('/').at(-1)!, platform, data })
    await route.fulfill({ json: { recorded: true } })
  })
  return reports
}

test('R21 A8 each analytics event has its path, platform and subject, and neither the member of a page nor a search query', async ({
  page,
  newVisitor,
}) => {
  const maker = (await newVisitor()).request
  const { uid } = await signUp(maker, 'Rita Reported')
  const bead = await startPlaylist(maker, 'Reported things')
  await addPost(maker, bead.id, 'https://example.org/reported', 'A reported post')
  await signUp(page.context().request, 'Rob Reporter')
  const reports = await listen(page)
  const reported = (event: string, data: Record<string, unknown>, platform = 'web') =>
    expect.poll(() => reports, event).toContainEqual({ event, platform, data: expect.objectContaining(data) as Record<string, unknown> })

  await page.goto(`/p/${uid}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
  expect(reports, 'nothing before somebody is there').toEqual([])
  await page.mouse.move(220, 320)
  await settled(page)
  expect(reports, 'nothing for a pointer that only passes').toEqual([])
  await page.keyboard.press('Shift')
  await reported('pageview', { screen: 'member' })

  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Follow Rita Reported' }).first().click()
  await reported('follow', { id: uid })
  await main.getByRole('link', { name: 'Reported things' }).first().click()
  await reported('pageview', { screen: 'bead' })
  await main.getByRole('button', { name: 'Follow Reported things' }).first().click()
  await reported('followbead', { id: bead.id })

  await page.getByRole('banner').getByRole('combobox').fill('sesquipedalian')
  await page.keyboard.press('Enter')
  await reported('search', { type: 'all' })

  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Strand/ })
    .click()
  await startPlaylistOnPage(page, 'Made and told')
  await reported('newbead', { id: expect.stringMatching(/^b/) })

  // Errors, in a narrow window (platform `mobileweb`).
  await page.setViewportSize({ width: 600, height: 800 })
  await page.route('**/api/v2/trending?**', (route) =>
    route.fulfill({ status: 500, json: { message: 'Oh', code: 'internal', requestId: '' } }),
  )
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/trending"]')!.click())
  await reported('xhrerror', { call: 'GET /api/v2/trending', status: 500 }, 'mobileweb')
  await reported('feederror', { feed: 'trending', status: 500 }, 'mobileweb')

  const all = JSON.stringify(reports.filter(({ event }) => event !== 'follow'))
  expect(all).not.toContain(uid)
  expect(all).not.toContain('sesquipedalian')
})

test('R21 A7 the metrics newpost, comment, collect, play and share are counted, and an uncaught error is reported', async ({
  page,
  newVisitor,
}) => {
  await stubProviders(page)
  const {
    bead,
    posts: [post],
  } = await writePlaylist(page, 'Counted', [{ title: 'Soon over', href: youtube('short-00001') }])
  const { uid } = (await (await page.context().request.get('/api/v0/me')).json()) as { uid: string }
  const fan = (await newVisitor()).request
  await signUp(fan, 'Fay Follower')
  await fan.post(`/api/v0/members/${uid}/follow`, { headers: asyncHeader })
  const reports = await listen(page)
  const reported = (event: string, data: Record<string, unknown>) =>
    expect
      .poll(() => reports, event)
      .toContainEqual({ event, platform: 'web', data: expect.objectContaining(data) as Record<string, unknown> })

  await page.goto(`/${bead}`)
  await addLinkOnPage(page, 'https://example.org/told-of', 'Told of')
  await reported('newpost', { id: expect.stringMatching(/^p/) })
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: 'Your comment' }).fill('Said of it')
  await main.getByRole('button', { name: 'Add', exact: true }).click()
  await reported('comment', { id: expect.stringMatching(/^p/) })

  await playFrom(page, bead, 'Soon over')
  await playerOf(page).getByRole('button', { name: 'Collect post' }).click()
  await reported('collect', { id: post!.id })
  await reported('play', { id: post!.id })
  await page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Send by e-mail or to followers…' }).click()
  const share = page.getByRole('dialog', { name: 'Share this playlist' })
  await share.getByRole('button', { name: 'Select all' }).click()
  await share.getByRole('button', { name: 'Share', exact: true }).click()
  await reported('share', { id: bead })

  await page.evaluate(() => dispatchEvent(new ErrorEvent('error', { message: 'Nobody caught it', filename: '/assets/x.js', lineno: 7 })))
  await reported('scripterror', { message: 'Nobody caught it', line: 7 })
})

test('R24 N3 A9 a pull of 80 px at the top refreshes, with an indicator for at least 1.5 s; a shorter or lower one does not', async ({
  newVisitor,
  page: withMouse,
}) => {
  const context = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.clock.install()
  let requestCount = 0
  page.on('request', (request) => {
    if (/\/api\/v2\/trending\?/.test(request.url())) requestCount += 1
  })
  await page.goto('/trending')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  const button = page.getByRole('main').getByRole('button', { name: 'Refresh' })
  await expect(button).toBeAttached()
  await stopClock(page)
  const session = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }] })
  const pull = async (by: number) => {
    await touch('touchStart', 250)
    for (let step = 1; step <= 6; step += 1) await touch('touchMove', 250 + (by * step) / 6)
    await touch('touchEnd', 250 + by)
  }
  const busy = page.getByText('Refreshing…')
  requestCount = 0

  await pull(78)
  await expect(busy).toHaveCount(0)
  expect(requestCount).toBe(0)

  await pull(90)
  await expect(busy).toHaveCount(1)
  await expect.poll(() => requestCount).toBe(1)
  await page.clock.runFor(1499)
  await expect(busy).toHaveCount(1)
  await page.clock.runFor(1)
  await expect(busy).toHaveCount(0)
  expect(requestCount).toBe(1)

  // The indicator stays until a slow response arrives.
  let answer: () => void = () => undefined
  const late = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v2/trending?**', async (route) => {
    await late
    await route.continue()
  })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.clock.runFor(5000)
  await expect(busy).toHaveCount(1)
  answer()
  await expect(busy).toHaveCount(0)
  expect(requestCount).toBe(2)

  await page.evaluate(() => scrollTo(0, 400))
  await pull(120)
  await expect(busy).toHaveCount(0)
  expect(requestCount).toBe(2)

  await withMouse.goto('/trending')
  await expect(withMouse.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(withMouse.getByRole('button', { name: 'Refresh' })).toHaveCount(0)
})

test('R18 F2 ‘Show all’ loads all started playlists page by page, then disappears; the focus stays with the list', async ({
  page,
  newVisitor,
}) => {
  const member = (await newVisitor()).request
  const { uid } = await signUp(member, 'Alma All')
  for (let n = 1; n <= 34; n += 1) await startPlaylist(member, `Number ${n} of Alma`)
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/v0/beads' && searchParams.has('createdby')) requests.push(searchParams.get('from') ?? '0')
  })
  await page.goto(`/p/${uid}`)
  const part = page.getByRole('region', { name: 'Playlists started', exact: true })
  const cards = part.getByRole('article')
  await expect(cards).toHaveCount(8)
  const all = part.getByRole('button', { name: 'Show all' })
  await all.press('Enter')
  await expect(cards).toHaveCount(34)
  await expect(all).toHaveCount(0)
  await expect(part.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expect(part.getByText("That's every playlist.")).toBeVisible()
  expect(requests, 'three pages, each once').toEqual(['8', '20', '32'])
  expect(await part.evaluate((section) => section.contains(document.activeElement))).toBe(true)
})
