/** Chromium, and Playwright's own builds of Firefox and WebKit if they are installed. */
import { chromium, firefox, webkit, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { chromiumArguments, findShell } from '../../build/lib/chromium.mjs'
import { buildPreload, installBridge } from '../support/electron/page.ts'
import type { Engine, Tab } from './driver.ts'
import { special } from './keys.ts'

const names = new Map(Object.entries(special).map(([name, value]) => [value, name]))

const tabOf = (page: Page): Tab => ({
  go: async (address) => {
    await page.goto(address)
  },
  reload: async () => {
    await page.reload()
  },
  back: async () => {
    await page.evaluate(() => history.back())
  },
  evaluate: (expression) => page.evaluate(expression),
  evaluateInFrame: (index, expression) => page.mainFrame().childFrames()[index]!.evaluate(expression),
  click: (x, y) => page.mouse.click(x, y),
  clickInFrame: (index, x, y) => page.frameLocator('iframe').nth(index).locator(':root').click({ position: { x, y } }),
  keys: async (keys) => {
    for (const { type, value } of keys) await page.keyboard[type === 'keyDown' ? 'down' : 'up'](names.get(value) ?? value)
  },
  attach: (selector, files) =>
    page
      .locator(selector)
      .first()
      .setInputFiles([...files]),
  screenshot: () => page.screenshot(),
})

const launchers = {
  chromium: () => chromium.launch({ executablePath: findShell(), args: chromiumArguments }),
  firefox: () => firefox.launch({ proxy: { server: 'http://127.0.0.1:9', bypass: '127.0.0.1' } }),
  webkit: () => webkit.launch({ proxy: { server: 'http://127.0.0.1:9', bypass: '127.0.0.1' } }),
}

/** @param isDesktop whether pages have the bridge of the desktop application */
export async function startWithPlaywright(type: keyof typeof launchers, isDesktop = false): Promise<Engine> {
  if (isDesktop) await buildPreload()
  const browser: Browser = await launchers[type]()
  let person: BrowserContext | undefined
  return {
    name: `${type} ${browser.version()} of Playwright`,
    backFrom: 'other site',
    async open() {
      await person?.close()
      person = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', timezoneId: 'UTC' })
      if (isDesktop) await installBridge(person)
      return tabOf(await person.newPage())
    },
    close: () => browser.close(),
  }
}
