/** The dialog in which a playlist is started or edited (C1 to C5). */
import { messages } from '#contract/messages.ts'
import type { Bead } from '#contract/schemas.ts'
import { addPost, asyncHeader, signUp, startPlaylist } from './api.ts'
import { button, category, dialogOf, edit, open, title } from './bead-dialog.ts'
import { expect, test } from './fixtures.ts'
import { handPictures, pictureAt, playPictures } from './pictures.ts'
import { reach } from './keyboard.ts'
import { countShakes, shakes } from './shakes.ts'
import { playerOf } from './members.ts'

test('C1 slide 1: the type, a title of 2 to 64 with a letter, a description where it is open, a category; what is wrong is marked, the dialog shakes, nothing is lost', async ({
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
  // Two characters, 64 of them, and as many with white space that is collapsed and trimmed.
  for (const good of ['ab', 'x'.repeat(64), `  ${'x'.repeat(31)}   ${'y'.repeat(32)}  `]) {
    await title(page).fill(good)
    await next()
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    await button(page, 'Back').click()
    await expect(title(page)).toHaveValue(good)
  }

  // An open one: the "?" is appended before the length is looked at, and counts.
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
  // What kind it is was chosen for good.
  await edit(page)
  await expect(dialog.getByRole('radio')).toHaveCount(0)
})

test('C1 BY17 where motion is not wanted what is refused changes its colour and does not shake', async ({ page }) => {
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

test('C2 C3 slide 2: 4 of each service and then more, three pages; empty and failed ones said; what is under copyright cannot be used; back from the crop are the results', async ({
  page,
}) => {
  const { asked, back } = await playPictures(page)
  const sent = await handPictures(page)
  await open(page, 'Pia Picture')
  await title(page).fill('Sunsets')
  await category(page).selectOption('art')
  await button(page, 'Next').click()
  const dialog = dialogOf(page)
  const flickr = dialog.getByRole('region', { name: 'Flickr' })
  const tiles = flickr.getByRole('listitem')
  await expect(dialog.locator('[data-state]')).toHaveAttribute('data-state', 'initial')
  expect(asked.filter((one) => !one.startsWith('sources'))).toEqual([])

  await dialog.getByRole('searchbox').fill('sunset')
  await page.keyboard.press('Enter')
  await expect(dialog.locator('[data-state]')).toHaveAttribute('data-state', 'search')
  await expect(tiles).toHaveCount(4)
  await expect(dialog.getByRole('region', { name: 'Openverse' })).toContainText('No pictures found.')
  const wikimedia = dialog.getByRole('region', { name: 'Wikimedia Commons' })
  await expect(wikimedia).toContainText("Wikimedia Commons doesn't answer at the moment.")
  await expect(dialog.getByRole('region')).toHaveCount(3)
  back()
  await wikimedia.getByRole('button', { name: 'Try again' }).click()
  await expect(wikimedia.getByRole('button', { name: 'Back again' })).toBeVisible()

  for (const count of [6, 12, 18]) {
    await flickr.getByRole('button', { name: 'More from Flickr' }).click()
    await expect(tiles).toHaveCount(count)
  }
  await expect(flickr.getByRole('button', { name: 'More from Flickr' })).toHaveCount(0)
  expect(asked.filter((one) => one.startsWith('flickr '))).toEqual([
    'flickr sunset 1',
    'flickr sunset 1 all',
    'flickr sunset 2 all',
    'flickr sunset 3 all',
  ])

  // One that the search marks, and one whose service says so when it is asked.
  await flickr.getByRole('button', { name: /^Sunset 1, / }).press('Enter')
  await expect(flickr).toContainText('“Sunset 1” is under copyright')
  await flickr.getByRole('button', { name: /^Sunset 3, / }).click()
  await expect(flickr).toContainText('“Sunset 3” is under copyright')

  await flickr.getByRole('button', { name: /^Sunset 2, / }).click()
  await expect(dialog.locator('[data-state]')).toHaveAttribute('data-state', 'inSearch')
  await expect(dialog.getByLabel("Owner's name")).toHaveValue('Ann Marie Lee')
  await expect(dialog.getByLabel('Where it comes from')).toHaveValue('https://pictures.example/photos/2')
  await button(page, 'Back').click()
  await expect(tiles).toHaveCount(18)
  await flickr.getByRole('button', { name: /^Sunset 2, / }).click()

  // The canvas of 600 by 300, the preview of 190, and a square that gets no smaller than 200 by 200.
  const canvas = await dialog
    .getByRole('button', { name: /^The part that is shown/ })
    .locator('..')
    .boundingBox()
  expect(canvas!.width).toBeLessThanOrEqual(600)
  expect(canvas!.height).toBeCloseTo(300, 0)
  expect((await dialog.locator('figure > div').boundingBox())!.width).toBe(190)
  await dialog.getByRole('slider').focus()
  await page.keyboard.press('Home')
  await expect(dialog.getByText(/^200 × 200 pixels/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Lower right corner' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByText(/^200 × 200 pixels/)).toBeVisible()
  const hidden = (name: string): Promise<string> => dialog.locator(`input[type=hidden][name=${name}]`).inputValue()
  expect(await Promise.all(['dx', 'dy', 'attribution', 'attributionURL', 'imageFormat'].map(hidden))).toEqual([
    '200',
    '200',
    'Ann Marie Lee',
    'https://pictures.example/photos/2',
    'jpg',
  ])

  await button(page, 'Launch in draft').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sunsets' })).toBeVisible()
  await expect(page.getByText('DRAFT MODE')).toBeVisible()
  expect(sent).toEqual([
    expect.objectContaining({
      title: 'Sunsets',
      isDraft: true,
      invitees: [],
      imageSrc: pictureAt(2),
      attribution: { name: 'Ann Marie Lee', url: 'https://pictures.example/photos/2' },
      crop: { xCoord: expect.any(Number), yCoord: expect.any(Number), xDimen: 200, yDimen: 200 },
    }),
  ])

  // Another part of it, later.
  await edit(page)
  await button(page, 'Next').click()
  await button(page, 'Choose another part').click()
  await expect(dialog.getByText(/^200 × 200 pixels/)).toBeVisible()
  await dialog.getByRole('slider').focus()
  await page.keyboard.press('End')
  await button(page, 'Done').click()
  await expect(dialog).toBeHidden()
  expect(sent[1]).toMatchObject({ crop: { xDimen: 270, yDimen: 270 } })
  expect(sent[1]).not.toHaveProperty('imageSrc')
})

test('C2 a pasted address: the owner’s name and a source are needed; one that is gone or too small is said; who may not is told to search', async ({
  page,
  baseURL,
}) => {
  await playPictures(page)
  const sent = await handPictures(page)
  await open(page, 'Paula Paste')
  const dialog = dialogOf(page)
  await title(page).fill('Pasted')
  await category(page).selectOption('art')
  await button(page, 'Next').click()
  const box = dialog.getByRole('searchbox')
  await box.fill('https://pictures.example/gone')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert').filter({ hasText: messages.imageGone })).toBeVisible()
  await page.route('https://pictures.example/small.png', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="199" height="200"/>',
    }),
  )
  await box.fill('https://pictures.example/small.png')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert').filter({ hasText: messages.profileImageTooSmall })).toBeVisible()
  await box.fill(pictureAt(7))
  await page.keyboard.press('Enter')

  const name = dialog.getByLabel("Owner's name")
  const source = dialog.getByLabel('Where it comes from')
  const launch = () => button(page, 'Launch in draft').click()
  await expect(name).toHaveValue('')
  await launch()
  await expect(dialog.getByText(messages.attributionName)).toBeVisible()
  await expect(dialog.getByText(messages.attributionUrl)).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('Ann Lee')
  for (const bad of ['ftp://a.example/1', 'mine', 'from a friend']) {
    await source.fill(bad)
    await launch()
    await expect(dialog.getByText(messages.linkInvalid)).toBeVisible()
    await expect(source).toBeFocused()
    await expect(source).toHaveValue(bad)
  }
  expect(sent).toEqual([])
  await source.fill(`${new URL(baseURL!).host}/about`)
  await launch()
  await expect(page.getByRole('heading', { level: 1, name: 'Pasted' })).toBeVisible()
  expect(sent[0]).toMatchObject({ imageSrc: pictureAt(7), attribution: { name: 'Ann Lee' } })

  // Without the privilege neither pasting nor skipping is offered for a personal one; for an open one both are.
  await page.route('**/discover', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"canCreateDraftBead":true', '"canCreateDraftBead":false') })
  })
  await page.goto('/discover')
  await page.getByRole('main').getByRole('button', { name: 'Start a Playlist' }).click()
  await title(page).fill('Searched')
  await category(page).selectOption('art')
  await button(page, 'Next').click()
  await expect(button(page, 'Skip & Draft')).toHaveCount(0)
  await expect(box).toHaveAttribute('placeholder', 'Type to search')
  await box.fill(pictureAt(8))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert').filter({ hasText: messages.cannotPasteImage })).toBeVisible()
  await button(page, 'Back').click()
  await dialog.getByRole('radio', { name: /Open community/ }).check()
  await dialog.getByLabel('Description').fill('Whoever likes')
  await button(page, 'Next').click()
  await expect(button(page, 'Skip & Submit')).toBeVisible()
  await box.fill(pictureAt(8))
  await page.keyboard.press('Enter')
  await expect(button(page, 'Submit for review')).toBeVisible()
})

test('C3 by keyboard alone: Backspace outside of text fields goes back and then closes, Escape asks before anything is lost, publish asks as well', async ({
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
  await expect(dialog.getByRole('button', { name: /^The part that is shown/ })).toBeFocused()
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

  // Nothing was changed: Escape and Backspace close without a question.
  await edit(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await edit(page)
  await expect(title(page)).toBeFocused()
  await reach(page, button(page, 'Done'))
  await page.keyboard.press('Backspace')
  await expect(dialog).toBeHidden()
})

test('B11 C3 publish in the edit dialog asks, says that it is out, and goes to the playlist in recent order', async ({ page }) => {
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

test('C4 the basic creator: a title and Start; Enter submits, Escape closes, the same rule of titles', async ({ page }) => {
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

test('C5 what fails is tracked and said, and the form is as it was; a reload loses nothing that was typed', async ({ page }) => {
  const told: string[] = []
  await page.route('**/api/v1/analytics/*', (route) => {
    told.push(new URL(route.request().url()).pathname.split('/').at(-1)!)
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
  await expect.poll(() => told).toContain('newbeadfailed')
  expect(told).not.toContain('newbead')

  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'Start a Playlist' }).click()
  await expect(dialog.getByText('Here is what you had not sent yet.')).toBeVisible()
  await expect(title(page)).toHaveValue('Written once')
  await expect(dialog.getByLabel('Description')).toHaveValue('And not again')
  await expect(category(page)).toHaveValue('books')
  await expect(dialog.getByRole('button', { name: 'Remove SlowReading' })).toBeVisible()
  await page.unroute('**/api/v0/beads')
  await button(page, 'Next').click()
  await button(page, 'Skip & Draft').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Written once' })).toBeVisible()
  await expect.poll(() => told).toContain('newbead')

  await page.route(/\/api\/v0\/beads\/b\w+$/, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await edit(page)
  await title(page).fill('Written twice')
  await button(page, 'Done').click()
  await expect.poll(() => told).toContain('editbeadfailed')
  await expect(title(page)).toHaveValue('Written twice')
  await page.reload()
  await edit(page)
  await expect(title(page)).toHaveValue('Written twice')
  await button(page, 'Start over').click()
  await expect(title(page)).toHaveValue('Written once')
})

test('C5 after an edit the dialog closes, and titles and descriptions change in place, in the queue too', async ({ page, baseURL }) => {
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
  // The clip may be over by now: what is said of it names the playlist as well.
  let asked = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) asked += 1
  })
  await button(page, 'Done').click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Final title' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Afterwards')).toBeVisible()
  await expect(page).toHaveTitle(/^Final title/)
  await expect(playerOf(page).getByRole('link', { name: 'Final title' }).first()).toBeVisible()
  await expect(page.getByText('Working title')).toHaveCount(0)
  expect(asked, 'in place').toBe(0)
})
