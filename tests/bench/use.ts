/**
 * The memory of the page during 30 minutes of use by a member: 100 navigations by links, 200 posts played, and the dialogs, menus and
 * suggestions of `use-tour.ts`, in the built app with the real server and stubs of the providers.
 *
 * The actions count, not the waiting: the 30 minutes take 5 (30 with a factor of 6). Timers of a minute or more are shorter by the same
 * factor, in particular those after which unused answers of the API are removed (`keepUnusedDataFor`): otherwise all answers of the 30
 * minutes would still be in memory. The first measurement is after a warm-up of 12 further minutes; since 10 minutes, as many answers
 * have expired as were added. Both measurements are on the same screen, with the same queue.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import { addPost, asyncHeader, startPlaylist } from '../e2e/api.ts'
import { playerOf } from '../e2e/members.ts'
import { welcomed } from '../e2e/welcomed.ts'
import { startBuiltServer } from '../support/built-server.ts'
import { dailymotionPlayerId, stubProviders } from '../support/providers/index.ts'
import { measureLeftovers, watchIntervals, type Left } from '../support/turns.ts'
import { print, record } from './figures.ts'
import { interpreted } from './player.ts'
import { launchBrowser } from './showcase.ts'
import { tour } from './use-tour.ts'

/** What is measured, in minutes of use. */
const minutes = 30
const navigations = 100
const postsPerNavigation = 2
/** In rounds of the tour: 40 navigations, 12 minutes of use. */
const warmUpRounds = 2
const rounds = navigations / tour.length
/** The least duration (min) of the 30 minutes of use, with a factor of 1. Slow machines take longer. */
const shortDuration = 5

/** The limit: the end against the end of the warm-up. */
const maxGrowth = 1.1

/** From this delay (ms) on, timers are shortened. */
const longTimerMs = 60_000

/** A string: see `countIntervals` in tests/support/turns.ts. */
const shortenTimers = (times: number) => `{
  const { setTimeout: start } = window
  window.setTimeout = (act, wait = 0, ...rest) => start(act, wait >= ${longTimerMs} ? wait / ${times} : wait, ...rest)
}`

/** Posts of all providers, and files: each is longer than it is played. */
const media = (origin: string): readonly string[] => [
  'https://soundcloud.com/stub/plays-1',
  'https://vimeo.com/100000001',
  `${origin}/clips/mandelbrot-dive.mp4`,
  'https://www.youtube.com/watch?v=plays-00001',
  'https://www.dailymotion.com/video/xplays1',
  `${origin}/clips/tides.m3u8`,
  'https://www.twitch.tv/videos/1000000001',
  `${origin}/clips/paper-hills.jpg`,
  'https://www.tiktok.com/@stub/video/1000000001',
  `${origin}/clips/night-bus-home.mp3`,
]

const inPlayer = (page: Page, name: string): Locator => playerOf(page).getByRole('button', { name, exact: true })

/** Presses a button, and waits until another post plays. False if nothing plays afterwards. */
async function playAnother(page: Page, button: Locator): Promise<boolean> {
  const title = playerOf(page).locator('a[title]')
  const before = (await title.count()) > 0 ? await title.first().getAttribute('href') : null
  await button.click()
  const handle = await page
    .waitForFunction(
      (before) => {
        const player = document.querySelector('[data-player]')
        const href = player?.querySelector('a[title]')?.getAttribute('href') ?? before
        return href !== before && player?.querySelector('button[aria-label="Pause"]:not([aria-busy="true"])') != null
      },
      before,
      { timeout: 10_000 },
    )
    .catch(() => null)
  await handle?.dispose()
  return handle !== null
}

/** A member at work. Posts that cannot be played since a queue is at its end are played after the next stop that starts one. */
class Use {
  #page
  #slotMs
  #due = 0
  navigations = 0
  posts = 0

  constructor(page: Page, slotMs: number) {
    this.#page = page
    this.#slotMs = slotMs
  }

  async #post(button: Locator): Promise<boolean> {
    const hasPlayed = await playAnother(this.#page, button)
    if (!hasPlayed) return false
    this.posts += 1
    this.#due -= 1
    await this.#page.waitForTimeout(this.#slotMs / (2 * postsPerNavigation))
    return true
  }

