import { stringifySetCookie } from 'cookie'
import type { Response } from 'express'

/**
 * The name that a cookie has in the browser. Over HTTPS it begins with `__Host-`: browsers take such a cookie only from this very
 * host, so that no other subdomain can plant one. They demand the path `/` of it.
 */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

/** Sets a cookie that scripts cannot read. `maxAge` is in seconds; 0 removes it. */
export function setHostCookie(
  response: Response,
  name: string,
  value: string,
  { secure, maxAge }: { secure: boolean; maxAge: number },
): void {
  const cookie = { name: cookieName(name, secure), value, maxAge, httpOnly: true, sameSite: 'lax', secure, path: '/' } as const
  response.append('Set-Cookie', stringifySetCookie(cookie))
}
