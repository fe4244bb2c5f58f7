/**
 * The engine's state: serialisable, one writer (its sagas dispatch facts, its reducer records them).
 * What the person asked for (`intent`) and what the output reports (`phase`) are two fields.
 */
import type { Media, Stream } from '../../server/contract/index.ts'
import type { Category } from '../../server/contract/rules.ts'
import type { FailureCode, FailureScope } from './failures.ts'
import type { OutputId } from './outputs/ids.ts'

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
  bead: { id: string; title: string; image?: string }
  image?: string
  /** Found elsewhere and not a post of Strand: its plays are not reported (L6). */
  external?: true
  /** Seconds, as far as the post knows it. */
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

/** A track in its place. The id belongs to the place, so that a post may stand twice. */
export interface QueueItem extends Track {
  id: string
  /** `from` of the page of the source that brought it; absent where a person put it there. */
  page?: number
}

/** Which list a queue is made of, as the API names it. */
export type QueueList =
  | { of: 'posts'; query: PostsQuery }
  /** The member's own feed. */
  | { of: 'feed'; category?: Category }
  /** What another member did. */
  | { of: 'activity'; uid: string }
  /** Posts that a search finds. */
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

/** Where the queue came from and where more of it is. */
export interface QueueSource {
  list: QueueList
  title: string
  /** Path of the page it plays from, with the leading slash. */
  href: string
}

export interface QueuePage {
  tracks: Track[]
  /** `from` of the next page, null at the end. */
  next: number | null
}

/** A window over the source, and what a person put into it. */
export interface Queue {
  items: QueueItem[]
  /** -1 where nothing is queued. */
  index: number
  source: QueueSource | null
  /** `from` of the page after the window, null where the source ends. */
  next: number | null
  /** `from` at which the window begins: what is before it can be had. Null at the source's beginning. */
  previous: number | null
  /** How many ids were given out, to items and to edits: the next one follows from it. */
  issued: number
  /** The ids in their order, with those among them that an undo can bring back. */
  order: string[]
  /** The same in the order without the shuffle; null where nothing is shuffled. */
  natural: string[] | null
  /** Posts of the source that a person took out, or that are gone: no page brings them back. */
  removed: string[]
  /** What can be undone, the latest last. */
  edits: Edit[]
}

/** What a person did to the queue, as far as undoing it needs. */
export interface Edit {
  /** Given out in order, never twice within a session. */
  id: number
  kind: 'playNext' | 'added' | 'removed' | 'moved' | 'cleared'
  /** How many items. */
  count: number
  /** Ids that were put in. */
  added: string[]
  /** What was taken out, in order. */
  taken: QueueItem[]
  /** What was moved, the id behind which it stood, the page that had brought it, and whether it was within a shuffle. */
  moved: { id: string; after: string | null; page: number | null; shuffled: boolean } | null
  /** Where the window ended before it was cleared. */
  window: Pick<Queue, 'source' | 'next' | 'previous'> | null
}

/** What comes back after a reload or a restart (BY6). */
export interface SavedSession {
  queue: Pick<Queue, 'items' | 'index' | 'source' | 'next' | 'previous' | 'natural' | 'removed'>
  repeat: boolean
  /** Seconds in the current item. */
  position: number
  /** Seconds; 0 where it is not known. */
  duration: number
}

export interface SavedPosition {
  itemId: string
  /** Seconds. */
  position: number
  /** Seconds; 0 where it is not known. */
  duration: number
}

/** The output and stream that play, or are being tried. */
export interface Playing {
  loadId: number
  output: OutputId
  /** As it was when it was opened: an edit may give the item other streams since. */
  stream: Stream
  /** It is tried first because it played before when others did not. */
  remembered?: true
}

export interface StreamFailure {
  /** The stream itself: its place among the item's streams may change by an edit. */
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
  /** The current item was played to its end; the next one is not up yet. */
  itemOver: boolean
  /** The queue came to its end: the replay overlay shows, or the error where `deadItemId` is set. */
  ended: boolean
  /** The item began to be heard within the last 5 s (B9). */
  justBegan: boolean
  /** Seconds; the item went on from where a person had left it before: offer to start over. */
  resumedFrom: number | null
  /** Whose comments are being written: while there are any, nothing advances by itself (L7). */
  composing: string[]
  /** The item is over, and the next waits until the comment is written. */
  advanceHeld: boolean
  /** The gallery paused it, so the gallery's closing goes on with it (L8). */
  suspended: boolean
  /** The end of the queue for which a page of its source is on its way. */
  fetching: 'before' | 'after' | null
  /** The device has no network: it goes on when there is one. */
  offline: boolean
  /** The network does not answer: the current item, or the page behind it, is tried again with a growing back-off. */
  unreachable: boolean
  /** Whether the current medium can be taken into a picture of its own, and whether it is there. */
  canPip: boolean
  pip: boolean
  /** 0 to 1. */
  volume: number
  muted: boolean
}

export const emptyQueue: Queue = {
  items: [], index: -1, source: null, next: null, previous: null, issued: 0, order: [], natural: null, removed: [], edits: [],
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
  justBegan: false,
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
