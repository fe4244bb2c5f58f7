/**
 * The delay from an input to the next frame (interaction to next paint, INP) of the main actions of a member, with the CPU slowed down 4
 * times, next to the same inputs on a bare page.
 */
import type { Browser, Locator, Page } from '@playwright/test'
import { signUp, startPlaylist } from '../e2e/api.ts'
import { stubProviders } from '../support/providers/index.ts'
import { print, quantile } from './figures.ts'

/** The limit (ms) that each action has to meet in its slowest run. */
const maxDelayMs = 100
const slowdown = 4
const runs = 5
/** After an input, until its frame is shown and the browser has reported it. */
const settleMs = 1500
/** The pointer rests this long on the target, and presses it this long. */
const restMs = 1000
const pressMs = 80

interface Action {
  name: string
  /** Where it is done; the address is that of a playlist with posts, or of an empty one of the member. */
  on: 'showcase' | 'own'
  /** The pressed element. */
  target(page: Page): Locator
  /** Typed afterwards. */
  text?: string
}

const main = (page: Page) => page.getByRole('main')

const actions: readonly Action[] = [
  { name: 'play', on: 'showcase', target: (page) => main(page).getByRole('button', { name: 'Play', exact: true }).first() },
  {
    name: 'follow',
    on: 'showcase',
    target: (page) =>
      main(page)
        .getByRole('button', { name: /^Follow / })
        .first(),
  },
  {
    name: 'collect',
    on: 'showcase',
    target: (page) =>
      main(page)
        .getByRole('button', { name: /^Collect / })
        .first(),
  },
  { name: 'open wizard', on: 'own', target: (page) => main(page).getByRole('button', { name: 'add to this Playlist' }) },
  { name: 'type in search', on: 'showcase', target: (page) => page.getByRole('banner').getByRole('combobox'), text: 'music' },
]

/** Presses like a user: the pointer rests on the target before. Locators would run scripts in the page between the events. */
async function perform(page: Page, target: Locator, text = ''): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('The target of an action is not visible')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(restMs)
  await page.mouse.down()
  await page.waitForTimeout(pressMs)
  await page.mouse.up()
  if (text !== '') {
    await page.waitForTimeout(restMs)
    await page.keyboard.type(text, { delay: 150 })
  }
  await page.waitForTimeout(settleMs)
}

/** Collects the durations of interactions. A string: see `countIntervals` in tests/support/turns.ts. */
const observer = `{
  window.interactions = []
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) if (interactionId > 0) window.interactions.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
}`

/** The longest interaction (ms) of an action; shorter ones than 16 ms count as 16 ms. */
async function measure(browser: Browser, address: string, cookies: Cookies, { target, text }: Action): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    await stubProviders(page)
    await page.addInitScript({ content: observer })
    await page.goto(address, { waitUntil: 'networkidle' })
    // The scripts of documents that the server renders start at the first paint.
    await page.waitForTimeout(settleMs)
    await perform(page, target(page), text)
    return await longest(page)
  } finally {
    await context.close()
  }
}

const longest = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(16, ...(window as unknown as { interactions: number[] }).interactions))

type Cookies = Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0]

const barePage =
  '<!doctype html><title>Bare</title><button onclick="this.textContent += \'!\'">Press</button><input oninput="document.title = value">'

/** The same inputs on a page that only changes a text. */
async function measureBare(browser: Browser, origin: string, text: string | undefined): Promise<number> {
  const address = `${origin}/bare-page`
  const page = await browser.newPage()
  try {
    await page.addInitScript({ content: observer })
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: barePage }))
    await page.goto(address)
    await perform(page, page.locator(text === undefined ? 'button' : 'input'), text)
    return await longest(page)
  } finally {
    await page.close()
  }
}

/** @param showcase address of a playlist with posts */
export async function benchmarkInteractions(browser: Browser, origin: string, showcase: string): Promise<void> {
  const title = `Delay of interactions, CPU slowed down ${slowdown} times, slowest of ${runs} (at most ${maxDelayMs} ms)`
  const figures = []
  for (const action of actions) {
    const times: number[] = []
    const bare: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const context = await browser.newContext({ baseURL: origin })
      await signUp(context.request, 'Ida Interaction')
      const own = await startPlaylist(context.request, 'Measured')
      const cookies = (await context.storageState()).cookies
      await context.close()
      times.push(await measure(browser, action.on === 'own' ? `${origin}/${own.id}` : showcase, cookies, action))
      bare.push(await measureBare(browser, origin, action.text))
    }
    figures.push({ what: action.name, unit: 'ms' as const, measured: quantile(times, 1), floor: quantile(bare, 1) })
  }
  print(title, figures)
  for (const { what, measured } of figures)
    if (measured > maxDelayMs) {
      console.log(`  ${what} MISSED`)
      process.exitCode = 1
    }
}
