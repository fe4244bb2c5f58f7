/** A member's profile: its sections and links, and the settings of its owner (F1–F4). */
import type { APIRequestContext } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { addPost, asyncHeader, freshEmail, showcase, signUp, startPlaylist } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { addLinkOnPage, playerOf, startPlaylistOnPage } from './members.ts'
import { testWith } from './own-server.ts'

const post = async (request: APIRequestContext, path: string, data: object = {}) => {
  const response = await request.post(path, { headers: asyncHeader, data })
  expect(response.ok(), `${path}: ${response.status()}`).toBe(true)
}
const asAdmin = async (request: APIRequestContext) => post(request, '/api/v1/auth/milq', { username: 'admin', password: 'strand' })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const cards = (page: Page, name: string) => part(page, name).getByRole('article')

test('F1 F2 started playlists: 8 or 20, then 12 per page; invited and followed ones: 8 and 20', async ({ page, newVisitor }) => {
  test.setTimeout(120_000)
  const member = (await newVisitor()).request
  const { uid } = await signUp(member, 'Paula Playlists')
  const follower = await newVisitor()
  const { uid: other } = await signUp(follower.request, 'Fred Followed')
  const beads: string[] = []
  const start = async (from: number, to: number) => {
    for (let n = from; n <= to; n += 1) {
      const started = await member.post('/api/v0/beads', {
        headers: asyncHeader,
        data: { title: `Number ${n} of Paula`, description: '', category: 'other', invitees: [other] },
      })
      beads.push(((await started.json()) as { bead: string }).bead)
    }
  }
  await start(1, 8)
  await page.goto(`/p/${uid}`)
  await expect(cards(page, 'Playlists started')).toHaveCount(8)
  const showMore = part(page, 'Playlists started').getByRole('button', { name: 'Show more' })
  await expect(showMore, 'hidden at 8 or fewer').toHaveCount(0)
  await start(9, 33)
  await page.reload()
  await expect(cards(page, 'Playlists started')).toHaveCount(8)
  await showMore.press('Enter')
  await expect(cards(page, 'Playlists started')).toHaveCount(20)
  await showMore.click()
  await expect(cards(page, 'Playlists started')).toHaveCount(32)
  await showMore.click()
  await expect(cards(page, 'Playlists started')).toHaveCount(33)
  await expect(showMore).toHaveCount(0)

  const admin = (await newVisitor()).request
  await asAdmin(admin)
  await post(admin, `/api/v0/admin/members/${uid}/privileges`, { verified: true })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 }).getByRole('img', { name: 'Verified' })).toBeVisible()
  // Leaves the page first: the same address would be a reload, which restores the length of the list.
  await page.goto('/about')
  await page.goto(`/p/${uid}`)
  await expect(cards(page, 'Playlists started')).toHaveCount(20)

  for (const id of beads) await post(follower.request, `/api/v0/beads/${id}/follow`)
  const own = await follower.newPage()
  await own.goto(`/p/${other}`)
  for (const [name, filter] of [
    ['Playlists invited to', 'invitee'],
    ['Playlists followed', 'followedby'],
  ] as const) {
    await expect(cards(own, name)).toHaveCount(8)
    const further = own.waitForRequest((sent) => sent.url().includes(`${filter}=`) && sent.url().includes('from=8'))
    await part(own, name).getByRole('button', { name: 'Show more' }).press('Enter')
    await expect(cards(own, name)).toHaveCount(28)
    expect(new URL((await further).url()).searchParams.get('limit'), '20 at a time').toBe('20')
    await part(own, name).getByRole('button', { name: 'Show more' }).press('Enter')
    await expect(cards(own, name)).toHaveCount(33)
    await expect(cards(own, name).nth(28).getByRole('link').first(), 'the button has gone with the last of them').toBeFocused()
  }

  await page.goto(`/p/${other}`)
  await expect(part(page, 'Playlists invited to'), 'private').toHaveCount(0)
  await expect(cards(page, 'Playlists followed')).toHaveCount(8)
  await part(page, 'Playlists followed').getByRole('button', { name: 'Show all' }).press('Enter')
  await expect(cards(page, 'Playlists followed')).toHaveCount(33)

  await test.step('R14 A9 going back restores the list and the scroll position', async () => {
    const last = cards(page, 'Playlists followed').last().getByRole('heading').getByRole('link')
    const title = await last.innerText()
    await last.scrollIntoViewIfNeeded()
    await last.click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.goBack()
    await expect(cards(page, 'Playlists followed')).toHaveCount(33)
    await expect(cards(page, 'Playlists followed').last()).toBeInViewport()
    await page.reload()
    await expect(cards(page, 'Playlists followed')).toHaveCount(33)
  })
})

