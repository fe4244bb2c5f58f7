/**
 * The engine's state: serialisable, one writer (its sagas dispatch facts, its reducer records them).
 * What the person asked for (`intent`) and what the output reports (`phase`) are two fields.
 */
import type { Media, Stream } from '../../server/contract/index.ts'
import type { FailureScope, OutputId } from './ports.ts'

/**
 * The documented state names (B4). `initialized`: a queue was opened; `queued`: an item of it is up;
 * `loading`: a stream of it is being tried; `stopped`: paused, waiting, or over (decision 36).
 */
export type Phase = 'unknown' | 'initialized' | 'queued' | 'loading' | 'playing' | 'stopped' | 'closed'

/** `regular` is the maximised player (decision 36). */
export type Mode = 'hidden' | 'regular' | 'floating' | 'fullscreen'

/** What can be put into a queue. */
export interface Track {
  postId: string
  title: string
  /** Path of the post's page, without the leading slash. */
  href: string
  creator: string
  bead: { id: string; title: string }
  image?: string
  /** Name of the site that hosts the medium. */
  source?: string
  type: Media['type']
  streams: Stream[]
  /** Seconds. */
  startTime?: number
  /** Seconds. */
  endTime?: number
}

/** A track in its place. The id belongs to the place, so that a post may stand twice. */
export interface QueueItem extends Track {
  id: string
}

/** Where the queue came from and where more of it is. */
export interface QueueSource {
  /** The contract's query of `GET /api/v0/posts`, without paging. */
  query: { bead?: string; createdby?: string; sort?: string; ts?: number; category?: string }
  title: string
  /** Path of the page it plays from, with the leading slash. */
  href: string
}

export interface QueuePage {
  tracks: Track[]
  /** `from` of the next page, null at the end. */
  next: number | null
}

export interface Queue {
  items: QueueItem[]
  /** -1 where nothing is queued. */
  index: number
  source: QueueSource | null
  /** `from` of the next page, null when all is loaded. */
  next: number | null
  /** How many ids were given out: the next item's id follows from it. */
  issued: number
}

/** The output and stream that play, or are being tried. */
export interface Playing {
  loadId: number
  output: OutputId
  /** Place in the item's `streams`. */
  stream: number
}

export interface StreamFailure {
  stream: number
  output: OutputId
  code: string
  scope: FailureScope
}

export interface PlayerState {
  queue: Queue
  phase: Phase
  intent: 'play' | 'pause'
  mode: Mode
  /** The current item is played again when it ends. */
  repeat: boolean
  playing: Playing | null
  /** Seconds, refreshed at most once a second; the clock port has it finer. */
  position: number
  /** Seconds; 0 where it is not known. */
  duration: number
  buffering: boolean
  /** The browser wants a gesture before it plays (decision 39): show a play button. */
  needsGesture: boolean
  /** Streams of the current item that failed, in order. */
  failures: StreamFailure[]
  /** None of the current item's streams plays: the error shows; it is skipped unless `ended` or paused. */
  deadItemId: string | null
  /** The queue came to its end: the replay overlay shows, or the error where `deadItemId` is set. */
  ended: boolean
  /** 0 to 1. */
  volume: number
  muted: boolean
}

export const initialState: PlayerState = {
  queue: { items: [], index: -1, source: null, next: null, issued: 0 },
  phase: 'unknown',
  intent: 'pause',
  mode: 'hidden',
  repeat: false,
  playing: null,
  position: 0,
  duration: 0,
  buffering: false,
  needsGesture: false,
  failures: [],
  deadItemId: null,
  ended: false,
  volume: 1,
  muted: false,
}
