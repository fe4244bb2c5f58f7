/** Origins that the desktop application knows besides the server's. Origins are compared exactly, never by prefix. */

/** The pages that the application contains: the choice of a server, and pages for servers that do not answer. */
export const shellScheme = 'app'
export const shellOrigin = `${shellScheme}://strand`

/** Player pages of the providers in frames: the same as `frame-src` of the server's content security policy. */
export const frameOrigins: ReadonlySet<string> = new Set([
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://w.soundcloud.com',
  'https://player.twitch.tv',
  'https://www.tiktok.com',
  'https://geo.dailymotion.com',
])

/** The longest URL that is examined. Longer ones are rejected. */
export const maxUrlLength = 2048

/** Parses a URL of limited length; null if it is invalid. */
export const parseUrl = (text: string): URL | null => (text.length <= maxUrlLength && URL.canParse(text) ? new URL(text) : null)

/** The origin of a URL. `URL.origin` is the text `null` for schemes that are not of the web, so the application's own one is built here. */
export function originOf(text: string): string | null {
  const url = parseUrl(text)
  if (url === null) return null
  if (url.protocol === `${shellScheme}:`) return `${url.protocol}//${url.host}`
  // The origin of `blob:` is that of the page that created it, but it is no page of the server.
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.origin : null
}
