import { setCookie } from '#data/index.ts'
import type { Skin } from './useSkin.ts'

/** Lifetime of the follow cookies in seconds, the time allowed for signing up (A9). */
const followCookieAge = 3600

/** Cookies read by the server at sign-up: new members follow the partner's playlist and member. */
export function setFollowCookies({ followBead, followUid }: Skin): void {
  if (followBead !== null) setCookie('followBeadId', followBead, followCookieAge)
  if (followUid !== null) setCookie('followUid', followUid, followCookieAge)
}
