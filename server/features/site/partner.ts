/** The partner from whose pages somebody came: `?partner=key`, and until the browser is closed every page after it. */
import { parseCookie, stringifySetCookie } from 'cookie'
import type { Request, Response } from 'express'

const partnerCookie = 'partner'

export const partnerOf = (request: Request): string | undefined => parseCookie(request.headers.cookie ?? '')[partnerCookie]

/** The page reads it too: it holds nothing that is anybody's secret. */
export function keepPartner(response: Response, key: string, secure: boolean): void {
  response.append('Set-Cookie', stringifySetCookie({ name: partnerCookie, value: key, path: '/', sameSite: 'lax', secure }))
}