test('F1 F3 Y1 own counts and lists update on follow, start, add and collect', async ({ page, context, newVisitor, request }) => {
  const { uid } = await signUp(context.request, 'Nora Numbers')
  const { uid: star } = await signUp((await newVisitor()).request, 'Stan Star')
  const bead = await showcase(request)
  const main = page.getByRole('main')
  const go = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path)
  await page.goto(`/p/${uid}/following`)
  await expect(page.getByRole('heading', { name: "Nora Numbers doesn't follow anyone yet." })).toBeVisible()
  await page.goto(`/p/${uid}`)
  const counts = page.getByRole('list', { name: 'Statistics' })
  await expect(counts).toContainText('0 playlists followed')

  // All steps are in one document, whose cache contains the old numbers.
  await page.goto(`/p/${star}`)
  await main.getByRole('button', { name: 'Follow Stan Star' }).click()
  await expect(main.getByRole('button', { name: /^Follow(ed|ing) Stan Star$/ })).toBeVisible()
  await go(bead.href)
  await main
    .locator('header')
    .getByRole('button', { name: `Follow ${bead.title}` })
    .click()
  await expect(main.locator('header').getByRole('button', { name: new RegExp(`^Follow(ed|ing) `) })).toBeVisible()
  await go(`/p/${uid}`)
  await expect(counts).toContainText('1 playlist followed')
  await expect(counts).toContainText('1 following')
  await expect(cards(page, 'Playlists followed')).toHaveCount(1)
  await go(`/p/${uid}/following`)
  const rows = page.getByRole('list', { name: 'Following' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: /Stan Star$/ }).press('Enter')
  await expect(page.getByRole('heading', { name: "Nora Numbers doesn't follow anyone yet." })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), 'the button has gone with the last of them').toBeFocused()

  await go('/collection')
  await expect(main.getByRole('link', { name: '0 Collected' })).toBeVisible()
  await go('/music')
  await startPlaylistOnPage(page, 'Numbers of Nora')
  await addLinkOnPage(page, `${new URL(page.url()).origin}/clips/night-bus-home.mp3`, 'The first of Nora')
  await main.getByRole('button', { name: 'Play The first of Nora' }).first().click()
  await playerOf(page).getByRole('button', { name: 'Collect post' }).click()
  await expect(playerOf(page).getByRole('button', { name: 'Collect post' })).toHaveAttribute('aria-pressed', 'true')
  await go('/collection')
  await expect(main.getByRole('link', { name: '1 Added' })).toBeVisible()
  await expect(main.getByRole('link', { name: '1 Collected' })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Posts' }).getByRole('article')).toHaveCount(1)
  await go(`/p/${uid}`)
  await expect(counts.getByRole('link')).toHaveText([
    '1 playlist started',
    '1 post',
    '1 collect',
    '1 playlist followed',
    '0 followers',
    '0 following',
  ])
  for (const name of ['Playlists started', 'Collects', 'Posts']) await expect(cards(page, name)).toHaveCount(1)
})

