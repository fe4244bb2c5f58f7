/** An app on a device: starts or joins it, sends it messages, and follows its state. */
import * as z from 'zod/mini'
import { namespaces, platformReceiver, type Body, type Channel, type ReceivedMessage } from './channel.ts'
import { CastError, toCastError } from './errors.ts'
import { createListeners } from './listeners.ts'
import { readMediaRequest, type MediaRequest } from './mediaRequest.ts'

/** Google's default receiver, which plays files. */
export const defaultReceiver = 'CC1AD845'

/** Time (ms) within which an app must start; ours. */
const launchMs = 15_000
/** The same while the device waits for a person to allow it. */
const approvalMs = 60_000

/** A value of another kind is left out, and does not keep the others from being read. */
const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)
const limited = (max: number) => z.string().check(z.maxLength(max))

const text = limited(1000)
const application = z.object({ appId: text, sessionId: text, transportId: text })
const receiverStatus = z.object({
  type: z.literal('RECEIVER_STATUS'),
  status: z.object({
    // Entries that cannot be joined are left out, and do not keep the others from being read.
    applications: z._default(z.array(z.catch(z.nullable(application), null)).check(z.maxLength(20)), []),
    volume: lenient(z.object({ level: z.optional(z.number().check(z.nonnegative(), z.lte(1))), muted: z.optional(z.boolean()) })),
  }),
})

const customData = lenient(z.record(z.string(), z.unknown()))
const media = z.object({
  contentId: z.string(),
  contentType: lenient(text),
  duration: lenient(z.number()),
  metadata: lenient(
    z.object({
      title: lenient(limited(2000)),
      subtitle: lenient(limited(2000)),
      images: lenient(z.array(z.object({ url: limited(8000) }))),
    }),
  ),
  customData,
})
/** Devices differ in what they send beside the first two. */
const mediaStatus = z.object({
  type: z.literal('MEDIA_STATUS'),
  status: z
    .array(
      z.object({
        mediaSessionId: z.number(),
        playerState: z.enum(['IDLE', 'PLAYING', 'PAUSED', 'BUFFERING', 'LOADING']),
        idleReason: lenient(z.enum(['CANCELLED', 'INTERRUPTED', 'FINISHED', 'ERROR'])),
        /** Seconds, when the status was sent. */
        currentTime: lenient(z.number()),
        currentItemId: lenient(z.number()),
        /** Set while the next item of a queue loads. */
        loadingItemId: lenient(z.number()),
        media: lenient(media),
        /** Only about the previous, the current and the next item. */
        items: lenient(z.array(z.object({ itemId: z.number(), media: lenient(media), customData }))),
      }),
    )
    .check(z.maxLength(10)),
})

export type Application = z.infer<typeof application>
export type MediaState = z.infer<typeof mediaStatus>['status'][number]

export type SessionEvent =
  /** A message of Strand's receiver. */
  | { type: 'message'; body: Body }
  /** The state of the default receiver; null: it plays nothing. */
  | { type: 'media'; media: MediaState | null }
  /** `level`: 0 to 1. */
  | { type: 'volume'; level: number; muted: boolean }
  | { type: 'ended'; error: CastError }

export interface Session {
  readonly application: Application
  /** Whether the app was started for this session: it did not run before. */
  readonly isLaunched: boolean
  /** Sends a message to Strand's receiver. */
  send(body: Body): void
  /** A request to the default receiver. Rejects with a `CastError`: `invalid` if it is not valid, `refused` if the device refuses it. */
  media(request: MediaRequest): Promise<MediaState | null>
  /** 0 to 1. */
  setVolume(level: number): Promise<void>
  setMuted(isMuted: boolean): Promise<void>
  /** Ends the app, for every sender. */
  stop(): Promise<void>
  /** The listener gets the last `media` and `volume`, and `ended`, at once. Messages are not retained. */
  subscribe(listener: (event: SessionEvent) => void): () => void
  /** Leaves the app, which goes on. */
  leave(): void
}

/** The detailed error code of a load that another one has replaced. */
const loadInterrupted = 904

