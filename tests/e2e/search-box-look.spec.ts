/** The search box on narrow screens, without a session, with links, and its category filter (X1, X2, X6). */
import { expectAccessible } from './axe.ts'
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

test('X2 a link to a Strand page opens it; an unknown link can be opened too', async ({ page, baseURL }) => {
  await page.route(/\/api\/v0\/media\/info\/qmedia/, (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', message: 'no data' } }),
  )
  await page.goto('/discover')
  const box = await readyBox(page)
  await box.fill('https://nowhere.example/a')
  await expect(page.getByText('No details found for this page at nowhere.example.').first()).toBeVisible()
  await expect(linkOptions(page)).toHaveText(['Add it to a playlist', 'Open it at nowhere.example'])
  await box.fill(`${baseURL}/music?sort=top`)
  await expect(linkOptions(page)).toHaveText([/Open this page of Strand/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/music\?sort=top$/)
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

test('X6 selecting a category → its page, all categories, or the same search within it', async ({ page }) => {
  const choose = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Category: ${from}` }).click()
    await page.getByRole('menuitemradio', { name: to, exact: true }).click()
    await expect(page.getByRole('button', { name: `Category: ${to}` })).toBeVisible()
  }
  const at = (path: string) => expect(page).toHaveURL((url) => url.pathname + url.search === path)
  await page.goto('/discover')
  await choose('Everything', 'Music')
  await at('/music')
  await choose('Music', 'Books')
  await at('/books')
  await choose('Books', 'Everything')
  await at('/discover')

  await page.goto('/search/posts?q=night&category=music')
  await choose('Music', 'Film & TV')
  await at('/search/posts?q=night&category=film')
  await choose('Film & TV', 'Everything')
  await at('/search/posts?q=night')
  await page.goto('/tag/jazz')
  await choose('Everything', 'Music')
  await at('/tag/jazz?category=music')
})

test('X1 in a low window the result list covers the page, and is scrollable by keyboard to its end', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 360 })
  await page.goto('/discover')
  const box = boxOf(page)
  await box.fill('guitar')
  const list = page.getByRole('listbox', { name: 'Results' })
  await expect(list.getByRole('group', { name: 'Posts' })).toBeVisible()
  const covered = () =>
    list.evaluate((own) => {
      const { left, right, top, bottom } = own.parentElement!.getBoundingClientRect()
      const strange: string[] = []
      for (let x = left + 24; x < right - 24; x += 8)
        for (let y = top + 24; y < Math.min(bottom, innerHeight) - 24; y += 8) {
          const there = document.elementFromPoint(x, y)
          if (there && !own.parentElement!.contains(there)) strange.push(there.textContent)
        }
      return [...new Set(strange)]
    })
  expect(await covered()).toEqual([])
  await box.press('ArrowUp')
  await expect(page.getByRole('option', { name: 'Show all results for “guitar”' })).toBeInViewport({ ratio: 1 })
})

for (const width of [1280, 390])
  test(`BY17 X1 axe finds no violation in the search box, light and dark, ${width} wide`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/discover')
    if (width < 640) await page.getByRole('button', { name: 'Search', exact: true }).click()
    const box = boxOf(page)
    await box.focus()
    const check = (what: string) => expectAccessible(page, what, { within: '#top' })
    await box.fill('j')
    await expect(optionsOf(page).first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await check('finds')
    await box.fill('qqqqzzzz')
    await expect(page.getByText('No results found for qqqqzzzz.').first()).toBeVisible()
    await check('no finds')
    await box.fill(`${baseURL}/clips/mandelbrot-dive.mp4`)
    await expect(linkOptions(page).first()).toBeVisible()
    await check('a link')
    await page.route(/\/api\/v2\/search\?/, () => undefined)
    await box.fill('waiting')
    await expect(page.getByRole('option', { name: 'Show all results for “waiting”' })).toBeVisible()
    await check('while it waits')
  })
