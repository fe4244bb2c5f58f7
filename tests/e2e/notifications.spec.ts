/** The bell, its dropdown and the panel (O1-O3). */
import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { asyncHeader, signUp } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { bellOf, notificationPage } from './notifications.ts'
import { stopClock } from './search-box.ts'

const follow = async (request: APIRequestContext, uid: string) => {
  expect((await request.post(`/api/v0/members/${uid}/follow`, { headers: asyncHeader })).ok()).toBe(true)
}
const rowsOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Notifications' }).getByRole('list', { name: 'Notifications' }).getByRole('listitem')
const lastCheckedCall = (page: Page) =>
  page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/me/notifications/lastchecked'))

test('O1 O2 O3 notifications are polled every 10 s, listed in the dropdown, and marked as seen in every tab', async ({
  page,
  newVisitor,
}) => {
  const { uid } = await signUp(page.context().request, 'Bella Bell')
  for (const name of ['Ann Follower', 'Bo Follower', 'Cy Follower', 'Di Follower'])
    await follow(await newVisitorNamed(newVisitor, name), uid)
  const polls: string[] = []
  page.on('request', (sent) => void (sent.url().includes('notifications/status') && polls.push(new URL(sent.url()).search)))

  await page.clock.install()
  await page.goto('/')
  await page.clock.runFor(2000)
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 new')
  const other = await page.context().newPage()
  await other.goto('/about')
  await expect(bellOf(other)).toHaveAccessibleName('Notifications, 1 new')

  const checked = lastCheckedCall(page)
  await bellOf(page).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('Di Follower, Cy Follower and 2 others started following you')
  await expect(rowsOf(page).getByText('New')).toBeAttached()
  await expect(bellOf(page)).toHaveAccessibleName('Notifications')
  const { timestamp } = (await checked).postDataJSON() as { timestamp: string }
  const newest = async () =>
    ((await (await page.context().request.get('/api/v1/me/notifications')).json()) as { results: { date: string }[] }).results[0]!.date
  expect(timestamp, 'the newest that is shown, and not now').toBe(await newest())
  await expect(bellOf(other)).toHaveAccessibleName('Notifications')

  await page.keyboard.press('Escape')
  await expect(rowsOf(page)).toHaveCount(0)
  await expect(bellOf(page)).toBeFocused()

  await stopClock(page)
  polls.length = 0
  await follow(await newVisitorNamed(newVisitor, 'Ed Follower'), uid)
  await page.clock.runFor(10_000)
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 1 new')
  await page.clock.runFor(10_000)
  await expect.poll(() => polls.length).toBe(2)
  // All polls have the same address; otherwise none could be answered with 304.
  expect(new Set(polls)).toEqual(new Set([`?minTime=${encodeURIComponent(timestamp)}`]))
  await page.clock.resume()

  await bellOf(page).click()
  await expect(rowsOf(page)).toContainText('Ed Follower, Di Follower and 3 others started following you')

  await test.step('a notification that arrives in the open dropdown is shown and seen', async () => {
    await stopClock(page)
    const before = await newest()
    await follow(await newVisitorNamed(newVisitor, 'Flo Follower'), uid)
    await expect.poll(newest).not.toBe(before)
    const arrived = await newest()
    const again = page.waitForRequest(
      (sent) =>
        sent.url().endsWith('/me/notifications/lastchecked') && (sent.postDataJSON() as { timestamp: string }).timestamp === arrived,
    )
    await expect(async () => {
      await page.clock.runFor(2_000)
      await expect(rowsOf(page)).toContainText('Flo Follower, Ed Follower and 4 others started following you', { timeout: 500 })
    }).toPass()
    await again
    await page.clock.resume()
    await expect(bellOf(page)).toHaveAccessibleName('Notifications')
  })
  await rowsOf(page).getByRole('link').click()
  await expect(page).toHaveURL(`/p/${uid}/followers`)
  await expect(rowsOf(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('O2 one follower is named alone, two are joined by “and”, three become two names and “1 other”', async ({ page, newVisitor }) => {
  const { uid } = await signUp(page.context().request, 'Cora Counted')
  const sentences = ['Ann Follower started', 'Bo Follower and Ann Follower started', 'Cy Follower, Bo Follower and 1 other started']
  for (const [n, name] of ['Ann Follower', 'Bo Follower', 'Cy Follower'].entries()) {
    await follow(await newVisitorNamed(newVisitor, name), uid)
    await expect(async () => {
      await page.goto('/about')
      await bellOf(page).click()
      await expect(rowsOf(page)).toContainText(`${sentences[n]} following you`, { timeout: 2000 })
    }).toPass()
  }
  await expect(rowsOf(page)).toHaveCount(1)
})

/** The sentence of each verb, in the order of the faked answer. */
const sentences = [
  'Person 0 collected your post Thing 0',
  'Person 1 commented on your post Thing 1',
  'Person 2 started following you',
  'Person 3 invited you to the playlist Thing 3',
  'Person 4 mentioned you in Thing 4',
  'Person 5 added Thing 5',
  'Your playlist Thing 6 is published',
  'Person 7 liked your comment on Thing 7',
  'Person 8 reposted your post Thing 8',
  'Person 9 shared the playlist Thing 9 with you',
  'Person 10 shared Thing 10 with you',
  'Person 11 upvoted your post Thing 11',
]

test('O1 each of the twelve verbs has its sentence', async ({ page }) => {
  await signUp(page.context().request, 'Vera Verbs')
  await answerNotifications(page)
  await page.goto('/about')
  await bellOf(page).click()
  await expect(rowsOf(page)).toHaveCount(50)
  // The element contains the whole sentence, without the time after it.
  for (const [n, words] of sentences.entries())
    await expect(rowsOf(page).nth(n).getByRole('link').locator('span').filter({ hasText: words }).last()).toHaveText(words)
})

test('O1 O3 a member without notifications → an empty state; a visitor → no bell and no request', async ({ page, newVisitor }) => {
  await page.clock.install()
  await page.goto('/')
  let requestCount = 0
  page.on('request', (sent) => void (sent.url().includes('notifications') && (requestCount += 1)))
  await page.clock.runFor(30_000)
  await expect(bellOf(page)).toHaveCount(0)
  expect(requestCount).toBe(0)

  const member = await newVisitor()
  await signUp(member.request, 'Lone Some')
  const own = await member.newPage()
  await own.goto('/')
  await bellOf(own).click()
  await expect(own.getByRole('dialog', { name: 'Notifications' }).getByText('You have no notifications, yet!')).toBeVisible()
})

/** Fakes three pages of groups with all verbs, and records the requests. */
async function answerNotifications(page: Page): Promise<string[]> {
  const requests: string[] = []
  const now = Date.now()
  // All of the first ten are new, so the number comes from the status.
  await page.route(/\/api\/v1\/me\/notifications\/status/, (route) => route.fulfill({ json: { count: 48 } }))
  await page.route(/\/api\/v1\/me\/notifications\?/, async (route) => {
    const params = new URL(route.request().url()).searchParams
    const [from, limit] = [Number(params.get('from') ?? 0), Number(params.get('limit'))]
    requests.push(`${from}+${limit}`)
    const count = Math.min(limit, 120 - from)
    await route.fulfill({ json: notificationPage({ from, count, next: from + count < 120 ? from + count : null, now }) })
  })
  return requests
}

test('O1 O3 10 notifications at first, 50 on opening, more on scrolling the panel, by keyboard alone', async ({ page }) => {
  await signUp(page.context().request, 'Many Things')
  const requests = await answerNotifications(page)
  await page.goto('/')
  await expect.poll(() => requests).toEqual(['0+10'])
  await expect(bellOf(page)).toHaveAccessibleName('Notifications, 48 new')

  await bellOf(page).focus()
  await page.keyboard.press('Enter')
  await expect(rowsOf(page)).toHaveCount(50)
  expect(requests).toEqual(['0+10', '0+50'])
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'See all' })).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Close' })).toBeFocused()
  await rowsOf(page).first().hover()
  await page.mouse.wheel(0, 20_000)
  await expect(rowsOf(page)).toHaveCount(100)
  await page.mouse.wheel(0, 20_000)
  await expect(rowsOf(page)).toHaveCount(120)
  await expect(panel.getByText("That's everything.")).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bellOf(page)).toBeFocused()
})

