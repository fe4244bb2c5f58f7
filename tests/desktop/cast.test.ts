/** Google Cast of the desktop application: the bridge and the shell, with a device over TLS on the loopback (BZ3). */
import { describe, expect, it, vi } from 'vitest'
import { channelOf, type EventValue, type RequestArgument } from '../../electron/bridge.ts'
import { defaultReceiver } from '../../electron/cast/index.ts'
import { closeAfterwards, setUp, strandApp } from '../support/cast/world.ts'
import { server, startWorld } from '../support/electron/world.ts'

closeAfterwards()

type Events = EventValue<'onCastEvent'>[]

const data = { v: 1 as const, postId: 'p1', feedIndex: 0, itemId: 'q1', owner: 'tab' }
const itemOf = (contentId: string) => ({
  media: {
    contentId,
    contentType: 'video/mp4',
    streamType: 'BUFFERED' as const,
    metadata: { metadataType: 0 as const, title: 'So What', subtitle: 'Miles Davis' },
    customData: data,
  },
  autoplay: true,
  startTime: 0,
  preloadTime: 10,
  customData: data,
})
const loadOf = (contentId: string): RequestArgument<'requestCastMedia'> => ({
  type: 'QUEUE_LOAD',
  items: [itemOf(contentId)],
  startIndex: 0,
  currentTime: 5,
  repeatMode: 'REPEAT_OFF',
})
const part = { type: 'part' as const, message: 1, part: 0, parts: 1, text: '{"type":"hello"}' }

/** The application with a page of the server, and a device in its network. */
async function start(options: Parameters<typeof setUp>[0] = {}) {
  const received: unknown[] = []
  const lan = await setUp({ onStrandMessage: (_sender, body) => void received.push(body), ...options })
  const search = { count: 0, isOn: false }
  const cast = lan.sender({
    discover(onDevices) {
      Object.assign(search, { count: search.count + 1, isOn: true })
      onDevices([lan.device])
      return () => void (search.isOn = false)
    },
  })
  const world = await startWorld({ servers: [server], cast })
  const bridge = world.bridge()
  const events: Events = []
  const devices: EventValue<'onCastDevices'>[] = []
  bridge.onCastEvent((event) => void events.push(event))
  bridge.onCastDevices((list) => void devices.push(list))
  search.count = 0
  search.isOn = false
  const connect = (app = defaultReceiver, change: object = {}) =>
    bridge.connectCast({ session: 1, device: 'loopback', app, isJoining: false, ...change })
  const types = () => events.map(({ event }) => event.type)
  const last = <T extends Events[number]['event']['type']>(type: T) =>
    events.map(({ event }) => event).findLast((event) => event.type === type) as Extract<Events[number]['event'], { type: T }> | undefined
  return { ...lan, world, bridge, events, devices, search, received, connect, types, last }
}

const ok = { ok: true, value: null }

describe('the search for devices', () => {
  it('BZ3 the page searches → the devices by an opaque id, without address; it stops → the search ends', async () => {
    const { bridge, devices, search } = await start()
    expect(await bridge.searchCast(true)).toEqual({ ok: true, value: undefined })
    expect(devices).toEqual([[{ id: 'loopback', name: 'Living room', hasScreen: true }]])
    expect(search.isOn).toBe(true)
    await bridge.searchCast(false)
    expect(search).toEqual({ count: 1, isOn: false })
  })

  it('BZ3 nothing is searched before the page requests it; a page that is left, and a closed window, end the search', async () => {
    const { bridge, search, world } = await start()
    expect(search).toEqual({ count: 0, isOn: false })
    await bridge.searchCast(true)
    await world.page.loadURL(`${server}/discover`)
    expect(search.isOn).toBe(false)
    await world.bridge().searchCast(true)
    expect(search.isOn).toBe(true)
    world.window.destroy()
    expect(search.isOn).toBe(false)
  })

  it('BZ3 the computer sleeps while the page searches → the search ends, and continues after waking', async () => {
    const { bridge, search, world } = await start()
    await bridge.searchCast(true)
    world.electron.powerMonitor.emit('suspend')
    expect(search.isOn).toBe(false)
    world.electron.powerMonitor.emit('resume')
    expect(search).toEqual({ count: 2, isOn: true })
  })
})

