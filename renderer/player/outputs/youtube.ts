/** YouTube on its own IFrame API (decision 46), one frame that is kept from video to video. */
import type { FailureScope, LoadRequest, Output } from '../ports.ts'
import { createEvents, type Say } from './events.ts'
import { createLinger } from './linger.ts'
import { loadYouTubeApi, states, type YouTubeApi, type YouTubePlayer } from './youtube-api.ts'

const origin = 'https://www.youtube-nocookie.com'
/** Milliseconds between two looks at the position. */
const tick = 250
/** Milliseconds after which a video that has not begun, on a page that nobody touched, counts as refused. */
const refusedAfter = 3000

/** `onError` data. 2 is a bad id; 101 and 150 are the same refusal to be embedded. */
const failures: Readonly<Record<number, { code: string; scope: FailureScope }>> = {
  2: { code: 'invalid', scope: 'stream' },
  5: { code: 'undecodable', scope: 'stream' },
  100: { code: 'gone', scope: 'stream' },
  101: { code: 'embedding-forbidden', scope: 'stream' },
  150: { code: 'embedding-forbidden', scope: 'stream' },
  153: { code: 'no-referrer', scope: 'config' },
}

interface Load {
  request: LoadRequest
  say: Say
  wanted: boolean
  /** The frame speaks of this video, and no longer of the one before. */
  fresh: boolean
  heard: boolean
  failed: boolean
  retried: boolean
}

interface Frame {
  player: YouTubePlayer
  /** The video that its address names; the first load needs no other command. */
  videoId: string
  ready: boolean
}

