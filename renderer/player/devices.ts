/**
 * The member's other devices, as the engine and the pages see them. It belongs to the first screen; what connects them
 * (`host/devices/connect.ts`) is loaded when the page is idle.
 */
import type { ConnectDevice } from '#contract/connect.ts'
import type { DriverChoice } from './driver.ts'
import type { DeviceEvent, DeviceLink } from './ports.ts'
import type { RemoteDriver } from './sagas/remoteDriver.ts'

export interface DeviceList {
  /** The id of this device; null while it is not connected. */
  own: string | null
  /** All devices of the member, this one included. */
  devices: readonly ConnectDevice[]
}

/** What the connection does; absent until it is loaded, and for visitors. */
export interface DeviceActions {
  send: DeviceLink['send']
  /** Moves playback to a device, or takes control of one that plays already. */
  choose(id: string): Promise<void>
  /** Moves playback to this device. */
  bringHere(): Promise<void>
  /** Stops controlling the device, which plays on. */
  leave(): void
  rename(id: string, name: string): void
}

export interface Devices {
  /** Ports of the engine. */
  link: DeviceLink
  driver: Pick<DriverChoice, 'subscribe'> & { current(): RemoteDriver | null; set(driver: RemoteDriver | null): void }
  list: { read(): DeviceList; subscribe(listener: () => void): () => void; set(list: DeviceList): void }
  /** Passes an event to the engine. A message starts it, and waits until it runs. */
  emit(event: DeviceEvent): void
  actions: DeviceActions | null
  /** Starts the engine, for a message of another device. */
  start(): void
}

const noDevices: DeviceList = { own: null, devices: [] }
/** Events that wait for the engine. */
const maxWaiting = 200

export function createDevices(): Devices {
  const listeners = new Set<(event: DeviceEvent) => void>()
  const driverListeners = new Set<() => void>()
  const listListeners = new Set<() => void>()
  let waiting: DeviceEvent[] = []
  let driver: RemoteDriver | null = null
  let list = noDevices
  const devices: Devices = {
    link: {
      send: (to, message) => devices.actions?.send(to, message),
      subscribe(listener) {
        listeners.add(listener)
        for (const event of waiting.splice(0)) listener(event)
        return () => listeners.delete(listener)
      },
    },
    driver: {
      current: () => driver,
      subscribe(listener) {
        driverListeners.add(listener)
        return () => driverListeners.delete(listener)
      },
      set(next) {
        driver = next
        for (const listener of [...driverListeners]) listener()
      },
    },
    list: {
      read: () => list,
      subscribe(listener) {
        listListeners.add(listener)
        return () => listListeners.delete(listener)
      },
      set(next) {
        list = next
        for (const listener of [...listListeners]) listener()
      },
    },
    emit(event) {
      if (listeners.size === 0) {
        // Without a message there is nothing to do, and the engine stays unloaded.
        if (event.type !== 'message') return
        waiting = [...waiting, event].slice(-maxWaiting)
        devices.start()
      } else for (const listener of [...listeners]) listener(event)
    },
    actions: null,
    start: () => undefined,
  }
  return devices
}
