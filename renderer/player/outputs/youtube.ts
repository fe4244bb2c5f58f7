/** The output for YouTube, on its IFrame API (decision 46), with one frame for all videos. */
import type { LoadRequest, Output } from '../ports.ts'
import type { Failure } from './failures.ts'
import { createProviderOutput, drawFrame, ofStream, type FrameHooks, type Load, type ProviderPlayer } from './provider.ts'
import { loadYouTubeApi, states, type YouTubeApi, type YouTubePlayer } from './youtube-api.ts'

const origin = 'https://www.youtube-nocookie.com'
/** Interval between two reads of the position or volume (ms). */
const tickMs = 250

/** Failures by the `data` of `onError`. 101 and 150 mean that embedding is not allowed, or a region lock. */
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

/** The address of the frame. YouTube starts at whole seconds. */
export function youtubeAddress(videoId: string, startTime: number, page: string): string {
  const query = new URLSearchParams({ enablejsapi: '1', origin: page, playsinline: '1', rel: '0' })
  if (startTime > 0) query.set('start', String(Math.floor(startTime)))
  return `${origin}/embed/${videoId}?${query}`
}

function open(api: YouTubeApi, host: HTMLElement, { stream, startTime = 0 }: LoadRequest, { up }: FrameHooks): ProviderPlayer {
  // The frame fills the stage: YouTube chooses the quality only by the size of the frame (decision 43).
  const frame = drawFrame(host, 'YouTube', youtubeAddress(stream.uri, startTime, location.origin))
  /** The video of the frame's first address, which needs no command. */
  let firstUri: string | null = stream.uri
  let load: Load | null = null
  /** Whether the frame's events are about the current video, not the previous one. */
  let isLoaded = false
  /** Error 5 (undecodable) was retried once. */
  let isRetried = false
  /** The last position, or the start (seconds). */
  let reached = 0
  let ticks: ReturnType<typeof setInterval> | undefined

  const player: YouTubePlayer = new api.Player(frame, {
    events: {
      onReady: up,
      onStateChange: ({ data }) => onStateChange(data),
      onError: ({ data }) => onError(data),
      onAutoplayBlocked: () => load?.emit({ type: 'autoplayBlocked' }),
    },
  })

  function setVolume(volume: number, muted: boolean): void {
    player.setVolume(Math.round(volume * 100))
    if (muted) player.mute()
    else player.unMute()
  }
  /** Replaces the video in the frame, or loads it again. */
  function swap({ request, shouldPlay }: Load): void {
    const video = { videoId: request.stream.uri, startSeconds: reached }
    if (shouldPlay) player.loadVideoById(video)
    else player.cueVideoById(video)
  }
  /** Polls the volume, because a change has no event. */
  function readVolume(): void {
    load?.volumeIs(player.getVolume() / 100, player.isMuted())
  }
  function readPosition(): void {
    readVolume()
    reached = player.getCurrentTime()
    load?.emit({ type: 'time', position: reached, duration: player.getDuration() })
  }

  function onStateChange(state: number): void {
    if (load === null) return
    // Until the frame has started this video, an end or a pause belongs to the previous one.
    if (state === states.unstarted || state === states.buffering || state === states.cued) isLoaded = true
    else if (state !== states.playing && !isLoaded) return
    clearInterval(ticks)
    if (state === states.playing) {
      isLoaded = true
      load.emit({ type: 'playing' })
      ticks = setInterval(readPosition, tickMs)
    } else if (state === states.paused) {
      readPosition()
      load.emit({ type: 'paused' })
      ticks = setInterval(readVolume, tickMs)
    } else if (state === states.buffering) load.emit({ type: 'buffering' })
    else if (state === states.ended) load.emit({ type: 'ended' })
  }
  function onError(data: number): void {
    if (load === null) return
    if (data === 5 && !isRetried) {
      isRetried = true
      swap(load)
      return
    }
    if (data === 153) {
      console.error('YouTube error 153: no Referer was sent. Check the Referrer-Policy of this page; the video is not the cause.')
    }
    load.emit({ type: 'failed', ...youtubeFailure(data) })
  }

  return {
    show(next) {
      load = next
      isRetried = false
      const { stream, startTime = 0, volume, muted } = next.request
      reached = startTime
      isLoaded = stream.uri === firstUri
      firstUri = null
      setVolume(volume, muted)
      next.emit({ type: 'ready' })
      if (!isLoaded) swap(next)
      else if (next.shouldPlay) player.playVideo()
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
  return createProviderOutput<YouTubeApi>(
    {
      id: 'youtube',
      fetch: loadYouTubeApi,
      missing: { code: 'blocked', scope: 'network' },
      open,
      // A frame that was allowed to play may play where a new one would need a gesture.
      outlivesFailure: true,
      pictureInPicture: false,
    },
    host,
  )
}
