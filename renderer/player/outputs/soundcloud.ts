/**
 * The output for SoundCloud, on its Widget API. One frame plays one sound or set (a list of sounds) after the other.
 */
import type { LoadRequest, Output } from '../ports.ts'
import type { Failure } from './failures.ts'
import { createProviderOutput, drawFrame, ofStream, type FrameHooks, type Load, type ProviderPlayer } from './provider.ts'
import { loadSoundCloudApi, type Progress, type Sound, type SoundCloudApi, type Widget } from './soundcloud-api.ts'

const page = 'https://w.soundcloud.com/player/'
/** `single_active: false`: widgets on the page, such as embeds in texts, must not pause each other. The engine does. */
const options = { auto_play: false, single_active: false, visual: true, hide_related: true, show_teaser: false }
/** Interval between two attempts to seek to the start position (ms). */
const jumpIntervalMs = 1000
/** Interval between two requests of the volume (ms). */
const volumeIntervalMs = 500
/** Time in which a widget describes its sound after an error (ms). */
const answerTimeoutMs = 1000
/**
 * If a sound has not started after this time (ms), its description is checked for a failure, because an error from
 * before the widget was ready has no event. It is checked twice: on a slow connection a widget has no description at
 * first.
 */
const silenceTimeoutMs = 3000

export function soundcloudAddress(uri: string): string {
  const query = new URLSearchParams({ url: uri })
  for (const [name, value] of Object.entries(options)) query.set(name, String(value))
  return `${page}?${query}`
}

/**
 * The cause of an error, derived from the sound, because the error has none. Deleted and private sounds look the same.
 */
export function soundcloudFailure(sound: Sound | null): Failure {
  if (sound === null) return ofStream('gone')
  if (sound.policy === 'BLOCK') return ofStream('region')
  if (sound.embeddable_by !== undefined && sound.embeddable_by !== 'all') return ofStream('embedding-forbidden')
  if (sound.sharing === 'private') return ofStream('private')
  return ofStream('unknown')
}

class SoundCloudPlayer implements ProviderPlayer {
  private readonly widget: Widget
  private readonly events: SoundCloudApi['Events']
  private readonly hooks: FrameHooks
  /** The sound in the frame's first address. */
  private firstUri: string | null
  private current: Load | null = null
  /** Whether the widget's events are about the current sound, not the previous one. */
  private isLoaded = false
  private isUp = false
  private isPlayRequested = false
  /** Between the widget's `play` and `pause` events. */
  private isRunning = false
  /** It runs, and its position moves. */
  private hasStarted = false
  /** Position (seconds) to which it must seek before it may be audible; 0 if none. */
  private target = 0
  // Values of `performance.now()`.
  private jumpedAt = 0
  private volumeReadAt = 0
  private position = 0
  private duration = 0
  /** Number of sounds in a set, and the index of the one that plays. */
  private soundCount = 1
  private soundIndex = 0

  constructor(api: SoundCloudApi, host: HTMLElement, { stream }: LoadRequest, hooks: FrameHooks) {
    const frame = drawFrame(host, 'SoundCloud', soundcloudAddress(stream.uri))
    // `widget.load` sets the `src` of the frame, which would add a history entry for every sound. Replace the address
    // instead.
    Object.defineProperty(frame, 'src', {
      get: () => frame.getAttribute('src'),
      set: (address: string) => frame.contentWindow?.location.replace(address),
    })
    this.firstUri = stream.uri
    this.hooks = hooks
    this.events = api.Events
    this.widget = api(frame)
    this.bind()
  }

  show(next: Load): void {
    this.reset()
    this.current = next
    const {
      stream: { uri },
      startTime = 0,
    } = next.request
    this.target = startTime
    const isFirst = uri === this.firstUri
    this.firstUri = null
    if (isFirst) this.prepare(next)
    else
      this.widget.load(uri, {
        ...options,
        callback: () => {
          if (this.current === next) this.prepare(next)
        },
      })
  }
  play(): void {
    if (this.isLoaded) this.startPlaying()
  }
  pause(): void {
    if (this.isLoaded) this.widget.pause()
  }
  seek(to: number): void {
    if (!this.isPlayRequested || this.target > 0) this.target = to
    else this.widget.seekTo(to * 1000)
  }
  setVolume(): void {
    if (this.current === null) return
    const { volume, muted } = this.current.request
    // Silent until it has reached the start position: a widget can seek only while it plays.
    this.widget.setVolume(muted || this.target > 0 ? 0 : Math.round(volume * 100))
  }
  stop(): void {
    this.reset()
    this.widget.pause()
  }
  destroy(): void {
    this.reset()
    // SoundCloud's script holds a reference to every widget: remove at least our listeners.
    for (const event of Object.values(this.events)) this.widget.unbind(event)
  }

