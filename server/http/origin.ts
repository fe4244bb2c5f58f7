/**
 * CSRF protection: whether a request comes from Strand's own pages (decisions 7 and 8). Three checks, because browsers differ: the
 * SameSite cookie, a header that forms and images cannot send (it requires a preflight, which only cast receivers are granted), and the
 * `Origin` and `Sec-Fetch-Site` headers.
 */
import type { Request } from 'express'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'
import { StrandError } from './errors.ts'

export const asyncHeader = 'x-strand-request'

const originOf = (address: string | undefined): string | undefined => {
  if (address === undefined) return undefined
  return URL.canParse(address) ? new URL(address).origin : 'null'
}

export type OwnOrigin = Pick<Config, 'publicUrl' | 'hasPublicUrl'>

/** Origins of the local socket. The `Host` header is chosen by the client, and any name can resolve to this address. */
function listeningOrigins({ localAddress, localPort }: Request['socket']): string[] {
  if (localAddress === undefined || !ipaddr.isValid(localAddress)) return []
  const address = ipaddr.process(localAddress)
  const host = address.kind() === 'ipv6' ? `[${address.toString()}]` : address.toString()
  const hosts = address.range() === 'loopback' ? [host, 'localhost'] : [host]
  return hosts.map((name) => new URL(`http://${name}:${localPort}`).origin)
}

/** The configured public address is the only own origin; without one, the address that the server listens on (decision 56). */
const isOwn = (origin: string, request: Request, { publicUrl, hasPublicUrl }: OwnOrigin): boolean =>
  origin === originOf(publicUrl) || (!hasPublicUrl && listeningOrigins(request.socket).includes(origin))

/** Throws `foreign_origin` unless the request is asynchronous and of the same origin. */
export function demandSameOrigin(request: Request, config: OwnOrigin): void {
  const site = request.get('sec-fetch-site')
  const origin = originOf(request.get('origin') ?? request.get('referer'))
  const foreign = (site !== undefined && site !== 'same-origin') || (origin !== undefined && !isOwn(origin, request, config))
  const unproven = site === undefined && origin === undefined
  if (request.get(asyncHeader) !== '1' || foreign || unproven) throw new StrandError('foreign_origin')
}

/**
 * Throws `foreign_origin` unless the request is from a page of this site. For upgrades to a WebSocket: browsers send `Origin` with them,
 * but cannot add our own header.
 */
export function demandOwnOrigin(request: Request, config: OwnOrigin): void {
  const origin = originOf(request.get('origin'))
  if (origin === undefined || !isOwn(origin, request, config)) throw new StrandError('foreign_origin')
}

/** Whether the navigation was started by an own page or by the person. For pages that start something when opened. */
export function isOwnOrigin(request: Request, config: OwnOrigin): boolean {
  const site = request.get('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const from = originOf(request.get('referer'))
  return from !== undefined && isOwn(from, request, config)
}
