/** YouTube on its own IFrame API (decision 46), one frame that is kept from video to video. */
import type { LoadRequest, Output } from '../ports.ts'
import type { Failure } from './failures.ts'
import { createProviderOutput, drawFrame, ofStream, type FrameHooks, type Load, type ProviderPlayer } from './provider.ts'
import { loadYouTubeApi, states, type YouTubeApi, type YouTubePlayer } from './youtube-api.ts'

const origin = 'https://www.youtube-nocookie.com'
/** Milliseconds between two looks at the position. */
const tick = 250

/**
 * `onError` data. 101 and 150 are the same refusal to be embedded, which is also what a video says that is
 * kept from a region: there is no code of its own for that.
 */
const failures: Readonly<Record<number, Failure>> = {
  2: ofStream('invalid'),
  5: ofStream('undecodable'),
  100: ofStream('gone'),
  101: ofStream('embedding-forbidden'),
  150: ofStream('embedding-forbidden'),
  153: { code: 'no-referrer', scope: 'config' },
}

export function youtubeFailure(data: number): Failure {
  return failures[data] ?? ofStream('unknown')
}

/** A start is whole seconds here; the rest of one is not missed. */
export function youtubeAddress(videoId: string, startTime: number, page: string): string {
  const query = new URLSearchParams({ enablejsapi: '1', origin: page, playsinline: '1', rel: '0' })
  if (startTime > 0) query.set('start', String(Math.floor(startTime)))
  return `${origin}/embed/${videoId}?${query}`
}

function open(api: YouTubeApi, host: HTMLElement, { stream, startTime = 0 }: LoadRequest, { up }: FrameHooks): ProviderPlayer {
  // The frame fills the stage: YouTube chooses the quality by its size, and by nothing else (decision 43).
  const frame = drawFrame(host, 'YouTube', youtubeAddress(stream.uri, startTime, location.origin))
  /** The video that the frame's address names needs no other command. */
  let named: string | null = stream.uri
  let load: Load | null = null
  /** The frame speaks of this video, and no longer of the one before. */
  let fresh = false
  let retried = false
  /** Seconds; where it has come to, or begins. */
  let reached = 0
  let ticks: ReturnType<typeof setInterval> | undefined

  const player: YouTubePlayer = new api.Player(frame, {
    events: {
      onReady: up,
      onStateChange: ({ data }) => changed(data),
      onError: ({ data }) => failed(data),
      onAutoplayBlocked: () => load?.say({ type: 'autoplayBlocked' }),
    },
  })

  function setVolume(volume: number, muted: boolean): void {
    player.setVolume(Math.round(volume * 100))
    if (muted) player.mute()
    else player.unMute()
  }
  function swap({ request, wanted }: Load): void {
    const video = { videoId: request.stream.uri, startSeconds: reached }
    if (wanted) player.loadVideoById(video)
    else player.cueVideoById(video)
  }
  /** There is no event for it. */
  function hear(): void {
    load?.volumeIs(player.getVolume() / 100, player.isMuted())
  }
  function look(): void {
    hear()
    reached = player.getCurrentTime()
    load?.say({ type: 'time', position: reached, duration: player.getDuration() })
  }

  function changed(state: number): void {
    if (load === null) return
    // Until the frame has begun with this video, an end or a pause is that of the one before.
    if (state === states.unstarted || state === states.buffering || state === states.cued) fresh = true
    else if (state !== states.playing && !fresh) return
    clearInterval(ticks)
    if (state === states.playing) {
      fresh = true
      load.say({ type: 'playing' })
      ticks = setInterval(look, tick)
    } else if (state === states.paused) {
      look()
      load.say({ type: 'paused' })
      ticks = setInterval(hear, tick)
    } else if (state === states.buffering) load.say({ type: 'buffering' })
    else if (state === states.ended) load.say({ type: 'ended' })
  }
  function failed(data: number): void {
    if (load === null) return
    if (data === 5 && !retried) {
      retried = true
      swap(load)
      return
    }
    if (data === 153) {
      console.error('YouTube error 153: it was given no Referer. Check the Referrer-Policy of this page; the video is not to blame.')
    }
    load.say({ type: 'failed', ...youtubeFailure(data) })
  }

  return {
    show(next) {
      load = next
      retried = false
      const { stream, startTime = 0, volume, muted } = next.request
      reached = startTime
      fresh = stream.uri === named
      named = null
      setVolume(volume, muted)
      next.say({ type: 'ready' })
      if (!fresh) swap(next)
      else if (next.wanted) player.playVideo()
    },
    play: () => player.playVideo(),
    pause: () => player.pauseVideo(),
    seek: (position) => player.seekTo(position, true),
    setVolume,
    stop() {
      load = null
      clearInterval(ticks)
      player.stopVideo()
    },
    destroy() {
      load = null
      clearInterval(ticks)
      player.destroy()
    },
  }
}

export function create(host: HTMLElement): Output {
  return createProviderOutput<YouTubeApi>({
    id: 'youtube',
    fetch: loadYouTubeApi,
    missing: { code: 'blocked', scope: 'network' },
    open,
    // A frame that was allowed to play goes on playing where a new one would have to ask for a gesture.
    outlivesFailure: true,
    pictureInPicture: false,
  }, host)
}
