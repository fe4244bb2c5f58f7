/** The partner whose link the visitor followed (`?partner=key`), in a session cookie. */
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Request, Response } from 'express'

const partnerCookie = 'partner'

export const partnerOf = (request: Request): string | undefined => parseCookie(request.headers.cookie ?? '')[partnerCookie]

/** Not HttpOnly: the page reads it too. */
export function setPartnerCookie(response: Response, key: string, secure: boolean): void {
  response.append('Set-Cookie', stringifySetCookie({ name: partnerCookie, value: key, path: '/', sameSite: 'lax', secure }))
}
