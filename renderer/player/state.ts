/**
 * The engine's state: serialisable, with one writer (a driver puts facts, the reducer records them). The person's
 * intent (`intent`) and the state of the output (`phase`) are two fields.
 */
import type { Media, Stream } from '#contract/index.ts'
import type { Category } from '#contract/rules.ts'
import type { FailureCode, FailureScope } from './failures.ts'
import type { OutputId } from './outputs/ids.ts'

/**
 * The documented state names (B4). `initialized`: a queue was opened; `queued`: an item of it is current;
 * `loading`: one of its streams is being tried; `stopped`: paused, waiting, or over (decision 36).
 */
export type Phase = 'unknown' | 'initialized' | 'queued' | 'loading' | 'playing' | 'stopped' | 'closed'

/** `regular` is the maximised player (decision 36). */
export type Mode = 'hidden' | 'regular' | 'floating' | 'fullscreen'

/** The playable data of a post. */
export interface Track {
  postId: string
  title: string
  /** Path of the post's page, without the leading slash. */
  href: string
  creator: string
  bead: { id: string; title: string; image?: string }
  image?: string
  /** Not a post of Strand: its plays are not reported (L6). */
  external?: true
  /** Seconds; absent where the post does not have it. */
  duration?: number
  /** Name of the site that hosts the medium. */
  source?: string
  type: Media['type']
  streams: Stream[]
  /** Seconds. */
  startTime?: number
  /** Seconds. */
  endTime?: number
}

/** An entry of the queue, with an id of its own: a post may be queued twice. */
export interface QueueItem extends Track {
  id: string
  /** `from` of its page of the source; absent where a person inserted it. */
  page?: number
}

/** Which list a queue is made of, as the API names it. */
export type QueueList =
  | { of: 'posts'; query: PostsQuery }
  /** The member's own feed. */
  | { of: 'feed'; category?: Category }
  /** Activity of another member. */
  | { of: 'activity'; uid: string }
  /** Results of a search. */
  | { of: 'search'; query: { q: string; category?: string; collectedby?: string } }

/** The contract's query of `GET /api/v0/posts`, without paging. */
export interface PostsQuery {
  bead?: string
  createdby?: string
  collectedby?: string
  tag?: string
  q?: string
  category?: string
  sort?: string
  /** Seed of a shuffled order. */
  ts?: number
}

/** The list that the queue is loaded from. */
export interface QueueSource {
  list: QueueList
  title: string
  /** Path of the list's page, with the leading slash. */
  href: string
}

export interface QueuePage {
  tracks: Track[]
  /** `from` of the next page, null at the end. */
  next: number | null
}

/** A window over the source, and the items that a person inserted. */
export interface Queue {
  items: QueueItem[]
  /** -1 for an empty queue. */
  index: number
  source: QueueSource | null
  /** `from` of the page after the window, null where the source ends. */
  next: number | null
  /** `from` at which the window begins; earlier items can be loaded. Null at the start of the source. */
  previous: number | null
  /** How many ids were issued, to items and to edits; the next one follows from it. */
  issued: number
  /** The ids in order, with those that an undo can restore. */
  order: string[]
  /** The same in the order without the shuffle; null while not shuffled. */
  natural: string[] | null
  /** Posts of the source that a person removed, or that were deleted: no page adds them again. */
  removed: string[]
  /** Edits that can be undone, the latest last. */
  edits: Edit[]
}

/** An edit of the queue, with what its undo needs. */
export interface Edit {
  /** Issued in order, unique within a session. */
  id: number
  kind: 'playNext' | 'added' | 'removed' | 'moved' | 'cleared'
  /** How many items. */
  count: number
  /** Ids of inserted items. */
  added: string[]
  /** Removed items, in order. */
  taken: QueueItem[]
  /** The moved item, the id before it, its page, and whether the queue was shuffled. */
  moved: { id: string; after: string | null; page: number | null; shuffled: boolean } | null
  /** The ends of the window before it was cleared. */
  window: Pick<Queue, 'source' | 'next' | 'previous'> | null
}

/** Restored after a reload or a restart (BY6). */
export interface SavedSession {
  queue: Pick<Queue, 'items' | 'index' | 'source' | 'next' | 'previous' | 'natural' | 'removed'>
  repeat: boolean
  /** Seconds in the current item. */
  position: number
  /** Seconds; 0 while unknown. */
  duration: number
}

export interface SavedPosition {
  itemId: string
  /** Seconds. */
  position: number
  /** Seconds; 0 while unknown. */
  duration: number
}

/** The output and stream that play or are being tried. */
export interface Playing {
  loadId: number
  output: OutputId
  /** As it was when opened: an edit may have replaced the item's streams since. */
  stream: Stream
  /** Tried first because it played before when others did not. */
  remembered?: true
}

export interface StreamFailure {
  /** The stream itself: its index may change by an edit. */
  stream: Stream
  output: OutputId
  code: FailureCode
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
  /** Seconds, updated at most once a second; the clock port is finer. */
  position: number
  /** Seconds; 0 while unknown. */
  duration: number
  buffering: boolean
  /** The browser requires a gesture before it plays (decision 39): show a play button. */
  needsGesture: boolean
  /** Streams of the current item that failed, in order. */
  failures: StreamFailure[]
  /** None of the current item's streams plays: the error shows; it is skipped unless `ended` or paused. */
  deadItemId: string | null
  /** The current item has ended; the next one is not current yet. */
  itemOver: boolean
  /** The queue has ended: the replay overlay shows, or the error where `deadItemId` is set. */
  ended: boolean
  /** The item started to play within the last 5 s (B9). */
  recentlyStarted: boolean
  /** Seconds; where the item resumed, since the person had left it there: offer to start over. */
  resumedFrom: number | null
  /** Ids of comments being written: while there are any, nothing advances by itself (L7). */
  composing: string[]
  /** The item is over, and the next waits until the comment is written. */
  advanceHeld: boolean
  /** The gallery paused it, so closing the gallery resumes it (L8). */
  suspended: boolean
  /** The end of the window for which a page of its source is being loaded. */
  fetching: 'before' | 'after' | null
  /** The device has no network: playback continues once there is one. */
  offline: boolean
  /** The network does not respond: the current item, or the page after it, is tried again with a growing back-off. */
  unreachable: boolean
  /** Whether picture-in-picture is available for the current medium, and whether it is on. */
  canPip: boolean
  pip: boolean
  /** 0 to 1. */
  volume: number
  muted: boolean
}

export const emptyQueue: Queue = {
  items: [],
  index: -1,
  source: null,
  next: null,
  previous: null,
  issued: 0,
  order: [],
  natural: null,
  removed: [],
  edits: [],
}

export const initialState: PlayerState = {
  queue: emptyQueue,
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
  itemOver: false,
  ended: false,
  recentlyStarted: false,
  resumedFrom: null,
  composing: [],
  advanceHeld: false,
  suspended: false,
  fetching: null,
  offline: false,
  unreachable: false,
  canPip: false,
  pip: false,
  volume: 1,
  muted: false,
}
