/** Display name of a browser, from its user agent. */
import { t } from '#texts/index.ts'
import { browserAndSystem } from '#ui/userAgent.ts'

/** "Firefox on Windows", or what is known of it. */
export function deviceName(userAgent: string): string {
  const { browser, system } = browserAndSystem(userAgent)
  if (browser === undefined) return system ?? t.push.someBrowser
  return system === undefined ? browser : t.push.browserOn(browser, system)
}
