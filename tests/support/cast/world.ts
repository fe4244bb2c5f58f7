/** Senders and devices of a test, which are closed after it. */
import { afterEach } from 'vitest'
import { CastError, createCast, defaultReceiver, type Connection, type ConnectionEvent } from '../../../electron/cast/index.ts'
import { serveModel, startDevice, type LoopbackDevice } from './device.ts'
import { createDeviceModel, type DeviceModel, type DeviceModelOptions } from './deviceModel.ts'

/** The id of the app of Strand. */
export const strandApp = 'STRAND01'
/** What is closed after the test. */
export const open: (() => unknown)[] = []
/** Closes what a test has opened, in reverse order. */
export const closeAfterwards = (): void =>
  afterEach(async () => {
    for (const close of open.splice(0).toReversed()) await close()
  })

/** The code with which a promise is rejected. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: unknown) => (error instanceof CastError ? error.code : `not a CastError: ${String(error)}`),
  )

type CastOptions = Parameters<typeof createCast>[0]

/** A sender that has found the device. */
export function senderOf(device: LoopbackDevice, { limits, ...options }: Partial<CastOptions> = {}): ReturnType<typeof createCast> {
  const cast = createCast({
    log: () => undefined,
    discover: (onDevices) => {
      onDevices([device])
      return () => undefined
    },
    limits: { requestMs: 3000, heartbeatMs: 500, ...limits },
    delays: [50, 100, 200],
    ...options,
  })
  cast.watch(() => undefined)
  return cast
}

interface World {
  model: DeviceModel
  device: LoopbackDevice
  sender(options?: Partial<CastOptions>): ReturnType<typeof createCast>
}

/** A device with a clock that tests advance. */
export async function setUp(options: Partial<DeviceModelOptions> = {}): Promise<World & { advance(seconds: number): void }> {
  let now = 0
  const model = createDeviceModel({ apps: [defaultReceiver, strandApp], now: () => now, ...options })
  const device = await startDevice(serveModel(model))
  open.push(device.close)
  return { model, device, advance: (seconds) => void (now += seconds * 1000), sender: (own) => senderOf(device, own) }
}

/** Records the events of a connection. */
export function follow(connection: Connection): {
  events: ConnectionEvent[]
  last<T extends ConnectionEvent['type']>(type: T): Extract<ConnectionEvent, { type: T }> | undefined
} {
  const events: ConnectionEvent[] = []
  open.push(() => connection.leave())
  connection.subscribe((event) => void events.push(event))
  return { events, last: (type) => events.findLast((event) => event.type === type) as never }
}

export const items = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ media: { contentId: `https://example.org/${n}.mp4`, duration: 10 } }))