  private bind(): void {
    const {
      widget,
      events: { READY, PLAY, PAUSE, FINISH, PLAY_PROGRESS, ERROR },
    } = this
    widget.bind(READY, () => {
      this.isUp = true
      this.hooks.up()
    })
    widget.bind(PLAY, () => {
      if (!this.isLoaded) return
      this.isRunning = true
      if (this.target > 0) this.jump()
      if (this.current?.request.stream.uri.includes('/sets/') === true) this.readSet()
    })
    widget.bind(PAUSE, () => this.onPause())
    widget.bind(FINISH, () => this.onFinish())
    widget.bind(PLAY_PROGRESS, (progress) => this.onProgress(progress))
    widget.bind(ERROR, () => this.onError())
  }
  private readonly emit: Load['emit'] = (event) => {
    if (this.isLoaded) this.current?.emit(event)
  }

  private jump(): void {
    const now = performance.now()
    if (now - this.jumpedAt < jumpIntervalMs) return
    this.jumpedAt = now
    this.widget.seekTo(this.target * 1000)
  }
  private startPlaying(): void {
    this.isPlayRequested = true
    this.widget.play()
  }
  private reset(): void {
    this.current = null
    this.isLoaded = this.isPlayRequested = this.isRunning = this.hasStarted = false
    this.target = this.position = this.duration = this.jumpedAt = this.soundIndex = 0
    this.soundCount = 1
  }

  private prepare(load: Load): void {
    this.isLoaded = true
    this.setVolume()
    this.widget.getDuration((milliseconds) => {
      if (this.current !== load) return
      this.duration = milliseconds / 1000
      // A start position after the end is ignored.
      if (this.duration > 0 && this.target >= this.duration) {
        this.target = 0
        this.setVolume()
      }
      this.emit({ type: 'ready', ...(this.duration > 0 && { duration: this.duration }) })
    })
    if (load.shouldPlay) this.startPlaying()
    this.checkSilence(load, 2)
  }
  private checkSilence(load: Load, times: number): void {
    const isOver = () => this.current !== load || this.isRunning || this.hasStarted
    setTimeout(() => {
      if (isOver()) return
      this.widget.getCurrentSound((sound) => {
        if (isOver()) return
        const failure = soundcloudFailure(sound)
        if (sound === null && times > 1) this.checkSilence(load, times - 1)
        // A private sound may still start, by its secret link.
        else if (failure.code !== 'unknown' && failure.code !== 'private') load.emit({ type: 'failed', ...failure })
      })
    }, silenceTimeoutMs)
  }

  private onProgress({ currentPosition }: Progress): void {
    if (!this.isLoaded || !this.isRunning) return
    this.position = currentPosition / 1000
    if (this.target > 0) {
      if (this.position < this.target - 1) {
        this.jump()
        return
      }
      this.target = 0
      this.setVolume()
    }
    if (!this.hasStarted) {
      this.hasStarted = true
      this.emit({ type: 'playing' })
    }
    this.emit({ type: 'time', position: this.position, duration: this.duration })
    this.readVolume()
  }
  /** Polls the volume, because a change has no event. */
  private readVolume(): void {
    const { current } = this
    const now = performance.now()
    if (now - this.volumeReadAt < volumeIntervalMs) return
    this.volumeReadAt = now
    this.widget.getVolume((percent) => {
      if (this.current === current && this.target === 0) current?.volumeIs(percent / 100, false)
    })
  }
  private onPause(): void {
    if (!this.isLoaded || !this.isRunning) return
    this.isRunning = false
    const { hasStarted, duration, position } = this
    this.hasStarted = false
    // The widget also reports a pause at the end, up to 0.5 s before it.
    if (hasStarted && (duration === 0 || position < duration - 0.5)) this.emit({ type: 'paused' })
  }
  /**
   * Reads the state of a set, which advances by itself. The index is read when a sound starts: at its end it may
   * already be the index of the next one.
   */
  private readSet(): void {
    const { current } = this
    const ifCurrent =
      <T>(take: (answer: T) => void) =>
      (answer: T) => {
        if (this.current === current) take(answer)
      }
    this.widget.getSounds(
      ifCurrent(({ length }) => {
        this.soundCount = length
      }),
    )
    this.widget.getCurrentSoundIndex(
      ifCurrent((index) => {
        this.soundIndex = index
      }),
    )
    this.widget.getDuration(
      ifCurrent((milliseconds) => {
        this.duration = milliseconds / 1000
      }),
    )
  }
  private onFinish(): void {
    if (!this.isLoaded) return
    this.hasStarted = false
    if (this.soundIndex >= this.soundCount - 1) this.emit({ type: 'ended' })
  }
  private onError(): void {
    const { current } = this
    let isReported = false
    const report = (failure: Failure) => {
      if (isReported) return
      isReported = true
      if (!this.isUp) this.hooks.down(failure)
      else current?.emit({ type: 'failed', ...failure })
    }
    this.widget.getCurrentSound((sound) => report(soundcloudFailure(sound)))
    setTimeout(() => report(ofStream('unknown')), answerTimeoutMs)
  }
}

export function create(host: HTMLElement): Output {
  return createProviderOutput<SoundCloudApi>(
    {
      id: 'soundcloud',
      fetch: loadSoundCloudApi,
      missing: { code: 'blocked', scope: 'network' },
      open: (api, host, request, hooks) => new SoundCloudPlayer(api, host, request, hooks),
      outlivesFailure: false,
      pictureInPicture: false,
    },
    host,
  )
}
