/** Post cards in every layout (D14), collecting and upvoting (H1, H2), flags (H3), numbers (H4), and the queue from a card (BY4). */
import { showcase, signUp } from './api.ts'
import { scriptOf } from './built.ts'
import { runClockUntilVisible } from './clock.ts'
import { expect, test, type Locator, type Page } from './fixtures.ts'
import { enter } from './keyboard.ts'
import { playerOf } from './members.ts'
import { cardOf, cards, logIn, main, send, toasts, writePosts, statusOfWrite } from './posts.ts'

const collect = (of: Locator) => of.getByRole('button', { name: /^Collect / })
const upvote = (of: Locator) => of.getByRole('button', { name: /^Upvote / })
const moreOf = (of: Locator) => of.getByRole('button', { name: /^More for / })
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const chosen = async (page: Page, card: Locator, name: string) => {
  await moreOf(card).click()
  await entry(page, name).click()
}

test('D14 H4 a card has its controls in every layout: playlist, collection, profile, search, feed and full', async ({
  page,
  newVisitor,
}) => {
  test.setTimeout(120_000)
  const writer = await newVisitor()
  const word = `Zebrafinch${Date.now().toString(36)}`
  const {
    uid,
    bead,
    posts: [post],
  } = await writePosts(writer.request, 'Cora Cards', [{ title: `${word} sings`, description: 'A short text.' }])
  await signUp(page.context().request, 'Lou Layouts')
  await send(page.context().request, `posts/${post!.id}/collect`)
  await send(page.context().request, `members/${uid}/follow`)
  // A large number, to check its English format. Without `data-rendered` the browser renders the page: the server's HTML has the real
  // number.
  const many = (body: string) => body.replaceAll('"playCount":0', '"playCount":1234567').replace(/ data-rendered="[^"]*"/, '')

  const layouts: { name: string; path: string; of: () => Locator }[] = [
    { name: 'playlist', path: `/${bead.id}?sort=recent`, of: () => cardOf(page, post!.title) },
    { name: 'collection', path: '/collection', of: () => main(page).getByRole('article').first() },
    {
      name: 'profile',
      path: `/p/${uid}`,
      of: () =>
        main(page)
          .getByRole('article')
          .filter({ has: page.getByRole('heading', { name: post!.title }) })
          .first(),
    },
    { name: 'search', path: `/search/posts?q=${word}`, of: () => main(page).getByRole('article').first() },
    {
      name: 'feed',
      path: '/activity',
      of: () =>
        main(page)
          .getByRole('article')
          .filter({ has: page.getByRole('heading', { name: post!.title }) })
          .first(),
    },
    { name: 'in full', path: `/${post!.href}`, of: () => main(page).getByRole('article').first() },
  ]
  for (const { name, path, of } of layouts)
    await test.step(name, async () => {
      await page.route(
        (url) => url.pathname === path.split('?')[0],
        async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, body: many(await response.text()) })
        },
      )
      // The post is indexed asynchronously.
      await expect(async () => {
        await page.goto(path)
        await expect(of()).toBeVisible({ timeout: 3000 })
      }).toPass()
      const card = of()
      await expect(collect(card)).toHaveAttribute('aria-pressed', 'true')
      await expect(collect(card)).toHaveText('1')
      await expect(upvote(card)).toHaveText('0')
      await expect(card.getByText('1,234,567').first()).toBeVisible()
      await moreOf(card).click()
      for (const item of ['Play next', 'Add to queue', 'Share', 'Add to another playlist', 'Collectors', 'Flag post'])
        await expect(entry(page, item), item).toBeVisible()
      for (const item of ['Edit post', 'Delete post']) await expect(entry(page, item), item).toHaveCount(0)
      if (name === 'playlist') {
        await entry(page, 'Share').click()
        await expect(page.getByRole('menu', { name: `Share ${post!.title}` })).toBeVisible()
      }
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
      await page.unrouteAll()
    })

  await test.step('its author can edit and delete it, and cannot flag it', async () => {
    const own = await writer.newPage()
    await own.goto(`/${bead.id}?sort=recent`)
    await moreOf(cardOf(own, post!.title)).click()
    for (const item of ['Edit post', 'Delete post', 'Collectors']) await expect(entry(own, item), item).toBeVisible()
    await expect(entry(own, 'Flag post')).toHaveCount(0)
  })
})

