import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OutputEvent } from '#player/ports.ts'
import { createVolumeWatch, testVolume } from '#player/outputs/volume.ts'
import { create as createYouTube } from '#player/outputs/youtube.ts'
import { stream } from './harness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('L4 detection of a settable volume', () => {
  const result = async (probe: Pick<HTMLMediaElement, 'volume'>) => {
    const tested = testVolume(probe)
    await vi.advanceTimersByTimeAsync(1)
    return tested
  }

  it('L4 an element that accepts the volume → settable', async () => {
    expect(await result({ volume: 1 })).toBe(true)
  })

  it('L4 an element that ignores or resets the volume, as on iOS → not settable', async () => {
    expect(
      await result({
        get volume() {
          return 1
        },
        set volume(_) {},
      }),
    ).toBe(false)
    let volume = 1
    const reverts = {
      get volume() {
        return volume
      },
      set volume(next) {
        volume = next
        setTimeout(() => {
          volume = 1
        })
      },
    }
    expect(await result(reverts)).toBe(false)
  })
})

describe('L4 volume reports of a provider', () => {
  it('L4 a report within a second after a set → an echo; later → a change by the person', () => {
    const watch = createVolumeWatch()
    watch.set(0.4, false)
    expect([watch.report(1, false), watch.report(0.4, false)]).toEqual([null, null])
    vi.advanceTimersByTime(1000)
    expect(watch.report(0.404, false), 'rounded').toBeNull()
    expect(watch.report(0.7, false)).toEqual({ volume: 0.7, muted: false })
    expect(watch.report(0.7, false), 'reported again').toBeNull()
  })
  it('L4 a provider that ignores the volume → no change', () => {
    const watch = createVolumeWatch()
    watch.set(0.4, false)
    watch.report(1, false)
    vi.advanceTimersByTime(1000)
    expect(watch.report(1, false)).toBeNull()
  })
  it('L4 muted by a volume of 0 → the volume before stays', () => {
    const watch = createVolumeWatch()
    watch.set(0.4, false)
    vi.advanceTimersByTime(1000)
    expect(watch.report(0, true)).toEqual({ volume: 0.4, muted: true })
    expect(watch.report(0, false), 'the same, reported differently').toBeNull()
    expect(watch.report(0.4, false)).toEqual({ volume: 0.4, muted: false })
  })
})

describe('L4 YouTube', () => {
  /** A frame that plays at once and accepts every volume. */
  function start() {
    const frame = { volume: 100, muted: false, changed: (_event: { data: number }) => undefined as void }
    const host = { hidden: true, replaceChildren: () => undefined }
    class Player {
      constructor(_frame: unknown, { events }: { events: { onReady(): void; onStateChange: typeof frame.changed } }) {
        frame.changed = events.onStateChange
        queueMicrotask(() => events.onReady())
      }
      playVideo() {
        frame.changed({ data: 1 })
      }
      pauseVideo() {
        frame.changed({ data: 2 })
      }
      stopVideo() {}
      destroy() {}
      loadVideoById() {
        frame.changed({ data: -1 })
        frame.changed({ data: 1 })
      }
      setVolume(percent: number) {
        frame.volume = percent
      }
      mute() {
        frame.muted = true
      }
      unMute() {
        frame.muted = false
      }
      getVolume() {
        return frame.volume
      }
      isMuted() {
        return frame.muted
      }
      getCurrentTime() {
        return 0
      }
      getDuration() {
        return 100
      }
    }
    vi.stubGlobal('window', { YT: { Player } })
    vi.stubGlobal('location', { origin: 'https://strand.example' })
    vi.stubGlobal('document', { createElement: () => ({ style: {} }) })
    const output = createYouTube(host as unknown as HTMLElement)
    const volumeEvents: OutputEvent[] = []
    output.subscribe((event) => void (event.type === 'volume' && volumeEvents.push(event)))
    const load = (loadId: number, volume: number) =>
      output.load({ loadId, stream: stream('y:abcdefghijk'), autoplay: true, volume, muted: false })
    return { frame, output, volumeEvents, load }
  }

  it('L4 a change in YouTube’s own controls, also while paused → reported once; our own → not reported', async () => {
    const { frame, output, volumeEvents, load } = start()
    load(1, 0.4)
    await vi.advanceTimersByTimeAsync(1500)
    expect([frame.volume, volumeEvents]).toEqual([40, []])
    frame.volume = 80
    await vi.advanceTimersByTimeAsync(1000)
    expect(volumeEvents).toEqual([{ loadId: 1, type: 'volume', volume: 0.8, muted: false }])
    output.setVolume(0.5, false)
    await vi.advanceTimersByTimeAsync(3000)
    expect(volumeEvents).toHaveLength(1)
    output.pause()
    frame.muted = true
    await vi.advanceTimersByTimeAsync(1000)
    expect(volumeEvents.slice(1)).toEqual([{ loadId: 1, type: 'volume', volume: 0.5, muted: true }])
    output.unload()
    load(2, 0.5)
    await vi.advanceTimersByTimeAsync(3000)
    expect([frame.volume, frame.muted, volumeEvents.length], 'the next item has the volume of its load').toEqual([50, false, 2])
  })
})
