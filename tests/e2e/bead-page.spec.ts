/** The page of a playlist: its header, filters and order of posts. */
import type { APIRequestContext } from '@playwright/test'
import { addPost, asyncHeader, postsOf, signUp, startPlaylist } from './api.ts'
import type { Bead } from '#contract/schemas.ts'
import { expect, test, type Page } from './fixtures.ts'

const main = (page: Page) => page.getByRole('main')
const cards = (page: Page) => main(page).getByRole('list', { name: 'Posts', exact: true }).getByRole('article')
const titles = (page: Page) => cards(page).getByRole('heading').allTextContents()
const filters = (page: Page) => main(page).getByRole('navigation', { name: 'Filter posts' })

async function post(request: APIRequestContext, bead: string, title: string, tags: string[] = []): Promise<string> {
  const made = await request.post(`/api/v0/posts/${bead}`, { headers: asyncHeader, data: { title, tags } })
  expect(made.ok(), await made.text()).toBe(true)
  return ((await made.json()) as { post: { id: string } }).post.id
}

/** A playlist of two members: the member of the page is its creator, the guest is invited. */
async function shared(page: Page, guest: APIRequestContext, title: string): Promise<{ id: string; uid: string; guest: string }> {
  const api = page.context().request
  const { uid } = await signUp(api, 'Olga Owner')
  const { uid: invited } = await signUp(guest, 'Gus Guest')
  const made = await api.post('/api/v0/beads', {
    headers: asyncHeader,
    data: { title, description: '', category: 'other', invitees: [invited] },
  })
  return { id: ((await made.json()) as { data: { id: string } }).data.id, uid, guest: invited }
}