test('F1 F4 the sections of a profile, counts that link to them, and what only the owner sees', async ({
  page,
  context,
  newVisitor,
  request,
}) => {
  const { uid } = await signUp(context.request, 'Olga Owner')
  await page.goto(`/p/${uid}`)
  await expect(page).toHaveTitle(`Olga Owner (@${uid}) · Strand`)
  await expect(part(page, 'Playlists started').getByRole('heading', { name: 'No playlists yet' })).toBeVisible()
  await expect(part(page, 'Playlists followed').getByRole('heading', { name: 'No Playlists?' })).toBeVisible()
  await expect(page.getByText("You haven't collected anything yet.")).toBeVisible()
  for (const absent of ['Playlists invited to', 'Posts']) await expect(part(page, absent)).toHaveCount(0)
  const stranger = await (await newVisitor()).newPage()
  await stranger.goto(`/p/${uid}`)
  await expect(part(stranger, 'Collects').getByText("Olga Owner hasn't collected anything yet.")).toBeVisible()
  await expect(part(stranger, 'Playlists followed')).toHaveCount(0)

  const host = await newVisitor()
  await signUp(host.request, 'Hugo Host')
  const invited = await host.request.post('/api/v0/beads', {
    headers: asyncHeader,
    data: { title: 'Only for Olga', description: '', category: 'art', invitees: [uid] },
  })
  expect(invited.ok()).toBe(true)
  const own = await startPlaylist(context.request, 'Mine alone')
  await addPost(context.request, own.id, 'https://www.youtube.com/watch?v=jNQXAC9IVRw', 'What Olga posted')
  const { id } = await showcase(request)
  await post(context.request, `/api/v0/beads/${id}/follow`)
  const { results } = await (await request.get(`/api/v0/posts?bead=${id}&sort=recent&limit=5`)).json()
  for (const one of results) await post(context.request, `/api/v0/posts/${one.id}/collect`)

  await page.reload()
  await expect(cards(page, 'Playlists invited to').getByText('Only for Olga')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }), 'in the documents’ order').toHaveText([
    'Playlists started',
    'Playlists invited to',
    'Playlists followed',
    'Collects',
    'Posts',
    'Activity',
  ])
  await expect(cards(page, 'Playlists followed')).toHaveCount(1)
  await expect(cards(page, 'Collects')).toHaveCount(4)
  await expect(cards(page, 'Posts').getByText('What Olga posted')).toBeVisible()
  const counts = page.getByRole('list', { name: 'Statistics' })
  await expect(counts.getByRole('link')).toHaveText([
    '1 playlist started',
    '1 post',
    '5 collects',
    '1 playlist followed',
    '0 followers',
    /following$/,
  ])
  await counts.getByRole('link', { name: '1 playlist followed' }).click()
  await expect(part(page, 'Playlists followed')).toBeInViewport()
  await expect(counts.getByRole('link', { name: '5 collects' })).toHaveAttribute('href', `/p/${uid}/collection`)
  await expect(part(page, 'Posts').getByRole('link', { name: 'See all: Posts' })).toHaveAttribute('href', `/p/${uid}/posts/created`)

  await page.getByRole('main').locator('header').getByRole('button', { name: 'Start a Playlist' }).click()
  await expect(page.getByRole('dialog').getByPlaceholder('Enter a title')).toBeVisible()
  await page.keyboard.press('Escape')

  // A visitor sees none of the owner's sections and buttons.
  const visitor = await (await newVisitor()).newPage()
  await visitor.goto(`/p/${uid}`)
  await expect(cards(visitor, 'Posts')).toHaveCount(1)
  await expect(part(visitor, 'Playlists invited to')).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: 'Settings' })).toHaveCount(0)
  await expect(visitor.getByRole('main').locator('header').getByRole('button', { name: 'Start a Playlist' })).toHaveCount(0)
})

