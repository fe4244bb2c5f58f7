/** Playlists, posts and comments by id or link on the admin page (M1, R12, B10, H3, E1). */
import type { APIRequestContext, Page } from '@playwright/test'
import { entry } from '../support/partner.ts'
import { addPost, beadTitled, signUp, startPlaylist } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addComment, logIn, main, overflow, send, writePosts } from './posts.ts'

const lookup = (page: Page) => main(page).getByLabel('Playlist, post or comment')
const heading = (page: Page, name: string) => main(page).getByRole('heading', { level: 2, name, exact: true })

async function lookUp(page: Page, text: string): Promise<void> {
  await lookup(page).fill(text)
  await page.keyboard.press('Enter')
}

/** A playlist by a member, with a post and a comment on it. */
async function content(request: APIRequestContext, title: string) {
  const bead = await startPlaylist(request, title)
  const post = await addPost(request, bead.id, `https://example.org/${bead.id}`, 'A song')
  const { id: comment } = await addComment(request, post.id, 'Listen to <b>this</b>')
  return { bead, post, comment }
}

test('M1 R12 an admin finds a playlist, post or comment by id and by any link; wrong ones are explained', async ({
  page,
  context,
  newVisitor,
  baseURL,
}) => {
  const member = await newVisitor()
  const { uid } = await signUp(member.request, 'Lena Linked')
  const { bead, post, comment } = await content(member.request, 'Linked songs')
  const theirs = await member.newPage()
  await theirs.goto(`/admin/playlists?id=${bead.id}`)
  await expect(theirs.getByText('Only admins can see this page.')).toBeVisible()
  await expect(theirs.getByText('Linked songs')).toHaveCount(0)

  await logIn(context.request, 'admin')
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Playlists', exact: true }).click()
  await expect(page).toHaveTitle('Playlists and posts · Strand')
  for (const [text, title, id] of [
    [bead.id, 'Linked songs', bead.id],
    [`${baseURL}/${post.href}?sort=top`, 'A song', post.id],
    [`/${post.id}`, 'A song', post.id],
    [`<iframe src="${baseURL}/embed/${bead.id}?theme=dark"></iframe>`, 'Linked songs', bead.id],
    [`${baseURL}/r/admin/index.html#?beadid=${bead.id}`, 'Linked songs', bead.id],
    [comment, 'A song', comment],
  ] as const) {
    await lookUp(page, text)
    await expect(page).toHaveURL(`/admin/playlists?id=${id}`)
    await expect(heading(page, title)).toBeVisible()
  }
  await expect(main(page)).toContainText('Listen to this')
  await expect(main(page).getByRole('link', { name: 'Member page of Lena Linked' })).toHaveAttribute(
    'href',
    `/admin/setprivileges?uid=${uid}`,
  )
  await page.goBack()
  await expect(heading(page, 'Linked songs')).toBeVisible()
  await expect(lookup(page)).toHaveValue(bead.id)

  for (const [text, problem] of [
    ['', 'Enter an id or a link.'],
    ['Linked songs', 'This is neither a link nor an id.'],
    ['https://elsewhere.example/b0mgwu0k4b2y9z0c5d', 'This link leads to elsewhere.example, not to this site.'],
    [`${baseURL}/music`, 'This link leads to no playlist, post or comment.'],
  ] as const) {
    await lookUp(page, text)
    await expect(lookup(page)).toHaveAccessibleDescription(new RegExp(problem.replaceAll('.', '\\.')))
    await expect(heading(page, 'Linked songs')).toHaveCount(0)
  }
  await lookUp(page, `${baseURL}/p/${uid}`)
  await main(page)
    .getByRole('link', { name: `Open ${uid} under Members` })
    .click()
  await expect(page).toHaveURL(`/admin/setprivileges?uid=${uid}`)
  await page.goto('/admin/playlists?id=p00000000000000000')
  await expect(heading(page, 'Not found')).toBeVisible()
  await expectAccessible(page)
})

test('B10 M1 the featured curator by keyboard, with the documented texts', async ({ page, context, newVisitor }) => {
  const member = await newVisitor()
  const { uid } = await signUp(member.request, 'Cleo Curator')
  const { bead } = await content(member.request, 'Curated songs')
  await logIn(context.request, 'admin')
  await page.goto(`/admin/playlists?id=${bead.id}`)
  const form = page.getByRole('form', { name: 'Featured curator' })
  const field = form.getByLabel('Username')
  await field.focus()
  await page.keyboard.type('missing.member')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Bummer, didn't work\./)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('missing.member')
  await field.fill(`@${uid}`)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toHaveText('All good. Remember to refresh.')
  await expect(main(page)).toContainText('Shown first among the curators: Cleo Curator')
  await expect(main(page).getByRole('list', { name: 'Admin actions' })).toContainText('Changed the featured curator of a playlist')
  await field.fill('')
  await page.keyboard.press('Enter')
  await expect(main(page)).toContainText('No curator is featured.')
})

