import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { player } from '#player/index.ts'
import { advanceTime, playing, startEngine, stream, track } from './harness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a device without a sound output', () => {
  it('L5 no sound output → the item stays, paused, without fallbacks; play retries it', async () => {
    const engine = await playing(['f:silent y:ok1', 'y:ok2'])
    engine.hosted.emit({ type: 'playing' })
    engine.hosted.emit({ type: 'failed', code: 'no-sound', scope: 'device' })
    await advanceTime(60_000)
    expect(engine.loaded).toEqual(['silent'])
    expect(engine.state).toMatchObject({
      intent: 'pause',
      phase: 'stopped',
      ended: false,
      queue: { index: 0 },
      failures: [{ code: 'no-sound', scope: 'device' }],
    })
    expect(engine.state.deadItemId).toBe(engine.state.queue.items[0]!.id)
    engine.dispatch(player.play())
    await advanceTime()
    expect(engine.loaded).toEqual(['silent', 'silent'])
  })
})

describe('states', () => {
  it('L4 a queue from start to close → the documented states, from unknown to closed', async () => {
    const engine = startEngine()
    expect(engine.state.phase).toBe('unknown')
    const phases: string[] = []
    engine.store.subscribe(() => phases.at(-1) !== engine.state.phase && phases.push(engine.state.phase))
    engine.dispatch(player.playQueue({ tracks: [track('y:ok')] }))
    await advanceTime()
    engine.dispatch(player.pause())
    engine.dispatch(player.play())
    engine.dispatch(player.close())
    expect(phases).toEqual(['unknown', 'initialized', 'queued', 'loading', 'playing', 'stopped', 'loading', 'playing', 'closed'])
    expect(engine.state.queue.items).toEqual([])
    expect(engine.state.mode).toBe('hidden')
    expect(engine.live.calls.at(-1)).toBe('unload')
  })

  it('L4 pause while loading, ignored by the output → stays paused', async () => {
    const engine = await playing(['f:silent'])
    engine.dispatch(player.pause())
    engine.hosted.emit({ type: 'playing' })
    await advanceTime()
    expect(engine.state).toMatchObject({ phase: 'stopped', intent: 'pause' })
    expect(engine.hosted.calls.filter((call) => call === 'pause')).toHaveLength(2)
    await advanceTime(60_000)
    expect(engine.state.failures).toEqual([])
    engine.dispatch(player.play())
    expect(engine.state).toMatchObject({ phase: 'playing', intent: 'play' })
  })

  it('L4 pause before the output is created → loads without playing', async () => {
    let arrive = () => {}
    const engine = await playing(
      ['y:ok'],
      {},
      {
        create: () =>
          new Promise((resolve) => {
            arrive = resolve
          }),
      },
    )
    engine.dispatch(player.pause())
    arrive()
    await advanceTime()
    expect(engine.youtube.current.autoplay).toBe(false)
    expect(engine.state).toMatchObject({ phase: 'stopped', intent: 'pause' })
  })

  it("L4 pause and play in the provider's own controls → the intent changes", async () => {
    const engine = await playing(['y:ok'])
    engine.youtube.emit({ type: 'paused' })
    expect(engine.state).toMatchObject({ phase: 'stopped', intent: 'pause' })
    engine.youtube.emit({ type: 'playing' })
    expect(engine.state).toMatchObject({ phase: 'playing', intent: 'play' })
  })

  it('L4 toggle, volume and mute → the output and the settings change', async () => {
    const engine = await playing(['y:ok'])
    expect(engine.youtube.current).toMatchObject({ volume: 0.4, muted: false, autoplay: true })
    engine.dispatch(player.toggle())
    expect(engine.state.phase).toBe('stopped')
    engine.dispatch(player.toggle())
    expect(engine.state.phase).toBe('playing')
    engine.dispatch(player.setMuted(true))
    engine.dispatch(player.setVolume(1.7))
    expect(engine.youtube.calls.slice(-2)).toEqual(['volume 0.4 muted', 'volume 1'])
    expect(engine.settings).toEqual({ volume: 1, muted: false })
  })

  it('L4 position events → the clock at every tick, the store once a second with the duration', async () => {
    const engine = await playing(['y:ok'])
    let ticks = 0
    engine.clock.subscribe(() => {
      ticks += 1
    })
    for (let n = 1; n <= 12; n++) engine.youtube.emit({ type: 'time', position: n / 4, duration: 100 })
    expect(ticks).toBe(12)
    expect(engine.facts.filter((fact) => fact === 'positionChanged')).toHaveLength(1 + 3)
    expect(engine.state).toMatchObject({ position: 3, duration: 100 })
    engine.dispatch(player.seek(500))
    expect(engine.youtube.calls.at(-1)).toBe('seek 100')
    expect(engine.clock.getSnapshot()).toEqual({ position: 100, duration: 100 })
  })
})

