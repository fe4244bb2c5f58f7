/**
 * An output that plays files on Google's default receiver. The engine stays in charge: it loads one item after the other. The device gets a
 * window of the queue (K2), so that it plays on without this page: if it has moved to the item that the engine loads next, the load is
 * already done.
 */
/// <reference types="chromecast-caf-sender" />
import {
  canCast,
  castStream,
  castWindow,
  createEvents,
  formatOf,
  type EmitEvent,
  type LoadRequest,
  type Output,
  type Queue,
  type QueueItem,
} from '#player/index.ts'
import type { CastSdk } from './sdk.ts'

/** Interval of the position reports (ms). */
const tickMs = 250
/** If the engine does not load the item to which the device has moved in this time (ms), the device is paused: the queue is held. */
const followMs = 1000
/** The engine skips an item that the device cannot play in about this time (ms). */
const skipMs = 2500

/** What each item of the device's queue carries: nothing that other senders must not read. */
interface ItemData {
  v: 1
  postId: string
  /** Index in the queue of this page. */
  feedIndex: number
}

const isItemData = (value: unknown): value is ItemData =>
  typeof value === 'object' &&
  value !== null &&
  (value as Partial<ItemData>).v === 1 &&
  typeof (value as Partial<ItemData>).postId === 'string'

type Media = chrome.cast.media.Media

/** The item that the device plays or loads. */
export function playingOn(media: Media | null): { postId: string; feedIndex: number; contentId: string } | null {
  if (media === null) return null
  const id = media.loadingItemId ?? media.currentItemId
  const item = media.items?.find(({ itemId }) => itemId === id)
  const data = item?.customData ?? media.media?.customData
  const contentId = item?.media?.contentId ?? media.media?.contentId
  return isItemData(data) && contentId !== undefined ? { ...data, contentId } : null
}

interface FilesOutputOptions {
  sdk: CastSdk
  session: cast.framework.CastSession
  /** The queue of this page. */
  readQueue(): Queue
  /** The device plays although the engine plays nothing, because another sender has started it. */
  onPlayingByItself(): void
  /** K1: errors are logged only. */
  log(text: string, error?: unknown): void
}

export interface FilesOutput extends Output {
  /** What the device plays; null if nothing. */
  media(): Media | null
  /** Stops the device. */
  stop(): void
  /** Stops listening to the device, which plays on. */
  close(): void
}

const canPlay = canCast('files')

/** The address of a stream for a device that is not on this page. */
const absolute = (uri: string): string => new URL(uri, location.href).href

