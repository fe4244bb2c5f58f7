/** The dialog in which a playlist is started or edited (C1 to C5). */
import { messages } from '#contract/messages.ts'
import type { Bead } from '#contract/schemas.ts'
import { addPost, asyncHeader, signUp, startPlaylist } from './api.ts'
import { button, category, dialogOf, edit, open, title } from './bead-dialog.ts'
import { expect, test } from './fixtures.ts'
import { handPictures, playPictures } from './pictures.ts'
import { reach } from './keyboard.ts'
import { countShakes, shakes } from './shakes.ts'
import { playerOf } from './members.ts'

test('C1 slide 1: type, title of 2 to 64 characters with a letter, category; invalid fields are marked and shake, nothing is lost', async ({
  page,
}) => {
  await countShakes(page)
  await open(page, 'Cora Creator')
  const dialog = dialogOf(page)
  const next = () => button(page, 'Next').click()
  const wrong = async (text: string) => {
    await expect(title(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(title(page)).toBeFocused()
    await expect(dialog.getByText(text)).toBeVisible()
  }

  await next()
  await wrong(messages.beadTitleInvalid)
  await expect(dialog.getByText(messages.categoryRequired)).toBeVisible()
  await expect.poll(() => shakes(page)).toEqual([200])
  await expect(page.locator('[data-shaking]')).toHaveCount(0)
  await expect(category(page).locator('option')).not.toContainText(['Everything'])
  await category(page).selectOption('music')

  for (const bad of ['a', ' a ', '12', '42 !!']) {
    await title(page).fill(bad)
    await next()
    await wrong(messages.beadTitleInvalid)
    await expect(title(page)).toHaveValue(bad)
  }
  await title(page).fill('x'.repeat(65))
  await expect(dialog.getByText('1 too many')).toBeVisible()
  await next()
  await wrong(messages.beadTitleTooLong)
  // The limits of 2 and 64 characters, counted after white space is collapsed and trimmed.
  for (const good of ['ab', 'x'.repeat(64), `  ${'x'.repeat(31)}   ${'y'.repeat(32)}  `]) {
    await title(page).fill(good)
    await next()
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    await button(page, 'Back').click()
    await expect(title(page)).toHaveValue(good)
  }

  // In an open playlist, "?" is appended before the length is checked.
  await dialog.getByRole('radio', { name: /Open community/ }).check()
  await title(page).fill('x'.repeat(64))
  await next()
  await wrong(messages.beadTitleTooLong)
  await expect(dialog.getByText(messages.beadDescriptionRequired)).toBeVisible()
  await title(page).fill(`${'x'.repeat(63)}?`)
  await dialog.getByLabel('Description').fill('What is this playlist about?')
  await next()
  await expect(dialog.getByText(messages.beadDescriptionRequired)).toBeVisible()
  await expect(dialog.getByLabel('Description')).toBeFocused()
  await dialog.getByLabel('Description').fill('Songs that end too soon')
  for (const good of [`${'x'.repeat(63)}?`, 'x'.repeat(63), '  Which   songs ']) {
    await title(page).fill(good)
    await next()
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    await button(page, 'Back').click()
  }
  await next()
  await button(page, 'Skip & Submit').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Which songs?' })).toBeVisible()
  await expect(page.getByText('UNDER REVIEW')).toBeVisible()
  // The type cannot be changed later.
  await edit(page)
  await expect(dialog.getByRole('radio')).toHaveCount(0)
})

test('C1 BY17 with reduced motion, an invalid form changes its colour and does not shake', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, 'Rita Reduced')
  await page.evaluate(() =>
    new MutationObserver(() => {
      const box = document.querySelector('[data-shaking]')
      if (box) document.body.dataset['seen'] = `${getComputedStyle(box).animationName} ${getComputedStyle(box).backgroundColor}`
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-shaking'] }),
  )
  await button(page, 'Next').click()
  await expect(page.locator('body')).toHaveAttribute('data-seen', /^none rgb\(/)
  await expect(page.locator('body')).not.toHaveAttribute('data-seen', /rgba\(0, 0, 0, 0\)/)
})

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

test('C4 the basic creator: title and Start; Enter submits, Escape closes, the same validation of titles', async ({ page }) => {
  const { uid } = await signUp(page.context().request, 'Bea Basic')
  await page.goto(`/p/${uid}`)
  const opener = page.getByRole('main').getByRole('button', { name: 'Start a new Playlist' })
  await opener.click()
  const input = page.getByRole('textbox', { name: 'Start a new Playlist' })
  await expect(input).toBeFocused()
  await expect(input).toHaveAttribute('placeholder', 'Enter a title')
  await page.keyboard.press('Escape')
  await expect(input).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  for (const [bad, why] of [
    ['7', messages.beadTitleInvalid],
    ['77', messages.beadTitleInvalid],
    ['x'.repeat(65), messages.beadTitleTooLong],
  ] as const) {
    await input.fill(bad)
    await page.keyboard.press('Enter')
    await expect(page.getByText(why)).toBeVisible()
    await expect(input).toHaveValue(bad)
  }
  await input.fill('  Off   we go ')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Off we go' })).toBeVisible()
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
