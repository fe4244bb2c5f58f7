/** The documented addresses (A2.1): their screens and titles, their parameters, and when they are refetched. */
import { categoryNames, pageTitles } from '#contract/messages.ts'
import { addPost, asyncHeader, beadTitled, signUp, startPlaylist } from './api.ts'
import { expect, started, test, type Locator, type Page } from './fixtures.ts'
import { accountButton } from './members.ts'
import { newPerson, test as withNetworks } from './networks.ts'

const main = (page: Page): Locator => page.getByRole('main')
const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
const titlesOf = (page: Page) => () =>
  main(page).getByRole('list', { name: 'Posts' }).getByRole('article').getByRole('heading').allTextContents()

test('R1 the home page, discover, and each of the eleven categories', async ({ page }) => {
  const categories = Object.entries(categoryNames)
  expect(categories.map(([id]) => id)).toEqual([
    'music',
    'film',
    'comedy',
    'sports',
    'food',
    'fashion',
    'art',
    'books',
    'ideas',
    'learning',
    'other',
  ])
  const current = page.getByRole('navigation', { name: 'Categories' }).locator('[aria-current="page"]')
  for (const path of ['/', '/discover']) {
    expect((await page.goto(path))!.status()).toBe(200)
    await expect(heading(page)).toHaveText('Creating a playlist for every idea. Together.')
    await expect(current).toHaveText('All')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/discover$/)
  }
  // By link, without a page load, and then by address.
  for (const [id, name] of categories) {
    await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/${id}$`))
    await expect(page).toHaveTitle(`${name} · Strand`)
    await expect(heading(page)).toHaveText(name)
    await expect(current).toHaveText(name)
  }
  for (const [id, name] of categories) {
    const response = await page.context().request.get(`/${id}`)
    expect(response.status()).toBe(200)
    expect(await response.text()).toContain(`<title>${name.replace('&', '&amp;')} · Strand</title>`)
  }
})

test('R26 BY22 each screen has its title, in the page and in its document; the document declares language and direction', async ({
  page,
  request,
}) => {
  const { uid } = await signUp(page.context().request, 'Titus Titled')
  const bead = await startPlaylist(page.context().request, 'A titled playlist')
  const post = await addPost(page.context().request, bead.id, 'https://example.org/titled', 'A titled post')
  const titled: [string, string][] = [
    ['/discover', 'Discover'],
    ['/about', 'About'],
    ['/tos', 'Terms of service'],
    ['/acceptable-use', 'Acceptable use'],
    ['/copyright', 'Copyright'],
    ['/privacy', 'Privacy'],
    ['/trending', 'Trending'],
    ['/activity', 'Activity'],
    ['/collection', pageTitles.collectionOf('Titus Titled')],
    ['/preferences', 'Preferences'],
    ['/followtags', 'Follow tags'],
    ['/tvos/connect?connecttoken=none', 'Connect your TV'],
    [`/p/${uid}`, `Titus Titled (@${uid})`],
    [`/p/${uid}/followers`, pageTitles.followersOf('Titus Titled')],
    [`/p/${uid}/following`, pageTitles.followedBy('Titus Titled')],
    [`/p/${uid}/collection`, pageTitles.collectionOf('Titus Titled')],
    [`/p/${uid}/posts/created`, pageTitles.postsOf('Titus Titled')],
    [`/${bead.id}`, 'A titled playlist'],
    [`/${post.href}`, 'A titled post'],
    ['/no-such-thing', 'Page not found'],
  ]
  for (const [path, title] of titled) {
    await page.goto(path)
    await expect(page, path).toHaveTitle(`${title} · Strand`)
    await expect(heading(page), path).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  }
  for (const path of ['/about', '/tos', '/trending', '/followtags'])
    expect(await (await request.get(path)).text()).toContain(`<title>${titled.find(([one]) => one === path)![1]} · Strand</title>`)
})

test("R6 R13 a post's own address, new or by a tag; the orders and pages that an address specifies", async ({ page, newVisitor }) => {
  const { request } = page.context()
  await signUp(request, 'Addie Address')
  const bead = await startPlaylist(request, 'Asked for in many ways')
  const add = async (title: string, tags: string[] = []) => {
    const made = await request.post(`/api/v0/posts/${bead.id}`, { headers: asyncHeader, data: { title, tags } })
    expect(made.ok()).toBe(true)
    return ((await made.json()) as { post: { id: string; href: string } }).post
  }
  const first = await add('The first', ['Odd'])
  await add('The second')
  const third = await add('The third', ['Odd'])
  for (let n = 4; n <= 17; n += 1) await add(`Number ${n}`)
  // Another member collects the post, because own collects do not count.
  const collector = (await newVisitor()).request
  await signUp(collector, 'Cole Collector')
  expect((await collector.post(`/api/v0/posts/${first.id}/collect`, { headers: asyncHeader })).ok()).toBe(true)

  await page.goto(`/${third.id}?tag=odd`)
  await expect(heading(page)).toHaveText('The third')
  await expect.poll(titlesOf(page)).toEqual(['The first'])
  await page.goto(`/${third.href}?newPost`)
  await expect(page.getByRole('region', { name: 'Featured post' }).getByRole('heading', { name: 'The third' })).toBeVisible()
  await expect(main(page).getByRole('status').filter({ hasText: 'Your post has been added.' })).toBeVisible()
  await page.goto(`/${third.href}`)
  await expect(page.getByRole('region', { name: 'Featured post' })).toBeVisible()
  await expect(page.getByText('Your post has been added.')).toHaveCount(0)

  const requests: string[] = []
  page.on('request', (sent) => {
    const { pathname, searchParams } = new URL(sent.url())
    if (pathname === '/api/v0/posts' && searchParams.get('from') === '0') requests.push(searchParams.get('sort') ?? '')
  })
  const order = main(page).getByRole('navigation', { name: 'Sort posts' }).locator('[aria-current]')
  await page.goto(`/${bead.id}?sort=mostcollected`)
  await expect(main(page).getByRole('article').first()).toContainText('The first')
  await expect(order).toHaveText('Most collected')
  await page.goto(`/${bead.id}?sort=recent`)
  await expect(main(page).getByRole('article').first()).toContainText('Number 17')
  await expect(order).toHaveText('Recent')
  await page.goto(`/${bead.id}?sort=earliest`)
  await expect(main(page).getByRole('article').first()).toContainText('The first')
  await page.goto(`/${bead.id}?page=2`)
  await expect.poll(titlesOf(page)).toEqual(['Number 16', 'Number 17'])
  await expect(order).toHaveText('Earliest')
  expect(requests, 'all of it came with the documents').toEqual([])
})

test('R9 R10 addresses of the feeds and of the preferences; what is refetched when going back', async ({ page }) => {
  await signUp(page.context().request, 'Rita Revisits')
  await page.goto('/feed')
  await expect(page).toHaveURL(/\/activity$/)
  await expect(heading(page)).toHaveText('Activity')
  const counts = { feed: 0, me: 0 }
  // Counts responses, because pending requests are not repeated.
  page.on('requestfinished', (sent) => {
    const { pathname } = new URL(sent.url())
    if (pathname === '/api/v2/me/feed') counts.feed += 1
    if (pathname === '/api/v0/me') counts.me += 1
  })
  const bar = page.getByRole('banner')
  const follow = async (href: string) => {
    await page.evaluate((to) => document.querySelector<HTMLAnchorElement>(`header a[href="${to}"]`)!.click(), href)
    await expect(page).toHaveURL(new RegExp(`${href}$`))
  }
  await bar.getByRole('link', { name: 'Trending' }).click()
  await expect(heading(page)).toHaveText('Trending')
  await follow('/activity')
  await expect.poll(() => counts.feed).toBe(1)
  await follow('/trending')
  await expect(heading(page)).toHaveText('Trending')
  await follow('/activity')
  await expect.poll(() => counts.feed).toBe(2)

  const toPreferences = async () => {
    await accountButton(page, 'Rita Revisits').click()
    await page.getByRole('menuitem', { name: 'Preferences' }).click()
    await expect(page.getByRole('form', { name: 'General' })).toBeVisible()
  }
  counts.me = 0
  await toPreferences()
  await expect.poll(() => counts.me).toBe(1)
  await follow('/activity')
  await toPreferences()
  await expect.poll(() => counts.me).toBe(2)
  await follow('/activity')
  await page.goBack()
  await expect(page.getByRole('form', { name: 'General' })).toBeVisible()
  await expect.poll(() => counts.me, 'going back as well').toBe(3)
})

test('R11 /login with the form of its type, and /signupform', async ({ page }) => {
  const forms: [string, string][] = [
    ['/login', 'Welcome back'],
    ['/login/login', 'Welcome back'],
    ['/login/anything', 'Welcome back'],
    ['/login/signup', 'Join Strand'],
    ['/login/forgotPassword', 'Forgot your password?'],
    ['/signupform', 'Join Strand'],
  ]
  for (const [path, name] of forms) {
    expect((await page.goto(path))!.status(), path).toBe(200)
    await expect(main(page).getByRole('heading', { level: 1, name }), path).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('banner').getByRole('button', { name: 'Log In' }), 'the form is there already').toHaveCount(0)
  }
})

withNetworks('R10 R11 /signup/{network} opens the network’s own page, and /connect/{network} connects it', async ({ page, social }) => {
  social.facebook.person = newPerson('Sue Signup')
  await page.goto('/signup/facebook')
  await expect(accountButton(page, 'Sue Signup')).toBeVisible()
  await page.context().clearCookies()
  social.twitter.person = newPerson('Tess Twitter', 'tess.twitter@example.org')
  await page.goto('/signup/twitter')
  await expect(accountButton(page, 'Tess Twitter')).toBeVisible()
  await page.goto('/about')
  await started(page)
  // A link to a server address, which is not a screen of the app: the browser loads it.
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/connect/facebook'
    document.querySelector('main')!.append(link)
    link.click()
  })
  social.facebook.person = newPerson('Tess at Facebook')
  await expect(page).toHaveURL('/preferences?tab=apps')
  await expect(page.getByText(/^Connected as /)).toHaveCount(2)
})

test("R12 /r/admin/index.html#?beadid= opens a playlist's admin page, linked in its menu, for admins only", async ({
  page,
  newVisitor,
}) => {
  const maker = (await newVisitor()).request
  const { uid } = await signUp(maker, 'Mina Maker')
  const bead = await startPlaylist(maker, 'Looked after')
  await addPost(maker, bead.id, 'https://example.org/looked-after', 'Something in it')
  const address = `/r/admin/index.html#?beadid=${bead.id}`
  await page.goto(address)
  await expect(main(page).getByText('Only admins can see this page.')).toBeVisible()
  const more = () => page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'More' }).click()
  await page.goto(bead.href)
  await more()
  await expect(page.getByRole('menuitem', { name: 'Export…' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Admin page' })).toHaveCount(0)

  await page.context().request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'admin', password: 'strand' } })
  await page.reload()
  await more()
  await page.getByRole('menuitem', { name: 'Admin page' }).click()
  await expect(page).toHaveURL(address)
  await expect(page).toHaveTitle('Playlists and posts · Strand')
  await expect(main(page).getByRole('heading', { level: 2 }).getByRole('link', { name: 'Looked after' })).toHaveAttribute('href', bead.href)
  await expect(main(page).getByRole('link', { name: 'Member page of Mina Maker' })).toHaveAttribute(
    'href',
    `/admin/setprivileges?uid=${uid}`,
  )
  const makeDay = main(page).getByRole('button', { name: 'Make it the Bead of the Day' })
  await expect(makeDay, 'only of an open playlist').toHaveCount(0)
  const open = await beadTitled(page.context().request, 'What can you film in one minute?')
  const field = main(page).getByLabel('Playlist, post or comment')
  await field.fill(open.id)
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('heading', { level: 2, name: open.title })).toBeVisible()
  await expect(page).toHaveURL(`/admin/playlists?id=${open.id}`)
  await makeDay.press('Enter')
  await expect(main(page).getByRole('status').filter({ hasText: 'It is the Bead of that day.' })).toBeVisible()
  expect(((await (await page.context().request.get('/api/v0/beads/day')).json()) as { bead: { id: string } }).bead.id).toBe(open.id)
  await field.fill('b00000000000000000')
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('heading', { level: 2, name: 'Not found' })).toBeVisible()
})
