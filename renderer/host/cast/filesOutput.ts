/**
 * An output that plays files on Google's default receiver. The engine stays in charge: it loads one item after the other. The device gets a
 * window of the queue (K2), so that it plays on without this page: if it has moved to the item that the engine loads next, the load is
 * already done. A page that has not given the device its queue follows what the device plays.
 */
import type { SafeStorage } from '#data/storage.ts'
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
  type QueueItem,
} from '#player/index.ts'
import { absolute, createCastMedia, type CastMedia, type SentItem } from './castMedia.ts'
import type { ItemData, SenderSession } from './sender.ts'

/** Interval of the position reports (ms). */
const tickMs = 250
/** If the engine does not load the item to which the device has moved in this time (ms), the device is paused: the queue is held. */
const followMs = 1000
/** The engine skips an item that the device cannot play in about this time (ms). */
const skipMs = 2500
/** An item that the device leaves within this time of its end (seconds) has ended; earlier, another sender has moved it. */
const endSeconds = 3
/** A position that differs by more than this (seconds) is sought. */
const maxDrift = 2

const ownerKey = 'strand-cast-owner'

/** Identifies this tab among the senders, also after a reload. */
function readOwner(tab: SafeStorage): string {
  const stored = tab.read(ownerKey)
  if (typeof stored === 'string') return stored
  const created = Math.random().toString(36).slice(2)
  tab.write(ownerKey, created)
  return created
}

interface FilesOutputOptions {
  session: SenderSession
  /** The storage of this tab. */
  tab: SafeStorage
  /** The queue of this page. */
  readQueue(): Queue
  /** Another sender, or the remote control of the television, has moved the device to an item that the engine does not expect. */
  onMoved(): void
  /** Errors are logged only (K1). */
  log(text: string, error?: unknown): void
}

interface Load {
  request: LoadRequest
  emit: EmitEvent
  item: QueueItem
  /** The device plays or loads it. */
  isThere: boolean
  hasPlayed: boolean
  /** The last position and duration in seconds. */
  position: number
  duration: number
}

const canPlay = canCast('files')
const toSent = (item: QueueItem, queue: Queue): SentItem => ({
  item,
  stream: castStream('files', item)!,
  feedIndex: queue.items.indexOf(item),
  startTime: item.startTime ?? 0,
})

export class FilesOutput implements Output {
  readonly id = 'hosted'
  readonly media: CastMedia
  private readonly owner: string
  private readonly events = createEvents()
  private readonly options: Pick<FilesOutputOptions, 'readQueue' | 'onMoved' | 'session' | 'log'>
  private readonly unsubscribers: (() => void)[]
  private current: Load | null = null
  /** The last item of the queue that the device got from this page; null if another page has given it its queue. */
  private lastSent: string | null = null
  private isClosed = false
  /** The device has moved to the next item by itself, and the engine has not followed yet. */
  private hasMoved = false
  private ticks: ReturnType<typeof setInterval> | undefined
  private holding: ReturnType<typeof setTimeout> | undefined

  readonly subscribe: Output['subscribe'] = (listener) => this.events.subscribe(listener)

  constructor({ tab, ...options }: FilesOutputOptions) {
    const { session, log } = options
    this.options = options
    this.owner = readOwner(tab)
    this.media = createCastMedia({ media: session.media, owner: this.owner, log })
    this.unsubscribers = [
      session.media.subscribe(() => this.report()),
      session.onVolume((volume) => this.current?.emit({ type: 'volume', ...volume })),
    ]
  }

  /** Whether the device plays the queue of this page. */
  isOwner(): boolean {
    return this.media.playing()?.owner === this.owner
  }

