/**
 * The ports of the engine: everything that it needs from outside, passed to its root saga. Tests pass fakes. No port
 * uses React, and only the host element of an output is DOM.
 */
import type { DriverChoice } from './driver.ts'
import type { FailureCode, FailureScope } from './failures.ts'
import type { OutputId } from './outputs/ids.ts'
import type { DeviceMessage } from './remote/messages.ts'
import type { QueuePage, QueueSource, RemotePlaybackStatus, SavedPosition, SavedSession, Stream } from './state.ts'

export interface LoadRequest {
  /** Tags every event, so that late events of an earlier load can be ignored. */
  loadId: number
  stream: Stream
  /** Where playback begins, in seconds. */
  startTime?: number
  /** Where the engine ends the item, in seconds. A hint for outputs that draw a timeline. */
  endTime?: number
  autoplay: boolean
  /** 0 to 1. */
  volume: number
  muted: boolean
  /** The device plays without a user gesture, so a slow start is no refusal. */
  isTrusted?: true
}

export type OutputEvent = { loadId: number } &
  /** `pip`: whether picture-in-picture is available. */
  (
    | { type: 'ready'; duration?: number; pip?: boolean }
    | { type: 'playing' }
    | { type: 'paused' }
    | { type: 'buffering' }
    | { type: 'time'; position: number; duration: number }
    | { type: 'ended' }
    /** The browser requires a gesture first. This is not a failure (decision 39). */
    | { type: 'autoplayBlocked' }
    /** Picture-in-picture was entered or left, by the page or the person. */
    | { type: 'pip'; on: boolean }
    /** The browser has a device for the medium, or none any more, or the connection to it has changed (BY28). */
    | { type: 'remotePlayback'; status: RemotePlaybackStatus | null }
    /** The volume was changed in the provider's own controls. `volume`: 0 to 1; while muted, the last audible one. */
    | { type: 'volume'; volume: number; muted: boolean }
    | { type: 'failed'; code: FailureCode; scope: FailureScope }
  )

/**
 * Plays streams of one kind. The stage owns the host element and never moves it. Commands never throw: errors are
 * `failed` events. `play` and `pause` also apply while the stream is still loading: after a pause it does not start.
 */
export interface Output {
  readonly id: OutputId
  load(request: LoadRequest): void
  play(): void
  pause(): void
  /** Seconds from the beginning of the medium. */
  seek(position: number): void
  setVolume(volume: number, muted: boolean): void
  /** Enters or leaves picture-in-picture; absent if the provider does not support it. */
  pictureInPicture?(on: boolean): void
  /** Opens the browser's list of devices; absent if the medium is not one of our elements. Within a user gesture. */
  promptRemotePlayback?(): void
  /**
   * Fetches what a first play needs (such as the provider's script), within a user gesture if there was one (BY2), so that
   * the queue can advance to another provider in a hidden tab. Idempotent and cheap.
   */
  warm?(): void
  /**
   * Whether an upcoming item needs this output (BY2): then its idle frame is retained, since a frame that was allowed to
   * play may play in a hidden tab where a new one may not. Absent if there is no frame to retain.
   */
  keep?(needed: boolean): void
  /** Stops playback and the events of the load at once. The output can be loaded again. Idempotent. */
  unload(): void
  /** Events of the current load, `time` at most four times a second. */
  subscribe(listener: (event: OutputEvent) => void): () => void
}

/** One kind of output: which streams it plays, and how to create it. Its code is fetched when first needed. */
export interface OutputEntry {
  readonly id: OutputId
  /** It runs only code of this site, so preparing it sends no request to a provider and can be done early. */
  readonly own?: true
  canPlay(stream: Stream): boolean
  /** Fetches the code of this output and, given a stream, the code for that stream. Rejects if that fails. */
  preload?(stream?: Stream): Promise<void>
  /** Returns no promise once the code is loaded, so that the first medium is loaded within the user gesture. */
  create(host: HTMLElement): Output | Promise<Output>
}

/** Reports that a post was played to its end. */
export interface PlayReports {
  report(postId: string): Promise<void>
}

