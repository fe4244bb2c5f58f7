/** Reports plays (L6, H4): one for each time that an item ends, without blocking the queue. */
import { retry, takeEvery } from 'redux-saga/effects'
import { itemEnded } from '../facts.ts'
import type { PlayReports } from '../ports.ts'

/** Bridges a short network outage; a longer one costs the report. */
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
