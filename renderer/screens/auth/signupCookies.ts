/**
 * Cookies that the server reads at sign-up, set before a social network opens: whom to follow, the device, the return
 * path (A4.1).
 */
import { deleteCookie, setCookie, type Intent } from '#data/index.ts'

/** Lifetime in seconds (A9). */
const signupCookieMaxAge = 3600

/** @param back return path for a sign-up in the same window */
export function setSignupCookies(intent: Intent | null, back: string): void {
  if (intent?.type === 'followbead') setCookie('followBeadId', intent.id, signupCookieMaxAge)
  if (intent?.type === 'followmember') setCookie('followUid', intent.id, signupCookieMaxAge)
  setCookie('device', matchMedia('(max-width: 640px), (pointer: coarse)').matches ? 'mobileweb' : 'web', signupCookieMaxAge)
  setCookie('signupRedirect', back, signupCookieMaxAge)
}

/** Called after a cancelled sign-up: a later one must not follow the playlist or member of the cancelled one. */
export function clearSignupCookies(): void {
  deleteCookie('followBeadId')
  deleteCookie('followUid')
}
