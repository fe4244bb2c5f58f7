/** The system page of admins: read-only mode, announcements, and the state of the server (M1, RO1). */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { APIRequestContext } from '@playwright/test'
import type { Announcement } from '#contract/endpoints/notices.ts'
import { addPost, asyncHeader, signUp, startPlaylist } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, type Page } from './fixtures.ts'

const reason = 'We are moving to a new server until 18:00 UTC.'

const logIn = async (request: APIRequestContext): Promise<void> =>
  expect((await request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'admin', password: 'strand' } })).ok()).toBe(
    true,
  )

const banner = (page: Page) => page.getByRole('complementary', { name: 'Announcements' })
const section = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name })

test.beforeEach(({ context }) => logIn(context.request))
test.afterEach(async ({ context }) => {
  await context.request.delete('/api/v0/admin/readonly', { headers: asyncHeader })
  const { results } = (await (await context.request.get('/api/v0/admin/announcements')).json()) as { results: Announcement[] }
  for (const { id } of results) await context.request.post(`/api/v0/admin/announcements/${id}/end`, { headers: asyncHeader })
})

test('M1 RO1 in read-only mode an open page shows the reason and keeps the unsent comment; every new page has the banner', async ({
  page,
  newVisitor,
}) => {
  const member = await newVisitor()
  await signUp(member.request, 'Uma Unsent')
  const bead = await startPlaylist(member.request, 'Unsent')
  const post = await addPost(member.request, bead.id, 'https://files.example/a.mp3', 'Unsent')
  const theirs = await member.newPage()
  await theirs.goto(`/${post.href}`)
  const comment = theirs.getByRole('textbox', { name: 'Your comment' })
  await comment.fill('Do not lose me')

  await page.goto('/admin/system')
  const form = page.getByRole('form', { name: 'Read-only mode' })
  await form.getByLabel('Reason').fill(reason)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Switch off' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Read-only mode' })).toBeFocused()
  // An admin can still change something, and sees the banner as everyone does.
  await expect(banner(page)).toContainText(`Read-only for now. ${reason}`)

  const add = theirs.getByRole('main').getByRole('button', { name: 'Add', exact: true })
  await add.click()
  await expect(theirs.getByText(`Strand is read-only at the moment: ${reason}`)).toBeVisible()
  await expect(banner(theirs)).toContainText(reason)
  await expect(comment).toHaveValue('Do not lose me')

  const visitor = await newVisitor({ javaScriptEnabled: false })
  const plain = await visitor.newPage()
  for (const path of ['/discover', `/${post.href}`]) {
    await plain.goto(path, { waitUntil: 'commit' })
    await expect(banner(plain)).toContainText(reason)
    await expect(banner(plain).getByRole('button')).toHaveCount(0)
  }
  const fresh = await member.newPage()
  await fresh.goto(`/${post.href}`)
  await expect(banner(fresh)).toContainText(reason)
  await expect(fresh.getByRole('textbox', { name: 'Your comment' })).toHaveCount(0)

  await form.getByRole('button', { name: 'Switch off' }).press('Enter')
  await expect(form.getByText('Off', { exact: true })).toBeVisible()
  await add.click()
  await expect(theirs.getByRole('main').getByText('Do not lose me')).toBeVisible()
  await expect(comment).toHaveValue('')
  await expect(banner(theirs)).toHaveCount(0)
})

test('M1 an announcement is in the document without a layout shift; a visitor dismisses it for good; edited, it appears again', async ({
  page,
  newVisitor,
}) => {
  await page.goto('/admin/system')
  const announcements = section(page, 'Announcements')
  const form = announcements.getByRole('form', { name: 'Announce' })
  await form.getByLabel('Text').fill('Playlists for two are here.')
  await form.getByLabel('Link').fill('javascript:alert(1)')
  await form.getByLabel('Kind').selectOption('Warning')
  await form.getByRole('button', { name: 'Announce' }).press('Enter')
  await expect(form.getByRole('alert').filter({ hasText: 'Enter a path of this site' })).toBeVisible()
  await expect(form.getByLabel('Text')).toHaveValue('Playlists for two are here.')
  await form.getByLabel('Link').fill('/about')
  await page.keyboard.press('Enter')
  const row = announcements.getByRole('listitem').first()
  await expect(row).toContainText('Playlists for two are here.')

  const visitor = await newVisitor()
  await visitor.addInitScript(() => {
    Object.assign(window, { shifts: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shifts: unknown[] }).shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const theirs = await visitor.newPage()
  await theirs.goto('/music')
  await expect(banner(theirs)).toContainText('Important: Playlists for two are here.')
  await theirs.waitForTimeout(500)
  expect(await theirs.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0))).toBeLessThan(
    0.01,
  )
  await expectAccessible(theirs, 'banner', { within: 'aside' })
  await banner(theirs).getByRole('link', { name: 'Learn more' }).click()
  await expect(theirs).toHaveURL('/about')
  // The navigation moves the focus.
  await expect(theirs).toHaveTitle(/^About/)
  await expect(theirs.getByRole('heading', { level: 1 })).toBeFocused()

  await banner(theirs).getByRole('button', { name: 'Dismiss announcement' }).press('Enter')
  await expect(banner(theirs)).toHaveCount(0)
  await expect(theirs.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await (await visitor.request.get('/music', { headers: { Accept: 'text/html' } })).text()).not.toContain(
    'aria-label="Announcements"',
  )
  await theirs.goto('/music')
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner(theirs)).toHaveCount(0)

  await row.getByRole('button', { name: /^Edit/ }).press('Enter')
  const edit = row.getByRole('form')
  await edit.getByLabel('Text').fill('Playlists for three are here.')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Playlists for three')
  await expect(row).toBeFocused()
  await theirs.reload()
  await expect(banner(theirs)).toContainText('Playlists for three')
  await row.getByRole('button', { name: /^End/ }).press('Enter')
  await expect(row).toContainText('Ended')
  await theirs.reload()
  await expect(banner(theirs)).toHaveCount(0)
})

