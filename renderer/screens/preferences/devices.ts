/** Readable names of devices, such as "Firefox on Windows", from user agent strings. */
import type { SessionInfo } from '#contract/endpoints/accounts.ts'
import { t } from '#texts/index.ts'
import { browserAndSystem } from '#ui/userAgent.ts'

/** The name of the device of a session. */
export function deviceName({ device, userAgent }: Pick<SessionInfo, 'device' | 'userAgent'>): string {
  if (device === 'tv') return t.preferences.television
  const { browser, system } = browserAndSystem(userAgent)
  if (browser && system) return t.preferences.browserOn(browser, system)
  return browser ?? system ?? t.preferences.unknownDevice
}
