/**
 * The output for files on a Cast device. Google's player plays them in an element of ours: so the remote control of the television and the
 * controls of other apps work, and the device knows that something plays.
 */
import type * as framework from 'chromecast-caf-receiver/cast.framework'
import { createEvents, formatOf, type EmitEvent, type LoadRequest, type Output, type Track } from '#player/index.ts'

export type Framework = typeof framework

/** Marks loads of this page among those of other senders. */
const mark = 'strand'

/** Whether a load request is one of this page. */
export const isOwnLoad = ({ media }: framework.messages.LoadRequestData): boolean =>
  (media?.customData as { [mark]?: unknown } | undefined)?.[mark] !== undefined

interface FilesOutputOptions {
  framework: Framework
  players: framework.PlayerManager
  host: HTMLElement
  /** The current track, for the title that the device shows elsewhere. */
  readTrack(): Track | null
}

interface Load {
  emit: EmitEvent
  isReady: boolean
  /** The element has its medium: errors are those of this load. */
  hasStarted: boolean
  hasFailed: boolean
  /** `held`: paused before the medium has started. Google's player starts it all the same, and is then paused. */
  start: 'pending' | 'held' | 'done'
}

export function createFilesOutput({ framework: { messages, events: sdkEvents }, players, host, readTrack }: FilesOutputOptions): Output {
  const events = createEvents()
  const element = document.createElement('video')
  Object.assign(element.style, { width: '100%', height: '100%' })
  host.append(element)
  players.setMediaElement(element)
  let current: Load | null = null

  function requestOf({ stream, startTime, autoplay, loadId }: LoadRequest): framework.messages.LoadRequestData {
    const request = new messages.LoadRequestData()
    const media = new messages.MediaInformation()
    const address = new URL(stream.uri, location.href).href
    media.contentId = address
    media.contentUrl = address
    media.contentType = formatOf(stream) ?? ''
    media.streamType = messages.StreamType.BUFFERED
    media.customData = { [mark]: loadId }
    const track = readTrack()
    const metadata = new messages.GenericMediaMetadata()
    metadata.title = track?.title
    metadata.subtitle = track?.creator
    if (track?.image !== undefined) metadata.images = [new messages.Image(new URL(track.image, location.href).href)]
    media.metadata = metadata
    return Object.assign(request, { media, autoplay, currentTime: startTime ?? 0 })
  }

  /** Once for each load: the element, Google's player and its promise report the same failure. */
  function fail(load = current): void {
    if (load === null || load !== current || load.hasFailed) return
    load.hasFailed = true
    load.emit({ type: 'failed', code: 'undecodable', scope: 'stream' })
  }

  function reportTime(): void {
    if (current === null || !Number.isFinite(element.duration)) return
    if (!current.isReady) {
      current.isReady = true
      current.emit({ type: 'ready', duration: element.duration, pip: false })
    }
    current.emit({ type: 'time', position: element.currentTime, duration: element.duration })
  }

  const listeners: Record<string, () => void> = {
    durationchange: reportTime,
    timeupdate: reportTime,
    playing() {
      if (current === null) return
      const isHeld = current.start === 'held'
      current.start = 'done'
      if (isHeld) players.pause()
      else current.emit({ type: 'playing' })
    },
    waiting: () => current?.emit({ type: 'buffering' }),
    pause: () => {
      if (!element.ended) current?.emit({ type: 'paused' })
    },
    ended() {
      reportTime()
      current?.emit({ type: 'ended' })
    },
    loadstart: () => {
      if (current) current.hasStarted = true
    },
    error: () => {
      if (current?.hasStarted) fail()
    },
  }
  for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener)
  players.addEventListener(sdkEvents.EventType.ERROR, ({ detailedErrorCode }: framework.events.ErrorEvent) => {
    // A load that another one has replaced is no failure, and the error of a stream may arrive after the next one has begun.
    if (current?.hasStarted && detailedErrorCode !== sdkEvents.DetailedErrorCode.LOAD_INTERRUPTED) fail()
  })

  return {
    id: 'hosted',
    load(request) {
      host.hidden = false
      const start = request.autoplay ? 'pending' : 'done'
      const load: Load = { emit: events.begin(request), isReady: false, hasStarted: false, hasFailed: false, start }
      current = load
      players.load(requestOf(request)).catch(() => fail(load))
    },
    play() {
      if (current?.start === 'held') current.start = 'pending'
      players.play()
    },
    pause() {
      if (current?.start === 'pending') current.start = 'held'
      players.pause()
    },
    seek: (position) => players.seek(position),
    // The volume is that of the device.
    setVolume: () => undefined,
    unload() {
      events.end()
      if (current === null) return
      current = null
      host.hidden = true
      players.stop()
    },
    subscribe: events.subscribe,
  }
}
