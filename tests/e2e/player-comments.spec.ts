/** Writing a comment during playback (L7), and the comment field in the player and on the page of a post. */
import { messages } from '#contract/messages.ts'
import { asyncHeader, freshEmail, postsOf, showcase, signUp } from './api.ts'
import { scriptOf } from './built.ts'
import { expect, test, type Page } from './fixtures.ts'
import { playerOf } from './members.ts'
import { play, playFrom, writePlaylist, youtube } from './player.ts'

const shortId = 'plays-00002'
const short = (title: string) => ({ title, href: youtube(shortId) })
const long = (title: string) => ({ title, href: youtube('plays-00001') })
const held = 'Playback paused while commenting'

const fieldOf = (page: Page) => playerOf(page).getByRole('textbox', { name: 'Your comment' })

/** Lets the short video end, once it plays. */
async function endShort(page: Page): Promise<void> {
  await page.waitForFunction(
    (id) => (window as unknown as { youtubeStub: { finish: (id: string) => boolean } }).youtubeStub.finish(id),
    shortId,
  )
}

/** Maximises the player at a post that ends, and starts a comment before that. */
async function begin(page: Page, name: string) {
  const { player, posts } = await play(page, name, [long('The first'), short('The short one'), long('The next')])
  await player.getByRole('button', { name: 'Maximise' }).click()
  await player.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(player.getByRole('heading', { name: 'The short one' })).toBeVisible()
  await fieldOf(page).fill('Half a sent')
  await endShort(page)
  return { player, posts }
}

test('L7 writing a comment holds the queue with a message; sending it releases the queue', async ({ page }) => {
  const { player } = await begin(page, 'Sent')
  await expect(page.getByText(held)).toBeVisible()
  await expect(player).toContainText('The next post plays when your comment is sent or discarded.')
  await page.waitForTimeout(2500)
  await expect(player.getByRole('heading', { name: 'The short one' })).toBeVisible()
  await fieldOf(page).fill('Half a sentence, and the other half.')
  await player.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(player.getByRole('heading', { name: 'The next' })).toBeVisible()
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await player.getByRole('button', { name: 'Previous' }).click()
  await expect(player.getByRole('heading', { name: '1 comment' })).toBeVisible()
  await expect(player.getByText('Half a sentence, and the other half.')).toBeVisible()
})

