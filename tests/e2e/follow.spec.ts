/** Following: the three labels, superfollowing, and the messages for visitors and for members without the privilege. */
import type { APIRequestContext } from '@playwright/test'
import type { Relation } from '#contract/schemas/relations.ts'
import { expectAccessible } from './axe.ts'
import { addPost, asyncHeader, showcase, signUp, startPlaylist } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { accountButton } from './members.ts'

const main = (page: Page) => page.getByRole('main')
const header = (page: Page) => main(page).getByRole('group', { name: 'Playlist actions' })
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
/** Retries: the lazy-loaded button may just be replacing its placeholder. */
async function widthOf(button: Locator): Promise<number> {
  let width: number | undefined
  await expect(async () => {
    width = (await button.boundingBox())?.width
    expect(width).toBeDefined()
  }).toPass()
  return width!
}

async function relationsOf(request: APIRequestContext, uid: string): Promise<Relation[]> {
  return ((await (await request.get(`/api/v0/members/${uid}/relations`)).json()) as { data: Relation[] }).data
}

async function fillSignUp(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('E-mail').fill(`${name.replace(' ', '.').toLowerCase()}.${Date.now()}@example.org`)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse')
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(accountButton(page, name)).toBeVisible()
}

test("W1 W2 W3 following a playlist → 'followed' until the pointer leaves, then 'following'; the request is sent at once", async ({
  page,
  request,
}) => {
  const bead = await showcase(request)
  const { uid } = await signUp(page.context().request, 'Flora Follows')
  await page.clock.install()
  await page.goto(bead.href)
  const button = header(page).getByRole('button', { name: new RegExp(`^Follow(ed|ing)? ${bead.title.slice(0, 8)}`) })
  await expect(button).toHaveText('Follow')
  const width = await widthOf(button)
  await button.click()
  await expect(button).toHaveText('followed')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(await widthOf(button)).toBe(width)
  await page.clock.runFor(10_000)
  await expect(button).toHaveText('followed')
  await page.mouse.move(2, 2)
  await expect(button).toHaveText('following')
  expect(await widthOf(button)).toBe(width)

  await test.step('superfollow requires follow, and ends with it (W2)', async () => {
    const bell = header(page).getByRole('button', { name: `Notify me of every new post: ${bead.title}` })
    await expect(bell).toHaveAttribute('aria-pressed', 'false')
    await bell.click()
    await expect(bell).toHaveAttribute('aria-pressed', 'true')
    await expect
      .poll(async () => (await relationsOf(page.context().request, uid)).map(({ type, superfollow }) => [type, superfollow]))
      .toEqual([[2, true]])
    await page.reload()
    await expect(button).toHaveText('following')
    await expect(bell).toHaveAttribute('aria-pressed', 'true')
    await button.click()
    await expect(button).toHaveText('Follow')
    await expect(bell).toHaveCount(0)
    await expect.poll(() => relationsOf(page.context().request, uid)).toEqual([])
  })

  await test.step("by keyboard: 'followed' for 3 s, or until the focus leaves", async () => {
    await page.mouse.move(2, 2)
    await button.focus()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.keyboard.press('Enter')
    await expect(button).toHaveText('followed')
    await page.clock.runFor(2900)
    await expect(button).toHaveText('followed')
    await page.clock.runFor(200)
    await expect(button).toHaveText('following')
    await page.keyboard.press('Space')
    await page.keyboard.press('Space')
    await expect(button).toHaveText('followed')
    await page.keyboard.press('Tab')
    await expect(button).toHaveText('following')
    await page.clock.resume()
  })

  await test.step('axe finds no violation in both themes', async () => {
    await expectAccessible(page, undefined, { within: 'main' })
  })
})

