/**
 * Sets the clock to the start position of an item. The output reports a position only while it plays, and after a
 * reload nothing plays.
 */
import { select, takeEvery } from 'redux-saga/effects'
import { cursorMoved, itemResumed, itemShown, queueAdopted, sessionRestored } from '../facts.ts'
import type { PositionSink } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState } from '../state.ts'

export function* syncClock(clock: PositionSink) {
  yield takeEvery([sessionRestored, queueAdopted, cursorMoved, itemShown, itemResumed], function* () {
    const { position, duration }: PlayerState = yield select(selectPlayer)
    clock.tick(position, duration)
  })
}
