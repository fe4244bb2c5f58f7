/** Actions on the page of a playlist (B7 to B12). */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, BrowserContext } from '@playwright/test'
import type { Bead } from '#contract/index.ts'
import { messages } from '#contract/messages.ts'
import { addPost, asyncHeader, signUp } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { enter, expectSeen, openAndLeave, reach } from './keyboard.ts'

const actions = (page: Page) => page.getByRole('group', { name: 'Playlist actions' })
const more = (page: Page) => actions(page).getByRole('button', { name: 'More', exact: true })
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const failure = 'Uh oh, something went wrong. Please try again.'

async function post<T = object>(request: APIRequestContext, path: string, data: object = {}): Promise<T> {
  const response = await request.post(path, { headers: asyncHeader, data })
  expect(response.ok(), await response.text()).toBe(true)
  return (await response.json()) as T
}
const start = async (request: APIRequestContext, data: object): Promise<Bead> =>
  (
    await post<{ data: Bead }>(request, '/api/v0/beads', {
      title: 'What stays with you',
      description: 'And why.',
      category: 'other',
      ...data,
    })
  ).data

async function choose(page: Page, entry: string): Promise<Locator> {
  await more(page).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
  return page.getByRole('dialog')
}

async function asAdmin(context: BrowserContext): Promise<BrowserContext> {
  await post(context.request, '/api/v1/auth/milq', { username: 'admin', password: 'strand' })
  return context
}

