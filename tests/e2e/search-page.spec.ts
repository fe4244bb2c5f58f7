/** The search pages: results, links, and going back. */
import type { APIRequestContext } from '@playwright/test'
import type { Page as Answers } from '#contract/index.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { signUp } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { fakeOtherServices, find } from './search-page.ts'
import { settled } from './settled.ts'

const failure = {
  status: 500,
  contentType: 'application/json',
  body: JSON.stringify({ message: 'Uh oh', code: 'internal', requestId: 'test' }),
}

const section = (page: Page, name: string): Locator => page.getByRole('main').getByRole('region', { name, exact: true })
const tab = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Kinds of results' }).getByRole('link', { name, exact: true })
const side = (page: Page): Locator => page.getByRole('complementary')

async function answers(request: APIRequestContext, query: string): Promise<Answers<SearchItem>> {
  return (await (await request.get(`/api/v2/search?autocomplete=1&${query}`)).json()) as Answers<SearchItem>
}

test.beforeEach(({ page }) => fakeOtherServices(page))

test('X3 R8 Everything shows results of each type with their total, linked to their own page', async ({ page, request }) => {
  await page.goto('/search?q=the')
  await expect(page).toHaveTitle('The playlists, posts and collaborators · Strand')
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “the”' })).toBeVisible()
  for (const [name, type, shown, path] of [
    ['Playlists', 'bead', 2, 'beads'],
    ['Posts', 'post', 10, 'posts'],
  ] as const) {
    const { results, counts } = await answers(request, `q=the&type=${type}&limit=${shown}`)
    expect(counts.total).toBeGreaterThan(shown)
    const titles = section(page, name).getByRole('heading', { level: 3 })
    await expect(titles).toHaveText(results.map(({ title }) => title))
    await expect(
      section(page, name).getByRole('link', { name: `List all ${counts.total.toLocaleString('en-US')}: ${name}` }),
    ).toHaveAttribute('href', `/search/${path}?q=the`)
  }
  // Other sections are requested when scrolled near the viewport.
  await page.mouse.wheel(0, 10_000)
  await expect(section(page, 'Elsewhere on the web').getByRole('article')).toHaveCount(4)
  await section(page, 'Posts')
    .getByRole('link', { name: /^List all/ })
    .click()
  await expect(page).toHaveURL(/\/search\/posts\?q=the$/)
  await expect(tab(page, 'Posts')).toHaveAttribute('aria-current', 'page')
  // The end of the list is within three screens, so the second page is loaded at once.
  await expect(section(page, 'Posts').getByRole('article')).toHaveCount(36)
})

test('X3 of members the first is left, the second right, without repeats', async ({ page, request }) => {
  const { results, counts } = await answers(request, 'q=a&type=member&limit=2')
  expect(counts.total).toBeGreaterThan(1)
  await page.goto('/search?q=a')
  await expect(section(page, 'Members').getByRole('heading', { level: 3 })).toHaveText([results[0]!.title])
  await expect(side(page).getByRole('region', { name: 'Also found' }).getByRole('heading', { level: 3 })).toHaveText([results[1]!.title])
})

test('X3 matches are highlighted, and member-written text never becomes markup', async ({ page }) => {
  await page.goto('/search?q=music')
  await expect(section(page, 'Playlists').locator('em').first()).toHaveText(/music/i)
  await page.route('**/api/v2/search?**', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as Answers<SearchItem>
    for (const one of body.results) one.title_highlighted = '<img src=x onerror="window.hit=1"><em>a &amp; b</em>&lt;b&gt;'
    await route.fulfill({ response, json: body })
  })
  await page.evaluate(() => history.pushState(null, '', '/search/beads?q=song'))
  const title = section(page, 'Playlists').getByRole('heading', { level: 3 }).first()
  await expect(title).toHaveText('<img src=x onerror="window.hit=1">a & b<b>')
  await expect(title.locator('em')).toHaveText('a & b')
  expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined()
})

