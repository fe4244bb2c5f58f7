import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { player } from '#player/index.ts'
import { advanceTime, playing, source, startEngine, track, type World } from './harness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('moving in the queue', () => {
  it('Q1 next and previous → the cursor moves; at the ends it stays', async () => {
    const engine = await playing(['y:ok0', 'y:ok1'])
    engine.dispatch(player.previous())
    await advanceTime()
    expect(engine.loaded).toEqual(['ok0'])
    engine.dispatch(player.next())
    engine.dispatch(player.next())
    await advanceTime()
    engine.dispatch(player.previous())
    await advanceTime()
    expect(engine.loaded).toEqual(['ok0', 'ok1', 'ok0'])
    expect(engine.state.phase).toBe('playing')
  })

  it('Q1 a move while paused → plays', async () => {
    const engine = await playing(['y:ok0', 'y:ok1'])
    engine.dispatch(player.pause())
    engine.dispatch(player.next())
    await advanceTime()
    expect(engine.state).toMatchObject({ phase: 'playing', intent: 'play' })
  })

  it('Q1 pause between two items → stays paused', async () => {
    let answer = (_: unknown) => {}
    const pages = {
      1: new Promise((resolve) => {
        answer = resolve
      }) as never,
    }
    const engine = await playing(['y:ok0'], { source, next: 1 }, { pages })
    engine.youtube.emit({ type: 'ended' })
    await advanceTime()
    engine.dispatch(player.pause())
    answer({ tracks: [track('y:ok1')], next: null })
    await advanceTime()
    expect(engine.youtube.current).toMatchObject({ stream: { uri: 'ok1' }, autoplay: false })
    expect(engine.state).toMatchObject({ phase: 'stopped', intent: 'pause', queue: { index: 1 } })
  })

  it('Q1 an index, and a post queued twice → starts at the index, with two ids', async () => {
    const twice = track('y:ok')
    const engine = startEngine()
    engine.dispatch(player.playQueue({ tracks: [twice, twice, twice], index: 1 }))
    await advanceTime()
    const ids = engine.state.queue.items.map((item) => item.id)
    expect(new Set(ids).size).toBe(3)
    engine.dispatch(player.playItem(ids[2]!))
    await advanceTime()
    expect(engine.state.queue.index).toBe(2)
    engine.dispatch(player.playQueue({ tracks: [twice] }))
    await advanceTime()
    expect(ids).not.toContain(engine.state.queue.items[0]!.id)
  })

  it('Q1 the cursor comes within 5 of the end → the next page is requested once', async () => {
    const tracks = Array.from({ length: 8 }, (_, n) => `y:ok${n}`)
    const engine = await playing(tracks, { source, next: 1000 }, { pages: { 1000: { tracks: [track('y:ok8')], next: null } } })
    engine.dispatch(player.next())
    engine.dispatch(player.next())
    await advanceTime()
    expect(engine.requestedPages).toEqual([])
    engine.dispatch(player.next())
    await advanceTime()
    expect(engine.state.queue.index).toBe(3)
    expect(engine.requestedPages).toEqual([1000])
    expect(engine.state.queue).toMatchObject({ next: null, items: { length: 9 } })
    engine.dispatch(player.next())
    await advanceTime()
    expect(engine.requestedPages).toEqual([1000])
  })

  it('Q1 a page fails → playback continues, and the next move requests it again', async () => {
    const pages: World['pages'] = { 2: new Error('offline') }
    const engine = await playing(['y:ok0', 'y:ok1'], { source, next: 2 }, { pages })
    expect(engine.state.phase).toBe('playing')
    expect(engine.requestedPages).toEqual([2])
    pages[2] = { tracks: [track('y:ok2')], next: null }
    engine.youtube.emit({ type: 'ended' })
    await advanceTime()
    expect(engine.requestedPages).toEqual([2, 2])
    expect(engine.state.queue.items).toHaveLength(3)
  })

  it('Q1 the last loaded item ends → waits for the page', async () => {
    const pages: World['pages'] = { 1: new Error('offline') }
    const engine = await playing(['y:ok0'], { source, next: 1 }, { pages })
    pages[1] = { tracks: [], next: 2 }
    pages[2] = { tracks: [track('y:ok1')], next: null }
    engine.youtube.emit({ type: 'ended' })
    await advanceTime()
    expect(engine.requestedPages).toEqual([1, 1, 2])
    expect(engine.loaded).toEqual(['ok0', 'ok1'])
  })

  it('Q1 a page fails for a minute while Strand answers → the queue ends; play retries', async () => {
    const engine = await playing(['y:ok0'], { source, next: 1 })
    engine.setReachable(true)
    engine.youtube.emit({ type: 'ended' })
    await advanceTime(60_000)
    expect(engine.state).toMatchObject({ ended: false, unreachable: true })
    await advanceTime(2000)
    expect(engine.state).toMatchObject({ ended: true, unreachable: false })
    engine.dispatch(player.play())
    await advanceTime()
    expect(engine.loaded).toEqual(['ok0', 'ok0'])
  })

  it('Q1 next on the last loaded item → it plays until the page is loaded', async () => {
    const pages: World['pages'] = { 1: new Error('offline') }
    const engine = await playing(['y:ok0'], { source, next: 1 }, { pages })
    engine.dispatch(player.next())
    await advanceTime()
    expect(engine.state).toMatchObject({ phase: 'playing', queue: { index: 0 } })
    pages[1] = { tracks: [track('y:ok1')], next: null }
    engine.dispatch(player.next())
    await advanceTime()
    expect(engine.loaded).toEqual(['ok0', 'ok1'])
  })

  it('Q1 BY4 a page loads → `fetching` names its end until it is loaded, failed or dropped', async () => {
    const pages: World['pages'] = {}
    let settle:
      { resolve: (page: { tracks: ReturnType<typeof track>[]; next: number | null }) => void; reject: (reason: Error) => void } | undefined
    const late = () =>
      new Promise<never>((resolve, reject) => {
        settle = { resolve: resolve as never, reject }
      }) as never
    pages[1] = late()
    const engine = await playing(['y:ok0'], { source, next: 1 }, { pages })
    expect(engine.state.fetching).toBe('after')
    settle!.reject(new Error('offline'))
    await advanceTime()
    expect(engine.state.fetching).toBeNull()
    pages[1] = late()
    engine.dispatch(player.next())
    await advanceTime()
    expect(engine.state.fetching).toBe('after')
    settle!.resolve({ tracks: [track('y:ok1')], next: null })
    await advanceTime()
    expect(engine.state).toMatchObject({ fetching: null, queue: { index: 1 } })
    pages[1] = late()
    engine.dispatch(player.playQueue({ tracks: [track('y:ok2')], source, next: 1 }))
    await advanceTime()
    engine.dispatch(player.playQueue({ tracks: [track('y:ok3')] }))
    await advanceTime()
    expect(engine.state.fetching).toBeNull()
  })

  it('Q1 a page of the previous queue arrives → dropped', async () => {
    const pages: World['pages'] = {}
    const engine = startEngine({ pages })
    let answer = (_: { tracks: ReturnType<typeof track>[]; next: number | null }) => {}
    pages[1] = new Promise<never>((resolve) => {
      answer = resolve as never
    }) as never
    engine.dispatch(player.playQueue({ tracks: [track('y:ok0')], source, next: 1 }))
    await advanceTime()
    engine.dispatch(player.playQueue({ tracks: [track('y:ok1')] }))
    answer({ tracks: [track('y:ok9')], next: null })
    await advanceTime()
    expect(engine.state.queue.items).toHaveLength(1)
  })
})

