/** Marks an item that has just begun (B9). */
import { delay, put, takeLatest } from 'redux-saga/effects'
import { beginningPassed, closed, cursorMoved, itemBegan, itemShown } from '../facts.ts'

/** Milliseconds (B9, play-just-began marker). */
const fresh = 5000

export function* markBeginnings() {
  yield takeLatest([itemBegan, cursorMoved, itemShown, closed], function* (fact) {
    if (!itemBegan.match(fact)) return
    yield delay(fresh)
    yield put(beginningPassed())
  })
}
