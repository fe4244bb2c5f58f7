/**
 * The engine's state. It is serialisable and changes only by facts, which the engine's sagas dispatch and the reducer
 * records. The person's intent (`intent`) and the state that the output reports (`phase`) are separate fields.
 */
import type { Media, Stream as MediaStream } from '#contract/index.ts'
import type { Category } from '#contract/rules.ts'
import type { FailureCode, FailureScope } from './failures.ts'
import type { OutputId } from './outputs/ids.ts'

/**
 * The state names of the specification (B4). `unknown`: there was no queue yet; `initialized`: a queue was opened;
 * `queued`: an item became current; `loading`: one of its streams is being tried; `stopped`: paused, waiting, or over
 * (decision 36).
 */
export type Phase = 'unknown' | 'initialized' | 'queued' | 'loading' | 'playing' | 'stopped' | 'closed'

/** How the player is shown. `regular`: maximised; `floating`: docked, with the picture above the bar (decision 36). */
export type Mode = 'hidden' | 'regular' | 'floating' | 'fullscreen'

/** A stream of a medium; or, for televisions, the plain text of a post without one: then `uri` is the text. */
export type Stream = Omit<MediaStream, 'type'> & { type: MediaStream['type'] | 'text' }

/** The playable data of a post. */
export interface Track {
  postId: string
  title: string
  /** Path of the post's page, without the leading slash. */
  href: string
  creator: string
  bead: { id: string; title: string; image?: string }
  image?: string
  /** The track is not a post of Strand, so its plays are not reported (L6). */
  external?: true
  /** Seconds; absent if unknown. */
  duration?: number
  /** Name of the site that hosts the medium. */
  source?: string
  /** `text`: the post has no medium, and a television shows its text as a slide. */
  type: Media['type'] | 'text'
  streams: Stream[]
  /** `startTime` and `endTime`: the part of the medium that the post plays, in seconds. */
  startTime?: number
  endTime?: number
}

/** An item of the queue, with its own id, because a post may be queued twice. */
export interface QueueItem extends Track {
  id: string
  /** The offset of its page in the source; absent if a person inserted the item. */
  page?: number
}

/** The list of the API from which a queue is loaded. */
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
  /** Seed of the server's shuffled order. */
  ts?: number
}

/** The list from which the queue is loaded, with its title and page. */
export interface QueueSource {
  list: QueueList
  title: string
  /** Path of the list's page, with the leading slash. */
  href: string
}

export interface QueuePage {
  tracks: Track[]
  /** The offset of the next page; null at the end. */
  next: number | null
}

/** The loaded window of the source, and the items that a person inserted. */
export interface Queue {
  items: QueueItem[]
  /** Index of the current item; -1 for an empty queue. */
  index: number
  source: QueueSource | null
  /** The offset of the page after the window; null at the end of the source. */
  next: number | null
  /** The offset at which the window begins, if earlier items can be loaded; null at the start of the source. */
  previous: number | null
  /** Number of ids issued to items and edits so far, from which the next id is made. */
  issued: number
  /** The ids of the items in order, including removed items that an undo can restore. */
  order: string[]
  /** The same ids in their order before the shuffle; null if not shuffled. */
  natural: string[] | null
  /** Posts of the source that a person removed, or that were deleted: no page adds them again. */
  removed: string[]
  /** Edits that can be undone, the latest last. */
  edits: Edit[]
}

/** An edit of the queue, with the data for its undo. */
export interface Edit {
  /** Issued in order, unique within a session. */
  id: number
  kind: 'playNext' | 'added' | 'removed' | 'moved' | 'cleared'
  /** Number of items that were inserted, removed or moved. */
  count: number
  /** Ids of inserted items. */
  added: string[]
  /** Removed items, in order. */
  taken: QueueItem[]
  /** The moved item, the id that preceded it, its page, and whether the queue was shuffled. */
  moved: { id: string; after: string | null; page: number | null; shuffled: boolean } | null
  /** The source and the ends of the window before the queue was cleared. */
  window: Pick<Queue, 'source' | 'next' | 'previous'> | null
}

/** What is stored for a reload or restart (BY6). */
export interface SavedSession {
  queue: Pick<Queue, 'items' | 'index' | 'source' | 'next' | 'previous' | 'natural' | 'removed'>
  repeat: boolean
  /** Seconds in the current item. */
  position: number
  /** Seconds; 0 while unknown. */
  duration: number
}

