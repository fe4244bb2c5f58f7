/** Playing search results, search filters and suggestions, and the page of a tag. */
import type { APIRequestContext } from '@playwright/test'
import type { Page as Answers, Post } from '#contract/index.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { addPost, asyncHeader, signUp, startPlaylist } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { accountButton, playerOf } from './members.ts'
import { panelOf, queueButton } from './queue.ts'
import { fakeOtherServices } from './search-page.ts'

const clip = '/clips/garden-of-cells.mp4'
const main = (page: Page) => page.getByRole('main')
const section = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Kinds of results' }).getByRole('link', { name, exact: true })

async function total(request: APIRequestContext, query: string): Promise<number> {
  return ((await (await request.get(`/api/v2/search?autocomplete=1&limit=1&${query}`)).json()) as Answers<SearchItem>).counts.total
}

/** Creates posts of the signed-in member that all match the word. */
async function write(request: APIRequestContext, word: string, count: number, tags: string[] = []): Promise<Post[]> {
  const bead = await startPlaylist(request, `About ${word}`)
  const posts: Post[] = []
  for (let n = 0; n < count; n += 1) {
    const data = { title: `${word} ${String(n).padStart(2, '0')}`, media: { href: clip }, tags, repeat: true }
    const response = await request.post(`/api/v0/posts/${bead.id}`, { headers: asyncHeader, data })
    expect(response.ok(), await response.text()).toBe(true)
    posts.push(((await response.json()) as { post: Post }).post)
  }
  // Posts are indexed asynchronously.
  await expect.poll(() => total(request, `q=${word}&type=post`)).toBe(count)
  return posts
}

test.beforeEach(({ page }) => fakeOtherServices(page))

test('X3 play-all plays the results beyond the first page; a card plays from itself on', async ({ page }) => {
  test.setTimeout(120_000)
  const { request } = page.context()
  await signUp(request, 'Quokka Keeper')
  await write(request, 'quokka', 58)
  await page.goto('/search?q=quokka')
  await main(page).getByRole('button', { name: 'Play all' }).click()
  const player = playerOf(page)
  await expect(player.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await player.getByRole('button', { name: 'Pause', exact: true }).click()
  await queueButton(page).click()
  // The first page of the queue feed has 50 items.
  await expect(panelOf(page).getByText('1 of 58', { exact: true })).toBeVisible()
  const from = panelOf(page).getByRole('link', { name: 'Search for “quokka”' })
  await expect(from).toHaveAttribute('href', '/search/posts?q=quokka')
  await from.click()
  await expect(page).toHaveURL(/\/search\/posts\?q=quokka$/)
  await panelOf(page).getByRole('button', { name: 'Close queue' }).click()

  const second = section(page, 'Posts').getByRole('article').nth(1)
  const title = (await second.getByRole('heading').textContent())!
  await second.getByRole('button', { name: `Play ${title}` }).click()
  await expect(player.getByRole('link', { name: title }).first()).toBeVisible()
  await player.getByRole('button', { name: 'Pause', exact: true }).click()
  await queueButton(page).click()
  await expect(panelOf(page).getByText('2 of 58', { exact: true })).toBeVisible()
})

test('R13 X4 autoplay plays the results once: neither going back nor another tab of the page restarts it', async ({ page }) => {
  const { request } = page.context()
  await signUp(request, 'Numbat Keeper')
  await write(request, 'numbat', 3)
  await page.goto('/music')
  // A page with a user gesture may play sound.
  await main(page).getByRole('heading', { level: 1 }).click()
  await page.evaluate(() => history.pushState(null, '', '/search/posts?q=numbat&autoplay=1'))
  const player = playerOf(page)
  const pause = player.getByRole('button', { name: 'Pause', exact: true })
  await expect(pause).toBeVisible()
  await expect(page).toHaveURL(/\/search\/posts\?q=numbat$/)
  await expect(section(page, 'Posts').getByRole('article')).toHaveCount(3)
  await pause.click()
  await section(page, 'Posts').getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page).not.toHaveURL(/search/)
  await page.goBack()
  await expect(section(page, 'Posts').getByRole('article')).toHaveCount(3)
  await expect(pause).toHaveCount(0)
})

