/** The limit of tags, and removing the picture, in the playlist dialog (C1, C2, C5). */
import { readFile } from 'node:fs/promises'
import type { Bead } from '#contract/schemas.ts'
import { addPost, asyncHeader, signUp } from './api.ts'
import { button, dialogOf, edit, open } from './bead-dialog.ts'
import { expect, test } from './fixtures.ts'
import { playerOf } from './members.ts'

test('C1 a playlist takes 20 tags; the input is read-only until one is removed', async ({ page }) => {
  await open(page, 'Tara Twenty')
  const dialog = dialogOf(page)
  const tags = dialog.getByRole('combobox', { name: 'Tags' })
  const chosen = dialog.getByRole('list', { name: 'Selected' }).getByRole('listitem')
  await tags.fill(`${Array.from({ length: 19 }, (_, n) => `number ${n + 1}`).join(',')},`)
  await expect(chosen).toHaveCount(19)
  await tags.fill('number 20,')
  await expect(chosen).toHaveCount(20)
  await expect(tags).toHaveAttribute('readonly')
  await dialog.getByRole('button', { name: 'Remove Number7' }).click()
  await expect(chosen).toHaveCount(19)
  // Of two tags pasted at once, only the first one fits.
  await tags.fill('number 21,number 22,')
  await expect(chosen).toHaveCount(20)
  await expect(chosen.last()).toContainText('Number21')
})

test('C2 C5 an edit removes the picture or retains it, in place, on the page and in the queue', async ({ page, baseURL }) => {
  const { uid } = await signUp(page.context().request, 'Pat Pictureless')
  const image = (await readFile('server/demo/pictures/clips/tides.jpg')).toString('base64')
  const response = await page.context().request.post('/api/v0/beads', {
    headers: asyncHeader,
    data: { title: 'With a cover', category: 'art', invitees: [], image, attribution: { name: 'Ann Lee', url: 'https://example.org/1' } },
  })
  const { data: bead } = (await response.json()) as { data: Bead }
  await addPost(page.context().request, bead.id, `${baseURL}/clips/two-stones.webm`, 'A slip of the keys')
  await page.goto(bead.href)
  const cover = page.locator(`img[src*="/beads/"][src*="${bead.id}"]`)
  await expect(page.getByRole('main').locator(cover).first()).toBeVisible()
  await page.getByRole('button', { name: 'Play A slip of the keys' }).first().click()
  await expect(playerOf(page).locator(cover).first()).toBeAttached()
  const dialog = dialogOf(page)
  await edit(page)
  await button(page, 'Next').click()
  await expect(dialog.getByRole('img', { name: 'Current picture' })).toBeVisible()
  await button(page, 'Remove the picture').press('Enter')
  await expect(dialog.getByText('The picture will be removed when you press Done.')).toBeVisible()
  await expect(button(page, 'Crop again')).toHaveCount(0)
  await button(page, 'Keep the picture').press('Enter')
  await expect(dialog.getByRole('img', { name: 'Current picture' })).toBeVisible()
  await button(page, 'Remove the picture').click()

  // Closing needs a confirmation.
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Your changes will not be saved. Close anyway?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await button(page, 'Done').click()
  await expect(dialog).toBeHidden()
  await expect(cover).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Ann Lee')).toHaveCount(0)
  const { image: left } = (await (await page.context().request.get(`/api/v0/beads/${bead.id}`)).json()) as Bead
  expect(left).toBeNull()
  expect((await page.context().request.get(bead.image!)).status()).toBe(404)
  await page.goto(`/p/${uid}`)
  await expect(page.getByRole('main').getByRole('link', { name: 'With a cover' }).first()).toBeVisible()
  await expect(cover).toHaveCount(0)
})
