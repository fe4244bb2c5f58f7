/**
 * What all outputs on a provider's SDK have in common: a frame that is kept from medium to medium and, unless
 * it is needed again soon, let go of when idle, a wish to play that counts from the moment of the load, and a refused autoplay of which
 * a frame often says nothing.
 */
import type { FailureCode } from '../failures.ts'
import type { LoadRequest, Output } from '../ports.ts'
import { createEvents, type Say } from './events.ts'
import type { Failure } from './failures.ts'
import type { OutputId } from './ids.ts'
import { createLinger } from './linger.ts'
import { createVolumeWatch } from './volume.ts'

/** Milliseconds after which a medium that has not begun, on a page that nobody touched, counts as refused. */
const refusedAfter = 3000

/** A failure of the stream, which is what most of a provider's errors are. */
export const ofStream = (code: FailureCode): Failure => ({ code, scope: 'stream' })

export interface Load {
  /** `volume` and `muted` are those of now. */
  readonly request: LoadRequest
  readonly say: Say
  /** Takes the volume (0 to 1) that the provider has, whenever it is known; a person's change there is passed on. */
  volumeIs(volume: number, muted: boolean): void
  /** Whether it should be heard by now. */
  wanted: boolean
}

/** One frame of a provider. Its commands come only after it was reported up. */
export interface ProviderPlayer {
  /** Puts a medium into the frame, which may hold it already; plays it only if it is wanted once it is there. */
  show(load: Load): void
  play(): void
  pause(): void
  /** Seconds. */
  seek(position: number): void
  setVolume(volume: number, muted: boolean): void
  pictureInPicture?(on: boolean): void
  /** Silent at once; the frame stays for another medium, and has nothing more to say of this one. */
  stop(): void
  destroy(): void
}

export interface FrameHooks {
  /** The frame takes commands. */
  up(): void
  /** It never will. */
  down(failure: Failure): void
}

export interface Provider<Api> {
  id: OutputId
  /** Fetches the SDK, once, and returns it as it is from then on; rejects where it cannot be had. */
  fetch(): Api | Promise<Api>
  /** What it means that the SDK cannot be had. */
  missing: Failure
  /** Draws a frame with this medium into the host. */
  open(api: Api, host: HTMLElement, request: LoadRequest, hooks: FrameHooks): ProviderPlayer
  /** A frame in which a medium failed is good for another one. */
  outlivesFailure: boolean
  /** The provider has a picture in picture of its own. */
  pictureInPicture: boolean
}

interface Current extends Load {
  /** The medium is in the frame. */
  ready: boolean
  /** It was heard, or is about to be. */
  begun: boolean
  heard: boolean
  /** The browser wants a gesture, and there was none since. */
  refused: boolean
  failed: boolean
}

interface Frame {
  /** The load that it was opened for. */
  first: Current
  player: ProviderPlayer | null
  up: boolean
}

export function createProviderOutput<Api>(provider: Provider<Api>, host: HTMLElement): Output {
  const events = createEvents()
  const linger = createLinger(destroy)
  const watch = createVolumeWatch()
  let current: Current | null = null
  let frame: Frame | null = null
  let kept = false
  let refusal: ReturnType<typeof setTimeout> | undefined

  function begin(request: LoadRequest): Current {
    const tell = events.begin(request)
    const load: Current = {
      request: { ...request }, wanted: request.autoplay, ready: false, begun: false, heard: false, refused: false, failed: false,
      say(event) {
        if (current !== load || load.failed) return
        // One refusal is told once, however often a frame says so.
        if (event.type === 'autoplayBlocked' && load.refused) return
        load.refused = event.type === 'autoplayBlocked' || (load.refused && event.type !== 'playing')
        if (event.type === 'ready') load.ready = true
        // It may have begun with another volume, and takes ours only now.
        if (event.type === 'playing' && !load.heard) watch.set(load.request.volume, load.request.muted)
        if (event.type === 'playing') load.heard = true
        if (event.type === 'playing' || event.type === 'buffering') load.begun = true
        if (event.type === 'failed') load.failed = true
        if (load.begun || load.failed || event.type === 'autoplayBlocked') clearTimeout(refusal)
        tell(event)
      },
      volumeIs(volume, muted) {
        if (current !== load || !load.heard || load.failed) return
        const change = watch.report(volume, muted)
        if (change === null) return
        Object.assign(load.request, change)
        tell({ type: 'volume', ...change })
      },
    }
    return load
  }

  function open(api: Api, load: Current): void {
    const opened: Frame = { first: load, player: null, up: false }
    frame = opened
    const hooks: FrameHooks = {
      up() {
        if (frame !== opened || opened.up) return
        opened.up = true
        if (current !== null) show(current)
      },
      down(failure) {
        if (frame !== opened || current === null) return
        if (current === opened.first) {
          current.say({ type: 'failed', ...failure })
          return
        }
        // The frame failed over a medium that nobody waits for any more.
        destroy()
        open(api, current)
      },
    }
    try {
      opened.player = provider.open(api, host, load.request, hooks)
    } catch (error) {
      // Not the script that it was: providers change theirs without a word.
      console.error(`The ${provider.id} player could not be made`, error)
      hooks.down({ code: 'crashed', scope: 'player' })
    }
  }
  function show(load: Current): void {
    frame?.player?.show(load)
    if (load.wanted) watchForRefusal(load)
  }
  function watchForRefusal(load: Current): void {
    clearTimeout(refusal)
    refusal = setTimeout(() => {
      const touched = navigator.userActivation?.hasBeenActive === true
      if (current === load && load.wanted && !load.begun && !touched) load.say({ type: 'autoplayBlocked' })
    }, refusedAfter)
  }
  /** The player, once it takes commands. */
  const player = (): ProviderPlayer | null => (frame?.up === true ? frame.player : null)

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
      const load = begin(request)
      current = load
      host.hidden = false
      if (frame !== null) {
        if (frame.up) show(load)
        return
      }
      const api = provider.fetch()
      if (!(api instanceof Promise)) {
        open(api, load)
        return
      }
      api.then(
        (fetched) => { if (current === load && frame === null) open(fetched, load) },
        () => load.say({ type: 'failed', ...provider.missing }),
      )
    },
    play() {
      if (current === null) return
      current.wanted = true
      current.refused = false
      player()?.play()
      if (player() !== null) watchForRefusal(current)
    },
    pause() {
      if (current === null) return
      current.wanted = false
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
      if (kept === needed) return
      kept = needed
      if (current !== null || frame === null) return
      if (needed) linger.stop()
      else linger.start()
    },
    unload() {
      events.end()
      clearTimeout(refusal)
      if (current === null) return
      const { wanted, ready, begun, failed } = current
      current = null
      host.hidden = true
      if (frame === null) return
      const silent = wanted && !begun && !failed
      // A frame that did not answer is not given another chance.
      if (!frame.up || (failed ? !provider.outlivesFailure : !ready || silent)) destroy()
      else {
        frame.player?.stop()
        if (!kept) linger.start()
      }
    },
    subscribe: events.subscribe,
  }
}

/** An element that shows a provider's page in the host, with what its player needs. */
export function drawFrame(host: HTMLElement, title: string, address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.src = address
  frame.title = title
  // Providers refuse a page that does not say where it is, and the page's own policy may be stricter than this.
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  Object.assign(frame.style, { width: '100%', height: '100%', border: '0' })
  host.replaceChildren(frame)
  return frame
}
