/** Members on the admin page (M1, S3), and what a suspended member sees (BY14). */
import type { Page } from '@playwright/test'
import { addPost, asyncHeader, signUp, startPlaylist } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { cardOf, logIn, overflow, writePosts } from './posts.ts'

const members = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('listitem')
const suspension = (page: Page) => page.getByRole('form', { name: 'Suspension' })

async function find(page: Page, query: string): Promise<void> {
  await page.getByLabel('Name, user id, e-mail address or #tag').fill(query)
  await page.keyboard.press('Enter')
}

test('M1 S3 admins find members by name, user id, e-mail address and tag; others see none of it', async ({ page, context, newVisitor }) => {
  const member = await newVisitor()
  const { uid, email } = await signUp(member.request, 'Fiona Findable')
  const theirs = await member.newPage()
  await theirs.goto('/admin/members')
  await expect(theirs.getByText('Only admins can see this page.')).toBeVisible()

  await logIn(context.request, 'admin')
  await page.goto('/admin/members')
  await expect(page).toHaveTitle('Members · Strand')
  await expect(members(page).first()).toContainText('Fiona Findable')
  await expectAccessible(page)
  for (const query of [uid, email]) {
    await find(page, query)
    await expect(members(page)).toHaveCount(1)
    await expect(members(page)).toContainText(`${uid}${email} (not confirmed)`)
  }
  // The search index learns of a new name a moment later.
  await expect(async () => {
    await page.goto('/admin/members?q=Fiona%20Find')
    await expect(members(page).filter({ hasText: uid })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await find(page, '#Pattern')
  await expect(members(page).first()).toBeVisible()
  await find(page, '#nothing-has-this-tag')
  await expect(page.getByRole('heading', { name: 'No members found.' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Name, user id, e-mail address or #tag')).toHaveValue('#Pattern')
  await page.goto('/admin/members')
  await page.getByRole('link', { name: 'Admins', exact: true }).click()
  await expect(members(page)).toHaveCount(1)
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await overflow(page)).toBe(0)
  await members(page).getByRole('link').click()
  await expect(page).toHaveURL('/admin/setprivileges?uid=admin')
})

test('M1 BY14 a suspension by keyboard: the member sees why, and a refused form leaves what was typed', async ({
  page,
  context,
  newVisitor,
}) => {
  const member = await newVisitor()
  const { uid } = await signUp(member.request, 'Suse Suspended')
  const theirs = await member.newPage()
  await theirs.goto('/preferences')
  await theirs.getByLabel('City').fill('Bristol')

  await logIn(context.request, 'admin')
  await page.goto(`/admin/setprivileges?uid=${uid}`)
  const form = suspension(page)
  await form.getByLabel('Ends').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Reason')).toBeFocused()
  await expect(form.getByText('Please give a reason.')).toBeVisible()
  await page.keyboard.type('Advertising in comments')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toHaveText('The member is suspended.')
  await expect(page.getByText(/^Suspended until .* Reason: Advertising in comments$/)).toBeVisible()
  await expectAccessible(page)

  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs.getByRole('form', { name: 'General' }).getByRole('alert').last()).toContainText('Reason: Advertising in comments')
  await expect(theirs.getByLabel('City')).toHaveValue('Bristol')
  const notice = theirs.getByRole('region', { name: 'Your account is suspended' })
  await expect(notice).toContainText('Advertising in comments')
  await notice.getByRole('link', { name: 'Account history' }).click()
  const history = theirs.getByRole('list', { name: 'Account history' }).getByRole('listitem')
  await expect(history).toContainText('Your account was suspended')
  await expect(notice, 'the page says the same').toHaveCount(0)
  await expect(theirs.getByLabel('City')).toHaveValue('Bristol')
  await expectAccessible(theirs)
  await theirs.setViewportSize({ width: 390, height: 800 })
  expect(await overflow(theirs)).toBe(0)

  await form.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(page.getByText('Not suspended.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Suspension' })).toBeFocused()
  await theirs.goto('/preferences?tab=history')
  await expect(history.first()).toContainText('Your suspension was lifted')
  await expect(theirs.getByRole('region', { name: 'Your account is suspended' })).toHaveCount(0)
  await theirs.getByRole('button', { name: /^Notifications/ }).click()
  await expect(theirs.getByText('An admin changed something in your account or posts.').first()).toBeVisible()
})

test('M1 a member who is suspended while writing a comment: it is refused with the reason, and the text stays', async ({
  page,
  request,
  newVisitor,
}) => {
  const writer = await newVisitor()
  const { bead } = await writePosts(writer.request, 'Wilma Writes', [{ title: 'Much discussed' }])
  const { uid } = await signUp(page.context().request, 'Cora Comments')
  await page.goto(bead.href)
  const card = cardOf(page, 'Much discussed')
  await card.getByRole('button', { name: /^Comments on / }).click()
  await card.getByRole('textbox', { name: 'Your comment' }).fill('Buy my watches')
  await logIn(request, 'admin')
  const suspended = await request.post(`/api/v0/admin/members/${uid}/suspension`, {
    headers: asyncHeader,
    data: { until: null, reason: 'Advertising' },
  })
  expect(suspended.ok()).toBe(true)

  await card.getByRole('button', { name: 'Add', exact: true }).click()
  const refusal = 'Your account is suspended until further notice. You can read, but not change anything. Reason: Advertising'
  await expect(page.getByText(refusal).first()).toBeVisible()
  await expect(card.getByRole('textbox', { name: 'Your comment' })).toHaveValue('Buy my watches')
  await card.getByRole('button', { name: /^Collect / }).click()
  await expect(page.getByText(refusal).first()).toBeVisible()
  await expect(card.getByRole('button', { name: /^Collect / })).toHaveAttribute('aria-pressed', 'false')
})

test('M1 BY14 an admin signs a member out and removes their content after a preview', async ({ page, context, newVisitor }) => {
  const member = await newVisitor()
  const { uid } = await signUp(member.request, 'Sam Spammer')
  const bead = await startPlaylist(member.request, 'Offers of the week')
  for (let n = 1; n <= 3; n++) await addPost(member.request, bead.id, `https://shop.example/${Date.now()}-${n}`, `Offer ${n}`)

  await logIn(context.request, 'admin')
  await page.goto(`/admin/setprivileges?uid=${uid}`)
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('form', { name: 'Preview' })
  await expect(preview).toContainText('3 posts, 0 comments and 1 playlist will be removed.')
  await expect(preview.getByRole('listitem')).toHaveCount(4)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await overflow(page)).toBe(0)
  await preview.getByRole('button', { name: 'Remove' }).click()
  await expect(preview.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await preview.getByLabel('Reason').fill('Advertising')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Last removal: 3 posts, 0 comments and 1 playlist\./)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Remove content' })).toBeFocused()
  expect((await page.request.get(`/api/v0/beads/${bead.id}`)).status()).toBe(404)

  const theirs = await member.newPage()
  await theirs.goto('/preferences?tab=history')
  const history = theirs.getByRole('list', { name: 'Account history' })
  for (const title of ['Offer 1', 'Offer 2', 'Offer 3', 'Offers of the week']) await expect(history).toContainText(title)
  await expect(history).toContainText('Reason: Advertising')

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeFocused()
  expect((await member.request.get('/api/v0/me')).status()).toBe(401)
})