const refusals: Readonly<Record<string, string>> = {
  LOAD_FAILED: 'The medium cannot be played',
  INVALID_PLAYER_STATE: 'Nothing is loaded',
  INVALID_REQUEST: 'The request is not valid',
}
/** They need the session of the medium. */
const needMedium: ReadonlySet<MediaRequest['type']> = new Set([
  'PLAY',
  'PAUSE',
  'SEEK',
  'STOP',
  'QUEUE_UPDATE',
  'QUEUE_INSERT',
  'QUEUE_REMOVE',
  'QUEUE_REORDER',
])

export interface SessionOptions {
  log(text: string): void
  /** Does not start the app. */
  isJoinOnly?: boolean
  launchMs?: number | undefined
}

/** An app that runs, and the status that named it. */
interface Running {
  app: Application
  status: Body
  isLaunched?: boolean
}

/** Starts the app, or joins it if it runs already. Rejects with a `CastError`. */
export async function openSession(channel: Channel, appId: string, options: SessionOptions): Promise<Session> {
  const request = (body: Body) => channel.request(platformReceiver, namespaces.receiver, body)
  const running = runningIn(await request({ type: 'GET_STATUS' }), appId)
  if (running) {
    const session = createSession(channel, running, options.log)
    // The state of another sender's media. Controls need it, and a device without media has none.
    if (appId === defaultReceiver) await session.media({ type: 'GET_STATUS' }).catch(() => null)
    return session
  }
  if (options.isJoinOnly) throw new CastError('ended', 'The app does not run any more')
  const { availability } = await request({ type: 'GET_APP_AVAILABILITY', appId: [appId] })
  if ((availability as Body | null | undefined)?.[appId] !== 'APP_AVAILABLE')
    throw new CastError('no_app', `The device does not have the app ${appId}`)
  const launched = await launch(channel, appId, options.launchMs ?? launchMs)
  return createSession(channel, { ...launched, isLaunched: true }, options.log)
}

/** The app may be in the answer, or in a status that follows it. */
function launch(channel: Channel, appId: string, timeoutMs: number): Promise<Running> {
  return new Promise((resolve, reject) => {
    const finish = (outcome: () => void): void => {
      clearTimeout(timer)
      unsubscribe()
      outcome()
    }
    const fail = (error: CastError): void => finish(() => reject(error))
    const startTimer = (ms: number) => setTimeout(() => fail(new CastError('silent', 'The app did not start in time')), ms)
    let timer = startTimer(timeoutMs)
    const unsubscribe = channel.subscribe(({ body }) => {
      const running = runningIn(body, appId)
      if (running) finish(() => resolve(running))
      else if (body['type'] === 'LAUNCH_STATUS' && body['status'] === 'USER_PENDING_AUTHORIZATION') {
        clearTimeout(timer)
        timer = startTimer(approvalMs)
      } else if (body['type'] === 'LAUNCH_ERROR') fail(launchError(body))
    })
    void channel.closed.then(fail)
    channel.request(platformReceiver, namespaces.receiver, { type: 'LAUNCH', appId }).then(
      (answer) => {
        if (answer['type'] === 'INVALID_REQUEST') fail(launchError(answer))
      },
      (error: unknown) => {
        // An app may start later than requests are answered.
        const cause = toCastError(error, 'refused')
        if (cause.code !== 'silent') fail(cause)
      },
    )
  })
}

const launchError = ({ reason, extendedError }: Body): CastError =>
  extendedError === 'USER_NOT_ALLOWED'
    ? new CastError('refused', 'A person at the device did not allow the app')
    : new CastError('no_app', `The app did not start: ${String(reason).slice(0, 100)}`)

function runningIn(status: Body, appId: string): Running | undefined {
  const app = receiverStatus.safeParse(status).data?.status.applications.find((one) => one?.appId === appId)
  return app ? { app, status } : undefined
}

/** The state after an update, which contains only what has changed. @param passed Seconds since the state before it. */
function mergeMedia(before: MediaState | null, update: MediaState, passed: number): MediaState {
  const changed = Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)) as MediaState
  if (before?.mediaSessionId !== update.mediaSessionId) return changed
  // These two hold for one update only.
  const { idleReason, loadingItemId, ...rest } = before
  const isPlaying = before.playerState === 'PLAYING' && before.currentTime !== undefined
  return { ...rest, ...(isPlaying && { currentTime: before.currentTime! + passed }), ...changed }
}