test('B7 B12 add, publish, invite, edit, delete, settings and the admin link appear only for those the server allows', async ({
  newVisitor,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const contexts = {
    visitor: await newVisitor(),
    member: await newVisitor(),
    invitee: await newVisitor(),
    creator: await newVisitor(),
    admin: await asAdmin(await newVisitor()),
  }
  const { member, invitee, creator, admin } = contexts
  await signUp(member.request, 'Mona Member')
  const { uid } = await signUp(invitee.request, 'Ivo Invitee')
  await signUp(creator.request, 'Cleo Creator')
  const beads = {
    empty: await start(creator.request, { title: 'Nothing in it' }),
    filled: await start(creator.request, { title: 'Something in it' }),
    feed: await start(creator.request, { title: 'It fills itself' }),
    personal: await start(creator.request, { title: 'Only with Ivo', invitees: [uid] }),
    draft: await start(creator.request, { title: 'Not out yet', invitees: [uid], isDraft: true }),
  }
  for (const { id } of [beads.empty, beads.filled, beads.feed]) await post(admin.request, `/api/v0/beads/${id}/publish`)
  await post(admin.request, `/api/v0/beads/${beads.feed.id}`, { isFeed: true })
  await addPost(member.request, beads.filled.id, `${baseURL}/clips/mandelbrot-dive.mp4`, 'Falling')

  const forEveryone = ['Export…']
  const members = [...forEveryone, 'Followers']
  const inside = [...members, 'Contributors']
  const ofAdmin = ['Edit playlist', 'Settings', 'Admin page', 'Delete playlist']
  /** Members who may add posts can import many at once. */
  const adding = (entries: string[]) => entries.flatMap((entry) => (entry === 'Export…' ? [entry, 'Import…'] : [entry]))
  const expected: [keyof typeof contexts, keyof typeof beads, string[], string[]][] = [
    ['visitor', 'filled', ['Add a post'], forEveryone],
    ['member', 'feed', [], members],
    ['member', 'personal', [], inside],
    ['invitee', 'draft', ['Add a post'], adding(inside)],
    // The creator can delete it only if it is invite-only or has no posts.
    ['creator', 'empty', ['Add a post'], [...adding(members), 'Edit playlist', 'Delete playlist']],
    ['creator', 'filled', ['Add a post'], [...adding(members), 'Edit playlist']],
    ['creator', 'draft', ['Add a post', 'Publish', 'Invite'], [...adding(inside), 'Edit playlist', 'Delete playlist']],
    ['admin', 'filled', ['Add a post'], [...adding(members), ...ofAdmin]],
    ['admin', 'draft', ['Add a post', 'Publish', 'Invite'], [...adding(inside), ...ofAdmin]],
  ]
  const pages = {} as Record<keyof typeof contexts, Page>
  for (const [who, which, buttons, entries] of expected) {
    const page = (pages[who] ??= await contexts[who].newPage())
    await page.goto(beads[which].href)
    for (const name of ['Add a post', 'Publish', 'Invite'])
      await expect(actions(page).getByRole('button', { name, exact: true }), `${name} for the ${who} of ${which}`).toHaveCount(
        buttons.includes(name) ? 1 : 0,
      )
    await more(page).click()
    await expect(page.getByRole('menuitem'), `the menu for the ${who} of ${which}`).toHaveText(entries)
    await page.keyboard.press('Escape')
  }
  const remove = (context: BrowserContext, { id }: Bead) => context.request.delete(`/api/v0/beads/${id}`, { headers: asyncHeader })
  expect((await remove(creator, beads.filled)).status()).toBe(403)
  expect((await remove(invitee, beads.personal)).status()).toBe(403)

  // Deletion needs a confirmation, and continues at the creator's profile.
  const own = pages.creator
  await own.goto(beads.empty.href)
  await choose(own, 'Delete playlist')
  await expect(own.getByRole('dialog', { name: 'Delete this playlist?' }).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await own.keyboard.press('Escape')
  await expect(more(own)).toBeFocused()
  await choose(own, 'Delete playlist')
  await own.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(own).toHaveURL(/\/p\//)
  expect((await creator.request.get(`/api/v0/beads/${beads.empty.id}`)).status()).toBe(404)
})

test('B11 a draft is visible to its collaborators only; publishing needs a confirmation and opens it in recent order', async ({
  page,
  newVisitor,
}) => {
  test.setTimeout(120_000)
  await signUp(page.context().request, 'Dora Drafts')
  const bead = await start(page.context().request, { title: 'Not for your eyes', invitees: [], isDraft: true })
  const visitor = await (await newVisitor()).newPage()
  await visitor.goto(bead.href)
  await expect(
    visitor.getByRole('heading', { level: 1, name: 'Sorry, this Playlist is only available to its collaborators.' }),
  ).toBeVisible()
  await visitor.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(visitor.getByRole('dialog').getByLabel('E-mail')).toBeVisible()
  const stranger = await newVisitor()
  await signUp(stranger.request, 'Stan Stranger')
  const theirs = await stranger.newPage()
  await theirs.goto(bead.href)
  await expect(theirs.getByText('Sorry, this Playlist is only available to its collaborators.')).toBeVisible()
  await expect(theirs.getByRole('main').getByRole('button', { name: 'Sign in' })).toHaveCount(0)

  await page.goto(bead.href)
  await expect(page.getByText('DRAFT MODE')).toBeVisible()
  const publish = actions(page).getByRole('button', { name: 'Publish' })
  const question = page.getByRole('dialog', { name: 'Publish this playlist?' })
  await openAndLeave(page, publish, question, async () => {
    await expect(question).toContainText('Once you publish, this playlist will be visible to everyone. This action cannot be undone.')
  })
  await page.route('**/publish', (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal', requestId: 'x' } }), {
    times: 1,
  })
  await enter(page, publish)
  await enter(page, question.getByRole('button', { name: 'Publish' }))
  await expect(toast(page).getByText(failure)).toBeVisible()
  await expect(question).toBeVisible()
  await enter(page, question.getByRole('button', { name: 'Publish' }))
  await expect(page).toHaveURL(`${bead.href}?sort=recent`)
  await expect(page.getByText('DRAFT MODE')).toHaveCount(0)
  await expect(publish).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Not for your eyes' })).toBeVisible()

  // An open playlist is published by an admin, not by its creator.
  const open = await start(page.context().request, { title: 'Who reviews this' })
  await page.goto(open.href)
  await expect(page.getByText('UNDER REVIEW')).toBeVisible()
  await expect(publish).toHaveCount(0)
  expect((await page.context().request.post(`/api/v0/beads/${open.id}/publish`, { headers: asyncHeader })).status()).toBe(403)
})

test('B9 searching and inviting members: those already invited are excluded; a failed invitation stays selected', async ({
  page,
  newVisitor,
}) => {
  test.setTimeout(120_000)
  const { request } = page.context()
  const { uid } = await signUp(request, 'Hana Host')
  const [fan, other, invited] = await Promise.all(
    ['Fritz Follower', 'Otto Outsider', 'Olga Outsider'].map(async (name) => {
      const context = await newVisitor()
      return { request: context.request, ...(await signUp(context.request, name)) }
    }),
  )
  await post(fan!.request, `/api/v0/members/${uid}/follow`)
  await post(invited!.request, `/api/v0/members/${uid}/follow`)
  const bead = await start(request, { title: 'Come and join', invitees: [invited!.uid] })
  // New members are indexed asynchronously.
  await expect
    .poll(async () =>
      ((await (await request.get('/api/v2/search?q=outsider&type=member')).json()) as { results: { id: string }[] }).results
        .map(({ id }) => id)
        .sort(),
    )
    .toEqual([other!.uid, invited!.uid].sort())
  await page.goto(bead.href)
  const opener = actions(page).getByRole('button', { name: 'Invite', exact: true })
  const box = page.getByRole('dialog', { name: 'Invite members' })
  const send = box.getByRole('button', { name: 'INVITE' })
  await enter(page, opener)
  await expect(box.getByRole('checkbox')).toHaveCount(1)
  await expect(box.getByRole('checkbox', { name: /Fritz Follower/ })).toBeVisible()
  await expect(send).toBeDisabled()
  const search = box.getByRole('searchbox', { name: 'Search people' })
  await reach(page, search)
  await page.keyboard.type('outsider')
  await expect(box.getByRole('list', { name: 'Others on Strand' }).getByRole('checkbox')).toHaveCount(1)
  await reach(page, box.getByRole('checkbox', { name: /Otto Outsider/ }))
  await page.keyboard.press('Space')
  await expect(send).toBeEnabled()
  // An unsent selection is restored when the dialog opens again.
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await enter(page, opener)
  await expect(box.getByText('Your draft has been restored.')).toBeVisible()
  await expect(box.getByRole('list', { name: 'Selected' })).toHaveText('Otto Outsider')
  await search.fill('nobody of this name')
  await expect(box.getByText('No one by that name can be invited.')).toBeVisible()

  // After a failure, the members stay selected, after a reload too.
  await page.route('**/invite', (route) => route.fulfill({ status: 500, json: { message: 'no', code: 'internal', requestId: 'x' } }), {
    times: 1,
  })
  await send.click()
  await expect(toast(page).getByText(failure)).toBeVisible()
  await expect(box.getByRole('list', { name: 'Selected' })).toHaveText('Otto Outsider')
  await page.reload()
  await opener.click()
  await expect(box.getByText('Your draft has been restored.')).toBeVisible()
  await expect(box.getByRole('list', { name: 'Selected' })).toHaveText('Otto Outsider')
  await box.getByRole('button', { name: 'Select all' }).click()
  await expect(box.getByRole('list', { name: 'Selected' }).getByRole('listitem')).toHaveText(['Otto Outsider', 'Fritz Follower'])
  await box.getByRole('button', { name: 'Unselect all' }).click()
  await expect(box.getByRole('list', { name: 'Selected' })).toHaveText('Otto Outsider')
  await box.getByRole('checkbox', { name: /Fritz Follower/ }).check()
  await enter(page, send)
  await expect(box.getByText('Done! Would you like to invite more members?')).toBeVisible()
  const again = box.getByRole('button', { name: 'Invite More' })
  await expectSeen(again)
  await page.keyboard.press('Enter')
  await expect(send).toBeDisabled()
  await expect(box.getByText('No one follows you yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  const { invitees } = (await (await request.get(`/api/v0/beads/${bead.id}`)).json()) as Bead
  expect(invitees!.map(({ name }) => name).sort()).toEqual(['Fritz Follower', 'Olga Outsider', 'Otto Outsider'])
})

test('B10 settings: an admin names the featured curator', async ({ page, newVisitor }) => {
  const { request } = await newVisitor()
  const { uid } = await signUp(request, 'Kurt Curator')
  const bead = await start(request, { title: 'With a curator', invitees: [] })
  await asAdmin(page.context())
  await page.goto(bead.href)
  const dialog = page.getByRole('dialog', { name: 'Playlist settings' })
  await choose(page, 'Settings')
  const field = dialog.getByLabel('Featured curator')
  await expect(field).toBeFocused()
  await page.keyboard.type('missing.member')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText("Bummer, didn't work.")
  await expect(field).toHaveValue('missing.member')
  await page.reload()
  await choose(page, 'Settings')
  await expect(field).toHaveValue('missing.member')
  await field.fill(uid)
  await enter(page, dialog.getByRole('button', { name: 'Submit' }))
  await expect(dialog.getByRole('status').filter({ hasText: 'All good. Remember to refresh.' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more(page)).toBeFocused()
  const { topCurators } = (await (await request.get(`/api/v0/beads/${bead.id}`)).json()) as Bead
  expect(topCurators?.curators[0]?.uid).toBe(uid)
  expect((await request.post(`/api/v0/beads/${bead.id}/featuredcurator?uid=${uid}`, { headers: asyncHeader })).status()).toBe(403)
})

test('B8 the address, and the embed code inline and as a pop-up with its preview', async ({ page, baseURL, newVisitor }) => {
  test.setTimeout(120_000)
  const { request } = page.context()
  await signUp(request, 'Emil Embeds')
  const bead = await start(request, { title: 'Songs & "sounds"', invitees: [] })
  await addPost(request, bead.id, `${baseURL}/clips/mandelbrot-dive.mp4`, 'Falling <forever>')
  await page.goto(bead.href)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const share = actions(page).getByRole('button', { name: 'Share', exact: true })
  const chooseShare = async (entry: string) => {
    await enter(page, share)
    await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter')
  }
  await chooseShare('Copy link')
  await expect.poll(clipboard).toBe(`${baseURL}${bead.href}`)
  // If the browser denies clipboard access, the address is shown.
  await page.evaluate(() => {
    const { clipboard } = navigator
    const write = clipboard.writeText.bind(clipboard)
    let refused = false
    Object.defineProperty(clipboard, 'writeText', {
      value: (text: string) => {
        if (refused) return write(text)
        refused = true
        return Promise.reject(new Error('Not allowed'))
      },
    })
  })
  await chooseShare('Copy link')
  const link = page.getByRole('dialog', { name: 'Link to this playlist' })
  await expect(link.getByLabel('Address')).toHaveValue(`${baseURL}${bead.href}`)
  await enter(page, link.getByRole('button', { name: 'Copy' }))
  await expect.poll(clipboard).toBe(`${baseURL}${bead.href}`)
  await page.keyboard.press('Escape')
  await expect(share).toBeFocused()

  await chooseShare('Embed…')
  const embed = page.getByRole('dialog', { name: 'Embed this playlist' })
  await expect(embed.getByRole('radio', { name: 'Inline' })).toBeChecked()
  const preview = embed.frameLocator('iframe')
  await expect(preview.getByRole('heading', { name: 'Songs & "sounds"' })).toBeVisible()
  await expect(preview.getByRole('listitem')).toHaveText(/Falling <forever>/)
  await expect(preview.getByRole('link', { name: /Falling/ })).toHaveAttribute('target', '_blank')
  for (const name of ['General', 'WordPress', 'Blogger']) {
    const tab = embed.getByRole('tab', { name })
    await reach(page, tab, name === 'General' ? undefined : 'ArrowRight')
    await page.keyboard.press('Enter')
    await expect(embed.getByRole('tabpanel', { name }).getByRole('listitem')).toHaveCount(3)
  }
  await embed.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(clipboard).toContain('<iframe')
  const inline = await clipboard()
  await embed.getByRole('radio', { name: 'Pop-up' }).press('Space')
  await expect(embed.locator('iframe')).toHaveCount(0)
  const popup = page.waitForEvent('popup')
  await embed.getByRole('link', { name: 'Songs & "sounds"' }).click()
  await expect((await popup).getByRole('heading', { name: 'Songs & "sounds"' })).toBeVisible()
  await embed.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(clipboard).toContain('data-strand-popup')

  // Both embed codes, unchanged, on a page of another origin.
  const elsewhere = await (await newVisitor()).newPage()
  const code = inline + (await clipboard())
  const blog = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end(`<meta charset="utf-8"><h1>My blog</h1>${code}`),
  )
  await new Promise<void>((listening) => blog.listen(0, '127.0.0.1', listening))
  const address = `http://localhost:${(blog.address() as AddressInfo).port}/`
  await elsewhere.goto(address)
  await expect(elsewhere.frameLocator('iframe').getByRole('heading', { name: 'Songs & "sounds"' })).toBeVisible()
  const opened = elsewhere.waitForEvent('popup')
  await elsewhere.getByRole('link', { name: '▶ Songs & "sounds"' }).click()
  const small = await opened
  await expect(small.getByRole('heading', { name: 'Songs & "sounds"' })).toBeVisible()
  expect(await small.evaluate(() => outerWidth)).toBeLessThan(700)
  await expect(elsewhere).toHaveURL(address)
  blog.close()
})

test('B8 followers in pages of 15 with follow buttons; contributors are the creator and the invited, who can leave', async ({
  page,
  newVisitor,
}) => {
  test.setTimeout(120_000)
  const { request } = page.context()
  await signUp(request, 'Carla Creator')
  const guests = await Promise.all(
    ['Gerd Guest', 'Gina Guest'].map(async (name) => {
      const context = await newVisitor()
      return { context, ...(await signUp(context.request, name)) }
    }),
  )
  const bead = await start(request, { title: 'Made by several', invitees: guests.map(({ uid }) => uid) })
  for (const { context } of guests) await post(context.request, `/api/v0/beads/${bead.id}/follow`)
  await page.goto(bead.href)
  await choose(page, 'Followers')
  const followers = page.getByRole('dialog', { name: 'Followers of Made by several' })
  await expect(followers.getByText('followed by 2 people')).toBeVisible()
  await expect(followers.getByRole('listitem')).toHaveText([/Gina Guest/, /Gerd Guest/])
  await followers.getByRole('button', { name: 'Follow Gina Guest' }).click()
  await expect(followers.getByRole('button', { name: /Gina Guest/, pressed: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more(page)).toBeFocused()

  const contributors = page.getByRole('dialog', { name: 'Contributors of Made by several' })
  await choose(page, 'Contributors')
  await expect(contributors.getByRole('listitem')).toHaveText([/Carla Creator.*Creator/, /Gerd Guest/, /Gina Guest/])
  await enter(page, contributors.getByRole('button', { name: 'Remove Gerd Guest from this playlist' }))
  await enter(page, page.getByRole('dialog', { name: 'Remove Gerd Guest?' }).getByRole('button', { name: 'Remove' }))
  await expect(contributors.getByRole('listitem')).toHaveText([/Carla Creator/, /Gina Guest/])

  const [, gina] = guests
  const theirs = await gina!.context.newPage()
  await theirs.goto(bead.href)
  await expect(actions(theirs).getByRole('button', { name: 'Add a post' })).toBeVisible()
  await choose(theirs, 'Contributors')
  await theirs.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await theirs.getByRole('dialog', { name: 'Leave this playlist?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(theirs.getByRole('dialog', { name: 'Contributors of Made by several' }).getByRole('listitem')).toHaveCount(1)
  await theirs.keyboard.press('Escape')
  await expect(actions(theirs).getByRole('button', { name: 'Add a post' })).toHaveCount(0)
  const refused = await gina!.context.request.post(`/api/v0/posts/${bead.id}`, { headers: asyncHeader, data: { title: 'Too late' } })
  expect(refused.status()).toBe(403)
  expect(((await refused.json()) as { message: string }).message).toBe(messages.forbidden)

  // 16 followers: a page of 15 and a page of one.
  await page.route('**/followers?**', async (route) => {
    const params = new URL(route.request().url()).searchParams
    const [from, limit] = [Number(params.get('from') ?? 0), Number(params.get('limit') ?? 15)]
    const results = Array.from({ length: Math.max(0, Math.min(limit, 16 - from)) }, (_, n) => ({
      uid: `fan${from + n}`,
      name: `Fan ${from + n}`,
      verified: false,
      image: null,
    }))
    await route.fulfill({ json: { results, next: from + limit < 16 ? from + limit : null, counts: { total: 16 } } })
  })
  await page.reload()
  const second = page.waitForRequest(/followers\?.*from=15/)
  await choose(page, 'Followers')
  await expect(followers.getByText('followed by 16 people')).toBeVisible()
  await followers.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await second
  await expect(followers.getByRole('listitem')).toHaveCount(16)
})
