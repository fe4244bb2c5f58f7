/**
 * The driver for a Cast device that only plays files: the local driver with an output that plays there instead of on this page. It plays on
 * when this page is closed, as far as the window of the queue goes that it has.
 */
import { call, put, select } from 'redux-saga/effects'
import { close, playQueue } from '../commands.ts'
import * as facts from '../facts.ts'
import type { PlayerPorts } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { Device, MovedQueue, PlayerState } from '../state.ts'
import { createLocalDriver } from './localDriver.ts'
import type { RemoteDriver } from './remoteDriver.ts'

export interface CastDriverOptions {
  /** The ports of this page, with the output of the device instead of its own. */
  ports: PlayerPorts
  device: Device
  /** The volume of this page, which returns afterwards. */
  settings: PlayerPorts['settings']
  /** Whether the device plays what another page has sent: the queue of this page returns afterwards. */
  isJoining: boolean
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

export function createCastDriver({ ports, device, settings, isJoining, onClosed }: CastDriverOptions): RemoteDriver {
  const local = createLocalDriver(ports)
  let isReleased = false
  let own: MovedQueue | null = null
  return {
    device,
    isReleased: () => isReleased,
    release() {
      isReleased = true
      return Promise.resolve(true)
    },
    *run(): Generator<unknown, void, any> {
      try {
        const { queue, repeat, position, duration }: PlayerState = yield select(selectPlayer)
        own = isJoining && queue.index >= 0 ? { queue, repeat, position, duration } : null
        yield put(facts.remoteChanged({ ...device, status: 'connected' }))
        yield put(facts.volumeChanged(ports.settings.read()))
        yield call([local, local.run])
      } finally {
        if (!isReleased && own !== null) yield put(facts.queueAdopted(own))
        if (!isReleased) yield put(facts.intentChanged('pause'))
        yield put(facts.remoteChanged(null))
        yield put(facts.volumeChanged(settings.read()))
      }
    },
    *handle(command) {
      if (ignored.has(command.type)) return
      // A list that is played here replaces what another page has sent.
      if (playQueue.match(command) || close.match(command)) own = null
      yield* local.handle(command)
      if (close.match(command)) yield call(onClosed)
    },
  }
}
