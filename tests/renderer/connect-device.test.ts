/** A page that controls another device over the server: restarts of the server, and reloads of the page (BZ4, BZ10). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ClientFrame, ConnectDevice, ServerFrame } from '#contract/connect.ts'
import { connectVersion } from '#contract/rules.ts'
import { connectDevice } from '#host/devices/connectDevice.ts'
import { createDevices, emptyPlayer, player, selectIsPlaying, type DeviceEvent } from '#player/index.ts'
import { createHub, type Hub, type Peer } from '../../server/features/connect/hub.ts'
import { advanceTime, startEngine, track } from '../player/harness.ts'

const member = 'member'
const televisionId = 'television-000001'

let hub: Hub
const startServer = (): void => void (hub = createHub({ createRelay: () => null, now: Date.now }))
function restartServer(): void {
  const old = hub
  startServer()
  old.stop()
}

/** A page's WebSocket, whose other end is the hub. */
class HubSocket {
  onopen = () => undefined
  onmessage: (event: { data: string }) => void = () => undefined
  onclose: (event: { code: number }) => void = () => undefined
  private id: string | null = null
  private server = hub
  private readonly peer: Peer = {
    session: 'session',
    send: (frame: ServerFrame) => this.onmessage({ data: JSON.stringify(frame) }),
    close: (code: number) => void setTimeout(() => this.onclose({ code })),
  }
  constructor() {
    setTimeout(() => this.onopen())
  }
  send(text: string): void {
    const frame = JSON.parse(text) as ClientFrame
    if (frame.type !== 'hello') return this.server.receive(member, this.id!, frame)
    this.id = frame.id
    this.server.connect(member, frame, this.peer)
    this.peer.send({ type: 'welcome', version: connectVersion, id: frame.id })
  }
  close(): void {
    if (this.id !== null) this.server.disconnect(member, this.id, this.peer)
  }
}

function memoryStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  startServer()
  const listening = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal('WebSocket', HubSocket)
  vi.stubGlobal('location', new URL('https://strand.example/'))
  vi.stubGlobal('document', { visibilityState: 'visible', ...listening })
  vi.stubGlobal('addEventListener', listening.addEventListener)
  vi.stubGlobal('removeEventListener', listening.removeEventListener)
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => {
  hub.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Opens a page, or opens it again after a reload. */
function openPage() {
  const devices = createDevices()
  const engine = startEngine({ devices: devices.link })
  devices.driver.subscribe(() => engine.setDriver(devices.driver.current()))
  const notices: string[] = []
  const close = connectDevice({
    devices,
    store: engine.store,
    engine: { start: () => undefined, reducer: emptyPlayer, middleware: undefined as never },
    clock: engine.clock,
    settings: engine.ports.settings,
    identity: { kind: 'browser', readName: () => 'Desk', writeName: () => undefined },
    notify: (text) => void notices.push(text),
  })
  return {
    engine,
    devices,
    notices,
    close,
    listed: () => devices.list.read().devices.map(({ name }) => name),
    /** The page disappears without a word. */
    reload() {
      engine.task.cancel()
      devices.driver.set(null)
      close()
      return openPage()
    },
  }
}

/** A television, which connects when the test says so. */
function openTelevision() {
  const listeners = new Set<(event: DeviceEvent) => void>()
  const engine = startEngine({
    devices: {
      send: (to, message) => hub.receive(member, televisionId, { type: 'send', to, body: JSON.stringify(message) }),
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  const peer: Peer = {
    session: 'television',
    send(frame) {
      if (frame.type !== 'message') return
      for (const listener of [...listeners]) listener({ type: 'message', from: frame.from, message: JSON.parse(frame.body) as unknown })
    },
    close: () => undefined,
  }
  return {
    engine,
    connect: (playing: ConnectDevice['playing'] = null) =>
      hub.connect(member, { type: 'hello', version: connectVersion, id: televisionId, kind: 'tv', name: 'TV', outputs: [], playing }, peer),
    disconnect: () => hub.disconnect(member, televisionId, peer),
  }
}

async function pass(ms: number): Promise<void> {
  await vi.dynamicImportSettled()
  await advanceTime(ms)
}

/** A page that has moved its queue to the television. It has been connected for long. */
async function controlled() {
  const television = openTelevision()
  television.connect()
  const page = openPage()
  page.engine.dispatch(player.playQueue({ tracks: [track('y:ok1'), track('y:ok2')] }))
  await pass(15_000)
  void page.devices.actions!.choose(televisionId)
  for (let n = 0; n < 3; n += 1) await pass(200)
  expect(page.engine.state.remote).toMatchObject({ id: televisionId, status: 'connected' })
  return { page, television }
}

const controls = ({ engine }: ReturnType<typeof openPage>) => engine.state.remote?.status ?? null

it('BZ4 BZ10 the server restarts, and the page connects before the television → it controls it as before, without a message', async () => {
  const { page, television } = await controlled()
  restartServer()
  await pass(2000)
  expect(page.listed()).toEqual(['Desk'])
  television.connect()
  await pass(3000)
  expect(page.listed()).toEqual(['Desk', 'TV'])
  expect(controls(page)).toBe('connected')
  page.engine.dispatch(player.next())
  await pass(200)
  expect(television.engine.state).toMatchObject({ queue: { index: 1 }, intent: 'play' })
  await pass(20_000)
  expect(controls(page)).toBe('connected')
  expect(page.notices).toEqual([])
})

it('BZ10 the server restarts again and again → the page waits for the television each time', async () => {
  const { page, television } = await controlled()
  for (let n = 0; n < 3; n += 1) {
    restartServer()
    await pass(7000)
  }
  television.connect()
  await pass(3000)
  expect(controls(page)).toBe('connected')
  expect(page.notices).toEqual([])
})

it('BZ10 the television does not return after the restart → ten seconds after the page has connected, it is paused here', async () => {
  const { page } = await controlled()
  restartServer()
  await pass(9500)
  expect(controls(page)).toBe('reconnecting')
  await pass(1500)
  expect(controls(page)).toBeNull()
  expect(selectIsPlaying(page.engine.store.getState())).toBe(false)
  expect(page.notices).toEqual(['TV disconnected. Playback is paused here.'])
  await pass(20_000)
  expect(page.notices).toHaveLength(1)
})

it('BZ10 the television leaves the list while the page is connected → the page is paused at once', async () => {
  const { page, television } = await controlled()
  television.disconnect()
  await pass(9900)
  expect(page.notices).toEqual([])
  await pass(300)
  expect(page.notices).toEqual(['TV disconnected. Playback is paused here.'])
})

it('BZ10 the page is reloaded during a restart, and lists the television later → it controls it again', async () => {
  const { page, television } = await controlled()
  restartServer()
  const reloaded = page.reload()
  await pass(3000)
  expect(reloaded.listed()).toEqual(['Desk'])
  television.connect()
  for (let n = 0; n < 3; n += 1) await pass(200)
  expect(controls(reloaded)).toBe('connected')
  expect(reloaded.engine.state.queue.items).toHaveLength(2)
})

it.each<[string, (page: ReturnType<typeof openPage>) => void, number]>([
  ['eleven seconds later', () => undefined, 11_000],
  ['after the person has started to play here', ({ engine }) => engine.dispatch(player.playQueue({ tracks: [track('y:ok3')] })), 3000],
  ['after the person has chosen this device', ({ devices }) => void devices.actions!.choose(devices.list.read().own!), 3000],
])('BZ10 a reloaded page lists the television %s → it does not control it', async (_, act, ms) => {
  const { page, television } = await controlled()
  restartServer()
  const reloaded = page.reload()
  await pass(500)
  act(reloaded)
  await pass(ms)
  television.connect()
  for (let n = 0; n < 3; n += 1) await pass(200)
  expect(reloaded.listed()).toEqual(['Desk', 'TV'])
  expect(controls(reloaded)).toBeNull()
})

type Page = ReturnType<typeof openPage>
const otherId = 'browser-00000001'
const connectOther = () =>
  hub.connect(
    member,
    { type: 'hello', version: connectVersion, id: otherId, kind: 'browser', name: 'Tablet', outputs: [], playing: null },
    { session: 'other', send: () => undefined, close: () => undefined },
  )
const sendSync = (to: string) =>
  hub.receive(member, otherId, { type: 'send', to, body: JSON.stringify({ type: 'sync', session: 's', known: null, next: 1 }) })
const listen = player.playQueue({ tracks: [track('y:ok3')] })

it.each<[string, (page: Page) => void]>([
  ['the person has started to play here', ({ engine }) => engine.dispatch(listen)],
  ['the person has chosen this device', ({ devices }) => void devices.actions!.choose(devices.list.read().own!)],
  ['another device has controlled this page', ({ devices }) => sendSync(devices.list.read().own!)],
  ['ten seconds', () => vi.setSystemTime(Date.now() + 11_000)],
])('BZ10 a reloaded page waits for the television until %s → it does not control it after another reload either', async (_, act) => {
  const { page, television } = await controlled()
  restartServer()
  connectOther()
  const reloaded = page.reload()
  await pass(500)
  act(reloaded)
  hub.receive(member, otherId, { type: 'rename', id: otherId, name: 'Sofa' })
  await pass(500)
  const again = reloaded.reload()
  television.connect()
  for (let n = 0; n < 3; n += 1) await pass(200)
  expect(again.listed()).toContain('TV')
  expect(controls(again)).toBeNull()
})

it('BZ10 the person plays and pauses on a reloaded page before the television is listed → it does not control it', async () => {
  const { page, television } = await controlled()
  restartServer()
  const reloaded = page.reload()
  await pass(500)
  reloaded.engine.dispatch(listen)
  await pass(500)
  reloaded.engine.dispatch(player.pause())
  television.connect()
  for (let n = 0; n < 3; n += 1) await pass(200)
  expect(reloaded.listed()).toEqual(['Desk', 'TV'])
  expect(controls(reloaded)).toBeNull()
})

it('BZ10 the person chooses the controlled television once more, and reloads the page → it controls it again', async () => {
  const { page } = await controlled()
  await page.devices.actions!.choose(televisionId)
  const reloaded = page.reload()
  for (let n = 0; n < 3; n += 1) await pass(200)
  expect(controls(reloaded)).toBe('connected')
})

it('BZ10 BY6 a page that has moved its queue to the television is reloaded → the queue of the television is stored', async () => {
  const { page, television } = await controlled()
  const reloaded = page.reload()
  for (let n = 0; n < 3; n += 1) await pass(200)
  television.engine.dispatch(player.next())
  for (let n = 0; n < 3; n += 1) await pass(500)
  expect(reloaded.engine.stored.session).toMatchObject({ queue: { index: 1 } })
})

it('BZ10 BY6 a page that controls a playing television is reloaded → its own queue stays stored', async () => {
  const television = openTelevision()
  television.engine.dispatch(player.playQueue({ tracks: [track('y:ok3')] }))
  television.connect({ title: 'ok3', creator: 'ada', bead: 'Mix', isPlaying: true })
  const page = openPage()
  await pass(500)
  void page.devices.actions!.choose(televisionId)
  for (let n = 0; n < 3; n += 1) await pass(200)
  const reloaded = page.reload()
  for (let n = 0; n < 3; n += 1) await pass(500)
  expect(reloaded.engine.state).toMatchObject({ queue: { index: 0 }, remote: { status: 'connected' } })
  expect(reloaded.engine.stored.session).toBeNull()
})

it('BZ10 the member signs out while a television is missing → nothing is reported afterwards', async () => {
  const { page } = await controlled()
  restartServer()
  await pass(2000)
  const gone = vi.fn()
  page.devices.link.subscribe((event) => void (event.type === 'gone' && gone()))
  page.close()
  await pass(20_000)
  expect(gone).not.toHaveBeenCalled()
})
