/** The format of times, numbers, long texts, rich texts, tags and pictures on all screens (A3, A5, A9). */
import type { Post } from '#contract/index.ts'
import { base64, picture } from '../support/pictures.ts'
import { addPost, asyncHeader, signUp, startPlaylist } from './api.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'

const main = (page: Page): Locator => page.getByRole('main')

/** Changes the data in the document of a path. Without `data-rendered`, the browser renders the page. */
async function rewrite(page: Page, path: string, change: (html: string) => string): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: change(await response.text()).replace(/ data-rendered="[^"]*"/, '') })
    },
  )
}

test('R22 A9 relative times: ‘Now’, minutes, hours, ‘Yesterday’, the weekday up to seven days, then a short date', async ({ page }) => {
  const { request } = page.context()
  await signUp(request, 'Tim Time')
  const bead = await startPlaylist(request, 'Of every age')
  // A Wednesday, at noon.
  const now = new Date('2026-03-11T12:00:00Z')
  const ages: [string, string][] = [
    ['2026-03-11T12:00:05Z', 'Now'],
    ['2026-03-11T11:59:01Z', 'Now'],
    ['2026-03-11T11:59:00Z', '1 min ago'],
    ['2026-03-11T11:00:01Z', '59 min ago'],
    ['2026-03-11T11:00:00Z', '1 h ago'],
    ['2026-03-10T12:00:01Z', '23 h ago'],
    ['2026-03-10T12:00:00Z', 'Yesterday'],
    ['2026-03-10T00:00:00Z', 'Yesterday'],
    ['2026-03-09T23:59:59Z', 'Monday'],
    ['2026-03-05T00:00:00Z', 'Thursday'],
    ['2026-03-04T23:59:59Z', 'Mar 4'],
    ['2025-12-31T23:59:59Z', 'Dec 31, 2025'],
  ]
  const posts: Post[] = []
  for (const [instant] of ages) posts.push(await addPost(request, bead.id, `https://example.org/aged/${instant}`, `Of ${instant}`))
  await rewrite(page, `/${bead.id}`, (html) =>
    posts.reduce((text, { creationDate }, n) => text.replaceAll(creationDate, ages[n]![0]), html),
  )
  await page.clock.setFixedTime(now)
  await page.goto(`/${bead.id}?sort=earliest`)
  for (const [instant, words] of ages)
    await expect(
      main(page)
        .getByRole('article')
        .filter({ hasText: `Of ${instant}` })
        .locator('time'),
      instant,
    ).toHaveText(words)
})

test('R22 A9 numbers with commas, plurals, and long texts clipped at a space with an ellipsis', async ({ page }) => {
  const { request } = page.context()
  await signUp(request, 'Nora Numbers')
  const words = 'Twelve letter words are written one after another until '.repeat(6).trim()
  const bead = await startPlaylist(request, 'Counted')
  const edited = await request.post(`/api/v0/beads/${bead.id}`, { headers: asyncHeader, data: { description: words } })
  expect(edited.ok(), await edited.text()).toBe(true)
  const header = main(page).locator('header').first()
  for (const [n, followers, posts] of [
    [0, '0 followers', '0 posts'],
    [1, '1 follower', '1 post'],
    [1_234_567, '1,234,567 followers', '1,234,567 posts'],
  ] as const) {
    await rewrite(page, `/${bead.id}`, (html) =>
      html.replace(/"followerCount":\d+/g, `"followerCount":${n}`).replace(/"postCount":\d+/g, `"postCount":${n}`),
    )
    await page.goto(`/${bead.id}`)
    await expect(header.getByText(followers, { exact: true })).toBeVisible()
    await expect(header.getByText(posts, { exact: true })).toBeVisible()
    await page.unrouteAll()
  }
  await page.goto(`/${bead.id}`)
  const short = await header.getByText(/…$/).innerText()
  expect(short.length).toBeLessThanOrEqual(301)
  expect(short.length).toBeGreaterThan(280)
  expect(`${words} `.startsWith(`${short.slice(0, -1)} `), 'at a space').toBe(true)
  await header.getByRole('button', { name: 'Read more' }).press('Enter')
  await expect(header.getByText(words)).toBeVisible()
})

