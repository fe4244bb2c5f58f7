/** Reports plays (L6, H4): once per time an item came to its end, never in the queue's way. */
import { retry, takeEvery } from 'redux-saga/effects'
import { itemEnded } from '../facts.ts'
import type { PlayReports } from '../ports.ts'

/** Attempts, and milliseconds between them: a short gap in the network is bridged, a lasting one costs one play. */
const attempts = 3
const pause = 4000

export function* reportPlays(reports: PlayReports) {
  yield takeEvery(itemEnded, function* ({ payload: { postId, external } }) {
    if (external) return
    try {
      yield retry(attempts, pause, (id: string) => reports.report(id), postId)
    } catch {
      // A play that nobody counts is no reason to trouble the listener.
    }
  })
}
