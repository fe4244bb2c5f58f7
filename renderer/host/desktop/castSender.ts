/** Google Cast in a window of the desktop application, which has a sender of its own (BZ3). */
import { tabStorage, type SafeStorage } from '#data/storage.ts'
import { isRecord, isText } from '#player/index.ts'
import {
  CastFailure,
  type CastSender,
  type MediaState,
  type NewItem,
  type SenderEvent,
  type SenderSession,
  type Volume,
} from '../cast/sender.ts'
import type { DesktopBridge } from '../platform.ts'

/** The part of the bridge that casts. */
export type CastBridge = Pick<
  DesktopBridge,
  'searchCast' | 'connectCast' | 'sendToCast' | 'requestCastMedia' | 'setCastVolume' | 'leaveCast' | 'onCastDevices' | 'onCastEvent'
>

type Event = Parameters<Parameters<DesktopBridge['onCastEvent']>[0]>[0]['event']
type MediaEvent = Extract<Event, { type: 'media' }>['media']
type MediaRequest = Parameters<DesktopBridge['requestCastMedia']>[0]

/** What the bridge accepts. */
const maxTitle = 2000
const maxAddress = 8000
/** The device of this tab, to join it after a reload. */
const deviceKey = 'strand-cast-device'

interface StoredDevice {
  id: string
  name: string
}

const readDevice = (value: unknown): StoredDevice | null =>
  isRecord(value) && isText(value['id']) && isText(value['name']) ? { id: value['id'], name: value['name'] } : null

const reasons: Readonly<Record<string, CastFailure['reason']>> = { no_app: 'noApp', refused: 'refused' }

/** @param tab The storage of this tab. @param now Time in ms. */
export function createDesktopSender(bridge: CastBridge, tab: SafeStorage = tabStorage, now = () => performance.now()): CastSender {
  let current: DesktopSession | null = null
  let sessions = 0
  let app = ''
  let emit: (event: SenderEvent) => void = () => undefined

  bridge.onCastEvent(({ session, event }) => {
    if (current?.id !== session) return
    if (event.type === 'ended') {
      forget()
      emit({ type: 'ended' })
    } else current.receive(event)
  })

  function forget(): void {
    current = null
    tab.remove(deviceKey)
  }

  /** Rejects with a `CastFailure`. */
  async function connect(device: StoredDevice, isJoining: boolean): Promise<void> {
    sessions += 1
    // Before the answer: the state of the device may arrive earlier.
    const session = createSession(bridge, { id: sessions, device, now })
    current = session
    const answer = await bridge.connectCast({ session: session.id, device: device.id, app, isJoining })
    const error = answer.ok ? answer.value.error : answer.code
    // Another session has replaced it, or it was ended while it connected.
    if (current !== session) return
    if (error !== null) {
      forget()
      throw new CastFailure(reasons[error] ?? 'unreachable', `The device was not connected: ${error}`)
    }
    tab.write(deviceKey, device)
    emit({ type: 'session', session: session.object, isResumed: isJoining })
  }

  let found: readonly StoredDevice[] = []
  return {
    start({ appId, isCasting, listener }) {
      app = appId
      emit = listener
      const stored = readDevice(tab.read(deviceKey))
      if (stored === null) return
      if (isCasting) connect(stored, true).catch(() => emit({ type: 'ended' }))
      else tab.remove(deviceKey)
    },
    // The search begins when the list is opened.
    isAvailable: () => true,
    session: () => current?.object ?? null,
    async choose(id) {
      const device = found.find((one) => one.id === id)
      if (!device) throw new CastFailure('unreachable', 'The device has disappeared')
      await connect({ id: device.id, name: device.name }, false)
    },
    end(isStopping) {
      forget()
      void bridge.leaveCast(isStopping)
    },
    search(onDevices) {
      const stopListening = bridge.onCastDevices((devices) => {
        found = devices
        onDevices(devices)
      })
      void bridge.searchCast(true)
      return () => {
        stopListening()
        void bridge.searchCast(false)
      }
    },
  }
}

