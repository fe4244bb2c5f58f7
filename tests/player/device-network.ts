/** Engines of several devices, connected by a network that delays, loses and repeats messages. */
import type { DeviceEvent, DeviceLink } from '#player/ports.ts'
import { createRemoteDriver, type Loss, type RemoteDriver } from '#player/sagas/remoteDriver.ts'
import { readMessage } from '#player/remote/messages.ts'
import { startEngine, type World } from './harness.ts'

export interface TestDevice extends ReturnType<typeof startEngine> {
  id: string
  /** Takes control of another device. */
  control(target: string, join: 'move' | 'control'): RemoteDriver
  /** Brings the queue back to this device. */
  bringHere(): Promise<boolean>
  losses: Loss[]
  unresponsive: number
}

export interface Network {
  /** The time in ms that a message takes. */
  delayMs: () => number
  /** Whether a message is delivered twice. */
  repeats: () => boolean
}

/** Time is the time of Vitest's fake timers. */
export function createNetwork({ delayMs, repeats }: Network = { delayMs: () => 10, repeats: () => false }) {
  const devices = new Map<string, { listeners: Set<(event: DeviceEvent) => void>; connected: boolean; lastAt: number; test?: TestDevice }>()
  /** Messages that `readMessage` rejects: there should be none. */
  const invalid: unknown[] = []
  const emit = (id: string, event: DeviceEvent) => {
    for (const listener of [...devices.get(id)!.listeners]) listener(event)
  }

  function deliver(from: string, to: string, text: string): void {
    const target = devices.get(to)
    if (!devices.get(from)!.connected || !target?.connected) return
    // In order, as a WebSocket delivers them.
    target.lastAt = Math.max(target.lastAt, Date.now() + delayMs())
    setTimeout(() => {
      if (!target.connected) return
      const message: unknown = JSON.parse(text)
      if (readMessage(message) === null) invalid.push(message)
      emit(to, { type: 'message', from, message })
    }, target.lastAt - Date.now())
  }

  const linkOf = (id: string): DeviceLink => ({
    send(to, message) {
      const text = JSON.stringify(message)
      deliver(id, to, text)
      if (repeats()) deliver(id, to, text)
    },
    subscribe(listener) {
      devices.get(id)!.listeners.add(listener)
      return () => devices.get(id)!.listeners.delete(listener)
    },
  })

  return {
    invalid,
    /** Adds a device, or reloads the one with this id. */
    add(id: string, world: World = {}): TestDevice {
      devices.get(id)?.test?.task.cancel()
      devices.set(id, { listeners: new Set(), connected: true, lastAt: 0 })
      const engine = startEngine({ ...world, devices: linkOf(id) })
      let driver: RemoteDriver | null = null
      const test: TestDevice = Object.defineProperties({} as TestDevice, {
        ...Object.getOwnPropertyDescriptors(engine),
        ...Object.getOwnPropertyDescriptors({
          id,
          losses: [] as Loss[],
          unresponsive: 0,
          control(target: string, join: 'move' | 'control') {
            driver = createRemoteDriver({
              devices: linkOf(id),
              clock: engine.clock,
              settings: engine.ports.settings,
              device: { id: target, name: target, kind: 'browser' },
              join,
              onLost(loss) {
                test.losses.push(loss)
                engine.setDriver(null)
              },
              onUnresponsive: () => (test.unresponsive += 1),
              now: Date.now,
              newSession: () => `${id}-${(sessions += 1)}`,
            })
            engine.setDriver(driver)
            return driver
          },
          async bringHere() {
            const isReleased = (await driver?.release()) ?? true
            engine.setDriver(null)
            return isReleased
          },
        }),
      })
      devices.get(id)!.test = test
      return test
    },
    /** The device has no connection; messages on the way are lost. */
    disconnect(id: string) {
      devices.get(id)!.connected = false
      emit(id, { type: 'connection', connected: false })
    },
    connect(id: string) {
      devices.get(id)!.connected = true
      emit(id, { type: 'connection', connected: true })
    },
    /** The others learn that the device does not return. */
    goneFor(id: string) {
      for (const other of devices.keys()) if (other !== id) emit(other, { type: 'gone', device: id })
    },
  }
}

let sessions = 0