test('O1 the list fails to load → an error with a retry', async ({ page }) => {
  await signUp(page.context().request, 'Bad Luck')
  await page.route(/\/api\/v1\/me\/notifications\?/, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken', requestId: 'r' } }),
  )
  await page.goto('/')
  await bellOf(page).click()
  const dropdown = page.getByRole('dialog', { name: 'Notifications' })
  await expect(dropdown.getByRole('alert')).toContainText("Your notifications couldn't be loaded.")
  await page.unroute(/\/api\/v1\/me\/notifications\?/)
  await dropdown.getByRole('button', { name: 'Try again' }).click()
  await expect(dropdown.getByText('You have no notifications, yet!')).toBeVisible()
})

test('BY17 BY21 axe finds no violation in the dropdown and the panel, light and dark; a narrow window opens the panel directly', async ({
  page,
}) => {
  await signUp(page.context().request, 'Axe Bell')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await answerNotifications(page)
  await page.goto('/')
  await expect(bellOf(page)).toHaveAccessibleName(/new/)
  await bellOf(page).click()
  await expect(rowsOf(page)).toHaveCount(50)
  await expectAccessible(page, 'dropdown', { within: '[role="dialog"]' })
  await page.getByRole('button', { name: 'See all' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('button', { name: 'Close' })).toBeVisible()
  await expectAccessible(page, 'panel', { within: '[role="dialog"]' })
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await bellOf(page).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('button', { name: 'Close' })).toBeVisible()
  await expect(rowsOf(page).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

async function newVisitorNamed(newVisitor: () => Promise<{ request: APIRequestContext }>, name: string): Promise<APIRequestContext> {
  const { request } = await newVisitor()
  await signUp(request, name)
  return request
}
