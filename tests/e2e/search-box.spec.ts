/** The search box and its list of results (X1, X2). */
import { showcase } from './api.ts'
import { scriptOf } from './built.ts'
import { expect, test } from './fixtures.ts'
import { answerSearches, boxOf, expectClosed, find, listOf, optionsOf, readyBox, selectedOf, stopClock } from './search-box.ts'

test('X2 late answers to older queries are ignored', async ({ page }) => {
  // The first responses take longest. Each contains its query and matches no other query.
  await answerSearches(
    page,
    (q) => [find('bead', `Of q${q.replaceAll(' ', '-')}q`)],
    (_, n) => Math.max(0, 1200 - 250 * n),
  )
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.goto('/discover')
  const box = await readyBox(page)
  await page.evaluate(() => {
    const seen: [string, string][] = []
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const held = document.querySelector<HTMLInputElement>('[role=combobox]')!.value
      for (const option of document.querySelectorAll('[role=option]')) seen.push([held, option.textContent])
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  })
  await box.pressSequentially('blue note', { delay: 90 })
  await expect(page.getByRole('option', { name: 'Of qblue-noteq' })).toBeVisible()
  for (let n = 0; n < 5; n += 1) await box.press('Backspace')
  await box.pressSequentially('bird', { delay: 150 })
  await expect(page.getByRole('option', { name: 'Of qbluebirdq' })).toBeVisible()
  // Waits for pending responses.
  await page.waitForTimeout(1500)
  const seen = await page.evaluate(() => (window as unknown as { seen: [string, string][] }).seen)
  const results = seen.filter(([, text]) => text.startsWith('Of q'))
  expect(results.length).toBeGreaterThan(0)
  for (const [held, text] of results) expect(text, `while the box held "${held}"`).toBe(`Of q${held.trim().replaceAll(' ', '-')}q`)
  expect(complaints, 'what is called off is no error').toEqual([])
})

test('X2 fast typing queries the first letter and every third change; a pause of 450 ms queries the rest', async ({ page }) => {
  const requests = await answerSearches(page, (q) => [find('tag', q)])
  await page.clock.install()
  await page.goto('/discover')
  const box = await readyBox(page)
  // From here on the test advances the clock.
  await stopClock(page)
  await box.pressSequentially('jazz')
  await expect.poll(() => requests.map(({ q }) => q)).toEqual(['j', 'jazz'])
  await box.press('y')
  await page.clock.runFor(440)
  expect(requests).toHaveLength(2)
  await page.clock.runFor(20)
  await expect.poll(() => requests.map(({ q }) => q)).toEqual(['j', 'jazz', 'jazzy'])
  expect(requests.every(({ params }) => params.get('autocomplete') === '1' && params.get('limit') === '6')).toBe(true)

  await box.press('Space')
  await box.press('Backspace')
  await box.press('ArrowLeft')
  await page.clock.runFor(1000)
  expect(requests, 'a space at the end is no other question').toHaveLength(3)
})

test('X2 a recent query is answered from the cache, and pasted text is queried at once', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const requests = await answerSearches(page, (q) => [find('tag', q)])
  await page.goto('/discover')
  const box = await readyBox(page)
  await box.fill('jazz')
  await expect(page.getByRole('option', { name: 'jazz' }).first()).toBeVisible()
  await box.fill('')
  await expectClosed(page)
  await box.fill('jazz')
  await expect(page.getByRole('option', { name: 'jazz' }).first()).toBeVisible()
  expect(requests.map(({ q }) => q)).toEqual(['jazz'])

  await page.evaluate(() => navigator.clipboard.writeText('Blue Note'))
  await box.fill('')
  await box.press('Control+v')
  await expect.poll(() => requests.length).toBe(2)
  expect(requests[1]!.q).toBe('blue note')
  expect(requests[1]!.params.has('autocomplete')).toBe(false)
})

test('X2 text of an input method is queried when its composition ends', async ({ page }) => {
  const requests = await answerSearches(page, (q) => [find('tag', q)])
  await page.clock.install()
  await page.goto('/discover')
  const box = await readyBox(page)
  await stopClock(page)
  const keyboard = await page.context().newCDPSession(page)
  for (const text of ['n', 'ni', 'niho', 'にほ', '日本'])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await expect(box).toHaveValue('日本')
  await page.clock.runFor(1000)
  await keyboard.send('Input.insertText', { text: '日本' })
  await expect(page.getByRole('option', { name: '日本' }).first()).toBeVisible()
  expect(requests.map(({ q }) => q)).toEqual(['日本'])
})

