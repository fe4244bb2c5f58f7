/** A sender and a device that behaves like a real one, over TLS on the loopback (K1, K2, BZ3). */
import { afterEach, describe, expect, test } from 'vitest'
import { CastError, createCast, defaultReceiver, type Connection, type ConnectionEvent } from '../../electron/cast/index.ts'
import { isLocalAddress, locate } from '../../electron/cast/discovery.ts'
import { serveModel, startDevice, type LoopbackDevice } from '../support/cast/device.ts'
import { createDeviceModel, maxMessage, type DeviceModel, type DeviceModelOptions } from '../support/cast/deviceModel.ts'

const strandApp = 'STRAND01'
const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: unknown) => (error instanceof CastError ? error.code : `not a CastError: ${String(error)}`),
  )

interface World {
  model: DeviceModel
  device: LoopbackDevice
  /** A sender that has found the device. */
  sender(): ReturnType<typeof createCast>
}

/** A device with a clock that tests advance. */
async function setUp(options: Partial<DeviceModelOptions> = {}): Promise<World & { advance(seconds: number): void }> {
  let now = 0
  const model = createDeviceModel({ apps: [defaultReceiver, strandApp], now: () => now, ...options })
  const device = await startDevice(serveModel(model))
  open.push(device.close)
  return {
    model,
    device,
    advance: (seconds) => void (now += seconds * 1000),
    sender() {
      const cast = createCast({
        log: () => undefined,
        discover: (onDevices) => {
          onDevices([device])
          return () => undefined
        },
        limits: { requestMs: 3000, heartbeatMs: 500 },
        delays: [50, 100, 200],
      })
      cast.watch(() => undefined)
      return cast
    },
  }
}

function follow(connection: Connection): {
  events: ConnectionEvent[]
  last<T extends ConnectionEvent['type']>(type: T): Extract<ConnectionEvent, { type: T }> | undefined
} {
  const events: ConnectionEvent[] = []
  open.push(() => connection.leave())
  connection.subscribe((event) => void events.push(event))
  return { events, last: (type) => events.findLast((event) => event.type === type) as never }
}

const items = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ media: { contentId: `https://example.org/${n}.mp4`, duration: 10 } }))

describe.each([
  ['answers first', true],
  ['broadcasts first', false],
])('a device that %s', (_what, answersFirst) => {
  test('K1 K2 the default receiver plays a queue: load, pause, seek, next, volume, the end of an item, stop', async () => {
    const { sender, model, advance } = await setUp({ answersFirst })
    const connection = await sender().connect('loopback', defaultReceiver)
    const { last } = follow(connection)
    const loaded = await connection.media({ type: 'QUEUE_LOAD', items: items(3), startIndex: 1, currentTime: 7 })
    expect(loaded).toMatchObject({ playerState: 'PLAYING', currentTime: 7, media: { contentId: 'https://example.org/1.mp4' } })
    expect(loaded?.items).toHaveLength(3)
    advance(2)
    await connection.media({ type: 'PAUSE' })
    expect(last('media')?.media).toMatchObject({ playerState: 'PAUSED', currentTime: 9 })
    await connection.media({ type: 'SEEK', currentTime: 3 })
    await connection.media({ type: 'PLAY' })
    expect(last('media')?.media).toMatchObject({ playerState: 'PLAYING', currentTime: 3 })
    await connection.media({ type: 'QUEUE_UPDATE', jump: 1 })
    expect(last('media')?.media).toMatchObject({ media: { contentId: 'https://example.org/2.mp4' }, currentTime: 0 })
    await connection.setVolume(0.4)
    await expect.poll(() => last('volume')).toEqual({ type: 'volume', level: 0.4, muted: false })
    model.finishItem()
    await expect.poll(() => last('media')?.media).toMatchObject({ playerState: 'IDLE', idleReason: 'FINISHED' })
    expect(await codeOf(connection.media({ type: 'PAUSE' }))).toBe('refused')
    await connection.stop()
    expect(last('ended')?.error.code).toBe('ended')
    expect(model.state().app).toBe(null)
  })

  test('BZ3 K1 the app of Strand gets messages and answers each sender; it outlives them, and a second sender joins it', async () => {
    const received: [string, unknown][] = []
    const { sender, model } = await setUp({ answersFirst, onStrandMessage: (from, body) => void received.push([from, body]) })
    const first = await sender().connect('loopback', strandApp)
    const { last } = follow(first)
    const { sessionId } = model.state().app!
    first.send({ type: 'sync' })
    await expect.poll(() => received).toHaveLength(1)
    model.sendFromApp({ type: 'state', title: 'Für Elise' }, received[0]![0])
    await expect.poll(() => last('message')?.body).toMatchObject({ title: 'Für Elise' })

    const second = await sender().connect('loopback', strandApp)
    const other = follow(second)
    expect(model.state().app?.sessionId, 'it was not started again').toBe(sessionId)
    second.send({ type: 'sync' })
    await expect.poll(() => received).toHaveLength(2)
    model.sendFromApp({ type: 'fact' })
    await expect.poll(() => [last('message')?.body['type'], other.last('message')?.body['type']]).toEqual(['fact', 'fact'])
    first.leave()
    second.leave()
    expect(model.state().app?.sessionId).toBe(sessionId)
  })
})

