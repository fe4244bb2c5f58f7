/** Browser and system, or the maker of a television, from a user agent string. */

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

export const browserAndSystem = (userAgent: string): { browser: string | undefined; system: string | undefined } => ({
  browser: firstMatch(browsers, userAgent),
  system: firstMatch(systems, userAgent),
})

const televisions: typeof browsers = [
  [/\bTizen\b/, 'Samsung'],
  [/\bWeb0S\b|\bwebOS\b/i, 'LG'],
  [/\bAFT\w+\b/, 'Fire'],
  [/\bBRAVIA\b/i, 'Sony'],
  [/\bVIDAA\b/i, 'Hisense'],
  [/\bAndroid\b.*\bTV\b|\bGoogleTV\b/i, 'Android'],
]

/** Such as `Samsung`; undefined if the user agent does not name one. */
export const televisionMaker = (userAgent: string): string | undefined => firstMatch(televisions, userAgent)
