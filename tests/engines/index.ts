import { findFirefox, findWebKit } from '../../build/lib/engines.mjs'
import type { Engine } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { startWithPlaywright } from './playwright.ts'
import { startWebKit } from './webkit.ts'

/** Starts the engine in STRAND_ENGINE, by default Chromium. */
export async function startEngine(name = process.env.STRAND_ENGINE ?? 'chromium'): Promise<Engine> {
  const firefox = name === 'firefox' && findFirefox()
  if (firefox) return startFirefox(firefox)
  const webkit = name === 'webkit' && findWebKit()
  if (webkit) return startWebKit(webkit)
  if (name === 'firefox' || name === 'webkit' || name === 'chromium') return startWithPlaywright(name)
  if (name === 'desktop') return startWithPlaywright('chromium', true)
  throw new Error(
    `Unknown engine: ${name}. The engines are chromium, desktop (Chromium with the bridge of the application), firefox and webkit.`,
  )
}