/** Whether the medium can be controlled: between two items of a queue it is idle, but loading. */
const isLoaded = (media: MediaState | null): media is MediaState =>
  media !== null && (media.playerState !== 'IDLE' || media.loadingItemId !== undefined)

function createSession(channel: Channel, { app, status, isLaunched = false }: Running, log: SessionOptions['log']): Session {
  const { transportId, sessionId, appId } = app
  const { emit, subscribe } = createListeners<SessionEvent>(log, ['media', 'volume', 'ended'])
  let media: MediaState | null = null
  /** When `media` arrived (ms). */
  let receivedAt = 0
  let isOver = false

  function end(error: CastError): void {
    if (isOver) return
    isOver = true
    unsubscribe()
    emit({ type: 'ended', error })
  }

  function onMedia(body: Body): void {
    const found = mediaStatus.safeParse(body)
    if (!found.success) return
    const [update] = found.data.status
    const now = performance.now()
    media = update ? mergeMedia(media, update, (now - receivedAt) / 1000) : null
    receivedAt = now
    emit({ type: 'media', media })
  }

  function onReceiver(body: Body): void {
    const found = receiverStatus.safeParse(body)
    if (!found.success) return
    const { applications, volume } = found.data.status
    if (!applications.some((one) => one?.sessionId === sessionId)) return end(new CastError('ended', 'The app was ended'))
    if (volume?.level !== undefined) emit({ type: 'volume', level: volume.level, muted: volume.muted ?? false })
  }

  function onMessage({ source, namespace, body }: ReceivedMessage): void {
    if (namespace === namespaces.receiver && source === platformReceiver && body['type'] === 'RECEIVER_STATUS') onReceiver(body)
    else if (source !== transportId) return
    else if (namespace === namespaces.strand) emit({ type: 'message', body })
    else if (namespace === namespaces.media && body['type'] === 'MEDIA_STATUS') onMedia(body)
    else if (namespace === namespaces.connection && body['type'] === 'CLOSE')
      end(new CastError('ended', 'The app has closed the connection'))
  }

  async function setVolume(volume: Body): Promise<void> {
    if (isOver) throw new CastError('ended', 'The app has ended')
    const { type } = await channel.request(platformReceiver, namespaces.receiver, { type: 'SET_VOLUME', volume })
    if (type !== 'RECEIVER_STATUS') throw new CastError('refused', 'The device did not change its volume')
  }

  const unsubscribe = channel.subscribe(onMessage)
  void channel.closed.then(end)
  channel.join(transportId)
  onReceiver(status)

  return {
    application: app,
    isLaunched,
    send(body) {
      if (!isOver) channel.send(transportId, namespaces.strand, body)
    },
    async media(requested) {
      if (isOver) throw new CastError('ended', 'The app has ended')
      const body = readMediaRequest(requested)
      if (body === null) throw new CastError('invalid', refusals['INVALID_REQUEST']!)
      const isControl = needMedium.has(body.type)
      if (isControl && !isLoaded(media)) throw new CastError('refused', refusals['INVALID_PLAYER_STATE']!)
      const answer = await channel.request(transportId, namespaces.media, {
        ...body,
        sessionId,
        ...(isControl && { mediaSessionId: media?.mediaSessionId }),
      })
      const type = String(answer['type'])
      if (type === 'LOAD_CANCELLED' || answer['detailedErrorCode'] === loadInterrupted)
        throw new CastError('cancelled', 'Another medium was loaded')
      if (type !== 'MEDIA_STATUS') throw new CastError('refused', refusals[type] ?? `The device answered ${type.slice(0, 100)}`)
      return media
    },
    async setVolume(level) {
      if (!Number.isFinite(level)) throw new CastError('invalid', 'The volume is not a number')
      await setVolume({ level: Math.min(Math.max(level, 0), 1) })
    },
    setMuted: (muted) => setVolume({ muted }),
    async stop() {
      // A device may report the end before it answers, and the answer is then no longer awaited.
      await channel.request(platformReceiver, namespaces.receiver, { type: 'STOP', sessionId }).catch((error: unknown) => {
        if (!isOver) throw error
      })
      end(new CastError('ended', `The app ${appId} was ended here`))
    },
    subscribe,
    leave() {
      if (!isOver) channel.send(transportId, namespaces.connection, { type: 'CLOSE' })
      end(new CastError('ended', 'This sender has left'))
    },
  }
}