describe('a session', () => {
  it('K1 K2 the page connects, loads, pauses and sets the volume → the device does, and reports its state', async () => {
    const { bridge, connect, last, model } = await start()
    expect(await connect()).toEqual({ ok: true, value: { error: null } })
    expect(model.state().app).toMatchObject({ appId: defaultReceiver })
    expect(await bridge.requestCastMedia(loadOf('https://example.org/1.mp4'))).toEqual(ok)
    await vi.waitFor(() => expect(last('media')?.media).toMatchObject({ playerState: 'PLAYING', currentTime: 5 }))
    expect(last('media')!.media!.items![0]).toMatchObject({ media: { metadata: { title: 'So What' } }, customData: data })
    expect(await bridge.requestCastMedia({ type: 'PAUSE' })).toEqual(ok)
    await vi.waitFor(() => expect(last('media')?.media).toMatchObject({ playerState: 'PAUSED' }))
    expect(await bridge.setCastVolume({ level: 0.3, muted: true })).toEqual(ok)
    expect(model.state().volume).toEqual({ level: 0.3, muted: true })
    await vi.waitFor(() => expect(last('volume')).toMatchObject({ level: 0.3, muted: true }))
  })

  it('K2 messages of the page reach Strand’s receiver, and its answers the page; what is no part of a message does not', async () => {
    const { bridge, connect, model, received, last, types } = await start()
    await connect(strandApp)
    await bridge.sendToCast(part)
    await vi.waitFor(() => expect(received).toEqual([part]))
    model.sendFromApp({ type: 'other', text: 'x' })
    model.sendFromApp({ ...part, text: 'x'.repeat(30_000) })
    model.sendFromApp({ ...part, text: '{"type":"welcome"}' })
    await vi.waitFor(() => expect(last('message')).toEqual({ type: 'message', part: { ...part, text: '{"type":"welcome"}' } }))
    expect(types().filter((type) => type === 'message')).toHaveLength(1)
  })

  it('K1 the page stops the receiver → the app ends; it only leaves → the app goes on', async () => {
    const { bridge, connect, model, types } = await start()
    await connect()
    await bridge.leaveCast(false)
    await vi.waitFor(() => expect(model.state().senders).toEqual([]))
    expect(model.state().app).not.toBeNull()
    await connect()
    await bridge.leaveCast(true)
    await vi.waitFor(() => expect(model.state().app).toBeNull())
    expect(types()).not.toContain('ended')
  })

  it('K1 the app is ended at the television → the page gets `ended`, and requests are refused', async () => {
    const { bridge, connect, model, last } = await start()
    await connect()
    model.endApp()
    await vi.waitFor(() => expect(last('ended')).toEqual({ type: 'ended', code: 'ended' }))
    expect(await bridge.requestCastMedia({ type: 'PLAY' })).toEqual({ ok: true, value: 'unreachable' })
  })

  it('K1 an unknown device, an app that the device does not have, and a receiver to join that does not run → the code of the error', async () => {
    const { connect } = await start()
    expect(await connect(defaultReceiver, { device: 'other' })).toEqual({ ok: true, value: { error: 'unreachable' } })
    expect(await connect('NOWHERE')).toEqual({ ok: true, value: { error: 'no_app' } })
    expect(await connect(defaultReceiver, { isJoining: true })).toEqual({ ok: true, value: { error: 'ended' } })
  })

  it('K1 an item cannot be played → `refused`; a load that another one replaces → `cancelled`', async () => {
    const unplayable = ['https://example.org/0.mp4']
    const broken = await start({ unplayable })
    await broken.connect()
    expect(await broken.bridge.requestCastMedia(loadOf(unplayable[0]!))).toEqual({ ok: true, value: 'refused' })
    const slow = await start({ loadMs: 50 })
    await slow.connect()
    const first = slow.bridge.requestCastMedia(loadOf('https://example.org/1.mp4'))
    void slow.bridge.requestCastMedia(loadOf('https://example.org/2.mp4'))
    expect(await first).toEqual({ ok: true, value: 'cancelled' })
  })
})

