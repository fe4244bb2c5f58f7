/** An app on a device: starts or joins it, sends it messages, and follows its state. */
import { z } from 'zod'
import { namespaces, platformReceiver, type Body, type Channel, type ReceivedMessage } from './channel.ts'
import { CastError } from './errors.ts'

/** Google's default receiver, which plays files. */
export const defaultReceiver = 'CC1AD845'

/** Time (ms) within which an app must start; ours. */
const launchMs = 15_000

const text = z.string().max(1000)
const application = z.object({ appId: text, sessionId: text, transportId: text, displayName: text.optional() })
const receiverStatus = z.object({
  type: z.literal('RECEIVER_STATUS'),
  status: z.object({
    applications: z.array(application).max(20).optional(),
    volume: z
      .object({ level: z.number().min(0).max(1), muted: z.boolean() })
      .partial()
      .optional(),
  }),
})
const mediaStatus = z.object({
  type: z.literal('MEDIA_STATUS'),
  status: z
    .array(
      z.object({
        mediaSessionId: z.number(),
        playerState: z.enum(['IDLE', 'PLAYING', 'PAUSED', 'BUFFERING', 'LOADING']),
        idleReason: z.enum(['CANCELLED', 'INTERRUPTED', 'FINISHED', 'ERROR']).optional(),
        currentTime: z.number().optional(),
        currentItemId: z.number().optional(),
        media: z.object({ contentId: z.string(), duration: z.number().nullish() }).optional(),
        /** Only about the previous, the current and the next item. */
        items: z.array(z.object({ itemId: z.number() })).optional(),
      }),
    )
    .max(10),
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
  /** Sends a message to Strand's receiver. */
  send(body: Body): void
  /** A request to the default receiver, such as `QUEUE_LOAD` or `PAUSE`. Rejects with a `CastError` if it is refused. */
  media(body: Body): Promise<MediaState | null>
  /** 0 to 1. */
  setVolume(level: number): Promise<void>
  /** Ends the app, for every sender. */
  stop(): Promise<void>
  subscribe(listener: (event: SessionEvent) => void): () => void
  /** Leaves the app, which goes on. */
  leave(): void
}

const refusals: Readonly<Record<string, string>> = {
  LOAD_FAILED: 'The medium cannot be played',
  LOAD_CANCELLED: 'Another medium was loaded',
  INVALID_PLAYER_STATE: 'Nothing is loaded',
  INVALID_REQUEST: 'The request is not valid',
}
/** They need the session of the medium. */
const needMedium: ReadonlySet<unknown> = new Set([
  'PLAY',
  'PAUSE',
  'SEEK',
  'STOP',
  'QUEUE_UPDATE',
  'QUEUE_INSERT',
  'QUEUE_REMOVE',
  'QUEUE_REORDER',
])

/** Starts the app, or joins it if it runs already. `joinOnly`: does not start it. Rejects with a `CastError`. */
export async function openSession(channel: Channel, appId: string, { joinOnly = false } = {}): Promise<Session> {
  const ask = (body: Body) => channel.request(platformReceiver, namespaces.receiver, body)
  const running = applicationOf(await ask({ type: 'GET_STATUS' }), appId)
  if (running) return createSession(channel, running)
  if (joinOnly) throw new CastError('ended', 'The app does not run any more')
  const { availability } = await ask({ type: 'GET_APP_AVAILABILITY', appId: [appId] })
  if ((availability as Body | undefined)?.[appId] !== 'APP_AVAILABLE')
    throw new CastError('no_app', `The device does not have the app ${appId}`)
  return createSession(channel, await launch(channel, appId))
}

/** The app may be in the answer, or in a status that follows it. */
function launch(channel: Channel, appId: string): Promise<Application> {
  return new Promise((resolve, reject) => {
    const finish = (outcome: () => void): void => {
      clearTimeout(timer)
      unsubscribe()
      outcome()
    }
    const unsubscribe = channel.subscribe(({ body }) => {
      const found = applicationOf(body, appId)
      if (found) finish(() => resolve(found))
    })
    const timer = setTimeout(() => finish(() => reject(new CastError('silent', 'The app did not start in time'))), launchMs)
    channel.request(platformReceiver, namespaces.receiver, { type: 'LAUNCH', appId }).then(
      ({ type, reason }) => {
        if (type === 'LAUNCH_ERROR') finish(() => reject(new CastError('no_app', `The app did not start: ${String(reason).slice(0, 100)}`)))
      },
      (error: unknown) => finish(() => reject(error as CastError)),
    )
  })
}

function applicationOf(body: Body, appId: string): Application | undefined {
  const found = receiverStatus.safeParse(body)
  return found.success ? found.data.status.applications?.find((one) => one.appId === appId) : undefined
}

function createSession(channel: Channel, app: Application): Session {
  const { transportId, sessionId, appId } = app
  const listeners = new Set<(event: SessionEvent) => void>()
  let media: MediaState | null = null
  let isOver = false

  function emit(event: SessionEvent): void {
    for (const listener of [...listeners]) listener(event)
  }

  function end(error: CastError): void {
    if (isOver) return
    isOver = true
    unsubscribe()
    emit({ type: 'ended', error })
  }

  function onMedia(body: Body): void {
    const found = mediaStatus.safeParse(body)
    if (!found.success) return
    const [next] = found.data.status
    // An update contains only what has changed.
    media = next && next.playerState !== 'IDLE' ? { ...(media?.mediaSessionId === next.mediaSessionId ? media : {}), ...next } : null
    emit({ type: 'media', media: next ?? null })
  }

  function onReceiver(body: Body): void {
    const found = receiverStatus.safeParse(body)
    if (!found.success) return
    const { applications = [], volume } = found.data.status
    if (!applications.some((one) => one.sessionId === sessionId)) return end(new CastError('ended', 'The app was ended'))
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

  const unsubscribe = channel.subscribe(onMessage)
  void channel.closed.then(end)
  channel.join(transportId)

  return {
    application: app,
    send(body) {
      if (!isOver) channel.send(transportId, namespaces.strand, body)
    },
    async media(body) {
      if (isOver) throw new CastError('ended', 'The app has ended')
      const isControl = needMedium.has(body['type'])
      if (isControl && media === null) throw new CastError('refused', refusals['INVALID_PLAYER_STATE']!)
      const answer = await channel.request(transportId, namespaces.media, {
        ...body,
        sessionId,
        ...(isControl && { mediaSessionId: media?.mediaSessionId }),
      })
      const type = String(answer['type'])
      if (type !== 'MEDIA_STATUS') throw new CastError('refused', refusals[type] ?? `The device answered ${type.slice(0, 100)}`)
      return media
    },
    async setVolume(level) {
      await channel.request(platformReceiver, namespaces.receiver, {
        type: 'SET_VOLUME',
        volume: { level: Math.min(Math.max(level, 0), 1) },
      })
    },
    async stop() {
      // A device may report the end before it answers, and the answer is then no longer awaited.
      await channel.request(platformReceiver, namespaces.receiver, { type: 'STOP', sessionId }).catch((error: unknown) => {
        if (!isOver) throw error
      })
      end(new CastError('ended', `The app ${appId} was ended here`))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    leave() {
      channel.send(transportId, namespaces.connection, { type: 'CLOSE' })
      end(new CastError('ended', 'This sender has left'))
    },
  }
}
