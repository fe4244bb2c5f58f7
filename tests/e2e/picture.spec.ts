/** The editor of the profile picture (P5, F4). */
import { messages } from '#contract/messages.ts'
import { colourOf, picture } from '../support/pictures.ts'
import { signUp } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Profile picture' })
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  dialogOf(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
const facts = (dialog: Locator) => dialog.getByRole('status')

async function openEditor(page: Page): Promise<Locator> {
  await page.goto('/preferences')
  await page.getByRole('button', { name: 'Change picture' }).press('Enter')
  await expect(dialogOf(page).getByRole('button', { name: 'Choose image' })).toBeFocused()
  return dialogOf(page)
}

test('P5 a file that is no picture, too large, too small or missing → an error, and another can be chosen', async ({ page, context }) => {
  await signUp(context.request, 'Ina Image')
  const dialog = await openEditor(page)
  const message = (text: string) =>
    text === '' ? expect(dialog.getByRole('alert')).toHaveCount(0) : expect(dialog.getByRole('alert')).toHaveText(text)
  const save = dialog.getByRole('button', { name: 'Save' })
  const frame = dialog.getByRole('button', { name: /Visible area/ })

  await save.click()
  await message("Oops, you didn't choose an image.")
  await choose(page, 'good.png', 'image/png', await picture(200, 200, { format: 'png' }))
  await expect(facts(dialog)).toHaveText('200 × 200 pixels, 0 from the left and 0 from the top')
  await message('')
  await choose(page, 'moving.gif', 'image/gif', await picture(300, 300, { format: 'gif' }))
  await message('Uh-oh, looks like you chose an invalid file type. It must be .jpg or .png.')
  await expect(frame).toHaveCount(0)
  await choose(page, 'none.png', 'image/png', Buffer.from('not a picture at all'))
  await message(messages.imageType)
  const padded = async (bytes: number) => Buffer.concat([await picture(300, 300)], bytes)
  await choose(page, 'huge.jpg', 'image/jpeg', await padded(5_000_001))
  await message('Oh no, the image is too big. The maximum file size is 5MB.')
  await choose(page, 'just-so.jpg', 'image/jpeg', await padded(5_000_000))
  await expect(facts(dialog)).toHaveText(/^300 × 300 pixels/)
  await save.click()
  await expect(dialog, 'the server takes it, too').toBeHidden()
  await page.getByRole('button', { name: 'Change picture' }).press('Enter')
  await choose(page, 'narrow.jpg', 'image/jpeg', await picture(199, 400))
  await message('Sorry, the image must be at least 200px by 200px.')
  await choose(page, 'good.jpg', 'image/jpeg', await picture(201, 200))
  await expect(frame).toBeVisible()

  const question = page.getByRole('dialog', { name: 'Your changes will not be saved. Close anyway?' })
  await page.goBack()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(frame).toBeVisible()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/preferences/)
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeFocused()
  // The previous choice is discarded.
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Choose image' })).toBeVisible()
  await expect(frame).toHaveCount(0)
})

test('P5 the crop is chosen by keyboard and by pointer, and that part is saved', async ({ page, context }) => {
  const { uid } = await signUp(context.request, 'Kit Crop')
  const dialog = await openEditor(page)
  await choose(page, 'two.png', 'image/png', await picture(800, 400, { format: 'png', colour: '#ff0000', left: '#0000ff' }))
  const frame = dialog.getByRole('button', { name: /Visible area/ })
  const corner = dialog.getByRole('button', { name: 'Lower right corner' })
  await expect(facts(dialog)).toHaveText('400 × 400 pixels, 200 from the left and 0 from the top')

  await test.step('by keyboard', async () => {
    await frame.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(facts(dialog)).toHaveText('400 × 400 pixels, 192 from the left and 0 from the top')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(facts(dialog)).toHaveText('400 × 400 pixels, 272 from the left and 0 from the top')
    await corner.focus()
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    await expect(facts(dialog)).toHaveText('200 × 200 pixels, 272 from the left and 0 from the top')
    await dialog.getByRole('slider', { name: 'Size of the visible area' }).press('End')
    await expect(facts(dialog)).toHaveText(/^400 × 400 pixels/)
    await dialog.getByRole('slider', { name: 'Size of the visible area' }).press('Home')
    await expect(facts(dialog)).toHaveText(/^200 × 200 pixels/)
  })

  await test.step('by pointer', async () => {
    const from = (await frame.boundingBox())!
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(from.x + 2000, from.y + 2000, { steps: 4 })
    await page.mouse.up()
    await expect(facts(dialog)).toHaveText('200 × 200 pixels, 600 from the left and 200 from the top')
    await expect(frame).toBeFocused()
    const at = (await dialog.getByRole('button', { name: 'Upper left corner' }).boundingBox())!
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2)
    await page.mouse.down()
    await page.mouse.move(at.x - 2000, at.y - 2000, { steps: 4 })
    await page.mouse.up()
    await expect(facts(dialog)).toHaveText('400 × 400 pixels, 400 from the left and 0 from the top')
    // A click outside the frame moves it there, as an alternative to dragging.
    const picture = (await dialog.locator('img').first().boundingBox())!
    await page.mouse.click(picture.x + 4, picture.y + 4)
    await expect(facts(dialog)).toHaveText('400 × 400 pixels, 0 from the left and 0 from the top')
  })

  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeFocused()
  const { image } = await (await context.request.get('/api/v0/me')).json()
  const [red, , blue] = await colourOf(await (await context.request.get(image)).body())
  expect(blue).toBeGreaterThan(200)
  expect(red).toBeLessThan(50)
  // The new picture is shown in all places.
  await expect(page.getByRole('main').locator(`img[src*="${new URL(image, 'http://x').pathname}"]`)).toBeVisible()
  await page.goto(`/p/${uid}`)
  await expect(page.getByRole('main').locator('header img').first()).toBeVisible()
})

test('P5 a failed save is logged to the console and the choice stays; a narrow screen has no editor', async ({ page, context }) => {
  await signUp(context.request, 'Una Able')
  const dialog = await openEditor(page)
  await choose(page, 'fine.png', 'image/png', await picture(300, 300, { format: 'png' }))
  await page.route('**/api/v0/me/updateimage', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: messages.serverError, requestId: 'r' } }),
  )
  const logged = page.waitForEvent('console', (message) => message.type() === 'error' && message.text().includes('Unable to update image.'))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await logged
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(facts(dialog)).toHaveText(/^300 × 300/)

  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Your changes will not be saved. Close anyway?' })
    .getByRole('button', { name: 'Close', exact: true })
    .last()
    .click()
  await expect(dialog).toBeHidden()
  await page.getByRole('main').locator('button[title="Change picture"]').click()
  await expect(dialog, 'the picture itself opens it too').toBeVisible()

  await page.setViewportSize({ width: 640, height: 800 })
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').locator('button[title="Change picture"]')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Preferences' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change picture' })).toHaveCount(0)
  await page.setViewportSize({ width: 641, height: 800 })
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
})