test('B1 the description: omitted if empty, clipped at 300, on mobile at 200, whole with the no-clipping flag; at most 5 tags', async ({
  page,
}) => {
  const api = page.context().request
  await signUp(api, 'Dora Describes')
  const bead = await startPlaylist(api, 'Described')
  const header = main(page).locator('header').first()
  const describe = async (length: number) => {
    const edited = await api.post(`/api/v0/beads/${bead.id}`, {
      headers: asyncHeader,
      data: { description: 'a'.repeat(length), tags: ['One', 'Two', 'Three', 'Four', 'Five', 'Six'] },
    })
    expect(edited.ok()).toBe(true)
    await page.goto(`/${bead.id}`)
    await expect(header.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto(`/${bead.id}`)
  await expect(header.getByRole('heading', { level: 1, name: 'Described' })).toBeVisible()
  await expect(header.getByText(/^a+/)).toHaveCount(0)
  const more = header.getByRole('button', { name: 'Read more' })
  for (const [width, limit] of [
    [1280, 300],
    [390, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await describe(limit)
    await expect(header.getByText('a'.repeat(limit), { exact: true })).toBeVisible()
    await expect(more).toHaveCount(0)
    await describe(limit + 1)
    await expect(header.getByText(`${'a'.repeat(limit)}…`, { exact: true })).toBeVisible()
    await more.click()
    await expect(header.getByText('a'.repeat(limit + 1), { exact: true })).toBeVisible()
    await expect(header.getByRole('button', { name: 'Read less' })).toHaveAttribute('aria-expanded', 'true')
  }
  await expect(header.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['#One', '#Two', '#Three', '#Four', '#Five'])
  await page.goto(`/${bead.id}?noclip`)
  await expect(header.getByText('a'.repeat(201), { exact: true })).toBeVisible()
  await expect(more).toHaveCount(0)
})

test('B1 B6 B7 a preview: short description, earliest order, a link to all posts; cta.type explore or follow is the primary action', async ({
  page,
  newVisitor,
}) => {
  const admin = (await newVisitor()).request
  await admin.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'admin', password: 'strand' } })
  const bead = await startPlaylist(admin, 'Seen from one post')
  const call = (cta: object | null) =>
    admin.post(`/api/v0/beads/${bead.id}`, { headers: asyncHeader, data: { cta, description: 'b'.repeat(241) } })
  const first = await addPost(admin, bead.id, '/clips/rule-110.mp4', 'The first one')
  for (let n = 2; n <= 17; n += 1) await post(admin, bead.id, `Number ${n}`)
  await call({ type: 'explore' })

  await page.goto(`/${first.href}`)
  const header = main(page).locator('header').first()
  await expect(header.getByText(`${'b'.repeat(240)}…`, { exact: true })).toBeVisible()
  await expect(header.getByRole('link', { name: 'explore all 17 posts' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Earliest' })).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => titles(page)).toEqual(Array.from({ length: 14 }, (_, n) => `Number ${n + 2}`))
  const explore = main(page).getByRole('region', { name: '17 posts' }).getByRole('link', { name: 'explore all 17 posts' })
  await explore.click()
  await expect(page).toHaveURL(new RegExp(`/${bead.id}$`))
  // The second page may already be loaded.
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(15)
  await header.getByRole('button', { name: 'explore all 17 posts' }).press('Enter')
  await expect(main(page).getByRole('heading', { level: 2, name: '17 posts' })).toBeFocused()
  await expect(main(page).getByRole('heading', { level: 2, name: '17 posts' }), 'a heading has no focus ring').toHaveCSS(
    'outline-style',
    'none',
  )

  await call({ type: 'follow' })
  await page.goto(`/${first.href}`)
  await expect(header.getByRole('button', { name: /^follow/i })).toBeVisible()
  await expect(header.getByRole('link', { name: 'explore all 17 posts' })).toHaveCount(0)
  const region = main(page).getByRole('region', { name: '17 posts' })
  await expect(region.getByRole('button', { name: /^follow/i })).toBeVisible()
  await page.goto(`/${first.href}?sort=recent`)
  await expect(explore).toHaveCount(0)
  await expect.poll(async () => (await titles(page))[0]).toBe('Number 17')
})

test('B3 "collected by me": hidden at 0, updated at once and rolled back, empty state Hmm..., a sign-up for visitors', async ({
  page,
  newVisitor,
}) => {
  const guest = await newVisitor()
  const { id } = await shared(page, guest.request, 'To be collected')
  for (const title of ['One', 'Two']) await post(guest.request, id, title)
  await page.goto(`/${id}`)
  const own = filters(page).getByRole('link', { name: /^Collected by me/ })
  await expect(filters(page).getByRole('button', { name: 'Shuffle' })).toBeVisible()
  const star = (title: string) =>
    cards(page)
      .filter({ hasText: title })
      .getByRole('button', { name: /collect/i })
      .first()
  const written = page.waitForResponse('**/api/v0/posts/*/collect')
  await star('One').click()
  await expect(own).toHaveText('Collected by me (1)')
  await written

  await test.step('collecting updates the count at once, also while an older count is loading', async () => {
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(
      '**/api/v0/posts/count*',
      async (route) => {
        const response = await route.fetch()
        await held
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    const requestPromise = page.waitForRequest('**/api/v0/posts/count*')
    await star('Two').click()
    await expect(own).toHaveText('Collected by me (2)')
    await requestPromise
    await star('Two').click()
    await expect(own).toHaveText('Collected by me (1)')
    const counted = page.waitForResponse('**/api/v0/posts/count*')
    answer()
    await counted
    await expect(own).toHaveText('Collected by me (1)')
  })

  await test.step('a refused collect → the count is rolled back', async () => {
    let refuse: () => void = () => undefined
    const requested = new Promise<void>((resolve) => (refuse = resolve))
    await page.route('**/api/v0/posts/*/collect', async (route) => {
      await requested
      await route.fulfill({ status: 500, json: { message: 'No.', code: 'internal', requestId: 'x' } })
    })
    await star('Two').click()
    await expect(own).toHaveText('Collected by me (2)')
    refuse()
    await expect(own).toHaveText('Collected by me (1)')
    await page.unroute('**/api/v0/posts/*/collect')
  })

  await own.click()
  await expect(page).toHaveURL(/collectedby=self/)
  await expect.poll(() => titles(page)).toEqual(['One'])
  await expect(own).toHaveAttribute('aria-current', 'true')
  await star('One').click()
  await expect(main(page).getByRole('heading', { name: 'Hmm...', exact: true })).toBeVisible()
  await expect(own).toHaveText('Collected by me (0)')
  await main(page).getByRole('link', { name: 'Show all posts' }).click()
  await expect(cards(page)).toHaveCount(2)
  await expect(own).toHaveCount(0)

  const visitor = await (await newVisitor()).newPage()
  await visitor.goto(`/${id}`)
  await filters(visitor).getByRole('link', { name: 'Collected by me', exact: true }).click()
  await main(visitor).getByRole('button', { name: 'Sign up' }).click()
  await expect(visitor.getByRole('dialog').getByRole('heading', { name: 'Join Strand' })).toBeVisible()
})

test('B4 filters by tag, author, curator and shuffle combine in the address, and one link clears them', async ({ page, newVisitor }) => {
  const guest = await newVisitor()
  const { id, guest: uid } = await shared(page, guest.request, 'Of many kinds and hands')
  const api = page.context().request
  await post(api, id, 'Mine in red', ['Red'])
  await post(guest.request, id, 'Theirs in red', ['Red'])
  await post(guest.request, id, 'Theirs in blue', ['Blue'])
  for (let n = 1; n <= 20; n += 1) await post(api, id, `More ${n}`)
  await page.goto(`/${id}`)

  await filters(page).getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByRole('menuitemradio', { name: '#Red (2)' }).click()
  await expect(page).toHaveURL(/tag=Red/)
  await expect.poll(() => titles(page)).toEqual(['Mine in red', 'Theirs in red'])
  await filters(page).getByRole('link', { name: 'Posts by Gus Guest' }).click()
  await expect(page).toHaveURL(new RegExp(`tag=Red&createdby=${uid}`))
  await expect.poll(() => titles(page)).toEqual(['Theirs in red'])
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['Theirs in red'])
  await expect(filters(page).getByRole('button', { name: 'Added by Gus Guest' })).toBeVisible()

  await filters(page).getByRole('button', { name: '#Red' }).click()
  await page.getByRole('menuitemradio', { name: 'Any tag' }).click()
  await expect.poll(() => titles(page)).toEqual(['Theirs in red', 'Theirs in blue'])
  await page.goto(`/${id}?tag=Blue&collectedby=self`)
  await expect(main(page).getByRole('heading', { name: 'No matching posts' })).toBeVisible()
  await filters(page).getByRole('link', { name: 'All posts' }).click()
  await expect(page).toHaveURL(new RegExp(`/${id}$`))

  await test.step('a shuffle keeps its seed over paging, back and a reload', async () => {
    const first = page.waitForRequest(/\/api\/v0\/posts\?.*sort=shuffle/)
    await filters(page).getByRole('button', { name: 'Shuffle' }).click()
    await expect(page).toHaveURL(/sort=shuffle&ts=\d+/)
    expect(new URL((await first).url()).searchParams.get('limit')).toBe('15')
    const seed = new URL(page.url()).searchParams.get('ts')!
    const order = (
      (await (await api.get(`/api/v0/posts?bead=${id}&sort=shuffle&ts=${seed}&limit=100`)).json()) as { results: { title: string }[] }
    ).results.map(({ title }) => title)
    // Cards without pictures are so low that the second page loads without scrolling.
    await expect(cards(page)).toHaveCount(23)
    expect(await titles(page)).toEqual(order)
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(order)
    await cards(page).last().scrollIntoViewIfNeeded()
    await cards(page).last().getByRole('heading').getByRole('link').click()
    await expect(main(page).getByRole('region', { name: 'Featured post' })).toBeVisible()
    await page.goBack()
    await expect.poll(() => titles(page)).toEqual(order)
    await expect(cards(page).last()).toBeInViewport()
    await page.evaluate(() => scrollTo(0, 0))
    await filters(page).getByRole('button', { name: 'Shuffle' }).click()
    await expect(page).not.toHaveURL(new RegExp(`ts=${seed}`))
  })
})

test('B6 the composer trigger; a new post shows its banner with edit and share to its author only', async ({
  page,
  request,
  newVisitor,
}) => {
  const api = page.context().request
  await signUp(api, 'Nora New')
  const bead = await startPlaylist(api, 'Freshly filled')
  const fresh = await post(api, bead.id, 'Just added')
  const { href } = (await postsOf(api, bead.id, 'recent'))[0]!
  await page.goto(`/${href}?newPost`)
  await expect(main(page).getByRole('button', { name: 'add to this Playlist' })).toBeVisible()
  const banner = main(page).getByRole('status').filter({ hasText: 'Your post has been added.' })
  await banner.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('menu', { name: 'Share Just added' }).getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await banner.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/${href}`)
  await expect(main(page).getByRole('heading', { name: 'Just added' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  // A member who opens the shared address is not the author of the post.
  const visitor = await newVisitor()
  await signUp(visitor.request, 'Otis Other')
  const theirs = await visitor.newPage()
  await theirs.goto(`/${href}?newPost`)
  await expect(main(theirs).getByRole('heading', { name: 'Just added' })).toBeVisible()
  await expect(
    main(theirs)
      .getByRole('button', { name: /^Collect Just added/ })
      .first(),
  ).toBeVisible()
  await expect(main(theirs).getByText('Your post has been added.')).toHaveCount(0)
  expect(fresh).toMatch(/^p/)

  await page.context().clearCookies()
  const { results } = (await (await request.get('/api/v0/beads?sort=top&limit=20')).json()) as { results: Bead[] }
  const open = results.find(({ invitees, isFeed }) => invitees === undefined && !isFeed)!
  await page.goto(open.href)
  await main(page).getByRole('button', { name: 'add to this Playlist' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