test('R22 A9 a scroll takes at most 10 steps of 120 px; a longer distance is jumped', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/discover')
  await expect(main(page).getByRole('article').nth(20)).toBeAttached()
  await page.evaluate(() => {
    const places: number[] = []
    const scroll = window.scrollTo.bind(window)
    Object.assign(window, {
      places,
      scrollTo: (x: number, y: number) => {
        places.push(y)
        scroll(x, y)
      },
    })
  })
  const from = (y: number) =>
    page.evaluate((to) => {
      scrollTo(0, to)
      ;(window as unknown as { places: number[] }).places.length = 0
    }, y)
  const places = () => page.evaluate(() => (window as unknown as { places: number[] }).places)
  const home = page.getByRole('banner').getByRole('link', { name: /^Strand/ })
  await from(300)
  await home.click()
  await expect.poll(places).toEqual([240, 120, 0])
  await from(2000)
  await home.click()
  await expect.poll(places).toEqual([1080, 960, 840, 720, 600, 480, 360, 240, 120, 0])
})

test('R23 A5 only italic, bold, underline and strike are retained; own links open in the page, others in a new tab', async ({
  page,
  baseURL,
}) => {
  const { request } = page.context()
  const { uid } = await signUp(request, 'Rita Rich')
  const bead = await startPlaylist(request, 'Richly said')
  const description = [
    '<b>bold</b> <i>italic</i> <u>underlined</u> <strike>struck</strike> <h1>headed</h1>',
    '<img src="https://example.org/x.png" onerror="alert(1)"><script>alert(2)</script><span style="color:red" onclick="alert(3)">plain</span>',
    `<a href="https://example.org/out">out</a> <a href="ftp://example.org/file">file</a> <a href="javascript:alert(4)">trap</a> <a href="mailto:a@b.cc">mail</a>`,
    `<a href="${baseURL}/about">own</a> <a href="/tos">rooted</a> <a href="strand://bead/${bead.id}">app</a>`,
    `#deephouse @${uid} https://example.org/bare`,
  ].join(' ')
  const made = await request.post(`/api/v0/posts/${bead.id}`, { headers: asyncHeader, data: { title: 'A rich post', description } })
  expect(made.ok(), await made.text()).toBe(true)
  const { post } = (await made.json()) as { post: { href: string } }
  await page.goto(`/${post.href}`)
  const text = page
    .getByRole('region', { name: 'Featured post' })
    .locator('div')
    .filter({ hasText: /^bold italic/ })
    .last()
  for (const [element, words] of [
    ['b', 'bold'],
    ['i', 'italic'],
    ['u', 'underlined'],
    ['s', 'struck'],
  ] as const)
    await expect(text.locator(element)).toHaveText(words)
  await expect(text.locator('img, script, span, h1, [style], [onclick]')).toHaveCount(0)
  await expect(text).toContainText('headed')
  await expect(text).toContainText('plain')

  const link = (name: string) => text.getByRole('link', { name, exact: true })
  for (const [name, href] of [
    ['out', 'https://example.org/out'],
    ['file', 'ftp://example.org/file'],
    ['https://example.org/bare', 'https://example.org/bare'],
  ] as const) {
    await expect(link(name)).toHaveAttribute('href', href)
    await expect(link(name)).toHaveAttribute('target', '_blank')
    await expect(link(name)).toHaveAttribute('rel', /\bnofollow\b/)
  }
  for (const name of ['trap', 'mail']) await expect(link(name)).toHaveCount(0)
  await expect(text).toContainText('trap')
  await expect(link('#deephouse')).toHaveAttribute('href', /^\/tag\/deephouse$/i)
  await expect(link(`@${uid}`)).toHaveAttribute('href', `/p/${uid}`)
  for (const name of ['own', 'rooted', 'app']) expect(await link(name).getAttribute('target'), name).toBeNull()
  await expect(link('app')).toHaveAttribute('href', `/bead/${bead.id}`)
  await page.evaluate(() => Object.assign(window, { stays: true }))
  await link('own').click()
  await expect(page).toHaveURL(/\/about$/)
  expect(await page.evaluate(() => 'stays' in window)).toBe(true)
})

