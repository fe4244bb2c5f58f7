import ipaddr from 'ipaddr.js'
import type { Network } from '#contract/index.ts'
import { networks } from '#contract/rules.ts'
import { createProvider, type Caller, type NetworkConfig, type Provider } from './providers.ts'

/** Restrictions of the HTTP client for one configured address. */
export interface ClientPolicy {
  ports: ReadonlySet<number>
  allows?: (address: string) => boolean
}

const isLoopback = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/**
 * Allows only the port of the address. A provider configured on a loopback address may resolve to loopback addresses only; all
 * others must resolve to public addresses.
 */
export function policyFor(href: string): ClientPolicy {
  const { protocol, hostname, port } = new URL(href)
  const ports = new Set([port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)])
  const local = hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
  return local ? { ports, allows: isLoopback } : { ports }
}

/** The providers of the networks that are configured. */
export function createProviders(
  configs: Record<Network, NetworkConfig | null>,
  client: (policy: ClientPolicy) => Caller,
): Partial<Record<Network, Provider>> {
  // One client per origin, restricted to the port of the address.
  const call: Caller['call'] = (href, request, accepted) => clientOf(href).call(href, request, accepted)
  const clients = new Map<string, Caller>()
  const clientOf = (href: string): Caller => {
    const { origin } = new URL(href)
    const caller = clients.get(origin) ?? client(policyFor(href))
    clients.set(origin, caller)
    return caller
  }
  const entries = networks.flatMap((network) => {
    const config = configs[network]
    return config === null ? [] : [[network, createProvider(network, config, { call })] as const]
  })
  return Object.fromEntries(entries)
}
