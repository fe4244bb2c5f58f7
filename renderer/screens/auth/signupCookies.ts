/** What the server is told through cookies before somebody goes off to a social network (A4.1). */
import { deleteCookie, setCookie, type Intent } from '#data/index.ts'

/** Seconds (A9). */
const signupCookieAge = 3600

/** @param back path to which a sign-up in this same window returns. */
export function setSignupCookies(intent: Intent | null, back: string): void {
  if (intent?.type === 'followbead') setCookie('followBeadId', intent.id, signupCookieAge)
  if (intent?.type === 'followmember') setCookie('followUid', intent.id, signupCookieAge)
  setCookie('device', matchMedia('(max-width: 640px), (pointer: coarse)').matches ? 'mobileweb' : 'web', signupCookieAge)
  setCookie('signupRedirect', back, signupCookieAge)
}

/** Whoever thinks better of it is not to follow anything for having once meant to, nor a partner. */
export function clearSignupCookies(): void {
  deleteCookie('followBeadId')
  deleteCookie('followUid')
}
