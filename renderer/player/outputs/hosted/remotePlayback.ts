/**
 * Remote playback of our media elements (BY28): the browser sends the medium to a device of its choice and relays the
 * commands. By the W3C Remote Playback API, or by WebKit's AirPlay in versions of Safari without it.
 */
import type { RemotePlaybackStatus } from '../../state.ts'

type Connection = RemotePlaybackStatus['connection']

/** WebKit's members of media elements, and its event, which lib.dom does not declare. */
interface AirPlayElement extends HTMLMediaElement {
  readonly webkitCurrentPlaybackTargetIsWireless: boolean
  webkitShowPlaybackTargetPicker(): void
}
interface AirPlayAvailabilityEvent extends Event {
  readonly availability: 'available' | 'not-available'
}

/** One of the two interfaces of browsers. */
interface RemoteApi {
  connection(): Connection
  /** Opens the browser's list of devices. */
  prompt(): void
  /** Returns a function that stops watching. The availability is also reported at the start. */
  watch(onAvailability: (isAvailable: boolean) => void, onConnection: () => void): () => void
}

/** Rejections mean that the person chose no device, or that there is none any more. */
const ignore = () => undefined

function listen(target: EventTarget, types: readonly string[], listener: (event: Event) => void): () => void {
  for (const type of types) target.addEventListener(type, listener)
  return () => {
    for (const type of types) target.removeEventListener(type, listener)
  }
}

const standardApi = (remote: RemotePlayback): RemoteApi => ({
  connection: () => remote.state,
  prompt: () => void remote.prompt().catch(ignore),
  watch(onAvailability, onConnection) {
    const unlisten = listen(remote, ['connecting', 'connect', 'disconnect'], onConnection)
    remote.watchAvailability(onAvailability).catch(ignore)
    return () => {
      unlisten()
      remote.cancelWatchAvailability().catch(ignore)
    }
  },
})

const airPlayApi = (element: AirPlayElement): RemoteApi => ({
  connection: () => (element.webkitCurrentPlaybackTargetIsWireless ? 'connected' : 'disconnected'),
  prompt: () => element.webkitShowPlaybackTargetPicker(),
  watch(onAvailability, onConnection) {
    const unlistenAvailability = listen(element, ['webkitplaybacktargetavailabilitychanged'], (event) =>
      onAvailability((event as AirPlayAvailabilityEvent).availability === 'available'),
    )
    const unlistenConnection = listen(element, ['webkitcurrentplaybacktargetiswirelesschanged'], onConnection)
    return () => {
      unlistenAvailability()
      unlistenConnection()
    }
  },
})

/** Also in Safari with the standard API, which opens the AirPlay picker there. */
const hasAirPlay = (): boolean => 'WebKitPlaybackTargetAvailabilityEvent' in globalThis

function apiOf(element: HTMLMediaElement): RemoteApi | null {
  const { remote } = element as Partial<Pick<HTMLMediaElement, 'remote'>>
  if (remote !== undefined) return standardApi(remote)
  return hasAirPlay() && 'webkitShowPlaybackTargetPicker' in element ? airPlayApi(element as AirPlayElement) : null
}

/** A device fetches the medium itself, so it needs an address. A MediaSource has none: its `blob:` URL is valid in this page only. */
const hasAddress = (element: HTMLMediaElement): boolean => element.src !== '' && !element.src.startsWith('blob:')

/** Watches for devices on which the current medium can play. */
export class RemoteWatch {
  private readonly onChange: (status: RemotePlaybackStatus | null) => void
  private element: HTMLMediaElement | null = null
  private api: RemoteApi | null = null
  private isAvailable = false
  private unwatch: (() => void) | null = null

  constructor(onChange: (status: RemotePlaybackStatus | null) => void) {
    this.onChange = onChange
  }

  /** Null if no device is available for the current medium. */
  get status(): RemotePlaybackStatus | null {
    const connection = this.api?.connection() ?? 'disconnected'
    return this.isAvailable || connection !== 'disconnected' ? { kind: hasAirPlay() ? 'airPlay' : 'standard', connection } : null
  }

  /** The element of the current medium, once it has its address. The next medium in the same element keeps the watch. */
  setElement(current: HTMLMediaElement | null): void {
    const element = current !== null && hasAddress(current) ? current : null
    if (element === this.element) return
    this.stop()
    this.element = element
    const api = element && apiOf(element)
    this.api = api
    if (api === null) return
    // A browser may still report about the last element.
    const report = () => {
      if (this.api === api) this.onChange(this.status)
    }
    this.unwatch = api.watch((isAvailable) => {
      if (this.api === api) this.isAvailable = isAvailable
      report()
    }, report)
  }

  /** Call it within a user gesture. */
  prompt(): void {
    this.api?.prompt()
  }

  /** Ends the search for devices, which takes energy. */
  stop(): void {
    this.unwatch?.()
    this.unwatch = this.api = this.element = null
    this.isAvailable = false
  }
}
