/**
 * A double of Google's Cast sender in Chrome, over the device model. It is typed against the declarations of the SDK, and runs in a page and
 * in Node.
 */
/// <reference types="chromecast-caf-sender" />
import type { Body, ModelMessage } from './deviceModel.ts'

export interface SenderPort {
  /** The id of this sender. */
  sender: string
  /** Resolves to false if the message is too large. */
  send(message: ModelMessage): boolean | Promise<boolean>
  /** What the device sends to this sender. */
  onMessage(listener: (message: ModelMessage) => void): void
  /** The dialog of the browser: whether the person chooses the device. */
  choose(): boolean | Promise<boolean>
  /** Where the session survives a reload. */
  storage: { read(): string | null; write(session: string | null): void }
  /** Time in ms. */
  now?(): number
}

const receiver = 'urn:x-cast:com.google.cast.receiver'
const connection = 'urn:x-cast:com.google.cast.tp.connection'
const heartbeat = 'urn:x-cast:com.google.cast.tp.heartbeat'
/** Interval of the heartbeat in ms; the third that is missing ends the session. */
const heartbeatMs = 5000
const mediaNamespace = 'urn:x-cast:com.google.cast.media'
const platform = 'receiver-0'
const friendlyName = 'Living room TV'

interface App {
  appId: string
  sessionId: string
  transportId: string
}
type Success = () => void
type Failure = (error: chrome.cast.Error) => void
type Listener<E> = (event: E) => void

const enums = {
  CastState: {
    NO_DEVICES_AVAILABLE: 'NO_DEVICES_AVAILABLE',
    NOT_CONNECTED: 'NOT_CONNECTED',
    CONNECTING: 'CONNECTING',
    CONNECTED: 'CONNECTED',
  },
  SessionState: {
    NO_SESSION: 'NO_SESSION',
    SESSION_STARTING: 'SESSION_STARTING',
    SESSION_STARTED: 'SESSION_STARTED',
    SESSION_START_FAILED: 'SESSION_START_FAILED',
    SESSION_ENDING: 'SESSION_ENDING',
    SESSION_ENDED: 'SESSION_ENDED',
    SESSION_RESUMED: 'SESSION_RESUMED',
  },
  CastContextEventType: { CAST_STATE_CHANGED: 'caststatechanged', SESSION_STATE_CHANGED: 'sessionstatechanged' },
  SessionEventType: { VOLUME_CHANGED: 'volumechanged', MEDIA_SESSION: 'mediasession' },
} as const

/** The media of the default receiver, as its statuses describe them. */
class FakeMedia implements Pick<
  chrome.cast.media.Media,
  | 'mediaSessionId'
  | 'getEstimatedTime'
  | 'play'
  | 'pause'
  | 'seek'
  | 'stop'
  | 'queueInsertItems'
  | 'addUpdateListener'
  | 'removeUpdateListener'
> {
  mediaSessionId: number
  playerState = 'IDLE'
  idleReason: string | null = null
  currentItemId: number | null = null
  loadingItemId: number | null = null
  media: object | null = null
  items: object[] | null = null
  currentTime = 0
  private at = 0
  private readonly listeners = new Set<(isAlive: boolean) => void>()
  private readonly request: (body: Body) => Promise<void>
  private readonly now: () => number
  constructor(mediaSessionId: number, request: (body: Body) => Promise<void>, now: () => number) {
    this.mediaSessionId = mediaSessionId
    this.request = request
    this.now = now
  }
  update(status: Body): void {
    const { playerState, idleReason = null, currentItemId, loadingItemId = null, media, items, currentTime } = status
    Object.assign(this, { playerState, idleReason, loadingItemId, at: this.now() })
    if (currentItemId !== undefined) this.currentItemId = currentItemId as number
    if (media !== undefined) this.media = media as object
    if (items !== undefined) this.items = items as object[]
    if (currentTime !== undefined) this.currentTime = currentTime as number
    for (const listener of [...this.listeners]) listener(true)
  }
  getEstimatedTime(): number {
    return this.currentTime + (this.playerState === 'PLAYING' ? (this.now() - this.at) / 1000 : 0)
  }
  private command(body: Body, done: Success, failed: Failure): void {
    void this.request({ ...body, mediaSessionId: this.mediaSessionId }).then(done, failed)
  }
  play(_request: unknown, done: Success, failed: Failure): void {
    this.command({ type: 'PLAY' }, done, failed)
  }
  pause(_request: unknown, done: Success, failed: Failure): void {
    this.command({ type: 'PAUSE' }, done, failed)
  }
  seek({ currentTime }: chrome.cast.media.SeekRequest, done: Success, failed: Failure): void {
    this.command({ type: 'SEEK', currentTime }, done, failed)
  }
  stop(_request: unknown, done: Success, failed: Failure): void {
    this.command({ type: 'STOP' }, done, failed)
  }
  queueInsertItems({ items }: chrome.cast.media.QueueInsertItemsRequest, done: Success, failed: Failure): void {
    this.command({ type: 'QUEUE_INSERT', items }, done, failed)
  }
  addUpdateListener(listener: (isAlive: boolean) => void): void {
    this.listeners.add(listener)
  }
  removeUpdateListener(listener: (isAlive: boolean) => void): void {
    this.listeners.delete(listener)
  }
}