describe('resources', () => {
  it('L3 1,000 tracks → no output is loaded twice, and no listener is left', async () => {
    const tracks = Array.from({ length: 1000 }, (_, n) => track(`${'yfi'[n % 3]}:ok${n}`))
    const engine = startEngine({ checks: false })
    const before = { listeners: engine.pageListeners.size, timers: vi.getTimerCount() }
    engine.dispatch(player.playQueue({ tracks }))
    for (let n = 0; n < 1000; n++) {
      await advanceTime()
      const live = [engine.youtube, engine.hosted, engine.image].filter((fake) => fake.loads.length > fake.unloads)
      expect(live.map((fake) => fake.current.stream.uri)).toEqual([`ok${n}`])
      live[0]!.emit({ type: 'ended' })
    }
    await advanceTime(60_000)
    expect(engine.state.ended).toBe(true)
    expect(engine.loaded).toHaveLength(1000)
    expect(engine.created).toHaveLength(3)
    for (const fake of [engine.youtube, engine.hosted, engine.image]) {
      expect(fake.loads.length).toBe(fake.unloads)
      expect(fake.listeners.size).toBe(0)
    }
    expect({ listeners: engine.pageListeners.size, timers: vi.getTimerCount() }).toEqual(before)
    expect(engine.reported).toHaveLength(1000)
  })
})
