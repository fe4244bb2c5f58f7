/**
 * The common part of all outputs that use a provider's SDK. It reuses one frame for all media and destroys it when
 * idle, unless an upcoming item needs it; it applies a play or pause that arrives before the medium is loaded; and it
 * detects a blocked autoplay, which a frame often does not report.
 */
import type { FailureCode } from '../failures.ts'
import type { LoadRequest, Output } from '../ports.ts'
import { createEvents, type EmitEvent } from './events.ts'
import type { Failure } from './failures.ts'
import type { OutputId } from './ids.ts'
import { createLinger } from './linger.ts'
import { createVolumeWatch } from './volume.ts'

/**
 * After this time (ms), a medium that has not started on a page without a user gesture counts as blocked by the
 * browser.
 */
const refusedAfterMs = 3000

/** A failure of the stream itself, as most errors of a provider are. */
export const ofStream = (code: FailureCode): Failure => ({ code, scope: 'stream' })

/** One `load` of the output, as the provider's player sees it. */
export interface Load {
  /** The request, with `volume` and `muted` updated to their current values. */
  readonly request: LoadRequest
  readonly emit: EmitEvent
  /**
   * Call it with the provider's volume (0 to 1) whenever it is known. A change in the provider's controls is emitted.
   */
  volumeIs(volume: number, muted: boolean): void
  /** Whether it should be playing. */
  shouldPlay: boolean
}

/** One frame of a provider. It gets commands only after it has called `up`. */
export interface ProviderPlayer {
  /** Loads a medium, unless the frame has loaded it already. Once it is loaded, plays it if `shouldPlay`. */
  show(load: Load): void
  play(): void
  pause(): void
  /** Seconds. */
  seek(position: number): void
  setVolume(volume: number, muted: boolean): void
  pictureInPicture?(on: boolean): void
  /** Stops the medium and its events at once. The frame stays for another medium. */
  stop(): void
  destroy(): void
}

export interface FrameHooks {
  /** Call it once the frame accepts commands. */
  up(): void
  /** Call it if the frame failed to load and will never accept commands. */
  down(failure: Failure): void
}

/** What differs between providers. `Api` is the SDK's global or module. */
export interface Provider<Api> {
  id: OutputId
  /** Fetches the SDK, once, and returns it directly from then on. Rejects when it cannot be fetched. */
  fetch(): Api | Promise<Api>
  /** The failure to report when the SDK cannot be fetched. */
  missing: Failure
  /** Creates a frame with this medium in the host. */
  open(api: Api, host: HTMLElement, request: LoadRequest, hooks: FrameHooks): ProviderPlayer
  /** Whether a frame in which a medium failed can play another one. */
  outlivesFailure: boolean
  /** Whether the provider supports picture-in-picture. */
  pictureInPicture: boolean
}

interface Current extends Load {
  /** The frame has loaded the medium. */
  isReady: boolean
  /** It plays, or buffers before it plays. */
  isStarting: boolean
  hasStarted: boolean
  /** The browser has blocked autoplay, and it has not played since. */
  isRefused: boolean
  hasFailed: boolean
}

interface Frame {
  /** The load that it was opened for. */
  first: Current
  player: ProviderPlayer | null
  isUp: boolean
}

type VolumeWatch = ReturnType<typeof createVolumeWatch>

/** Reports a blocked autoplay when a medium that should play does not start in time. */
function createRefusalTimer(isCurrent: (load: Current) => boolean) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    start(load: Current): void {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const isTouched = load.request.isTrusted === true || navigator.userActivation?.hasBeenActive === true
        if (isCurrent(load) && load.shouldPlay && !load.isStarting && !isTouched) load.emit({ type: 'autoplayBlocked' })
      }, refusedAfterMs)
    },
    stop: () => clearTimeout(timer),
  }
}

/**
 * Creates a load that filters the events of the frame.
 * @param forward receives the filtered events
 * @param onOutcome called when the medium starts, fails or is blocked
 */
function createLoad(
  request: LoadRequest,
  forward: EmitEvent,
  watch: VolumeWatch,
  isCurrent: (load: Current) => boolean,
  onOutcome: () => void,
): Current {
  const load: Current = {
    request: { ...request },
    shouldPlay: request.autoplay,
    isReady: false,
    isStarting: false,
    hasStarted: false,
    isRefused: false,
    hasFailed: false,
    emit(event) {
      if (!isCurrent(load) || load.hasFailed) return
      // Passes on a blocked autoplay only once, even if the frame reports it several times.
      if (event.type === 'autoplayBlocked' && load.isRefused) return
      load.isRefused = event.type === 'autoplayBlocked' || (load.isRefused && event.type !== 'playing')
      if (event.type === 'ready') load.isReady = true
      // The medium may have started with another volume, and gets this one only now.
      if (event.type === 'playing' && !load.hasStarted) watch.set(load.request.volume, load.request.muted)
      if (event.type === 'playing') load.hasStarted = true
      if (event.type === 'playing' || event.type === 'buffering') load.isStarting = true
      if (event.type === 'failed') load.hasFailed = true
      if (load.isStarting || load.hasFailed || event.type === 'autoplayBlocked') onOutcome()
      forward(event)
    },
    volumeIs(volume, muted) {
      if (!isCurrent(load) || !load.hasStarted || load.hasFailed) return
      const change = watch.report(volume, muted)
      if (change === null) return
      Object.assign(load.request, change)
      forward({ type: 'volume', ...change })
    },
  }
  return load
}

