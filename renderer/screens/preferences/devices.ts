/** Readable names of devices, such as "Firefox on Windows", from user agent strings. */
import type { SessionInfo } from '#contract/endpoints/accounts.ts'
import { t } from '#texts/index.ts'

/**
 * The first match wins in both tables: most browsers include the names of others, Android includes Linux, and iPhones
 * and iPads include "Mac OS X".
 */
const browsers: readonly [RegExp, string][] = [
  [/\bStrand\//, 'Strand'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstMatch = (table: typeof browsers, text: string): string | undefined => table.find(([pattern]) => pattern.test(text))?.[1]

/** The name of the device of a session. */
export function deviceName({ device, userAgent }: Pick<SessionInfo, 'device' | 'userAgent'>): string {
  if (device === 'tv') return t.preferences.television
  const [browser, system] = [firstMatch(browsers, userAgent), firstMatch(systems, userAgent)]
  if (browser && system) return t.preferences.browserOn(browser, system)
  return browser ?? system ?? t.preferences.unknownDevice
}
