/** Privileges that admins grant to members (R12). */
import { messages } from '#contract/messages.ts'
import { asyncHeader, signUp } from './api.ts'
import { expect, test } from './fixtures.ts'

test("R12 admins grant and revoke privileges from a member's profile; others do not see them", async ({ page, context, newVisitor }) => {
  const member = await newVisitor()
  const { uid } = await signUp(member.request, 'Petra Privileged')
  const theirs = await member.newPage()
  await theirs.goto(`/admin/setprivileges?uid=${uid}`)
  await expect(theirs.getByText('Only admins can see this page.')).toBeVisible()
  await theirs.goto(`/p/${uid}`)
  await expect(theirs.getByRole('link', { name: 'Privileges' })).toHaveCount(0)

  await context.request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'admin', password: 'strand' } })
  await page.goto(`/p/${uid}`)
  await page.getByRole('link', { name: 'Privileges' }).click()
  await expect(page).toHaveURL(`/admin/setprivileges?uid=${uid}`)
  const form = page.getByRole('form', { name: 'Privileges of Petra Privileged' })
  await expect(form.getByRole('group', { name: 'Permissions' }).getByRole('checkbox')).toHaveCount(6)
  for (const box of await form.getByRole('group', { name: 'Permissions' }).getByRole('checkbox').all()) await expect(box).toBeChecked()
  await form.getByLabel('Comment', { exact: true }).press('Space')
  await form.getByLabel('Verified').press('Space')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toHaveText('The privileges are saved.')
  const me = await (await member.request.get('/api/v0/me')).json()
  expect(me.privileges).toMatchObject({ canComment: false, canPost: true })
  expect(me.verified).toBe(true)

  await page.getByLabel('User id').fill('admin')
  await page.keyboard.press('Enter')
  const own = page.getByRole('form', { name: /^Privileges of Ines/ })
  await own.getByLabel('Admin').press('Space')
  await own.getByRole('button', { name: 'Save' }).click()
  await expect(own.getByRole('alert')).toHaveText(messages.lastAdmin)
  await page.goto('/admin/setprivileges?uid=missing.member')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(messages.notFound)
})
