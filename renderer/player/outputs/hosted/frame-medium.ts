/** A media element whose medium plays in a frame of another origin, and hears and tells by messages. */
import { failures, type Failure } from '../failures.ts'
import type { Fail, Medium } from './medium.ts'

/** What a frame can say. */
export type Heard =
  /** `offline`: a channel that sends nothing (any more). All but `ready` may come again and again. */
  | { type: 'ready' | 'playing' | 'paused' | 'waiting' | 'ended' | 'blocked' | 'offline' }
  | { type: 'time'; position: number; duration: number }
  /** `volume`: 0 to 1. What is absent did not change. */
  | { type: 'volume'; volume?: number; muted?: boolean }
  | { type: 'failed'; failure: Failure }

export interface FrameProtocol {
  name: string
  origin: string
  /** Messages; null where the provider has no such command. */
  commands: {
    play: () => unknown
    pause: () => unknown
    seek: (seconds: number) => unknown
    volume: (volume: number) => unknown
    mute: (muted: boolean) => unknown
  }
  read(message: unknown): Heard[]
}

export type Handlers = Partial<
  Record<'onLoadedMetadata' | 'onPlaying' | 'onPause' | 'onWaiting' | 'onTimeUpdate' | 'onEnded' | 'onVolumeChange', () => void>
>

export interface FrameMedium extends Medium {
  handlers: Handlers
  fail: Fail
  /** Takes over a frame with a new address; what it answers lets go of it. */
  open(frame: HTMLIFrameElement): () => void
}

/** Milliseconds after which a frame that was told to play and stays silent, on a page that nobody touched, counts as refused. */
const refusedAfter = 3000
/** Providers pause at the end, too: a pause in the last second is told only if no end follows within one. */
const nearEnd = 1

/** Providers' frames hold frames of their own, and those may be the ones that speak. */
function isWithin(source: MessageEventSource | null, frame: Window): boolean {
  for (let at = source as Window | null; at !== null; at = at.parent === at ? null : at.parent) if (at === frame) return true
  return false
}

export function createFrameMedium({ origin, commands, read }: FrameProtocol): FrameMedium {
  let frame: HTMLIFrameElement | null = null
  let ready = false
  let paused = true
  let ended = false
  let position = 0
  let duration = NaN
  let volume = 1
  let muted = false
  /** It was told to play, and has not said since that it stopped. */
  let told = false
  /** It was told to stop, so that a beginning that was on its way is not wanted. */
  let held = false
  /** What was last passed on. */
  let state: 'still' | 'playing' | 'waiting' = 'still'
  /** Who waits to hear that it plays. */
  let asked: { resolve: () => void; reject: (error: DOMException) => void } | null = null
  let refusal: ReturnType<typeof setTimeout> | undefined
  let pausing: ReturnType<typeof setTimeout> | undefined

  function tell(message: unknown): void {
    if (ready && message !== null) frame?.contentWindow?.postMessage(message, origin)
  }
  function sound(): void {
    tell(commands.volume(volume))
    tell(commands.mute(muted || volume === 0))
  }
  function settle(): void {
    clearTimeout(refusal)
    asked?.resolve()
    asked = null
  }
  function refuse(): void {
    clearTimeout(refusal)
    paused = true
    told = false
    asked?.reject(new DOMException('The frame may not play yet', 'NotAllowedError'))
    asked = null
  }
  function begin(): void {
    if (!ready) return
    told = true
    tell(commands.play())
    clearTimeout(refusal)
    refusal = setTimeout(() => {
      if (navigator.userActivation?.hasBeenActive !== true) refuse()
    }, refusedAfter)
  }
  function stopped(): void {
    paused = true
    told = false
    held = false
    state = 'still'
  }
  function over(): void {
    if (ended) return
    clearTimeout(pausing)
    stopped()
    ended = true
    medium.handlers.onEnded?.()
  }

  const reactions: { [T in Heard['type']]: (heard: Extract<Heard, { type: T }>) => void } = {
    ready() {
      if (ready) return
      ready = true
      sound()
      if (position > 0) tell(commands.seek(position))
      medium.handlers.onLoadedMetadata?.()
      if (!paused) begin()
    },
    playing() {
      if (held) return tell(commands.pause())
      settle()
      clearTimeout(pausing)
      paused = false
      ended = false
      told = true
      if (state === 'playing') return
      state = 'playing'
      medium.handlers.onPlaying?.()
    },
    paused() {
      if (ended) return
      const asked = held
      stopped()
      clearTimeout(pausing)
      if (asked || !(duration - position < nearEnd)) medium.handlers.onPause?.()
      else pausing = setTimeout(() => medium.handlers.onPause?.(), nearEnd * 1000)
    },
    waiting() {
      if (state !== 'playing') return
      state = 'waiting'
      medium.handlers.onWaiting?.()
    },
    ended: over,
    blocked: refuse,
    offline() {
      if (state !== 'still') return over()
      settle()
      medium.fail(failures.unknown)
    },
    time(heard) {
      position = heard.position
      duration = heard.duration
      medium.handlers.onTimeUpdate?.()
    },
    volume(heard) {
      volume = heard.volume ?? volume
      muted = heard.muted ?? muted
      medium.handlers.onVolumeChange?.()
    },
    failed({ failure }) {
      settle()
      medium.fail(failure)
    },
  }

  function listen({ origin: from, source, data }: MessageEvent): void {
    const window = frame?.contentWindow
    if (from !== origin || !window || !isWithin(source, window)) return
    for (const heard of read(data)) reactions[heard.type](heard as never)
  }

  const medium: FrameMedium = {
    handlers: {},
    fail: () => undefined,
    open(next) {
      frame = next
      ready = ended = told = held = false
      paused = true
      position = 0
      duration = NaN
      state = 'still'
      addEventListener('message', listen)
      // A frame does not tell that its address did not come.
      if (!navigator.onLine) queueMicrotask(() => medium.fail(failures.network))
      return () => {
        removeEventListener('message', listen)
        clearTimeout(pausing)
        settle()
        frame = null
      }
    },
    get paused() {
      return paused
    },
    get ended() {
      return ended
    },
    get duration() {
      return duration
    },
    get readyState() {
      if (!ready) return HTMLMediaElement.HAVE_NOTHING
      return state === 'playing' ? HTMLMediaElement.HAVE_FUTURE_DATA : HTMLMediaElement.HAVE_METADATA
    },
    get currentTime() {
      return position
    },
    set currentTime(seconds) {
      position = seconds
      ended = false
      tell(commands.seek(seconds))
    },
    get volume() {
      return volume
    },
    set volume(next) {
      if (next === volume) return
      volume = next
      sound()
    },
    get muted() {
      return muted
    },
    set muted(next) {
      if (next === muted) return
      muted = next
      sound()
    },
    play() {
      settle()
      // It has nothing to say of it, so nothing is waited for.
      if (state === 'playing' && !paused) return Promise.resolve()
      paused = false
      held = false
      const answer = new Promise<void>((resolve, reject) => {
        asked = { resolve, reject }
      })
      begin()
      return answer
    },
    pause() {
      settle()
      paused = true
      held = told
      tell(commands.pause())
    },
  }
  return medium
}
