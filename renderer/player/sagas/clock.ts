/** Sets the clock to where an item begins: the output tells of it only once it is heard, and after a reload nothing is. */
import { select, takeEvery } from 'redux-saga/effects'
import { cursorMoved, itemResumed, itemShown, sessionRestored } from '../facts.ts'
import type { PositionSink } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState } from '../state.ts'

export function* showWhere(clock: PositionSink) {
  yield takeEvery([sessionRestored, cursorMoved, itemShown, itemResumed], function* () {
    const { position, duration }: PlayerState = yield select(selectPlayer)
    clock.tick(position, duration)
  })
}