export function createFilesOutput({ sdk, session, readQueue, onPlayingByItself, log }: FilesOutputOptions): FilesOutput {
  const { media: api } = sdk.api
  const { SessionEventType } = sdk.framework
  const events = createEvents()
  let current: { request: LoadRequest; emit: EmitEvent; postId: string; isLoaded: boolean; hasPlayed: boolean } | null = null
  let media: Media | null = session.getMediaSession()
  /** The first index after the window that the device has. */
  let windowEnd = 0
  let ticks: ReturnType<typeof setInterval> | undefined
  let held: ReturnType<typeof setTimeout> | undefined

  const failed = (what: string) => (error: unknown) => log(`Cast: ${what} failed`, error)
  const done = (): void => undefined

  function itemOf(track: QueueItem, at: number, startTime: number): chrome.cast.media.QueueItem {
    const stream = castStream('files', track)!
    const info = new api.MediaInfo(absolute(stream.uri), formatOf(stream) ?? '')
    const metadata = new api.GenericMediaMetadata()
    metadata.title = track.title
    metadata.subtitle = track.creator
    if (track.image !== undefined) metadata.images = [new sdk.api.Image(absolute(track.image))]
    info.metadata = metadata
    if (track.duration !== undefined) info.duration = track.duration
    info.streamType = api.StreamType.BUFFERED
    const data: ItemData = { v: 1, postId: track.postId, feedIndex: at }
    info.customData = data
    return Object.assign(new api.QueueItem(info), { autoplay: true, startTime, preloadTime: 10, customData: data })
  }

  /** Loads the window around the current item. */
  function loadWindow(request: LoadRequest): void {
    const queue = readQueue()
    const window = castWindow(queue, queue.index, canPlay)
    const indexOf = (item: QueueItem) => queue.items.indexOf(item)
    windowEnd = window.end
    const items = window.items.map((item, n) =>
      itemOf(item, indexOf(item), n === window.index ? (request.startTime ?? 0) : (item.startTime ?? 0)),
    )
    if (items[window.index]) items[window.index]!.autoplay = request.autoplay
    const load = Object.assign(new api.QueueLoadRequest(items), { startIndex: window.index, repeatMode: api.RepeatMode.OFF })
    session.getSessionObj().queueLoad(load, done, (error: unknown) => {
      // 904: another load has replaced this one.
      if (current?.request === request && (error as { code?: string }).code === 'load_media_failed')
        current.emit({ type: 'failed', code: 'undecodable', scope: 'stream' })
      failed('loading')(error)
    })
  }

  /** Adds the next items when the current one is among the last three (decision 41). */
  function extendWindow(): void {
    const queue = readQueue()
    if (media === null || windowEnd >= queue.items.length || queue.index < windowEnd - 4) return
    const { items, end } = castWindow({ items: queue.items.slice(windowEnd) }, 0, canPlay)
    const from = windowEnd
    windowEnd = from + end
    if (items.length === 0) return
    const added = items.map((item) => itemOf(item, queue.items.indexOf(item), item.startTime ?? 0))
    media.queueInsertItems(new api.QueueInsertItemsRequest(added), done, failed('adding items'))
  }

  function watch(next: Media | null): void {
    if (media === next) return
    media?.removeUpdateListener(report)
    media = next
    media?.addUpdateListener(report)
  }

  function report(): void {
    if (current === null) return reportOthers()
    const { emit, postId } = current
    const playing = playingOn(media)
    if (playing !== null && current.isLoaded && playing.postId !== postId) {
      // It has moved on by itself.
      current.isLoaded = false
      reportTime(true)
      // Another sender may have given it items that this page does not have. The timer first: the engine loads the next item within the event.
      const { items, index } = readQueue()
      const to = items.findIndex((item, at) => at > index && item.postId === playing.postId)
      // The engine tries the items between them, which the device does not have.
      if (to >= 0 || items.some((item) => item.postId === playing.postId))
        held = setTimeout(hold, followMs + skipMs * Math.max(0, to - index - 1))
      emit({ type: 'ended' })
      reportOthers()
      return
    }
    if (playing !== null && playing.postId === postId) current.isLoaded = true
    if (!current.isLoaded || media === null) return
    const { playerState, idleReason } = media
    if (playerState === api.PlayerState.PLAYING) {
      if (!current.hasPlayed) emit({ type: 'ready', duration: media.media?.duration ?? undefined, pip: false })
      current.hasPlayed = true
      emit({ type: 'playing' })
      extendWindow()
    } else if (playerState === api.PlayerState.PAUSED) emit({ type: 'paused' })
    else if (playerState === api.PlayerState.BUFFERING || media.loadingItemId != null) emit({ type: 'buffering' })
    else if (idleReason === api.IdleReason.FINISHED) emit({ type: 'ended' })
    else if (idleReason === api.IdleReason.ERROR) emit({ type: 'failed', code: 'undecodable', scope: 'stream' })
    else if (idleReason === api.IdleReason.CANCELLED) emit({ type: 'paused' })
    reportTime(false)
  }

  function reportOthers(): void {
    if (current === null && held === undefined && media?.playerState === api.PlayerState.PLAYING) onPlayingByItself()
  }

  function hold(): void {
    held = undefined
    media?.pause(new api.PauseRequest(), done, failed('pausing'))
  }

  function reportTime(isEnd: boolean): void {
    if (current === null || media === null) return
    const duration = media.media?.duration ?? 0
    current.emit({ type: 'time', position: isEnd ? duration : media.getEstimatedTime(), duration })
  }

  const onMedia = ({ mediaSession }: cast.framework.MediaSessionEventData): void => {
    watch(mediaSession)
    report()
  }
  const onVolume = ({ volume, isMute }: cast.framework.VolumeEventData): void => current?.emit({ type: 'volume', volume, muted: isMute })
  session.addEventListener(SessionEventType.MEDIA_SESSION, onMedia)
  session.addEventListener(SessionEventType.VOLUME_CHANGED, onVolume)
  media?.addUpdateListener(report)

  return {
    id: 'hosted',
    load(request) {
      clearTimeout(held)
      held = undefined
      const queue = readQueue()
      const { postId } = queue.items[queue.index]!
      const playing = playingOn(media)
      current = { request, emit: events.begin(request), postId, isLoaded: false, hasPlayed: false }
      clearInterval(ticks)
      ticks = setInterval(reportTime, tickMs, false)
      const isThere = playing?.postId === postId && playing.contentId === absolute(request.stream.uri)
      const isIdle = media?.playerState === api.PlayerState.IDLE && media.loadingItemId == null
      if (!isThere || isIdle) return loadWindow(request)
      windowEnd = Math.max(windowEnd, queue.index + 1)
      if (request.autoplay && media?.playerState === api.PlayerState.PAUSED) media.play(new api.PlayRequest(), done, failed('playing'))
      // After the engine has noted that it loads.
      queueMicrotask(report)
    },
    play: () => void media?.play(new api.PlayRequest(), done, failed('playing')),
    pause: () => void media?.pause(new api.PauseRequest(), done, failed('pausing')),
    seek(position) {
      const request = Object.assign(new api.SeekRequest(), { currentTime: position })
      media?.seek(request, () => reportTime(false), failed('seeking'))
    },
    setVolume(volume, muted) {
      session.setVolume(volume).catch(failed('setting the volume'))
      session.setMute(muted).catch(failed('muting'))
    },
    unload() {
      events.end()
      clearInterval(ticks)
      current = null
    },
    subscribe: events.subscribe,
    media: () => media,
    stop: () => void media?.stop(new api.StopRequest(), done, failed('stopping')),
    close() {
      clearTimeout(held)
      clearInterval(ticks)
      media?.removeUpdateListener(report)
      session.removeEventListener(SessionEventType.MEDIA_SESSION, onMedia)
      session.removeEventListener(SessionEventType.VOLUME_CHANGED, onVolume)
    },
  }
}
