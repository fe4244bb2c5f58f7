/** The transfer size of a first visit until the page is idle. `npm run bench -- page` lists the files. */
import { readdirSync, statSync } from 'node:fs'
import { postsOf, showcase } from './api.ts'
import { signInDemo } from './feed.ts'
import { expect, test } from './fixtures.ts'
import { kilobytesOf, watchWire, type Load } from './wire.ts'

/** Transferred kilobytes, and requests without images (BY24). Documents contain the style sheets of their screens. */
const budgets = { scripts: { visitor: 130, member: 150 }, styles: 15, requests: { visitor: 17, member: 25 } }

/** Larger screens. The post's page contains comments and the feed of its playlist. */
const largerScripts: Readonly<Record<string, { visitor: number; member: number }>> = {
  playlist: { visitor: 145, member: 159 },
  post: { visitor: 153, member: 176 },
  member: { visitor: 135, member: 150 },
  search: { visitor: 135, member: 150 },
  'posts found': { visitor: 135, member: 150 },
  tag: { visitor: 135, member: 150 },
  'log in': { visitor: 133, member: 133 },
  feed: { visitor: 130, member: 166 },
  trending: { visitor: 130, member: 166 },
  'tags to follow': { visitor: 130, member: 151 },
  preferences: { visitor: 130, member: 160 },
}

/** The post's page of a member looks relations up twice. */
const largerRequests: Readonly<Record<string, { visitor: number; member: number }>> = { post: { visitor: 17, member: 27 } }

/** Pages that load at the same time. */
const atOnce = 4

const requestsIn = (loads: readonly Load[]): number => loads.filter(({ type }) => type !== 'Image' && type !== 'Media').length

/** With STRAND_WIRE set, prints what each screen loads. */
function report(name: string, figures: Record<string, number>, loads: readonly Load[]): void {
  console.log(name, ...Object.entries(figures).map(([what, figure]) => `${what} ${figure.toFixed(1)}`))
  for (const { type, path, bytes } of loads) if (type !== 'Image') console.log(`  ${type} ${path} ${bytes}`)
}

type Screens = Record<string, string>

async function pathsOf(request: Parameters<typeof showcase>[0]) {
  const bead = await showcase(request)
  const [post] = await postsOf(request, bead.id, 'recent')
  const shared: Screens = {
    discover: '/discover',
    category: '/music',
    playlist: bead.href,
    followers: `${bead.href}/followers`,
    tag: '/tag/jazz',
    post: `/${post!.href}`,
    member: `/p/${bead.creator.uid}`,
    following: `/p/${bead.creator.uid}/following`,
    search: '/search?q=music',
    'posts found': '/search/posts?q=music',
    about: '/about',
    bookmarklet: '/bookmarklet',
    'embed help': '/embedfaqs',
    legal: '/tos',
    missing: '/nothing/here',
  }
  const visitor: Screens = { ...shared, 'log in': '/login', 'nothing to post': '/bookmarklet/post' }
  const member: Screens = {
    ...shared,
    feed: '/activity',
    trending: '/trending',
    collection: '/collection',
    preferences: '/preferences',
    'tags to follow': '/followtags',
  }
  return { visitor, member }
}

test('BY24 the pages are built into at most 60 scripts, and two of them are under 1 KB', () => {
  const folder = new URL('../../dist/web/assets/', import.meta.url)
  const sizes = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, bytes: statSync(new URL(name, folder)).size }))
  expect(sizes.length).toBeLessThanOrEqual(60)
  // The handlers of intents, which work without the rest of a member's code, and the runtime of the bundler, which most files import.
  expect(
    sizes
      .filter(({ bytes }) => bytes < 1000)
      .map(({ name }) => name.replace(/-[\w-]{8}\.js$/, ''))
      .toSorted(),
  ).toEqual(['intents', 'rolldown-runtime'])
})

for (const viewer of ['visitor', 'member'] as const)
  test(`BY24 every screen of a ${viewer} stays within its budget of scripts, styles and requests; a pointer move loads nothing`, async ({
    request,
    newVisitor,
  }) => {
    test.setTimeout(300_000)
    const over: string[] = []
    const budget = { scripts: budgets.scripts[viewer], styles: budgets.styles, requests: budgets.requests[viewer] }

    async function measure([name, path]: [string, string]): Promise<void> {
      // Files that the service worker precaches do not count.
      const context = await newVisitor({ serviceWorkers: 'block' })
      const page = await context.newPage()
      if (viewer === 'member') await signInDemo(page)
      const wire = await watchWire(context, page)
      await page.goto(path)
      await wire.idle()
      const loads = [...wire.loads]
      const figures = { scripts: kilobytesOf(loads, 'Script'), styles: kilobytesOf(loads, 'Stylesheet'), requests: requestsIn(loads) }
      await page.mouse.move(2, 500)
      await page.mouse.move(3, 520)
      await wire.idle()
      const moved = wire.loads.slice(loads.length).filter(({ type }) => type === 'Script' || type === 'Stylesheet')
      const limits = {
        ...budget,
        scripts: largerScripts[name]?.[viewer] ?? budget.scripts,
        requests: largerRequests[name]?.[viewer] ?? budget.requests,
      }
      for (const [what, most] of Object.entries(limits)) {
        const figure = figures[what as keyof typeof figures]
        if (figure > most) over.push(`${name}: ${figure.toFixed(1)} of ${most} ${what}`)
      }
      if (moved.length > 0) over.push(`${name}: a move loads ${moved.map(({ path }) => path).join(', ')}`)
      if (process.env.STRAND_WIRE !== undefined) report(name, figures, loads)
      await page.close()
    }

    const queue = Object.entries((await pathsOf(request))[viewer])
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) await measure(next)
      }),
    )
    expect(over).toEqual([])
  })

test('BY24 before the first press on play, only Safari on a phone loads more scripts than a desktop: the player', async ({
  request,
  newVisitor,
}) => {
  const { discover, playlist } = (await pathsOf(request)).visitor
  const scriptsOn = async (path: string, device: 'desktop' | 'phone' | 'iPhone'): Promise<string[]> => {
    const context = await newVisitor({
      serviceWorkers: 'block',
      ...(device !== 'desktop' && { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } }),
    })
    // Only Safari has these events.
    if (device === 'iPhone') await context.addInitScript(() => Object.assign(window, { GestureEvent: class extends UIEvent {} }))
    const page = await context.newPage()
    const wire = await watchWire(context, page)
    await page.goto(path)
    await wire.idle()
    await page.close()
    return wire.loads.filter(({ type }) => type === 'Script').map((load) => load.path)
  }
  for (const path of [discover!, playlist!]) {
    const [desktop, phone, iPhone] = await Promise.all([scriptsOn(path, 'desktop'), scriptsOn(path, 'phone'), scriptsOn(path, 'iPhone')])
    expect(desktop.length, path).toBeGreaterThan(3)
    const moreThanDesktop = (scripts: readonly string[]) => scripts.filter((script) => !desktop.includes(script))
    expect(moreThanDesktop(phone), path).toEqual([])
    expect(moreThanDesktop(iPhone), path).toContainEqual(expect.stringMatching(/\/player-/))
  }
})
