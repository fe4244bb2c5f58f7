import { stringifySetCookie } from 'cookie'
import type { Response } from 'express'

/**
 * The cookie's name in the browser. Over HTTPS it has the prefix `__Host-`: browsers accept such a cookie only from the same host, so
 * that a subdomain cannot set one. It requires the path `/`.
 */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

/** Sets an HttpOnly cookie. `maxAge` is in seconds; 0 removes it. */
export function setHostCookie(
  response: Response,
  name: string,
  value: string,
  { secure, maxAge }: { secure: boolean; maxAge: number },
): void {
  const cookie = { name: cookieName(name, secure), value, maxAge, httpOnly: true, sameSite: 'lax', secure, path: '/' } as const
  response.append('Set-Cookie', stringifySetCookie(cookie))
}
