/** Groups of playlists on discover (V1). */
import type { APIRequestContext } from '@playwright/test'
import type { BeadGroup } from '#contract/schemas.ts'
import { signUp } from './api.ts'
import { expect, test } from './fixtures.ts'

const titlesOf = async (request: APIRequestContext, query: string): Promise<string[]> =>
  ((await (await request.get(`/api/v0/beads?${query}&limit=100`)).json()) as { results: { title: string }[] }).results.map(
    ({ title }) => title,
  )

test('V1 groups of playlists with ‘see N more’: less four on a desktop, less two on mobile', async ({ page, request }) => {
  const { results } = (await (await request.get('/api/v0/beads/groups')).json()) as { results: BeadGroup[] }
  const group = results.find(({ count }) => count > 4)!
  await page.goto('/discover')
  const region = page.getByRole('region', { name: group.name, exact: true })
  await expect(region.getByRole('article')).toHaveCount(4)
  const long = group.beads.find(({ description }) => description.length > 110)
  if (long) {
    const shown = await region.getByRole('article').filter({ hasText: long.title }).innerText()
    const [cut] = /.*…/.exec(shown)!
    expect([...cut].length).toBeLessThanOrEqual(111)
    expect(long.description.startsWith(cut.slice(0, -1))).toBe(true)
  }
  await expect(region.getByText(/^see .* more$/).filter({ visible: true })).toHaveText(`see ${group.count - 4} more`)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(region.getByRole('article')).toHaveCount(2)
  await expect(region.getByText(/^see .* more$/).filter({ visible: true })).toHaveText(`see ${group.count - 2} more`)
  await region.getByRole('link', { name: `see ${group.count - 2} more in ${group.name}` }).click()
  await expect(page).toHaveURL(group.href)
  await expect(page.getByRole('heading', { level: 1, name: group.name })).toBeVisible()
})

test("V1 W1 the Bead of the Day, the member's own category link, and following from a group", async ({ page, request }) => {
  const { bead } = (await (await request.get('/api/v0/beads/day')).json()) as {
    bead: { id: string; title: string; href: string; creator: { uid: string; name: string } } | null
  }
  const { results } = (await (await request.get('/api/v0/beads/groups')).json()) as { results: BeadGroup[] }
  await signUp(page.context().request, 'Dora Discovers')
  await page.goto('/discover')
  const day = page.getByRole('article', { name: bead!.title })
  await expect(day).toContainText('Bead of the Day')
  await expect(day.getByRole('link', { name: bead!.title })).toHaveAttribute('href', bead!.href)
  await day.getByRole('button', { name: `Follow ${bead!.title}` }).click()
  await expect(day.getByRole('button', { name: new RegExp('^Follow(ed|ing) ') })).toBeVisible()
  const followers = async () =>
    ((await (await request.get(`/api/v0/beads/${bead!.id}/followers`)).json()) as { results: { name: string }[] }).results.map(
      ({ name }) => name,
    )
  await expect.poll(followers).toContain('Dora Discovers')

  const [group] = results
  const card = page.getByRole('region', { name: group!.name, exact: true }).getByRole('article').first()
  await card.getByRole('button', { name: /^Follow / }).press('Enter')
  await expect(card.getByRole('button', { name: /^Follow(ed|ing) / })).toHaveAttribute('aria-pressed', 'true')
})

test('V1 scrolling loads top playlists in order; categories filter them; a playlist can be started', async ({ page, request }) => {
  const top = await titlesOf(request, 'sort=top&excludefeeds=true')
  const requests: URL[] = []
  page.on('request', (sent) => void (new URL(sent.url()).pathname === '/api/v0/beads' && requests.push(new URL(sent.url()))))
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto('/discover')
  const list = page.getByRole('region', { name: 'Top playlists' }).getByRole('article')
  await expect(list).toHaveCount(18)
  expect(await list.getByRole('heading').allTextContents()).toEqual(top.slice(0, 18))
  expect(requests, 'the document holds the first of them').toEqual([])
  // Scrolls until the end of the list is this many screens below the window. Less than two load the next page.
  const end = async (screens: number) => {
    await page.evaluate((by) => {
      const region = document.querySelector('[aria-labelledby="top-playlists"]')!
      scrollTo(0, scrollY + region.getBoundingClientRect().bottom - innerHeight * by)
    }, 1 + screens)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
  await end(2.4)
  expect(requests).toEqual([])
  await end(1.9)
  await expect.poll(() => list.count()).toBeGreaterThan(18)
  expect(Object.fromEntries(requests[0]!.searchParams)).toMatchObject({ sort: 'top', excludefeeds: 'true', from: '18' })
  const shown = await list.getByRole('heading').allTextContents()
  expect(shown).toEqual(top.slice(0, shown.length))

  // Going back restores the list and the scroll position (A9). The end of the list may then load more.
  const left = list.nth(shown.length - 1)
  await left.getByRole('heading').getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: shown.at(-1)! })).toBeVisible()
  await page.goBack()
  await expect(left).toBeInViewport()
  expect((await list.getByRole('heading').allTextContents()).slice(0, shown.length)).toEqual(shown)

  const picker = page.getByRole('navigation', { name: 'Categories' })
  await expect(picker.getByRole('link')).toHaveText([
    'All',
    'Music',
    'Film & TV',
    'Comedy',
    'Sports',
    'Food & drink',
    'Fashion',
    'Art & design',
    'Books',
    'Ideas',
    'Learning',
    'Other',
  ])
  await expect(picker.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page')
  await picker.getByRole('link', { name: 'Film & TV' }).press('Enter')
  await expect(page).toHaveURL('/film')
  await expect(page.getByRole('heading', { level: 1, name: 'Film & TV' })).toBeFocused()
  await expect(picker.getByRole('link', { name: 'Film & TV' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { level: 2, name: 'Top in Film & TV' })).toBeAttached()
  const films = await titlesOf(request, 'sort=top&excludefeeds=true&category=film')
  await expect(page.getByRole('region', { name: 'Top in Film & TV' }).getByRole('article').getByRole('heading')).toHaveText(
    films.slice(0, 18),
  )

  const start = page.getByRole('main').getByRole('button', { name: 'Start a Playlist' }).first()
  await start.press('Enter')
  await expect(page.getByRole('dialog'), 'a visitor is asked to sign up first').toBeVisible()
  await page.keyboard.press('Escape')
  await expect(start).toBeFocused()
  await signUp(page.context().request, 'Stan Starts')
  await page.goto('/film')
  await start.press('Enter')
  await expect(page.getByRole('dialog').getByPlaceholder('Enter a title')).toBeFocused()
})

test("V1 R20 a category's groups are its tags; popular topics are links", async ({ page, request }) => {
  const { results } = (await (await request.get('/api/v0/beads/groups?category=music')).json()) as { results: BeadGroup[] }
  await page.goto('/music')
  for (const { name, href } of results)
    await expect(page.getByRole('region', { name, exact: true }).getByRole('heading', { level: 2 }).getByRole('link')).toHaveAttribute(
      'href',
      href,
    )
  const cloud = page.getByRole('region', { name: 'Popular tags' })
  const tag = cloud.getByRole('link').first()
  await expect(tag).toHaveAttribute('href', /^\/tag\//)
  await tag.click()
  await expect(page).toHaveURL(/\/tag\//)
})
