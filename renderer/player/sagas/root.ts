/**
 * The root saga of the engine: the driver in charge carries out the commands, and the other sagas run with any driver.
 */
import { all, call, put } from 'redux-saga/effects'
import * as facts from '../facts.ts'
import type { PlayerPorts } from '../ports.ts'
import { serveRemotes } from './serveRemotes.ts'
import { syncClock } from './clock.ts'
import { driveCommands } from './drive.ts'
import { followPage } from './lifecycle.ts'
import { createLocalDriver } from './localDriver.ts'
import { rememberSession } from './remember.ts'
import { restoreSession } from './restore.ts'

export function* playerSaga(ports: PlayerPorts) {
  yield put(facts.volumeChanged(ports.settings.read()))
  yield all([
    call(driveCommands, createLocalDriver(ports), ports.driver),
    call(syncClock, ports.clock),
    call(rememberSession, ports),
    call(followPage, ports.lifecycle),
    call(restoreSession, ports),
    ...(ports.devices ? [call(serveRemotes, ports.devices)] : []),
  ])
}