test('R13 X4 autoplay of Everything applies to the own collection only', async ({ page }) => {
  const { request } = page.context()
  await signUp(request, 'Bilby Keeper')
  const [post] = await write(request, 'bilby', 2)
  await request.post(`/api/v0/posts/${post!.id}/collect`, { headers: asyncHeader })
  await expect.poll(() => total(request, 'q=bilby&type=post&collectedby=self')).toBe(1)
  await page.goto('/music')
  await main(page).getByRole('heading', { level: 1 }).click()
  await page.evaluate(() => history.pushState(null, '', '/search?q=bilby&autoplay=1'))
  await expect(section(page, 'Posts').getByRole('article')).toHaveCount(2)
  await expect(page).toHaveURL(/\/search\?q=bilby$/)
  await expect(playerOf(page)).toHaveCount(0)
  await page.evaluate(() => history.pushState(null, '', '/search?q=bilby&collection=1&autoplay=1'))
  await expect(playerOf(page).getByRole('link', { name: post!.title }).first()).toBeVisible()
  await expect(page).toHaveURL(/collection=1$/)
})

test('X4 the own collection: searched alone, retained across tabs, results outside of it offered, and left', async ({ page }) => {
  const { request } = page.context()
  const { uid } = await signUp(request, 'Quoll Keeper')
  expect(uid).not.toBe('')
  const [, second] = await write(request, 'quoll', 4)
  await request.post(`/api/v0/posts/${second!.id}/collect`, { headers: asyncHeader })
  await expect.poll(() => total(request, 'q=quoll&type=post&collectedby=self')).toBe(1)
  await page.goto('/search?q=quoll')
  await main(page).getByRole('link', { name: 'Only in my collection' }).click()
  await expect(page).toHaveURL(/\/search\?q=quoll&collection=1$/)
  await expect(section(page, 'Posts').getByRole('heading', { level: 3 })).toHaveText([second!.title])
  await tab(page, 'Posts').click()
  await expect(page).toHaveURL(/\/search\/posts\?q=quoll&collection=1$/)
  await expect(section(page, 'Posts').getByRole('heading', { level: 3 })).toHaveText([second!.title])
  await main(page).getByRole('button', { name: 'Play all' }).click()
  await playerOf(page).getByRole('button', { name: 'Pause', exact: true }).click()
  await queueButton(page).click()
  await expect(panelOf(page).getByText('1 of 1', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  const more = section(page, 'More results')
  await expect(more).toContainText('3 more results')
  await more.getByRole('link', { name: 'Search outside your collection (4)' }).click()
  await expect(page).toHaveURL(/\/search\/posts\?q=quoll$/)
  await expect(section(page, 'Posts').getByRole('article')).toHaveCount(4)
  await page.goBack()
  await main(page)
    .getByRole('link', { name: /^In your collection/ })
    .click()
  await expect(page).toHaveURL(/\/search\/posts\?q=quoll$/)
})

test('X4 a visitor with the collection filter → everything is searched', async ({ page }) => {
  await page.goto('/search?q=music&collection=1')
  await expect(section(page, 'Posts').getByRole('article').first()).toBeVisible()
  await expect(main(page).getByRole('link', { name: /collection/ })).toHaveCount(0)
})

test('X4 R13 a category filters the search, persists across tabs, and results of other categories are offered', async ({
  page,
  request,
}) => {
  const [inFilm, everywhere] = [await total(request, 'q=night&type=post&category=film'), await total(request, 'q=night&type=post')]
  expect(everywhere).toBeGreaterThan(inFilm)
  await page.goto('/search?q=night&category=film')
  await tab(page, 'Posts').click()
  await expect(page).toHaveURL(/\/search\/posts\?q=night&category=film$/)
  await expect(section(page, 'Posts').getByRole('article')).toHaveCount(inFilm)
  const more = section(page, 'More results')
  await expect(more).toContainText(`${everywhere - inFilm} more results`)
  await more.getByRole('navigation', { name: 'In other categories' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/category=(?!film)\w+$/)
  await expect(section(page, 'Posts').getByRole('article').first()).toBeVisible()
  await page.goBack()
  await main(page)
    .getByRole('link', { name: /^Film & TV: search all/ })
    .click()
  await expect(page).toHaveURL(/\/search\/posts\?q=night$/)
  await expect(section(page, 'Posts').getByRole('article')).toHaveCount(everywhere)
})

test('X4 no results → the documented texts with alternatives', async ({ page, request }) => {
  await page.goto('/search?q=zzxqvk')
  await expect(main(page).getByRole('heading', { name: 'No results found for zzxqvk.' })).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Play all' })).toHaveCount(0)
  await expect(section(page, 'Elsewhere on the web').getByRole('article')).toHaveCount(4)
  await section(page, 'Trending tags').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/tag\/\w+$/)

  const everywhere = await total(request, 'q=music&type=post')
  expect(await total(request, 'q=music&type=post&category=fashion')).toBe(0)
  await page.goto('/search/posts?q=music&category=fashion')
  await expect(main(page).getByRole('heading', { name: 'No results found for music.' })).toBeVisible()
  await expect(main(page)).toContainText('No results in Fashion.')
  await main(page)
    .getByRole('link', { name: `Search all categories (${everywhere})` })
    .click()
  await expect(section(page, 'Posts').getByRole('article')).toHaveCount(everywhere)
  await page.goto('/search/posts?q=zzxqvk')
  await main(page).getByRole('link', { name: 'Search the web' }).click()
  await expect(page).toHaveURL(/\/search\/web\?q=zzxqvk$/)
})

test('R8 X3 the page of a tag: name, number of posts, play all, follow', async ({ page }) => {
  const { request } = page.context()
  await signUp(request, 'Dibbler Keeper')
  await write(request, 'dibbler', 3, ['Small Marsupials'])
  await page.goto('/tag/smallmarsupials')
  await expect(page).toHaveTitle('#smallmarsupials playlists, posts and collaborators · Strand')
  await expect(main(page).getByRole('heading', { level: 1, name: '#SmallMarsupials' })).toBeVisible()
  await expect(main(page).getByText('3 posts', { exact: true }).first()).toBeVisible()
  await expect(section(page, 'Posts').getByRole('article')).toHaveCount(3)
  await expect(tab(page, 'Everything')).toHaveAttribute('href', '/tag/Smallmarsupials')
  await expect(tab(page, 'Posts')).toHaveAttribute('href', '/search/posts?q=%23smallmarsupials')

  const follow = main(page).getByRole('button', { name: 'Follow #SmallMarsupials' })
  await follow.click()
  await page.mouse.move(0, 0)
  const following = main(page).getByRole('button', { name: 'Following #SmallMarsupials' })
  await expect(following).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(following).toBeVisible()
  await page.route('**/unfollow', (route) =>
    route.fulfill({ status: 503, json: { code: 'read_only', message: 'Strand is read-only at the moment.', requestId: 'x' } }),
  )
  await following.click()
  // A failed follow or unfollow of a tag is only logged (A4.4).
  await expect(following).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Strand is read-only at the moment.')).toHaveCount(0)

  await main(page).getByRole('button', { name: 'Play all' }).click()
  await expect(playerOf(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await queueButton(page).click()
  await expect(panelOf(page).getByText('1 of 3', { exact: true })).toBeVisible()
})

test('X3 following a member in the results; a visitor → a sign-in prompt', async ({ page, newVisitor }) => {
  await signUp(page.context().request, 'Wombat Follower')
  const relations: string[] = []
  page.on('request', (sent) => void (sent.url().includes('/relations?') && relations.push(sent.url())))
  await page.goto('/search/members?q=mar')
  const row = section(page, 'Members').getByRole('article').first()
  const name = (await row.getByRole('heading').textContent())!.trim()
  const followed = page.waitForResponse((answer) => answer.url().endsWith('/follow') && answer.ok())
  await row.getByRole('button', { name: `Follow ${name}` }).click()
  await page.mouse.move(0, 0)
  await expect(row.getByRole('button', { name: `Following ${name}` })).toBeVisible()
  await followed
  await page.reload()
  await expect(row.getByRole('button', { name: `Following ${name}` })).toBeVisible()
  // At most one request per column and load, and one for a row that was clicked before.
  expect(relations.filter((url) => url.includes('%2C')).length).toBeLessThanOrEqual(4)
  expect(relations.length).toBeLessThanOrEqual(5)

  const visitor = await (await newVisitor()).newPage()
  await visitor.goto('/tag/Animation')
  await visitor.getByRole('button', { name: 'Follow #Animation' }).click()
  const dialog = visitor.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Late Follower')
  await dialog.getByLabel('E-mail').fill(`late.${Date.now()}@example.org`)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse')
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(accountButton(visitor, 'Late Follower')).toBeVisible()
  await expect(visitor.getByRole('main').getByRole('button', { name: 'Following #Animation' })).toBeVisible()
})

test('X3 collecting a result updates the count on its card', async ({ page }) => {
  const { request } = page.context()
  await signUp(request, 'Potoroo Keeper')
  const bead = await startPlaylist(request, 'About potoroos')
  const post = await addPost(request, bead.id, clip, 'potoroo at dusk')
  await expect.poll(() => total(request, 'q=potoroo&type=post')).toBe(1)
  await signUp(request, 'Potoroo Friend')
  await page.goto('/search/posts?q=potoroo')
  const card = section(page, 'Posts').getByRole('article').filter({ hasText: post.title })
  await expect(card.getByRole('button', { name: `Collect ${post.title}, 0 collects` })).toBeVisible()
  await card.getByRole('button', { name: `Play ${post.title}` }).click()
  await playerOf(page).getByRole('button', { name: 'Collect post' }).click()
  await expect(card.getByRole('button', { name: `Collect ${post.title}, 1 collect` })).toBeVisible()
})
