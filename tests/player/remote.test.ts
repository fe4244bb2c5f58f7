/** A page that controls another device: the remote driver on one side, and the device that serves remotes on the other. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { player, selectIsPlaying } from '#player/index.ts'
import { readMessage } from '#player/remote/messages.ts'
import { sharedStateOf } from '#player/remote/mirror.ts'
import { createNetwork, type TestDevice } from './device-network.ts'
import { advanceTime, source, track } from './harness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function play(device: TestDevice, streams = ['y:ok1', 'y:ok2', 'f:ok3'], more = {}) {
  device.dispatch(player.playQueue({ tracks: streams.map((text) => track(text)), ...more }))
  await advanceTime(10)
}

/** A page that plays and an idle television. */
async function pageAndTelevision(streams?: string[], more = {}) {
  const network = createNetwork()
  const page = network.add('page')
  const television = network.add('television')
  await play(page, streams, more)
  return { network, page, television }
}

const shown = ({ state: { queue, phase, intent, position, repeat, volume, muted } }: TestDevice) => ({
  ids: queue.items.map(({ id }) => id),
  index: queue.index,
  phase,
  intent,
  position: Math.round(position),
  repeat,
  volume,
  muted,
})

describe('moving playback to another device', () => {
  it('BZ4 a playing queue is moved → the device plays the same item at the same position, and this page is silent', async () => {
    const { page, television, network } = await pageAndTelevision()
    page.dispatch(player.next())
    await advanceTime(10)
    page.live.emit({ type: 'time', position: 42, duration: 100 })
    page.dispatch(player.setRepeat(true))
    page.control('television', 'move')
    await advanceTime(100)
    expect(page.youtube.calls.at(-1)).toBe('unload')
    expect(television.youtube.current).toMatchObject({ stream: { uri: 'ok2' }, startTime: 42, autoplay: true, volume: 0.4 })
    expect(shown(television)).toMatchObject({ index: 1, phase: 'playing', intent: 'play', repeat: true, volume: 0.4 })
    expect(shown(page)).toEqual(shown(television))
    expect(page.state.remote).toMatchObject({ id: 'television', status: 'connected' })
    expect(network.invalid).toEqual([])
  })

  it('BZ4 a paused queue is moved → the device shows it paused', async () => {
    const { page, television } = await pageAndTelevision()
    page.dispatch(player.pause())
    page.control('television', 'move')
    await advanceTime(100)
    expect(television.youtube.loads).toEqual([])
    expect(shown(television)).toMatchObject({ index: 0, intent: 'pause' })
    page.dispatch(player.play())
    await advanceTime(100)
    expect(shown(television)).toMatchObject({ phase: 'playing' })
  })

  it('BZ4 an edit before the move → it can be undone on the other device', async () => {
    const { page, television } = await pageAndTelevision()
    page.dispatch(player.removeItems([page.state.queue.items[1]!.id]))
    const [edit] = page.state.queue.edits
    page.control('television', 'move')
    await advanceTime(100)
    page.dispatch(player.undoEdit(edit!.id))
    await advanceTime(100)
    expect(television.state.queue.items).toHaveLength(3)
    expect(shown(page)).toEqual(shown(television))
  })

  it('BZ4 the queue returns → the device stops, and this page plays on from its position within a second', async () => {
    const { page, television } = await pageAndTelevision()
    page.control('television', 'move')
    await advanceTime(100)
    television.live.emit({ type: 'time', position: 55, duration: 100 })
    page.dispatch(player.setVolume(0.9))
    await advanceTime(100)
    const start = Date.now()
    const bring = page.bringHere()
    await advanceTime(30)
    await expect(bring).resolves.toBe(true)
    expect(Date.now() - start).toBeLessThan(1000)
    expect(television.state).toMatchObject({ phase: 'closed', queue: { items: [] } })
    expect(page.youtube.current).toMatchObject({ stream: { uri: 'ok1' }, startTime: 55, autoplay: true, volume: 0.4 })
    expect(page.state).toMatchObject({ remote: null, intent: 'play', volume: 0.4, queue: { items: [{}, {}, {}] } })
  })

  it('BZ4 a move from one device to a second one → the first is closed, the second plays', async () => {
    const { page, television, network } = await pageAndTelevision()
    const desk = network.add('desk')
    const driver = page.control('television', 'move')
    await advanceTime(100)
    const release = driver.release()
    await advanceTime(30)
    expect(await release).toBe(true)
    page.control('desk', 'move')
    await advanceTime(100)
    expect(television.state.queue.items).toEqual([])
    expect(shown(desk)).toMatchObject({ phase: 'playing', index: 0 })
    expect(shown(page)).toEqual(shown(desk))
  })
})