test('F4 profile settings change e-mail, name and picture', async ({ page, context, newVisitor }) => {
  const { email: taken } = await signUp((await newVisitor()).request, 'Early Bird')
  const { uid } = await signUp(context.request, 'Sue Settings')
  await page.goto(`/p/${uid}`)
  const button = page.getByRole('button', { name: 'Settings', exact: true })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your profile' })
  await expect(dialog.getByLabel('E-mail')).toBeFocused()
  await dialog.getByLabel('E-mail').fill(taken)
  await dialog.getByLabel('Name').fill('Sue Renamed')
  await dialog.getByLabel('Your password').fill('correct horse')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(messages.emailInUse)
  await expect(dialog.getByLabel('E-mail')).toBeFocused()
  await dialog.getByLabel('E-mail').fill(freshEmail())

  await dialog.getByRole('button', { name: 'Change picture' }).click()
  const picture = page.getByRole('dialog', { name: 'Profile picture' })
  await expect(picture.getByRole('button', { name: 'Choose image' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(picture).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Change picture' })).toBeFocused()

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Sue Renamed' })).toBeVisible()
  await expect(page).toHaveTitle(`Sue Renamed (@${uid}) · Strand`)
  await expect(button).toBeFocused()

  // Cancelling with changes needs a confirmation.
  await button.click()
  await dialog.getByLabel('Name').fill('Somebody Else')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('dialog', { name: 'Your changes will not be saved. Close anyway?' })
    .getByRole('button', { name: 'Close' })
    .last()
    .click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Sue Renamed' })).toBeVisible()
})

test("F3 ?follow follows the profile's member once, for a signed-in member with the privilege", async ({ page, context, newVisitor }) => {
  const star = await newVisitor()
  const { uid: starred } = await signUp(star.request, 'Stella Star')
  const followers = async () => (await (await star.request.get(`/api/v0/members/${starred}`)).json()).followerCount

  await page.goto(`/p/${starred}?follow`)
  await expect(page.getByRole('main').getByRole('button', { name: 'Follow Stella Star' })).toBeVisible()
  expect(await followers()).toBe(0)

  const { uid } = await signUp(context.request, 'Frank Fan')
  await page.goto(`/p/${starred}?follow`)
  await expect(page.getByText('Followed!')).toBeVisible()
  await expect(page).toHaveURL(`/p/${starred}`)
  await expect(page.getByRole('list', { name: 'Statistics' }).getByText('1 follower')).toBeVisible()
  const button = page.getByRole('main').getByRole('button', { name: /^Follow(ing|ed) Stella Star$/ })
  await button.click()
  await expect.poll(followers).toBe(0)
  await page.reload()
  await expect(page.getByRole('main').getByRole('button', { name: 'Follow Stella Star' })).toBeVisible()
  expect(await followers()).toBe(0)

  await post(context.request, `/api/v0/members/${starred}/follow`)
  await page.goto(`/p/${starred}?follow`)
  await expect(page, 'who follows already goes on doing so, and is told nothing').toHaveURL(`/p/${starred}`)
  await expect(page.getByRole('main').getByRole('button', { name: 'Following Stella Star' })).toBeVisible()
  await expect(page.getByText('Followed!')).toHaveCount(0)
  expect(await followers()).toBe(1)
  await post(context.request, `/api/v0/members/${starred}/unfollow`)

  const admin = (await newVisitor()).request
  await asAdmin(admin)
  await post(admin, `/api/v0/admin/members/${uid}/privileges`, { privileges: { canFollow: false } })
  await page.goto(`/p/${starred}?follow`)
  await expect(page.getByRole('alert').filter({ hasText: "You don't have the privileges to follow someone" })).toBeVisible()
  expect(await followers()).toBe(0)
})

const readOnly = testWith({ STRAND_READ_ONLY: '1' })
readOnly('F3 RO1 on a read-only site ?follow sends no follow', async ({ page }) => {
  await post(page.context().request, '/api/v1/auth/milq', { username: 'demo', password: 'strand' })
  await page.goto('/p/admin?follow')
  await expect(page).toHaveURL('/p/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { results } = (await (await page.request.get('/api/v0/members/admin/followers?limit=100')).json()) as { results: { uid: string }[] }
  expect(results.map(({ uid }) => uid)).not.toContain('demo')
  await expect(page.getByText('Followed!')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button', { name: /^Follow/ })).toHaveCount(0)
})

test('F4 an unknown member → not found', async ({ page }) => {
  const response = await page.goto('/p/missing.member')
  expect(response!.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Member not found' })).toBeVisible()
})
