/** The second slide of the playlist dialog: searching, pasting and cropping a picture (C2, C3). */
import { messages } from '#contract/messages.ts'
import { button, category, dialogOf, edit, open, title } from './bead-dialog.ts'
import { expect, test } from './fixtures.ts'
import { handPictures, pictureAt, playPictures } from './pictures.ts'

test('C2 C3 slide 2: search results per service in pages, with errors; protected pictures are refused; Back from the crop shows the results', async ({
  page,
}) => {
  const { requests, back } = await playPictures(page)
  const sent = await handPictures(page)
  await open(page, 'Pia Picture')
  await title(page).fill('Sunsets')
  await category(page).selectOption('art')
  await button(page, 'Next').click()
  const dialog = dialogOf(page)
  const flickr = dialog.getByRole('region', { name: 'Flickr' })
  const tiles = flickr.getByRole('listitem')
  await expect(dialog.locator('[data-state]')).toHaveAttribute('data-state', 'initial')
  expect(requests.filter((one) => !one.startsWith('sources'))).toEqual([])

  await dialog.getByRole('searchbox').fill('sunset')
  await page.keyboard.press('Enter')
  await expect(dialog.locator('[data-state]')).toHaveAttribute('data-state', 'search')
  await expect(tiles).toHaveCount(4)
  await expect(dialog.getByRole('region', { name: 'Openverse' })).toContainText('No pictures found.')
  const wikimedia = dialog.getByRole('region', { name: 'Wikimedia Commons' })
  await expect(wikimedia).toContainText("Wikimedia Commons isn't responding right now.")
  await expect(dialog.getByRole('region')).toHaveCount(3)
  back()
  await wikimedia.getByRole('button', { name: 'Try again' }).click()
  await expect(wikimedia.getByRole('button', { name: 'Back again' })).toBeVisible()

  for (const count of [6, 12, 18]) {
    await flickr.getByRole('button', { name: 'More from Flickr' }).click()
    await expect(tiles).toHaveCount(count)
  }
  await expect(flickr.getByRole('button', { name: 'More from Flickr' })).toHaveCount(0)
  expect(requests.filter((one) => one.startsWith('flickr '))).toEqual([
    'flickr sunset 1',
    'flickr sunset 1 all',
    'flickr sunset 2 all',
    'flickr sunset 3 all',
  ])

  // Picture 1 is marked as copyrighted by the search, picture 3 only when it is fetched.
  await flickr.getByRole('button', { name: /^Sunset 1, / }).press('Enter')
  await expect(flickr).toContainText('“Sunset 1” is copyrighted')
  await flickr.getByRole('button', { name: /^Sunset 3, / }).click()
  await expect(flickr).toContainText('“Sunset 3” is copyrighted')

  await flickr.getByRole('button', { name: /^Sunset 2, / }).click()
  await expect(dialog.locator('[data-state]')).toHaveAttribute('data-state', 'inSearch')
  await expect(dialog.getByLabel("Owner's name")).toHaveValue('Ann Marie Lee')
  await expect(dialog.getByLabel('Source')).toHaveValue('https://pictures.example/photos/2')
  await button(page, 'Back').click()
  await expect(tiles).toHaveCount(18)
  await flickr.getByRole('button', { name: /^Sunset 2, / }).click()

  // A canvas of 600 × 300 px, a preview of 190 px, and a crop of at least 200 × 200 px.
  const canvas = await dialog
    .getByRole('button', { name: /^Visible area/ })
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

  // An edit can crop the picture again.
  await edit(page)
  await button(page, 'Next').click()
  await button(page, 'Crop again').click()
  await expect(dialog.getByText(/^200 × 200 pixels/)).toBeVisible()
  await dialog.getByRole('slider').focus()
  await page.keyboard.press('End')
  await button(page, 'Done').click()
  await expect(dialog).toBeHidden()
  expect(sent[1]).toMatchObject({ crop: { xDimen: 270, yDimen: 270 } })
  expect(sent[1]).not.toHaveProperty('imageSrc')
})

test('C2 a pasted picture needs owner and source; a missing or too small one → an error; without the privilege, only search', async ({
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
  const source = dialog.getByLabel('Source')
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

  // Without the privilege, pasting and skipping are offered for open playlists only.
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