/** Loads further pages of a queue's source. Rejects on failure; the engine tries again later. */
export interface QueueFeed {
  /** At most `limit` posts of the source, starting at the offset `from`. */
  more(source: QueueSource, from: number, limit: number): Promise<QueuePage>
}

export interface FeedSizes {
  page: number
  initial: number
}

/** Persists the session for the next visit (BY6). Neither call throws. */
export interface SessionStore {
  /**
   * Null if there is none, or another page owns it. A queue that the person starts before it resolves takes precedence.
   */
  read(): SavedSession | null | Promise<SavedSession | null>
  /** Writes the session; called when the queue changes. Null deletes it. */
  write(session: SavedSession | null): void
  /** Writes only the position; called every few seconds. */
  writePosition(position: SavedPosition): void
}

/** What this device remembers of playing a post. */
export interface Remembered {
  /** `type:uri` of the stream that played after others had failed (BZ1). */
  stream?: string
  /** Where a long medium was left, in seconds (BY18). */
  position?: number
}

/** This device's memory of posts. Neither call throws. The port evicts old entries. */
export interface PostMemory {
  read(postId: string): Remembered | null
  write(postId: string, remembered: Remembered | null): void
}

/** The same page in other tabs: one plays at a time. */
export interface Tabs {
  /** Announces that this tab starts to play. */
  claim(): void
  /** Notifies when another tab has started to play. */
  subscribe(listener: () => void): () => void
}

/** Whether the device has a network, and whether Strand is reachable over it. */
export interface Network {
  online(): boolean
  /** Whether Strand responds now. Never rejects. */
  reachable(): Promise<boolean>
  subscribe(listener: () => void): () => void
}

/** Settings of this device. Neither call throws. */
export interface Settings {
  read(): { volume: number; muted: boolean }
  write(settings: { volume: number; muted: boolean }): void
}

/** Receives the position and duration (seconds) of the current medium, up to four times a second, outside Redux. */
export interface PositionSink {
  tick(position: number, duration: number): void
}

/** Whether the page is visible. Browsers throttle hidden pages, so time limits are longer there. */
export interface Visibility {
  hidden(): boolean
  subscribe(listener: () => void): () => void
}

/**
 * `left`: another document replaces the page, which may be frozen in the back/forward cache. `restored`: it returned
 * from that cache, in which WebKit stops media without an event and loses their position.
 */
export type PageChange = 'left' | 'restored'

export interface PageLifecycle {
  subscribe(listener: (change: PageChange) => void): () => void
}

/** What happens on the connection to other devices. */
export type DeviceEvent =
  /** `from`: the id of the device. The message comes from outside: it is not validated yet. */
  | { type: 'message'; from: string; message: unknown }
  /** The device has disconnected, and did not return. */
  | { type: 'gone'; device: string }
  /** Whether this page is connected. Messages that were sent shortly before a disconnection may be lost. */
  | { type: 'connection'; connected: boolean }

/** Messages between the devices of a member, in order as long as the connection lasts. `send` never throws. */
export interface DeviceLink {
  send(to: string, message: DeviceMessage): void
  subscribe(listener: (event: DeviceEvent) => void): () => void
}

export interface PlayerPorts {
  /** In order of preference, in which they are tried when a stream fails. */
  outputs: readonly OutputEntry[]
  /** The element into which this output draws; created on first use, never moved. */
  hostFor(id: OutputId): HTMLElement
  reports: PlayReports
  feed: QueueFeed
  settings: Settings
  clock: PositionSink
  visibility: Visibility
  lifecycle: PageLifecycle
  session: SessionStore
  memory: PostMemory
  tabs: Tabs
  network: Network
  /** The device plays without a user gesture, which it never gets: a television with Google Cast. */
  isTrusted?: true
  /** Items per page of a source, and those that a new queue loads at once; absent for the default numbers. */
  feedSizes?: FeedSizes
  /** Without it, the local driver is always in charge. */
  driver?: DriverChoice
  /** The connection to the member's other devices; absent if there is none. */
  devices?: DeviceLink
  /** The seed of a shuffle, from 0 to below 1. */
  random(): number
}
