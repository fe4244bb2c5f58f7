/** The admin log (BY14). */
import { readFile } from 'node:fs/promises'
import { asyncHeader, signUp } from './api.ts'
import { expect, test } from './fixtures.ts'

test('BY14 an admin finds an action in the log, by keyboard, and downloads it; members do not see the log', async ({
  page,
  context,
  newVisitor,
}) => {
  const member = await newVisitor()
  const { uid } = await signUp(member.request, 'Lena Logged')
  const theirs = await member.newPage()
  await theirs.goto('/admin/log')
  await expect(theirs.getByText('Only admins can see this page.')).toBeVisible()

  await context.request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'admin', password: 'strand' } })
  const path = `/api/v0/admin/members/${uid}/privileges`
  for (const data of [{ verified: true }, { privileges: { canComment: false } }])
    expect((await context.request.post(path, { headers: asyncHeader, data })).ok()).toBe(true)
  await page.goto(`/admin/setprivileges?uid=${uid}`)
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'Log' }).press('Enter')
  await expect(page).toHaveTitle('Admin log · Strand')

  const filter = page.getByRole('search', { name: 'Filter the log' })
  await filter.getByLabel('Target').fill(uid)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/log?target=${uid}`)
  const entries = page.getByRole('list', { name: 'Admin log' }).getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText(/Changed the privileges of .*Comment\s*no/)
  await expect(entries.first().getByRole('link', { name: uid })).toHaveAttribute('href', `/p/${uid}`)
  await expect(entries.last()).toContainText(/Verified\s*yes/)

  const download = page.waitForEvent('download')
  await filter.getByRole('link', { name: 'Download as CSV' }).press('Enter')
  const table = await readFile(await (await download).path(), 'utf8')
  expect(table.trim().split('\r\n')).toHaveLength(3)
  expect(table).toContain(`,admin,Ines Falk,member.privileges,member,${uid},`)

  await filter.getByLabel('Action').selectOption('Deleted a post')
  await filter.getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await expect(page).toHaveURL(`/admin/log?target=${uid}&action=post.delete`)
  await expect(page.getByRole('heading', { name: 'No admin action matches these filters.' })).toBeVisible()
  await page.goBack()
  await expect(entries).toHaveCount(2)
  await filter.getByRole('button', { name: 'Show all' }).press('Enter')
  await expect(page).toHaveURL('/admin/log')
  await expect(filter.getByLabel('Target')).toHaveValue('')
})
