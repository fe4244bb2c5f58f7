/** Resets `recentlyStarted` some time after an item has started (B9). */
import { delay, put, takeLatest } from 'redux-saga/effects'
import { recentStartExpired, closed, cursorMoved, itemStarted, itemShown } from '../facts.ts'

/** Time for which an item counts as recently started (ms; B9, play-just-began marker). */
const recentMs = 5000

export function* trackRecentStarts() {
  yield takeLatest([itemStarted, cursorMoved, itemShown, closed], function* (fact) {
    if (!itemStarted.match(fact)) return
    yield delay(recentMs)
    yield put(recentStartExpired())
  })
}
