import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectPlayback, playbackOf } from '#host/desktop/playback.ts'
import type { DesktopBridge } from '#host/platform.ts'
import type { HostStore } from '#host/store.ts'
import { createPlayerClock } from '#player/index.ts'
import { noPlayback } from '../../electron/policy/playback.ts'

type State = ReturnType<HostStore['getState']>

const item = { id: 'q1', title: 'So What', creator: 'Miles Davis', type: 'audio' }
const stateOf = (items: object[] = [item], change: object = {}) =>
  ({
    player: {
      queue: { items, index: items.length > 0 ? 0 : -1, repeat: 'off' },
      intent: 'play',
      deadItemId: null,
      remote: null,
      ...change,
    },
  }) as unknown as State

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('what the page reports of its player', () => {
  it('BY19 nothing in the queue → nothing plays', () => {
    expect(playbackOf(stateOf([]), { position: 3, duration: 9 })).toEqual({ ...noPlayback, medium: 'video' })
  })

  it('BY19 an item → its title, and the position if it has a duration', () => {
    expect(playbackOf(stateOf(), { position: 3, duration: 9 })).toMatchObject({
      status: 'playing',
      title: 'So What',
      creator: 'Miles Davis',
      medium: 'audio',
      position: 3,
      duration: 9,
    })
    for (const duration of [0, NaN, Infinity])
      expect(playbackOf(stateOf(), { position: 3, duration })).toMatchObject({ position: null, duration: null })
  })

  it('BY19 paused, another device, and texts that are too long', () => {
    expect(playbackOf(stateOf([item], { intent: 'pause' }), { position: 0, duration: 0 }).status).toBe('paused')
    expect(playbackOf(stateOf([item], { remote: { id: 'tv' } }), { position: 0, duration: 0 }).medium).toBe('remote')
    expect(playbackOf(stateOf([{ ...item, title: 'x'.repeat(900) }]), { position: 0, duration: 0 }).title).toHaveLength(200)
  })

  it('BY19 reports each change, and the position once a second; carries out commands until it is disconnected', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const reports: { title: string; position: number | null }[] = []
    const commands: ((command: 'next') => void)[] = []
    const stop = vi.fn<() => void>()
    const bridge = {
      reportPlayback: (playback: (typeof reports)[number]) => void reports.push(playback),
      onPlayerCommand: (listener: (command: 'next') => void) => {
        commands.push(listener)
        return stop
      },
      onResume: () => stop,
    } as unknown as DesktopBridge
    let state = stateOf()
    let notify = () => {}
    const dispatch = vi.fn<(action: { type: string }) => void>()
    const subscribe = (listener: () => void) => {
      notify = listener
      return stop
    }
    const clock = createPlayerClock()
    const disconnect = connectPlayback(bridge, { dispatch, subscribe, getState: () => state } as unknown as HostStore, clock)
    clock.tick(1, 100)
    clock.tick(1.25, 100)
    notify()
    expect(reports.map(({ position }) => position)).toEqual([null, 1])
    vi.advanceTimersByTime(1000)
    clock.tick(2, 100)
    expect(reports.at(-1)?.position).toBe(2)
    state = stateOf([{ ...item, title: 'Blue in Green' }])
    notify()
    expect(reports.at(-1)?.title).toBe('Blue in Green')
    commands[0]!('next')
    expect(dispatch.mock.calls[0]![0].type).toMatch(/next$/)
    disconnect()
    expect(stop).toHaveBeenCalledTimes(3)
  })
  it('BY19 the computer wakes → one `online` event, by which connections are checked; none after it is disconnected', () => {
    const page = new EventTarget()
    vi.stubGlobal('dispatchEvent', (event: Event) => page.dispatchEvent(event))
    const online = vi.fn<() => void>()
    page.addEventListener('online', online)
    const listeners = new Set<() => void>()
    const bridge = {
      reportPlayback: () => undefined,
      onPlayerCommand: () => () => undefined,
      onResume: (listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    } as unknown as DesktopBridge
    const store = { dispatch: () => undefined, subscribe: () => () => undefined, getState: () => stateOf() } as unknown as HostStore
    const disconnect = connectPlayback(bridge, store, createPlayerClock())
    expect([listeners.size, online.mock.calls.length]).toEqual([1, 0])
    for (const resume of listeners) resume()
    expect(online).toHaveBeenCalledTimes(1)
    disconnect()
    expect(listeners.size).toBe(0)
  })
})