test('X3 the sidebar has related tags and contributors as links; none on mobile, for the web and for members', async ({ page }) => {
  await page.goto('/search?q=a')
  const tags = side(page).getByRole('region', { name: 'Related tags' })
  await expect(tags.getByRole('listitem')).toHaveCount(6)
  const people = side(page).getByRole('region', { name: 'Top contributors' })
  await expect(people.getByRole('listitem')).toHaveCount(6)
  await people.getByRole('button', { name: /^List all/ }).click()
  await expect.poll(() => people.getByRole('listitem').count()).toBeGreaterThan(11)
  await tags.getByRole('button', { name: /^List all/ }).click()
  await expect.poll(() => tags.getByRole('listitem').count()).toBeGreaterThan(6)
  for (const path of ['/search/web?q=a', '/search/members?q=a']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await expect(side(page)).toHaveCount(0)
  }
  await page.goto('/search/posts?q=a')
  await expect(side(page)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(side(page)).toHaveCount(0)
  await page.goto('/search?q=a')
  await expect(section(page, 'Posts')).toBeVisible()
  await expect(side(page)).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await tags.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/tag\/\w+$/)
})

test('X3 A9 scrolling loads a list to its end; going back restores the list and the scroll position', async ({ page, request }) => {
  test.setTimeout(90_000)
  const { counts } = await answers(request, 'q=the&type=post&limit=1')
  const total = Math.min(counts.total, 90)
  await page.goto('/search/posts?q=the')
  const cards = section(page, 'Posts').getByRole('article')
  await expect(cards).toHaveCount(18 * 2)
  await expect(async () => {
    await page.mouse.wheel(0, 4000)
    expect(await cards.count()).toBeGreaterThanOrEqual(total)
  }).toPass({ timeout: 40_000 })
  const card = cards.nth(40)
  await card.scrollIntoViewIfNeeded()
  // Waits until pending pages of the list have arrived.
  let before = -1
  await expect.poll(async () => before === (before = await cards.count()), { intervals: [500] }).toBe(true)
  const [count, place] = [await cards.count(), await page.evaluate(() => scrollY)]
  await card.getByRole('heading').getByRole('link').click()
  await expect(page).not.toHaveURL(/search/)
  const requests: string[] = []
  page.on('request', (request) => void (request.url().includes('/api/v2/search') && requests.push(request.url())))
  await page.goBack()
  await expect(cards).toHaveCount(count)
  await expect.poll(() => page.evaluate((before) => Math.abs(scrollY - before), place)).toBeLessThan(3)
  expect(requests).toEqual([])
  await page.goForward()
  await expect(page).not.toHaveURL(/search/)
})

