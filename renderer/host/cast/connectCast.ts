/** Google Cast (K1, K2, BZ3): offers the devices of the network, and controls the receiver on one of them. */
import { meIn } from '#data/api.ts'
import { tabStorage, type SafeStorage } from '#data/storage.ts'
import { call } from '#data/client.ts'
import {
  canCast,
  castDeviceId,
  castQueue,
  countLeftOut,
  loadCastDriver,
  loadRemoteDriver,
  selectIsPlaying,
  type CastReceiver,
  type NearbyDevice,
  type PlayerPorts,
  type RemoteDriver,
  type Track,
  type WithPlayer,
} from '#player/index.ts'
import { t } from '#texts/index.ts'
import { showToast } from '#ui/toast.ts'
import type { HostStore } from '../store.ts'
import type { WebPlayer } from '../webPlayer.ts'
import { adoptPlaying } from './adoptPlaying.ts'
import { createCastSession } from './castSession.ts'
import { FilesOutput, playsFile } from './filesOutput.ts'
import { loadSender } from './loadSender.ts'
import { CastFailure, type CastSender, type SenderSession } from './sender.ts'
import { castSettings } from './settings.ts'

type CastContext = Pick<WebPlayer, 'devices' | 'engine' | 'clock' | 'settings'> & {
  ports: PlayerPorts
  store: Pick<HostStore, 'dispatch'> & { getState(): WithPlayer }
}

/** Tokens of `GET /api/v1/me/token` (decision 42). */
interface Tokens {
  /** Null for a visitor, or if there is none now. */
  request(): Promise<string | null>
  /** Revokes those of this session. */
  revoke(): void
}

export interface CastOptions extends CastContext {
  appId: string
  receiver: CastReceiver
  tokens: Tokens
  /** The storage of this tab. */
  tab: SafeStorage
  /** Tells the person what does not play on the device. */
  notify?(text: string): void
  /** Errors are logged only (K1). */
  log?(text: string, error?: unknown): void
}

/** Without a sender, nothing changes. */
export async function connectCast(context: CastContext & { store: HostStore }): Promise<void> {
  const sender = await loadSender()
  if (sender !== null) startCast(sender, { ...context, ...castSettings(), tab: tabStorage, tokens: tokensOf(context.store) })
}

function tokensOf(store: HostStore): Tokens {
  const isMember = () => meIn(store.getState()) != null
  return {
    async request() {
      if (!isMember()) return null
      const { data, error } = await call('GET /api/v1/me/token', {})
      if (error) inTheLog('There is no token for the Cast device', error.message)
      return data?.token ?? null
    },
    revoke() {
      if (isMember()) void call('DELETE /api/v1/me/token', undefined)
    },
  }
}

/** A session, and the driver that it leads to. */
interface Joined {
  driver: RemoteDriver | null
  /** Whether this page has given the device its queue. Otherwise another page plays there, and this one must not stop it. */
  isOwner: boolean
  /** Called once the driver is in charge. */
  begin(): void
  close(): void
}

/** Marks a tab that casts: after a reload it joins the session again. Google's sender joins every page of the origin. */
const castingKey = 'strand-cast'

const inTheLog = (text: string, error?: unknown): void => console.warn(text, error ?? '')

