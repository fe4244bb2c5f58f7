/** The search box with links, its category filter, and its look (X1, X2, X6). */
import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { expectAccessible } from './axe.ts'
import { address, mount, pressOn, setViewport, texts } from './mount.tsx'
import { sampleMedia } from './samples.ts'
import { box, find, found, list, mountSearch, options, readyBox } from './search-box-kit.ts'
import { Refusal } from './server.ts'

const linkOptions = page.getByRole('listbox', { name: 'Link' }).getByRole('option')

test('X2 a link to a Strand page opens it; an unknown link can be opened too', async () => {
  await mount('/tos', { answers: { 'GET /api/v0/media/info/qmedia': new Refusal({ code: 'not_found', message: 'no data' }) } })
  await readyBox()
  await box.fill('https://nowhere.example/a')
  await expect.element(page.getByText('No details found for this page at nowhere.example.').first()).toBeVisible()
  await expect.poll(() => texts(linkOptions)).toEqual(['Add it to a playlist', 'Open it at nowhere.example'])
  await box.fill(`${location.origin}/music?sort=top`)
  await expect.poll(() => texts(linkOptions)).toEqual([expect.stringContaining('Open this page of Strand')])
  await commands.press('Enter')
  await expect.poll(address).toBe('/music?sort=top')
})

test('X6 selecting a category → its page, all categories, or the same search within it', async () => {
  const choose = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Category: ${from}` }).click()
    await page.getByRole('menuitemradio', { name: to, exact: true }).click()
    await expect.element(page.getByRole('button', { name: `Category: ${to}` })).toBeVisible()
  }
  const at = (path: string) => expect.poll(address).toBe(path)
  await mount('/discover')
  await choose('Everything', 'Music')
  await at('/music')
  await choose('Music', 'Books')
  await at('/books')
  await choose('Books', 'Everything')
  await at('/discover')

  await mount('/search/posts?q=night&category=music')
  await choose('Music', 'Film & TV')
  await at('/search/posts?q=night&category=film')
  await choose('Film & TV', 'Everything')
  await at('/search/posts?q=night')
  await mount('/tag/jazz')
  await choose('Everything', 'Music')
  await at('/tag/jazz?category=music')
})

test('X1 in a low window the result list covers the page, and is scrollable by keyboard to its end', async () => {
  await setViewport(800, 360)
  await mountSearch('/discover', (q) => [
    ...['tag', 'bead', 'bead', 'member'].map((type, n) => find(type as 'tag', `${q} ${n}`)),
    find('post', `${q} post`, { beadTitle: 'Some list' }),
    find('post', `${q} post too`, { beadTitle: 'Some list' }),
  ])
  await box.fill('guitar')
  await expect.element(list.getByRole('group', { name: 'Posts' })).toBeVisible()
  const popup = list.element().parentElement!
  const { left, right, top, bottom } = popup.getBoundingClientRect()
  const foreign: string[] = []
  for (let x = left + 24; x < right - 24; x += 8)
    for (let y = top + 24; y < Math.min(bottom, innerHeight) - 24; y += 8) {
      const there = document.elementFromPoint(x, y)
      if (there && !popup.contains(there)) foreign.push(there.textContent)
    }
  expect([...new Set(foreign)]).toEqual([])
  await pressOn(box, 'ArrowUp')
  await expect.element(page.getByRole('option', { name: 'Show all results for “guitar”' })).toBeInViewport({ ratio: 1 })
})

for (const width of [1280, 390])
  test(`BY17 X1 axe finds no violation in the search box, light and dark, ${width} wide`, async () => {
    await setViewport(width, 800)
    const results = [find('tag', 'jazz', { collects: 12 }), find('bead', 'Jazz at night', { author: 'Ann' }), find('member', 'Jana')]
    await mount('/tos', {
      answers: {
        'GET /api/v0/media/info/qmedia': { media: sampleMedia(), byuri: false },
        'GET /api/v2/search': ({ query: { q } }) => (q === 'waiting' ? new Promise(() => undefined) : found(...(q === 'j' ? results : []))),
      },
    })
    if (width < 640) await page.getByRole('button', { name: 'Search', exact: true }).click()
    const check = (what: string) => expectAccessible(what, { within: '#top' })
    await box.fill('j')
    await expect.element(options.first()).toBeVisible()
    await commands.press('ArrowDown')
    await check('results')
    await box.fill('qqqqzzzz')
    await expect.element(page.getByText('No results found for qqqqzzzz.').first()).toBeVisible()
    await check('no results')
    await box.fill('https://clips.example/dive.mp4')
    await expect.element(linkOptions.first()).toBeVisible()
    await check('a link')
    await box.fill('waiting')
    await expect.element(page.getByRole('option', { name: 'Show all results for “waiting”' })).toBeVisible()
    await check('while it waits')
  })
