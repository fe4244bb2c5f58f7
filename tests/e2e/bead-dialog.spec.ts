/** The dialog in which a playlist is started or edited (C3, C5). Its rules are tested in tests/component/bead-dialog.test.tsx. */
import type { Bead } from '#contract/schemas.ts'
import { addPost, asyncHeader, signUp, startPlaylist } from './api.ts'
import { button, category, dialogOf, edit, open, title } from './bead-dialog.ts'
import { expect, test } from './fixtures.ts'
import { handPictures, playPictures } from './pictures.ts'
import { reach } from './keyboard.ts'
import { playerOf } from './members.ts'

test('C3 by keyboard: Backspace outside of text fields goes back, then closes; Escape and Publish ask for confirmation', async ({
  page,
}) => {
  await playPictures(page)
  await handPictures(page)
  await open(page, 'Kira Keys')
  const dialog = dialogOf(page)
  await page.keyboard.type('Keyed inn')
  await page.keyboard.press('Backspace')
  await expect(title(page)).toHaveValue('Keyed in')
  await reach(page, category(page))
  await page.keyboard.type('Mu')
  await expect(category(page)).toHaveValue('music')
  await reach(page, button(page, 'Next'))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('sunset')
  await page.keyboard.press('Enter')
  await reach(page, dialog.getByRole('button', { name: /^Sunset 2, / }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: /^Visible area/ })).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(dialog.locator('[data-state=search]')).toBeVisible()
  await reach(page, button(page, 'Back'))
  await page.keyboard.press('Backspace')
  await expect(title(page)).toBeFocused()
  await reach(page, button(page, 'Next'))
  await page.keyboard.press('Backspace')
  const question = page.getByRole('dialog', { name: 'Your changes will not be saved. Close anyway?' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(title(page)).toHaveValue('Keyed in')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await reach(page, button(page, 'Next'))
  await page.keyboard.press('Enter')
  await reach(page, button(page, 'Publish'))
  await page.keyboard.press('Enter')
  const sure = page.getByRole('dialog', { name: 'Publish this playlist?' })
  await expect(sure).toContainText('Once you publish, this playlist will be visible to everyone. This action cannot be undone.')
  await reach(page, sure.getByRole('button', { name: 'Publish' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Keyed in' })).toBeVisible()
  await expect(page.getByText('DRAFT MODE')).toHaveCount(0)

  // Without changes, Escape and Backspace close without a confirmation.
  await edit(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await edit(page)
  await expect(title(page)).toBeFocused()
  await reach(page, button(page, 'Done'))
  await page.keyboard.press('Backspace')
  await expect(dialog).toBeHidden()
})

test('B11 C3 publishing in the edit dialog: confirmation, toast, then the playlist in recent order', async ({ page }) => {
  const { request } = page.context()
  await signUp(request, 'Petra Publishes')
  const made = await request.post('/api/v0/beads', {
    headers: asyncHeader,
    data: { title: 'Not out yet', category: 'other', invitees: [], isDraft: true },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const { data } = (await made.json()) as { data: Bead }
  await page.goto(`${data.href}?sort=earliest`)
  await expect(page.getByText('DRAFT MODE')).toBeVisible()
  await edit(page)
  await button(page, 'Publish').click()
  await page.getByRole('dialog', { name: 'Publish this playlist?' }).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('The playlist is published.')).toBeVisible()
  await expect(page).toHaveURL((url) => url.pathname === data.href && url.search === '?sort=recent')
  await expect(page.getByText('DRAFT MODE')).toHaveCount(0)
})

test('C5 a failed save is tracked and shown, the form keeps its values; a reload restores the draft', async ({ page }) => {
  const reports: string[] = []
  await page.route('**/api/v1/analytics/*', (route) => {
    reports.push(new URL(route.request().url()).pathname.split('/').at(-1)!)
    return route.fulfill({ json: {} })
  })
  await page.route('**/api/v0/beads', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { message: 'Oh', code: 'internal', requestId: 'r' } })
      : route.fallback(),
  )
  await open(page, 'Fay Failure')
  const dialog = dialogOf(page)
  await title(page).fill('Written once')
  await dialog.getByLabel('Description').fill('And not again')
  await category(page).selectOption('books')
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('slow reading,')
  await button(page, 'Next').click()
  await page.route(
    '**/api/v0/beads',
    (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { message: 'Too many playlists', code: 'forbidden', requestId: 'r' } })
        : route.fallback(),
    { times: 1 },
  )
  await button(page, 'Skip & Draft').click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Too many playlists' })).toBeVisible()
  await expect(page.getByText('Uh oh, something went wrong. Please try again.')).toHaveCount(0)
  await button(page, 'Skip & Draft').click()
  await expect(page.getByText('Uh oh, something went wrong. Please try again.').first()).toBeVisible()
  await expect.poll(() => reports).toContain('newbeadfailed')
  expect(reports).not.toContain('newbead')

  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'Start a Playlist' }).click()
  await expect(dialog.getByText('Your draft has been restored.')).toBeVisible()
  await expect(title(page)).toHaveValue('Written once')
  await expect(dialog.getByLabel('Description')).toHaveValue('And not again')
  await expect(category(page)).toHaveValue('books')
  await expect(dialog.getByRole('button', { name: 'Remove SlowReading' })).toBeVisible()
  await page.unroute('**/api/v0/beads')
  await button(page, 'Next').click()
  await button(page, 'Skip & Draft').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Written once' })).toBeVisible()
  await expect.poll(() => reports).toContain('newbead')

  await page.route(/\/api\/v0\/beads\/b\w+$/, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await edit(page)
  await title(page).fill('Written twice')
  await button(page, 'Done').click()
  await expect.poll(() => reports).toContain('editbeadfailed')
  await expect(title(page)).toHaveValue('Written twice')
  await page.reload()
  await edit(page)
  await expect(title(page)).toHaveValue('Written twice')
  await button(page, 'Start over').click()
  await expect(title(page)).toHaveValue('Written once')
})

test('C5 after an edit the dialog closes; title and description change in place, in the queue too', async ({ page, baseURL }) => {
  await signUp(page.context().request, 'Ines Inplace')
  const bead = await startPlaylist(page.context().request, 'Working title')
  await page.context().request.post(`/api/v0/beads/${bead.id}`, { headers: asyncHeader, data: { description: 'Before' } })
  await addPost(page.context().request, bead.id, `${baseURL}/clips/two-stones.webm`, 'A slip of the keys')
  await page.goto(bead.href)
  await page.getByRole('button', { name: 'Play A slip of the keys' }).first().click()
  await expect(playerOf(page).getByRole('link', { name: 'Working title' }).first()).toBeVisible()
  await edit(page)
  await title(page).fill('Final title')
  await dialogOf(page).getByLabel('Description').fill('Afterwards')
  // The clip may have ended by now; the ended player names the playlist too.
  let requestCount = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) requestCount += 1
  })
  await button(page, 'Done').click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Final title' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Afterwards')).toBeVisible()
  await expect(page).toHaveTitle(/^Final title/)
  await expect(playerOf(page).getByRole('link', { name: 'Final title' }).first()).toBeVisible()
  await expect(page.getByText('Working title')).toHaveCount(0)
  expect(requestCount, 'in place').toBe(0)
})
