/** Google Cast without a browser (BZ3): finds devices, and keeps a session with one of them over interruptions of the network. */
import { randomBytes } from 'node:crypto'
import { openChannel, type Channel, type ChannelOptions } from './channel.ts'
import { createDiscover, type CastDevice, type Discover, type LocatedDevice } from './discovery.ts'
import { CastError, toCastError } from './errors.ts'
import { createListeners } from './listeners.ts'
import { openSession, type Session, type SessionEvent } from './session.ts'

export { CastError, toCastError, type CastErrorCode } from './errors.ts'
export type { MediaRequest } from './mediaRequest.ts'
export { defaultReceiver, type MediaState, type Session, type SessionEvent } from './session.ts'
export type { CastDevice } from './discovery.ts'

/** Delays (ms) of the attempts to connect again. */
const reconnectDelays = [1000, 2000, 4000]

export type ConnectionEvent =
  | Exclude<SessionEvent, { type: 'ended' }>
  /** The connection was lost, and is being opened again. */
  | { type: 'reconnecting' }
  /** The app is joined again: what it sent in between was missed. */
  | { type: 'reconnected' }
  | { type: 'ended'; error: CastError }

/** A session with an app on a device. */
export interface Connection extends Pick<Session, 'isLaunched' | 'send' | 'media' | 'setVolume' | 'setMuted' | 'stop' | 'leave'> {
  readonly device: CastDevice
  /** The listener gets the last `media` and `volume`, and `ended`, at once. Messages are not retained. */
  subscribe(listener: (event: ConnectionEvent) => void): () => void
}

export interface Cast {
  /** Looks for devices, until the returned function is called. The ones that were found last can be connected to afterwards. */
  watch(onDevices: (devices: CastDevice[]) => void): () => void
  /**
   * Starts the app on a device that was found, or joins it there. `isJoinOnly`: the app is not started; `ended` if it does not run. Rejects
   * with a `CastError`.
   */
  connect(id: string, appId: string, options?: { isJoinOnly?: boolean }): Promise<Connection>
}

interface CastOptions {
  log(text: string): void
  discover?: Discover
  /** Opens the connection to a device, for tests. */
  open?: typeof openChannel
  limits?: ChannelOptions['limits']
  launchMs?: number
  delays?: readonly number[]
}

/** A session and its connection. */
interface Link {
  channel: Channel
  session: Session
}

export function createCast({
  log,
  discover = createDiscover(log),
  open = openChannel,
  limits = {},
  launchMs,
  delays = reconnectDelays,
}: CastOptions): Cast {
  let located: readonly LocatedDevice[] = []
  const sender = `sender-${randomBytes(6).toString('hex')}`

  async function start({ host, port }: LocatedDevice, appId: string, isJoinOnly: boolean): Promise<Link> {
    const channel = await open({ host, port, sender, log, limits })
    try {
      return { channel, session: await openSession(channel, appId, { log, isJoinOnly, launchMs }) }
    } catch (error) {
      channel.close()
      throw toCastError(error, 'refused')
    }
  }

  return {
    watch(onDevices) {
      try {
        const found = createListeners<CastDevice[]>(log)
        found.subscribe(onDevices)
        return discover((devices) => {
          located = devices
          found.emit(devices.map(({ id, name, model, hasScreen }) => ({ id, name, model, hasScreen })))
        })
      } catch (error) {
        log(`Devices cannot be found: ${String(error)}`)
        return () => undefined
      }
    },

    async connect(id, appId, { isJoinOnly = false } = {}) {
      const device = located.find((one) => one.id === id)
      if (!device) throw new CastError('unreachable', 'This device is not known')
      return keepConnected(device, await start(device, appId, isJoinOnly), { join: () => start(device, appId, true), delays, log })
    },
  }
}

interface Keeping {
  join(): Promise<Link>
  delays: readonly number[]
  log(text: string): void
}

/** A connection that is opened again when it is lost. */
function keepConnected({ id, name, model, hasScreen }: LocatedDevice, first: Link, { join, delays, log }: Keeping): Connection {
  const { emit, subscribe } = createListeners<ConnectionEvent>(log, ['media', 'volume', 'ended'])
  /** Null while the connection is lost. */
  let current: Link | null = null
  let isOver = false

  function end(error: CastError): void {
    if (isOver) return
    isOver = true
    current?.channel.close()
    emit({ type: 'ended', error })
  }

  function use(next: Link): void {
    current = next
    next.session.subscribe((event) => {
      if (isOver) return
      if (event.type !== 'ended') return emit(event)
      if (event.error.code === 'unreachable' || event.error.code === 'silent') void reconnect(event.error)
      else end(event.error)
    })
  }

  async function reconnect(reason: CastError): Promise<void> {
    current = null
    log(`Connecting again: ${reason.message}`)
    emit({ type: 'reconnecting' })
    for (const delay of delays) {
      await new Promise((resolve) => setTimeout(resolve, delay))
      if (isOver) return
      const next = await join().catch((error: unknown) => toCastError(error, 'unreachable'))
      if (next instanceof CastError) {
        // The device answers: the app has ended.
        if (next.code === 'ended') return end(next)
        continue
      }
      if (isOver) return next.channel.close()
      use(next)
      if (current === next) emit({ type: 'reconnected' })
      return
    }
    end(reason)
  }

  const session = (): Session => {
    if (isOver || current === null) throw new CastError('unreachable', 'There is no connection to the device')
    return current.session
  }

  use(first)
  return {
    device: { id, name, model, hasScreen },
    isLaunched: first.session.isLaunched,
    send: (body) => current?.session.send(body),
    media: async (request) => session().media(request),
    setVolume: async (level) => session().setVolume(level),
    setMuted: async (isMuted) => session().setMuted(isMuted),
    stop: async () => session().stop(),
    leave() {
      current?.session.leave()
      end(new CastError('ended', 'This sender has left'))
    },
    subscribe,
  }
}