describe('controlling a device', () => {
  /** A television that plays, and a page that controls it. */
  async function controlled(streams?: string[], more = {}) {
    const network = createNetwork()
    const page = network.add('page')
    const television = network.add('television', { pages: { 3: { tracks: [track('y:ok4')], next: null } } })
    await play(television, streams, more)
    page.control('television', 'control')
    await advanceTime(100)
    return { network, page, television }
  }

  it('BZ10 BY10 a page controls a device that plays → it shows its queue, item and volume', async () => {
    const { page, television } = await controlled()
    expect(sharedStateOf(page.state)).toEqual(sharedStateOf(television.state))
    expect(page.state.mode).toBe('floating')
    expect(page.youtube.loads).toEqual([])
  })

  it.each([
    ['pause', () => player.pause(), { intent: 'pause', phase: 'stopped' }],
    ['toggle', () => player.toggle(), { intent: 'pause' }],
    ['next', () => player.next(), { index: 1 }],
    ['seek', () => player.seek(30), { position: 30 }],
    ['setRepeat', () => player.setRepeat(true), { repeat: true }],
    ['setVolume', () => player.setVolume(0.8), { volume: 0.8 }],
    ['setMuted', () => player.setMuted(true), { muted: true }],
  ] as const)('BY10 K1 %s on the remote → shown at once, and carried out by the device', async (_, command, expected) => {
    const { page, television } = await controlled()
    page.dispatch(command())
    expect(shown(page)).toMatchObject(expected)
    await advanceTime(100)
    expect(shown(television)).toMatchObject(expected)
    expect({ ...shown(page), position: 0 }).toEqual({ ...shown(television), position: 0 })
  })

  it('BY10 K1 next on the remote → it never shows the item after the next while the reports of the device arrive', async () => {
    const { page, television } = await controlled()
    const indexes = new Set<number>()
    page.dispatch(player.next())
    page.store.subscribe(() => indexes.add(page.state.queue.index))
    await advanceTime(1000)
    expect([...indexes]).toEqual([1])
    expect(page.state.queue).toEqual(television.state.queue)
  })

  it('BY10 a fact during a command that is not carried out → shown within 200 ms, also if other events arrive', async () => {
    let delayMs = 10
    const network = createNetwork({ delayMs: () => delayMs, repeats: () => false })
    const [page, television] = [network.add('page'), network.add('television')]
    await play(television)
    page.control('television', 'control')
    await advanceTime(100)
    television.dispatch(player.setVolume(0.7))
    delayMs = 5000
    page.dispatch(player.next())
    for (let n = 0; n < 4; n += 1) {
      await advanceTime(50)
      network.goneFor('telephone')
    }
    expect(shown(page)).toMatchObject({ volume: 0.7, index: 1 })
  })

  it('BY10 edits, shuffle and jumps on the remote → the same queue on both', async () => {
    const { page, television } = await controlled(undefined, { source })
    page.dispatch(player.addToQueue([track('y:ok8')]))
    page.dispatch(player.playNext([track('y:ok9')]))
    expect(page.state.queue.items.map(({ streams }) => streams[0]!.uri)).toEqual(['ok1', 'ok9', 'ok8', 'ok2', 'ok3'])
    await advanceTime(100)
    expect(page.state.queue).toEqual(television.state.queue)
    page.dispatch(player.moveItem({ id: page.state.queue.items[1]!.id, to: 4 }))
    page.dispatch(player.setShuffle(true))
    page.dispatch(player.playItem(page.state.queue.items[3]!.id))
    page.dispatch(player.removeItems([page.state.queue.items[3]!.id]))
    await advanceTime(100)
    expect(page.state.queue).toEqual(television.state.queue)
    page.dispatch(player.undoEdit(page.state.queue.edits.at(-1)!.id))
    await advanceTime(100)
    expect(page.state.queue).toEqual(television.state.queue)
  })

  it('BY10 a new queue from the remote → the device plays it', async () => {
    const { page, television } = await controlled()
    page.dispatch(player.playQueue({ tracks: [track('f:ok5')] }))
    await advanceTime(100)
    expect(television.hosted.current.stream.uri).toBe('ok5')
    expect(shown(page)).toEqual(shown(television))
  })

  it('BZ10 pages that the device loads → they are in the queue of the remote', async () => {
    const { page, television } = await controlled(undefined, { source, next: 3 })
    await advanceTime(100)
    expect(television.state.queue.items).toHaveLength(4)
    expect(page.state.queue).toEqual(television.state.queue)
    expect(page.requestedPages).toEqual([])
  })

  it('L6 an item ends on the device → the device alone reports the play', async () => {
    const { page, television } = await controlled()
    television.live.emit({ type: 'time', position: 99, duration: 100 })
    television.live.emit({ type: 'ended' })
    await advanceTime(100)
    expect(television.reported).toHaveLength(1)
    expect(page.reported).toEqual([])
    expect(shown(page)).toMatchObject({ index: 1 })
  })

  it('BZ10 between two reports the position grows; a pause shows the exact one', async () => {
    const { page, television } = await controlled()
    television.live.emit({ type: 'time', position: 10, duration: 100 })
    await advanceTime(100)
    await advanceTime(3000)
    expect(page.clock.getSnapshot().position).toBeGreaterThan(12.5)
    expect(page.clock.getSnapshot().position).toBeLessThan(13.6)
    expect(page.state.position).toBeGreaterThan(11)
    television.live.emit({ type: 'time', position: 13, duration: 100 })
    television.dispatch(player.pause())
    await advanceTime(100)
    const { position } = page.clock.getSnapshot()
    expect(position).toBeCloseTo(13, 0)
    await advanceTime(5000)
    expect(page.clock.getSnapshot().position).toBe(position)
  })

  it('L7 a comment written on the remote → the device waits at the end of its item, until it is sent or the remote is gone', async () => {
    const { page, television, network } = await controlled()
    page.dispatch(player.startComposing('a'))
    await advanceTime(100)
    expect(television.state.composing).toEqual(['a'])
    television.live.emit({ type: 'time', position: 99, duration: 100 })
    television.live.emit({ type: 'ended' })
    await advanceTime(100)
    expect(page.state).toMatchObject({ advanceHeld: true, queue: { index: 0 } })
    network.disconnect('page')
    network.goneFor('page')
    await advanceTime(100)
    expect(television.state).toMatchObject({ composing: [], queue: { index: 1 } })
  })

  it('L8 the gallery opens on the remote → the device plays on', async () => {
    const { page, television } = await controlled()
    page.dispatch(player.suspend())
    page.dispatch(player.leavePage())
    await advanceTime(100)
    expect(selectIsPlaying(television.store.getState())).toBe(true)
  })

  it('BZ10 two remotes → both show what either of them does', async () => {
    const { page, television, network } = await controlled()
    const phone = network.add('phone')
    phone.control('television', 'control')
    await advanceTime(100)
    phone.dispatch(player.next())
    page.dispatch(player.setRepeat(true))
    await advanceTime(100)
    expect(shown(page)).toMatchObject({ index: 1, repeat: true })
    expect(shown(phone)).toEqual(shown(page))
    expect(shown(television)).toEqual(shown(page))
  })

  it('BZ10 the remote leaves the device playing → it has its own queue again, paused', async () => {
    const network = createNetwork()
    const page = network.add('page')
    const television = network.add('television')
    await play(page, ['f:ok7'])
    page.dispatch(player.pause())
    await play(television)
    page.control('television', 'control')
    await advanceTime(100)
    page.setDriver(null)
    await advanceTime(100)
    expect(page.state).toMatchObject({ remote: null, intent: 'pause', volume: 0.4, queue: { items: [{ streams: [{ uri: 'ok7' }] }] } })
    expect(selectIsPlaying(television.store.getState())).toBe(true)
    television.dispatch(player.next())
    await advanceTime(100)
    expect(page.state.queue.index).toBe(0)
  })
})

