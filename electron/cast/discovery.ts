/** Finds the Cast devices of the local network by multicast DNS, while the list of devices is shown. */
import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { Bonjour } from 'bonjour-service'

export interface CastDevice {
  /** Opaque: pages refer to a device by it, and never by its address. */
  id: string
  name: string
  model: string
  /** False for loudspeakers. */
  hasScreen: boolean
}

/** A device with the address that only this module uses. */
export interface LocatedDevice extends CastDevice {
  host: string
  port: number
}

/** Calls `onDevices` with all devices, whenever one appears or disappears. Returns a function that stops it. */
export type Discover = (onDevices: (devices: LocatedDevice[]) => void) => () => void

/** A network may announce any number of devices: the search ends at this one. */
export const maxDevices = 100

/** Intervals (ms) of the queries, because a datagram may get lost; the last one repeats. */
const queryDelays = [1000, 3000, 10_000]

/** The bit of the TXT record `ca` for a video output. */
const videoOutput = 1

interface Announcement {
  name: string
  port: number
  addresses?: string[] | undefined
  txt?: Record<string, unknown> | undefined
  /** The sender of the announcement. */
  referer?: { address: string } | undefined
}

/** Whether an address belongs to a local network: RFC 1918, link-local, or unique local IPv6. */
export function isLocalAddress(address: string): boolean {
  if (isIPv4(address)) {
    const [a = 0, b = 0] = address.split('.').map(Number)
    return a === 10 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168) || (a === 169 && b === 254)
  }
  return isIPv6(address) && /^(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/i.test(address)
}

/** Without control characters, which a device could use to disguise its name. */
const textOf = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? value.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 100) : fallback

/** Null if the announcement is not that of a device on the local network. */
export function locate({ name, port, addresses = [], txt = {}, referer }: Announcement): LocatedDevice | null {
  // IPv4 first: a link-local IPv6 address would need the interface too. Some devices leave out their address.
  const announced = addresses.filter(isLocalAddress).sort((a, b) => Number(isIPv6(a)) - Number(isIPv6(b)))
  const host = announced[0] ?? (addresses.length === 0 && referer && isLocalAddress(referer.address) ? referer.address : undefined)
  if (host === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) return null
  const capabilities = Number(txt['ca'] ?? videoOutput)
  return {
    id: createHash('sha256').update(textOf(txt['id'], name)).digest('hex').slice(0, 24),
    name: textOf(txt['fn'], textOf(name, 'Cast device')),
    model: textOf(txt['md'], ''),
    hasScreen: !Number.isInteger(capabilities) || (capabilities & videoOutput) !== 0,
    host,
    port,
  }
}

/**
 * `multicast-dns` emits `error` without a listener when its port is taken, and parses packets in events: what is thrown there would end the
 * process.
 */
function containErrors(bonjour: Bonjour, log: (text: string) => void): void {
  const { mdns } = (bonjour as unknown as { server: { mdns: { emit(event: string, ...values: unknown[]): boolean } } }).server
  const emit = mdns.emit.bind(mdns)
  let logged = 0
  mdns.emit = (event, ...values) => {
    try {
      return emit(event, ...values)
    } catch (error) {
      logged += 1
      if (logged <= 10) log(`The search for devices failed: ${String(error)}`)
      return false
    }
  }
}

/** @param settings The network to search, for tests. */
export function createDiscover(log: (text: string) => void, settings: ConstructorParameters<typeof Bonjour>[0] = {}): Discover {
  return (onDevices) => {
    const found = new Map<string, LocatedDevice>()
    const bonjour = new Bonjour(settings, (error: unknown) => log(`A query for devices failed: ${String(error)}`))
    containErrors(bonjour, log)
    const browser = bonjour.find({ type: 'googlecast' })
    let isStopped = false
    let timer: NodeJS.Timeout

    function stop(): void {
      if (isStopped) return
      isStopped = true
      clearTimeout(timer)
      browser.stop()
      bonjour.destroy()
    }

    function change(announcement: Announcement, isUp: boolean): void {
      // The browser retains every announcement, also those that are no devices.
      if (isUp && browser.services.length > maxDevices) {
        log('The network announces too many devices')
        return stop()
      }
      const device = locate(announcement)
      if (!device || isStopped) return
      if (isUp) found.set(device.id, device)
      else if (!found.delete(device.id)) return
      onDevices([...found.values()])
    }

    function queryLater(query = 0): void {
      timer = setTimeout(
        () => {
          browser.update()
          queryLater(query + 1)
        },
        queryDelays[Math.min(query, queryDelays.length - 1)],
      )
      timer.unref()
    }

    browser.on('up', (service) => change(service as Announcement, true))
    browser.on('down', (service) => change(service as Announcement, false))
    browser.on('txt-update', (service) => change(service as Announcement, true))
    browser.on('srv-update', (service) => change(service as Announcement, true))
    queryLater()
    return stop
  }
}
