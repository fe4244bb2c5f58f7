/** Shows what a device plays that this page has not started: after a reload, or from another sender. */
import { emptyQueue, isRecord, isText, player, type Queue, type QueueItem, type WithPlayer } from '#player/index.ts'
import type { FilesOutput } from './filesOutput.ts'
import type { MediaState, PlayedMedia } from './sender.ts'

interface CastStore {
  getState(): WithPlayer
  dispatch(action: { type: string }): unknown
}

/** The queue of this page if the device has it; otherwise the items that the device names: only the neighbours of the current one. */
export function adoptPlaying(output: FilesOutput, store: CastStore): void {
  const { media: device } = output
  const media = device.read()
  const playing = device.playing()
  if (media === null || playing === null) return
  const { queue, repeat } = store.getState().player
  const found = output.isOwner() ? nearest(queue, playing) : -1
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

function foreignQueue(media: MediaState): Queue {
  const listed = (media.items ?? []).flatMap(({ itemId, media: info, customData }) =>
    isRecord(info) && isText(info.contentId) && isWebAddress(info.contentId)
      ? [{ itemId, media: { ...info, contentId: info.contentId }, customData }]
      : [],
  )
  const items = listed.map(toItem)
  const at = listed.findIndex(({ itemId }) => itemId === (media.loadingItemId ?? media.currentItemId))
  return { ...emptyQueue, items, index: items.length === 0 ? -1 : Math.max(0, at), issued: items.length, order: items.map(({ id }) => id) }
}

interface ListedItem {
  media: PlayedMedia & { contentId: string }
  customData?: unknown
}

/** It becomes a link on this page. */
const isWebAddress = (address: string): boolean => /^https?:/i.test(address)

const textOr = (value: unknown, other: string): string => (isText(value) ? value : other)

/** Any sender may have made it. `external`: the sender that has started it reports its plays. */
function toItem({ media, customData }: ListedItem, n: number): QueueItem {
  const { contentId, contentType, metadata, duration } = media
  const { title, subtitle, images } = (isRecord(metadata) ? metadata : {}) as Record<string, unknown>
  const image = Array.isArray(images) && isRecord(images[0]) ? images[0]['url'] : undefined
  const format = textOr(contentType, '')
  return {
    id: `q${n + 1}`,
    postId: textOr((customData as { postId?: unknown } | undefined)?.postId, contentId),
    title: textOr(title, contentId),
    href: '',
    creator: textOr(subtitle, ''),
    bead: { id: '', title: '' },
    external: true,
    type: format.startsWith('audio/') ? 'audio' : 'video',
    streams: [{ type: 'file', uri: contentId, href: contentId, ...(format !== '' && { format }) }],
    ...(isText(image) && { image }),
    ...(typeof duration === 'number' && Number.isFinite(duration) && { duration }),
  }
}