describe('streams', () => {
  it('L2 seek before the stream has started → sent once it starts, also to the fallback', async () => {
    const engine = await playing(['y:silent f:silent'])
    engine.dispatch(player.seek(42))
    expect(engine.state.position).toBe(42)
    engine.youtube.emit({ type: 'failed', code: 'gone', scope: 'stream' })
    await advanceTime()
    engine.hosted.emit({ type: 'ready', duration: 100 })
    engine.hosted.emit({ type: 'playing' })
    expect([...engine.youtube.calls, ...engine.hosted.calls].filter((call) => call.startsWith('seek'))).toEqual(['seek 42'])
    expect(engine.hosted.calls.at(-1)).toBe('seek 42')
    engine.dispatch(player.seek(50))
    expect(engine.hosted.calls.at(-1)).toBe('seek 50')
  })

  it('L4 volume changed in the provider’s own controls → slider, settings and the next item have it', async () => {
    const engine = await playing(['y:ok1', 'f:ok2'])
    engine.youtube.emit({ type: 'volume', volume: 0.9, muted: true })
    expect(engine.state).toMatchObject({ volume: 0.9, muted: true })
    expect(engine.settings).toEqual({ volume: 0.9, muted: true })
    expect(engine.youtube.calls, 'it is not set back').not.toContain('volume 0.9 muted')
    engine.youtube.emit({ type: 'ended' })
    await advanceTime()
    expect(engine.hosted.current).toMatchObject({ volume: 0.9, muted: true })
  })

  it('BY2 a frame needed by one of the next 20 items → retained, otherwise released', async () => {
    const engine = await playing(['y:ok1', 's:ok2', 'y:ok3', ...Array.from({ length: 20 }, (_, n) => `f:ok${n + 4}`), 's:ok99'])
    expect(engine.youtube.retained, 'needed again').toBe(true)
    engine.dispatch(player.next())
    await advanceTime()
    expect([engine.youtube.retained, engine.soundcloud.retained], 'the last item is too far').toEqual([true, false])
    engine.dispatch(player.next())
    await advanceTime()
    expect([engine.youtube.retained, engine.soundcloud.retained]).toEqual([false, false])
    engine.dispatch(player.next())
    await advanceTime()
    expect([engine.youtube.retained, engine.soundcloud.retained], 'within the window').toEqual([false, true])
    engine.dispatch(player.close())
    expect(engine.soundcloud.retained).toBe(false)
  })

  it('L2 a seek on a dead item, then the next item → starts at its beginning', async () => {
    const engine = await playing(['y:dead', 'y:silent'])
    engine.dispatch(player.seek(42))
    await advanceTime(2000)
    engine.youtube.emit({ type: 'playing' })
    expect(engine.youtube.calls.filter((call) => call.startsWith('seek'))).toEqual([])
  })

  it('L5 a stream fails → the next stream of the same type, then the next player', async () => {
    const engine = await playing(['y:dead1 f:ok y:dead2'])
    expect(engine.loaded).toEqual(['dead1', 'dead2', 'ok'])
    expect(engine.state.failures).toEqual([
      { stream: stream('y:dead1'), output: 'youtube', code: 'gone', scope: 'stream' },
      { stream: stream('y:dead2'), output: 'youtube', code: 'gone', scope: 'stream' },
    ])
    expect(engine.state).toMatchObject({ phase: 'playing', playing: { output: 'hosted', stream: { uri: 'ok' } } })
  })

  it('L5 the fallback ends → the next item plays', async () => {
    const engine = await playing(['y:dead f:ok1', 'y:ok2'])
    engine.hosted.emit({ type: 'ended' })
    await advanceTime()
    expect(engine.loaded).toEqual(['dead', 'ok1', 'ok2'])
    expect(engine.state.queue.index).toBe(1)
    expect(engine.state.failures).toEqual([])
  })

  it.each([
    ['agree within 2 s', 101.9, ['seek 42']],
    ['differ by more', 102.1, []],
  ])('L5 a stream fails midway, and the durations %s → the fallback seeks only to an equal timeline', async (_, duration, seeks) => {
    const engine = await playing(['y:ok f:silent'])
    engine.youtube.emit({ type: 'time', position: 42, duration: 100 })
    engine.youtube.emit({ type: 'failed', code: 'gone', scope: 'stream' })
    await advanceTime()
    engine.hosted.emit({ type: 'ready', duration })
    engine.hosted.emit({ type: 'playing' })
    engine.hosted.emit({ type: 'time', position: 0.25, duration })
    expect(engine.hosted.calls.filter((call) => call.startsWith('seek'))).toEqual(seeks)
  })

  it('L5 events of an earlier load → ignored', async () => {
    const engine = await playing(['y:ok1', 'y:ok2'])
    const { loadId } = engine.youtube.current
    engine.dispatch(player.next())
    await advanceTime()
    for (const late of [
      { type: 'ended' },
      { type: 'failed', code: 'gone', scope: 'stream' },
      { type: 'paused' },
      { type: 'autoplayBlocked' },
    ] as const)
      engine.youtube.emit(late, loadId)
    await advanceTime(5000)
    expect(engine.state).toMatchObject({ phase: 'playing', intent: 'play', failures: [], queue: { index: 1 } })
  })

  it('L5 a silent stream → fails after 15 s, not before', async () => {
    const engine = await playing(['y:silent f:ok'])
    await advanceTime(14_999)
    expect(engine.loaded).toEqual(['silent'])
    await advanceTime(1)
    expect(engine.loaded).toEqual(['silent', 'ok'])
    expect(engine.state.failures).toMatchObject([{ code: 'timeout' }])
  })

  it('L5 a silent stream in a hidden tab → fails after 60 s, or 15 s after the tab is visible', async () => {
    const engine = await playing(['y:silent f:ok'])
    await advanceTime(10_000)
    engine.setHidden(true)
    await advanceTime(59_999)
    engine.setHidden(false)
    await advanceTime(14_999)
    expect(engine.loaded).toEqual(['silent'])
    await advanceTime(1)
    expect(engine.loaded).toEqual(['silent', 'ok'])
  })

  it('L5 buffering midway for a minute → the fallback continues from the position', async () => {
    const engine = await playing(['y:ok f:silent'])
    engine.youtube.emit({ type: 'time', position: 42, duration: 100 })
    await advanceTime(600_000)
    expect(engine.state).toMatchObject({ phase: 'playing', failures: [] })
    engine.youtube.emit({ type: 'buffering' })
    await advanceTime(59_000)
    // The position advances without a `playing` event.
    engine.youtube.emit({ type: 'time', position: 43, duration: 100 })
    await advanceTime(600_000)
    expect(engine.state).toMatchObject({ phase: 'playing', buffering: false, failures: [] })
    engine.youtube.emit({ type: 'buffering' })
    await advanceTime(59_999)
    expect(engine.loaded).toEqual(['ok'])
    await advanceTime(1)
    expect(engine.loaded).toEqual(['ok', 'silent'])
    engine.hosted.emit({ type: 'ready', duration: 100 })
    expect(engine.hosted.calls.at(-1)).toBe('seek 43')
    expect(engine.memory).toEqual({})
  })

  it('L5 the code of an output fails to load → retried after 100 ms, and by the next item', async () => {
    let online = false
    const engine = startEngine({
      create: async (id) => {
        if (id === 'youtube' && !online) throw new Error('offline')
      },
    })
    engine.dispatch(player.playQueue({ tracks: [track('y:ok1'), track('y:ok2')] }))
    await advanceTime(99)
    expect(engine.created).toEqual(['youtube'])
    await advanceTime(1)
    expect(engine.created).toEqual(['youtube', 'youtube'])
    expect(engine.state.failures).toMatchObject([{ code: 'unavailable', scope: 'network' }])
    online = true
    await advanceTime(2000)
    expect(engine.loaded).toEqual(['ok2'])
  })

  it('L5 an output throws → its stream fails, and the engine continues', async () => {
    const loud = vi.spyOn(console, 'error').mockImplementation(() => {})
    const engine = startEngine()
    engine.youtube.load = () => {
      throw new Error('load threw')
    }
    engine.dispatch(player.playQueue({ tracks: [track('y:ok1 f:ok2')] }))
    await advanceTime()
    expect(engine.state).toMatchObject({ phase: 'playing', failures: [{ code: 'crashed', scope: 'player' }] })
    expect(loud).toHaveBeenCalledOnce()
    loud.mockRestore()
  })
})

