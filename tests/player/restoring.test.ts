/** A queue that comes back (BY6) while the page is in use already. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { player, type SavedSession } from '#player/index.ts'
import { pass, startEngine, track } from './harness.ts'

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

  it('BY6 what was up is up again, paused and where it was, and its clock shows so before anything is heard', async () => {
    const engine = startEngine({ saved: saved() })
    await pass()
    expect(engine.state).toMatchObject({ intent: 'pause', position: 42, repeat: true, queue: { index: 1 } })
    expect(engine.clock.getSnapshot()).toEqual({ position: 42, duration: 100 })
    expect(engine.loaded).toEqual([])
    engine.dispatch(player.play())
    await pass()
    expect(engine.live.current).toMatchObject({ startTime: 42, stream: { uri: 'ok2' } })
  })

  it('BY6 a queue whose page must be asked for comes when the answer is there', async () => {
    const engine = startEngine({ saved: new Promise((resolve) => setTimeout(resolve, 100, saved())) })
    await pass(99)
    expect(engine.state.queue.index).toBe(-1)
    await pass(1)
    expect(engine.state.queue.index).toBe(1)
  })

  it('BY6 what a person began to play meanwhile is not replaced', async () => {
    const engine = startEngine({ saved: new Promise((resolve) => setTimeout(resolve, 100, saved())) })
    engine.dispatch(player.playQueue({ tracks: [track('y:ok9')] }))
    await pass(200)
    expect(engine.state.queue.items).toHaveLength(1)
    expect(engine.loaded).toEqual(['ok9'])
  })

  it('BY6 a player that was closed meanwhile stays closed', async () => {
    const engine = startEngine({ saved: new Promise((resolve) => setTimeout(resolve, 100, saved())) })
    engine.dispatch(player.close())
    await pass(200)
    expect(engine.state).toMatchObject({ phase: 'closed', mode: 'hidden', queue: { index: -1 } })
  })

  it('BY6 the next item begins at its own beginning, on the clock too', async () => {
    const engine = startEngine({ saved: { ...saved(), queue: { ...saved().queue, index: 0 } } })
    engine.dispatch(player.next())
    expect(engine.clock.getSnapshot().position).toBe(0)
    await pass()
    expect(engine.loaded).toEqual(['ok2'])
  })
})

describe('the back/forward cache', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  async function left() {
    const engine = startEngine()
    engine.dispatch(player.playQueue({ tracks: [track('y:ok1'), track('y:ok2')] }))
    await pass()
    engine.youtube.say({ type: 'time', position: 42, duration: 100 })
    engine.changePage('left')
    return engine
  }

  it('BY6 R14 a page that is left is silent at once, and writes where it was', async () => {
    const engine = await left()
    expect(engine.youtube.calls.at(-1)).toBe('pause')
    expect(engine.state.intent).toBe('pause')
    expect(engine.kept.position).toMatchObject({ position: 42, duration: 100 })
  })

  it('BY6 R14 a page that comes back has the item at that place, paused, and one press plays it', async () => {
    const engine = await left()
    engine.changePage('restored')
    await pass()
    expect(engine.state).toMatchObject({ intent: 'pause', phase: 'stopped', position: 42, duration: 100 })
    expect(engine.clock.getSnapshot()).toEqual({ position: 42, duration: 100 })
    expect(engine.youtube.calls.slice(-2)).toEqual(['unload', 'load ok1'])
    expect(engine.youtube.current).toMatchObject({ autoplay: false, startTime: 42 })
    engine.dispatch(player.play())
    expect(engine.youtube.calls.at(-1)).toBe('play')
    expect(engine.state).toMatchObject({ intent: 'play', phase: 'playing' })
  })

  it('BY6 a page that comes back with nothing loaded loads nothing', async () => {
    const engine = startEngine({ saved: saved() })
    await pass()
    engine.changePage('left')
    engine.changePage('restored')
    await pass()
    expect([engine.loaded, engine.state.position]).toEqual([[], 42])
  })
})

describe('the clock', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('L1 a seek within the first second keeps the duration', async () => {
    const engine = startEngine()
    engine.dispatch(player.playQueue({ tracks: [track('y:ok1')] }))
    await pass()
    engine.youtube.say({ type: 'time', position: 0.4, duration: 200 })
    expect(engine.state.duration).toBe(200)
    engine.dispatch(player.seek(100))
    expect(engine.clock.getSnapshot()).toEqual({ position: 100, duration: 200 })
    engine.youtube.say({ type: 'time', position: 100.2, duration: 200 })
    engine.dispatch(player.seek(110))
    expect(engine.clock.getSnapshot()).toEqual({ position: 110, duration: 200 })
  })
})