test('X1 sections in order; the arrow keys move through them and wrap around, Enter opens the selection', async ({ page, request }) => {
  const bead = await showcase(request)
  await answerSearches(page, () => [
    find('post', 'A post', { beadTitle: 'Some list', artists: ['Somebody'] }),
    find('bead', bead.title, { href: bead.href, category: 'music', author: 'Ann', collects: 3 }),
    find('member', 'A member', { id: 'a.member', collects: 1 }),
    find('tag', 'ATag', { collects: 12 }),
    find('bead', 'Another list'),
    find('post', 'Another post'),
  ])
  await page.goto('/')
  await page.keyboard.press('Tab')
  await readyBox(page)
  await page.keyboard.type('a')
  await expect(optionsOf(page)).toHaveCount(7)
  await expect(boxOf(page)).toHaveAttribute('aria-expanded', 'true')
  expect(
    await listOf(page)
      .getByRole('group')
      .evaluateAll((groups) => groups.map((group) => document.getElementById(group.getAttribute('aria-labelledby')!)!.textContent)),
  ).toEqual(['Tags', 'Playlists', 'Members', 'Posts'])
  await expect(page.getByRole('search').getByRole('status')).toHaveText('6 results')
  await expect(optionsOf(page).nth(0)).toContainText('12 posts')
  await expect(optionsOf(page).nth(1)).toContainText('Music · by Ann · 3 followers')
  await expect(optionsOf(page).nth(3)).toContainText('@a.member · 1 follower')
  await expect(optionsOf(page).nth(4)).toContainText('Somebody · in Some list')

  await expect(selectedOf(page)).toHaveCount(0)
  for (let n = 0; n < 7; n += 1) {
    await page.keyboard.press('ArrowDown')
    await expect(boxOf(page)).toHaveAttribute('aria-activedescendant', (await optionsOf(page).nth(n).getAttribute('id'))!)
    await expect(optionsOf(page).nth(n)).toHaveAttribute('aria-selected', 'true')
  }
  await expect(selectedOf(page)).toHaveText(/Show all results for “a”/)
  await page.keyboard.press('ArrowDown')
  await expect(selectedOf(page)).toHaveText(/ATag/)
  await page.keyboard.press('ArrowUp')
  await expect(selectedOf(page)).toHaveText(/Show all/)
  for (let n = 0; n < 5; n += 1) await page.keyboard.press('ArrowUp')
  await expect(selectedOf(page)).toContainText(bead.title)
  await expect(boxOf(page)).toBeFocused()

  await page.keyboard.press('Home')
  await page.keyboard.type('b')
  await expect(boxOf(page), 'Home goes to the beginning of the text').toHaveValue('ba')
  await expect(selectedOf(page), 'another text, nothing selected').toHaveCount(0)
  await expect(optionsOf(page)).toHaveCount(7)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${bead.href}$`))
  await expectClosed(page)
  await expect(boxOf(page)).toHaveValue('')
  await expect(page.getByRole('heading', { level: 1, name: bead.title })).toBeFocused()
})

test('X1 X5 results of the demo world are highlighted; a click opens one', async ({ page, request }) => {
  const bead = await showcase(request)
  await page.goto('/discover')
  await boxOf(page).click()
  await boxOf(page).pressSequentially(bead.title.slice(0, 9), { delay: 20 })
  const option = page.getByRole('option', { name: bead.title })
  await expect(option).toBeVisible()
  await expect(option.locator('em').first()).toBeVisible()
  await option.click()
  await expect(page).toHaveURL(new RegExp(`${bead.href}$`))
  await expectClosed(page)
})

test('X1 Enter without a selection and "show all" → the page for the handle, with the category', async ({ page }) => {
  const requests = await answerSearches(page, (q) => [find('bead', q)])
  for (const [typed, all, path] of [
    ['blue note', 'Show all results for “blue note”', '/search?q=blue%20note&category=music'],
    ['#Jazz', 'Show all results for “#Jazz”', '/search?q=%23Jazz&category=music'],
    ['@ann', 'Show all members for “@ann”', '/search/members?q=%40ann'],
    ['*night', 'Show all playlists for “*night”', '/search/beads?q=*night&category=music'],
    ['bead night', 'Show all playlists for “bead night”', '/search/beads?q=bead%20night&category=music'],
  ] as const) {
    await page.goto('/music')
    const box = boxOf(page)
    await box.focus()
    await box.fill(typed)
    await expect(page.getByRole('option', { name: all })).toHaveAttribute('href', path)
    // The last entry appears before the query is answered.
    await expect.poll(() => requests.at(-1)?.q).toBe(typed.toLowerCase())
    expect(requests.at(-1)!.params.get('category')).toBe(typed.startsWith('@') ? null : 'music')
    await box.press('Enter')
    await expect(page).toHaveURL((url) => url.pathname + url.search === path)
    await expectClosed(page)
  }
})

test('X2 a failed query → no results and an error', async ({ page }) => {
  await answerSearches(page, (q) => [find('bead', q)])
  await page.goto('/discover')
  const box = await readyBox(page)
  await box.fill('fine')
  await expect(page.getByRole('option', { name: 'fine' }).first()).toBeVisible()
  await page.unroute(/\/api\/v2\/search\?/)
  await page.route(/\/api\/v2\/search\?/, (route) => route.fulfill({ status: 503, json: { code: 'internal', message: 'Away' } }))
  await box.fill('finest hour')
  await expect(page.getByText('No results found for finest hour.').first()).toBeVisible()
  await expect(page.getByRole('search').getByRole('status')).toHaveText('No results found for finest hour.')
  await expect(optionsOf(page)).toHaveText(['Search the web'])
})

test('X2 Escape, or leaving an empty box, ends a search session; a box with text retains its results', async ({ page }) => {
  const requests = await answerSearches(page, (q) => [find('bead', q)])
  await page.goto('/discover')
  const box = await readyBox(page)
  await box.fill('night')
  await expect(optionsOf(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue('')
  await expectClosed(page)
  await expect(box).toBeFocused()

  await page.keyboard.type('n')
  await expect(optionsOf(page)).toHaveCount(2)
  const count = requests.length
  await page.mouse.click(8, 700)
  await expectClosed(page)
  await expect(box).toHaveValue('n')
  await box.focus()
  await expect(optionsOf(page), 'the session went on').toHaveCount(2)
  expect(requests).toHaveLength(count)

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(box).toBeFocused()
  await expectClosed(page)
  await page.keyboard.press('Tab')
  await expect(box).not.toBeFocused()
  await expectClosed(page)
})

test('X1 text typed before the code has loaded is queried afterwards; Enter does not wait for it', async ({ page }) => {
  await answerSearches(page, (q) => [find('bead', `Of ${q}`)])
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(scriptOf('renderer/widgets/searchBox/LiveSearch.tsx'), async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/discover')
  await boxOf(page).focus()
  await page.keyboard.type('early bird')
  release()
  await expect(page.getByRole('option', { name: 'Of early bird' })).toBeVisible()
  await expect(boxOf(page)).toHaveValue('early bird')

  await page.unroute(scriptOf('renderer/widgets/searchBox/LiveSearch.tsx'))
  await page.route(scriptOf('renderer/widgets/searchBox/LiveSearch.tsx'), (route) => route.abort())
  await page.goto('/discover')
  await boxOf(page).focus()
  await page.keyboard.type('early bird')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=early%20bird$/)
})

test('X2 on search pages the box shows the query and sends no request by itself', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('sections=1') && requests.push(request.url()))
  await page.goto('/search/beads?q=blue%20note&category=music')
  await expect(boxOf(page)).toHaveValue('blue note')
  await readyBox(page)
  await page.goto('/tag/jazz')
  await expect(boxOf(page)).toHaveValue(/^#jazz$/i)
  await boxOf(page).focus()
  await page.waitForTimeout(600)
  expect(requests).toEqual([])
  await expectClosed(page)
})

test('BY9 X1 "/" focuses the box, except from a text field', async ({ page }) => {
  await page.goto('/discover')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(boxOf(page)).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type('a/b')
  await expect(boxOf(page)).toHaveValue('a/b')
})