describe('a session that ends while it connects', () => {
  const cancelled = { ok: true, value: { error: 'cancelled' } }

  it('K1 the page stops it → the receiver, which starts later, is ended too; it only leaves → the receiver goes on', async () => {
    const { bridge, connect, model } = await start()
    const stopped = connect()
    await bridge.leaveCast(true)
    expect(await stopped).toEqual(cancelled)
    await vi.waitFor(() => expect(model.state().app).toBeNull())
    const left = connect()
    await bridge.leaveCast(false)
    expect(await left).toEqual(cancelled)
    await vi.waitFor(() => expect(model.state().senders).toEqual([]))
    expect(model.state().app).not.toBeNull()
  })

  it('BZ3 another device replaces it → the receiver that was started for it is ended', async () => {
    const { connect, model } = await start()
    const first = connect()
    await connect(defaultReceiver, { session: 2, device: 'other' })
    expect(await first).toEqual(cancelled)
    await vi.waitFor(() => expect(model.state()).toMatchObject({ app: null, senders: [] }))
  })

  it('BZ3 the same device replaces it → its receiver goes on', async () => {
    const { connect, model } = await start()
    const first = connect()
    expect(await connect(defaultReceiver, { session: 2 })).toEqual({ ok: true, value: { error: null } })
    expect(await first).toEqual(cancelled)
    await vi.waitFor(() => expect(model.state().senders).toHaveLength(1))
    expect(model.state().app).not.toBeNull()
  })

  it.each([true, false])(
    'BZ3 another device replaces it, and its receiver ran before (only joined: %s) → it goes on',
    async (isJoining) => {
      const { connect, model, sender } = await start()
      const other = await sender().connect('loopback', defaultReceiver)
      const first = connect(defaultReceiver, { isJoining })
      await connect(defaultReceiver, { session: 2, device: 'other' })
      expect(await first).toEqual(cancelled)
      await vi.waitFor(() => expect(model.state().senders).toHaveLength(1))
      expect(model.state().app).not.toBeNull()
      other.leave()
    },
  )
})

describe('the end of a page', () => {
  it.each<[what: string, leave: (world: Awaited<ReturnType<typeof startWorld>>) => unknown]>([
    ['is reloaded', ({ page }) => page.loadURL(`${server}/`)],
    ['is replaced by another server', ({ page }) => page.loadURL('https://other.example/')],
    ['is closed with its window', ({ window }) => window.destroy()],
    ['crashes', ({ page }) => page.emit('render-process-gone', {}, { reason: 'crashed' })],
  ])('BZ3 the page %s → the device is left, and plays on', async (_what, leave) => {
    const { connect, model, world } = await start()
    await connect()
    expect(model.state().senders).toHaveLength(1)
    await leave(world)
    await vi.waitFor(() => expect(model.state().senders).toEqual([]))
    expect(model.state().app).not.toBeNull()
  })

  it('BZ4 the page is reloaded → the new page joins the receiver, and gets its state', async () => {
    const { bridge, connect, world } = await start()
    await connect()
    await bridge.requestCastMedia(loadOf('https://example.org/1.mp4'))
    await world.page.loadURL(`${server}/`)
    const events: Events = []
    world.bridge().onCastEvent((event) => void events.push(event))
    expect(await world.bridge().connectCast({ session: 1, device: 'loopback', app: defaultReceiver, isJoining: true })).toEqual({
      ok: true,
      value: { error: null },
    })
    expect(events.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: 'media', media: expect.objectContaining({ playerState: 'PLAYING' }) }),
    )
  })

  it('BZ3 a second session of a page → the first one is left, and its events carry its number', async () => {
    const { connect, events, model } = await start()
    await connect()
    await connect(strandApp, { session: 2 })
    expect(model.state().app).toMatchObject({ appId: strandApp })
    await vi.waitFor(() => expect(model.state().senders).toHaveLength(1))
    expect(events.at(-1)?.session).toBe(2)
  })
})

