/** Restoring a queue (BY6), also while the page is already in use. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { player, type SavedSession } from '#player/index.ts'
import { createNetwork, type TestDevice } from './device-network.ts'
import { advanceTime, startEngine, track } from './harness.ts'

const saved = (): SavedSession => ({
  queue: {
    items: ['y:ok1', 'y:ok2'].map((streams, n) => ({ ...track(streams), id: `q${n + 1}` })),
    index: 1,
    source: null,
    next: null,
    previous: null,
    natural: null,
    removed: [],
  },
  repeat: true,
  position: 42,
  duration: 100,
})

describe('restoring', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('BY6 a saved session → restored at its position, paused, and the clock shows it', async () => {
    const engine = startEngine({ saved: saved() })
    await advanceTime()
    expect(engine.state).toMatchObject({ intent: 'pause', position: 42, repeat: true, queue: { index: 1 } })
    expect(engine.clock.getSnapshot()).toEqual({ position: 42, duration: 100 })
    expect(engine.loaded).toEqual([])
    engine.dispatch(player.play())
    await advanceTime()
    expect(engine.live.current).toMatchObject({ startTime: 42, stream: { uri: 'ok2' } })
  })

  it('BY6 a session that is read asynchronously → restored once it is read', async () => {
    const engine = startEngine({ saved: new Promise((resolve) => setTimeout(resolve, 100, saved())) })
    await advanceTime(99)
    expect(engine.state.queue.index).toBe(-1)
    await advanceTime(1)
    expect(engine.state.queue.index).toBe(1)
  })

  it('BY6 a queue is started before the session is read → the new queue stays', async () => {
    const engine = startEngine({ saved: new Promise((resolve) => setTimeout(resolve, 100, saved())) })
    engine.dispatch(player.playQueue({ tracks: [track('y:ok9')] }))
    await advanceTime(200)
    expect(engine.state.queue.items).toHaveLength(1)
    expect(engine.loaded).toEqual(['ok9'])
  })

  it('BY6 close before the session is read → stays closed', async () => {
    const engine = startEngine({ saved: new Promise((resolve) => setTimeout(resolve, 100, saved())) })
    engine.dispatch(player.close())
    await advanceTime(200)
    expect(engine.state).toMatchObject({ phase: 'closed', mode: 'hidden', queue: { index: -1 } })
  })

  it('BY6 next after a restored session → the item and the clock start at its beginning', async () => {
    const engine = startEngine({ saved: { ...saved(), queue: { ...saved().queue, index: 0 } } })
    engine.dispatch(player.next())
    expect(engine.clock.getSnapshot().position).toBe(0)
    await advanceTime()
    expect(engine.loaded).toEqual(['ok2'])
  })
})

describe('the back/forward cache', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  async function left() {
    const engine = startEngine()
    engine.dispatch(player.playQueue({ tracks: [track('y:ok1'), track('y:ok2')] }))
    await advanceTime()
    engine.youtube.emit({ type: 'time', position: 42, duration: 100 })
    engine.changePage('left')
    return engine
  }

  it('BY6 R14 the page is left → paused at once, and the position is saved', async () => {
    const engine = await left()
    expect(engine.youtube.calls.at(-1)).toBe('pause')
    expect(engine.state.intent).toBe('pause')
    expect(engine.stored.position).toMatchObject({ position: 42, duration: 100 })
  })

  it('BY6 R14 the page is restored → the item is paused at its position, and play resumes it', async () => {
    const engine = await left()
    engine.changePage('restored')
    await advanceTime()
    expect(engine.state).toMatchObject({ intent: 'pause', phase: 'stopped', position: 42, duration: 100 })
    expect(engine.clock.getSnapshot()).toEqual({ position: 42, duration: 100 })
    expect(engine.youtube.calls.slice(-2)).toEqual(['unload', 'load ok1'])
    expect(engine.youtube.current).toMatchObject({ autoplay: false, startTime: 42 })
    engine.dispatch(player.play())
    expect(engine.youtube.calls.at(-1)).toBe('play')
    expect(engine.state).toMatchObject({ intent: 'play', phase: 'playing' })
  })

  it('BY6 the page is restored without a loaded medium → nothing loads', async () => {
    const engine = startEngine({ saved: saved() })
    await advanceTime()
    engine.changePage('left')
    engine.changePage('restored')
    await advanceTime()
    expect([engine.loaded, engine.state.position]).toEqual([[], 42])
  })
})

describe('the clock', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('L1 seek within the first second → the duration stays', async () => {
    const engine = startEngine()
    engine.dispatch(player.playQueue({ tracks: [track('y:ok1')] }))
    await advanceTime()
    engine.youtube.emit({ type: 'time', position: 0.4, duration: 200 })
    expect(engine.state.duration).toBe(200)
    engine.dispatch(player.seek(100))
    expect(engine.clock.getSnapshot()).toEqual({ position: 100, duration: 200 })
    engine.youtube.emit({ type: 'time', position: 100.2, duration: 200 })
    engine.dispatch(player.seek(110))
    expect(engine.clock.getSnapshot()).toEqual({ position: 110, duration: 200 })
  })
})

describe('the stored queue of a page that controls a television', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const start = (device: TestDevice, count: number, prefix: string) =>
    device.dispatch(player.playQueue({ tracks: Array.from({ length: count }, (_, n) => track('y:ok1', { postId: `${prefix}${n}` })) }))
  const stored = (page: TestDevice) => page.stored.session as SavedSession | null
  const storedPosts = (page: TestDevice) => stored(page)?.queue.items.map(({ postId }) => postId)
  const posts = (page: TestDevice) => page.state.queue.items.map(({ postId }) => postId)
  const own = Array.from({ length: 20 }, (_, n) => `own${n}`)

  /** A television that plays three items, and a page with 20 paused ones that controls it. */
  async function controlled({ count = 20 } = {}) {
    const network = createNetwork()
    const page = network.add('page')
    const television = network.add('television')
    start(television, 3, 'tv')
    if (count > 0) start(page, count, 'own')
    page.dispatch(player.pause())
    await advanceTime(1000)
    const { session, position } = page.stored
    page.control('television', 'control')
    await advanceTime(1000)
    expect(posts(page)).toEqual(['tv0', 'tv1', 'tv2'])
    return { network, page, television, session, position }
  }

  it('BY6 BZ10 the television plays on, and the page is left → the stored queue and its position are unchanged', async () => {
    const { page, television, session, position } = await controlled()
    page.dispatch(player.next())
    await advanceTime(1000)
    television.live.emit({ type: 'time', position: 30, duration: 100 })
    await advanceTime(6000)
    page.changePage('left')
    expect(page.stored).toEqual({ session, position })
    expect(storedPosts(page)).toEqual(own)
  })

  it('BY6 BZ10 the page is reloaded, controls the television again, and leaves it → its own queue returns', async () => {
    const { network, page } = await controlled()
    const reloaded = network.add('page', { saved: stored(page)! })
    await advanceTime()
    reloaded.control('television', 'control')
    await advanceTime(1000)
    expect(posts(reloaded)).toEqual(['tv0', 'tv1', 'tv2'])
    expect(storedPosts(reloaded)).toEqual(own)
    reloaded.setDriver(null)
    await advanceTime(1000)
    expect(posts(reloaded)).toEqual(own)
    expect(storedPosts(reloaded)).toEqual(own)
  })

  it('BY6 BZ10 a page without a queue → it stores none, before and after it leaves', async () => {
    const { page } = await controlled({ count: 0 })
    expect(page.stored).toEqual({ session: null, position: null })
    page.setDriver(null)
    await advanceTime(1000)
    expect(page.stored).toEqual({ session: null, position: null })
  })

  it('BY6 BZ4 the queue of the television moves to the page → it replaces the stored one', async () => {
    const { page } = await controlled()
    void page.bringHere()
    await advanceTime(1000)
    expect(storedPosts(page)).toEqual(['tv0', 'tv1', 'tv2'])
  })

  it('BY6 BZ10 the television disappears → its queue stays on the page, and is stored', async () => {
    const { network, page } = await controlled()
    network.disconnect('television')
    network.goneFor('television')
    await advanceTime(1000)
    expect(posts(page)).toEqual(['tv0', 'tv1', 'tv2'])
    expect(storedPosts(page)).toEqual(posts(page))
  })

  it('BY6 BY10 the page plays a list on the television → the queue that returns to the page stays stored', async () => {
    const { page, television } = await controlled()
    start(page, 4, 'new')
    await advanceTime(1000)
    expect(television.state.queue.items).toHaveLength(4)
    expect(storedPosts(page)).toEqual(own)
    page.setDriver(null)
    await advanceTime(1000)
    expect(posts(page)).toEqual(own)
  })

  it('BY6 A2 the player of the page is closed → no queue is stored, also after the television plays again', async () => {
    const { page, television } = await controlled()
    page.dispatch(player.close())
    await advanceTime(1000)
    expect(television.state.queue.items).toEqual([])
    expect(stored(page)).toBeNull()
    start(television, 3, 'tv')
    await advanceTime(1000)
    page.setDriver(null)
    await advanceTime(1000)
    expect([posts(page), stored(page)]).toEqual([[], null])
  })
})