export function startCast(sender: CastSender, options: CastOptions): void {
  const { devices, tab, log = inTheLog } = options
  let current: Joined | null = null

  const show = (change: Partial<ReturnType<typeof devices.cast.read>>): void => devices.cast.set({ ...devices.cast.read(), ...change })

  async function join(session: SenderSession, isResumed: boolean): Promise<void> {
    const mine: Joined = { driver: null, isOwner: false, begin: () => undefined, close: () => undefined }
    current = mine
    const { device } = session
    show({ device: { ...device, isConnecting: true }, problem: null })
    // The queue comes from the device that this page controls.
    if (devices.driver.current()) await devices.actions?.bringHere()
    const open = options.receiver === 'files' ? openFiles : openStrand
    const onSilent = (): void => show({ problem: { device: device.name, reason: 'noApp' } })
    const driver = await open({ session, isResumed, leave: end, onSilent, options: { ...options, log }, joined: mine })
    if (current !== mine) return mine.close()
    // The person may have chosen another device since.
    if (driver === null || devices.driver.current() !== null) return end(mine.isOwner)
    mine.driver = driver
    show({ device: { ...device, isConnecting: false } })
    tab.write(castingKey, mine.isOwner)
    options.engine.start()
    devices.driver.set(driver)
    mine.begin()
  }

  /** Ends the session. `isStopping`: the app on the device, too. */
  function end(isStopping: boolean): void {
    forget()
    sender.end(isStopping)
  }

  /** The session has ended. */
  function forget(): void {
    const ended = current
    current = null
    tab.remove(castingKey)
    show({ device: null })
    ended?.close()
    if (ended?.driver != null && devices.driver.current() === ended.driver) devices.driver.set(null)
  }

  const start = (session: SenderSession, isResumed: boolean): void =>
    void join(session, isResumed).catch((error: unknown) => {
      log('The Cast session failed', error)
      end(false)
    })

  /** Begins a session with a device of our own list. */
  async function chooseNearby(device: NearbyDevice): Promise<void> {
    try {
      // The queue comes from the device that this page casts to.
      if (current !== null) await bringHere()
      show({ device: { id: device.id, name: device.name, isConnecting: true }, problem: null })
      await sender.choose(device.id)
    } catch (error) {
      log('The Cast session did not start', error)
      const reason = error instanceof CastFailure ? error.reason : 'unreachable'
      show({ device: null, problem: { device: device.name, reason } })
    }
  }

  async function bringHere(): Promise<void> {
    const driver = current?.driver
    if (driver == null) return end(current?.isOwner === true)
    await driver.release()
    devices.driver.set(null)
  }

  // Another driver is in charge: the queue has moved, or this page has stopped controlling the device.
  devices.driver.subscribe(() => {
    const driver = current?.driver
    if (driver == null || devices.driver.current() === driver) return
    end(driver.isReleased())
    if (driver.isReleased()) options.tokens.revoke()
  })
  devices.castActions = {
    receiver: options.receiver,
    choose(device) {
      if (device) return void chooseNearby(device)
      const session = sender.session()
      // Google's sender has joined this page to the session of another tab.
      if (session !== null && current === null) return start(session, false)
      sender.choose().catch((error: unknown) => log('The Cast session did not start', error))
    },
    search:
      sender.search &&
      ((onDevices) => {
        const stop = sender.search!(onDevices)
        return () => {
          stop()
          // The list was closed: the person has read it.
          if (devices.cast.read().problem !== null) show({ problem: null })
        }
      }),
    bringHere,
    leave: () => devices.driver.set(null),
  }
  const isCasting = (): boolean => typeof tab.read(castingKey) === 'boolean'
  sender.start({
    appId: options.appId,
    isCasting: isCasting(),
    listener(event) {
      if (event.type === 'availability') show({ isAvailable: event.isAvailable })
      else if (event.type === 'ended') forget()
      else if (!event.isResumed || isCasting()) start(event.session, event.isResumed)
    },
  })
  show({ isAvailable: sender.isAvailable() })
}

interface Opening {
  session: SenderSession
  isResumed: boolean
  /** Ends the session. `isStopping`: the app on the device, too. */
  leave(isStopping: boolean): void
  /** The receiver has started, and does not answer. */
  onSilent(): void
  options: CastOptions & { log: NonNullable<CastOptions['log']> }
  joined: Joined
}

