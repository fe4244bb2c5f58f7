import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { createRefusal } from './refusal.ts'

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<string[]>

export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address)

/** The resolver's codes for a name that does not exist or has no address. An unreachable resolver has other codes. */
const noSuchName = new Set(['ENOTFOUND', 'ENODATA'])

async function resolved(hostname: string, resolve: Resolve): Promise<string[]> {
  try {
    return await resolve(hostname)
  } catch (error) {
    if (noSuchName.has((error as NodeJS.ErrnoException).code ?? '')) throw createRefusal('name', `no such host: ${hostname}`)
    throw error
  }
}

/** ::/96 embeds an IPv4 address, but ipaddr.js classifies it as unicast. */
const ipv4Compatible = ipaddr.parseCIDR('::/96') as [ipaddr.IPv6, number]

/** Public unicast. IPv4 addresses embedded in IPv6 are checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.isIPv4MappedAddress() && parsed.match(...ipv4Compatible)) return false
  return ipaddr.process(address).range() === 'unicast'
}

export interface ConnectorPolicy {
  resolve: Resolve
  allows: (address: string) => boolean
  connectMs: number
}

/** The address of `hostname` to connect to. Throws a `Refusal` if any of its addresses is not allowed, or the name does not exist. */
export async function checkedAddress(hostname: string, { resolve, allows, connectMs }: ConnectorPolicy): Promise<string> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) ? [bare] : await withDeadline(resolved(bare, resolve), connectMs)
  for (const address of addresses) if (!allows(address)) throw createRefusal('address', `${bare} is at ${address}`)
  // Only one address is tried; prefer IPv4, which hosts without IPv6 can reach.
  const chosen = addresses.find((address) => isIP(address) === 4) ?? addresses[0]
  if (chosen === undefined) throw createRefusal('network', `${bare} has no address`)
  return chosen
}

/**
 * Connects only to the checked address. A lookup hook is not enough, because it is skipped for literal addresses; a check before the
 * request leaves time for DNS rebinding.
 */
export function checkedConnector(policy: ConnectorPolicy): buildConnector.connector {
  const connect = buildConnector({ timeout: policy.connectMs, allowH2: false, maxCachedSessions: 0 })

  return (options, callback) => {
    const { hostname } = options
    const literal = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
    checkedAddress(hostname, policy).then(
      (address) => connect({ ...options, hostname: address, host: address, servername: literal ? '' : hostname }, callback),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    )
  }
}

/** The system's resolver can be very slow and cannot be cancelled. */
async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createRefusal('timeout', 'the name was not resolved in time')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
