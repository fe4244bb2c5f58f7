/**
 * What the engine needs from the world, as the argument of its root saga. A test gives fakes, the web
 * build and the desktop app give the real ones. Nothing here is React, and nothing is the DOM but the
 * host element that an output draws into.
 */
import type { Stream } from '../../server/contract/index.ts'
import type { DriverChoice } from './driver.ts'
import type { FailureCode, FailureScope } from './failures.ts'
import type { OutputId } from './outputs/ids.ts'
import type { QueuePage, QueueSource, SavedPosition, SavedSession } from './state.ts'

export interface LoadRequest {
  /** Tags every event, so that a late one of an earlier load is told apart. */
  loadId: number
  stream: Stream
  /** Seconds; where playing begins. */
  startTime?: number
  /** Seconds; a hint for outputs that draw a timeline: it is the engine that ends the item here. */
  endTime?: number
  autoplay: boolean
  /** 0 to 1. */
  volume: number
  muted: boolean
}

export type OutputEvent = { loadId: number } & (
  /** `pip`: whether it can be taken into a picture of its own. */
  | { type: 'ready'; duration?: number; pip?: boolean }
  | { type: 'playing' }
  | { type: 'paused' }
  | { type: 'buffering' }
  | { type: 'time'; position: number; duration: number }
  | { type: 'ended' }
  /** The browser wants a gesture first. This is not a failure (decision 39). */
  | { type: 'autoplayBlocked' }
  /** It went into a picture of its own, or came back, by whosever wish. */
  | { type: 'pip'; on: boolean }
  /** A person changed it in the provider's own controls. `volume`: 0 to 1; while muted, what it was before. */
  | { type: 'volume'; volume: number; muted: boolean }
  | { type: 'failed'; code: FailureCode; scope: FailureScope }
)

/**
 * One way of making a stream heard or seen. The stage owns the host element and never moves it.
 * Commands never throw: what goes wrong comes as a `failed` event. `play` and `pause` count from the
 * moment of `load`: a pause before anything is heard keeps it silent.
 */
export interface Output {
  readonly id: OutputId
  load(request: LoadRequest): void
  play(): void
  pause(): void
  /** Seconds from the beginning of the medium. */
  seek(position: number): void
  setVolume(volume: number, muted: boolean): void
  /** Into the browser's picture in picture, or back; absent where the provider has none. */
  pictureInPicture?(on: boolean): void
  /**
   * Fetches what a first play needs (the provider's script, say), within a person's gesture where there was
   * one (BY2): so the queue goes on in a hidden tab when it comes to another provider. Idempotent and cheap.
   */
  warm?(): void
  /**
   * Whether an item that comes soon is for this output (BY2): then its idle frame is kept, since one that was allowed to
   * play goes on in a hidden tab where a new one would not. Absent where there is nothing to keep.
   */
  keep?(needed: boolean): void
  /** Silent at once, and no event of that load from here on; the output may be loaded again. Idempotent. */
  unload(): void
  /** Events of the current load, `time` at most four times a second. */
  subscribe(listener: (event: OutputEvent) => void): () => void
}

/** One kind of output: which streams it plays, and how to make it, its code fetched when first needed. */
export interface OutputEntry {
  readonly id: OutputId
  /** Made of our own code alone: nobody else learns that it was made ready, so that may be long before it is needed. */
  readonly own?: true
  canPlay(stream: Stream): boolean
  /** Fetches the code of this output and, given a stream, the code that this stream needs. Rejects where it cannot be had. */
  preload?(stream?: Stream): Promise<void>
  /** At once where its code is there, so that the first medium is loaded within the person's gesture. */
  create(host: HTMLElement): Output | Promise<Output>
}

/** Reports that a post was played to its end. */
export interface PlayReports {
  report(postId: string): Promise<void>
}

/** More of what a queue was made from. Rejects where it cannot be had now; the engine asks again later. */
export interface QueueFeed {
  /** At most `limit` posts of the source from the place `from` on. */
  more(source: QueueSource, from: number, limit: number): Promise<QueuePage>
}

/** What was up when the page was left, so that it comes back (BY6). Neither call throws. */
export interface SessionStore {
  /** A promise where other pages must be asked whether it is theirs; what a person does meanwhile goes before it. */
  read(): SavedSession | null | Promise<SavedSession | null>
  /** The queue, rarely; null forgets everything. */
  write(session: SavedSession | null): void
  /** Where it is, often. */
  writePosition(position: SavedPosition): void
}

/** What a device knows of a post from having played it. */
export interface Remembered {
  /** `type:uri` of the stream that played after others had failed (BZ1). */
  stream?: string
  /** Seconds; where a long medium was left (BY18). */
  position?: number
}

/** Neither call throws; what was not touched for long is forgotten by the port. */
export interface PostMemory {
  read(postId: string): Remembered | null
  write(postId: string, remembered: Remembered | null): void
}

/** The same page in other tabs: one plays at a time. */
export interface Tabs {
  /** This tab begins to play. */
  claim(): void
  /** Another tab has begun to play. */
  subscribe(listener: () => void): () => void
}

/** Whether the device has a network at all, and whether it leads anywhere. */
export interface Network {
  online(): boolean
  /** Whether Strand answers now. Never rejects. */
  reachable(): Promise<boolean>
  subscribe(listener: () => void): () => void
}

/** What a member set on this device. Neither call throws. */
export interface Settings {
  read(): { volume: number; muted: boolean }
  write(settings: { volume: number; muted: boolean }): void
}

/** Position of what is playing, outside Redux, up to four times a second. */
export interface PositionSink {
  tick(position: number, duration: number): void
}

/** Whether the page can be seen: a browser holds back what a hidden page does, so silence proves nothing there. */
export interface Visibility {
  hidden(): boolean
  subscribe(listener: () => void): () => void
}

/**
 * `left`: another document takes the place of the page, which may be frozen in the back/forward cache from then on.
 * `restored`: it comes back from there. WebKit stops media there, without an event, and forgets their position.
 */
export type PageChange = 'left' | 'restored'

export interface PageLifecycle {
  subscribe(listener: (change: PageChange) => void): () => void
}

export interface PlayerPorts {
  /** In order of preference: the order in which other players are tried when a stream fails. */
  outputs: readonly OutputEntry[]
  /** The element into which the output of this id draws; made on first use, never moved. */
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
  /** Absent: the local driver alone. */
  driver?: DriverChoice
  /** A number of 0 to 1, other than 1: the seed of a shuffle. */
  random(): number
}
