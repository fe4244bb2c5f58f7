/** Reports a play each time an item ends (L6, H4), without blocking the queue. */
import { retry, takeEvery } from 'redux-saga/effects'
import { itemEnded } from '../facts.ts'
import type { PlayReports } from '../ports.ts'

/**
 * Attempts, and the delay between them (ms): enough for a short network outage. After a longer one the report is lost.
 */
const attempts = 3
const retryDelayMs = 4000

export function* reportPlays(reports: PlayReports) {
  yield takeEvery(itemEnded, function* ({ payload: { postId, external } }) {
    if (external) return
    try {
      yield retry(attempts, retryDelayMs, (id: string) => reports.report(id), postId)
    } catch {
      // A lost report is not worth an error message.
    }
  })
}
