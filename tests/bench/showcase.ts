/** Opens the built app in a browser, at the showcase playlist of the demo data. */
import { chromium, type Browser } from '@playwright/test'
import { chromiumArguments, ensureChromium } from '../../build/lib/chromium.mjs'
import { playlistTitle } from '../e2e/demo.ts'
import { startBuiltServer } from '../support/built-server.ts'
import type { World } from './world.ts'

/** @param extraArguments further command-line arguments of Chromium */
export const launchBrowser = async (...extraArguments: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: await ensureChromium(),
    args: [...chromiumArguments, ...extraArguments],
  })

export async function openShowcase(world: World): Promise<{ browser: Browser; origin: string; address: string; close(): Promise<void> }> {
  const strand = await startBuiltServer({
    STRAND_DATA_DIR: world.folder,
    STRAND_DEMO: '0',
    STRAND_RATE_LIMITS: '0',
    NODE_ENV: 'production',
  })
  const { origin } = strand
  const browser = await launchBrowser()
  const close = async () => {
    await browser.close()
    await strand.stop()
  }
  const beads = (await (await fetch(`${origin}/api/v0/beads?limit=100`)).json()) as { results: { title: string; href: string }[] }
  const showcase = beads.results.find(({ title }) => title === playlistTitle)
  if (!showcase) {
    await close()
    throw new Error(`The demo world has no playlist "${playlistTitle}"`)
  }
  return { browser, origin, address: new URL(showcase.href, `${origin}/`).href, close }
}