test('R25 A5 a tag has one spelling however it is typed, and is found by each', async ({ page }) => {
  const { request } = page.context()
  const { uid } = await signUp(request, 'Tara Tags')
  const bead = await startPlaylist(request, 'Tagged in many ways')
  const tags = ['café del mar', 'rock & roll', 'hip-hop!', 'NASA launch']
  const made = await request.post(`/api/v0/posts/${bead.id}`, { headers: asyncHeader, data: { title: 'A tagged post', tags } })
  expect(made.ok(), await made.text()).toBe(true)
  const { post } = (await made.json()) as { post: { href: string } }
  await page.goto(`/${post.href}`)
  const shown = page.getByRole('region', { name: 'Featured post' }).getByRole('list', { name: 'Tags' }).getByRole('link')
  await expect(shown).toHaveText(['#CafeDelMar', '#RockAndRoll', '#HipHop', '#NASALaunch'])
  await expect(shown.first()).toHaveAttribute('href', '/tag/CafeDelMar')
  // The post is indexed asynchronously.
  await expect
    .poll(async () => (await request.get(`/api/v2/search?q=${encodeURIComponent('#CafeDelMar')}&type=post`)).text(), { timeout: 20_000 })
    .toContain('A tagged post')
  await shown.first().click()
  await expect(page).toHaveTitle(/#CafeDelMar/i)
  await expect(main(page).getByRole('link', { name: 'A tagged post' }).first()).toBeVisible()

  await page.goto('/followtags')
  const find = page.getByRole('combobox', { name: 'Find another tag' })
  for (const typed of ['écoute-moi', 'écoute-MOI', 'salt&pepper']) {
    await find.fill(typed)
    await page.keyboard.press('Enter')
    await expect(find).toHaveValue('')
  }
  const followed = async () =>
    ((await (await request.get(`/api/v0/members/${uid}/following/tags`)).json()) as { results: { name: string }[] }).results
      .map(({ name }) => name.toLowerCase())
      .sort()
  await expect.poll(followed).toEqual(['ecoutemoi', 'saltandpepper'])
})

test('R26 A7 pictures of members and playlists have their addresses, in small too', async ({ page }) => {
  const { request } = page.context()
  const { uid } = await signUp(request, 'Pia Pictured')
  const image = await base64(picture(900, 600, { colour: '#c04020' }))
  const own = await request.post('/api/v0/me/updateimage', { headers: asyncHeader, data: { image } })
  expect(own.ok(), await own.text()).toBe(true)
  const bead = await startPlaylist(request, 'Pictured')
  const edited = await request.post(`/api/v0/beads/${bead.id}`, {
    headers: asyncHeader,
    data: { image, attribution: { name: 'Pia Pictured', url: 'https://example.org/pia' } },
  })
  expect(edited.ok(), await edited.text()).toBe(true)
  await page.goto('/about')
  const sizeOf = (address: string) =>
    page.evaluate(async (src) => {
      const img = new Image()
      img.src = src
      await img.decode()
      return [img.naturalWidth, img.naturalHeight]
    }, address)
  const [wide, high] = await sizeOf(`/people/square/${uid}.jpg`)
  expect(wide).toBe(high)
  const [main_, small] = [await sizeOf(`/beads/${bead.id}.jpg`), await sizeOf(`/beads/small/${bead.id}.jpg`)]
  expect(small[0]!).toBeLessThan(main_[0]!)
  for (const address of [`/people/square/${uid}.jpg`, `/beads/${bead.id}.jpg`, `/beads/small/${bead.id}.jpg`])
    expect((await request.get(address)).headers()['content-type']).toBe('image/jpeg')

  await page.goto(`/p/${uid}`)
  await expect(main(page).locator(`img[src^="/people/square/${uid}.jpg"]`).first()).toBeVisible()
  await expect(main(page).getByRole('article').locator(`img[src^="/beads/"][src*="${bead.id}.jpg"]`).first()).toBeVisible()
})
