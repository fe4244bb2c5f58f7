/** Cookies that the server reads too. Lifetime in seconds; 90 days by default (A9). */
const defaultSeconds = 90 * 86_400

/** The token that a television displayed, until it is connected (A4.3). */
export const tvTokenCookie = 'tvtoken'

const attributes = (): string => `; path=/; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`

export function setCookie(name: string, value: string, seconds = defaultSeconds): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; max-age=${seconds}${attributes()}`
}

export function deleteCookie(name: string): void {
  document.cookie = `${name}=; max-age=0${attributes()}`
}

/** Server rendering has no `document`: `setCookieSource` provides the cookies of the request that is rendered. */
let readAll = (): string => document.cookie
export const setCookieSource = (source: () => string): void => void (readAll = source)

export function readCookie(name: string): string | null {
  const found = readAll()
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
  if (found === undefined) return null
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}
