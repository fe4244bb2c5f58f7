/** Google Cast for the page in the window: one search and one session, which end with the page (BZ3). */
import type { EventValue } from '../bridge.ts'
import { toCastError, type Cast, type CastErrorCode, type Connection, type ConnectionEvent } from '../cast/index.ts'
import { readSessionEvent, type CastSessionEvent } from '../castMessages.ts'
import type { Handlers } from './bridgeServer.ts'
import type { Log } from './log.ts'

/** Delays (ms) of the attempts to connect again after sleep: the network may need some seconds; ours. */
const resumeDelays = [0, 1000, 2000, 4000, 8000]

type CastRequests = 'searchCast' | 'connectCast' | 'sendToCast' | 'requestCastMedia' | 'setCastVolume' | 'leaveCast'

export interface CastServerOptions {
  cast: Cast
  send<N extends 'onCastDevices' | 'onCastEvent'>(name: N, value: EventValue<N>): boolean
  log: Log
  delays?: readonly number[]
}

export interface CastServer {
  handlers: Pick<Handlers, CastRequests>
  /** The page is left: ends the search, and leaves the device, which plays on. */
  reset(): void
  /** The computer will sleep: connections are closed. */
  suspend(): void
  /** Joins the device again. */
  resume(): void
}

interface PageSession {
  /** The number that the page has given it. */
  id: number
  device: string
  app: string
  /** Null while it connects, and while the computer sleeps. */
  connection: Connection | null
  isMuted: boolean
  isSuspended: boolean
  /** Dropped while it connected: whether the receiver is ended too; `launched`: only if it was started for this session. */
  isStopping: boolean | 'launched'
  /** Counts the times that it has been connected and suspended: the result of an earlier attempt is dropped. */
  attempt: number
}

export function createCastServer({ cast, send, log, delays = resumeDelays }: CastServerOptions): CastServer {
  let stopSearch: (() => void) | null = null
  let isSearchSuspended = false
  let current: PageSession | null = null

  const emit = ({ id }: PageSession, event: CastSessionEvent): void => void send('onCastEvent', { session: id, event })

  function search(isOn: boolean): void {
    isSearchSuspended = false
    stopSearch?.()
    stopSearch = isOn ? cast.watch((devices) => void send('onCastDevices', devices)) : null
  }

  /** Ends the session of the page; while it connects, as soon as it has its connection. */
  function leave(isStopping: boolean | 'launched' = false): void {
    const session = current
    current = null
    if (session === null) return
    if (session.connection !== null) end(session.connection, isStopping === true, log)
    else session.isStopping = isStopping
  }

  function forward(session: PageSession, connection: Connection, given: ConnectionEvent): void {
    if (current !== session || session.connection !== connection) return
    if (given.type === 'ended') current = null
    if (given.type === 'volume') session.isMuted = given.muted
    const event = readSessionEvent(toSessionEvent(given))
    if (event !== null) emit(session, event)
  }

  /** Resolves with the code of an error; null: the session has its connection. */
  async function open(session: PageSession, isJoinOnly: boolean): Promise<CastErrorCode | null> {
    session.attempt += 1
    const { attempt } = session
    const connection = await cast.connect(session.device, session.app, { isJoinOnly }).catch((error: unknown) => {
      const failure = toCastError(error, 'unreachable')
      log('warn', `Connecting to a Cast device failed (${failure.code})`, failure)
      return failure.code
    })
    const isDropped = current !== session || session.attempt !== attempt
    if (typeof connection === 'string') return isDropped ? 'cancelled' : connection
    if (isDropped) {
      end(connection, isStoppedAfter(session, connection, current), log)
      return 'cancelled'
    }
    session.connection = connection
    session.isSuspended = false
    connection.subscribe((event) => forward(session, connection, event))
    return null
  }

  async function rejoin(session: PageSession): Promise<void> {
    let code: CastErrorCode | null = 'unreachable'
    for (const delay of delays) {
      const { attempt } = session
      await new Promise((resolve) => setTimeout(resolve, delay))
      if (current !== session || session.attempt !== attempt) return
      code = await open(session, true)
      if (code === 'cancelled') return
      if (code === null) return emit(session, { type: 'reconnected' })
      // The device answers: the receiver has ended.
      if (code === 'ended') break
    }
    current = null
    emit(session, { type: 'ended', code: code ?? 'ended' })
  }

  const outcomeOf = (request: (connection: Connection) => Promise<unknown>): Promise<CastErrorCode | null> => {
    const connection = current?.connection
    if (connection == null) return Promise.resolve('unreachable')
    return request(connection).then(
      () => null,
      (error: unknown) => toCastError(error, 'refused').code,
    )
  }

  return {
    handlers: {
      searchCast: search,
      async connectCast({ session: id, device, app, isJoining }) {
        // Nothing would play on a device that has been started for nothing.
        leave('launched')
        const session = createPageSession(id, device, app)
        current = session
        const error = await open(session, isJoining)
        if (error !== null && current === session) current = null
        return { error }
      },
      sendToCast: (part) => current?.connection?.send({ ...part }),
      requestCastMedia: (request) => outcomeOf((connection) => connection.media(request)),
      setCastVolume: ({ level, muted }) =>
        outcomeOf(async (connection) => {
          await connection.setVolume(level)
          if (muted !== current?.isMuted) await connection.setMuted(muted)
        }),
      leaveCast: leave,
    },
    reset() {
      search(false)
      leave()
    },
    suspend() {
      const wasSearching = stopSearch !== null
      search(false)
      isSearchSuspended = wasSearching
      if (current === null) return
      const { connection } = current
      // Before it leaves, which reports its end.
      Object.assign(current, { connection: null, isSuspended: connection !== null || current.isSuspended, attempt: current.attempt + 1 })
      if (connection !== null) emit(current, { type: 'reconnecting' })
      connection?.leave()
    },
    resume() {
      if (isSearchSuspended) search(true)
      if (current?.isSuspended === true) void rejoin(current)
    },
  }
}

const createPageSession = (id: number, device: string, app: string): PageSession => ({
  id,
  device,
  app,
  connection: null,
  isMuted: false,
  isSuspended: false,
  isStopping: false,
  attempt: 0,
})

/** `isStopping`: ends the receiver too, for every sender. */
function end(connection: Connection, isStopping: boolean, log: Log): void {
  const stopped = isStopping ? connection.stop() : Promise.resolve()
  void stopped.catch((error: unknown) => log('warn', 'The Cast receiver did not end', error)).finally(connection.leave)
}

/** Whether the receiver of a session that was dropped is ended. The session that has replaced it may use the same one. */
function isStoppedAfter({ device, isStopping }: PageSession, { isLaunched }: Connection, current: PageSession | null): boolean {
  return current?.device !== device && (isStopping === 'launched' ? isLaunched : isStopping)
}

function toSessionEvent(event: ConnectionEvent): object {
  if (event.type === 'message') return { type: 'message', part: event.body }
  return event.type === 'ended' ? { type: 'ended', code: event.error.code } : event
}
