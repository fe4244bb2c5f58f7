/** The media of Google's default receiver, through Google's sender: its queue, its state, and commands whose errors are logged only (K1). */
/// <reference types="chromecast-caf-sender" />
import { formatOf, isRecord, isText, type QueueItem, type Stream } from '#player/index.ts'
import type { CastSdk } from './sdk.ts'

/** Time (ms) in which the media of a resumed session are known; ours. */
const mediaMs = 2000
/** Seconds before the end of an item at which the device begins to load the next one. */
const preloadSeconds = 10

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

/** Any sender may have made it: the other fields only lead to other items. */
const isItemData = (value: unknown): value is ItemData => isRecord(value) && value['v'] === 1 && isText(value['postId'])

type SdkMedia = chrome.cast.media.Media

/** An item to send. */
export interface SentItem {
  item: QueueItem
  /** Index in the queue of the page. */
  feedIndex: number
  stream: Stream
  /** Seconds. */
  startTime: number
}

/** The address of a file for a device that is not on this page. */
export const absolute = (uri: string): string => new URL(uri, location.href).href

interface CastMediaOptions {
  sdk: CastSdk
  session: cast.framework.CastSession
  /** The media have changed, or their state has. */
  onChange(): void
  /** 0 to 1. */
  onVolume(volume: { volume: number; muted: boolean }): void
  owner: string
  log(text: string, error?: unknown): void
}

export type CastMedia = ReturnType<typeof createCastMedia>

export function createCastMedia({ sdk, session, onChange, onVolume, owner, log }: CastMediaOptions) {
  const { media: api } = sdk.api
  const { SessionEventType } = sdk.framework
  const failed = (what: string) => (error: unknown) => log(`Cast: ${what} failed`, error)
  const done = (): void => undefined
  let media: SdkMedia | null = session.getMediaSession()

  const onMedia = ({ mediaSession }: cast.framework.MediaSessionEventData): void => {
    media?.removeUpdateListener(onChange)
    media = mediaSession
    media.addUpdateListener(onChange)
    onChange()
  }
  const onSessionVolume = ({ volume, isMute }: cast.framework.VolumeEventData): void => onVolume({ volume, muted: isMute })
  session.addEventListener(SessionEventType.MEDIA_SESSION, onMedia)
  session.addEventListener(SessionEventType.VOLUME_CHANGED, onSessionVolume)
  media?.addUpdateListener(onChange)

  function toSdkItem({ item, stream, feedIndex, startTime }: SentItem): chrome.cast.media.QueueItem {
    const info = new api.MediaInfo(absolute(stream.uri), formatOf(stream) ?? '')
    const metadata = new api.GenericMediaMetadata()
    metadata.title = item.title
    metadata.subtitle = item.creator
    if (item.image !== undefined) metadata.images = [new sdk.api.Image(absolute(item.image))]
    const customData: ItemData = { v: 1, postId: item.postId, feedIndex, itemId: item.id, owner }
    Object.assign(info, {
      metadata,
      customData,
      streamType: api.StreamType.BUFFERED,
      ...(item.duration !== undefined && { duration: item.duration }),
    })
    return Object.assign(new api.QueueItem(info), { autoplay: true, startTime, preloadTime: preloadSeconds, customData })
  }

  return {
    read: () => media,
    /** Resolves once the media of a session are known, which may be after it has resumed. */
    isReady: () =>
      new Promise<void>((resolve) => {
        if (media !== null) return resolve()
        const finish = (): void => {
          clearTimeout(timer)
          session.removeEventListener(SessionEventType.MEDIA_SESSION, finish)
          resolve()
        }
        const timer = setTimeout(finish, mediaMs)
        session.addEventListener(SessionEventType.MEDIA_SESSION, finish)
      }),
    /** The item that the device plays or loads; null if it has none of Strand's. */
    playing(): (ItemData & { contentId: string }) | null {
      if (media === null) return null
      const id = media.loadingItemId ?? media.currentItemId
      const item = media.items?.find(({ itemId }) => itemId === id)
      const data = item?.customData ?? media.media?.customData
      const contentId = item?.media?.contentId ?? media.media?.contentId
      return isItemData(data) && contentId !== undefined ? { ...data, contentId } : null
    },
    /** `loading`: also between two items. */
    state(): 'playing' | 'paused' | 'loading' | 'finished' | 'failed' | 'idle' {
      const { BUFFERING, PAUSED, PLAYING } = api.PlayerState
      const { ERROR, FINISHED } = api.IdleReason
      if (media === null) return 'idle'
      const { playerState, idleReason, loadingItemId } = media
      if (playerState === PLAYING) return 'playing'
      if (playerState === PAUSED) return 'paused'
      if (playerState === BUFFERING || loadingItemId != null) return 'loading'
      return idleReason === FINISHED ? 'finished' : idleReason === ERROR ? 'failed' : 'idle'
    },
    /** Seconds; a duration of 0 is unknown. */
    time: () => ({ position: media?.getEstimatedTime() ?? 0, duration: media?.media?.duration ?? 0 }),
    /** Replaces the queue of the device. `onUnplayable`: the item at `index` cannot be played. */
    load(items: readonly SentItem[], { index, autoplay, onUnplayable }: { index: number; autoplay: boolean; onUnplayable(): void }): void {
      const sent = items.map(toSdkItem)
      if (sent[index]) sent[index].autoplay = autoplay
      const request = Object.assign(new api.QueueLoadRequest(sent), { startIndex: index, repeatMode: api.RepeatMode.OFF })
      session.getSessionObj().queueLoad(request, done, (error: unknown) => {
        // Other errors: another load has replaced this one, or the session has ended.
        if ((error as { code?: string }).code === 'load_media_failed') onUnplayable()
        failed('loading')(error)
      })
    },
    append(items: readonly SentItem[]): void {
      media?.queueInsertItems(new api.QueueInsertItemsRequest(items.map(toSdkItem)), done, failed('adding items'))
    },
    play: () => void media?.play(new api.PlayRequest(), done, failed('playing')),
    pause: () => void media?.pause(new api.PauseRequest(), done, failed('pausing')),
    stop: () => void media?.stop(new api.StopRequest(), done, failed('stopping')),
    seek(position: number): void {
      media?.seek(Object.assign(new api.SeekRequest(), { currentTime: position }), onChange, failed('seeking'))
    },
    setVolume(volume: number, muted: boolean): void {
      session.setVolume(volume).catch(failed('setting the volume'))
      if (muted !== session.isMute()) session.setMute(muted).catch(failed('muting'))
    },
    /** Stops listening. The device plays on. */
    close(): void {
      media?.removeUpdateListener(onChange)
      session.removeEventListener(SessionEventType.MEDIA_SESSION, onMedia)
      session.removeEventListener(SessionEventType.VOLUME_CHANGED, onSessionVolume)
    },
  }
}