test('X3 A9 another query at the same page starts at the top, and going back restores the position', async ({ page }) => {
  await signUp(page.context().request, 'Scroller')
  await page.goto('/search/posts?q=the')
  await expect(section(page, 'Posts').getByRole('article').nth(20)).toBeAttached()
  await page.mouse.wheel(0, 1300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1300)
  // Clicked by script, because `locator.click` would scroll up to it.
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Only in my collection' })
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(/collection=1$/)
  await expect(page.getByRole('main').getByRole('heading', { name: 'No results found for the.' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1300)
})

test('BY13 X3 the first screen of a search needs no request', async ({ page }) => {
  for (const path of [
    '/search?q=the',
    '/search/posts?q=the',
    '/search/beads?q=what',
    '/search/members?q=a',
    '/tag/Animation',
    '/search/posts?q=night&category=film',
  ]) {
    const calls: string[] = []
    const note = (sent: { url(): string }) => {
      const { pathname, search, searchParams } = new URL(sent.url())
      // Ignores requests to other sources, prefetches of the second page, and the count of results outside of the filter.
      const ahead = Number(searchParams.get('from') ?? 0) > 0
      if (
        pathname.startsWith('/api/') &&
        !ahead &&
        !pathname.includes('mediasearch') &&
        !(path.includes('category') && !search.includes('category'))
      )
        calls.push(pathname + search)
    }
    page.on('request', note)
    await page.goto(path)
    await settled(page)
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    page.off('request', note)
    expect(calls, path).toEqual([])
  }
})

test('X3 a short list ends with a note, and going back between queries restores each', async ({ page }) => {
  await page.goto('/search/posts?q=music')
  await expect(page.getByText("That's everything in posts.")).toBeVisible()
  await page.evaluate(() => history.pushState(null, '', '/search/posts?q=night'))
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “night”' })).toBeVisible()
  await expect(page).toHaveTitle(/^Night playlists/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “music”' })).toBeVisible()
})

test('X3 skeletons while loading, one failed section, a failed page, and retry', async ({ page }) => {
  await page.goto('/no-such-thing')
  let broken: RegExp | null = /type=post/
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v2/search?**', async (route) => {
    if (broken?.test(route.request().url())) return route.fulfill(failure)
    await released
    return route.continue()
  })
  await page.evaluate(() => history.pushState(null, '', '/search?q=music'))
  await expect(section(page, 'Playlists').getByRole('status', { name: 'Loading playlists…' })).toBeVisible()
  release()
  await expect(section(page, 'Playlists').getByRole('link').first()).toBeVisible()
  const alert = section(page, 'Posts').getByRole('alert')
  await expect(alert).toContainText("Posts couldn't be loaded.")
  broken = null
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(section(page, 'Posts').getByRole('article').first()).toBeVisible()

  broken = /./
  await page.evaluate(() => history.pushState(null, '', '/search?q=night'))
  const all = page.getByRole('alert').filter({ hasText: 'The search failed.' })
  await expect(all).toBeVisible()
  broken = null
  await all.getByRole('button', { name: 'Try again' }).click()
  await expect(section(page, 'Posts').getByRole('article').first()).toBeVisible()
})

test('X4 an empty query → back to the previous page, or home', async ({ page, newVisitor }) => {
  await page.goto('/music')
  await page.evaluate(() => history.pushState(null, '', '/search?q=%20'))
  await expect(page).toHaveURL(/\/music$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Music' })).toBeVisible()
  const fresh = await (await newVisitor()).newPage()
  await fresh.goto('/search')
  await expect(fresh).toHaveURL(/:\d+\/$/)
})

test('X3 BY21 by keyboard alone: the tabs, a list, a post', async ({ page }) => {
  await page.goto('/search?q=music')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('button', { name: 'Play all' })).toBeFocused()
  for (const name of ['Everything', 'Playlists', 'Members', 'Posts']) {
    await page.keyboard.press('Tab')
    await expect(tab(page, name)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\/posts\?q=music$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const first = section(page, 'Posts').getByRole('article').first().getByRole('heading').getByRole('link')
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(first).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/search/)
})

test('X3 web results are played, opened or added to a playlist; without any there is no section', async ({ page }) => {
  await signUp(page.context().request, 'Webber')
  await page.route('**/api/v0/media/info/qmedia?**', (route) =>
    route.fulfill({
      json: {
        byuri: true,
        media: {
          type: 'audio',
          href: find(0).href,
          title: find(0).title,
          source: 'Internet Archive',
          media: [{ type: 'file', uri: '/clips/waltz-for-a-kettle.ogg', href: find(0).href, format: 'audio/ogg' }],
        },
      },
    }),
  )
  await page.goto('/search?q=music')
  const web = section(page, 'Elsewhere on the web')
  // The section is loaded when scrolled near the viewport.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(web).toBeVisible({ timeout: 500 })
  }).toPass()
  const first = web.getByRole('article').first()
  await first.getByRole('button', { name: `Play ${find(0).title}` }).click()
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player.getByText(find(0).title).first()).toBeVisible()
  await expect(first.getByRole('button', { name: `Pause ${find(0).title}` })).toBeVisible()
  await expect(player.getByRole('button', { name: 'Collect post' })).toHaveCount(0)
  const link = first.getByRole('heading').getByRole('link')
  await expect(link).toHaveAttribute('href', find(0).href)
  await expect(link).toHaveAttribute('target', '_blank')
  await page.route('**/api/v0/media/detect', (route) =>
    route.fulfill({
      json: {
        media: { type: 'audio', href: find(0).href, title: find(0).title, source: 'Internet Archive', media: [] },
        detected: { what: find(0).title, who: { artists: [] }, tags: [], source: 'archive', id: 'item-0', byuri: false, bycategory: false },
      },
    }),
  )
  await first.getByRole('button', { name: `Add to a playlist: ${find(0).title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a post' })
  await expect(dialog.getByRole('button', { name: 'Choose something else' })).toBeVisible()
  await expect(dialog.getByText(find(0).title)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toHaveCount(0)

  await web.getByRole('link', { name: 'List all: Elsewhere on the web' }).click()
  await expect(section(page, 'Elsewhere on the web').getByRole('article')).toHaveCount(6 + 3)
  await expect(page.getByText("That's everything we found elsewhere.")).toBeVisible()

  await page.route('**/api/v0/mediasearch?**', (route) =>
    route.fulfill({ json: { results: [], next: null, counts: { total: 0 }, outages: ['archive'] } }),
  )
  const responsePromise = page.waitForResponse('**/api/v0/mediasearch?**')
  await page.goto('/search?q=night')
  await expect(section(page, 'Posts')).toBeVisible()
  await page.mouse.wheel(0, 10_000)
  await responsePromise
  await expect(web).toHaveCount(0)
})
