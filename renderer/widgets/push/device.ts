/** Display name of a browser, from its user agent. */
import { t } from '#texts/index.ts'

/** Order matters: most user agents also contain the names of other browsers. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chrome OS'],
  [/\bLinux\b/, 'Linux'],
]
const first = (table: typeof browsers, text: string): string | undefined => table.find(([sign]) => sign.test(text))?.[1]

/** "Firefox on Windows", or what is known of it. */
export function deviceName(userAgent: string): string {
  const browser = first(browsers, userAgent)
  const system = first(systems, userAgent)
  if (browser === undefined) return system ?? t.push.someBrowser
  return system === undefined ? browser : t.push.browserOn(browser, system)
}
