/** Cookies that the server reads too. How long they live is in seconds; usually 90 days (A9). */
const usual = 90 * 86_400

/** Holds what a television showed, until it is connected (A4.3). */
export const tvTokenCookie = 'tvtoken'

const attributes = (): string => `; path=/; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`

export function setCookie(name: string, value: string, seconds = usual): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; max-age=${seconds}${attributes()}`
}

export function dropCookie(name: string): void {
  document.cookie = `${name}=; max-age=0${attributes()}`
}

export function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`))
  if (found === undefined) return null
  try {
    return decodeURIComponent(found.slice(name.length + 1))
  } catch {
    return null
  }
}
