/** Playlist health on the admin page: the share of playable posts, the repair desk and the link checker (BZ6). */
import type { APIRequestContext } from '@playwright/test'
import type { Bead, Post } from '#contract/index.ts'
import { addPost, signUp, startPlaylist } from './api.ts'
import { expectAccessible } from './axe.ts'
import { markLinkDead } from './dead.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { reach } from './keyboard.ts'
import { logIn, main } from './posts.ts'

const rows = (page: Page): Locator => main(page).getByRole('list', { name: 'Playlists' }).getByRole('listitem')
const deadPosts = (page: Page): Locator => main(page).getByRole('list', { name: 'Posts with dead links' })
const mediaOf = async (page: Page, { id }: Post): Promise<string | undefined> =>
  ((await (await page.request.get(`/api/v0/posts/${id}`)).json()) as Post).media?.href

/** A playlist with a dead post and one that works, and a replacement elsewhere. */
async function writePlaylist(
  author: APIRequestContext,
  other: APIRequestContext,
  strand: { folder: string },
  name: string,
): Promise<{ bead: Bead; post: Post }> {
  await signUp(other, 'Otto Other')
  await addPost(other, (await startPlaylist(other, 'Of another member')).id, '/clips/last-light.mp4', `${name}, once more`)
  await signUp(author, 'Aura Author')
  const bead = await startPlaylist(author, `Songs of ${name}`)
  await addPost(author, bead.id, '/clips/rule-110.mp4', 'This one is fine')
  const post = await addPost(author, bead.id, '/clips/dusk-over-nothing.mp4', name)
  await markLinkDead(strand, author, post)
  return { bead, post }
}

