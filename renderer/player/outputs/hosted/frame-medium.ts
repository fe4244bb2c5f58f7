/** An object like a media element whose medium plays in a frame of another origin, controlled by messages. */
import { failures, type Failure } from '../failures.ts'
import type { Fail, Medium } from './medium.ts'

/** What a frame reports. */
export type FrameReport =
  /** `offline`: a channel that does not broadcast (any more). All but `ready` may be repeated. */
  | { type: 'ready' | 'playing' | 'paused' | 'waiting' | 'ended' | 'blocked' | 'offline' }
  | { type: 'time'; position: number; duration: number }
  /** `volume`: 0 to 1. What is absent did not change. */
  | { type: 'volume'; volume?: number; muted?: boolean }
  | { type: 'failed'; failure: Failure }

/** The messages of one provider. */
export interface FrameProtocol {
  name: string
  origin: string
  /** Each returns a message, or null if the provider has no such command. */
  commands: {
    play: () => unknown
    pause: () => unknown
    seek: (seconds: number) => unknown
    volume: (volume: number) => unknown
    mute: (muted: boolean) => unknown
  }
  /** Parses a message from the frame. */
  read(message: unknown): FrameReport[]
}

export type Handlers = Partial<
  Record<'onLoadedMetadata' | 'onPlaying' | 'onPause' | 'onWaiting' | 'onTimeUpdate' | 'onEnded' | 'onVolumeChange', () => void>
>

export interface FrameMedium extends Medium {
  handlers: Handlers
  fail: Fail
  /** Attaches a frame with a new address. Returns a function that detaches it. */
  open(frame: HTMLIFrameElement): () => void
}

/**
 * After this time (ms), a frame that has not started on a page without a user gesture counts as blocked by the browser.
 */
const refusedAfterMs = 3000
/**
 * Seconds. Providers also report a pause at the end. A pause this close to the end is passed on only if no end follows
 * within the same time.
 */
const nearEnd = 1

/** A provider's frame may hold frames of its own that post the messages. */
function isWithin(source: MessageEventSource | null, frame: Window): boolean {
  for (let at = source as Window | null; at !== null; at = at.parent === at ? null : at.parent) if (at === frame) return true
  return false
}

type Reactions = { [T in FrameReport['type']]: (report: Extract<FrameReport, { type: T }>) => void }

class MessageMedium implements FrameMedium {
  handlers: Handlers = {}
  fail: Fail = () => undefined
  ended = false
  duration = NaN
  private readonly protocol: FrameProtocol
  private frame: HTMLIFrameElement | null = null
  private isReady = false
  private isPaused = true
  private position = 0
  private level = 1
  private isMuted = false
  /** A play command was sent, and no stop was reported since. */
  private isPlaySent = false
  /** A pause command was sent. If a `playing` arrives before it is confirmed, the pause is sent again. */
  private isPauseSent = false
  /** The last state that was passed on. */
  private state: 'still' | 'playing' | 'waiting' = 'still'
  private pendingPlay: { resolve: () => void; reject: (error: DOMException) => void } | null = null
  private refusalTimer: ReturnType<typeof setTimeout> | undefined
  private pauseTimer: ReturnType<typeof setTimeout> | undefined

  constructor(protocol: FrameProtocol) {
    this.protocol = protocol
  }

  get paused() {
    return this.isPaused
  }
  get readyState() {
    if (!this.isReady) return HTMLMediaElement.HAVE_NOTHING
    return this.state === 'playing' ? HTMLMediaElement.HAVE_FUTURE_DATA : HTMLMediaElement.HAVE_METADATA
  }
  get currentTime() {
    return this.position
  }
  set currentTime(seconds) {
    this.position = seconds
    this.ended = false
    this.send(this.protocol.commands.seek(seconds))
  }
  get volume() {
    return this.level
  }
  set volume(next) {
    if (next === this.level) return
    this.level = next
    this.sendVolume()
  }
  get muted() {
    return this.isMuted
  }
  set muted(next) {
    if (next === this.isMuted) return
    this.isMuted = next
    this.sendVolume()
  }

  open(next: HTMLIFrameElement) {
    this.frame = next
    this.isReady = this.ended = this.isPlaySent = this.isPauseSent = false
    this.isPaused = true
    this.position = 0
    this.duration = NaN
    this.state = 'still'
    addEventListener('message', this.receive)
    // A frame does not report that its address failed to load.
    if (!navigator.onLine) queueMicrotask(() => this.fail(failures.network))
    return () => {
      removeEventListener('message', this.receive)
      clearTimeout(this.pauseTimer)
      this.resolvePlay()
      this.frame = null
    }
  }

