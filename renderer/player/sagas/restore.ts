/** Restores what `remember.ts` has persisted (BY6). */
import { call, put, select } from 'redux-saga/effects'
import * as facts from '../facts.ts'
import type { PlayerPorts } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState, SavedSession } from '../state.ts'
import { leaveOutSlides } from './slides.ts'

/** Restores the session of the last visit. */
export function* restoreSession(ports: PlayerPorts): Generator<unknown, void, any> {
  const { session } = ports
  const saved: SavedSession | null = yield call([session, session.read])
  const { phase }: PlayerState = yield select(selectPlayer)
  // The person may have started another queue while the session was read.
  if (saved === null || saved.queue.items.length === 0 || phase !== 'unknown') return
  yield put(facts.sessionRestored(saved))
  // It may be that of a television that this page controlled.
  yield* leaveOutSlides(ports)
}
