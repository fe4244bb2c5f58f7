/** B5, B6: related playlists, and the list of posts after going back. */
import type { APIRequestContext } from '@playwright/test'
import { addPost, asyncHeader, signUp } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const cards = (page: Page) => main(page).getByRole('list', { name: 'Posts', exact: true }).getByRole('article')
const strip = (page: Page) => main(page).getByRole('region', { name: 'More playlists like this' })
const related = (page: Page) => main(page).getByRole('region', { name: 'Related playlists', exact: true })
const table = (page: Page) => main(page).getByRole('region', { name: 'From related playlists' })

async function start(request: APIRequestContext, title: string, tags: string[] = []): Promise<string> {
  const made = await request.post('/api/v0/beads', {
    headers: asyncHeader,
    data: { title, description: '', category: 'other', invitees: [], tags },
  })
  expect(made.ok(), await made.text()).toBe(true)
  return ((await made.json()) as { data: { id: string } }).data.id
}

async function write(request: APIRequestContext, bead: string, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n += 1) {
    const made = await request.post(`/api/v0/posts/${bead}`, { headers: asyncHeader, data: { title: `Post ${n}` } })
    expect(made.ok(), await made.text()).toBe(true)
  }
}

test('B5 B9 related playlists: at the end, and inline after 8 of more than 10 posts; 9 of their posts in the coffee table; DOM order on screen', async ({
  page,
  newVisitor,
}, info) => {
  test.setTimeout(120_000)
  const api = page.context().request
  await signUp(api, 'Rita Related')
  // Unique tags, also when the test is repeated.
  const own = `Own${info.workerIndex}${Date.now().toString(36)}`
  const id = await start(api, 'The one to begin with', [`${own}a`, `${own}b`])
  await write(api, id, 1, 10)
  for (let n = 1; n <= 12; n += 1) {
    const other = await start(api, `Cousin ${n}`, [`${own}a`])
    if (n <= 9) await addPost(api, other, '/clips/rule-110.mp4', `Found in ${n}`)
  }
  const twin = await start(api, 'The likest of all', [`${own}a`, `${own}b`])
  await addPost(api, twin, '/clips/rule-110.mp4', 'Found in the likest')

  await page.goto(`/${id}`)
  await expect(cards(page)).toHaveCount(10)
  const tiles = related(page).getByRole('list').getByRole('listitem')
  await cards(page).last().scrollIntoViewIfNeeded()
  await expect(tiles.first()).toContainText('The likest of all')
  await expect(tiles.first()).toContainText('2 tags in common')
  await expect(tiles).toHaveCount(12)
  await expect(tiles.nth(1)).toContainText('1 tag in common')
  await expect(strip(page)).toHaveCount(0)

  await test.step('"more" loads further playlists, and the focus moves to the first of them', async () => {
    await related(page).getByRole('button', { name: 'Show more' }).press('Enter')
    await expect(tiles.nth(12)).toContainText('Cousin')
    await expect(
      tiles
        .nth(12)
        .getByRole('link')
        .or(related(page).getByRole('button', { name: 'Show more' }))
        .and(page.locator(':focus')),
    ).toHaveCount(1)
  })

  await test.step('the coffee table has 9 posts', async () => {
    const lying = table(page).getByRole('listitem')
    await expect(lying).toHaveCount(9)
    await expect(lying.first()).toContainText('Found in the likest')
    await expect(lying.first()).toContainText('in The likest of all')
    await lying.first().getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/${twin}/found-in-the-likest-`))
  })

  await write(api, id, 11, 11)
  await page.goto(`/${id}`)
  await expect(cards(page)).toHaveCount(11)
  await cards(page).nth(7).scrollIntoViewIfNeeded()
  await expect(strip(page).getByRole('listitem').first()).toContainText('The likest of all')
  // The list of related playlists is between the eighth and the ninth post.
  await expect(cards(page)).toHaveCount(11)
  const inOrder = await main(page)
    .getByRole('list', { name: 'Posts', exact: true })
    .evaluate((list) =>
      [...list.children].map((child) => (child.querySelector('article') ? 'post' : child.querySelector('section') ? 'related' : 'other')),
    )
  expect(inOrder.filter((what) => what !== 'other').indexOf('related')).toBe(8)
  const visitor = await (await newVisitor()).newPage()
  await visitor.goto(`/${id}`)
  await cards(visitor).nth(6).scrollIntoViewIfNeeded()
  await expect(strip(visitor).getByRole('listitem').first()).toBeVisible()
  await expect(visitor.getByRole('complementary', { name: /./ }).first()).toBeAttached()
  const tops = await main(visitor)
    .getByRole('list', { name: 'Posts', exact: true })
    .evaluate((list) => [...list.children].map((child) => Math.round(child.getBoundingClientRect().top)))
  expect(tops).toHaveLength(13)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))

  await strip(page).getByRole('link', { name: 'The likest of all' }).click()
  await expect(main(page).getByRole('heading', { level: 1, name: 'The likest of all' })).toBeVisible()
})

test('B6 going back from a post restores 100 loaded posts and the scroll position', async ({ page }) => {
  test.setTimeout(180_000)
  const api = page.context().request
  await signUp(api, 'Benno Back')
  const id = await start(api, 'Long enough to be lost in')
  await write(api, id, 1, 101)
  await page.goto(`/${id}?sort=earliest`)
  await expect(async () => {
    await cards(page).last().scrollIntoViewIfNeeded()
    expect(await cards(page).count()).toBe(101)
  }).toPass()
  const at = cards(page).filter({ has: page.getByRole('heading', { name: 'Post 95', exact: true }) })
  // Not below the bar or the player, so that the click does not scroll.
  await at.evaluate((card) => card.scrollIntoView({ block: 'center' }))
  const { y } = (await at.boundingBox())!
  await at.getByRole('heading').getByRole('link').click()
  await expect(main(page).getByRole('region', { name: 'Featured post' }).getByRole('heading', { name: 'Post 95' })).toBeVisible()

  await page.goBack()
  await expect.poll(async () => Math.abs(((await at.boundingBox())?.y ?? 9999) - y), { timeout: 40_000 }).toBeLessThan(2)
  await expect(at).toBeInViewport()
  expect(await cards(page).count()).toBeGreaterThanOrEqual(100)
  expect(
    await cards(page)
      .getByRole('heading')
      .evaluateAll((all) => all.slice(0, 100).map((heading) => heading.textContent)),
  ).toEqual(Array.from({ length: 100 }, (_, n) => `Post ${n + 1}`))

  // The history state survives a reload: the list of 100 posts is then fetched with one request.
  await at.getByRole('heading').getByRole('link').click()
  await expect(main(page).getByRole('region', { name: 'Featured post' })).toBeVisible()
  await page.reload()
  await expect(main(page).getByRole('region', { name: 'Featured post' })).toBeVisible()
  await page.goBack()
  await expect.poll(async () => Math.abs(((await at.boundingBox())?.y ?? 9999) - y), { timeout: 40_000 }).toBeLessThan(2)
  expect(await cards(page).count()).toBeGreaterThanOrEqual(100)
})

test('B2 a page of posts that arrives before the next frame is followed by the next', async ({ page }) => {
  const api = page.context().request
  await signUp(api, 'Fay Frame')
  const id = await start(api, 'Faster than a frame')
  await write(api, id, 1, 50)
  // Frames are late, so that an answer always arrives before the list shows that it loads.
  await page.addInitScript(() => {
    const nextFrame = requestAnimationFrame
    window.requestAnimationFrame = (callback) => setTimeout(() => nextFrame(callback), 200) as unknown as number
  })
  await page.goto(`/${id}?sort=earliest`)
  await expect(async () => {
    await cards(page).last().scrollIntoViewIfNeeded()
    expect(await cards(page).count()).toBe(50)
  }).toPass({ timeout: 20_000 })
})