  play() {
    this.resolvePlay()
    // A frame that is already playing would not report it.
    if (this.state === 'playing' && !this.isPaused) return Promise.resolve()
    this.isPaused = false
    this.isPauseSent = false
    const started = new Promise<void>((resolve, reject) => {
      this.pendingPlay = { resolve, reject }
    })
    this.sendPlay()
    return started
  }

  pause() {
    this.resolvePlay()
    this.isPaused = true
    this.isPauseSent = this.isPlaySent
    this.send(this.protocol.commands.pause())
  }

  private send(message: unknown): void {
    if (this.isReady && message !== null) this.frame?.contentWindow?.postMessage(message, this.protocol.origin)
  }
  private sendVolume(): void {
    this.send(this.protocol.commands.volume(this.level))
    this.send(this.protocol.commands.mute(this.isMuted || this.level === 0))
  }
  private sendPlay(): void {
    if (!this.isReady) return
    this.isPlaySent = true
    this.send(this.protocol.commands.play())
    clearTimeout(this.refusalTimer)
    this.refusalTimer = setTimeout(() => {
      if (navigator.userActivation?.hasBeenActive !== true) this.refusePlay()
    }, refusedAfterMs)
  }
  private resolvePlay(): void {
    clearTimeout(this.refusalTimer)
    this.pendingPlay?.resolve()
    this.pendingPlay = null
  }
  private refusePlay(): void {
    clearTimeout(this.refusalTimer)
    this.isPaused = true
    this.isPlaySent = false
    this.pendingPlay?.reject(new DOMException('The frame may not play yet', 'NotAllowedError'))
    this.pendingPlay = null
  }
  private setStopped(): void {
    this.isPaused = true
    this.isPlaySent = false
    this.isPauseSent = false
    this.state = 'still'
  }
  private end(): void {
    if (this.ended) return
    clearTimeout(this.pauseTimer)
    this.setStopped()
    this.ended = true
    this.handlers.onEnded?.()
  }

  private readonly receive = ({ origin, source, data }: MessageEvent): void => {
    const window = this.frame?.contentWindow
    if (origin !== this.protocol.origin || !window || !isWithin(source, window)) return
    for (const report of this.protocol.read(data)) this.reactions[report.type](report as never)
  }

  private readonly reactions: Reactions = {
    ready: () => {
      if (this.isReady) return
      this.isReady = true
      this.sendVolume()
      if (this.position > 0) this.send(this.protocol.commands.seek(this.position))
      this.handlers.onLoadedMetadata?.()
      if (!this.isPaused) this.sendPlay()
    },
    playing: () => {
      if (this.isPauseSent) return this.send(this.protocol.commands.pause())
      this.resolvePlay()
      clearTimeout(this.pauseTimer)
      this.isPaused = false
      this.ended = false
      this.isPlaySent = true
      if (this.state === 'playing') return
      this.state = 'playing'
      this.handlers.onPlaying?.()
    },
    paused: () => {
      if (this.ended) return
      const isRequested = this.isPauseSent
      this.setStopped()
      clearTimeout(this.pauseTimer)
      if (isRequested || !(this.duration - this.position < nearEnd)) this.handlers.onPause?.()
      else this.pauseTimer = setTimeout(() => this.handlers.onPause?.(), nearEnd * 1000)
    },
    waiting: () => {
      if (this.state !== 'playing') return
      this.state = 'waiting'
      this.handlers.onWaiting?.()
    },
    ended: () => this.end(),
    blocked: () => this.refusePlay(),
    offline: () => {
      if (this.state !== 'still') return this.end()
      this.resolvePlay()
      this.fail(failures.unknown)
    },
    time: ({ position, duration }) => {
      this.position = position
      this.duration = duration
      this.handlers.onTimeUpdate?.()
    },
    volume: ({ volume, muted }) => {
      this.level = volume ?? this.level
      this.isMuted = muted ?? this.isMuted
      this.handlers.onVolumeChange?.()
    },
    failed: ({ failure }) => {
      this.resolvePlay()
      this.fail(failure)
    },
  }
}

export const createFrameMedium = (protocol: FrameProtocol): FrameMedium => new MessageMedium(protocol)