test('BZ6 admins see playlists worst first, filter by provider, and open the repair desk; members see none of it', async ({
  page,
  context,
  strand,
  newVisitor,
}) => {
  const [author, other] = [await newVisitor(), await newVisitor()]
  const { bead } = await writePlaylist(author.request, other.request, strand, 'Dusk over hills')
  const theirs = await author.newPage()
  await theirs.goto('/admin/health')
  await expect(theirs.getByText('Only admins can see this page.')).toBeVisible()
  await theirs.goto(`/${bead.id}`)
  await expect(main(theirs).getByText('50% playable')).toBeVisible()
  await expectAccessible(theirs)

  await logIn(context.request, 'admin')
  await page.goto('/admin/health')
  await expect(page).toHaveTitle('Playlist health · Strand')
  const row = rows(page).filter({ hasText: 'Songs of Dusk over hills' })
  await expect(row).toContainText('50% playable')
  await expect(row).toContainText('1 of 2 links dead')
  const shares = (await rows(page).allTextContents()).map((text) => Number(/(\d+)% playable/.exec(text)![1]))
  expect(shares.length).toBeGreaterThan(5)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))

  const providers = main(page).getByRole('navigation', { name: 'Providers' })
  await providers.getByRole('link', { name: /^Files and other players/ }).click()
  await expect(page).toHaveURL('/admin/health?provider=file')
  await expect(providers.getByRole('link', { name: /^Files/ })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('heading', { name: 'Playlists, worst first: Files and other players' })).toBeVisible()
  await page.goto('/admin/health?provider=twitch')
  await expect(page.getByRole('heading', { name: 'No playlist has links of this kind: Twitch.' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Show all links' }).click()
  await row.getByRole('link').click()
  await expect(page).toHaveURL(`/admin/health?bead=${bead.id}`)
  await expect(page.getByRole('heading', { name: 'Songs of Dusk over hills' })).toBeVisible()
})

test('BZ6 by keyboard an admin replaces a dead link with a reason, and undoes it; the author sees both, but not the admin', async ({
  page,
  context,
  strand,
  newVisitor,
}) => {
  const [author, other] = [await newVisitor(), await newVisitor()]
  const { bead, post } = await writePlaylist(author.request, other.request, strand, 'Dusk over water')
  await logIn(context.request, 'admin')
  await page.goto(`/admin/health?bead=${bead.id}`)
  await expect(deadPosts(page).getByRole('button')).toHaveCount(1)
  const reason = main(page).getByLabel('Reason')
  await reason.fill('')
  await reach(page, deadPosts(page).getByRole('button', { name: 'Repair Dusk over water' }))
  await page.keyboard.press('Enter')
  const panel = main(page).getByRole('group', { name: 'Dead link of Dusk over water' })
  await expect(panel).toBeFocused()
  const accept = panel.getByRole('button', { name: 'Accept Last light' })
  await expect(accept).toBeVisible()

  await test.step('without a reason nothing happens', async () => {
    await reach(page, accept)
    await page.keyboard.press('Enter')
    await expect(reason).toBeFocused()
    await expect(main(page).getByText('Please give a reason.').first()).toBeVisible()
    expect(await mediaOf(page, post)).toBe(post.media!.href)
    await page.keyboard.type('The clip was withdrawn.')
  })

  await test.step('a closed repair keeps its input, and takes the focus when it opens again', async () => {
    const link = panel.getByLabel('Or paste another link')
    await link.fill('https://example.org/half-typed')
    await deadPosts(page).getByRole('button', { name: 'Close the repair of Dusk over water' }).press('Enter')
    await expect(panel).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(panel).toBeFocused()
    await expect(link).toHaveValue('https://example.org/half-typed')
    await link.fill('')
  })

  await test.step('a suggestion is dismissed and offered again', async () => {
    await panel.getByRole('button', { name: 'Reject Last light' }).press('Enter')
    await expect(panel.getByText('Rejected', { exact: true })).toBeVisible()
    await panel.getByRole('button', { name: 'Undo the rejection of Last light' }).press('Enter')
    await expect(accept).toBeVisible()
  })

  await test.step('the link is replaced, and the share changes', async () => {
    await reach(page, accept)
    await page.keyboard.press('Enter')
    await expect(panel).toBeFocused()
    await expect(panel.getByRole('region', { name: 'Replacement history' })).toContainText('replaced')
    await expect(main(page).getByText('100% playable').first()).toBeVisible()
    expect(await mediaOf(page, post)).not.toBe(post.media!.href)
  })

  await test.step('the replacement is undone', async () => {
    await reach(page, panel.getByRole('button', { name: /^Undo the replacement by / }))
    await page.keyboard.press('Enter')
    await expect(main(page).getByText('50% playable').first()).toBeVisible()
    expect(await mediaOf(page, post)).toBe(post.media!.href)
  })

  await test.step('the log has the reason', async () => {
    await main(page).getByRole('link', { name: 'Admin log' }).click()
    await page.goto(`/admin/log?target=${post.id}`)
    const entries = main(page).getByRole('list', { name: 'Admin log' }).getByRole('listitem')
    await expect(entries.first()).toContainText('Restored the replaced link of')
    await expect(entries.nth(1)).toContainText('Replaced the dead link of')
    await expect(entries.nth(1)).toContainText('The clip was withdrawn.')
    await expect(entries).toHaveCount(4)
  })

  await test.step('the author sees what happened and why', async () => {
    const theirs = await author.newPage()
    await theirs.goto('/preferences?tab=history')
    const history = theirs.getByRole('list', { name: 'Account history' }).getByRole('listitem')
    await expect(history.first()).toContainText('The previous link of your post was restored')
    await expect(history.nth(1)).toContainText('The dead link of your post was replaced')
    await expect(history.nth(1)).toContainText('The clip was withdrawn.')
    await theirs.goto(`/${post.href}`)
    await theirs.getByRole('button', { name: /^Repair the dead link/ }).click()
    await expect(theirs.getByRole('dialog').getByRole('region', { name: 'Replacement history' })).toContainText('An admin replaced')
  })
})

test('BZ6 the share of a playlist on the repair desk follows a check of a link', async ({ page, context, strand, newVisitor }) => {
  const author = await newVisitor()
  await signUp(author.request, 'Rita Returns')
  const bead = await startPlaylist(author.request, 'Songs that are back')
  await markLinkDead(strand, author.request, await addPost(author.request, bead.id, '/clips/rule-110.mp4', 'Back again'))
  await logIn(context.request, 'admin')
  await page.goto(`/admin/health?bead=${bead.id}`)
  await expect(main(page).getByText('0% playable')).toBeVisible()
  await deadPosts(page).getByRole('button', { name: 'Repair Back again' }).click()
  await main(page).getByRole('group', { name: 'Dead link of Back again' }).getByRole('button', { name: 'Check again now' }).click()
  await expect(main(page).getByText('100% playable')).toBeVisible()
})

test('BZ6 the link checker: its rounds and hosts with errors; checks of a playlist and of due links start early', async ({
  page,
  context,
  strand,
  newVisitor,
}) => {
  const [author, other] = [await newVisitor(), await newVisitor()]
  const { bead } = await writePlaylist(author.request, other.request, strand, 'Dusk over towns')
  await logIn(context.request, 'admin')
  await page.goto(`/admin/health?bead=${bead.id}`)
  await main(page).getByRole('button', { name: 'Check links now' }).press('Enter')
  await expect(page.getByText('2 links are checked next.')).toBeVisible()
  await main(page).getByRole('link', { name: 'Link checker' }).click()
  await expect(page).toHaveURL('/admin/health?view=checker')
  const rounds = main(page).getByRole('region', { name: 'Rounds' })
  await expect(rounds).toContainText('Last round')
  // The links of the playlist, at least.
  await expect(rounds).toContainText(/[1-9]\d* work, /, { timeout: 20_000 })
  await expect(main(page).getByText('No host has errors.')).toBeVisible()
  await rounds.getByRole('button', { name: 'Check due links now' }).press('Enter')
  await expect(page.getByText(/^The check starts\.$|^This job is running\.$/)).toBeVisible()
})

test('BZ6 a failed read of the list can be repeated', async ({ page, context }) => {
  await logIn(context.request, 'admin')
  await page.route(/\/api\/v0\/admin\/health\/beads(\?|$)/, (route) =>
    route.fulfill({ status: 500, json: { message: 'No.', code: 'internal', requestId: 'x' } }),
  )
  await page.goto('/admin/health')
  const retry = main(page).getByRole('alert').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unroute(/\/api\/v0\/admin\/health\/beads(\?|$)/)
  await retry.click()
  await expect(rows(page).first()).toBeVisible()
})