test('W1 W2 W3 W7 members and cards show earlier follows after signing in; unfollowing ends the superfollow', async ({ page, request }) => {
  const bead = await showcase(request)
  const { creator } = bead
  const { uid, email, password } = await signUp(page.context().request, 'Wanda Who')
  for (const path of [`members/${creator.uid}/superfollow`, `beads/${bead.id}/follow`])
    await page.context().request.post(`/api/v0/${path}`, { headers: asyncHeader })
  await page.context().clearCookies()

  await page.goto(`/p/${creator.uid}`)
  const member = main(page).getByRole('button', { name: new RegExp(`(Follow|Following) ${creator.name}$`) })
  const card = main(page)
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: bead.title, exact: true }) })
    .getByRole('button', { name: /^Follow/ })
    .first()
  await expect(member).toHaveText('Follow')
  await expect(member).toHaveAttribute('title', `Sign in to follow ${creator.name}`)
  await expect(card).toHaveAttribute('title', 'Sign in to follow this Bead')
  await page.getByRole('navigation').getByRole('button', { name: 'Log In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail or user id').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(member).toHaveText('following')
  await expect(card).toHaveAttribute('aria-pressed', 'true')
  await expect(main(page).getByRole('button', { name: `Notify me of every new post: ${creator.name}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await test.step('a member is superfollowed, and no longer after an unfollow (W2)', async () => {
    await expect(dialog).toBeHidden()
    const bell = main(page).getByRole('button', { name: `Notify me of every new post: ${creator.name}` })
    const ofMember = async () =>
      (await relationsOf(page.context().request, uid))
        .filter(({ type }) => type === 3)
        .map(({ entity, superfollow }) => [entity, superfollow])
    await bell.click()
    await expect(bell).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(ofMember).toEqual([[creator.uid, false]])
    await bell.press('Enter')
    await expect(bell).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(ofMember).toEqual([[creator.uid, true]])
    await member.click()
    await expect(member).toHaveText('Follow')
    await expect(bell).toHaveCount(0)
    await expect.poll(ofMember).toEqual([])
    await member.click()
    await expect(bell).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(ofMember).toEqual([[creator.uid, false]])
  })

  await test.step('another member in the same browser sees no follow of the first (W4)', async () => {
    await accountButton(page, 'Wanda Who').click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(member).toHaveText('Follow')
    await expect(card).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('no follow button for oneself and for own playlists', async () => {
    const own = await signUp(page.context().request, 'Otto Own')
    const mine = await startPlaylist(page.context().request, 'Only mine')
    await page.goto(`/p/${own.uid}`)
    await expect(main(page).getByRole('link', { name: mine.title, exact: true }).first()).toBeVisible()
    await expect(main(page).getByRole('button', { name: /^Follow/ })).toHaveCount(0)
    await page.goto(mine.href)
    await expect(main(page).getByRole('heading', { level: 1, name: mine.title })).toBeVisible()
    await expect(header(page).getByRole('button', { name: /^Follow/ })).toHaveCount(0)
  })
})

test('W1 W2 W4 collecting, following and liking are stored and shown on every page', async ({ page, newVisitor, request }) => {
  const bead = await showcase(request)
  const viewer = page.context().request
  const { uid } = await signUp(viewer, 'Rae Records')
  const writer = await newVisitor()
  const { uid: writerUid } = await signUp(writer.request, 'Will Writes')
  const theirs = await startPlaylist(writer.request, 'Will keeps these')
  const post = await addPost(writer.request, theirs.id, '/clips/night-bus-home.mp3', 'Tides to keep')
  const response = await writer.request.post(`/api/v0/comments/${post.id}`, { headers: asyncHeader, data: { text: 'Listen to the end' } })
  const { id: comment } = (await response.json()) as { id: string }

  const press = async (button: Locator) => {
    const answered = page.waitForResponse(
      (response) => response.request().method() === 'POST' && /\/(follow|superfollow|collect)$/.test(response.url()),
    )
    await button.click()
    expect((await answered).status()).toBe(200)
  }
  await page.goto(bead.href)
  await press(header(page).getByRole('button', { name: `Follow ${bead.title}` }))
  await page.goto(`/p/${writerUid}`)
  await press(main(page).getByRole('button', { name: 'Follow Will Writes' }))
  await press(main(page).getByRole('button', { name: 'Notify me of every new post: Will Writes' }))
  await page.goto('/tag/Animation')
  await press(main(page).getByRole('button', { name: 'Follow #Animation' }))
  await expect(main(page).getByRole('button', { name: 'Followed #Animation' })).toHaveText('followed')
  await page.goto('/activity')
  const collect = main(page).getByRole('button', { name: 'Collect Tides to keep' })
  await press(collect)
  await expect(collect).toHaveAttribute('aria-pressed', 'true')
  await viewer.post(`/api/v0/comments/${comment}/reaction/like`, { headers: asyncHeader })

  const facts = ({ type, entity, collected, superfollow, reactions }: Relation) => ({
    type,
    entity,
    collected,
    superfollow,
    like: reactions.like,
  })
  const plain = { collected: false, superfollow: false, like: false }
  await expect
    .poll(async () => (await relationsOf(viewer, uid)).map(facts).sort((a, b) => a.type - b.type))
    .toEqual([
      { ...plain, type: 1, entity: post.id, collected: true },
      { ...plain, type: 2, entity: bead.id },
      { ...plain, type: 3, entity: writerUid, superfollow: true },
      { ...plain, type: 4, entity: 'animation' },
      { ...plain, type: 6, entity: comment, like: true },
    ])
  await page.reload()
  await expect(collect).toHaveAttribute('aria-pressed', 'true')
  await collect.press('Enter')
  await expect(collect).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(async () => (await relationsOf(viewer, uid)).map(({ type }) => type).sort()).toEqual([2, 3, 4, 6])
  await page.goto('/tag/Animation')
  await expect(main(page).getByRole('button', { name: 'Following #Animation' })).toHaveText('following')
})

test("W7 a visitor comments from a feed → a sign-in prompt, and afterwards the comment is written on the post's page", async ({ page }) => {
  const dialog = page.getByRole('dialog')
  await page.goto('/activity')
  const comment = main(page)
    .getByRole('button', { name: /^Comment on / })
    .nth(1)
  const title = (await comment.getAttribute('aria-label'))!.replace('Comment on ', '')
  await comment.press('Enter')
  await fillSignUp(page, 'Coco Comments')
  await expect(dialog).toBeHidden({ timeout: 10_000 })
  await expect(main(page).getByRole('heading', { name: title }).first()).toBeVisible()
  await expect(main(page).getByRole('textbox', { name: 'Your comment' })).toBeFocused()

  await test.step('a member comments on the card itself', async () => {
    await page.goto('/trending')
    const item = main(page).getByRole('article').first()
    await item.getByRole('button', { name: /^Comment on / }).press('Enter')
    const field = item.getByRole('textbox', { name: 'Your comment' })
    await expect(field).toBeFocused()
    await field.fill('From the feed')
    await item.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(item.getByText('From the feed')).toBeVisible()
  })
})

test('W7 a visitor who follows → a sign-in prompt with its text, and the follow afterwards', async ({ page, request }) => {
  const bead = await showcase(request)
  await page.goto(`/search?q=${encodeURIComponent(bead.title)}`)
  const row = main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: bead.title }) })
    .getByRole('button', { name: /^Follow/ })
    .first()
  await expect(row).toHaveAttribute('title', 'Sign In to follow Playlists')
  await page.goto(bead.href)
  const button = header(page).getByRole('button', { name: `Follow ${bead.title}` })
  await expect(button).toHaveAttribute('title', 'Sign in to follow this Playlist')
  await button.focus()
  await page.keyboard.press('Enter')
  await fillSignUp(page, 'Vera Visitor')
  await expect(page.getByRole('dialog')).toBeHidden({ timeout: 10_000 })
  await expect(toasts(page).getByText('Followed!')).toBeVisible()
  await expect(header(page).getByRole('button', { name: `Following ${bead.title}` })).toBeVisible()
})

test('W6 a member whom an admin has withdrawn the privilege to follow → a message before any request', async ({
  page,
  newVisitor,
  request,
}) => {
  const bead = await showcase(request)
  const admin = await newVisitor()
  await admin.request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'admin', password: 'strand' } })
  const { uid } = await signUp(page.context().request, 'Nina Not')
  const sent: string[] = []
  page.on('request', (one) => void (one.method() === 'POST' && one.url().includes('/api/v0/') && sent.push(one.url())))
  const set = await admin.request.post(`/api/v0/admin/members/${uid}/privileges`, {
    headers: asyncHeader,
    data: { privileges: { canFollow: false } },
  })
  expect(set.ok(), await set.text()).toBe(true)
  await page.goto(bead.href)
  const follow = header(page).getByRole('button', { name: `Follow ${bead.title}` })
  await follow.click()
  const message = page.getByRole('alert').or(toasts(page)).getByText("You don't have the privileges to follow someone")
  await expect(message.first()).toBeVisible()
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  expect(sent.filter((url) => url.includes('follow'))).toEqual([])
})
