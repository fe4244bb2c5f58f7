/**
 * Files and HLS, hosted by react-player's factory with entries of our own. This is the one place of the
 * player where React is allowed: react-player is a React component, rendered by a root of its own.
 *
 * The element is driven through its ref. react-player's `playing` is never given, because it drops the
 * promise of `play()` and with it the news of a refused autoplay; its `volume` is given at every
 * render, because at every render it sets the element's volume to that, or to 1.
 */
import { forwardRef, useLayoutEffect, useRef, type SyntheticEvent } from 'react'
import { createRoot } from 'react-dom/client'
import type { PlayerEntry } from 'react-player/players'
import { createReactPlayer } from 'react-player/ReactPlayer'
import type { VideoElementProps } from 'react-player/types'
import type { FailureScope, LoadRequest, Output } from '../../ports.ts'
import { createEvents, type Say } from '../events.ts'
import { isHls } from '../formats.ts'
import { createLinger } from '../linger.ts'

export interface MediaFailure {
  code: string
  scope: FailureScope
}

/**
 * A `<video>` for sound too, where react-player's own entry changes to `<audio>` by the file's ending:
 * the same element plays on from item to item, and on a phone a new one needs a new gesture.
 */
const FilePlayer = forwardRef<HTMLVideoElement, VideoElementProps>(function FilePlayer({ config: _, ...props }, ref) {
  return <video {...props} ref={ref} />
})

const mediaErrors: Readonly<Record<number, MediaFailure>> = {
  [2]: { code: 'network', scope: 'network' },
  [3]: { code: 'undecodable', scope: 'stream' },
  [4]: { code: 'unsupported', scope: 'stream' },
}

function failureOf(event: SyntheticEvent<HTMLVideoElement>): MediaFailure | null {
  const { nativeEvent, currentTarget } = event
  if (nativeEvent instanceof CustomEvent) return nativeEvent.detail as MediaFailure
  return mediaErrors[currentTarget.error?.code ?? 0] ?? null
}

interface Load {
  request: LoadRequest
  say: Say
  wanted: boolean
  /** The element holds the medium already, so nothing has to be fetched. */
  again: boolean
  /** Another number makes another element. */
  key: number
}

export function createHosted(host: HTMLElement): Output {
  const events = createEvents()
  const root = createRoot(host, { onUncaughtError: () => load?.say({ type: 'failed', code: 'crashed', scope: 'player' }) })
  const linger = createLinger(letGo)
  let load: Load | null = null
  /** The load that is or was last drawn: the element may hold its medium still. */
  let drawn: Load | null = null
  let element: HTMLVideoElement | null = null
  let volume = 1
  let muted = false

  // Asked of what is drawn, because an entry is given the address alone, and the format decides too.
  const hls: PlayerEntry = { key: 'hls', name: 'HLS', canPlay: () => drawn !== null && isHls(drawn.request.stream) }
  const file: PlayerEntry = { key: 'file', name: 'File', canPlay: () => true, player: FilePlayer }
  const Player = createReactPlayer([hls, file], file)

  function View({ of }: { of: Load }) {
    const { say, request: { stream, startTime = 0 } } = of
    const ref = useRef<HTMLVideoElement>(null)
    useLayoutEffect(() => begin(of, ref.current), [of])
    return (
      <Player
        key={of.key}
        ref={ref}
        src={stream.uri}
        volume={volume}
        muted={muted}
        playsInline
        preload="auto"
        width="100%"
        height="100%"
        onLoadedMetadata={({ currentTarget }) => {
          if (startTime > 0) currentTarget.currentTime = startTime
          say({ type: 'ready', duration: seconds(currentTarget.duration) })
        }}
        onPlaying={({ currentTarget: { paused } }) => paused || say({ type: 'playing' })}
        // An element pauses when it ends, too; and a late event may find it playing again.
        onPause={({ currentTarget: { paused, ended } }) => paused && !ended && say({ type: 'paused' })}
        onWaiting={() => say({ type: 'buffering' })}
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) =>
          say({ type: 'time', position: currentTime, duration: seconds(duration) })}
        onEnded={({ currentTarget: { ended } }) => ended && say({ type: 'ended' })}
        onError={(event) => {
          const failure = failureOf(event)
          if (failure !== null) say({ type: 'failed', ...failure })
        }}
      />
    )
  }

  function draw(): void {
    root.render(drawn === null ? null : <View of={drawn} />)
  }
  function show(next: Load): void {
    drawn = next
    draw()
  }
  /** The element is there and has the address. */
  function begin(of: Load, video: HTMLVideoElement | null): void {
    if (of !== load || video === null) return
    element = video
    if (of.again && video.readyState > 0) {
      // There will be no second `loadedmetadata`.
      video.currentTime = of.request.startTime ?? 0
      of.say({ type: 'ready', duration: seconds(video.duration) })
    }
    if (of.wanted) start(of, video)
  }
  function start(of: Load, video: HTMLVideoElement): void {
    video.play().catch((error: unknown) => {
      // Whatever else can go wrong comes as an `error` event, or is our own pause.
      if (error instanceof DOMException && error.name === 'NotAllowedError') of.say({ type: 'autoplayBlocked' })
    })
  }
  function letGo(): void {
    drawn = null
    element?.removeAttribute('src')
    element?.load()
    element = null
    draw()
  }

  return {
    id: 'hosted',
    load(request) {
      linger.stop()
      volume = request.volume
      muted = request.muted
      const same = drawn?.request.stream.uri === request.stream.uri
      const again = same && element !== null && element.error === null
      const key = (drawn?.key ?? 0) + (same && !again ? 1 : 0)
      const next: Load = { request, say: events.begin(request), wanted: request.autoplay, again, key }
      load = next
      host.hidden = false
      if (!isHls(request.stream) || hls.player !== undefined) {
        show(next)
        return
      }
      import('./hls.tsx').then(
        ({ HlsPlayer }) => {
          hls.player = HlsPlayer
          if (load === next) show(next)
        },
        () => next.say({ type: 'failed', code: 'unavailable', scope: 'network' }),
      )
    },
    play() {
      if (load === null) return
      load.wanted = true
      if (drawn === load && element !== null) start(load, element)
    },
    pause() {
      if (load === null) return
      load.wanted = false
      if (drawn === load) element?.pause()
    },
    seek(position) {
      if (drawn === load && element !== null) element.currentTime = position
    },
    setVolume(nextVolume, nextMuted) {
      volume = nextVolume
      muted = nextMuted
      if (element !== null) Object.assign(element, { volume, muted })
      draw()
    },
    unload() {
      events.end()
      if (load === null) return
      load = null
      host.hidden = true
      element?.pause()
      linger.start()
    },
    subscribe: events.subscribe,
  }
}

/** A duration as the engine has it: 0 where it is not known, or has no end. */
const seconds = (duration: number): number => (Number.isFinite(duration) ? duration : 0)