interface DesktopSession {
  id: number
  object: SenderSession
  receive(event: Exclude<Event, { type: 'ended' }>): void
}

interface SessionOptions {
  id: number
  device: StoredDevice
  now(): number
}

function createListeners<T>() {
  const listeners = new Set<(value: T) => void>()
  return {
    subscribe(listener: (value: T) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(value: T): void {
      for (const listener of [...listeners]) listener(value)
    },
  }
}

const cut = (text: string): string => text.slice(0, maxTitle)

/** The item without what the bridge refuses: a picture that is no web address must not keep the item from playing. */
function toSent({ media, ...item }: NewItem): NewItem {
  const { title, subtitle, images = [], metadataType } = media.metadata
  const pictures = images.filter(({ url }) => /^https?:/.test(url) && url.length <= maxAddress)
  const metadata = { metadataType, title: cut(title), subtitle: cut(subtitle), ...(pictures.length > 0 && { images: pictures }) }
  return { ...item, media: { ...media, metadata } }
}

function createSession(bridge: CastBridge, { id, device, now }: SessionOptions): DesktopSession {
  let media: MediaEvent = null
  /** When `media` arrived (ms). */
  let receivedAt = 0
  let volume: Volume = { volume: 1, muted: false }
  const changes = createListeners<void>()
  const volumes = createListeners<Volume>()
  const messages = createListeners<unknown>()
  const connections = createListeners<boolean>()

  /** Rejects if the device has not done it. */
  async function request(body: MediaRequest): Promise<void> {
    const answer = await bridge.requestCastMedia(body)
    const error = answer.ok ? answer.value : answer.code
    if (error !== null) throw Object.assign(new Error(`The device answers ${error}`), { code: error })
  }

  const object: SenderSession = {
    device,
    volume: () => volume,
    async setVolume(next) {
      const answer = await bridge.setCastVolume({ level: next.volume, muted: next.muted })
      const error = answer.ok ? answer.value : answer.code
      if (error !== null) throw new Error(`The device answers ${error}`)
    },
    onVolume: volumes.subscribe,
    async send(part) {
      const answer = await bridge.sendToCast(part as Parameters<DesktopBridge['sendToCast']>[0])
      if (!answer.ok) throw new Error(answer.message)
    },
    onMessage: messages.subscribe,
    onConnection: connections.subscribe,
    media: {
      read: (): MediaState | null => media,
      position() {
        const { currentTime = 0, playerState = 'IDLE' } = media ?? {}
        return currentTime + (playerState === 'PLAYING' ? (now() - receivedAt) / 1000 : 0)
      },
      subscribe: (listener) => changes.subscribe(listener),
      whenKnown: () => Promise.resolve(),
      async load(items, startIndex) {
        const currentTime = items[startIndex]?.startTime ?? 0
        try {
          await request({ type: 'QUEUE_LOAD', items: items.map(toSent), startIndex, currentTime, repeatMode: 'REPEAT_OFF' })
          return 'loaded'
        } catch (error) {
          if ((error as { code?: unknown }).code === 'refused') return 'unplayable'
          throw error
        }
      },
      append: (items) => request({ type: 'QUEUE_INSERT', items: items.map(toSent) }),
      play: () => request({ type: 'PLAY' }),
      pause: () => request({ type: 'PAUSE' }),
      stop: () => request({ type: 'STOP' }),
      seek: (position) => request({ type: 'SEEK', currentTime: position }),
    },
  }
  return {
    id,
    object,
    receive(event) {
      switch (event.type) {
        case 'message':
          return messages.emit(event.part)
        case 'media':
          media = event.media
          receivedAt = now()
          return changes.emit()
        case 'volume':
          volume = { volume: event.level, muted: event.muted }
          return volumes.emit(volume)
        default:
          return connections.emit(event.type === 'reconnected')
      }
    },
  }
}
