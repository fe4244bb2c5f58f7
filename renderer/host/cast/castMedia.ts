/** The media of Google's default receiver: its queue, its state, and commands whose errors are logged only (K1). */
import { formatOf, isRecord, isText, type QueueItem, type Stream } from '#player/index.ts'
import type { ItemData, NewItem, SenderMedia } from './sender.ts'

/** Seconds before the end of an item at which the device begins to load the next one. */
const preloadSeconds = 10

/** Any sender may have made it: the other fields only lead to other items. */
const isItemData = (value: unknown): value is ItemData => isRecord(value) && value['v'] === 1 && isText(value['postId'])

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
  media: SenderMedia
  owner: string
  log(text: string, error?: unknown): void
}

export type CastMedia = ReturnType<typeof createCastMedia>

export function createCastMedia({ media, owner, log }: CastMediaOptions) {
  const { read } = media
  /** Logs the error of a command. */
  const run = (command: Promise<unknown>, what: string): void => void command.catch((error: unknown) => log(`Cast: ${what} failed`, error))

  function toNewItem({ item, stream, feedIndex, startTime }: SentItem, autoplay = true): NewItem {
    const customData: ItemData = { v: 1, postId: item.postId, feedIndex, itemId: item.id, owner }
    return {
      media: {
        contentId: absolute(stream.uri),
        contentType: formatOf(stream) ?? '',
        streamType: 'BUFFERED',
        metadata: {
          metadataType: 0,
          title: item.title,
          subtitle: item.creator,
          ...(item.image !== undefined && { images: [{ url: absolute(item.image) }] }),
        },
        customData,
        ...(item.duration !== undefined && { duration: item.duration }),
      },
      autoplay,
      startTime,
      preloadTime: preloadSeconds,
      customData,
    }
  }

  return {
    read,
    /** The item that the device plays or loads; null if it has none of Strand's. */
    playing(): (ItemData & { contentId: string }) | null {
      const state = read()
      if (state === null) return null
      const id = state.loadingItemId ?? state.currentItemId
      const item = state.items?.find(({ itemId }) => itemId === id)
      const data = item?.customData ?? state.media?.customData
      const contentId = item?.media?.contentId ?? state.media?.contentId
      return isItemData(data) && contentId !== undefined ? { ...data, contentId } : null
    },
    /** `loading`: also between two items. */
    state(): 'playing' | 'paused' | 'loading' | 'finished' | 'failed' | 'idle' {
      const state = read()
      if (state === null) return 'idle'
      const { playerState, idleReason, loadingItemId } = state
      if (playerState === 'PLAYING') return 'playing'
      if (playerState === 'PAUSED') return 'paused'
      if (playerState === 'BUFFERING' || loadingItemId != null) return 'loading'
      return idleReason === 'FINISHED' ? 'finished' : idleReason === 'ERROR' ? 'failed' : 'idle'
    },
    /** Seconds; a duration of 0 is unknown. */
    time: () => ({ position: media.position(), duration: read()?.media?.duration ?? 0 }),
    /** Replaces the queue of the device. `onUnplayable`: the item at `index` cannot be played. */
    load(items: readonly SentItem[], { index, autoplay, onUnplayable }: { index: number; autoplay: boolean; onUnplayable(): void }): void {
      const sent = items.map((item, at) => toNewItem(item, at !== index || autoplay))
      const loaded = media.load(sent, index).then((result) => {
        if (result === 'loaded') return
        log('Cast: the item cannot be played')
        onUnplayable()
      })
      run(loaded, 'loading')
    },
    append: (items: readonly SentItem[]) => run(media.append(items.map((item) => toNewItem(item))), 'adding items'),
    play: () => run(media.play(), 'playing'),
    pause: () => run(media.pause(), 'pausing'),
    stop: () => run(media.stop(), 'stopping'),
    /** `onDone`: the device has sought. */
    seek: (position: number, onDone: () => void) => run(media.seek(position).then(onDone), 'seeking'),
  }
}
