/**
 * Takes screenshots of every screen of the list into `screens/`, which it empties first, and writes a page that shows them.
 * `npm run screens -- feed` only replaces those whose name contains `feed`; a second argument is another folder.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { chromiumArguments, ensureChromium } from '../../build/lib/chromium.mjs'
import { enter, eyes, screensOf, show, type ScreenShown } from '../e2e/screens-list.ts'
import { welcomed } from '../e2e/welcomed.ts'
import { root, startBuiltServer } from './built-server.ts'

const [, , pattern = '', elsewhere] = process.argv
const folder = elsewhere === undefined ? join(root, 'screens') : resolve(elsewhere)
/** Limits the height of a screenshot, since lists have no end. */
const tallest = 2400
const themes = ['light', 'dark'] as const
/** Of windows and phones, then of televisions. */
const widths = [1280, 390, 1920, 3840] as const
type Theme = (typeof themes)[number]
type Width = (typeof widths)[number]

const fileOf = ({ name }: Pick<ScreenShown, 'name'>, theme: Theme, width: Width): string => `${name}-${theme}-${width}.png`

const isTv = (width: Width): boolean => width > 1280

const isSeen = ({ at }: ScreenShown, width: Width): boolean =>
  isTv(width) === (at === 'tv') && (at === undefined || at === 'tv' || (at === 'wide') === width > 700)

const loopback = /^https?:\/\/127\.0\.0\.1(:\d+)?(\/|$)/

interface Sight {
  browser: Browser
  origin: string
}

async function contextOf({ browser, origin }: Sight, width: Width): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: isTv(width) ? (width * 9) / 16 : width > 700 ? 800 : 844 },
    hasTouch: width < 700,
    isMobile: width < 700,
    deviceScaleFactor: 1,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.route(
    (url) => !loopback.test(url.href),
    (route) => route.abort('internetdisconnected'),
  )
  return context
}

/** Takes the screenshots of a screen in both themes, by changing the system's theme. Returns the error message, or null. */
async function shoot(context: BrowserContext, screen: ScreenShown, me: string, width: Width): Promise<string | null> {
  const page = await context.newPage()
  if (!screen.unwelcomed) await page.addInitScript(welcomed)
  try {
    await show(page, screen, me)
    // The network may never become idle, as failed requests are retried.
    await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      const whole = screen.open === undefined ? await page.evaluate(() => document.documentElement.scrollHeight) : 0
      await page.screenshot({
        path: join(folder, fileOf(screen, theme, width)),
        animations: 'disabled',
        caret: 'hide',
        ...(whole > 0 && { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(whole, tallest) } }),
      })
    }
    return null
  } catch (error) {
    return `${screen.name}, ${width} wide: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`
  } finally {
    await page.close()
  }
}

function indexPage(screens: readonly ScreenShown[]): string {
  const figure = (screen: ScreenShown, theme: Theme, width: Width): string => {
    if (!isSeen(screen, width)) return ''
    const file = fileOf(screen, theme, width)
    return `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy" width="${width / 2}"></a><figcaption>${theme}, ${width}</figcaption></figure>`
  }
  const section = (screen: ScreenShown): string => {
    const figures = widths.flatMap((width) => themes.map((theme) => figure(screen, theme, width)))
    return `<section id="${screen.name}"><h2>${screen.name} <small>${screen.path}, as ${screen.as}</small></h2><div>${figures.join('')}</div></section>`
  }
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens of Strand</title>
<style>
body { font: 15px system-ui; margin: 2rem; background: #888; color: #111 }
nav a { margin-inline-end: 1em; color: inherit }
section div { display: flex; gap: 1rem; overflow-x: auto; align-items: flex-start }
figure { margin: 0; flex: none }
figure a { display: block; max-height: 32rem; overflow: hidden }
</style>
<h1>Screens of Strand</h1>
<nav>${screens.map(({ name }) => `<a href="#${name}">${name}</a>`).join('')}</nav>
${screens.map(section).join('\n')}
</html>
`
}

const data = await mkdtemp(join(tmpdir(), 'strand-screens-'))
const strand = await startBuiltServer({ STRAND_DATA_DIR: data, STRAND_DEMO: '1', STRAND_RATE_LIMITS: '0' })
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: chromiumArguments })
try {
  const asking = await browser.newContext({ baseURL: strand.origin })
  const screens = (await screensOf(asking.request)).filter(({ name }) => name.includes(pattern))
  await asking.close()
  if (pattern === '') await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const problems: string[] = []
  let taken = 0
  for (const as of eyes) {
    const theirs = screens.filter((screen) => screen.as === as)
    if (theirs.length === 0) continue
    for (const width of widths) {
      const context = await contextOf({ browser, origin: strand.origin }, width)
      const me = await enter(context.request, as)
      // Screens with welcome notices first: the others set cookies that suppress these notices.
      for (const screen of theirs
        .filter((one) => isSeen(one, width))
        .toSorted((one, other) => Number(other.unwelcomed ?? false) - Number(one.unwelcomed ?? false))) {
        const problem = await shoot(context, screen, me, width)
        if (problem === null) taken += themes.length
        else problems.push(problem)
      }
      await context.close()
    }
  }
  if (pattern === '') await writeFile(join(folder, 'index.html'), indexPage(screens))
  for (const problem of problems) console.error(problem)
  console.log(`${taken} pictures of ${screens.length} screens are in ${folder}${pattern === '' ? ': open index.html' : ''}`)
  if (problems.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await strand.stop()
  await rm(data, { recursive: true, force: true })
}
