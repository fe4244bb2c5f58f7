/** Ends the mark of an item that has just started (B9). */
import { delay, put, takeLatest } from 'redux-saga/effects'
import { beginningPassed, closed, cursorMoved, itemBegan, itemShown } from '../facts.ts'

/** Milliseconds (B9, play-just-began marker). */
const recentMs = 5000

export function* trackRecentStarts() {
  yield takeLatest([itemBegan, cursorMoved, itemShown, closed], function* (fact) {
    if (!itemBegan.match(fact)) return
    yield delay(recentMs)
    yield put(beginningPassed())
  })
}
