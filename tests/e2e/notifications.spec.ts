/** The bell, its dropdown and the panel (O1-O3). Sentences, paging, errors and accessibility are tested in tests/component/notifications.test.tsx. */
import type { APIRequestContext } from '@playwright/test'
import { asyncHeader, signUp } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { bellOf } from './notifications.ts'
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

async function newVisitorNamed(newVisitor: () => Promise<{ request: APIRequestContext }>, name: string): Promise<APIRequestContext> {
  const { request } = await newVisitor()
  await signUp(request, name)
  return request
}
