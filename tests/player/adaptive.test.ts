/** HLS and DASH with fakes of their scripts and of the media element. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { within720 } from '#player/outputs/hosted/adaptive.ts'
import { attachDash, bitrateWithin720 } from '#player/outputs/hosted/dash.ts'
import { partOf } from '#player/outputs/hosted/entries.ts'
import { attachHls } from '#player/outputs/hosted/hls.ts'
import { stream } from './harness.ts'

const scripts = vi.hoisted(() => {
  type Listener = (...args: never[]) => void
  class Emitter {
    listeners = new Map<string, Listener>()
    on(event: string, listener: Listener) {
      this.listeners.set(event, listener)
    }
    emit(event: string, ...args: unknown[]) {
      this.listeners.get(event)?.(...(args as never[]))
    }
  }
  class Hls extends Emitter {
    static made: Hls
    static isSupported = () => true
    config: unknown
    autoLevelCapping = -1
    levels = []
    recovered = 0
    constructor(config: unknown) {
      super()
      this.config = config
      Hls.made = this
    }
    loadSource() {}
    attachMedia() {}
    destroy() {}
    recoverMediaError() {
      this.recovered += 1
    }
  }
  class Dash extends Emitter {
    static made: Dash
    settings: object[] = []
    constructor() {
      super()
      Dash.made = this
    }
    updateSettings(settings: object) {
      this.settings.push(settings)
    }
    initialize() {}
    destroy() {}
  }
  return { Hls, Dash }
})
vi.mock('hls.js', () => ({
  default: scripts.Hls,
  Events: { FRAG_BUFFERED: 'buffered', MEDIA_ATTACHED: 'attached', MANIFEST_PARSED: 'parsed', ERROR: 'error' },
  ErrorTypes: { MEDIA_ERROR: 'mediaError', NETWORK_ERROR: 'networkError' },
  ErrorDetails: { BUFFER_ADD_CODEC_ERROR: 'codec' },
}))
vi.mock('dashjs', () => ({
  MediaPlayer: Object.assign(() => ({ create: () => new scripts.Dash() }), {
    events: { MANIFEST_LOADED: 'manifest', FRAGMENT_LOADING_COMPLETED: 'fragment', ERROR: 'error', PLAYBACK_ENDED: 'ended' },
  }),
}))

function element() {
  const made = {
    paused: false,
    plays: 0,
    readyState: 0,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    play: async () => void (made.plays += 1),
  }
  return made as unknown as HTMLVideoElement & { plays: number }
}
const decode = { code: 3 } as MediaError

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaError', { MEDIA_ERR_DECODE: 3 })
  vi.stubGlobal('HTMLMediaElement', { HAVE_FUTURE_DATA: 3 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const sizes = (...heights: number[]) => heights.map((height) => ({ width: Math.round((height * 16) / 9), height }))

describe('L3 quality of the 720 class', () => {
  it('L3 levels of several sizes → those of at most 720, else the smallest; all without known sizes', () => {
    expect(within720(sizes(360, 720, 1080)).map(({ height }) => height)).toEqual([360, 720])
    expect(within720(sizes(1080, 2160)).map(({ height }) => height)).toEqual([1080])
    expect(within720([{}, {}])).toHaveLength(2)
    expect(
      within720([
        { width: 720, height: 1280 },
        { width: 1080, height: 1920 },
      ]),
      'upright',
    ).toEqual([{ width: 720, height: 1280 }])
  })
  it('L3 HLS → capped before the first segment, with a back buffer of 30 s', () => {
    attachHls(
      element(),
      '/a.m3u8',
      () => undefined,
      () => undefined,
    )
    const hls = scripts.Hls.made
    hls.emit('parsed', 'parsed', { levels: sizes(360, 720, 720, 1080, 2160) })
    expect(hls.autoLevelCapping).toBe(2)
    hls.emit('parsed', 'parsed', { levels: sizes(1080, 2160) })
    expect(hls.autoLevelCapping).toBe(0)
    expect(hls.config).toMatchObject({ backBufferLength: 30 })
  })
  it('L3 DASH → limited to the bitrate of the best video of at most 720, with a back buffer of 30 s', () => {
    const of = (...heights: number[]) => sizes(...heights).map((size) => ({ ...size, bandwidth: size.height * 1000 }))
    const manifest = (...heights: number[]) => ({
      Period: [
        {
          AdaptationSet: [
            { mimeType: 'video/mp4', Representation: of(...heights) },
            { mimeType: 'audio/mp4', Representation: [{ bandwidth: 128_000 }] },
            { mimeType: 'image/jpeg', Representation: of(90) },
          ],
        },
      ],
    })
    expect(bitrateWithin720(manifest(360, 720, 1080))).toBe(720)
    expect(bitrateWithin720(manifest(1080, 2160))).toBe(1080)
    expect(bitrateWithin720(manifest())).toBe(-1)
    attachDash(
      element(),
      '/a.mpd',
      () => undefined,
      () => undefined,
    )
    const dash = scripts.Dash.made
    dash.emit('manifest', { data: manifest(360, 720, 1080) })
    expect(dash.settings[0]).toMatchObject({ streaming: { buffer: { bufferToKeep: 30 } } })
    expect(dash.settings.at(-1)).toEqual({ streaming: { abr: { maxBitrate: { video: 720 } } } })
  })
})

describe('the end of DASH', () => {
  it('L9 dash.js ends before the element → the end is reported once, and not at the end of a period', () => {
    const [video, end] = [Object.assign(element(), { ended: false }), vi.fn()]
    attachDash(video, '/a.mpd', () => undefined, end)
    const dash = scripts.Dash.made
    dash.emit('ended', { isLast: false })
    expect(end).not.toHaveBeenCalled()
    dash.emit('ended', { isLast: true })
    expect(end).toHaveBeenCalledOnce()
    Object.assign(video, { ended: true })
    dash.emit('ended', { isLast: true })
    expect(end).toHaveBeenCalledOnce()
  })
})

describe('L5 media errors', () => {
  it('L5 HLS errors → three per minute are recovered and playback continues; the fourth fails', async () => {
    const [video, fail] = [element(), vi.fn()]
    const { recover } = attachHls(video, '/a.m3u8', fail, () => undefined)
    const hls = scripts.Hls.made
    const error = () => {
      hls.emit('error', 'error', { fatal: true, type: 'mediaError', details: 'bufferAppendError' })
      hls.emit('attached')
    }
    for (let n = 0; n < 3; n++) error()
    await vi.advanceTimersByTimeAsync(0)
    expect([hls.recovered, video.plays, fail.mock.calls.length]).toEqual([3, 3, 0])
    error()
    expect([hls.recovered, fail.mock.calls.length]).toEqual([3, 1])
    vi.advanceTimersByTime(60_000)
    expect([recover!(decode), hls.recovered]).toEqual([true, 4])
    hls.emit('error', 'error', { fatal: true, type: 'mediaError', details: 'bufferAppendError' })
    expect([hls.recovered, fail.mock.calls.length], 'the same error reported by both').toEqual([4, 1])
  })
  it('L5 HLS network error or unsupported codec → not recovered', () => {
    const fail = vi.fn()
    const { recover } = attachHls(element(), '/a.m3u8', fail, () => undefined)
    scripts.Hls.made.emit('error', 'error', { fatal: true, type: 'mediaError', details: 'codec' })
    expect([scripts.Hls.made.recovered, fail.mock.calls.length]).toEqual([0, 1])
    expect(recover!({ code: 4 } as MediaError)).toBe(false)
  })
  it('L5 DASH errors → dash.js recovers three per minute; the fourth fails', async () => {
    const video = element()
    const { recover } = attachDash(
      video,
      '/a.mpd',
      () => undefined,
      () => undefined,
    )
    expect([decode, decode, decode, decode].map(recover!)).toEqual([true, true, true, false])
    await vi.advanceTimersByTimeAsync(0)
    expect(video.plays).toBe(3)
    vi.advanceTimersByTime(60_000)
    expect(recover!(decode)).toBe(true)
  })
})

describe('BY28 HLS and AirPlay', () => {
  const kind = (canPlay: boolean, globals: string[]) => {
    vi.stubGlobal('document', { createElement: () => ({ canPlayType: () => (canPlay ? 'maybe' : '') }) })
    for (const name of globals) vi.stubGlobal(name, () => undefined)
    const { kind } = partOf(stream('f:clip.m3u8'))
    vi.unstubAllGlobals()
    return kind
  }
  it('BY28 HLS with AirPlay, or without MediaSource → the element plays the address itself', () => {
    expect(kind(true, ['ManagedMediaSource', 'WebKitPlaybackTargetAvailabilityEvent']), 'Safari').toBe('file')
    expect(kind(true, []), 'an iPhone of before 17.1').toBe('file')
    expect(kind(true, ['MediaSource']), 'Chromium').toBe('hls')
    expect(kind(false, ['MediaSource']), 'Firefox').toBe('hls')
  })
})
