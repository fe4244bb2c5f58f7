/** Loads pages of the queue's source around the cursor (Q1). */
import { buffers, type Channel } from 'redux-saga'
import { actionChannel, call, put, race, select, take } from 'redux-saga/effects'
import {
  closed,
  cursorMoved,
  itemShown,
  moreNeeded,
  pageFailed,
  pageLoaded,
  pageRequested,
  queueAdopted,
  queueEmptied,
  queueReplaced,
  sessionRestored,
} from '../facts.ts'
import type { FeedSizes, QueueFeed } from '../ports.ts'
import type { Side } from '../moves.ts'
import { initialFeed, pageSize, needsEarlier, needsMore } from '../queue.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState, Queue } from '../state.ts'

/** Facts after which a page may be needed. A new queue is included, because it moves the cursor. */
const triggers = [sessionRestored, queueAdopted, cursorMoved, itemShown, moreNeeded]

const defaultSizes: FeedSizes = { page: pageSize, initial: initialFeed }

export function* fillQueue(feed: QueueFeed, sizes = defaultSizes): Generator<unknown, void, any> {
  // A trigger that fires while a page loads is handled after it.
  const requests: Channel<{ type: string }> = yield actionChannel(triggers, buffers.sliding(1))
  // The first check is unconditional: a driver that takes over may find a window that needs a page.
  for (;;) {
    yield call(fill, feed, sizes)
    yield take(requests)
  }
}

/** The page to load: first one that is needed soon, then the rest of the first items of a new queue. */
function nextPage(
  queue: Queue,
  failed: ReadonlySet<Side>,
  { page, initial }: FeedSizes,
): { side: Side; from: number; limit: number } | null {
  const { previous, next } = queue
  const after = next !== null && !failed.has('after')
  if (after && needsMore(queue)) return { side: 'after', from: next, limit: page }
  if (previous !== null && !failed.has('before') && needsEarlier(queue)) {
    const from = Math.max(0, previous - page)
    return { side: 'before', from, limit: previous - from }
  }
  return after && next - (previous ?? 0) < initial ? { side: 'after', from: next, limit: page } : null
}

/** Loads pages until none is needed. A page that fails is loaded again at the next trigger. */
function* fill(feed: QueueFeed, sizes: FeedSizes): Generator<unknown, void, any> {
  const failed = new Set<Side>()
  for (;;) {
    const { queue }: PlayerState = yield select(selectPlayer)
    // Without a current item nothing is loaded: an emptied queue has a source only so that an undo can restore it.
    const request = queue.index >= 0 && queue.source && nextPage(queue, failed, sizes)
    if (!queue.source || !request) return
    const { side, from, limit } = request
    yield put(pageRequested(side))
    try {
      const { page } = yield race({
        page: call([feed, feed.more], queue.source, from, limit),
        otherQueue: take([queueReplaced, queueAdopted, queueEmptied, closed]),
      })
      // The queue may have changed during the request.
      const { queue: present }: PlayerState = yield select(selectPlayer)
      const isNeeded = side === 'after' ? present.next === from : present.previous === queue.previous && present.previous !== null
      if (page !== undefined && isNeeded) yield put(pageLoaded({ side, from, page }))
      else if (page !== undefined) yield put(pageFailed(side))
    } catch {
      failed.add(side)
      yield put(pageFailed(side))
    }
  }
}
