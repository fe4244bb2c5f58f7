/** The content of the main screens for visitors and members, and their edits. */
import { messages, pageTitles } from '#contract/messages.ts'
import { addPost, asyncHeader, beadTitled, postsOf, showcase, signUp, startPlaylist } from './api.ts'
import { expect, test } from './fixtures.ts'
import { postIt, searchOrPaste, toWriting } from './members.ts'

const logIn = async (request: import('@playwright/test').APIRequestContext, username: string): Promise<void> => {
  const response = await request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username, password: 'strand' } })
  expect(response.status()).toBe(200)
}

test('B1 the header of a playlist shows its facts, and the follower count to members only', async ({ page, newVisitor, request }) => {
  const bead = await showcase(request)
  await page.goto(bead.href)
  const header = page.getByRole('main').locator('header').first()
  await expect(header.getByRole('heading', { level: 1, name: bead.title })).toBeVisible()
  await expect(header.getByRole('link', { name: bead.creator.name })).toHaveAttribute('href', `/p/${bead.creator.uid}`)
  await expect(header.getByText(`${bead.postCount} posts`, { exact: true })).toBeVisible()
  await expect(header.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveCount(Math.min(bead.tags.length, 5))
  await expect(header.getByText('followers')).toHaveCount(0)
  await expect
    .poll(() =>
      header
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)

  const member = await newVisitor()
  await signUp(member.request, 'Follow Counter')
  const theirs = await member.newPage()
  await theirs.goto(bead.href)
  await expect(theirs.getByText(`${bead.followerCount} followers`, { exact: true })).toBeVisible()
})

test('B2 an open playlist starts in top order, and an address or a click chooses another', async ({ page, request }) => {
  const bead = await beadTitled(request, 'What did you hear for the first time today?')
  const titles = () => page.getByRole('main').locator('article h2, article h3').allTextContents()
  const inOrder = async (sort: string) => (await postsOf(request, bead.id, sort)).map(({ title }) => title)

  await page.goto(bead.href)
  await expect(page.getByRole('button', { name: 'Top' }).or(page.getByRole('link', { name: 'Top' }))).toHaveAttribute('aria-current', /.+/)
  expect(await titles()).toEqual(await inOrder('top'))
  await page
    .getByRole('button', { name: 'Recent' })
    .or(page.getByRole('link', { name: 'Recent' }))
    .click()
  await expect(page).toHaveURL(/sort=recent/)
  const recent = await inOrder('recent')
  await expect.poll(titles).toEqual(recent)
  await page.reload()
  await expect.poll(titles).toEqual(recent)
})

test('B2 a playlist without a top post → recent order', async ({ page, request, newVisitor }) => {
  const admin = await newVisitor()
  await logIn(admin.request, 'admin')
  const made = await admin.request.post('/api/v0/beads/', {
    headers: asyncHeader,
    data: { title: 'Which door creaks best', description: 'Only doors.', category: 'other', isDraft: false },
  })
  const { bead } = (await made.json()) as { bead: string }
  await addPost(admin.request, bead, 'https://www.youtube.com/watch?v=jNQXAC9IVRw', 'The door of a zoo')
  expect(await postsOf(request, bead, 'top')).toEqual([])
  await page.goto(`/${bead}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Which door creaks best?' })).toBeVisible()
  await expect(page.getByRole('main').getByText('The door of a zoo').first()).toBeVisible()
})

test('B11 a draft is visible to its collaborators, marked as one, and to no one else', async ({ page, newVisitor }) => {
  const owner = await newVisitor()
  await logIn(owner.request, 'demo')
  const draft = await beadByOwner(owner.request, 'demo', 'Pictures for the hallway')
  const theirs = await owner.newPage()
  await theirs.goto(draft)
  await expect(theirs.getByText('DRAFT MODE', { exact: true })).toBeVisible()

  const invited = await newVisitor()
  await logIn(invited.request, 'partner')
  const partners = await invited.newPage()
  await partners.goto(draft)
  await expect(partners.getByRole('heading', { level: 1, name: 'Pictures for the hallway' })).toBeVisible()

  const response = await page.goto(draft)
  expect(response!.status()).toBe(403)
  await expect(page.getByText(messages.draftHidden)).toBeVisible()
  await expect(page.getByText('Pictures for the hallway')).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

async function beadByOwner(request: import('@playwright/test').APIRequestContext, uid: string, title: string): Promise<string> {
  const { results } = (await (await request.get(`/api/v0/beads?createdby=${uid}&limit=100`)).json()) as {
    results: { title: string; href: string }[]
  }
  return results.find((bead) => bead.title === title)!.href
}

test('F1 a profile shows the member, counts with units, and the playlists started', async ({ page, request }) => {
  const bead = await showcase(request)
  await page.goto(`/p/${bead.creator.uid}`)
  await expect(page.getByRole('heading', { level: 1, name: bead.creator.name })).toBeVisible()
  await expect(page.getByRole('main').getByText(`@${bead.creator.uid}`)).toBeVisible()
  await expect(page.getByText(/playlists? started/i).first()).toBeVisible()
  await page.getByRole('link', { name: bead.title }).first().click()
  await expect(page).toHaveURL(new RegExp(`${bead.href}$`))

  const missing = await page.goto('/p/missing.member')
  expect(missing!.status()).toBe(404)
})

test('D4 D9 a duplicate asks for confirmation, and closing a non-empty form too', async ({ page, baseURL }) => {
  await signUp(page.context().request, 'Rita Repeat')
  const bead = await startPlaylist(page.context().request, 'Once more')
  const clip = `${baseURL}/clips/mandelbrot-dive.mp4`
  await addPost(page.context().request, bead.id, clip, 'The first time')

  await page.goto(bead.href)
  await page.getByRole('main').getByRole('button', { name: 'add to this Playlist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a post' })
  await dialog.getByPlaceholder(searchOrPaste).fill(clip)
  await expect(page.getByText(messages.postDuplicate)).toBeVisible()
  await page.getByRole('button', { name: 'Post Anyways' }).click()
  await toWriting(dialog)
  await dialog.getByLabel('Headline').fill('The second time')

  await page.keyboard.press('Escape')
  await expect(page.getByText('Your changes will not be saved. Close anyway?')).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Headline')).toHaveValue('The second time')
  await postIt(dialog)
  // The preview in the dialog has the same heading as the post.
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByRole('heading', { name: 'The second time' }).first()).toBeVisible()
  expect((await postsOf(page.context().request, bead.id, 'earliest')).map(({ title }) => title)).toEqual([
    'The first time',
    'The second time',
  ])
})

test('C5 D10 an edited post changes in place, a deleted one disappears, from its own address in the history too', async ({
  page,
  baseURL,
}) => {
  await signUp(page.context().request, 'Eddie Editor')
  const bead = await startPlaylist(page.context().request, 'Working title')
  await addPost(page.context().request, bead.id, `${baseURL}/clips/two-stones.webm`, 'A slip of the keys')

  await page.goto(bead.href)
  await page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit playlist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit playlist' })
  await dialog.getByLabel('Title').fill('7')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog.getByText(messages.beadTitleInvalid)).toBeVisible()
  await dialog.getByLabel('Title').fill('Final title')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Final title' })).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'A slip of the keys' }).first().click()
  await expect(page.getByRole('region', { name: 'Featured post' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Final title' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Final title' })).toBeVisible()
  await page.getByRole('button', { name: 'More for A slip of the keys' }).click()
  await page.getByRole('menuitem', { name: 'Delete post' }).click()
  await page
    .getByRole('alertdialog', { name: 'Are you sure you want to delete this post?' })
    .or(page.getByRole('dialog', { name: 'Are you sure you want to delete this post?' }))
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: pageTitles.noPost })).toBeVisible()
  await expect(page.getByText('A slip of the keys')).toHaveCount(0)
})