test('V1 M1 the Bead of the Day: chosen for a later day and removed again', async ({ page, context }) => {
  await logIn(context.request, 'admin')
  const bead = await beadTitled(context.request, 'What can you film in one minute?')
  await page.goto(`/admin/playlists?id=${bead.id}`)
  const form = page.getByRole('form', { name: 'Bead of the Day' })
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await form.getByLabel('Day (UTC)').fill('2020-01-01')
  await form.getByRole('button', { name: 'Make it the Bead of the Day' }).press('Enter')
  await expect(form.getByLabel('Day (UTC)')).toHaveAccessibleDescription('Choose today or a later day, at most ten years from now.')
  await form.getByLabel('Day (UTC)').fill(day)
  await form.getByLabel('Reason').fill('The spring challenge')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toHaveText('It is the Bead of that day.')
  const row = main(page).getByRole('list', { name: 'Days' }).getByRole('listitem').filter({ hasText: 'planned' })
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: /^Remove / }).press('Enter')
  await expect(row).toHaveCount(0)
  await expect(heading(page, 'Bead of the Day')).toBeFocused()
  await expect(main(page).getByRole('list', { name: 'Admin actions' })).toContainText('The spring challenge')
})

test('E1 M1 partner data is shown on request, which the log records', async ({ page, context, newVisitor }) => {
  const member = await newVisitor()
  await signUp(member.request, 'Noor Haddad')
  const bead = await beadTitled(member.request, 'What can you film in one minute?')
  const { post } = (await send(member.request, `posts/${bead.id}`, {
    title: 'My minute',
    media: { href: `https://example.org/${Date.now()}.mp4` },
    partnerMetaData: entry,
  })) as { post: { id: string } }
  await logIn(context.request, 'admin')
  await page.goto(`/admin/playlists?id=${post.id}`)
  const show = page.getByRole('button', { name: 'Show partner data' })
  await expect(show).toBeVisible()
  expect(await page.content()).not.toContain(entry.studentEmail)
  await show.press('Enter')
  await expect(main(page)).toContainText(entry.studentEmail)
  await expect(main(page)).toContainText('M. Leblanc')
  await expect(main(page).getByRole('list', { name: 'Admin actions' })).toContainText('Read the partner data of a post')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Hide partner data' }).press('Enter')
  await expect(main(page)).not.toContainText(entry.studentEmail)
})

test('M1 H3 BY14 a flagged post is deleted with a reason, which its author reads', async ({ page, context, newVisitor }) => {
  const author = await newVisitor()
  await signUp(author.request, 'Paul Poster')
  const { post } = await content(author.request, 'Flagged songs')
  const flagger = await newVisitor()
  await signUp(flagger.request, 'Fay Flags')
  await send(flagger.request, `feedback/flag/${post.id}`, { reason: 'Spam' })

  await logIn(context.request, 'admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/admin/playlists?id=${post.id}`)
  await expect(main(page)).toContainText('1 flag waits for a decision.')
  await expect(main(page).getByRole('list', { name: 'Flags' })).toContainText('Spam × 1')
  await expect(main(page).getByRole('link', { name: 'Fay Flags' })).toBeVisible()
  await expectAccessible(page)
  expect(await overflow(page)).toBe(0)

  const form = page.getByRole('form', { name: 'Delete' })
  await form.getByRole('button', { name: 'Delete…' }).press('Enter')
  await expect(form.getByLabel('Reason')).toBeFocused()
  await expect(form.getByLabel('Reason')).toHaveAccessibleDescription(/Please give a reason\./)
  await page.keyboard.type('Advertising')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete this post?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await form.getByLabel('Reason').press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(heading(page, 'The post is deleted.')).toBeFocused()
  await main(page).getByRole('link', { name: 'Look it up in the admin log' }).click()
  await expect(main(page)).toContainText('Advertising')
  expect((await author.request.get(`/api/v0/posts/${post.id}`)).status()).toBe(404)

  const theirs = await author.newPage()
  await theirs.goto('/preferences?tab=history')
  await expect(theirs.getByRole('list', { name: 'Account history' })).toContainText('Your post was deleted')
  await expect(theirs.getByRole('list', { name: 'Account history' })).toContainText('Advertising')
})

test('M1 a deleted post leaves the queue of the tab in which an admin deletes it', async ({ page, context, newVisitor }) => {
  const author = await newVisitor()
  const {
    posts: [post],
  } = await writePosts(author.request, 'Quentin Queued', [{ title: 'Soon gone' }])
  await logIn(context.request, 'admin')
  await page.goto(`/${post!.href}`)
  await main(page).getByRole('button', { name: 'Play Soon gone' }).first().click()
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player).toBeVisible()
  await page.goto(`/admin/playlists?id=${post!.id}`)
  await expect(player).toBeVisible()
  const form = page.getByRole('form', { name: 'Delete' })
  await form.getByLabel('Reason').fill('Advertising')
  await form.getByLabel('Reason').press('Enter')
  await page.getByRole('dialog', { name: 'Delete this post?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(heading(page, 'The post is deleted.')).toBeFocused()
  await expect(player).toHaveCount(0)
})
