/** Collections (Y1, Y2, R7): counts, orders, filters, search and empty states. */
import type { APIRequestContext } from '@playwright/test'
import { faultsIn } from './axe.ts'
import { expect, test, type Page } from './fixtures.ts'
import { asyncHeader, postsOf, showcase, signUp, startPlaylist } from './api.ts'
import { playerOf } from './members.ts'

const cards = (page: Page) => page.getByRole('region', { name: 'Posts' }).getByRole('article')
const titles = (page: Page) => cards(page).getByRole('heading').allTextContents()

test('Y1 Y2 the own collection: counts, orders, three filter groups, search, play all', async ({ page, context }) => {
  const { uid } = await signUp(context.request, 'Ada Collects')
  const bead = await showcase(context.request)
  const posts = (await postsOf(context.request, bead.id, 'earliest')).slice(0, 5)
  for (const { id } of posts) expect((await context.request.post(`/api/v0/posts/${id}/collect`, { headers: asyncHeader })).ok()).toBe(true)

  await page.goto('/collection')
  await expect(page.getByRole('heading', { level: 1, name: 'Your collection' })).toBeVisible()
  await expect(page.getByRole('link', { name: '0 Added' })).toHaveAttribute('href', `/p/${uid}/posts/created`)
  await expect(page.getByRole('link', { name: '5 Collected' })).toHaveAttribute('aria-current', 'page')
  const latest = posts.map(({ title }) => title).toReversed()
  expect(await titles(page)).toEqual(latest)

  // Recent again reverses the order. The seed of a shuffle is in the address, so going back restores the order.
  await page.getByRole('button', { name: 'Recent, latest first' }).click()
  await expect(page).toHaveURL(/sort=earliest/)
  await expect.poll(() => titles(page)).toEqual(latest.toReversed())
  await page.getByRole('button', { name: 'Shuffle' }).click()
  await expect(page).toHaveURL(/sort=shuffle&ts=\d+/)
  await expect(page.getByRole('button', { name: 'Shuffle' })).toHaveAttribute('aria-pressed', 'true')
  await expect(cards(page)).toHaveCount(5)
  const shuffled = await titles(page)
  await cards(page).first().getByRole('heading').getByRole('link').click()
  await expect(page.getByRole('heading', { name: shuffled[0]! }).first()).toBeVisible()
  await page.goBack()
  await expect.poll(() => titles(page)).toEqual(shuffled)
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(shuffled)
  await page.getByRole('button', { name: 'Recent' }).click()
  await expect(page).toHaveURL(/\/collection$/)

  const panel = page.getByRole('complementary', { name: 'Filters' })
  for (const group of ['Tags', 'Playlists', 'People'])
    await expect(panel.getByRole('region', { name: group }).getByRole('link').first()).toBeVisible()
  const person = panel.getByRole('region', { name: 'People' }).getByRole('link').first()
  const [name, count] = (await person.getAttribute('aria-label'))!.split(', ')
  await person.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/collectedby=self&createdby=/)
  await expect(page.getByText(new RegExp(`^${parseInt(count!)} Match(es)?$`))).toBeVisible()
  await expect(page.getByRole('link', { name: `Remove filter ${name}` })).toBeVisible()
  await panel.getByRole('link', { name: 'Clear' }).click()
  await expect(page).toHaveURL(/\/collection$/)

  const word = posts[0]!.title.split(' ')[0]!
  await page.getByRole('textbox', { name: 'Search your collection' }).fill(word)
  await expect(page).toHaveURL(/\/collection\?q=/)
  await expect(page.getByRole('link', { name: 'Search text and tags too' })).toHaveAttribute('href', /\/search\/posts\?q=.*collection=1/)
  await page.getByRole('textbox', { name: 'Search your collection' }).fill('zzzqqq')
  await expect(page.getByRole('heading', { name: 'No Matches?' })).toBeVisible()
  await expect(page.getByText('No Playlists?')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page).toHaveURL(/\/collection$/)

  // An uncollected post leaves the list and the counts.
  await page.getByRole('main').getByRole('button', { name: 'Play all' }).click()
  await playerOf(page).getByRole('button', { name: 'Collect post' }).click()
  await expect(cards(page)).toHaveCount(4)
  expect(await titles(page)).toEqual(latest.slice(1))
  await expect(page.getByRole('link', { name: '4 Collected' })).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Playlists' }).getByRole('link', { name: `${bead.title}, 4 posts` })).toBeVisible()
})

