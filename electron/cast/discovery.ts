/** Finds the Cast devices of the local network by multicast DNS, while it is wanted. */
import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { Bonjour } from 'bonjour-service'

export interface CastDevice {
  /** Opaque: pages refer to a device by it, and never by its address. */
  id: string
  name: string
  model: string
}

/** A device with the address that only this module uses. */
export interface LocatedDevice extends CastDevice {
  host: string
  port: number
}

/** Calls `onDevices` with all devices, whenever one appears or disappears. Returns a function that stops it. */
export type Discover = (onDevices: (devices: LocatedDevice[]) => void) => () => void

/** Devices beyond these are ignored: a network may announce any number. */
const maxDevices = 100

interface Announcement {
  name: string
  port: number
  addresses?: string[] | undefined
  txt?: Record<string, unknown> | undefined
}

/** Whether an address belongs to a local network: RFC 1918, link-local, or unique local IPv6. */
export function isLocalAddress(address: string): boolean {
  if (isIPv4(address)) {
    const [a = 0, b = 0] = address.split('.').map(Number)
    return a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168) || (a === 169 && b === 254)
  }
  return isIPv6(address) && /^(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/i.test(address)
}

const textOf = (value: unknown, fallback: string): string => (typeof value === 'string' && value !== '' ? value.slice(0, 100) : fallback)

/** Null if the announcement is not that of a device on the local network. */
export function locate({ name, port, addresses = [], txt = {} }: Announcement): LocatedDevice | null {
  // IPv4 first: a link-local IPv6 address would need the interface too.
  const host = addresses.filter(isLocalAddress).sort((a, b) => Number(isIPv6(a)) - Number(isIPv6(b)))[0]
  if (host === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) return null
  const own = textOf(txt['id'], name)
  return {
    id: createHash('sha256').update(own).digest('hex').slice(0, 24),
    name: textOf(txt['fn'], textOf(name, 'Cast device')),
    model: textOf(txt['md'], ''),
    host,
    port,
  }
}

export const discover: Discover = (onDevices) => {
  const found = new Map<string, LocatedDevice>()
  const bonjour = new Bonjour({}, () => undefined)
  const change = (announcement: Announcement, isUp: boolean): void => {
    const device = locate(announcement)
    if (!device || (isUp && found.size >= maxDevices && !found.has(device.id))) return
    if (isUp) found.set(device.id, device)
    else found.delete(device.id)
    onDevices([...found.values()])
  }
  const browser = bonjour.find({ type: 'googlecast' })
  browser.on('up', (service) => change(service as Announcement, true))
  browser.on('down', (service) => change(service as Announcement, false))
  browser.on('txt-update', (service) => change(service as Announcement, true))
  browser.on('srv-update', (service) => change(service as Announcement, true))
  return () => {
    browser.stop()
    bonjour.destroy()
  }
}
