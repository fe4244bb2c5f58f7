/** Every kind of page: its metadata for crawlers and link previews, its first screen, redirects, theme and width. */
import type { APIRequestContext } from '@playwright/test'
import { messages } from '#contract/messages.ts'
import { postsOf, showcase } from './api.ts'
import { expect, test, type Page } from './fixtures.ts'
import { settled } from './settled.ts'

interface Kind {
  name: string
  path: string
  canonical: string
  /** Part of the title. */
  title: string
}

async function kinds(request: APIRequestContext): Promise<Kind[]> {
  const bead = await showcase(request)
  const [post] = await postsOf(request, bead.id, 'earliest')
  const { uid, name } = bead.creator
  return [
    { name: 'discover', path: '/', canonical: '/discover', title: 'Strand' },
    { name: 'a category', path: '/music', canonical: '/music', title: 'Music' },
    { name: 'a playlist', path: bead.href, canonical: bead.href, title: bead.title },
    { name: 'a post', path: `/${post!.href}`, canonical: `/${post!.href}`, title: post!.title },
    { name: 'a member', path: `/p/${uid}`, canonical: `/p/${uid}`, title: name },
    { name: 'log-in', path: '/login', canonical: '/login', title: 'Strand' },
    { name: 'sign-up', path: '/signupform', canonical: '/signupform', title: 'Strand' },
  ]
}

/** The metadata of a document that the server sent. */
async function head(page: Page, html: string) {
  return page.evaluate((source) => {
    // The content security policy of the open page would block the inline style sheet of the parsed one.
    const document = new DOMParser().parseFromString(source.replace(/<style>.*?<\/style>/s, ''), 'text/html')
    const content = (selector: string) => document.querySelector(selector)?.getAttribute('content') ?? ''
    return {
      title: document.title,
      lang: document.documentElement.lang,
      description: content('meta[name="description"]'),
      robots: content('meta[name="robots"]'),
      canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '',
      og: Object.fromEntries(
        ['title', 'description', 'url', 'type', 'image', 'site_name'].map((name) => [name, content(`meta[property="og:${name}"]`)]),
      ),
      isRendered: document.querySelector('#root[data-rendered]') !== null,
      inlineScripts: [...document.querySelectorAll('script:not([src])')].map((script) => script.getAttribute('type')),
    }
  }, html)
}

test('BY13 R5 R6 each kind of page is server-rendered with title, description, OpenGraph and canonical address', async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto('/')
  for (const kind of await kinds(request)) {
    await test.step(kind.name, async () => {
      const response = await request.get(kind.path, { maxRedirects: 0 })
      expect(response.status()).toBe(200)
      const found = await head(page, await response.text())
      expect(found.title).toContain(kind.title)
      expect(found.lang).toBe('en')
      expect(found.description.length).toBeGreaterThan(10)
      const address = `${baseURL}${kind.canonical}`
      expect(found.canonical).toBe(address)
      expect(found.og).toMatchObject({ url: address, site_name: 'Strand' })
      expect(found.robots).toBe('')
      expect(found.og['title']).not.toBe('')
      expect(found.og['description']).not.toBe('')
      // The content security policy allows two inline scripts by their hashes: the check for old browsers, and on server-rendered pages the
      // one that runs before the app. All others are data.
      expect(found.inlineScripts.filter((type) => type !== 'application/json' && type !== 'application/ld+json')).toEqual(
        found.isRendered ? [null, null] : [null],
      )
    })
  }
})

test('BY13 the first screen needs no request for data', async ({ page, request }) => {
  for (const kind of await kinds(request)) {
    const calls: string[] = []
    const note = (sent: { url(): string }) => {
      const { pathname, search, searchParams } = new URL(sent.url())
      // The next page of a list may be prefetched; the first one is in the document.
      if (pathname.startsWith('/api/') && Number(searchParams.get('from') ?? 0) === 0) calls.push(pathname + search)
    }
    page.on('request', note)
    await page.goto(kind.path)
    await settled(page)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    page.off('request', note)
    expect(calls, kind.name).toEqual([])
  }
})

test('R5 R6 old addresses redirect to the canonical ones', async ({ request }) => {
  const bead = await showcase(request)
  const [post] = await postsOf(request, bead.id, 'earliest')
  const moved: [string, string][] = [
    [`/bead/${bead.id}`, bead.href],
    [`/bead/${bead.id}/${post!.id}`, `/${post!.href}`],
    [`/${bead.id}/${post!.id}`, `/${post!.href}`],
    [`/${bead.id}/another-headline-${post!.id}`, `/${post!.href}`],
    [`/bead/${bead.id}?sort=recent`, `${bead.href}?sort=recent`],
    [`/bead/${bead.id}/followers`, `/${bead.id}/followers`],
    [`/bead/${bead.id}/no-dashes-but-the-last-${post!.id}`, `/${post!.href}`],
  ]
  for (const [old, canonical] of moved) {
    const response = await request.get(old, { maxRedirects: 0 })
    expect([301, 302, 307, 308], old).toContain(response.status())
    const { pathname, search } = new URL(response.headers()['location'] ?? '', 'http://127.0.0.1')
    expect(`${pathname}${search}`, old).toBe(canonical)
  }
})

test('R1 an unknown address → the not-found page with status 404', async ({ page }) => {
  for (const path of [
    '/no-such-thing',
    '/p/missing.member',
    '/bead/b00000000000000000',
    '/b00000000000000000',
    '/p00000000000000000',
    '/music/nowhere',
  ]) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Discover playlists' }), path).toBeVisible()
  }
  await page.goto('/no-such-thing')
  await expect(page.getByRole('heading', { level: 1, name: messages.notFound })).toBeVisible()
})

test('BY21 the theme follows the system until one is chosen; the choice applies from the first paint', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await background()
  expect(dark).not.toBe(light)

  await page.getByRole('button', { name: 'Colour theme' }).click()
  await page.getByRole('menu').getByText('Light').click()
  await expect.poll(background).toBe(light)
  const html = await (await page.context().request.get('/')).text()
  expect(html).toMatch(/<html[^>]* data-theme="light"/)
  await page.reload()
  expect(await background()).toBe(light)

  await page.getByRole('button', { name: 'Colour theme' }).click()
  await page.getByRole('menu').getByText('System').click()
  await expect.poll(background).toBe(dark)
})

test('V1 nothing is wider than the window, from a phone to a desktop', async ({ page, request }) => {
  for (const width of [390, 640, 768, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    for (const kind of await kinds(request)) {
      await page.goto(kind.path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(overflow, `${kind.name} at ${width}`).toBe(0)
    }
  }
})