function openPlayer<Api>(
  provider: Provider<Api>,
  api: Api,
  host: HTMLElement,
  request: LoadRequest,
  hooks: FrameHooks,
): ProviderPlayer | null {
  try {
    return provider.open(api, host, request, hooks)
  } catch (error) {
    // Providers change their scripts without notice.
    console.error(`The ${provider.id} player could not be created`, error)
    hooks.down({ code: 'crashed', scope: 'player' })
    return null
  }
}

/** Whether the frame can play another medium after this one. A frame that did not respond is not reused. */
function isReusable({ isUp }: Frame, { shouldPlay, isReady, isStarting, hasFailed }: Current, outlivesFailure: boolean): boolean {
  const isSilent = shouldPlay && !isStarting && !hasFailed
  return isUp && (hasFailed ? outlivesFailure : isReady && !isSilent)
}

/** Creates the output of a provider. */
export function createProviderOutput<Api>(provider: Provider<Api>, host: HTMLElement): Output {
  const events = createEvents()
  const linger = createLinger(destroy)
  const watch = createVolumeWatch()
  let current: Current | null = null
  let frame: Frame | null = null
  let isNeeded = false
  const isCurrent = (load: Current): boolean => current === load
  const refusal = createRefusalTimer(isCurrent)

  function open(api: Api, load: Current): void {
    const opened: Frame = { first: load, player: null, isUp: false }
    frame = opened
    const hooks: FrameHooks = {
      up() {
        if (frame !== opened || opened.isUp) return
        opened.isUp = true
        if (current !== null) show(current)
      },
      down(failure) {
        if (frame !== opened || current === null) return
        if (current === opened.first) {
          current.emit({ type: 'failed', ...failure })
          return
        }
        // The frame failed with an earlier medium: open another one for the current load.
        destroy()
        open(api, current)
      },
    }
    opened.player = openPlayer(provider, api, host, load.request, hooks)
  }
  function show(load: Current): void {
    frame?.player?.show(load)
    if (load.shouldPlay) refusal.start(load)
  }
  /** The player, once it accepts commands. */
  const player = (): ProviderPlayer | null => (frame?.isUp === true ? frame.player : null)

  function destroy(): void {
    linger.stop()
    frame?.player?.destroy()
    frame = null
    host.replaceChildren()
  }

  return {
    id: provider.id,
    warm: () => void Promise.resolve(provider.fetch()).catch(() => undefined),
    load(request) {
      linger.stop()
      const load = createLoad(request, events.begin(request), watch, isCurrent, refusal.stop)
      current = load
      host.hidden = false
      if (frame !== null) {
        if (frame.isUp) show(load)
        return
      }
      const api = provider.fetch()
      if (!(api instanceof Promise)) {
        open(api, load)
        return
      }
      api.then(
        (fetched) => {
          if (current === load && frame === null) open(fetched, load)
        },
        () => load.emit({ type: 'failed', ...provider.missing }),
      )
    },
    play() {
      if (current === null) return
      current.shouldPlay = true
      current.isRefused = false
      player()?.play()
      if (player() !== null) refusal.start(current)
    },
    pause() {
      if (current === null) return
      current.shouldPlay = false
      player()?.pause()
    },
    seek(position) {
      if (current !== null) player()?.seek(position)
    },
    setVolume(volume, muted) {
      if (current === null) return
      Object.assign(current.request, { volume, muted })
      watch.set(volume, muted)
      player()?.setVolume(volume, muted)
    },
    ...(provider.pictureInPicture && {
      pictureInPicture(on: boolean) {
        if (current !== null) player()?.pictureInPicture?.(on)
      },
    }),
    keep(needed) {
      if (isNeeded === needed) return
      isNeeded = needed
      if (current !== null || frame === null) return
      if (needed) linger.stop()
      else linger.start()
    },
    unload() {
      events.end()
      refusal.stop()
      if (current === null) return
      const load = current
      current = null
      host.hidden = true
      if (frame === null) return
      if (!isReusable(frame, load, provider.outlivesFailure)) destroy()
      else {
        frame.player?.stop()
        if (!isNeeded) linger.start()
      }
    },
    subscribe: events.subscribe,
  }
}

/** Creates an iframe with a provider's page in the host. */
export function drawFrame(host: HTMLElement, title: string, address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.src = address
  frame.title = title
  // Providers refuse a page without a referrer, and the page's own policy may be stricter.
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  Object.assign(frame.style, { width: '100%', height: '100%', border: '0' })
  host.replaceChildren(frame)
  return frame
}