test('L7 discarding a comment needs a confirmation, then the queue continues', async ({ page }) => {
  const { player } = await begin(page, 'Discarded')
  await expect(page.getByText(held)).toBeVisible()
  await player.getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('dialog', { name: 'Your changes will not be saved. Close anyway?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(fieldOf(page)).toHaveValue('Half a sent')
  // Escape needs the same confirmation, and does not close the player.
  await fieldOf(page).press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(player.getByRole('heading', { name: 'The next' })).toBeVisible()
  await expect(fieldOf(page)).toHaveValue('')
})

test('L7 Next skips the hold; the draft is there on return; white space does not hold', async ({ page }) => {
  const { player } = await begin(page, 'Manual')
  await expect(page.getByText(held)).toBeVisible()
  await player.getByRole('button', { name: 'Play next now' }).click()
  await expect(player.getByRole('heading', { name: 'The next' })).toBeVisible()
  await expect(fieldOf(page)).toHaveValue('')
  await player.getByRole('button', { name: 'Previous' }).click()
  await expect(player.getByRole('heading', { name: 'The short one' })).toBeVisible()
  await expect(fieldOf(page)).toHaveValue('Half a sent')
  await fieldOf(page).fill('   ')
  await endShort(page)
  await expect(player.getByRole('heading', { name: 'The next' })).toBeVisible()
})

test('L7 a comment equal to the placeholder does not hold the queue', async ({ page }) => {
  const { player } = await begin(page, 'Placeheld')
  await expect(player).toContainText('The next post plays when your comment is sent or discarded.')
  await fieldOf(page).fill((await fieldOf(page).getAttribute('placeholder'))!)
  await expect(player.getByRole('heading', { name: 'The next' })).toBeVisible()
})

test('L7 closing the details releases the queue', async ({ page }) => {
  const { player } = await begin(page, 'Left')
  await expect(page.getByText(held)).toBeVisible()
  await player.getByRole('button', { name: 'Minimise' }).click()
  await expect(player.getByRole('link', { name: 'The next' }).first()).toBeVisible()
})

test("L7 a comment on the post's own page holds the queue too", async ({ page }) => {
  const { player, posts } = await play(page, 'Elsewhere', [long('The first'), short('The short one'), long('The next')])
  await page.getByRole('main').getByRole('link', { name: 'The next' }).first().click()
  await expect(page).toHaveURL(new RegExp(posts[2]!.id))
  const field = page.getByRole('main').getByRole('textbox', { name: 'Your comment' })
  await field.fill('While something else plays')
  await player.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(player).toContainText('The short one')
  await endShort(page)
  await expect(page.getByText(held)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('main').getByText('While something else plays')).toBeVisible()
  await expect(player.getByRole('link', { name: 'The next' }).first()).toBeVisible()
})

test('L2 an empty comment → the documented message; a comment that the server refuses stays in the field', async ({ page }) => {
  const { player } = await play(page, 'Refused', [long('The first')])
  await player.getByRole('button', { name: 'Maximise' }).click()
  await player.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(player.getByRole('alert')).toHaveText([messages.commentRequired])
  await expect(fieldOf(page)).toBeFocused()
  await expect(fieldOf(page)).toHaveAttribute('maxlength', '64000')
  await page.route('**/api/v0/comments/*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: 'forbidden', message: messages.blocked, requestId: 'x' } })
      : route.continue(),
  )
  await fieldOf(page).fill('Not wanted')
  await fieldOf(page).press('Control+Enter')
  await expect(player.getByText(messages.blocked)).toBeVisible()
  await expect(fieldOf(page)).toHaveValue('Not wanted')
})

test('L2 A4 a draft survives the end of its session, for its author only', async ({ page }) => {
  const { request } = page.context()
  const bead = await showcase(request)
  const [post] = await postsOf(request, bead.id, 'earliest')
  const writer = await signUp(request, 'Wanda Writes')
  await page.goto(`/${post!.href}`)
  const main = page.getByRole('main')
  const field = main.getByRole('textbox', { name: 'Your comment' })
  await field.fill('Long thought about')
  await page.context().clearCookies()
  await main.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Password', { exact: true }) })
  await dialog.getByLabel('E-mail or user id').fill(writer.email)
  await dialog.getByLabel('Password', { exact: true }).fill(writer.password)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(field).toHaveValue('Long thought about')
  await page
    .getByRole('button', { name: /Wanda Writes/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await main.getByRole('button', { name: 'Sign in to add a comment...' }).click()
  await dialog.getByLabel('Name').fill('Nora Next')
  await dialog.getByLabel('E-mail').fill(freshEmail())
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse')
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(field).toBeFocused({ timeout: 10_000 })
  await expect(field).toHaveValue('')
})

test('L2 a comment that fails after its author went on → an error, and the draft stays at its post', async ({ page }) => {
  const { player } = await begin(page, 'Gone on')
  let refuse = () => {}
  const held = new Promise<void>((resolve) => (refuse = resolve))
  await page.route('**/api/v0/comments/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await held
    await route.abort()
  })
  await player.getByRole('button', { name: 'Add', exact: true }).click()
  // The field is read-only while the comment is sent: further input would be lost with the response.
  await expect(fieldOf(page)).toHaveAttribute('readonly')
  await player.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(player.getByRole('heading', { name: 'The next' })).toBeVisible()
  refuse()
  await expect(page.getByText(/You.re offline|connection/).first()).toBeVisible()
  await player.getByRole('button', { name: 'Previous' }).click()
  await expect(fieldOf(page)).toHaveValue('Half a sent')
})

test('L2 U10 a visitor who adds a comment → a sign-in prompt, then the field with the focus', async ({ page }) => {
  const bead = await showcase(page.context().request)
  const [first] = await postsOf(page.context().request, bead.id, 'earliest')
  await playFrom(page, bead.id, first!.title)
  const player = playerOf(page)
  // On a slow machine the clip would end before the form is filled in, and the player would continue with the next item.
  await player.getByRole('button', { name: 'Pause', exact: true }).click()
  await player.getByRole('button', { name: 'Maximise' }).click()
  await expect(fieldOf(page)).toHaveCount(0)
  await player.getByRole('button', { name: 'Sign in to add a comment...' }).click()
  const dialog = page.getByRole('dialog', { name: /./ }).filter({ has: page.getByLabel('Password', { exact: true }) })
  await dialog.getByLabel('Name').fill('Corinna Comments')
  await dialog.getByLabel('E-mail').fill(`corinna.${Date.now()}@example.org`)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse')
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(fieldOf(page)).toBeFocused({ timeout: 10_000 })
})

test('L2 a member without the privilege to comment → no field', async ({ page, newVisitor }) => {
  const { bead } = await writePlaylist(page, 'Silent', [long('The first')])
  const admin = await newVisitor()
  await admin.request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'admin', password: 'strand' } })
  await page.context().clearCookies()
  const { uid } = await signUp(page.context().request, 'Mute Maria')
  const allow = async (may: boolean) => {
    const set = await admin.request.post(`/api/v0/admin/members/${uid}/privileges`, {
      headers: asyncHeader,
      data: { privileges: { canComment: may } },
    })
    expect(set.ok(), await set.text()).toBe(true)
  }
  const code = scriptOf('renderer/widgets/post/CommentComposer.tsx').replace('**', '')
  let requestsOfCode = 0
  page.on('request', (request) => void (request.url().endsWith(code) && (requestsOfCode += 1)))
  const look = async (fields: number) => {
    await playFrom(page, bead, 'The first')
    await playerOf(page).getByRole('button', { name: 'Maximise' }).click()
    await expect(playerOf(page).getByText('No comments yet.')).toBeVisible()
    await expect(fieldOf(page)).toHaveCount(fields)
  }
  await allow(false)
  await look(0)
  // Not even its code is loaded, so the field is not only late.
  expect(requestsOfCode).toBe(0)
  await expect(playerOf(page).getByRole('button', { name: 'Sign in to add a comment...' })).toHaveCount(0)
  await allow(true)
  await look(1)
})
