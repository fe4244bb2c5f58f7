/**
 * The member's other devices, as the engine and the pages see them. It belongs to the first screen; what connects them
 * (`host/devices/connect.ts`) is loaded when the page is idle.
 */
import type { ConnectDevice } from '#contract/connect.ts'
import type { DriverChoice } from './driver.ts'
import type { CastReceiver } from './remote/castable.ts'
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

/** A Cast device that this page itself has found in the network. */
export interface NearbyDevice {
  id: string
  name: string
  /** False for loudspeakers. */
  hasScreen: boolean
}

/** Google Cast: what the list of devices shows of it. */
export interface CastState {
  /** Whether this page can cast, and a device is there, or may be found. */
  isAvailable: boolean
  /** The device that this page has a session with, also while it connects. `id`: null where the browser lists the devices. */
  device: { id: string | null; name: string; isConnecting: boolean } | null
  /** Why the last choice of a device had no effect. */
  problem: { device: string; reason: 'unreachable' | 'noApp' | 'refused' } | null
}

/** What Google Cast does; null where there is none. */
export interface CastActions {
  /** What the receiver can play. */
  receiver: CastReceiver
  /** Casts to this device, or lets the person choose one in the dialog of the browser. Call it within a user gesture. */
  choose(device?: NearbyDevice): void
  /** Lists the devices until the returned function is called; null where the browser lists them. */
  search: ((onDevices: (devices: NearbyDevice[]) => void) => () => void) | null
  /** Moves playback to this page, and ends the session. */
  bringHere(): Promise<void>
  /** Stops controlling the device, which plays on. */
  leave(): void
}

interface Value<T> {
  read(): T
  subscribe(listener: () => void): () => void
  set(value: T): void
}

export interface Devices {
  /** Ports of the engine. */
  link: DeviceLink
  driver: Pick<DriverChoice, 'subscribe'> & { current(): RemoteDriver | null; set(driver: RemoteDriver | null): void }
  list: Value<DeviceList>
  cast: Value<CastState>
  /** Passes an event to the engine. A message starts it, and waits until it runs. */
  emit(event: DeviceEvent): void
  actions: DeviceActions | null
  castActions: CastActions | null
  /** Starts the engine, for a message of another device. */
  start(): void
}

/** The id of the Cast device among the devices: a page has a session with one at most. */
export const castDeviceId = 'cast'

const noDevices: DeviceList = { own: null, devices: [] }
const noCast: CastState = { isAvailable: false, device: null, problem: null }
/** Events that wait for the engine. */
const maxWaiting = 200

function createValue<T>(initial: T): Value<T> {
  const listeners = new Set<() => void>()
  let current = initial
  return {
    read: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      current = next
      for (const listener of [...listeners]) listener()
    },
  }
}

export function createDevices(): Devices {
  const listeners = new Set<(event: DeviceEvent) => void>()
  let waiting: DeviceEvent[] = []
  const driver = createValue<RemoteDriver | null>(null)
  const devices: Devices = {
    link: {
      send: (to, message) => devices.actions?.send(to, message),
      subscribe(listener) {
        listeners.add(listener)
        for (const event of waiting.splice(0)) listener(event)
        return () => listeners.delete(listener)
      },
    },
    driver: { current: driver.read, subscribe: driver.subscribe, set: driver.set },
    list: createValue(noDevices),
    cast: createValue(noCast),
    emit(event) {
      if (listeners.size === 0) {
        // Without a message there is nothing to do, and the engine stays unloaded.
        if (event.type !== 'message') return
        waiting = [...waiting, event].slice(-maxWaiting)
        devices.start()
      } else for (const listener of [...listeners]) listener(event)
    },
    actions: null,
    castActions: null,
    start: () => undefined,
  }
  return devices
}