test('Y1 Y2 collection filters: 15 per group, then all; values of one and of several groups; a category; posts of others', async ({
  page,
  context,
  newVisitor,
}) => {
  const { uid } = await signUp(context.request, 'Fay Filters')
  const other = await newVisitor()
  const { uid: otherUid } = await signUp(other.request, 'Otto Other')
  const post = async (request: APIRequestContext, bead: string, title: string, tags: string[]) => {
    const added = await request.post(`/api/v0/posts/${bead}`, {
      headers: asyncHeader,
      data: { title, tags, media: { href: '/clips/night-bus-home.mp3' }, repeat: true },
    })
    expect(added.ok(), await added.text()).toBe(true)
    return ((await added.json()) as { post: { id: string } }).post.id
  }
  const tags = (letter: string) => Array.from({ length: 9 }, (_, n) => `${letter}${n}`)
  const own = await startPlaylist(context.request, 'Fay’s own')
  const theirs = await startPlaylist(other.request, 'Otto’s own')
  const ids = [
    await post(context.request, own.id, 'First of Fay', tags('Aa')),
    await post(context.request, own.id, 'Second of Fay', tags('Bb')),
    await post(other.request, theirs.id, 'Otto’s', ['Cc', 'Aa0']),
  ]
  const film = (await (await context.request.get('/api/v0/posts?category=film&limit=1')).json()) as {
    results: { id: string; title: string }[]
  }
  for (const id of [...ids, film.results[0]!.id])
    expect((await context.request.post(`/api/v0/posts/${id}/collect`, { headers: asyncHeader })).ok()).toBe(true)

  await page.goto('/collection')
  const panel = page.getByRole('complementary', { name: 'Filters' })
  const group = (name: string) => panel.getByRole('region', { name })
  await expect(group('Tags').getByRole('link')).toHaveCount(15)
  const further = page.waitForRequest(/collection\/filters\?.*limit=100/)
  await group('Tags').getByRole('button', { name: 'Show more: Tags' }).press('Enter')
  expect(new URL((await further).url()).searchParams.get('type')).toBe('tag')
  await expect.poll(() => group('Tags').getByRole('link').count()).toBeGreaterThan(18)
  await expect(group('Tags').getByRole('heading')).toBeFocused()

  // Values of one group are combined with OR, groups with AND.
  await group('Tags').getByRole('link', { name: 'Aa0, 2 posts' }).press('Enter')
  await expect(page.getByText('2 Matches', { exact: true })).toBeVisible()
  await group('Tags').getByRole('link', { name: 'Bb1, 1 post' }).press('Enter')
  await expect(page).toHaveURL(/\/collection\?tag=aa0,bb1$/)
  await expect(page.getByText('3 Matches', { exact: true })).toBeVisible()
  await group('People').getByRole('link', { name: 'Otto Other, 1 post' }).press('Enter')
  await expect(page.getByText('1 Match', { exact: true })).toBeVisible()
  expect(await titles(page)).toEqual(['Otto’s'])
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('link')
  await expect(chips).toHaveText(['#Aa0', '#Bb1', 'Otto Other'])
  await chips.first().press('Enter')
  await expect(page.getByRole('heading', { name: 'No Matches?' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Clear' }).last().press('Enter')
  await expect(page).toHaveURL(/\/collection$/)
  await expect(cards(page)).toHaveCount(4)

  await page.goto('/collection?category=film')
  await expect(page.getByText('1 Match', { exact: true })).toBeVisible()
  expect(await titles(page)).toEqual([film.results[0]!.title])
  await page.getByRole('link', { name: 'Remove filter Film & TV' }).click()
  await expect(cards(page)).toHaveCount(4)

  // `member` is an alias of `createdby`; without `collectedby`, all posts of the member are listed.
  await page.goto(`/collection?collectedby=self&member=${uid}`)
  await expect(page.getByText('2 Matches', { exact: true })).toBeVisible()
  await page.goto(`/collection?member=${otherUid}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Posts by Otto Other' })).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await page.goto(`/collection?createdby=${uid},${otherUid}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Posts by several members' })).toBeVisible()
  await expect(page.getByText('3 Matches', { exact: true })).toBeVisible()
  await page.goto(`/collection?createdby=${uid},${otherUid}&tag=Cc`)
  await expect(page.getByText('1 Match', { exact: true })).toBeVisible()
})

test('Y1 the search of the own collection is debounced by 450 ms', async ({ page, context }) => {
  await signUp(context.request, 'Tia Types')
  await page.clock.install()
  await page.goto('/collection')
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const box = page.getByRole('textbox', { name: 'Search your collection' })
  await box.fill('jaz')
  await page.clock.runFor(400)
  await box.fill('jazz')
  await page.clock.runFor(449)
  await expect(page).toHaveURL(/\/collection$/)
  await page.clock.runFor(1)
  await expect(page).toHaveURL(/\/collection\?q=jazz$/)
  await box.fill('piano')
  await box.press('Enter')
  await expect(page, 'Enter waits for nothing').toHaveURL(/\/collection\?q=piano$/)
})

test('Y1 an empty collection, a visitor and an unknown member → three empty states', async ({ page, newVisitor }) => {
  await page.goto('/collection')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to see your collection.' })).toBeVisible()
  expect(await faultsIn(page)).toEqual([])
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Join Strand' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign up' })).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: 'See what others collect' }).press('Enter')
  await expect(page).toHaveURL(/\/trending$/)
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()

  expect((await page.goto('/p/missing.member/collection'))!.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Member not found' })).toBeVisible()

  const member = await newVisitor()
  const { uid } = await signUp(member.request, 'Bo Empty')
  const own = await member.newPage()
  await own.goto('/collection')
  await expect(own.getByRole('heading', { name: 'No Collection?' })).toBeVisible()
  for (const none of ['No Tags?', 'No Playlists?', 'No People?']) await expect(own.getByText(none, { exact: true })).toBeVisible()
  await own.goto(`/p/${uid}/posts/created`)
  await expect(own.getByRole('heading', { level: 1, name: 'Your posts' })).toBeVisible()
  await expect(own.getByRole('heading', { name: 'No Collection?' })).toBeVisible()
  await page.goto(`/p/${uid}/collection`)
  await expect(page.getByRole('heading', { name: 'No Collection?' })).toBeVisible()
  await expect(page.getByText("Bo Empty hasn't collected anything yet.")).toBeVisible()
  await page.goto(`/p/${uid}/posts/created`)
  await expect(page.getByText("Bo Empty hasn't posted anything yet.")).toBeVisible()
})

test("Y1 R7 another member's collection on a phone: filters in a sheet, and the address plays it", async ({ newVisitor }) => {
  const page = await (await newVisitor({ viewport: { width: 390, height: 844 } })).newPage()
  await page.goto('/p/demo/collection')
  await expect(page.getByRole('heading', { level: 1, name: /’s collection$/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Search your collection' })).toHaveCount(0)
  const opener = page.getByRole('button', { name: 'Filters' })
  await opener.click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('region', { name: 'Playlists' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/p\/demo\/collection\?bead=b/)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page.getByText(/\d+ Match/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await faultsIn(page)).toEqual([])

  await page.goto('/p/demo/collection?autoplay=1')
  await expect(playerOf(page)).toBeVisible()
  await expect(page).toHaveURL(/\/p\/demo\/collection$/)
})
