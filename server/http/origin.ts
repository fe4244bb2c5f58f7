/**
 * Whether a request comes from Strand's own pages (decisions 7 and 8). Three fences, for none is
 * built alike everywhere: the SameSite cookie, a header that a form or image cannot send (and that
 * makes another site's script ask first, which nothing here ever allows), and what the browser itself
 * says of the origin.
 */
import type { Request } from 'express'
import { StrandError } from './errors.ts'

export const asyncHeader = 'x-strand-request'

const originOf = (address: string | undefined): string | undefined => {
  if (address === undefined) return undefined
  return URL.canParse(address) ? new URL(address).origin : 'null'
}

/** Throws `foreign_origin` for everything but an asynchronous request of the same origin. */
export function demandSameOrigin(request: Request, publicUrl: string): void {
  const site = request.get('sec-fetch-site')
  const origin = originOf(request.get('origin') ?? request.get('referer'))
  const own = [originOf(publicUrl), `${request.protocol}://${request.host}`]
  const foreign = (site !== undefined && site !== 'same-origin') || (origin !== undefined && !own.includes(origin))
  const unproven = site === undefined && origin === undefined
  if (request.get(asyncHeader) !== '1' || foreign || unproven) throw new StrandError('foreign_origin')
}

/**
 * Whether a page of ours led to this page, or the person themselves. For the few pages whose mere
 * opening begins something.
 */
export function comesFromHere(request: Request, publicUrl: string): boolean {
  const site = request.get('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const from = originOf(request.get('referer'))
  return from !== undefined && [originOf(publicUrl), `${request.protocol}://${request.host}`].includes(from)
}
