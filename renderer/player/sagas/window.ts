/** Keeps the queue filled ahead of the cursor (Q1). */
import { call, put, race, select, take } from 'redux-saga/effects'
import { closed, cursorMoved, moreNeeded, pageAppended, pageFailed, queueReplaced } from '../facts.ts'
import type { QueueFeed } from '../ports.ts'
import { wantsMore } from '../queue.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState } from '../state.ts'

export function* fillQueue(feed: QueueFeed): Generator<unknown, void, any> {
  for (;;) {
    yield take([queueReplaced, cursorMoved, moreNeeded])
    yield call(fill, feed)
  }
}

/** A page that fails is left alone: the next move of the cursor asks for it again. */
function* fill(feed: QueueFeed): Generator<unknown, void, any> {
  for (;;) {
    const { queue }: PlayerState = yield select(selectPlayer)
    if (queue.source === null || queue.next === null || !wantsMore(queue)) return
    try {
      const { page } = yield race({
        page: call([feed, feed.more], queue.source, queue.next),
        otherQueue: take([queueReplaced, closed]),
      })
      if (page !== undefined) yield put(pageAppended(page))
    } catch {
      yield put(pageFailed())
      return
    }
  }
}
