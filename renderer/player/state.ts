/**
 * The engine's state: serialisable, one writer (its sagas dispatch facts, its reducer records them).
 * What the person asked for (`intent`) and what the output reports (`phase`) are two fields.
 */
import type { Media, Stream } from '../../server/contract/index.ts'
import type { FailureScope, OutputId } from './ports.ts'

/** The documented state names (B4). `stopped` is what a pause gives (decision 36). */
export type Phase = 'unknown' | 'initialized' | 'queued' | 'loading' | 'playing' | 'stopped' | 'closed'

/** `regular` is the maximised player (decision 36). */
export type Mode = 'hidden' | 'regular' | 'floating' | 'fullscreen'

/** One place in the queue. Its id is its own, so that a post may stand twice. */
export interface QueueItem {
  id: string
  postId: string
  title: string
  /** Path of the post's page, without the leading slash. */
  href: string
  creator: string
  bead: { id: string; title: string }
  image?: string
  source?: string
  type: Media['type']
  streams: Stream[]
  startTime?: number
  endTime?: number
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
  items: QueueItem[]
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
}

/** The output and stream that play, or are being tried. */
export interface Playing {
  loadId: number
  output: OutputId
  /** Place in the item's `streams`. */
  stream: number
}

export interface StreamFailure {
  itemId: string
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
  repeat: boolean
  playing: Playing | null
  /** Seconds, refreshed at most once a second; the clock port has it finer. */
  position: number
  duration: number
  buffering: boolean
  /** The browser wants a gesture before it plays. */
  needsGesture: boolean
  /** Streams of the current item that failed, in order. */
  failures: StreamFailure[]
  /** The item that could not be played at all and is about to be skipped, or that ended a queue of dead ones. */
  deadItemId: string | null
  /** The queue came to its end: the replay overlay shows. */
  ended: boolean
  /** 0 to 1. */
  volume: number
  muted: boolean
}
