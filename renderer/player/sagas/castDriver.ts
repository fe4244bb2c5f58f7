/**
 * The driver for a Cast device that only plays files: the local driver with an output that plays there instead of on this page. It plays on
 * when this page is closed, as far as the window of the queue goes that it has.
 */
import { call, put, select, takeEvery } from 'redux-saga/effects'
import { adoptQueue, close } from '../commands.ts'
import * as facts from '../facts.ts'
import type { PlayerPorts } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { Device, MovedQueue, PlayerState } from '../state.ts'
import { createLocalDriver } from './localDriver.ts'
import { restartPosition } from './remember.ts'
import type { RemoteDriver } from './remoteDriver.ts'

export interface CastDriverOptions {
  /** The ports of this page, with the output of the device instead of its own. */
  ports: PlayerPorts
  device: Device
  /** The volume of this page, which returns afterwards. */
  settings: PlayerPorts['settings']
  /** The player is closed. */
  onClosed(): void
}

/** Commands that concern this page only, and not the picture on the device: it plays on under the gallery, and when the page is left. */
const ignored: ReadonlySet<string> = new Set([
  'player/suspend',
  'player/unsuspend',
  'player/leavePage',
  'player/restorePage',
  'player/setPip',
  'player/promptRemotePlayback',
])

export function createCastDriver({ ports, device, settings, onClosed }: CastDriverOptions): RemoteDriver {
  const local = createLocalDriver(ports)
  let isReleased = false
  /** Whether the state has what another sender has given the device. */
  let isForeign = false
  /** The queue of this page, which returns afterwards. */
  let own: MovedQueue | null = null
  const show = () => put(facts.remoteChanged({ ...device, status: 'connected', keepsOwnQueue: isForeign }))

  function* adopt({ queue: { items } }: MovedQueue): Generator<unknown, void, any> {
    const player: PlayerState = yield select(selectPlayer)
    const { queue, repeat, duration } = player
    // Another item of the same queue.
    if (isForeign || items.some((item) => queue.items.includes(item))) return
    isForeign = true
    own = queue.index < 0 ? null : { queue, repeat, position: restartPosition(player), duration }
    yield show()
  }

  /** A list that is played here replaces what another sender has sent. */
  function* onReplaced(): Generator<unknown, void, any> {
    if (!isForeign) return
    isForeign = false
    own = null
    yield show()
  }

  return {
    device,
    isReleased: () => isReleased,
    release() {
      isReleased = true
      return Promise.resolve(true)
    },
    *run(): Generator<unknown, void, any> {
      try {
        yield show()
        yield put(facts.volumeChanged(ports.settings.read()))
        yield takeEvery(facts.queueReplaced, onReplaced)
        yield call([local, local.run])
      } finally {
        if (!isReleased && isForeign) yield put(own === null ? facts.closed() : facts.queueAdopted(own))
        if (!isReleased) yield put(facts.intentChanged('pause'))
        yield put(facts.remoteChanged(null))
        yield put(facts.volumeChanged(settings.read()))
      }
    },
    *handle(command) {
      if (ignored.has(command.type)) return
      if (adoptQueue.match(command)) yield* adopt(command.payload)
      // It must not return, such as at a log-out.
      if (close.match(command)) own = null
      yield* local.handle(command)
      if (close.match(command)) yield call(onClosed)
    },
  }
}
