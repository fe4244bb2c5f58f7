/** The review queue of admins (BY14, B11). */
import type { APIRequestContext, Page } from '@playwright/test'
import { asyncHeader, signUp } from './api.ts'
import { expect, test } from './fixtures.ts'

const send = async (request: APIRequestContext, path: string, data: object) => {
  const response = await request.post(`/api/v0/${path}`, { headers: asyncHeader, data })
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
  return response.json()
}

async function submit(request: APIRequestContext, title: string): Promise<string> {
  const { data } = await send(request, 'beads', { title, description: 'Which one do you play first?', category: 'music', tags: [] })
  return data.id as string
}

const itemOf = (page: Page, title: string) => page.getByRole('list', { name: 'Review queue' }).getByRole('listitem', { name: title })
const pending = (page: Page) => page.getByRole('list', { name: 'Decisions that can be undone' })

test('BY14 B11 an admin decides by keyboard and undoes; another admin does not see the decided item', async ({
  page,
  context,
  newVisitor,
}) => {
  const member = await newVisitor()
  await signUp(member.request, 'Sue Submits')
  const stamp = Date.now().toString(36)
  const [first, second] = [`First ${stamp}?`, `Second ${stamp}?`]
  const id = await submit(member.request, first)
  await submit(member.request, second)
  const theirs = await member.newPage()
  await theirs.goto('/admin')
  await expect(theirs.getByText('Only admins can see this page.')).toBeVisible()

  await context.request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'admin', password: 'strand' } })
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/v0/admin/review')) reads.push(request.url())
  })
  await page.goto('/admin')
  await expect(page).toHaveTitle('Review queue · Strand')
  await expect(itemOf(page, first)).toContainText('Playlist under review')
  await expect(itemOf(page, first).getByRole('link', { name: 'Sue Submits' })).toBeVisible()
  await itemOf(page, first).focus()
  await page.keyboard.press('j')
  await expect(itemOf(page, second)).toBeFocused()
  await page.keyboard.press('k')
  await expect(itemOf(page, first)).toBeFocused()

  // Letters in the field are text.
  await itemOf(page, first).getByLabel('Reason').fill('xp')
  await expect(itemOf(page, first)).toBeVisible()
  await itemOf(page, first).focus()
  await page.keyboard.press('x')
  await expect(itemOf(page, first)).toHaveCount(0)
  await expect(pending(page).getByRole('listitem')).toContainText(`Will be deleted: ${first}`)
  await expect(itemOf(page, second)).toBeFocused()
  const conflict = await context.request.post(`/api/v0/admin/review/${id}`, { headers: asyncHeader, data: { verdict: 'publish' } })
  expect(conflict.status()).toBe(409)

  await page.keyboard.press('u')
  await expect(pending(page).getByRole('listitem')).toHaveCount(0)
  await expect(itemOf(page, first)).toBeFocused()
  await itemOf(page, first).getByRole('button', { name: 'Publish' }).click()
  await expect(pending(page).getByRole('listitem')).toContainText(`Will be published: ${first}`)
  expect(reads, 'decisions and undo change the list in place').toHaveLength(1)
  await page.reload()
  await pending(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(itemOf(page, first)).toBeVisible()
  expect((await member.request.get(`/api/v0/beads/${id}`)).status()).toBe(200)
})

test('BY14 B11 an admin returns a playlist with a reason, by keyboard; its author reads it, edits and submits again', async ({
  page,
  context,
  newVisitor,
}) => {
  const member = await newVisitor()
  await signUp(member.request, 'Rita Returned')
  const title = `Returned ${Date.now().toString(36)}?`
  const id = await submit(member.request, title)
  await context.request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'admin', password: 'strand' } })
  await page.goto('/admin')
  await itemOf(page, title).focus()
  await page.keyboard.press('r')
  const reason = itemOf(page, title).getByLabel('Reason')
  await expect(reason).toBeFocused()
  await expect(itemOf(page, title)).toContainText('Please give a reason. The author sees it.')
  await page.keyboard.type('Please name the mood.')
  await itemOf(page, title).getByRole('button', { name: 'Return' }).press('Enter')
  await expect(pending(page).getByRole('listitem').filter({ hasText: title })).toContainText('Will be returned:')

  const theirs = await member.newPage()
  await expect(async () => {
    await theirs.goto(`/${id}`)
    await expect(theirs.getByRole('main')).toContainText('Please name the mood.', { timeout: 1000 })
  }).toPass({ timeout: 60_000, intervals: [3000] })
  await expect(theirs.getByText('DRAFT MODE')).toBeVisible()
  await theirs.getByRole('button', { name: 'More', exact: true }).click()
  await theirs.getByRole('menuitem', { name: 'Edit playlist' }).click()
  await expect(theirs.getByRole('dialog', { name: 'Edit playlist' })).toContainText('Please name the mood.')
  await theirs.keyboard.press('Escape')
  await theirs.getByRole('button', { name: 'Submit for review' }).press('Enter')
  await expect(theirs.getByText('UNDER REVIEW')).toBeVisible()
  await expect(theirs.getByRole('main')).not.toContainText('Please name the mood.')
  await page.reload()
  await itemOf(page, title).getByText('2 earlier admin actions').click()
  await expect(itemOf(page, title)).toContainText('Returned a playlist')
})

test('BY14 the countdown of a decision does not depend on the clock of the page', async ({ page, context, newVisitor }) => {
  const member = await newVisitor()
  await signUp(member.request, 'Tim Clock')
  const title = `Clocked ${Date.now().toString(36)}?`
  await submit(member.request, title)
  await context.request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'admin', password: 'strand' } })
  // A clock that is an hour fast.
  await page.addInitScript(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 3_600_000
  })
  await page.goto('/admin')
  await itemOf(page, title).getByRole('button', { name: 'Publish' }).click()
  const row = pending(page).getByRole('listitem').filter({ hasText: title })
  await expect(row).toContainText(/2[0-7] s/)
  await row.getByRole('button', { name: 'Undo' }).click()
  await expect(itemOf(page, title)).toBeFocused()
})
