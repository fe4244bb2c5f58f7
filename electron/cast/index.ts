/** Google Cast without a browser (BZ3): finds devices, and keeps a session with one of them over interruptions of the network. */
import { randomBytes } from 'node:crypto'
import { openChannel, type Channel, type ChannelOptions } from './channel.ts'
import { discover as discoverOnNetwork, type CastDevice, type Discover, type LocatedDevice } from './discovery.ts'
import { CastError } from './errors.ts'
import { openSession, type Session, type SessionEvent } from './session.ts'

export { CastError, type CastErrorCode } from './errors.ts'
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
export interface Connection extends Pick<Session, 'send' | 'media' | 'setVolume' | 'stop' | 'leave'> {
  readonly device: CastDevice
  subscribe(listener: (event: ConnectionEvent) => void): () => void
}

export interface Cast {
  /** Looks for devices, until the returned function is called. */
  watch(onDevices: (devices: CastDevice[]) => void): () => void
  /** Starts the app on a device that was found, or joins it there. Rejects with a `CastError`. */
  connect(id: string, appId: string): Promise<Connection>
}

interface CastOptions {
  log(text: string): void
  discover?: Discover
  limits?: ChannelOptions['limits']
  delays?: readonly number[]
}

export function createCast({ log, discover = discoverOnNetwork, limits, delays = reconnectDelays }: CastOptions): Cast {
  const located = new Map<string, LocatedDevice>()
  const sender = `sender-${randomBytes(6).toString('hex')}`
  const open = ({ host, port }: LocatedDevice) => openChannel({ host, port, sender, log, ...(limits && { limits }) })

  async function start(device: LocatedDevice, appId: string, joinOnly = false): Promise<{ channel: Channel; session: Session }> {
    const channel = await open(device)
    try {
      return { channel, session: await openSession(channel, appId, { joinOnly }) }
    } catch (error) {
      channel.close()
      throw error
    }
  }

  return {
    watch(onDevices) {
      try {
        return discover((devices) => {
          for (const device of devices) located.set(device.id, device)
          onDevices(devices.map(({ id, name, model }) => ({ id, name, model })))
        })
      } catch (error) {
        log(`Devices cannot be found: ${String(error)}`)
        return () => undefined
      }
    },

    async connect(id, appId) {
      const device = located.get(id)
      if (!device) throw new CastError('unreachable', 'This device is not known')
      return keepConnected(device, await start(device, appId), { join: () => start(device, appId, true), delays, log })
    },
  }
}

interface Keeping {
  join(): Promise<{ channel: Channel; session: Session }>
  delays: readonly number[]
  log(text: string): void
}

/** A connection that is opened again when it is lost. */
function keepConnected(
  { id, name, model }: LocatedDevice,
  first: { channel: Channel; session: Session },
  { join, delays, log }: Keeping,
): Connection {
  const listeners = new Set<(event: ConnectionEvent) => void>()
  let current: { channel: Channel; session: Session } | null = null
  let isOver = false

  function emit(event: ConnectionEvent): void {
    for (const listener of [...listeners]) listener(event)
  }

  function end(error: CastError): void {
    if (isOver) return
    isOver = true
    current?.channel.close()
    emit({ type: 'ended', error })
  }

  function use(next: { channel: Channel; session: Session }): void {
    current = next
    next.session.subscribe((event) => {
      if (event.type !== 'ended') return emit(event)
      const isLost = event.error.code === 'unreachable' || event.error.code === 'silent'
      if (isLost && !isOver) void reconnect(event.error)
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
      const next = await join().catch(() => null)
      if (!next) continue
      if (isOver) return next.channel.close()
      use(next)
      return emit({ type: 'reconnected' })
    }
    end(reason)
  }

  const session = (): Session => {
    if (isOver || current === null) throw new CastError('unreachable', 'There is no connection to the device')
    return current.session
  }

  use(first)
  return {
    device: { id, name, model },
    send: (body) => current?.session.send(body),
    media: async (body) => session().media(body),
    setVolume: async (level) => session().setVolume(level),
    stop: async () => session().stop(),
    leave() {
      current?.session.leave()
      end(new CastError('ended', 'This sender has left'))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
