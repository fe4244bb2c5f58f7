/** Remote playback by the browser: the engine with a fake output, and the watch of the hosted output with fake elements. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { player } from '#player/index.ts'
import { RemoteWatch } from '#player/outputs/hosted/remotePlayback.ts'
import { advanceTime, playing, startEngine } from './harness.ts'

const offered = { kind: 'airPlay', connection: 'disconnected' } as const
const connected = { kind: 'airPlay', connection: 'connected' } as const

describe('BY28 the engine', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('BY28 the output reports a device → in the state; the device disappears → null', async () => {
    const engine = await playing(['f:ok1'])
    expect(engine.state.remotePlayback).toBeNull()
    engine.hosted.emit({ type: 'remotePlayback', status: offered })
    expect(engine.state.remotePlayback).toEqual(offered)
    engine.hosted.emit({ type: 'remotePlayback', status: null })
    expect(engine.state.remotePlayback).toBeNull()
  })

  it('BY28 the command → the output opens the list of devices before dispatch returns', async () => {
    const engine = await playing(['f:ok1'])
    engine.hosted.emit({ type: 'remotePlayback', status: offered })
    engine.dispatch(player.promptRemotePlayback())
    expect(engine.hosted.calls.at(-1)).toBe('prompt')
  })

  it('BY28 the command without an item → nothing happens', async () => {
    const engine = startEngine()
    engine.dispatch(player.promptRemotePlayback())
    await advanceTime()
    expect(engine.hosted.calls).toEqual([])
    expect(engine.task.isRunning()).toBe(true)
  })

  it('BY28 connected → pause, seek, volume and next still go to the output of this page', async () => {
    const engine = await playing(['f:ok1', 'f:ok2'])
    engine.hosted.emit({ type: 'remotePlayback', status: connected })
    for (const command of [player.pause(), player.seek(5), player.setVolume(0.7), player.next()]) engine.dispatch(command)
    await advanceTime()
    expect(engine.hosted.calls).toEqual(expect.arrayContaining(['pause', 'seek 5', 'volume 0.7', 'load ok2']))
    expect(engine.state.remote).toBeNull()
  })

  it('BY28 the next item plays in another output, which has no remote playback → null', async () => {
    const engine = await playing(['f:ok1', 'y:ok2'])
    engine.hosted.emit({ type: 'remotePlayback', status: connected })
    const { loadId } = engine.hosted.current
    engine.dispatch(player.next())
    await advanceTime()
    expect(engine.state.playing?.output).toBe('youtube')
    expect(engine.state.remotePlayback).toBeNull()
    engine.hosted.emit({ type: 'remotePlayback', status: connected }, loadId)
    expect(engine.state.remotePlayback, 'a late report of the first item').toBeNull()
  })
})

/** An element with the Remote Playback API. */
class FakeRemote extends EventTarget {
  state: RemotePlaybackState = 'disconnected'
  prompts = 0
  callbacks = new Set<(isAvailable: boolean) => void>()
  async watchAvailability(callback: (isAvailable: boolean) => void) {
    this.callbacks.add(callback)
    return this.callbacks.size
  }
  async cancelWatchAvailability() {
    this.callbacks.clear()
  }
  async prompt() {
    this.prompts += 1
    throw new Error('The person chose no device')
  }
  setAvailable(isAvailable: boolean) {
    for (const callback of this.callbacks) callback(isAvailable)
  }
  change(state: RemotePlaybackState, event: string) {
    this.state = state
    this.dispatchEvent(new Event(event))
  }
}

const withRemote = (src: string) => {
  const remote = new FakeRemote()
  return { remote, element: { src, remote } as unknown as HTMLMediaElement }
}

/** An element of a Safari before 13.1. */
class FakeAirPlayElement extends EventTarget {
  src = 'https://files.example/a.mp4'
  webkitCurrentPlaybackTargetIsWireless = false
  pickers = 0
  webkitShowPlaybackTargetPicker() {
    this.pickers += 1
  }
  setAvailability(availability: string) {
    this.dispatchEvent(Object.assign(new Event('webkitplaybacktargetavailabilitychanged'), { availability }))
  }
  setWireless(isWireless: boolean) {
    this.webkitCurrentPlaybackTargetIsWireless = isWireless
    this.dispatchEvent(new Event('webkitcurrentplaybacktargetiswirelesschanged'))
  }
}

