/**
 * Google Cast as this page uses it. Browsers have it by Google's sender (`googleSender.ts`), windows of the desktop application by the bridge
 * (`../desktop/castSender.ts`).
 */
import type { NearbyDevice } from '#player/index.ts'

/** What each item of the device's queue carries: nothing that other senders must not read. */
export interface ItemData {
  v: 1
  postId: string
  /** Index in the queue of the page. */
  feedIndex: number
  /** The id of the item in the page that has sent it. A reload renames items. */
  itemId: string
  /** The tab that has sent it, also after a reload: it leads and reports plays, the others follow. */
  owner: string
}

/** An item for the device's queue, as Google's messages describe it. Times are in seconds. */
export interface NewItem {
  media: {
    contentId: string
    contentType: string
    streamType: 'BUFFERED'
    metadata: { metadataType: 0; title: string; subtitle: string; images?: { url: string }[] }
    customData: ItemData
    duration?: number
  }
  autoplay: boolean
  startTime: number
  preloadTime: number
  customData: ItemData
}

/** A medium of the device. Any sender may have made it. */
export interface PlayedMedia {
  contentId?: string
  contentType?: string | undefined
  metadata?: unknown
  duration?: number | null | undefined
  customData?: unknown
}

/** What the device plays, as Google's messages describe it. */
export interface MediaState {
  playerState: string
  idleReason?: string | null | undefined
  currentItemId?: number | null | undefined
  /** Set while the next item of a queue loads. */
  loadingItemId?: number | null | undefined
  media?: PlayedMedia | null | undefined
  /** Only the previous, the current and the next item. */
  items?: readonly { itemId: number; media?: PlayedMedia | undefined; customData?: unknown }[] | null | undefined
}

/** The media of Google's default receiver. Commands reject if the device refuses them, or cannot be reached. */
export interface SenderMedia {
  /** Null: it plays nothing, or the state is not known yet. */
  read(): MediaState | null
  /** Seconds, now. */
  position(): number
  subscribe(listener: () => void): () => void
  /** Resolves once the state of a resumed session is known, if there is one. */
  whenKnown(): Promise<void>
  /** Replaces the queue. `unplayable`: the first item cannot be played. Rejects if another load has replaced this one, too. */
  load(items: NewItem[], startIndex: number): Promise<'loaded' | 'unplayable'>
  append(items: NewItem[]): Promise<void>
  play(): Promise<void>
  pause(): Promise<void>
  stop(): Promise<void>
  seek(position: number): Promise<void>
}

/** 0 to 1. */
export interface Volume {
  volume: number
  muted: boolean
}

/** A session with the receiver on a device. */
export interface SenderSession {
  readonly device: { id: string | null; name: string }
  readonly media: SenderMedia
  volume(): Volume
  setVolume(volume: Volume): Promise<void>
  onVolume(listener: (volume: Volume) => void): () => void
  /** A message to Strand's receiver. */
  send(part: object): Promise<void>
  onMessage(listener: (part: unknown) => void): () => void
  /** The connection is lost (false) and opened again, where the sender reports it. */
  onConnection(listener: (isConnected: boolean) => void): () => void
}

export type SenderEvent =
  | { type: 'availability'; isAvailable: boolean }
  /** `isResumed`: it began before the page was reloaded, or in another tab. */
  | { type: 'session'; session: SenderSession; isResumed: boolean }
  | { type: 'ended' }

/** The receiver did not start. */
export class CastFailure extends Error {
  readonly reason: 'unreachable' | 'noApp' | 'refused'
  constructor(reason: CastFailure['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

export interface CastSender {
  /** Resumes the session before a reload, and reports from then on. `isCasting`: whether this tab had one. */
  start(options: { appId: string; isCasting: boolean; listener(event: SenderEvent): void }): void
  /** Whether a device may be there. */
  isAvailable(): boolean
  /** Null without one. Google's sender joins this page to the session of another tab. */
  session(): SenderSession | null
  /**
   * Begins a session with this device, or with the one that the person chooses in the dialog of the browser. Rejects with a `CastFailure` if
   * the device does not start the receiver. Resolves if the person has closed the dialog.
   */
  choose(id?: string): Promise<void>
  /** Ends the session. `isStopping`: the receiver, too. */
  end(isStopping: boolean): void
  /** Lists the devices until the returned function is called; null where the browser lists them. */
  search: ((onDevices: (devices: NearbyDevice[]) => void) => () => void) | null
}
