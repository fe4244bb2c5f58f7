/** What the local network announces: the devices in it are listed, and no announcement does harm (K1). */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createDiscover, isLocalAddress, locate, maxDevices, type LocatedDevice } from '../../electron/cast/discovery.ts'
import { closeAfterwards, open } from '../support/cast/world.ts'
import { fuzzRuns } from '../support/fuzz.ts'

closeAfterwards()

interface Answer {
  type: string
  name: string
  ttl: number
  data: unknown
}
/** The package of `multicast-dns` for its packets. */
const { encode } = createRequire(createRequire(import.meta.url).resolve('multicast-dns'))('dns-packet') as {
  encode(packet: { type: 'response'; flags: number; answers: Answer[] }): Buffer
}
const packetOf = (...answers: Answer[]): Buffer => encode({ type: 'response', flags: 1 << 10, answers })

const service = '_googlecast._tcp.local'
/** What a device announces. */
function announce(
  name: string,
  { ttl = 120, txt = [`id=${name}`, `fn=${name}`, 'md=Chromecast'], addresses = ['192.168.1.20'] } = {},
): Buffer {
  const instance = `${name}.${service}`
  return packetOf(
    { type: 'PTR', name: service, ttl, data: instance },
    { type: 'SRV', name: instance, ttl, data: { target: `${name}.local`, port: 8009 } },
    { type: 'TXT', name: instance, ttl, data: txt },
    ...addresses.map((data) => ({ type: 'A', name: `${name}.local`, ttl, data })),
  )
}

interface Network {
  lists: LocatedDevice[][]
  logged: string[]
  /** Names of the last list. */
  names(): string[]
  send(packet: Buffer): void
  stop(): void
  queries(): number
}

/** A search whose queries arrive at a socket on the loopback, instead of the group of multicast DNS. */
async function search(): Promise<Network> {
  const socket: Socket = createSocket('udp4')
  open.push(() => socket.close())
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const logged: string[] = []
  const lists: LocatedDevice[][] = []
  let queries = 0
  socket.on('message', () => (queries += 1))
  const queried = new Promise<RemoteInfo>((resolve) => socket.once('message', (_message, info) => resolve(info)))
  const settings = { ip: '127.0.0.1', port: socket.address().port, multicast: false, bind: false }
  const stop = createDiscover((text) => void logged.push(text), settings as never)((devices) => void lists.push(devices))
  open.push(stop)
  const { port } = await queried
  return {
    lists,
    logged,
    names: () => lists.at(-1)?.map(({ name }) => name) ?? [],
    send: (packet) => socket.send(packet, port, '127.0.0.1'),
    stop,
    queries: () => queries,
  }
}

test('K1 devices that appear, change and disappear → the list of them', async () => {
  const { send, names, lists } = await search()
  send(announce('kitchen'))
  await expect.poll(names).toEqual(['kitchen'])
  send(announce('bath', { txt: ['id=b1', 'fn=Bath', 'md=Speaker', 'ca=2052'] }))
  await expect.poll(names).toEqual(['kitchen', 'Bath'])
  expect(lists.at(-1)).toMatchObject([
    { host: '192.168.1.20', port: 8009, model: 'Chromecast', hasScreen: true },
    { model: 'Speaker', hasScreen: false },
  ])
  send(announce('bath', { txt: ['id=b1', 'fn=Bathroom', 'md=Speaker'] }))
  await expect.poll(names).toEqual(['kitchen', 'Bathroom'])
  send(announce('kitchen', { ttl: 0 }))
  await expect.poll(names).toEqual(['Bathroom'])
})

test('K1 a device on the internet, and another kind of service → not listed', async () => {
  const { send, names } = await search()
  send(announce('far', { addresses: ['203.0.113.7'] }))
  send(packetOf({ type: 'PTR', name: '_ipp._tcp.local', ttl: 120, data: 'printer._ipp._tcp.local' }))
  send(announce('near'))
  await expect.poll(names).toEqual(['near'])
})

test('K1 the search is stopped → no further list', async () => {
  const { send, names, stop, lists } = await search()
  send(announce('kitchen'))
  await expect.poll(names).toEqual(['kitchen'])
  stop()
  stop()
  send(announce('late'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(lists).toHaveLength(1)
})

test('K1 a query gets lost → repeated after 1, 3 and 10 s, until the search is stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  open.push(() => vi.useRealTimers())
  const { queries, stop } = await search()
  const settle = async (): Promise<void> => {
    const since = performance.now()
    while (performance.now() - since < 50) await new Promise((resolve) => setImmediate(resolve))
  }
  for (const [n, ms] of [1000, 3000, 10_000, 10_000].entries()) {
    vi.advanceTimersByTime(ms - 1)
    await settle()
    expect(queries()).toBe(n + 1)
    vi.advanceTimersByTime(1)
    while (queries() < n + 2) await settle()
  }
  stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  await settle()
  expect(queries()).toBe(5)
})

test('K1 a network that announces any number of devices → the search ends, and the first ones stay', async () => {
  const { send, names, logged } = await search()
  for (let n = 0; n < maxDevices + 50; n += 1) {
    send(announce(`device-${n}`))
    if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await expect.poll(() => logged.join()).toContain('too many')
  expect(names().length).toBeLessThanOrEqual(maxDevices)
  expect(names()).toContain('device-0')
})

test('K1 broken announcements → nothing is thrown, and the next device is listed', async () => {
  const { send, names } = await search()
  const whole = announce('broken')
  const change = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
  const samples = fc.sample(fc.oneof(fc.uint8Array({ maxLength: 200 }), change), fuzzRuns(1000))
  for (const [n, sample] of samples.entries()) {
    const packet = sample instanceof Uint8Array ? Buffer.from(sample) : Buffer.from(whole)
    // The first twelve bytes stay, so that it is read as a response.
    if (!(sample instanceof Uint8Array)) for (const [at, byte] of sample) if (at >= 12) packet[at] = byte
    // Names that differ would count as devices.
    if (!packet.includes('broken.')) continue
    send(packet)
    if (n % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  send(announce('whole'))
  await expect.poll(names).toContain('whole')
})

test('K1 the port of multicast DNS is taken → logged, and nothing is thrown', async () => {
  const taken = createSocket('udp4')
  open.push(() => taken.close())
  await new Promise<void>((resolve) => taken.bind(0, resolve))
  const logged: string[] = []
  const settings = { port: taken.address().port, reuseAddr: false, multicast: false }
  open.push(createDiscover((text) => void logged.push(text), settings as never)(() => undefined))
  await expect.poll(() => logged.join()).toContain('EADDRINUSE')
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

  test('K1 an announcement without an address → the one that it came from, if it is local', () => {
    expect(locate({ ...announced, addresses: [], referer: { address: '10.0.0.9' } })?.host).toBe('10.0.0.9')
    expect(locate({ ...announced, addresses: [], referer: { address: '203.0.113.7' } })).toBe(null)
    expect(locate({ ...announced, addresses: ['203.0.113.7'], referer: { address: '10.0.0.9' } })).toBe(null)
  })

  test('K1 a name with control characters, or of any length → without them, and cut', () => {
    const named = (fn: unknown) => locate({ ...announced, txt: { ...announced.txt, fn } })?.name
    expect(named('Living\u202e\u0000 room')).toBe('Living room')
    expect(named('x'.repeat(10_000))).toHaveLength(100)
    expect(named('')).toBe('Chromecast-1')
    expect(named(undefined)).toBe('Chromecast-1')
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