/** The position alone, which is stored more often than the session. */
export interface SavedPosition {
  itemId: string
  /** Seconds. */
  position: number
  /** Seconds; 0 while unknown. */
  duration: number
}

/** The output and the stream that is playing or being tried. */
export interface Playing {
  loadId: number
  output: OutputId
  /** The stream when it was opened; an edit may have replaced the item's streams since. */
  stream: Stream
  /** The device remembers that this stream played when others failed, so it was tried first (BZ1). */
  remembered?: true
}

export interface StreamFailure {
  /** The stream itself, not its index, which an edit may change. */
  stream: Stream
  output: OutputId
  code: FailureCode
  scope: FailureScope
}

/**
 * What a device is: an open page, the desktop application, or a television of the member, or a Google Cast device.
 */
export type DeviceKind = 'browser' | 'desktop' | 'tv' | 'cast'

export interface Device {
  id: string
  name: string
  kind: DeviceKind
}

/** The device that plays instead of this one. */
export interface RemoteTarget extends Device {
  /** `connecting`: its state is not known yet; `reconnecting`: this page has no connection at the moment. */
  status: 'connecting' | 'connected' | 'reconnecting'
  /** The stored queue of this page stays, with its position: the device plays another queue, or has other item ids. */
  keepsOwnQueue?: boolean
}

/** Remote playback by the browser: the local driver stays in charge, and the browser relays what it does (BY28). */
export interface RemotePlaybackStatus {
  /** `standard`: the Remote Playback API of browsers other than Safari. The browser does not name the device. */
  kind: 'airPlay' | 'standard'
  connection: 'disconnected' | 'connecting' | 'connected'
}

export interface PlayerState {
  queue: Queue
  phase: Phase
  intent: 'play' | 'pause'
  mode: Mode
  /** The current item is played again when it ends. */
  repeat: boolean
  playing: Playing | null
  /** Seconds. Updated at most about once a second; the clock has the exact position. */
  position: number
  /** Seconds; 0 while unknown. */
  duration: number
  buffering: boolean
  /** The browser requires a gesture before it plays (decision 39): show a play button. */
  needsGesture: boolean
  /** Streams of the current item that failed, in order. */
  failures: StreamFailure[]
  /** Id of the current item if all its streams failed: show the error. It is skipped unless `ended` or paused. */
  deadItemId: string | null
  /** The current item has ended, and the next one is not current yet. */
  itemOver: boolean
  /** The queue has ended: show the replay overlay, or the error if `deadItemId` is set. */
  ended: boolean
  /** The item started to play within the last 5 s (B9). */
  recentlyStarted: boolean
  /** The position (seconds) at which the item resumed because it was left there: offer to start over. */
  resumedFrom: number | null
  /** Ids of comments being written: while there are any, nothing advances by itself (L7). */
  composing: string[]
  /** The item is over, and the next one waits until no comment is being written. */
  advanceHeld: boolean
  /** `suspend` paused it, so `unsuspend` resumes it, for example when the gallery closes (L8). */
  suspended: boolean
  /** The end of the window for which a page of the source is being loaded. */
  fetching: 'before' | 'after' | null
  /** The device has no network: playback continues once there is one. */
  offline: boolean
  /** Requests fail although the device is online: the current item, or the page after it, is retried with back-off. */
  unreachable: boolean
  /** Whether picture-in-picture is available for the current medium, and whether it is on. */
  canPip: boolean
  pip: boolean
  /** Null if the browser has no device for the current medium. */
  remotePlayback: RemotePlaybackStatus | null
  /** 0 to 1. */
  volume: number
  muted: boolean
  /** Another device plays, and this state mirrors it; null: this device plays. */
  remote: RemoteTarget | null
}

/**
 * What devices share of their states. The rest belongs to each device: how the player is shown, its comments,
 * picture-in-picture and remote playback.
 */
export type SharedState = Omit<PlayerState, 'mode' | 'composing' | 'canPip' | 'pip' | 'remotePlayback' | 'remote'>

/** A queue that moves from one device to another. */
export interface MovedQueue {
  /** The item ids and edits stay the same, so that edits can be undone on the other device. */
  queue: Queue
  repeat: boolean
  /** Seconds in the current item. */
  position: number
  /** Seconds; 0 while unknown. */
  duration: number
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
  remotePlayback: null,
  volume: 1,
  muted: false,
  remote: null,
}
