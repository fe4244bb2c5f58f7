/** Selecting followers, and sharing a post or playlist with them (O5). */
import type { APIRequestContext } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { addPost, asyncHeader, signUp, startPlaylist } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { bellOf } from './notifications.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Share (with followers|this playlist)$/ })
const friendsOf = (page: Page) => dialogOf(page).getByRole('list', { name: 'Choose From Followers' }).getByRole('listitem')

async function openShare(page: Page, href: string): Promise<void> {
  await page.goto(href)
  await page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Send by e-mail or to followers…' }).click()
  await expect(dialogOf(page)).toBeVisible()
}

test('O5 O1 a chosen follower is notified of the shared playlist, and of a shared post', async ({ page, newVisitor, baseURL }) => {
  const { uid } = await signUp(page.context().request, 'Shari Sharer')
  const bead = await startPlaylist(page.context().request, 'For my friends')
  const post = await addPost(page.context().request, bead.id, `${baseURL}/clips/mandelbrot-dive.mp4`, 'Falling')
  const fan = await newVisitor()
  for (const request of [fan.request, (await newVisitor()).request] as APIRequestContext[]) {
    await signUp(request, request === fan.request ? 'Fanny Fan' : 'Gus Guest')
    await request.post(`/api/v0/members/${uid}/follow`, { headers: asyncHeader })
  }
  await openShare(page, bead.href)
  await expect(friendsOf(page)).toHaveCount(2)
  await dialogOf(page).getByRole('checkbox', { name: 'Fanny Fan' }).check()
  await expect(dialogOf(page).getByText('1 selected')).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText(/^You shared For my friends[?.]$/)).toBeVisible()
  await expect(dialogOf(page)).toBeHidden()

  await page.goto(`/${post.href}`)
  await page.getByRole('main').getByRole('button', { name: 'More for Falling' }).first().click()
  await page.getByRole('menuitem', { name: 'Share with followers' }).click()
  await expect(friendsOf(page)).toHaveCount(2)
  await dialogOf(page).getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialogOf(page).getByRole('alert').filter({ hasText: 'Please select some members' })).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Select all' }).click()
  await expect(dialogOf(page).getByText('2 selected')).toBeVisible()
  // An unsent selection is restored in the next dialog.
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: 'More for Falling' }).first().click()
  await page.getByRole('menuitem', { name: 'Share with followers' }).click()
  await expect(dialogOf(page).getByText('Your draft has been restored.')).toBeVisible()
  await expect(dialogOf(page).getByText('2 selected')).toBeVisible()
  await dialogOf(page).getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Shared with 2 followers.')).toBeVisible()

  const theirs = await fan.newPage()
  await theirs.goto('/about')
  // Notifications are created by a consumer of the outbox, asynchronously.
  await expect
    .poll(async () =>
      ((await (await fan.request.get('/api/v1/me/notifications')).json()) as { results: { verb: string }[] }).results.map(
        ({ verb }) => verb,
      ),
    )
    .toEqual(['sharepost', 'sharebead'])
  await bellOf(theirs).click()
  const rows = theirs.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')
  await expect(rows).toHaveText([/Shari Sharer shared Falling with you/, /Shari Sharer shared the playlist For my friends\?? with you/])
})

test('O5 members already invited are not offered; by keyboard alone, the focus returns to the opener', async ({ page, newVisitor }) => {
  const { uid } = await signUp(page.context().request, 'Ida Invites')
  const uids: string[] = []
  for (const name of ['Inga Invited', 'Nora New']) {
    const { request } = await newVisitor()
    uids.push((await signUp(request, name)).uid)
    await request.post(`/api/v0/members/${uid}/follow`, { headers: asyncHeader })
  }
  const made = await page.context().request.post('/api/v0/beads', {
    headers: asyncHeader,
    data: { title: 'Only with Inga', description: '', category: 'other', invitees: [uids[0]] },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const { data } = (await made.json()) as { data: { href: string } }
  await page.goto(data.href)
  const more = page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'Share', exact: true })
  await more.focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Send by e-mail or to followers…' })
  await expect(item).toBeVisible()
  while (!(await item.evaluate((element) => element === document.activeElement || element.hasAttribute('data-highlighted'))))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(friendsOf(page)).toHaveText([/Nora New/])
  await page.keyboard.press('Tab')
  await expect(dialogOf(page).getByRole('button', { name: 'Select all' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByText('1 selected')).toBeVisible()
  await expect(dialogOf(page).getByRole('button', { name: 'Unselect all' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialogOf(page).getByRole('checkbox', { name: 'Nora New' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(more).toBeFocused()
})

/** Serves this many followers, 20 per page like the server, and records the requests. */
async function answerFollowers(page: Page, count: number): Promise<string[]> {
  const requests: string[] = []
  await page.route(/\/api\/v0\/members\/[^/]+\/followers/, async (route) => {
    const params = new URL(route.request().url()).searchParams
    const [from, limit] = [Number(params.get('from') ?? 0), Number(params.get('limit'))]
    requests.push(`${from}+${limit}`)
    const results = Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, n) => ({
      uid: `fan${from + n}`,
      name: `Fan Number ${from + n}`,
      verified: false,
      image: null,
    }))
    await route.fulfill({ json: { results, next: from + limit < count ? from + limit : null, counts: { total: count } } })
  })
  return requests
}

test('O5 followers in pages of 20; select all, none or one by name, up to the maximum, by keyboard', async ({ page }) => {
  await signUp(page.context().request, 'Popular Person')
  const bead = await startPlaylist(page.context().request, 'For everybody')
  const requests = await answerFollowers(page, 130)
  await openShare(page, bead.href)
  await expect(friendsOf(page)).toHaveCount(20)
  expect(requests).toEqual(['0+20'])
  await friendsOf(page).last().scrollIntoViewIfNeeded()
  await expect(friendsOf(page)).toHaveCount(40)

  await dialogOf(page).getByRole('button', { name: 'Select all' }).click()
  await expect(dialogOf(page).getByText('100 selected, the maximum')).toBeVisible()
  expect(requests).toEqual(['0+20', '20+20', '40+20', '60+20', '80+20'])
  await dialogOf(page).getByRole('button', { name: 'Unselect all' }).click()
  await expect(dialogOf(page).getByRole('checkbox', { checked: true })).toHaveCount(0)

  const field = dialogOf(page).getByRole('searchbox', { name: 'Find a follower' })
  await field.fill('number 77')
  await expect(friendsOf(page)).toHaveCount(1)
  await field.press('Enter')
  await expect(dialogOf(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(dialogOf(page).getByRole('checkbox', { name: 'Fan Number 77' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dialogOf(page).getByText('1 selected')).toBeVisible()
  await field.fill('nobody at all')
  await expect(friendsOf(page)).toHaveCount(0)
})

test('BY17 BY21 axe finds no violation in the follower picker, light and dark, wide and narrow, and with no followers', async ({
  page,
}) => {
  await signUp(page.context().request, 'Axe Friend')
  const bead = await startPlaylist(page.context().request, 'For an axe')
  await openShare(page, bead.href)
  await expect(dialogOf(page).getByText('No one follows you yet.')).toBeVisible()
  await answerFollowers(page, 23)
  await openShare(page, bead.href)
  await dialogOf(page).getByRole('checkbox', { name: 'Fan Number 2' }).check()
  await expectAccessible(page, 'wide', { within: '[role="dialog"]' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'narrow', { within: '[role="dialog"]' })
})