test('D14 a description more than 40 over the limit is clipped; wide pictures show their middle; tracks are a band', async ({ page }) => {
  const long = (n: number) => 'abcdefghi '.repeat(n / 10).slice(0, n - 1) + '.'
  const api = page.context().request
  const { posts } = await writePosts(api, 'Carl Clamps', [
    { title: 'At the limit and forty', description: long(400) },
    { title: 'Beyond it', description: `${long(400)}x` },
  ])
  await page.goto(`/${posts[0]!.href}`)
  const detail = main(page).getByRole('region', { name: 'Featured post' })
  await expect(detail.getByText(long(400))).toBeVisible()
  await expect(detail.getByRole('button', { name: 'Read more' })).toHaveCount(0)
  const box = (await detail
    .getByRole('button', { name: /^Play / })
    .first()
    .boundingBox())!
  expect(box.width / box.height).toBeCloseTo(520 / 200, 1)

  await page.goto(`/${posts[1]!.href}`)
  const more = detail.getByRole('button', { name: 'Read more' })
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  const words = detail.getByText('abcdefghi').first()
  const folded = (await words.boundingBox())!.height
  await enter(page, more)
  await expect(detail.getByRole('button', { name: 'Read less' })).toBeFocused()
  expect((await words.boundingBox())!.height).toBeGreaterThan(folded)

  await test.step('pictures', async () => {
    const svg = (width: number, height: number) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="teal"/></svg>`
    for (const [width, height, position] of [
      [1720, 1000, '40% 50%'],
      [1700, 1000, '50% 50%'],
      [600, 600, '50% 50%'],
    ] as const) {
      await page.route(/\/(i|images|api\/v0\/images|clips)\/.*|.*\.(jpg|png|webp)$/, (route) =>
        route.request().resourceType() === 'image'
          ? route.fulfill({ contentType: 'image/svg+xml', body: svg(width, height) })
          : route.continue(),
      )
      await page.goto('/discover')
      await page.goto(`/${(await showcase(page.request)).id}?sort=earliest`)
      const picture = cards(page).first().locator('img').first()
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(width)
      await expect(picture, `${width} by ${height}`).toHaveCSS('object-position', position)
      await page.unrouteAll()
    }
  })
})

test('D14 hover controls appear after 100 ms, and after 300 ms within half a second of scrolling', async ({ page }) => {
  const { bead } = await writePosts(
    page.context().request,
    'Olga Overlay',
    ['One', 'Two', 'Three', 'Four'].map((title) => ({ title })),
  )
  test.setTimeout(120_000)
  await page.clock.install()
  // The code is loaded on the first hover, or with another part of the same chunk.
  const code = page.waitForResponse(scriptOf('renderer/widgets/post/CardOverlay.tsx'))
  await page.goto(`/${bead.id}?sort=earliest`)
  const card = cardOf(page, 'Two')
  const next = card.getByRole('button', { name: 'Play next' })
  const away = () => page.mouse.move(5, 300)
  await card.hover()
  await code
  await runClockUntilVisible(page, next, 50)
  await away()
  await expect(next).toHaveCount(0)

  const rest = async (ms: number) => {
    await card.hover({ position: { x: 60, y: 20 } })
    await expect(page.locator('article:hover')).toHaveCount(1)
    await page.clock.runFor(ms - 1)
    await expect(next, `not before ${ms} ms`).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(next, `after ${ms} ms`).toBeVisible()
    await away()
    await expect(next).toHaveCount(0)
  }
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  await page.clock.runFor(1000)
  await rest(100)
  await page.evaluate(() => dispatchEvent(new Event('scroll')))
  await rest(300)
  await page.clock.runFor(500)
  await rest(100)
})

test('BY4 play next and add to queue from a card, each with undo', async ({ page }) => {
  const { bead } = await writePosts(
    page.context().request,
    'Quinn Queues',
    ['One', 'Two', 'Three', 'Four'].map((title) => ({ title })),
  )
  await page.goto(`/${bead.id}?sort=earliest`)
  await cardOf(page, 'One').getByRole('button', { name: 'Play One' }).click()
  const player = playerOf(page)
  // Paused, so that the queue does not continue.
  await player.getByRole('button', { name: 'Pause', exact: true }).click()
  await player.getByRole('button', { name: 'Queue', exact: true }).click()
  const rows = page.getByRole('dialog', { name: 'Queue' }).getByRole('listitem')
  const titles = async () =>
    (await rows.allTextContents()).map((text) => ['One', 'Two', 'Three', 'Four'].find((title) => text.includes(title)))
  await expect.poll(titles).toEqual(['One', 'Two', 'Three', 'Four'])
  // Counts, because the order depends on how far the short clips have played.
  const times = async (title: string) => (await titles()).filter((one) => one === title).length
  for (const [title, act, message] of [
    ['Two', 'Play next', 'Plays next: Two'],
    ['One', 'Add to queue', 'Added to the queue: One'],
  ] as const) {
    await chosen(page, cardOf(page, title), act)
    await expect.poll(() => times(title), act).toBe(2)
    await toasts(page)
      .locator('div', { hasText: message, has: page.getByRole('button', { name: 'Undo' }) })
      .last()
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect.poll(titles, `${act} undone`).toEqual(['One', 'Two', 'Three', 'Four'])
  }
})

test('H1 H2 collect and upvote update at once, count for others only, and roll back with a toast if refused', async ({
  page,
  newVisitor,
}) => {
  const writer = await newVisitor()
  const {
    bead,
    posts: [post],
  } = await writePosts(writer.request, 'Wim Writes', [{ title: 'Worth keeping' }])
  await signUp(page.context().request, 'Ulla Upvotes')
  await page.goto(`/${bead.id}?sort=recent`)
  const card = cardOf(page, post!.title)

  for (const [control, name] of [
    [collect(card), 'collect'],
    [upvote(card), 'upvote'],
  ] as const)
    await test.step(name, async () => {
      let answer = () => {}
      const held = new Promise<void>((resolve) => (answer = resolve))
      await page.route(`**/api/v0/posts/${post!.id}/${name}`, async (route) => {
        await held
        await route.continue()
      })
      await control.click()
      await expect(control).toHaveAttribute('aria-pressed', 'true')
      await expect(control).toHaveText(/^1/)
      expect(await statusOfWrite(page, new RegExp(`/${name}$`), async () => answer())).toBe(200)
      await page.unrouteAll()
      expect(await statusOfWrite(page, new RegExp(`/un${name}$`), () => control.press('Enter'))).toBe(200)
      await expect(control).toHaveAttribute('aria-pressed', 'false')
      await expect(control).toHaveText('0')

      await page.route(`**/api/v0/posts/${post!.id}/${name}`, (route) =>
        route.fulfill({
          status: 500,
          json: { message: 'Uh oh, something went wrong. Please try again.', code: 'internal', requestId: '' },
        }),
      )
      await control.click()
      await expect(page.getByText('Uh oh, something went wrong. Please try again.').first()).toBeVisible()
      await expect(control).toHaveAttribute('aria-pressed', 'false')
      await expect(control).toHaveText('0')
      await page.unrouteAll()
    })

  await test.step('a new collect is highlighted for 1.8 s', async () => {
    await page.clock.install()
    // Waits until the code of the relations is loaded and has sent its request.
    const known = page.waitForResponse(/\/relations\?/)
    await page.reload()
    await known
    await expect(collect(card)).toBeVisible()
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
    await page.clock.runFor(500)
    expect(await statusOfWrite(page, /\/collect$/, () => collect(card).click())).toBe(200)
    await expect(card.getByText('Collected!')).toBeVisible()
    await page.clock.runFor(1799)
    await expect(card.getByText('Collected!')).toBeVisible()
    await page.clock.runFor(1)
    await expect(card.getByText('Collected!')).toHaveCount(0)
    await page.clock.resume()
  })

  await test.step('opening the collectors loads their list', async () => {
    const requests: string[] = []
    page.on('request', (sent) => void (sent.url().includes('/collectedby') && requests.push(sent.url())))
    await page.reload()
    await expect(collect(card)).toHaveAttribute('aria-pressed', 'true')
    expect(requests).toEqual([])
    await chosen(page, card, 'Collectors')
    const dialog = page.getByRole('dialog', { name: `Collectors of ${post!.title}` })
    await expect(dialog.getByRole('link', { name: 'Ulla Upvotes' })).toBeVisible()
    expect(requests).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(moreOf(card)).toBeFocused()
  })

  await test.step("the author's own collect and upvote do not count", async () => {
    const own = await writer.newPage()
    await own.goto(`/${bead.id}?sort=recent`)
    const mine = cardOf(own, post!.title)
    for (const [control, name, value] of [
      [collect(mine), 'collect', '1'],
      [upvote(mine), 'upvote', '0'],
    ] as const) {
      await expect(control).toHaveAttribute('title', /(collect|upvote)s?$/)
      let answer = () => {}
      const held = new Promise<void>((resolve) => (answer = resolve))
      await own.route(`**/api/v0/posts/${post!.id}/${name}`, async (route) => {
        await held
        await route.continue()
      })
      await control.click()
      await expect(control).toHaveAttribute('aria-pressed', 'true')
      await expect(control, 'before the answer').toHaveText(new RegExp(`^${value}`))
      expect(await statusOfWrite(own, new RegExp(`/${name}$`), async () => answer())).toBe(200)
      await expect(control.getByText(value, { exact: true })).toBeVisible()
    }
  })
})

test('H1 H2 W7 a visitor collects or upvotes → a sign-in prompt, then done; one request fetches all relations of a page', async ({
  page,
  newVisitor,
}) => {
  const writer = await newVisitor()
  const { bead, posts } = await writePosts(writer.request, 'Vito Visited', [{ title: 'First of all' }, { title: 'Second to none' }])
  await page.goto(`/${bead.id}?sort=earliest`)
  const pendingIntent = () =>
    page.evaluate(() => (JSON.parse(sessionStorage.getItem('strand-intent') ?? '{}') as { intent?: object }).intent)
  const dialog = page.getByRole('dialog')
  const card = cardOf(page, 'First of all')
  for (const [control, words, type] of [
    [collect(card), 'Sign in to collect this post', 'collect'],
    [upvote(card), 'Sign in to upvote this post', 'upvote'],
  ] as const) {
    await expect(control).toHaveAttribute('title', words)
    await control.press('Enter')
    await expect(dialog.getByRole('heading', { name: 'Join Strand' })).toBeVisible()
    expect(await pendingIntent()).toEqual({ type, id: posts[0]!.id })
    if (type === 'collect') await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(type === 'collect' ? 0 : 1)
  }
  const requests: string[] = []
  page.on('request', (sent) => void (/\/relations\?/.test(sent.url()) && requests.push(sent.url())))
  await dialog.getByLabel('Name').fill('Vera Votes')
  await dialog.getByLabel('E-mail').fill(`vera.${Date.now()}@example.org`)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse')
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(toasts(page).getByText('Upvoted!')).toBeVisible({ timeout: 15_000 })
  await expect(upvote(card)).toHaveAttribute('aria-pressed', 'true')
  await expect(upvote(card)).toHaveText('1')

  await page.reload()
  await expect(upvote(card)).toHaveAttribute('aria-pressed', 'true')
  requests.length = 0
  await page.reload()
  await expect(upvote(card)).toHaveAttribute('aria-pressed', 'true')
  expect(
    requests.filter((url) => posts.some(({ id }) => url.includes(id))),
    'one call for both cards',
  ).toHaveLength(1)
})

test('H3 a member who is neither author nor admin flags a post for one of six reasons', async ({ page, newVisitor }) => {
  const writer = await newVisitor()
  const {
    bead,
    posts: [post],
  } = await writePosts(writer.request, 'Finn Flagged', [{ title: 'Not for everybody' }])
  const address = `/${bead.id}?sort=recent`
  const card = cardOf(page, post!.title)
  await page.goto(address)
  await moreOf(card).click()
  await expect(entry(page, 'Collectors')).toBeVisible()
  await expect(entry(page, 'Flag post'), 'a visitor').toHaveCount(0)

  const admin = await newVisitor()
  await logIn(admin.request, 'admin')
  const theirs = await admin.newPage()
  await theirs.goto(address)
  await moreOf(cardOf(theirs, post!.title)).click()
  await expect(entry(theirs, 'Delete post')).toBeVisible()
  await expect(entry(theirs, 'Flag post'), 'an admin').toHaveCount(0)

  await signUp(page.context().request, 'Freda Flags')
  await page.goto(address)
  await enter(page, moreOf(card))
  await enter(page, entry(page, 'Flag post'), 'ArrowDown')
  const dialog = page.getByRole('dialog', { name: 'What is wrong with this post?' })
  await expect(dialog.getByRole('radio')).toHaveCount(6)
  for (const reason of [
    'Spam',
    'Does not belong in this playlist',
    'Dead link',
    'Sexually explicit or pornography',
    'Attacks a group or individual',
    'Graphic violence',
  ])
    await expect(dialog.getByRole('radio', { name: reason, exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Flag', exact: true })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Dead link' }).check()
  expect(await statusOfWrite(page, /feedback\/flag/, () => dialog.getByRole('button', { name: 'Flag', exact: true }).click())).toBe(200)
  await expect(toasts(page).getByText('Thanks, we have received your feedback')).toBeVisible()
  await expect(dialog).toBeHidden()
})
