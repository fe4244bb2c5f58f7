/** Shows what a device plays that this page has not started: after a reload, or from another sender. */
/// <reference types="chromecast-caf-sender" />
import { emptyQueue, player, type Queue, type QueueItem, type WithPlayer } from '#player/index.ts'
import type { CastMedia } from './castMedia.ts'

interface CastStore {
  getState(): WithPlayer
  dispatch(action: { type: string }): unknown
}

type SdkItem = chrome.cast.media.QueueItem

/** The queue of this page if it has the item; otherwise the items that the device names: it names only the neighbours of the current one. */
export function adoptPlaying(device: CastMedia, store: CastStore): void {
  const media = device.read()
  const playing = device.playing()
  if (media === null || playing === null) return
  const { queue, repeat } = store.getState().player
  const found = nearest(queue, playing)
  const shown = found >= 0 ? { ...queue, index: found } : foreignQueue(media)
  store.dispatch(player.adoptQueue({ queue: shown, repeat, ...device.time() }))
  const state = device.state()
  if (state === 'playing' || state === 'loading') store.dispatch(player.play())
}

/** The index of the post, nearest to the one that the device names: a post may be queued twice. */
function nearest({ items }: Queue, { postId, feedIndex }: { postId: string; feedIndex: number }): number {
  const indexes = items.flatMap((item, at) => (item.postId === postId ? [at] : []))
  return indexes.sort((a, b) => Math.abs(a - feedIndex) - Math.abs(b - feedIndex))[0] ?? -1
}

function foreignQueue(media: chrome.cast.media.Media): Queue {
  const listed = media.items?.filter((item) => item.media != null) ?? []
  const items = listed.map(toItem)
  const index = Math.max(
    0,
    listed.findIndex(({ itemId }) => itemId === (media.loadingItemId ?? media.currentItemId)),
  )
  return { ...emptyQueue, items, index: items.length === 0 ? -1 : index, issued: items.length, order: items.map(({ id }) => id) }
}

/** `external`: the sender that has started it reports its plays. */
function toItem({ media: { contentId, contentType, metadata, duration }, customData }: SdkItem, n: number): QueueItem {
  const { title, subtitle, images } = (metadata ?? {}) as { title?: string; subtitle?: string; images?: { url: string }[] }
  const image = images?.[0]?.url
  return {
    id: `q${n + 1}`,
    postId: String((customData as { postId?: string } | undefined)?.postId ?? contentId),
    title: title ?? contentId,
    href: '',
    creator: subtitle ?? '',
    bead: { id: '', title: '' },
    external: true,
    type: contentType.startsWith('audio/') ? 'audio' : 'video',
    streams: [{ type: 'file', uri: contentId, href: contentId, format: contentType }],
    ...(image !== undefined && { image }),
    ...(duration != null && { duration }),
  }
}