test('K1 an app that the device does not have → no_app', async () => {
  const { sender } = await setUp({ apps: [defaultReceiver] })
  expect(await codeOf(sender().connect('loopback', strandApp))).toBe('no_app')
})

test('K1 an unknown device → unreachable', async () => {
  const { sender } = await setUp()
  expect(await codeOf(sender().connect('another', strandApp))).toBe('unreachable')
})

test('K1 a medium that cannot be played → refused; another one can be loaded', async () => {
  const { sender } = await setUp({ unplayable: ['https://example.org/0.mp4'] })
  const connection = await sender().connect('loopback', defaultReceiver)
  follow(connection)
  expect(await codeOf(connection.media({ type: 'LOAD', media: items(1)[0]!.media }))).toBe('refused')
  expect(await codeOf(connection.media({ type: 'LOAD', media: { contentId: 'https://example.org/9.mp4' } }))).toBe('resolved')
})

test('K2 a device shows only the neighbours of the current item, and refuses messages above 64 KB', async () => {
  const { sender, model } = await setUp()
  const connection = await sender().connect('loopback', defaultReceiver)
  follow(connection)
  const loaded = await connection.media({ type: 'QUEUE_LOAD', items: items(15), startIndex: 7 })
  expect(loaded?.items).toHaveLength(3)
  const body = { type: 'X', text: 'x'.repeat(maxMessage) }
  expect(model.receive({ source: 's', destination: 'receiver-0', namespace: 'n', body })).toBe(false)
})

test('K1 the network is lost for a moment → joined again; the app was not restarted', async () => {
  const { sender, device, model } = await setUp()
  const connection = await sender().connect('loopback', defaultReceiver)
  const { events, last } = follow(connection)
  await connection.media({ type: 'QUEUE_LOAD', items: items(2), startIndex: 0 })
  const { sessionId } = model.state().app!
  device.disconnect()
  await expect.poll(() => events.map(({ type }) => type)).toContain('reconnected')
  expect(model.state().app?.sessionId).toBe(sessionId)
  expect(last('ended')).toBeUndefined()
})

test('K1 the app was ended while the network was lost → ended, and not started again', async () => {
  const { sender, device, model } = await setUp()
  const connection = await sender().connect('loopback', defaultReceiver)
  const { last } = follow(connection)
  device.disconnect()
  model.endApp()
  await expect.poll(() => last('ended')?.error.code).toBeDefined()
  expect(model.state().app).toBe(null)
})

test('K1 a device that does not return → ended after three attempts; requests are rejected, and nothing throws', async () => {
  const { sender, device } = await setUp()
  const connection = await sender().connect('loopback', defaultReceiver)
  const { last, events } = follow(connection)
  const waiting = codeOf(connection.media({ type: 'LOAD', media: items(1)[0]!.media }))
  await device.close()
  await expect.poll(() => last('ended')?.error.code).toBe('unreachable')
  expect(events.filter(({ type }) => type === 'reconnecting')).toHaveLength(1)
  expect(['resolved', 'unreachable']).toContain(await waiting)
  expect(await codeOf(connection.setVolume(1))).toBe('unreachable')
  connection.send({ type: 'late' })
})

test('K1 the person ends the app with the remote control of the television → ended', async () => {
  const { sender, model } = await setUp()
  const connection = await sender().connect('loopback', strandApp)
  const { last } = follow(connection)
  model.endApp()
  await expect.poll(() => last('ended')?.error.code).toBe('ended')
})

describe('announcements', () => {
  const announced = {
    name: 'Chromecast-1',
    port: 8009,
    addresses: ['192.168.1.20'],
    txt: { id: 'abc', fn: 'Living room', md: 'Chromecast' },
  }

  test('K1 a device on the local network → its name, model and an opaque id', () => {
    const device = locate(announced)
    expect(device).toMatchObject({ name: 'Living room', model: 'Chromecast', host: '192.168.1.20', port: 8009 })
    expect(device?.id).toMatch(/^[0-9a-f]{24}$/)
    expect(locate({ ...announced, addresses: ['fd00::1', '10.0.0.5'] })?.host).toBe('10.0.0.5')
  })

  test.each([
    ['an address on the internet', { ...announced, addresses: ['203.0.113.7'] }],
    ['this machine', { ...announced, addresses: ['127.0.0.1', '::1'] }],
    ['no address', { ...announced, addresses: [] }],
    ['a port that does not exist', { ...announced, port: 70_000 }],
  ])('K1 %s → ignored', (_what, announcement) => {
    expect(locate(announcement)).toBe(null)
  })

  test.each([
    ['10.1.2.3', true],
    ['172.16.0.1', true],
    ['172.32.0.1', false],
    ['192.168.0.1', true],
    ['169.254.1.1', true],
    ['8.8.8.8', false],
    ['fe80::1', true],
    ['fd12:3456::1', true],
    ['2001:db8::1', false],
    ['evil.example', false],
  ])('K1 the address %s is local: %s', (address, isLocal) => {
    expect(isLocalAddress(address)).toBe(isLocal)
  })
})