describe('failures', () => {
  async function moved() {
    const world = await pageAndTelevision()
    world.page.control('television', 'move')
    await advanceTime(100)
    return world
  }

  it('BZ10 the device disappears → this page is paused at its last known position', async () => {
    const { page, television, network } = await moved()
    television.live.emit({ type: 'time', position: 20, duration: 100 })
    await advanceTime(1000)
    network.disconnect('television')
    network.goneFor('television')
    await advanceTime(100)
    expect(page.losses).toEqual(['gone'])
    expect(page.state).toMatchObject({ remote: null, intent: 'pause', queue: { index: 0, items: [{}, {}, {}] } })
    expect(page.state.position).toBeGreaterThan(20)
    expect(page.state.position).toBeLessThan(22)
    expect(page.youtube.loads).toHaveLength(1)
    page.dispatch(player.play())
    await advanceTime(100)
    expect(page.youtube.current.startTime).toBe(page.state.position)
  })

  it('BZ10 this page is offline for ten seconds → the device plays on, and both agree afterwards', async () => {
    const { page, television, network } = await moved()
    network.disconnect('page')
    page.dispatch(player.next())
    page.dispatch(player.addToQueue([track('y:ok9')]))
    expect(shown(page)).toMatchObject({ index: 1 })
    await advanceTime(10_000)
    expect(page.state.remote?.status).toBe('reconnecting')
    expect(selectIsPlaying(television.store.getState())).toBe(true)
    network.connect('page')
    await advanceTime(100)
    expect(page.state.remote?.status).toBe('connected')
    expect(shown(television)).toMatchObject({ index: 1 })
    expect(television.state.queue.items).toHaveLength(4)
    expect(page.state.queue).toEqual(television.state.queue)
  })

  it('BZ10 a command whose answer was lost → it is carried out once', async () => {
    const { page, television, network } = await moved()
    page.dispatch(player.addToQueue([track('y:ok9')]))
    await advanceTime(15)
    network.disconnect('page')
    await advanceTime(100)
    expect(television.state.queue.items).toHaveLength(4)
    network.connect('page')
    await advanceTime(100)
    expect(television.state.queue.items).toHaveLength(4)
    expect(page.state.queue).toEqual(television.state.queue)
  })

  it('BZ10 this page is offline for more than 30 s → it is paused at the last known position', async () => {
    const { page, network } = await moved()
    network.disconnect('page')
    await advanceTime(31_000)
    expect(page.losses).toEqual(['unreachable'])
    expect(page.state).toMatchObject({ remote: null, intent: 'pause' })
  })

  it('BZ10 the device never answers → this page is paused with its queue after five seconds', async () => {
    const { page, network } = await pageAndTelevision()
    network.disconnect('television')
    page.control('television', 'move')
    await advanceTime(6000)
    expect(page.losses).toEqual(['unreachable'])
    expect(page.state).toMatchObject({ remote: null, intent: 'pause', queue: { items: [{}, {}, {}] } })
  })

  it('BZ10 the device does not carry out a command → after eight seconds it is withdrawn; it carries out the next ones', async () => {
    const { page, television, network } = await moved()
    network.disconnect('television')
    page.dispatch(player.next())
    await advanceTime(9000)
    expect(page.unresponsive).toBe(1)
    expect(shown(page)).toMatchObject({ index: 0 })
    network.connect('television')
    await advanceTime(20_000)
    expect({ ...shown(page), position: 0 }).toEqual(shown(television))
    page.dispatch(player.pause())
    await advanceTime(100)
    expect(shown(television)).toMatchObject({ intent: 'pause', index: 0 })
  })

  it('BZ4 the device does not respond when the queue returns → false after a second', async () => {
    const { page, network } = await moved()
    network.disconnect('television')
    const bring = page.bringHere()
    await advanceTime(1001)
    await expect(bring).resolves.toBe(false)
  })

  it('BZ10 the device is reloaded → the remote shows its new state, and its commands work', async () => {
    const { page, network } = await moved()
    const television = network.add('television')
    await play(television, ['f:ok6'])
    await advanceTime(15_000)
    expect({ ...shown(page), position: 0 }).toEqual(shown(television))
    page.dispatch(player.pause())
    await advanceTime(100)
    expect(shown(television)).toMatchObject({ intent: 'pause' })
  })

  it('BZ10 the device is reloaded, and a command is what it gets first → it carries it out, and those after it', async () => {
    const { page, network } = await moved()
    const television = network.add('television')
    await play(television, ['f:ok6'])
    page.dispatch(player.pause())
    await advanceTime(100)
    expect(shown(television)).toMatchObject({ intent: 'pause' })
    page.dispatch(player.setRepeat(true))
    await advanceTime(100)
    expect(shown(television)).toMatchObject({ repeat: true })
    expect(page.unresponsive).toBe(0)
  })

  it('BZ10 invalid messages → ignored', async () => {
    const { page, television } = await moved()
    for (const message of [
      null,
      'text',
      {},
      { version: 2, type: 'sync', session: 'a', known: null, next: 1 },
      { version: 1, type: 'constructor' },
    ])
      expect(readMessage(message)).toBeNull()
    for (const command of [
      { type: 'player/setMode', payload: 'fullscreen' },
      { type: 'player/seek', payload: -1 },
      { type: 'player/playNext', payload: [{ ...track('y:ok1'), href: '/evil.example' }] },
      { type: 'player/playNext', payload: [{ ...track('y:ok1'), href: 'javascript:alert(1)' }] },
      { type: 'player/closed' },
    ])
      expect(readMessage({ version: 1, type: 'command', session: 'a', number: 1, command }), command.type).toBeNull()
    expect(selectIsPlaying(television.store.getState())).toBe(true)
    expect(selectIsPlaying(page.store.getState())).toBe(true)
  })
})

describe('hostile messages', () => {
  it.each([
    [
      'a fact with a change that every object has',
      { type: 'fact', stream: 's', seq: 1, fact: { type: 'player/queueChanged', payload: { type: '__proto__' } } },
    ],
    ['a command that every object has', { type: 'command', session: 's', number: 1, command: { type: 'constructor', payload: null } }],
    ['a message that every object has', { type: '__proto__' }],
  ])('BY7 %s → it is no message', (_, message) => {
    expect(readMessage({ version: 1, ...message })).toBeNull()
  })
})