export function createYouTube(host: HTMLElement): Output {
  const events = createEvents()
  const linger = createLinger(destroy)
  let frame: Frame | null = null
  let load: Load | null = null
  let ticks: ReturnType<typeof setInterval> | undefined
  let refusal: ReturnType<typeof setTimeout> | undefined

  function open(api: YouTubeApi, { request: { stream: { uri }, startTime = 0 } }: Load): void {
    const element = document.createElement('iframe')
    const query = new URLSearchParams({ enablejsapi: '1', origin: location.origin, playsinline: '1', rel: '0' })
    if (startTime > 0) query.set('start', String(Math.floor(startTime)))
    element.src = `${origin}/embed/${uri}?${query}`
    // Without a Referer YouTube answers error 153; the page's own policy may be stricter than this.
    element.referrerPolicy = 'strict-origin-when-cross-origin'
    element.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
    element.title = 'YouTube'
    Object.assign(element.style, { width: '100%', height: '100%', border: '0' })
    host.replaceChildren(element)

    const opened: Frame = { player: null as never, videoId: uri, ready: false }
    /** Callbacks of a frame that was destroyed meanwhile find nothing to do. */
    const live = (react: (current: Load) => void) => () => {
      if (frame === opened && load !== null) react(load)
    }
    opened.player = new api.Player(element, {
      events: {
        onReady: () => {
          opened.ready = true
          live((current) => {
            current.say({ type: 'ready' })
            if (current.request.stream.uri !== opened.videoId) swap(opened.player, current)
            else {
              current.fresh = true
              applyVolume(opened.player, current)
              if (current.wanted) begin(opened.player, current)
            }
          })()
        },
        onStateChange: ({ data }) => live((current) => changed(opened.player, current, data))(),
        onError: ({ data }) => live((current) => failed(opened.player, current, data))(),
        onAutoplayBlocked: live((current) => current.say({ type: 'autoplayBlocked' })),
      },
    })
    frame = opened
  }

  function applyVolume(player: YouTubePlayer, { request: { volume, muted } }: Load): void {
    player.setVolume(Math.round(volume * 100))
    if (muted) player.mute()
    else player.unMute()
  }
  /** Another video in the frame that is there. */
  function swap(player: YouTubePlayer, current: Load): void {
    const { stream, startTime = 0 } = current.request
    const video = { videoId: stream.uri, startSeconds: startTime }
    applyVolume(player, current)
    if (current.wanted) {
      player.loadVideoById(video)
      watchForRefusal(player, current)
    } else player.cueVideoById(video)
  }
  function begin(player: YouTubePlayer, current: Load): void {
    player.playVideo()
    watchForRefusal(player, current)
  }
  /** Frames from before `onAutoplayBlocked` refuse without a word. */
  function watchForRefusal(player: YouTubePlayer, current: Load): void {
    clearTimeout(refusal)
    refusal = setTimeout(() => {
      const state = player.getPlayerState()
      const touched = navigator.userActivation?.hasBeenActive === true
      if (load !== current || !current.wanted || current.heard || touched) return
      if (state === states.unstarted || state === states.cued) current.say({ type: 'autoplayBlocked' })
    }, refusedAfter)
  }

  function changed(player: YouTubePlayer, current: Load, state: number): void {
    // Until the frame has begun with this video, an end or a pause is that of the one before.
    if (state === states.unstarted || state === states.buffering || state === states.cued) current.fresh = true
    else if (state !== states.playing && !current.fresh) return
    clearInterval(ticks)
    if (state === states.playing) {
      current.fresh = true
      current.heard = true
      clearTimeout(refusal)
      current.say({ type: 'playing' })
      ticks = setInterval(() => look(player, current), tick)
    } else if (state === states.paused) {
      look(player, current)
      current.say({ type: 'paused' })
    } else if (state === states.buffering) current.say({ type: 'buffering' })
    else if (state === states.ended) current.say({ type: 'ended' })
  }
  function look(player: YouTubePlayer, current: Load): void {
    current.say({ type: 'time', position: player.getCurrentTime(), duration: player.getDuration() })
  }

  function failed(player: YouTubePlayer, current: Load, data: number): void {
    if (data === 5 && !current.retried) {
      current.retried = true
      swap(player, current)
      return
    }
    if (data === 153) {
      console.error('YouTube error 153: it was given no Referer. Check the Referrer-Policy of this page; the video is not to blame.')
    }
    current.failed = true
    current.say({ type: 'failed', ...(failures[data] ?? { code: `youtube-${data}`, scope: 'stream' as const }) })
  }

  function destroy(): void {
    linger.stop()
    frame?.player.destroy()
    frame = null
    host.replaceChildren()
  }

  return {
    id: 'youtube',
    load(request) {
      linger.stop()
      const next: Load = {
        request: { ...request }, say: events.begin(request), wanted: request.autoplay,
        fresh: false, heard: false, failed: false, retried: false,
      }
      load = next
      host.hidden = false
      if (frame !== null) {
        if (frame.ready) {
          next.say({ type: 'ready' })
          swap(frame.player, next)
        }
        return
      }
      loadYouTubeApi().then(
        (api) => { if (load === next && frame === null) open(api, next) },
        () => next.say({ type: 'failed', code: 'blocked', scope: 'network' }),
      )
    },
    play() {
      if (load === null) return
      load.wanted = true
      if (frame?.ready === true) begin(frame.player, load)
    },
    pause() {
      if (load === null) return
      load.wanted = false
      if (frame?.ready === true) frame.player.pauseVideo()
    },
    seek(position) {
      if (load !== null && frame?.ready === true) frame.player.seekTo(position, true)
    },
    setVolume(volume, muted) {
      if (load === null) return
      Object.assign(load.request, { volume, muted })
      if (frame?.ready === true) applyVolume(frame.player, load)
    },
    unload() {
      events.end()
      if (load === null) return
      const { wanted, heard, failed: hasFailed } = load
      load = null
      clearInterval(ticks)
      clearTimeout(refusal)
      host.hidden = true
      if (frame === null) return
      // A frame that never answered is not given another chance.
      if (!frame.ready || (wanted && !heard && !hasFailed)) destroy()
      else {
        frame.player.stopVideo()
        linger.start()
      }
    },
    subscribe: events.subscribe,
  }
}
