/** Server-rendered pages: readable without scripts, and hydrated without a change (BY24). */
import { devices } from '@playwright/test'
import { postsOf, showcase, signUp, startPlaylist } from './api.ts'
import { signInDemo } from './feed.ts'
import { expect, started, test, type Page } from './fixtures.ts'
import { writePosts } from './posts.ts'

/** The screens that the server renders. */
async function screensOf(request: Parameters<typeof showcase>[0]): Promise<Record<string, string>> {
  const bead = await showcase(request)
  const [post] = await postsOf(request, bead.id, 'recent')
  return {
    discover: '/discover',
    category: '/music',
    playlist: bead.href,
    post: `/${post!.href}`,
    member: `/p/${bead.creator.uid}`,
    search: '/search/all?q=music',
    tag: `/tag/${encodeURIComponent(bead.tags[0]!)}`,
    activity: '/activity',
    trending: '/trending',
    about: '/about',
    legal: '/tos',
  }
}

/** Rendered screens with few links in their content. */
const helpScreens = { bookmarklet: '/bookmarklet', 'embed help': '/embedfaqs' }

const phone = devices['Pixel 7']

/** Delays the scripts of the app until the returned function is called. */
async function holdScripts(page: Page, scripts = /\/assets\/.*\.js$/): Promise<() => void> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(scripts, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('BY24 without scripts every screen has its heading and its links, and a link leads to the next screen', async ({
  request,
  newVisitor,
}) => {
  const context = await newVisitor({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [name, path] of Object.entries(await screensOf(request))) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible()
    expect(await page.getByRole('main').getByRole('link').count(), name).toBeGreaterThan(2)
  }
  await page.goto((await showcase(request)).href)
  const picture = page
    .getByRole('main')
    .getByRole('article')
    .first()
    .getByRole('img')
    .or(page.getByRole('main').locator('article img'))
    .first()
  await expect(picture).toHaveCSS('opacity', '1')
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/p0\w+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

for (const viewer of ['visitor', 'member'] as const)
  for (const [device, options] of Object.entries({ desktop: {}, phone }))
    test(`BY24 React takes over every screen of a ${viewer} on a ${device}: the elements stay, and nothing moves`, async ({
      request,
      newVisitor,
    }) => {
      test.setTimeout(180_000)
      const context = await newVisitor(options)
      const page = await context.newPage()
      if (viewer === 'member') await signInDemo(page)
      await page.addInitScript(() => {
        const seen = { shift: 0, sources: [] as string[] }
        Object.assign(window, { seen })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Element | null }[] })[]) {
            seen.shift += entry.value
            seen.sources.push(...entry.sources.map(({ node }) => `${node?.nodeName} ${node?.className}`))
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      for (const [name, path] of Object.entries({ ...(await screensOf(request)), ...helpScreens })) {
        const release = await holdScripts(page)
        await page.goto(path, { waitUntil: 'commit' })
        const heading = page.getByRole('heading', { level: 1 })
        await expect(heading, name).toBeVisible()
        const element = await heading.elementHandle()
        release()
        await started(page)
        await page.waitForLoadState('networkidle')
        expect(await element!.evaluate(({ isConnected }) => isConnected), `${name}: the heading is the server's`).toBe(true)
        const seen = await page.evaluate(() => (window as unknown as { seen: { shift: number; sources: string[] } }).seen)
        expect(seen.shift, `${name} moves ${seen.sources.join(', ')}`).toBeLessThan(0.02)
        await page.unrouteAll({ behavior: 'wait' })
      }
    })

test('BY24 presses, keys and text before the app has started take effect once it has', async ({ page, request }) => {
  const bead = await showcase(request)
  let release = await holdScripts(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })

  release = await holdScripts(page)
  await page.goto(bead.href, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: /^More/ }).first().click()
  release()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })

  release = await holdScripts(page)
  await page.goto('/music', { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: 'Search' }).click()
  await page.keyboard.type('jazz')
  release()
  await expect(page.getByRole('listbox')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('jazz')
  await page.unrouteAll({ behavior: 'wait' })

  release = await holdScripts(page)
  await page.goto(bead.href, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  release()
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible()
})

test('BY24 a press on a reloaded page before the app has started takes effect once it has', async ({ page, request }) => {
  const bead = await showcase(request)
  await page.goto(bead.href)
  await started(page)
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('group', { name: 'Playlist actions' }).getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menu')).toBeHidden()
  release()
  await expect(page.getByRole('menu')).toBeVisible()
})

test('BY24 the actions of an own playlist stay in place while its page starts', async ({ page }) => {
  const api = page.context().request
  await signUp(api, 'Steady Hand')
  const bead = await startPlaylist(api, 'With actions in place')
  const release = await holdScripts(page)
  await page.goto(bead.href, { waitUntil: 'commit' })
  const actions = page.getByRole('group', { name: 'Playlist actions' })
  const places = () =>
    actions.getByRole('button').evaluateAll((all) => all.map((one) => [one.ariaLabel ?? one.textContent, one.getBoundingClientRect().x]))
  await expect(actions.getByRole('button', { name: 'Invite' })).toBeVisible()
  const before = await places()
  release()
  await started(page)
  await page.waitForLoadState('networkidle')
  expect(await places()).toEqual(before)
})