test('M1 an admin reads the state of the server, retries failed work and runs a job; members see nothing of it', async ({
  page,
  strand,
  newVisitor,
}) => {
  const member = await newVisitor()
  await signUp(member.request, 'Mo Member')
  const theirs = await member.newPage()
  await theirs.goto('/admin/system')
  await expect(theirs.getByText('Only admins can see this page.')).toBeVisible()

  const database = new Database(join(strand.folder, 'strand.sqlite'))
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  for (const id of ['x0mgwu0k4b2y9z0c5d', 'x0mgwu0k4b2y9z0c5e'])
    database
      .prepare(
        `INSERT INTO "outbox" ("id", "stage", "fact", "creationDate", "dueDate", "attempts", "done", "lastError", "requestId")
         VALUES (?, 'send', '{"kind":"memberJoined","uid":"demo"}', '2026-01-01T00:00:00.000Z', ?, 9, '[]', 'accounts.mail: no answer', ?)`,
      )
      .run(id, inAnHour, id.endsWith('d') ? 'request-of-demo' : null)
  database.close()

  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name: 'System' }).press('Enter')
  await expect(page).toHaveTitle('System · Strand')
  await expect(section(page, 'Server')).toContainText(process.version)
  await expect(section(page, 'Database and storage')).toContainText('SQLite · strand.sqlite')
  await expect(section(page, 'Search index')).toContainText(/embedded\s*up to date · [\d,]+ documents/)
  await expect(section(page, 'Outgoing mail')).toContainText('Files in the data directory')

  const work = section(page, 'Background work')
  await expect(work).toContainText('memberJoined: failed 2 times')
  await expect(work).toContainText('accounts.mail: no answer')
  await expectAccessible(page, 'system')
  await work.getByRole('button', { name: 'Show each' }).press('Enter')
  const caused = work.getByRole('listitem').filter({ hasText: 'Caused by request' })
  await expect(caused).toHaveCount(1)
  await expect(caused).toContainText(/x0mgwu0k4b2y9z0c5d.*Caused by request request-of-demo/)
  await work.getByRole('button', { name: 'Retry memberJoined x0mgwu0k4b2y9z0c5d' }).press('Enter')
  await expect(page.getByText('1 effect is retried now.')).toBeVisible()
  await expect(work).toContainText('memberJoined: failed once')
  await work.getByRole('button', { name: 'Retry all of memberJoined' }).press('Enter')
  // Without a reload: the page refreshes itself.
  await expect(work).toContainText('Nothing has failed.', { timeout: 15_000 })

  const job = section(page, 'Scheduled jobs').getByRole('listitem').filter({ hasText: 'deliveries.clean' })
  await job.getByRole('button').press('Enter')
  await expect(page.getByText('deliveries.clean runs now.')).toBeVisible()
  await expect(job).toContainText(/Last run: Now, took \d+ ms/, { timeout: 15_000 })

  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page, 'system at 390 px')
  const log = (await (await page.request.get('/api/v0/admin/actions?limit=3')).json()) as { results: { action: string }[] }
  expect(log.results.map(({ action }) => action)).toEqual(['job.run', 'outbox.retry', 'outbox.retry'])
})

test('M1 a hidden page does not poll', async ({ page }) => {
  await page.goto('/admin/system')
  await expect(section(page, 'Server')).toContainText(process.version)
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }))
  let requests = 0
  page.on('request', (request) => void (request.url().endsWith('/api/v0/admin/system') && (requests += 1)))
  await page.waitForTimeout(6500)
  expect(requests).toBe(0)
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => false })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => requests).toBe(1)
})