describe('sleep', () => {
  it('BZ3 the computer sleeps and wakes → the device is left and joined again', async () => {
    const { connect, model, types, world } = await start()
    await connect()
    world.electron.powerMonitor.emit('suspend')
    await vi.waitFor(() => expect(model.state().senders).toEqual([]))
    expect(types().at(-1)).toBe('reconnecting')
    world.electron.powerMonitor.emit('resume')
    await vi.waitFor(() => expect(types()).toContain('reconnected'))
    expect(model.state().senders).toHaveLength(1)
    expect(types()).not.toContain('ended')
  })

  it('BZ3 the receiver ends while the computer sleeps → the page gets `ended` after waking', async () => {
    const { connect, model, last, world } = await start()
    await connect()
    world.electron.powerMonitor.emit('suspend')
    model.endApp()
    world.electron.powerMonitor.emit('resume')
    await vi.waitFor(() => expect(last('ended')).toEqual({ type: 'ended', code: 'ended' }))
  })

  it('BZ3 it sleeps again before it has joined → one connection in the end', async () => {
    const { connect, model, types, world } = await start()
    await connect()
    for (const event of ['suspend', 'resume', 'suspend', 'resume', 'resume']) world.electron.powerMonitor.emit(event)
    await vi.waitFor(() => expect(types()).toContain('reconnected'))
    await vi.waitFor(() => expect(model.state().senders).toHaveLength(1))
    expect(types()).not.toContain('ended')
  })
})

describe('what a page may request', () => {
  const longPart = { ...part, text: 'x'.repeat(24_001) }
  it.each<[what: string, name: Parameters<typeof channelOf>[0], argument: unknown]>([
    ['a script', 'requestCastMedia', loadOf('javascript:alert(1)')],
    ['a file', 'requestCastMedia', loadOf('file:///etc/passwd')],
    ['more than 50 items', 'requestCastMedia', { ...loadOf('https://a.b/'), items: Array(51).fill(itemOf('https://a.b/')) }],
    ['an unknown media request', 'requestCastMedia', { type: 'EDIT_TRACKS_INFO' }],
    ['a volume above 1', 'setCastVolume', { level: 1.5, muted: false }],
    ['an address instead of a device', 'connectCast', { session: 1, device: '192.168.0.2:8009', app: defaultReceiver, isJoining: false }],
    ['an app that is no id', 'connectCast', { session: 1, device: 'loopback', app: 'a/b', isJoining: false }],
    ['a long message', 'sendToCast', longPart],
    ['a message that is no part', 'sendToCast', { type: 'LAUNCH', appId: 'x' }],
  ])('BZ3 %s → invalid, also past the preload script, and nothing reaches the device', async (_what, name, argument) => {
    const { connect, world, received, model } = await start()
    await connect(strandApp)
    const bridge = world.bridge() as unknown as Record<string, (argument: unknown) => Promise<unknown>>
    expect(await bridge[name]!(argument)).toMatchObject({ ok: false, code: 'invalid' })
    expect(await world.page.ipc().invoke(channelOf(name), argument)).toMatchObject({ ok: false, code: 'invalid' })
    expect(received).toEqual([])
    expect(model.state().volume.level).toBe(1)
  })

  it('BZ3 unknown fields of a media request → removed', async () => {
    const { bridge, connect, model } = await start()
    await connect()
    const request = loadOf('https://example.org/1.mp4') as Extract<RequestArgument<'requestCastMedia'>, { type: 'QUEUE_LOAD' }>
    const items = request.items.map((item) => ({ ...item, customData: { ...data, token: 'secret' } }))
    await bridge.requestCastMedia({ ...request, items })
    expect(model.state().playback!.items[0]!.customData).toEqual(data)
  })
})
