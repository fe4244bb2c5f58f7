/** The search box on narrow screens and with links (X1, X2, X6). Its other tests are in tests/component/search-box-look.test.tsx. */
import { signUp, startPlaylist } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { onwards, playerOf, postIt, toWriting } from './members.ts'
import { answerSearches, boxOf, expectClosed, find, optionsOf, readyBox } from './search-box.ts'

const linkOptions = (page: Page) => page.getByRole('listbox', { name: 'Link' }).getByRole('option')

test('X2 L6 a link in the search box → its preview, playable at once though it is in no playlist', async ({ page, baseURL }) => {
  await page.goto('/discover')
  const box = await readyBox(page)
  const searched: string[] = []
  page.on('request', (request) => request.url().includes('/api/v2/search') && searched.push(request.url()))
  await box.fill('https:/')
  await expect(page.getByText('Keep typing or paste a link')).toBeVisible()
  await box.fill(`${baseURL}/clips/mandelbrot-dive.mp4`)
  await expect(linkOptions(page)).toHaveText(['Play it now', 'Add it to a playlist', `Open it at ${new URL(baseURL!).host}`])
  await expect(linkOptions(page).nth(2)).toHaveAttribute('target', '_blank')
  await page.keyboard.press('Enter')
  await expect(playerOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expectClosed(page)
  await expect(box).toHaveValue('')
  expect(searched).toEqual([])
})

test('X2 a link in the search box → can be added as a post', async ({ page, baseURL }) => {
  await signUp(page.context().request, 'Lina Link')
  const bead = await startPlaylist(page.context().request, 'Found by link')
  await page.goto('/discover')
  const box = await readyBox(page)
  await box.fill(`${baseURL}/clips/mandelbrot-dive.mp4`)
  await linkOptions(page).filter({ hasText: 'Add it to a playlist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a post' })
  await expect(dialog.getByRole('button', { name: 'Choose something else' })).toBeVisible()
  await onwards(dialog).click()
  await dialog.getByRole('button', { name: bead.title }).click()
  await toWriting(dialog)
  await postIt(dialog)
  await expect(page).toHaveURL(/newPost/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true })

  test('X1 X2 on a phone the search box covers the bar with touch-sized targets; it closes on blur, Escape and its arrow', async ({
    page,
  }) => {
    await answerSearches(page, (q) => [
      find('tag', q),
      find('bead', 'A list', { href: '/music' }),
      ...[1, 2, 3, 4].map((n) => find('post', `Post ${n}`, { beadTitle: 'Long '.repeat(20) })),
    ])
    await page.goto('/discover')
    const opener = page.getByRole('button', { name: 'Search', exact: true })
    await expect(boxOf(page)).toBeHidden()
    const open = async () => {
      await opener.tap()
      await expect(boxOf(page)).toBeFocused()
    }
    await open()
    const wide = await page.getByRole('search').locator('form').boundingBox()
    expect(wide).toMatchObject({ x: 0, width: 390 })
    await page.keyboard.type('a')
    await expect(optionsOf(page)).toHaveCount(7)
    for (const target of [
      ...(await optionsOf(page).all()),
      page.getByRole('button', { name: 'Clear', exact: true }),
      page.getByRole('button', { name: 'Close the search' }),
    ]) {
      await target.scrollIntoViewIfNeeded()
      const { x, width, height } = (await target.boundingBox())!
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      expect(x + width).toBeLessThanOrEqual(390)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await optionsOf(page).nth(1).tap()
    await expect(page).toHaveURL(/\/music$/)
    await expect(boxOf(page)).toBeHidden()

    await open()
    await page.keyboard.type('b')
    await expect(optionsOf(page)).toHaveCount(7)
    await page.keyboard.press('Escape')
    await expect(boxOf(page)).toBeHidden()
    await expect(opener).toBeFocused()

    await open()
    await page.keyboard.type('b')
    await expect(optionsOf(page)).toHaveCount(7)
    await boxOf(page).evaluate((input: HTMLInputElement) => input.blur())
    await expect(boxOf(page), 'left with text in it').toBeHidden()
    await expectClosedOnPhone(page)

    await open()
    await page.getByRole('button', { name: 'Close the search' }).tap()
    await expect(boxOf(page)).toBeHidden()
  })

  test('X6 the category is selectable on a phone too', async ({ page }) => {
    await page.goto('/discover')
    await page.getByRole('button', { name: 'Category: Everything' }).tap()
    await page.getByRole('menuitemradio', { name: 'Film & TV' }).tap()
    await expect(page).toHaveURL(/\/film$/)
    const { width, height } = (await page.getByRole('button', { name: 'Category: Film & TV' }).boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  })
})

const expectClosedOnPhone = (page: Page) => expect(page.getByRole('option')).toHaveCount(0)
