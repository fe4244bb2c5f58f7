/** The search box and its list of results (X1, X2). */
import { expect, test, vi } from 'vitest'
import { cdp, commands, page } from 'vitest/browser'
import { setMe } from '#data/session.ts'
import { address, expectCount, mount, pressOn, texts, typeInto } from './mount.tsx'
import {
  box,
  expectClosed,
  find,
  list,
  mountSearch,
  optionNamed,
  options,
  queriesOf,
  readyBox,
  selected,
  status,
} from './search-box-kit.ts'
import { sampleMe } from './samples.ts'
import { Refusal } from './server.ts'

const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })

test('X2 late answers to older queries are ignored', async () => {
  const complaints = vi.spyOn(console, 'error')
  // The first responses take longest. Each contains its query and matches no other query.
  await mountSearch('/tos', async (q, n) => {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1200 - 250 * n)))
    return [find('bead', `Of q${q.replaceAll(' ', '-')}q`)]
  })
  await readyBox()
  const seen: [string, string][] = []
  const observer = new MutationObserver(() => {
    const { value } = document.querySelector<HTMLInputElement>('[role=combobox]')!
    for (const option of document.querySelectorAll('[role=option]')) seen.push([value, option.textContent])
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
  await typeInto(box, 'blue note', 90)
  await expect.element(optionNamed('Of qblue-noteq')).toBeVisible()
  for (let n = 0; n < 5; n += 1) await commands.press('Backspace')
  await commands.typeText('bird', 150)
  await expect.element(optionNamed('Of qbluebirdq')).toBeVisible()
  // Waits for pending responses.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  observer.disconnect()
  const results = seen.filter(([, text]) => text.startsWith('Of q'))
  expect(results.length).toBeGreaterThan(0)
  for (const [value, text] of results) expect(text, `while the box contained "${value}"`).toBe(`Of q${value.trim().replaceAll(' ', '-')}q`)
  expect(complaints, 'a cancelled request is no error').not.toHaveBeenCalled()
})

test('X2 fast typing queries the first letter and every third change; a pause of 450 ms queries the rest', async () => {
  const mounted = await mountSearch('/tos', (q) => [find('tag', q)])
  await readyBox()
  stopClock()
  await commands.typeText('jazz')
  await expect.poll(() => queriesOf(mounted)).toEqual(['j', 'jazz'])
  await commands.press('y')
  await vi.advanceTimersByTimeAsync(440)
  expect(queriesOf(mounted)).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(20)
  await expect.poll(() => queriesOf(mounted)).toEqual(['j', 'jazz', 'jazzy'])
  const inputs = mounted.server.inputsOf('GET /api/v2/search')
  expect(inputs.every(({ query }) => query.autocomplete === true && query.limit === 6)).toBe(true)

  await commands.press('Space')
  await commands.press('Backspace')
  await commands.press('ArrowLeft')
  await vi.advanceTimersByTimeAsync(1000)
  expect(queriesOf(mounted), 'a space at the end does not change the query').toHaveLength(3)
})

test('X2 a recent query is answered from the cache, and pasted text is queried at once', async () => {
  const mounted = await mountSearch('/tos', (q) => [find('tag', q)])
  await readyBox()
  await box.fill('jazz')
  await expect.element(optionNamed('jazz')).toBeVisible()
  await box.fill('')
  await expectClosed()
  await box.fill('jazz')
  await expect.element(optionNamed('jazz')).toBeVisible()
  expect(queriesOf(mounted)).toEqual(['jazz'])

  await navigator.clipboard.writeText('Blue Note')
  await box.fill('')
  await pressOn(box, 'Control+v')
  await expect.poll(() => queriesOf(mounted)).toEqual(['jazz', 'blue note'])
  expect(mounted.server.inputsOf('GET /api/v2/search')[1]!.query.autocomplete).toBeFalsy()
})