  /** Plays the list of the screen, unless it already plays, or contains nothing that can be played, such as only articles. */
  async #start(name: string): Promise<void> {
    const main = this.#page.getByRole('main')
    const button = main.getByRole('button', { name, exact: true }).first()
    const pause = main.getByRole('button', { name: 'Pause', exact: true })
    await button.or(pause).first().waitFor()
    if (await pause.isVisible()) return
    const isEnabled = await button.click({ trial: true, timeout: 5000 }).then(
      () => true,
      () => false,
    )
    if (isEnabled) await this.#post(button)
  }

  async #next(): Promise<boolean> {
    const button = inPlayer(this.#page, 'Next')
    return (await button.isVisible()) && (await button.isEnabled()) && this.#post(button)
  }

  async round(n: number): Promise<void> {
    const page = this.#page
    for (const { name, go, play, open } of tour) {
      const endsAt = Date.now() + this.#slotMs
      try {
        await go(page, n)
        this.navigations += 1
        this.#due += postsPerNavigation
        if (play !== undefined && this.#due > 0) await this.#start(play)
        await open?.(page)
        while (this.#due > 0 && (await this.#next()));
      } catch (error) {
        throw new Error(`The stop "${name}" of round ${n} failed at ${page.url()}`, { cause: error })
      }
      await page.waitForTimeout(Math.max(0, endsAt - Date.now()))
    }
  }
}

async function startUse(browser: Browser, origin: string, duration: number): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } })
  const { request } = context
  await request.post('/api/v1/auth/milq', { headers: asyncHeader, data: { username: 'demo', password: 'strand' } })
  const { id } = await startPlaylist(request, 'All sorts')
  for (const [n, href] of [...media(origin), ...media(origin)].entries()) await addPost(request, id, href, `Number ${n}`)
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  )
  await context.addInitScript(welcomed)
  await context.addInitScript({ content: shortenTimers(minutes / duration) })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ stack, message }) => void errors.push(stack ?? message))
  await watchIntervals(page)
  await stubProviders(page)
  await page.goto('/', { waitUntil: 'networkidle' })
  return { page, errors }
}

/** Pauses, and measures what is in memory. */
async function measure(page: Page): Promise<Left> {
  await inPlayer(page, 'Pause').click()
  const cdp = await page.context().newCDPSession(page)
  const left = await measureLeftovers(page, cdp)
  await cdp.detach()
  await inPlayer(page, 'Play').click()
  return left
}

const limited = ['heap', 'nodes', 'listeners'] as const
const counts = (left: Left): string =>
  (['nodes', 'listeners', 'documents', 'frames', 'media', 'intervals'] as const).map((what) => `${what} ${left[what]}`).join(', ')

/** @param factor 6 takes the real 30 minutes, for the same actions */
export async function benchmarkUse(factor: number): Promise<void> {
  const duration = shortDuration * factor
  const folder = await mkdtemp(join(tmpdir(), 'strand-bench-use-'))
  const strand = await startBuiltServer({
    STRAND_DATA_DIR: folder,
    STRAND_DEMO: '1',
    STRAND_RATE_LIMITS: '0',
    NODE_ENV: 'production',
    DAILYMOTION_PLAYER_ID: dailymotionPlayerId,
  })
  const browser = await launchBrowser(interpreted)
  try {
    const { page, errors } = await startUse(browser, strand.origin, duration)
    const use = new Use(page, (duration * 60_000) / navigations)
    console.log(`\nMemory of the page during ${minutes} minutes of use, at most × ${maxGrowth}`)
    const lefts: Left[] = []
    const startedAt = Date.now()
    for (let n = 0; n < warmUpRounds + rounds; n += 1) {
      await use.round(n)
      if (n < warmUpRounds - 1) continue
      const left = await measure(page)
      lefts.push(left)
      console.log(
        `  after ${use.navigations} navigations and ${use.posts} posts, ${((Date.now() - startedAt) / 60_000).toFixed(1)} min: heap ${(left.heap / 1024).toFixed(0)} KB, ${counts(left)}`,
      )
    }
    if (use.posts < (warmUpRounds + rounds) * tour.length * postsPerNavigation) throw new Error(`Only ${use.posts} posts were played`)
    report(lefts[0]!, lefts.at(-1)!)
    for (const error of errors) console.log(`  Uncaught: ${error}`)
    if (errors.length > 0) process.exitCode = 1
  } finally {
    await browser.close()
    await strand.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function report(before: Left, after: Left): void {
  const title = `Memory of the page after ${minutes} minutes of use, against before (at most × ${maxGrowth})`
  print(title, [{ what: 'JavaScript heap, collected', unit: 'KB', measured: after.heap / 1024, floor: before.heap / 1024 }])
  for (const what of ['nodes', 'listeners'] as const)
    record({ title, what, unit: what, value: after[what], floor: before[what], higherIsBetter: false })
  for (const what of limited) {
    const growth = after[what] / before[what]
    if (growth <= maxGrowth) continue
    console.log(`  ${what} × ${growth.toFixed(2)} MISSED`)
    process.exitCode = 1
  }
}
