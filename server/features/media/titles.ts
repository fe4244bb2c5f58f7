import { limits, shorten, tidy } from '#contract/index.ts'

const titleLimit = limits.postTitle.max

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const words = (part: string): string =>
  tidy(
    decoded(part)
      .replace(/[-_+]+/g, ' ')
      .replace(/[\p{Cc}\p{Cf}<>]/gu, ''),
  )

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Truncated at the start, because the end identifies the site. */
export function siteName(url: URL): string {
  const name = url.hostname.replace(/^(www|m)\./, '') || url.host
  return name.length <= limits.siteName ? name : `…${name.slice(1 - limits.siteName)}`
}

/** `/music/late_night-mix.final.mp3` becomes "Late night mix.final". */
export function titleOfFile(url: URL): string {
  const name = url.pathname.split('/').filter(Boolean).at(-1) ?? ''
  return shorten(capitalised(words(name.replace(/\.[a-z0-9]{2,5}$/i, ''))), titleLimit) || siteName(url)
}

/** Title from the URL: the host, and the last path segment with words. */
export function titleOfPage(url: URL): string {
  const parts = url.pathname.split('/').filter(Boolean).reverse()
  const readable = parts.map((part) => words(part.replace(/\.(html?|php|aspx?)$/i, ''))).find((part) => /\p{L}{2}/u.test(part))
  return shorten(readable ? `${siteName(url)}: ${readable}` : siteName(url), titleLimit)
}