for (const [device, options] of Object.entries({ 'narrow desktop': { viewport: { width: 390, height: 844 } }, phone }))
  test(`BY24 B2 BY5 the posts of an own playlist on a ${device} stay in place when its filters load`, async ({ newVisitor }) => {
    const context = await newVisitor(options)
    const page = await context.newPage()
    const { bead } = await writePosts(context.request, 'Steady Hand', [{ title: 'The first' }, { title: 'The second' }])
    const release = await holdScripts(page)
    await page.goto(bead.href, { waitUntil: 'commit' })
    const posts = page.getByRole('list', { name: 'Posts' })
    await expect(posts.getByRole('article')).toHaveCount(2)
    const before = await posts.boundingBox()
    release()
    await expect(page.getByRole('button', { name: 'Change the order' })).toBeVisible()
    expect(await posts.boundingBox()).toEqual(before)
  })

test('BY24 a link pressed while the code of the screen loads → its page, without a hydration error', async ({ page }) => {
  const release = await holdScripts(page, /\/assets\/about-.*\.js$/)
  await page.goto('/about', { waitUntil: 'commit' })
  // The app's first code has run: it has given the history entry its key.
  await page.waitForFunction(() => (history.state as { key?: string } | null)?.key !== undefined)
  await page.getByRole('link', { name: 'Trending' }).first().click()
  await expect(page).toHaveURL('/trending')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Trending' })).toBeVisible()
  await started(page)
})

test('BY24 the address changes before React attaches → the page of the new address, without a hydration error', async ({ page }) => {
  // At the last step of the start before React attaches, as a command of the desktop application does.
  await page.addInitScript(() => {
    const { remove } = Element.prototype
    Element.prototype.remove = function (this: Element) {
      if (this.id === 'waiting') history.pushState(null, '', '/tos')
      remove.call(this)
    }
  })
  await page.goto('/discover')
  await expect(page).toHaveURL('/tos')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Terms/)
})

test('BY24 the scripts of a page run in their order, so that each is evaluated by itself', async ({ page }) => {
  await page.goto('/about')
  const scripts = page.locator('head script[type=module]')
  await expect(scripts.last()).toHaveAttribute('src', /main-/)
  const found = await scripts.evaluateAll((elements) =>
    (elements as HTMLScriptElement[]).map(({ src, async }) => ({ name: /assets\/(.*)-[\w-]{8}\.js$/.exec(src)?.[1], async })),
  )
  expect(found).toEqual(['rolldown-runtime', 'react', 'redux', 'shell-app', 'main'].map((name) => ({ name, async: false })))
})

test('BY24 a link before the app has started leads to its page', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/music', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Trending' }).first().click()
  await expect(page).toHaveURL('/trending')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Trending' })).toBeVisible()
})

test.describe('a first visit', () => {
  test.use({ unwelcomed: true })

  test('BY24 R19 the landing overlay is on the page from the start; once dismissed, it is hidden from the start', async ({ page }) => {
    const overlay = page.getByRole('region', { name: 'Welcome to Strand' })
    const lookAround = overlay.getByRole('button', { name: 'Look around' })
    let release = await holdScripts(page)
    await page.goto('/discover', { waitUntil: 'commit' })
    await expect(overlay).toBeVisible()
    await lookAround.click()
    release()
    await expect(overlay).toBeHidden()
    await page.unrouteAll({ behavior: 'wait' })

    release = await holdScripts(page)
    await page.goto('/about', { waitUntil: 'commit' })
    await page.goto('/discover', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(overlay).toBeHidden()
    release()
    await started(page)
    await expect(overlay).toBeHidden()
  })

  test('BY24 R19 without scripts nothing covers the page', async ({ newVisitor }) => {
    const page = await (await newVisitor({ javaScriptEnabled: false })).newPage()
    await page.goto('/discover')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Welcome to Strand' })).toBeHidden()
  })
})

test('BY24 a member’s page leaves nothing in the next visitor’s page, neither data nor the theme', async ({ newVisitor, strand }) => {
  const visitor = await newVisitor()
  const bodyOf = async (context: typeof visitor, path: string) => {
    const answer = await context.request.get(path, { headers: { Accept: 'text/html' } })
    return /<div id="root".*?<p id="waiting">/s.exec(await answer.text())![0].replace(/data-rendered="[^"]*"/, '')
  }
  const member = await newVisitor()
  await signInDemo(await member.newPage())
  await member.addCookies([{ name: 'theme', value: 'dark', url: strand.origin }])
  for (const path of ['/about', '/trending']) {
    const before = await bodyOf(visitor, path)
    const own = await bodyOf(member, path)
    expect(own).not.toBe(before)
    expect(await bodyOf(visitor, path)).toBe(before)
  }
})
