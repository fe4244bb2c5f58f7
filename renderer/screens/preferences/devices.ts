/** Readable names of devices, such as "Firefox on Windows", from user agent strings. */
import type { SessionInfo } from '#contract/endpoints/accounts.ts'
import { t } from '#texts/index.ts'
import { browserAndSystem } from '#ui/userAgent.ts'

/** The name of the device of a session. */
export function deviceName({ device, userAgent, playbackOnly }: Pick<SessionInfo, 'device' | 'userAgent' | 'playbackOnly'>): string {
  if (device === 'tv') return playbackOnly ? t.preferences.televisionEvening : t.preferences.television
  const { browser, system } = browserAndSystem(userAgent)
  if (browser && system) return t.preferences.browserOn(browser, system)
  return browser ?? system ?? t.preferences.unknownDevice
}
