/**
 * An output that plays files on Google's default receiver. The engine stays in charge: it loads one item after the other. The device gets a
 * window of the queue (K2), so that it plays on without this page: if it has moved to the item that the engine loads next, the load is
 * already done.
 */
/// <reference types="chromecast-caf-sender" />
import {
  canCast,
  castAhead,
  castStream,
  castWindow,
  createEvents,
  type EmitEvent,
  type LoadRequest,
  type Output,
  type Queue,
} from '#player/index.ts'
import { absolute, createCastMedia, type CastMedia } from './castMedia.ts'
import type { CastSdk } from './sdk.ts'

/** Interval of the position reports (ms). */
const tickMs = 250
/** If the engine does not load the item to which the device has moved in this time (ms), the device is paused: the queue is held. */
const followMs = 1000
/** The engine skips an item that the device cannot play in about this time (ms). */
const skipMs = 2500

interface FilesOutputOptions {
  sdk: CastSdk
  session: cast.framework.CastSession
  /** The queue of this page. */
  readQueue(): Queue
  /** The device plays although the engine plays nothing, because another sender has started it. */
  onPlayingByItself(): void
  /** Errors are logged only (K1). */
  log(text: string, error?: unknown): void
}

interface Load {
  request: LoadRequest
  emit: EmitEvent
  postId: string
  /** The device plays or loads it. */
  isThere: boolean
  hasPlayed: boolean
}

const canPlay = canCast('files')

export class FilesOutput implements Output {
  readonly id = 'hosted'
  readonly media: CastMedia
  private readonly events = createEvents()
  private readonly readQueue: () => Queue
  private readonly onPlayingByItself: () => void
  private current: Load | null = null
  /** The index after the last item that the device got from this page; infinite if another page has given it its queue. */
  private windowEnd = Infinity
  private ticks: ReturnType<typeof setInterval> | undefined
  private holding: ReturnType<typeof setTimeout> | undefined

  readonly subscribe: Output['subscribe'] = (listener) => this.events.subscribe(listener)

  constructor({ sdk, session, readQueue, onPlayingByItself, log }: FilesOutputOptions) {
    this.readQueue = readQueue
    this.onPlayingByItself = onPlayingByItself
    this.media = createCastMedia({
      sdk,
      session,
      onChange: () => this.report(),
      onVolume: (volume) => this.current?.emit({ type: 'volume', ...volume }),
      log,
    })
  }

  load(request: LoadRequest): void {
    this.endHold()
    const { items, index } = this.readQueue()
    const { postId } = items[index]!
    this.current = { request, emit: this.events.begin(request), postId, isThere: false, hasPlayed: false }
    clearInterval(this.ticks)
    this.ticks = setInterval(() => this.reportTime(), tickMs)
    const playing = this.media.playing()
    const state = this.media.state()
    const isThere = playing?.postId === postId && playing.contentId === absolute(request.stream.uri)
    if (!isThere || state === 'finished' || state === 'failed' || state === 'idle') return this.loadWindow(this.current)
    if (request.autoplay && state === 'paused') this.media.play()
    // After the engine has noted that it loads.
    queueMicrotask(() => this.report())
  }
  play(): void {
    this.media.play()
  }
  pause(): void {
    this.media.pause()
  }
  seek(position: number): void {
    this.media.seek(position)
  }
  setVolume(volume: number, muted: boolean): void {
    this.media.setVolume(volume, muted)
  }
  /** The device plays on: it may have moved to the item that is loaded next. */
  unload(): void {
    this.events.end()
    clearInterval(this.ticks)
    this.current = null
  }
  /** Stops listening to the device, which plays on. */
  close(): void {
    this.endHold()
    this.unload()
    this.media.close()
  }

  /** Loads the window around the current item. */
  private loadWindow(load: Load): void {
    const { request } = load
    const queue = this.readQueue()
    const { items, index, end } = castWindow(queue, queue.index, canPlay)
    this.windowEnd = end
    const sent = items.map((item, n) => ({
      item,
      feedIndex: queue.items.indexOf(item),
      startTime: (n === index ? request.startTime : item.startTime) ?? 0,
    }))
    this.media.load(sent, {
      index,
      autoplay: request.autoplay,
      onUnplayable: () => {
        if (this.current === load) load.emit({ type: 'failed', code: 'undecodable', scope: 'stream' })
      },
    })
  }

  /** Adds the next items when the current one is among the last three of the window (decision 41). */
  private extendWindow(): void {
    const queue = this.readQueue()
    const from = this.windowEnd
    if (from >= queue.items.length || queue.index < from - castAhead) return
    const { items, end } = castWindow({ items: queue.items.slice(from) }, 0, canPlay)
    this.windowEnd = from + end
    if (items.length > 0)
      this.media.append(items.map((item) => ({ item, feedIndex: queue.items.indexOf(item), startTime: item.startTime ?? 0 })))
  }

  private report(): void {
    const { current } = this
    if (current === null) return this.reportOthers()
    const playing = this.media.playing()
    if (playing !== null && current.isThere && playing.postId !== current.postId) return this.reportMove(current, playing.postId)
    if (playing?.postId === current.postId) current.isThere = true
    if (!current.isThere) return
    const { emit } = current
    const state = this.media.state()
    if (state === 'playing') {
      const { duration } = this.media.time()
      if (!current.hasPlayed) emit({ type: 'ready', pip: false, ...(duration > 0 && { duration }) })
      current.hasPlayed = true
      emit({ type: 'playing' })
      this.extendWindow()
    } else if (state === 'paused' || state === 'idle') emit({ type: 'paused' })
    else if (state === 'loading') emit({ type: 'buffering' })
    else if (state === 'finished') emit({ type: 'ended' })
    else emit({ type: 'failed', code: 'undecodable', scope: 'stream' })
    this.reportTime()
  }

  /** The device has moved on by itself: the item of the engine is over. */
  private reportMove(current: Load, postId: string): void {
    current.isThere = false
    const { duration } = this.media.time()
    current.emit({ type: 'time', position: duration, duration })
    const { items, index } = this.readQueue()
    const to = items.findIndex((item, at) => at > index && item.postId === postId)
    // The timer first, because the engine loads the next item within the event. It skips those that the device does not have.
    if (to >= 0) this.holding = setTimeout(() => this.hold(), followMs + skipMs * (to - index - 1))
    current.emit({ type: 'ended' })
    this.reportOthers()
  }

  private reportOthers(): void {
    if (this.current === null && this.holding === undefined && this.media.state() === 'playing') this.onPlayingByItself()
  }

  private reportTime(): void {
    if (this.current?.isThere) this.current.emit({ type: 'time', ...this.media.time() })
  }

  private hold(): void {
    this.holding = undefined
    this.media.pause()
  }

  private endHold(): void {
    clearTimeout(this.holding)
    this.holding = undefined
  }
}

/** Whether the device plays a stream. */
export const playsFile = (stream: LoadRequest['stream']): boolean => castStream('files', { streams: [stream] }) !== undefined