  load(request: LoadRequest): void {
    this.endHold()
    const { hasMoved } = this
    this.hasMoved = false
    const { items, index } = this.options.readQueue()
    const item = items[index]!
    const load: Load = { request, emit: this.events.begin(request), item, isThere: false, hasPlayed: false, position: 0, duration: 0 }
    this.current = load
    clearInterval(this.ticks)
    this.ticks = setInterval(() => this.reportTime(), tickMs)
    const playing = this.media.playing()
    const state = this.media.state()
    const isThere = playing !== null && this.isSame(playing, item) && playing.contentId === absolute(request.stream.uri)
    if (!isThere || state === 'finished' || state === 'failed' || state === 'idle') return this.loadWindow(load)
    const startTime = request.startTime ?? item.startTime ?? 0
    const isElsewhere = Math.abs(startTime - this.media.time().position) > maxDrift
    // A device that has moved by itself is ahead of the engine.
    if (isElsewhere && state !== 'loading' && (!hasMoved || startTime > 0)) this.seek(startTime)
    if (request.autoplay && state === 'paused') this.media.play()
    if (!request.autoplay && state === 'playing') this.media.pause()
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
    this.media.seek(position, () => this.report())
  }
  setVolume(volume: number, muted: boolean): void {
    const { session, log } = this.options
    session.setVolume({ volume, muted }).catch((error: unknown) => log('Cast: setting the volume failed', error))
  }
  /** The device plays on for a moment: it may have moved to the item that is loaded next. */
  unload(): void {
    this.events.end()
    clearInterval(this.ticks)
    if (this.current !== null && this.holding === undefined) this.startHold()
    this.current = null
  }
  /** Stops listening to the device, which plays on. */
  close(): void {
    this.isClosed = true
    this.endHold()
    this.unload()
    for (const unsubscribe of this.unsubscribers) unsubscribe()
  }

  /** The items of this tab may have been renamed by a reload, and those of others have ids of their own. */
  private isSame({ postId, itemId, owner }: ItemData, item: QueueItem): boolean {
    const isId = owner === this.owner && this.options.readQueue().items.some(({ id }) => id === itemId)
    return isId && this.lastSent !== null ? itemId === item.id : postId === item.postId
  }

  /** Loads the window around the current item. */
  private loadWindow(load: Load): void {
    const { request } = load
    const queue = this.options.readQueue()
    const { items, index, end } = castWindow(queue, queue.index, canPlay)
    this.lastSent = queue.items[end - 1]?.id ?? null
    const sent = items.map((item) => toSent(item, queue))
    if (sent[index]) Object.assign(sent[index], { stream: request.stream, startTime: request.startTime ?? 0 })
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
    const queue = this.options.readQueue()
    const from = queue.items.findIndex(({ id }) => id === this.lastSent) + 1
    if (from === 0 || from >= queue.items.length || queue.index < from - castAhead) return
    const { items, end } = castWindow({ items: queue.items.slice(from) }, 0, canPlay)
    this.lastSent = queue.items[from + end - 1]?.id ?? null
    if (items.length > 0) this.media.append(items.map((item) => toSent(item, queue)))
  }

  private report(): void {
    const { current } = this
    const playing = this.media.playing()
    if (current === null) {
      if (this.holding === undefined && this.media.state() === 'playing') this.options.onMoved()
      return
    }
    if (playing !== null && current.isThere && !this.isSame(playing, current.item)) return this.reportMove(current)
    if (playing !== null && this.isSame(playing, current.item)) current.isThere = true
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

  /** The device has moved to another item. If the one of the engine was over, the engine moves too; otherwise this page shows the move. */
  private reportMove(current: Load): void {
    const { emit, position, duration } = current
    const isOver = duration > 0 && position > duration - endSeconds
    if (!this.isOwner() || !isOver) {
      this.unload()
      this.endHold()
      return this.options.onMoved()
    }
    current.isThere = false
    this.hasMoved = true
    emit({ type: 'time', position: duration, duration })
    // The timer first, because the engine loads the next item within the event.
    this.startHold()
    emit({ type: 'ended' })
  }

  private reportTime(): void {
    const { current } = this
    const playing = this.media.playing()
    if (current === null || !current.isThere || playing === null || !this.isSame(playing, current.item)) return
    Object.assign(current, this.media.time())
    current.emit({ type: 'time', position: current.position, duration: current.duration })
  }

  /** Pauses the device unless the engine loads the next item, after skipping those that the device does not have. */
  private startHold(): void {
    this.endHold()
    if (this.isClosed) return
    const { items, index } = this.options.readQueue()
    const skipped = items.slice(index + 1).findIndex((item) => canPlay(item))
    this.holding = setTimeout(() => this.hold(), followMs + skipMs * Math.max(0, skipped))
  }

  private hold(): void {
    this.holding = undefined
    const state = this.media.state()
    if (this.isOwner() && (state === 'playing' || state === 'loading')) this.media.pause()
  }

  private endHold(): void {
    clearTimeout(this.holding)
    this.holding = undefined
  }
}

/** Whether the device plays a stream. */
export const playsFile = (stream: LoadRequest['stream']): boolean => castStream('files', { streams: [stream] }) !== undefined
