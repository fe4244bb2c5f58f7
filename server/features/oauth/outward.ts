import ipaddr from 'ipaddr.js'
import type { Network } from '#contract/index.ts'
import { networks } from '#contract/rules.ts'
import { createProvider, type Caller, type NetworkConfig, type Provider } from './providers.ts'

/** How the safe client is to be made for one configured address. */
export interface OutwardPolicy {
  ports: ReadonlySet<number>
  allows?: (address: string) => boolean
}

const isLoopback = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/**
 * Its own port and no other. A provider that the operator runs on this very machine, and names so, is
 * reached there and nowhere else; all others are outside, and what they resolve to has to be.
 */
export function policyFor(href: string): OutwardPolicy {
  const { protocol, hostname, port } = new URL(href)
  const ports = new Set([port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)])
  const local = hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
  return local ? { ports, allows: isLoopback } : { ports }
}

/** Those that there are keys of. */
export function createProviders(
  configs: Record<Network, NetworkConfig | null>,
  client: (policy: OutwardPolicy) => Caller,
): Partial<Record<Network, Provider>> {
  const call: Caller['call'] = (href, sent, read) => clientOf(href).call(href, sent, read)
  const clients = new Map<string, Caller>()
  const clientOf = (href: string): Caller => {
    const { origin } = new URL(href)
    const known = clients.get(origin) ?? client(policyFor(href))
    clients.set(origin, known)
    return known
  }
  const entries = networks.flatMap((network) => {
    const config = configs[network]
    return config === null ? [] : [[network, createProvider(network, config, { call })] as const]
  })
  return Object.fromEntries(entries)
}