describe('dead items', () => {
  it('L5 a dead item → shows the error and is skipped after 2000 ms, not after 1999', async () => {
    const engine = await playing(['y:ok1', 'y:dead', 'y:ok2'])
    engine.youtube.emit({ type: 'ended' })
    await advanceTime()
    const dead = engine.state.queue.items[1]!.id
    expect(engine.state).toMatchObject({ phase: 'stopped', deadItemId: dead, queue: { index: 1 } })
    await advanceTime(1999)
    expect(engine.state.deadItemId).toBe(dead)
    await advanceTime(1)
    expect(engine.state).toMatchObject({ phase: 'playing', deadItemId: null, queue: { index: 2 } })
  })

  it('L5 an item that no output plays → dead', async () => {
    const engine = await playing(['v:ok', 'y:ok1'])
    expect(engine.state.deadItemId).not.toBeNull()
    await advanceTime(2000)
    expect(engine.loaded).toEqual(['ok1'])
  })

  it.each([
    ['next', player.next(), 2, ['dead', 'ok2']],
    ['previous', player.previous(), 0, ['dead', 'ok0']],
    ['retry', player.retry(), 1, ['dead', 'dead']],
    ['play', player.play(), 1, ['dead', 'dead']],
    ['pause', player.pause(), 1, ['dead']],
  ] as const)('L5 %s while the skip is pending → the skip is cancelled', async (_, command, index, loaded) => {
    const engine = await playing(['y:ok0', 'y:dead', 'y:ok2', 'y:ok3'], { index: 1 })
    await advanceTime(1000)
    engine.dispatch(command)
    await advanceTime(1999)
    expect(engine.loaded).toEqual(loaded)
    expect(engine.state.queue.index).toBe(index)
  })

  it('L5 volume change on a dead item → still skipped', async () => {
    const engine = await playing(['y:dead', 'y:ok'])
    engine.dispatch(player.setVolume(0.2))
    engine.dispatch(player.setMode('fullscreen'))
    await advanceTime(2000)
    expect(engine.loaded).toEqual(['dead', 'ok'])
  })

  it('L5 a queue of dead items, repeat or not → ends after one pass with the error shown', async () => {
    const engine = await playing(['y:dead1', 'y:dead2', 'y:dead3'])
    engine.dispatch(player.setRepeat(true))
    await advanceTime(60_000)
    expect(engine.loaded).toEqual(['dead1', 'dead2', 'dead3'])
    expect(engine.state).toMatchObject({ ended: true, phase: 'stopped', intent: 'pause', deadItemId: engine.state.queue.items[2]!.id })
  })

  it('L5 ten dead items in a row → the queue ends; not if one of them plays', async () => {
    const dead = Array.from({ length: 9 }, (_, n) => `y:dead${n}`)
    const engine = await playing([...dead, 'y:ok', ...dead, 'y:deadX', 'y:deadY'])
    await advanceTime(9 * 2000)
    expect(engine.state.phase).toBe('playing')
    engine.youtube.emit({ type: 'ended' })
    await advanceTime(60_000)
    expect(engine.loaded.at(-1)).toBe('deadX')
    expect(engine.state).toMatchObject({ ended: true, queue: { index: 19 } })
    expect(engine.state.deadItemId).not.toBeNull()
    engine.dispatch(player.next())
    await advanceTime()
    expect(engine.loaded.at(-1)).toBe('deadY')
  })
})