function watched() {
  const onChange = vi.fn()
  return { onChange, watch: new RemoteWatch(onChange) }
}

describe('BY28 the hosted output', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('BY28 the Remote Playback API: availability and connection → reported; prompt → the browser’s list', () => {
    const { watch, onChange } = watched()
    const { remote, element } = withRemote('https://files.example/a.mp4')
    watch.setElement(element)
    expect(watch.status).toBeNull()
    remote.setAvailable(true)
    expect(onChange).toHaveBeenLastCalledWith({ kind: 'standard', connection: 'disconnected' })
    watch.prompt()
    expect(remote.prompts).toBe(1)
    remote.change('connecting', 'connecting')
    expect(onChange).toHaveBeenLastCalledWith({ kind: 'standard', connection: 'connecting' })
    remote.change('connected', 'connect')
    remote.setAvailable(false)
    expect(onChange, 'connected, so it can still be ended').toHaveBeenLastCalledWith({ kind: 'standard', connection: 'connected' })
    remote.change('disconnected', 'disconnect')
    expect(onChange).toHaveBeenLastCalledWith(null)
  })

  it('BY28 Safari with the Remote Playback API → named AirPlay', () => {
    vi.stubGlobal('WebKitPlaybackTargetAvailabilityEvent', Event)
    const { watch } = watched()
    const { remote, element } = withRemote('https://files.example/a.m3u8')
    watch.setElement(element)
    remote.setAvailable(true)
    expect(watch.status).toEqual(offered)
  })

  it('BY28 Safari without it: events of WebKit → reported; prompt → the AirPlay picker', () => {
    vi.stubGlobal('WebKitPlaybackTargetAvailabilityEvent', Event)
    const { watch, onChange } = watched()
    const element = new FakeAirPlayElement()
    watch.setElement(element as unknown as HTMLMediaElement)
    element.setAvailability('available')
    expect(onChange).toHaveBeenLastCalledWith(offered)
    watch.prompt()
    expect(element.pickers).toBe(1)
    element.setWireless(true)
    expect(onChange).toHaveBeenLastCalledWith(connected)
    element.setWireless(false)
    element.setAvailability('not-available')
    expect(onChange).toHaveBeenLastCalledWith(null)
    watch.stop()
    onChange.mockClear()
    element.setAvailability('available')
    element.setWireless(true)
    expect(onChange).not.toHaveBeenCalled()
  })

  it.each(['blob:https://strand.example/1', ''])('BY28 media of a MediaSource (src "%s") → no device is searched', (src) => {
    const { watch } = watched()
    const { remote, element } = withRemote(src)
    watch.setElement(element)
    expect(remote.callbacks.size).toBe(0)
    watch.prompt()
    expect(remote.prompts).toBe(0)
  })

  it('BY28 a browser without remote playback → null', () => {
    const { watch } = watched()
    watch.setElement({ src: 'https://files.example/a.mp4' } as HTMLMediaElement)
    watch.prompt()
    expect(watch.status).toBeNull()
  })

  it('BY28 the next file in the same element → the status stays known; another element or MediaSource → the search ends', () => {
    const { watch, onChange } = watched()
    const first = withRemote('https://files.example/a.mp4')
    watch.setElement(first.element)
    first.remote.setAvailable(true)
    const [late] = first.remote.callbacks
    first.element.src = 'https://files.example/b.mp4'
    watch.setElement(first.element)
    expect(watch.status).toEqual({ kind: 'standard', connection: 'disconnected' })
    expect(first.remote.callbacks.size).toBe(1)

    first.element.src = 'blob:https://strand.example/1'
    watch.setElement(first.element)
    expect(watch.status).toBeNull()
    expect(first.remote.callbacks.size).toBe(0)

    const second = withRemote('https://files.example/c.mp3')
    watch.setElement(second.element)
    onChange.mockClear()
    late!(true)
    expect(onChange, 'a late report of the first element').not.toHaveBeenCalled()
    expect(watch.status).toBeNull()
    second.remote.setAvailable(true)
    expect(watch.status).not.toBeNull()
  })
})