/** What happens to the queues. Null: nothing can play there. */
function chooseJoin({ isResumed, options }: Opening, isIdle: boolean): 'move' | 'control' | 'rejoin' | null {
  const { store, receiver, tab } = options
  if (isResumed && !isIdle) return tab.read(castingKey) === true ? 'rejoin' : 'control'
  const { queue } = store.getState().player
  if (!isIdle && !selectIsPlaying(store.getState())) return 'control'
  if (queue.index < 0) return isIdle ? 'move' : 'control'
  const isPossible = announce(options, queue.items.slice(queue.index)) && castQueue(queue, canCast(receiver)).index >= 0
  return isPossible ? 'move' : null
}

/** Tells the person which tracks do not play on the device. Returns false if none does. */
function announce({ receiver, notify = (text) => showToast({ text, length: 'long' }) }: CastOptions, tracks: readonly Track[]): boolean {
  const { left, total } = countLeftOut(receiver, tracks)
  if (left > 0 || total === 0) notify(left === total ? t.cast.nothing : t.cast.leftOut(left))
  return left < total
}

/** Controls Strand's receiver. Null: it does not answer, or can play nothing. */
async function openStrand(opening: Opening): Promise<RemoteDriver | null> {
  const { session, joined, options, leave, onSilent } = opening
  const { name } = session.device
  const { devices, clock, settings, receiver, tokens, log } = options
  const { createRemoteDriver } = await loadRemoteDriver()
  const connection = createCastSession({ session, requestToken: tokens.request, log })
  joined.close = connection.close
  const welcome = await connection.welcome
  if (welcome === null) {
    log('The receiver does not answer')
    onSilent()
    // It may be another page's, if this one was reloaded.
    joined.isOwner = !opening.isResumed
    return null
  }
  const join = chooseJoin(opening, welcome.isIdle)
  joined.isOwner = welcome.isIdle || (join !== null && join !== 'control')
  if (join === null) return null
  const failed = (error: unknown) => log('The volume could not be set', error)
  return createRemoteDriver({
    devices: connection.link,
    clock,
    settings,
    device: { id: castDeviceId, name, kind: 'tv' },
    join,
    cast: {
      canPlay: canCast(receiver),
      setVolume: (volume) => void session.setVolume(volume).catch(failed),
      announce: (tracks) => announce(options, tracks),
      onSent(queue) {
        joined.isOwner = true
        options.ports.session.write(queue)
        options.tab.write(castingKey, true)
        connection.sendToken()
      },
      // After the engine has handled the command.
      onClosed: (isStopping) => queueMicrotask(() => leave(isStopping)),
    },
    onLost(loss) {
      log(`The Cast device is ${loss}`)
      devices.driver.set(null)
    },
    onUnresponsive: () => log('The Cast device does not respond'),
  })
}

/** Plays files on Google's default receiver. Null: there are none. */
async function openFiles(opening: Opening): Promise<RemoteDriver | null> {
  const { session, isResumed, joined, options, leave } = opening
  const { name } = session.device
  const { store, settings, ports, log } = options
  const { createCastDriver } = await loadCastDriver()
  const adopt = () => adoptPlaying(output, store)
  const output = new FilesOutput({ session, tab: options.tab, readQueue: () => store.getState().player.queue, onMoved: adopt, log })
  joined.close = () => output.close()
  if (isResumed) await session.media.whenKnown()
  const isIdle = output.media.playing() === null
  const join = chooseJoin(opening, isIdle)
  joined.isOwner = isIdle || join === 'move' || join === 'rejoin'
  if (join === null) return null
  if (join !== 'move') joined.begin = adopt
  return createCastDriver({
    device: { id: castDeviceId, name, kind: 'tv' },
    settings,
    // After the engine has handled the command.
    onClosed: () => queueMicrotask(() => leave(output.isOwner())),
    ports: {
      ...ports,
      outputs: [{ id: 'hosted', own: true, canPlay: playsFile, create: () => output }],
      // The volume is that of the device, and other tabs may play beside it.
      settings: { read: session.volume, write: () => undefined },
      tabs: { claim: () => undefined, subscribe: () => () => undefined },
      visibility: { hidden: () => false, subscribe: () => () => undefined },
    },
  })
}