test('X2 text of an input method is queried when its composition ends', async () => {
  const mounted = await mountSearch('/tos', (q) => [find('tag', q)])
  await readyBox()
  stopClock()
  for (const text of ['n', 'ni', 'niho', 'にほ', '日本'])
    await cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await expect.element(box).toHaveValue('日本')
  await vi.advanceTimersByTimeAsync(1000)
  await cdp().send('Input.insertText', { text: '日本' })
  await expect.element(optionNamed('日本')).toBeVisible()
  expect(queriesOf(mounted)).toEqual(['日本'])
})

test('X1 sections in order; the arrow keys move through them and wrap around, Enter opens the selection', async () => {
  await mountSearch('/discover', () => [
    find('post', 'A post', { beadTitle: 'Some list', artists: ['Somebody'] }),
    find('bead', 'Music to find', { href: '/music', category: 'music', author: 'Ann', collects: 3 }),
    find('member', 'A member', { id: 'a.member', collects: 1 }),
    find('tag', 'ATag', { collects: 12 }),
    find('bead', 'Another list'),
    find('post', 'Another post'),
  ])
  await readyBox()
  await commands.typeText('a')
  await expectCount(options, 7)
  await expect.element(box).toHaveAttribute('aria-expanded', 'true')
  const groups = list.getByRole('group').elements()
  expect(groups.map((group) => document.getElementById(group.getAttribute('aria-labelledby')!)!.textContent)).toEqual([
    'Tags',
    'Playlists',
    'Members',
    'Posts',
  ])
  await expect.element(status).toHaveTextContent(/^6 results$/)
  await expect.element(options.nth(0)).toHaveTextContent('12 posts')
  await expect.element(options.nth(1)).toHaveTextContent('Music · by Ann · 3 followers')
  await expect.element(options.nth(3)).toHaveTextContent('@a.member · 1 follower')
  await expect.element(options.nth(4)).toHaveTextContent('Somebody · in Some list')

  await expectCount(selected, 0)
  for (let n = 0; n < 7; n += 1) {
    await commands.press('ArrowDown')
    await expect.element(box).toHaveAttribute('aria-activedescendant', options.nth(n).element().id)
    await expect.element(options.nth(n)).toHaveAttribute('aria-selected', 'true')
  }
  await expect.element(selected).toHaveTextContent('Show all results for “a”')
  await commands.press('ArrowDown')
  await expect.element(selected).toHaveTextContent('ATag')
  await commands.press('ArrowUp')
  await expect.element(selected).toHaveTextContent('Show all')
  for (let n = 0; n < 5; n += 1) await commands.press('ArrowUp')
  await expect.element(selected).toHaveTextContent('Music to find')
  await expect.element(box).toHaveFocus()

  await commands.press('Home')
  await commands.typeText('b')
  await expect.element(box, { message: 'Home goes to the beginning of the text' }).toHaveValue('ba')
  await expectCount(selected, 0, 'another text, nothing selected')
  await expectCount(options, 7)
  await commands.press('ArrowDown')
  await commands.press('ArrowDown')
  await commands.press('Enter')
  await expect.poll(address).toBe('/music')
  await expectClosed()
  await expect.element(box).toHaveValue('')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('X1 Enter without a selection and "show all" → the page for the handle, with the category', async () => {
  for (const [typed, all, path] of [
    ['blue note', 'Show all results for “blue note”', '/search?q=blue%20note&category=music'],
    ['#Jazz', 'Show all results for “#Jazz”', '/search?q=%23Jazz&category=music'],
    ['@ann', 'Show all members for “@ann”', '/search/members?q=%40ann'],
    ['*night', 'Show all playlists for “*night”', '/search/beads?q=*night&category=music'],
    ['bead night', 'Show all playlists for “bead night”', '/search/beads?q=bead%20night&category=music'],
  ] as const) {
    const { server } = await mountSearch('/music', (q) => [find('bead', q)])
    const latest = () => server.inputsOf('GET /api/v2/search').findLast(({ query }) => query.sections)?.query
    await readyBox()
    await box.fill(typed)
    await expect.element(page.getByRole('option', { name: all })).toHaveAttribute('href', path)
    // The last entry appears before the query is answered.
    await expect.poll(() => latest()?.q).toBe(typed.toLowerCase())
    expect(latest()!.category ?? null).toBe(typed.startsWith('@') ? null : 'music')
    await pressOn(box, 'Enter')
    await expect.poll(address).toBe(path)
    await expectClosed()
  }
})

test('X2 a failed query → no results and an error', async () => {
  const { server } = await mountSearch('/tos', (q) => [find('bead', q)])
  await readyBox()
  await box.fill('fine')
  await expect.element(optionNamed('fine')).toBeVisible()
  server.answers['GET /api/v2/search'] = new Refusal({ code: 'unavailable', message: 'Away' })
  await box.fill('finest hour')
  await expect.element(page.getByText('No results found for finest hour.').first()).toBeVisible()
  await expect.element(status).toHaveTextContent(/^No results found for finest hour\.$/)
  await expect.poll(() => texts(options)).toEqual(['Search the web'])
})

test('X2 Escape, or leaving an empty box, ends a search session; a box with text retains its results', async () => {
  const mounted = await mountSearch('/tos', (q) => [find('bead', q)])
  await readyBox()
  await box.fill('night')
  await expectCount(options, 2)
  await commands.press('Escape')
  await expect.element(box).toHaveValue('')
  await expectClosed()
  await expect.element(box).toHaveFocus()

  await commands.typeText('n')
  await expectCount(options, 2)
  const { length } = queriesOf(mounted)
  await commands.clickAt(8, 700)
  await expectClosed()
  await expect.element(box).toHaveValue('n')
  box.element().focus()
  await expectCount(options, 2, 'the session continues')
  expect(queriesOf(mounted)).toHaveLength(length)

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.element(box).toHaveFocus()
  await expectClosed()
  await commands.press('Tab')
  await expect.element(box).not.toHaveFocus()
  await expectClosed()
})

test('X2 U9 a log-out resets the text and the results; after a log-in the text remains and is searched again', async () => {
  const mounted = await mountSearch('/tos', (q, n) => [find('post', `${q} ${n}`)], sampleMe())
  const { server, store } = mounted
  server.answers['GET /api/v0/me'] = new Refusal({ code: 'unauthenticated', message: 'Please log in.' })
  await readyBox()
  await box.fill('night')
  await expect.element(optionNamed('night 0')).toBeVisible()
  await commands.clickAt(8, 700)
  await expectClosed()
  setMe(store.dispatch, null)
  await expect.element(box).toHaveValue('')
  box.element().focus()
  await expectClosed()

  await box.fill('night')
  await expect.element(optionNamed('night 1')).toBeVisible()
  await commands.clickAt(8, 700)
  await expectClosed()
  server.answers['GET /api/v0/me'] = sampleMe()
  setMe(store.dispatch, sampleMe())
  await expect.element(page.getByRole('button', { name: 'Account of Ada Lovelace' })).toBeVisible()
  await expect.element(box).toHaveValue('night')
  await expectClosed()
  expect(queriesOf(mounted)).toEqual(['night', 'night'])
  box.element().focus()
  await expect.element(optionNamed('night 2')).toBeVisible()
  await expectCount(page.getByRole('option', { name: 'night 1' }), 0)
  expect(queriesOf(mounted)).toEqual(['night', 'night', 'night'])
})

test('X2 on search pages the box shows the query and sends no request by itself', async () => {
  const dropdownQueries = ({ server }: Awaited<ReturnType<typeof mount>>) =>
    server.inputsOf('GET /api/v2/search').filter(({ query }) => query.sections)
  const searchPage = await mount('/search/beads?q=blue%20note&category=music')
  await expect.element(box).toHaveValue('blue note')
  await readyBox()
  expect(dropdownQueries(searchPage)).toEqual([])
  const tagPage = await mount('/tag/jazz')
  await expect.poll(() => (box.element() as HTMLInputElement).value).toMatch(/^#jazz$/i)
  await readyBox()
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(dropdownQueries(tagPage)).toEqual([])
  await expectClosed()
})

test('BY9 X1 "/" focuses the box, except from a text field', async () => {
  await mount('/tos')
  await page.getByRole('heading', { level: 1 }).click()
  await commands.press('/')
  await expect.element(box).toHaveFocus()
  await commands.typeText('a/b')
  await expect.element(box).toHaveValue('a/b')
})
