/** Google Cast in the browser (K1, K2, BZ3): offers the devices that Chrome finds, and controls the receiver on one of them. */
/// <reference types="chromecast-caf-sender" />
import { api } from '#data/api.ts'
import { call } from '#data/client.ts'
import {
  canCast,
  castDeviceId,
  castQueue,
  loadCastDriver,
  loadRemoteDriver,
  selectIsPlaying,
  type CastReceiver,
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
import { loadCastSdk, type CastSdk } from './sdk.ts'
import { castSettings } from './settings.ts'

type CastContext = Pick<WebPlayer, 'devices' | 'engine' | 'clock' | 'settings' | 'ports'> & {
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
  /** Tells the person what does not play on the device. */
  notify?(text: string): void
  /** Errors are logged only (K1). */
  log?(text: string, error?: unknown): void
}

/** Loads Google's script. Without it, nothing changes. */
export async function connectCast(context: CastContext & { store: HostStore }): Promise<void> {
  const sdk = await loadCastSdk()
  if (sdk !== null) startCast(sdk, { ...context, ...castSettings(), tokens: tokensOf(context.store) })
}

function tokensOf(store: HostStore): Tokens {
  const isMember = () => api.endpoints.me.select()(store.getState()).data != null
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
  /** Called once the driver is in charge. */
  begin(): void
  close(): void
}

const inTheLog = (text: string, error?: unknown): void => console.warn(text, error ?? '')

export function startCast(sdk: CastSdk, options: CastOptions): void {
  const { devices, log = inTheLog } = options
  const { CastContextEventType, CastState, SessionState } = sdk.framework
  const context = sdk.framework.CastContext.getInstance()
  let current: Joined | null = null

  const show = (change: Partial<ReturnType<typeof devices.cast.read>>): void => devices.cast.set({ ...devices.cast.read(), ...change })

  async function join(session: cast.framework.CastSession, isResumed: boolean): Promise<void> {
    const mine: Joined = { driver: null, begin: () => undefined, close: () => undefined }
    current = mine
    const open = options.receiver === 'files' ? openFiles : openStrand
    const name = session.getCastDevice().friendlyName
    const driver = await open({ sdk, session, name, isResumed, options: { ...options, log }, joined: mine })
    if (current !== mine) return mine.close()
    if (driver === null) return context.endCurrentSession(true)
    mine.driver = driver
    show({ device: { name, isConnecting: false } })
    options.engine.start()
    devices.driver.set(driver)
    mine.begin()
  }

  function end(): void {
    const ended = current
    current = null
    show({ device: null })
    ended?.close()
    if (ended?.driver != null && devices.driver.current() === ended.driver) devices.driver.set(null)
  }

  // Another driver is in charge: the queue has moved, or this page has stopped controlling the device.
  devices.driver.subscribe(() => {
    const driver = current?.driver
    if (driver == null || devices.driver.current() === driver) return
    end()
    context.endCurrentSession(driver.isReleased())
    if (driver.isReleased()) options.tokens.revoke()
  })

  /** The person has closed the dialog: that is no error. */
  const logFailure = (error: unknown): void => {
    if (error !== sdk.api.ErrorCode.CANCEL) log('The Cast session did not start', error)
  }
  context.addEventListener(CastContextEventType.CAST_STATE_CHANGED, ({ castState }) =>
    show({ isAvailable: castState !== CastState.NO_DEVICES_AVAILABLE }),
  )
  context.addEventListener(CastContextEventType.SESSION_STATE_CHANGED, ({ session, sessionState, errorCode }) => {
    const isResumed = sessionState === SessionState.SESSION_RESUMED
    if (sessionState === SessionState.SESSION_STARTING) show({ device: { name: session.getCastDevice().friendlyName, isConnecting: true } })
    else if (isResumed || sessionState === SessionState.SESSION_STARTED)
      join(session, isResumed).catch((error: unknown) => log('The Cast session failed', error))
    else if (sessionState === SessionState.SESSION_ENDED) end()
    else if (sessionState === SessionState.SESSION_START_FAILED) {
      logFailure(errorCode)
      end()
    }
  })
  devices.castActions = {
    receiver: options.receiver,
    choose: () => void context.requestSession().catch(logFailure),
    async bringHere() {
      const driver = current?.driver
      if (driver == null) return context.endCurrentSession(true)
      await driver.release()
      devices.driver.set(null)
    },
    leave: () => devices.driver.set(null),
  }
  context.setOptions({
    receiverApplicationId: options.appId,
    autoJoinPolicy: sdk.api.AutoJoinPolicy.ORIGIN_SCOPED,
    resumeSavedSession: true,
  })
  show({ isAvailable: context.getCastState() !== CastState.NO_DEVICES_AVAILABLE })
}

interface Opening {
  sdk: CastSdk
  session: cast.framework.CastSession
  name: string
  isResumed: boolean
  options: CastOptions & { log: NonNullable<CastOptions['log']> }
  joined: Joined
}

/** Whether the queue of this page moves to a device that has one already. */
const isMoving = ({ isResumed, options }: Opening, isIdle: boolean): boolean =>
  isIdle || (!isResumed && selectIsPlaying(options.store.getState()))

/** Tells the person which tracks do not play on the device. Returns false if none does. */
function announce({ receiver, notify = (text) => showToast({ text, length: 'long' }) }: CastOptions, tracks: readonly Track[]): boolean {
  const left = tracks.filter((track) => !canCast(receiver)(track)).length
  if (left > 0) notify(left === tracks.length ? t.cast.nothing : t.cast.leftOut(left))
  return left < tracks.length
}

/** The same for the queue of this page, which is to move. An empty one can. */
function canMove(options: CastOptions): boolean {
  const { queue } = options.store.getState().player
  return queue.index < 0 || (announce(options, queue.items.slice(queue.index)) && castQueue(queue, canCast(options.receiver)).index >= 0)
}

/** Controls Strand's receiver. Null: it does not answer, or can play nothing. */
async function openStrand(opening: Opening): Promise<RemoteDriver | null> {
  const { session, name, joined, options } = opening
  const { devices, clock, settings, receiver, tokens, log } = options
  const { createRemoteDriver } = await loadRemoteDriver()
  const connection = createCastSession({ session, requestToken: tokens.request, log })
  joined.close = connection.close
  const welcome = await connection.welcome
  if (welcome === null) {
    log('The receiver does not answer')
    return null
  }
  const moves = isMoving(opening, welcome.isIdle)
  if (moves && !canMove(options)) return null
  return createRemoteDriver({
    devices: connection.link,
    clock,
    settings,
    device: { id: castDeviceId, name, kind: 'tv' },
    join: moves ? 'move' : 'control',
    cast: {
      canPlay: canCast(receiver),
      setVolume({ volume, muted }) {
        const failed = (error: unknown) => log('The volume could not be set', error)
        session.setVolume(volume).catch(failed)
        session.setMute(muted).catch(failed)
      },
      announce: (tracks) => announce(options, tracks),
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
  const { sdk, session, name, joined, options } = opening
  const { store, settings, ports, log } = options
  const { createCastDriver } = await loadCastDriver()
  const adopt = () => adoptPlaying(output.media, store)
  const output = new FilesOutput({ sdk, session, readQueue: () => store.getState().player.queue, onPlayingByItself: adopt, log })
  joined.close = () => output.close()
  const moves = isMoving(opening, output.media.read() === null)
  if (moves && !canMove(options)) return null
  const driver = createCastDriver({
    device: { id: castDeviceId, name, kind: 'tv' },
    settings,
    onClose: () => output.media.stop(),
    ports: {
      ...ports,
      outputs: [{ id: 'hosted', own: true, canPlay: playsFile, create: () => output }],
      // The volume is that of the device, and other tabs may play beside it.
      settings: { read: () => ({ volume: session.getVolume(), muted: session.isMute() }), write: () => undefined },
      tabs: { claim: () => undefined, subscribe: () => () => undefined },
      visibility: { hidden: () => false, subscribe: () => () => undefined },
    },
  })
  if (!moves) joined.begin = adopt
  return driver
}