type SessionPart =
  | 'getCastDevice'
  | 'getSessionObj'
  | 'getMediaSession'
  | 'getVolume'
  | 'isMute'
  | 'setVolume'
  | 'setMute'
  | 'sendMessage'
  | 'addMessageListener'
  | 'removeMessageListener'

/** Constructors of the SDK's data. */
function MediaInfo(this: object, contentId: string, contentType: string): void {
  Object.assign(this, { contentId, contentType })
}
function QueueItem(this: object, media: unknown): void {
  Object.assign(this, { media })
}
function ItemsRequest(this: object, items: unknown): void {
  Object.assign(this, { items })
}
function Image(this: object, url: string): void {
  Object.assign(this, { url })
}
function Empty(): void {}

/** Creates the globals `cast.framework` and `chrome.cast` of a page. */
export function createSenderSdk({ sender, send, onMessage, choose, storage, now = () => performance.now() }: SenderPort) {
  const contextListeners: Record<string, Set<Listener<never>>> = { caststatechanged: new Set(), sessionstatechanged: new Set() }
  const emit = (type: string, event: object): void => {
    for (const listener of [...contextListeners[type]!]) listener({ type, ...event } as never)
  }
  let appId = ''
  let requests = 0
  const pending = new Map<number, { resolve(body: Body): void; reject(code: string): void }>()
  let session: ReturnType<typeof createSession> | null = null
  let isConnectedToPlatform = false

  function request(destination: string, namespace: string, body: Body): Promise<Body> {
    requests += 1
    const requestId = requests
    return new Promise((resolve, reject) => {
      pending.set(requestId, { resolve, reject: (code) => reject(Object.assign(new Error(code), { code })) })
      void send({ source: sender, destination, namespace, body: { ...body, requestId } })
    })
  }
  const connect = (destination: string): void =>
    void send({ source: sender, destination, namespace: connection, body: { type: 'CONNECT' } })

  function createSession(app: App, volume: { level: number; muted: boolean }) {
    const messageListeners = new Set<(namespace: string, message: string) => void>()
    const eventListeners: Record<string, Set<Listener<never>>> = { volumechanged: new Set(), mediasession: new Set() }
    const loudness = { ...volume }
    let media: FakeMedia | null = null
    const mediaRequest = async (body: Body): Promise<void> => {
      const answer = await request(app.transportId, mediaNamespace, body)
      if (answer['type'] !== 'MEDIA_STATUS') throw Object.assign(new Error(String(answer['type'])), { code: 'session_error' })
    }
    const setVolume = (change: object): Promise<undefined> =>
      request(platform, receiver, { type: 'SET_VOLUME', volume: change }).then(() => undefined)
    const part: Pick<cast.framework.CastSession, SessionPart> = {
      getCastDevice: () => ({ friendlyName }) as chrome.cast.Receiver,
      getMediaSession: () => media as unknown as chrome.cast.media.Media | null,
      getVolume: () => loudness.level,
      isMute: () => loudness.muted,
      setVolume: (level) => setVolume({ level }),
      setMute: (muted) => setVolume({ muted }),
      getSessionObj: () =>
        ({
          queueLoad({ items, startIndex, repeatMode }: chrome.cast.media.QueueLoadRequest, done: Success, failed: Failure) {
            // The position is that of the item at which the queue begins.
            const { startTime, autoplay } = items[startIndex]!
            void request(app.transportId, mediaNamespace, {
              type: 'QUEUE_LOAD',
              items,
              startIndex,
              repeatMode,
              currentTime: startTime,
              autoplay,
            }).then(({ type }) =>
              type === 'MEDIA_STATUS'
                ? done()
                : failed({ code: type === 'LOAD_FAILED' ? 'load_media_failed' : 'cancel' } as chrome.cast.Error),
            )
          },
        }) as unknown as chrome.cast.Session,
      async sendMessage(namespace, data) {
        const isSent = await send({ source: sender, destination: app.transportId, namespace, body: data as Body })
        if (!isSent) throw Object.assign(new Error('The message is too large'), { code: 'invalid_parameter' })
        return undefined
      },
      addMessageListener: (_namespace, listener) => void messageListeners.add(listener),
      removeMessageListener: (_namespace, listener) => void messageListeners.delete(listener),
    }
    const emitInSession = (type: string, event: object): void => {
      for (const listener of [...eventListeners[type]!]) listener({ type, ...event } as never)
    }
    return {
      app,
      object: {
        ...part,
        addEventListener: (type: string, listener: Listener<never>) => void eventListeners[type]?.add(listener),
        removeEventListener: (type: string, listener: Listener<never>) => void eventListeners[type]?.delete(listener),
      } as unknown as cast.framework.CastSession,
      volumeIs(next: { level: number; muted: boolean }): void {
        if (next.level === loudness.level && next.muted === loudness.muted) return
        Object.assign(loudness, next)
        emitInSession('volumechanged', { volume: next.level, isMute: next.muted })
      },
      mediaIs(status: Body | undefined): void {
        if (status === undefined) return
        if (media?.mediaSessionId !== status['mediaSessionId']) {
          const opened = new FakeMedia(status['mediaSessionId'] as number, mediaRequest, now)
          media = opened
          opened.update(status)
          emitInSession('mediasession', { mediaSession: opened })
        } else media?.update(status)
      },
      message(namespace: string, body: Body): void {
        for (const listener of [...messageListeners]) listener(namespace, JSON.stringify(body))
      },
    }
  }

  let missed = 0
  let beats: ReturnType<typeof setInterval> | undefined
  function beat(): void {
    missed += 1
    if (missed > 3) return end()
    void send({ source: sender, destination: platform, namespace: heartbeat, body: { type: 'PING' } })
  }

  function end(): void {
    clearInterval(beats)
    const ended = session
    session = null
    storage.write(null)
    if (ended) emit('sessionstatechanged', { session: ended.object, sessionState: 'SESSION_ENDED' })
    emit('caststatechanged', { castState: 'NOT_CONNECTED' })
  }

  onMessage(({ source, namespace, body }) => {
    const { type, requestId, status } = body
    missed = 0
    if (typeof requestId === 'number' && requestId > 0) {
      pending.get(requestId)?.resolve(body)
      pending.delete(requestId)
    }
    if (session === null) return
    if (type === 'RECEIVER_STATUS') {
      const { applications, volume } = status as { applications: App[]; volume: { level: number; muted: boolean } }
      session.volumeIs(volume)
      if (!applications.some(({ sessionId }) => sessionId === session?.app.sessionId)) end()
    } else if (source === session.app.transportId && type === 'MEDIA_STATUS') session.mediaIs((status as Body[])[0])
    else if (source === session.app.transportId && type === 'CLOSE') end()
    else if (source === session.app.transportId) session.message(namespace, body)
  })

  async function open(app: App, volume: { level: number; muted: boolean }, sessionState: string): Promise<void> {
    connect(app.transportId)
    const opened = createSession(app, volume)
    session = opened
    storage.write(app.sessionId)
    missed = 0
    clearInterval(beats)
    beats = setInterval(beat, heartbeatMs)
    if (app.appId === 'CC1AD845') {
      const answer = await request(app.transportId, mediaNamespace, { type: 'GET_STATUS' })
      opened.mediaIs((answer['status'] as Body[])[0])
    }
    emit('caststatechanged', { castState: 'CONNECTED' })
    emit('sessionstatechanged', { session: opened.object, sessionState })
  }

  async function status(): Promise<{ applications: App[]; volume: { level: number; muted: boolean } }> {
    if (!isConnectedToPlatform) connect(platform)
    isConnectedToPlatform = true
    const answer = await request(platform, receiver, { type: 'GET_STATUS' })
    return answer['status'] as { applications: App[]; volume: { level: number; muted: boolean } }
  }

  async function resume(): Promise<void> {
    const stored = storage.read()
    if (stored === null) return
    const { applications, volume } = await status()
    const app = applications.find(({ sessionId }) => sessionId === stored)
    if (app) await open(app, volume, 'SESSION_RESUMED')
    else storage.write(null)
  }

  const context: Pick<
    cast.framework.CastContext,
    'setOptions' | 'getCastState' | 'requestSession' | 'getCurrentSession' | 'endCurrentSession'
  > = {
    setOptions({ receiverApplicationId, resumeSavedSession }) {
      appId = receiverApplicationId!
      if (resumeSavedSession) void resume()
    },
    getCastState: () => (session === null ? 'NOT_CONNECTED' : 'CONNECTED') as cast.framework.CastState,
    getCurrentSession: () => session?.object ?? null,
    async requestSession() {
      if (!(await choose())) throw 'cancel'
      const { applications, volume } = await status()
      const starting = createSession({ appId, sessionId: '', transportId: '' }, volume)
      emit('sessionstatechanged', { session: starting.object, sessionState: 'SESSION_STARTING' })
      const running = applications.find((app) => app.appId === appId)
      if (running) return open(running, volume, 'SESSION_STARTED').then(() => undefined)
      const answer = await request(platform, receiver, { type: 'LAUNCH', appId })
      const launched = (answer['status'] as { applications: App[] } | undefined)?.applications?.find((app) => app.appId === appId)
      if (!launched) {
        emit('sessionstatechanged', { sessionState: 'SESSION_START_FAILED', errorCode: 'receiver_unavailable' })
        throw 'receiver_unavailable'
      }
      await open(launched, volume, 'SESSION_STARTED')
      return undefined
    },
    endCurrentSession(stopCasting) {
      if (session === null) return
      const { app, object } = session
      emit('sessionstatechanged', { session: object, sessionState: 'SESSION_ENDING' })
      if (stopCasting) void request(platform, receiver, { type: 'STOP', sessionId: app.sessionId })
      void send({ source: sender, destination: app.transportId, namespace: connection, body: { type: 'CLOSE' } })
      end()
    },
  }

  const api = {
    AutoJoinPolicy: { ORIGIN_SCOPED: 'origin_scoped' },
    ErrorCode: { CANCEL: 'cancel' },
    Image,
    media: {
      MediaInfo,
      QueueItem,
      QueueLoadRequest: ItemsRequest,
      QueueInsertItemsRequest: ItemsRequest,
      GenericMediaMetadata: Empty,
      PlayRequest: Empty,
      PauseRequest: Empty,
      SeekRequest: Empty,
      StopRequest: Empty,
      StreamType: { BUFFERED: 'BUFFERED' },
      RepeatMode: { OFF: 'REPEAT_OFF' },
      PlayerState: { IDLE: 'IDLE', PLAYING: 'PLAYING', PAUSED: 'PAUSED', BUFFERING: 'BUFFERING' },
      IdleReason: { FINISHED: 'FINISHED', ERROR: 'ERROR', CANCELLED: 'CANCELLED', INTERRUPTED: 'INTERRUPTED' },
    },
  }
  const framework = {
    ...enums,
    CastContext: {
      getInstance: () => ({
        ...context,
        addEventListener: (type: string, listener: Listener<never>) => void contextListeners[type]?.add(listener),
        removeEventListener: (type: string, listener: Listener<never>) => void contextListeners[type]?.delete(listener),
      }),
    },
  }
  return { framework: framework as unknown as typeof cast.framework, api: api as unknown as typeof chrome.cast }
}