describe('autoplay', () => {
  it('L5 autoplay refused → waits for a gesture and skips nothing', async () => {
    const engine = await playing(['y:blocked f:ok', 'y:ok2'])
    expect(engine.state).toMatchObject({ phase: 'stopped', needsGesture: true, failures: [] })
    await advanceTime(120_000)
    expect(engine.loaded).toEqual(['blocked'])
    engine.dispatch(player.toggle())
    expect(engine.youtube.calls).toContain('play')
    expect(engine.state).toMatchObject({ phase: 'playing', needsGesture: false })
  })
})

describe('the end of an item', () => {
  it('L6 items end → each play is reported once, and the queue ends after the last', async () => {
    const engine = await playing(['y:ok1', 'f:ok2'])
    const [first, second] = engine.state.queue.items.map((item) => item.postId)
    engine.youtube.emit({ type: 'ended' })
    engine.youtube.emit({ type: 'ended' })
    await advanceTime()
    engine.youtube.emit({ type: 'ended' }, 1)
    await advanceTime()
    expect(engine.reported).toEqual([first])
    engine.hosted.emit({ type: 'ended' })
    await advanceTime(20_000)
    expect(engine.reported).toEqual([first, second])
    expect(engine.state).toMatchObject({ ended: true, intent: 'pause', phase: 'stopped', playing: null, queue: { index: 1 } })
    engine.dispatch(player.play())
    await advanceTime()
    expect(engine.loaded).toEqual(['ok1', 'ok2', 'ok2'])
    expect(engine.state).toMatchObject({ ended: false, phase: 'playing' })
  })

  it('L6 H4 skipped, closed and dead items → not reported', async () => {
    const engine = await playing(['y:ok1', 'y:dead', 'y:ok2', 'y:ok3'])
    engine.dispatch(player.next())
    await advanceTime(2000)
    engine.dispatch(player.playItem(engine.state.queue.items[3]!.id))
    await advanceTime()
    engine.dispatch(player.close())
    await advanceTime(20_000)
    expect(engine.reported).toEqual([])
  })

  it('L6 a report fails → sent at most twice more, and the queue continues', async () => {
    const engine = await playing(['y:ok1', 'y:ok2'], {}, { report: () => Promise.reject(new Error('offline')) })
    engine.youtube.emit({ type: 'ended' })
    await advanceTime()
    expect(engine.loaded).toEqual(['ok1', 'ok2'])
    await advanceTime(60_000)
    expect(engine.reported).toHaveLength(3)
    expect(engine.task.isRunning()).toBe(true)
  })

  it('L6 repeat → the item plays again, with a report each time', async () => {
    const engine = await playing(['y:ok1', 'y:ok2'])
    engine.dispatch(player.setRepeat(true))
    for (let n = 0; n < 3; n++) {
      engine.youtube.emit({ type: 'ended' })
      await advanceTime()
    }
    expect(engine.loaded).toEqual(['ok1', 'ok1', 'ok1', 'ok1'])
    expect(engine.reported).toHaveLength(3)
    engine.dispatch(player.next())
    await advanceTime()
    expect(engine.state.queue.index).toBe(1)
  })

  it('L9 start and end time → plays from the one to the other, regardless of the provider', async () => {
    const engine = startEngine()
    const first = track('y:ok1', { startTime: 30, endTime: 40 })
    engine.dispatch(player.playQueue({ tracks: [first, track('y:ok2')] }))
    await advanceTime()
    expect(engine.youtube.current).toMatchObject({ startTime: 30, endTime: 40 })
    expect(engine.state.position).toBe(30)
    engine.youtube.emit({ type: 'time', position: 39.75, duration: 100 })
    await advanceTime()
    expect(engine.loaded).toEqual(['ok1'])
    engine.dispatch(player.seek(90))
    expect(engine.youtube.calls.at(-1)).toBe('seek 40')
    engine.youtube.emit({ type: 'time', position: 40, duration: 100 })
    await advanceTime()
    expect(engine.loaded).toEqual(['ok1', 'ok2'])
    expect(engine.reported).toEqual([first.postId])
  })
})
