import { tidy } from '../../contract/index.ts'

const titleLimit = 140

/** Cut at a space where one is near the end, with an ellipsis (A9). */
export function shorten(text: string, max = titleLimit): string {
  const clean = tidy(text)
  if (clean.length <= max) return clean
  const cut = clean.slice(0, max - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > cut.length - 20 ? cut.slice(0, space) : wholeCharacters(cut)).trimEnd()}…`
}

/** A cut must not leave half of a surrogate pair behind. */
const wholeCharacters = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const words = (part: string): string => tidy(decoded(part).replace(/[-_+]+/g, ' ').replace(/[\p{Cc}\p{Cf}<>]/gu, ''))

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const siteName = (url: URL): string => url.hostname.replace(/^(www|m)\./, '') || url.host

/** `/music/late_night-mix.final.mp3` reads "Late night mix.final". */
export function titleOfFile(url: URL): string {
  const name = url.pathname.split('/').filter(Boolean).at(-1) ?? ''
  return shorten(capitalised(words(name.replace(/\.[a-z0-9]{2,5}$/i, '')))) || siteName(url)
}

/** What a page's address says of it: its host, and the last part of its path that has words. */
export function titleOfPage(url: URL): string {
  const parts = url.pathname.split('/').filter(Boolean).reverse()
  const telling = parts.map((part) => words(part.replace(/\.(html?|php|aspx?)$/i, ''))).find((part) => /\p{L}{2}/u.test(part))
  return shorten(telling ? `${siteName(url)}: ${telling}` : siteName(url))
}
