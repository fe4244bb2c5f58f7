/** Item after item, from one index on, until the queue ends. */
import { call, delay, put, race, select, take } from 'redux-saga/effects'
import * as facts from '../facts.ts'
import { advance, type Move } from '../queue.ts'
import { selectCurrentItem, selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem } from '../state.ts'
import type { Engine } from './engine.ts'
import { session, type Ending } from './session.ts'

/** Milliseconds for which the error of a dead item shows before it is skipped (B4, B9). */
const skipAfter = 2000
/** So many items in a row that were never heard end the queue (decision 37). */
const deadInARow = 10

export function* playFrom(engine: Engine, index: number): Generator<unknown, void, any> {
  let to: number | null = index
  for (let dead = 0; to !== null;) {
    yield put(facts.cursorMoved({ index: to }))
    const item: QueueItem = yield select(selectCurrentItem)
    const ending: Ending = yield call(session, engine, item)
    dead = ending === 'dead' ? dead + 1 : 0
    if (dead === deadInARow) break
    if (ending !== 'ended') yield delay(skipAfter)
    to = yield call(destination, ending === 'ended' ? 'ended' : 'failed')
  }
  yield put(facts.queueEnded())
}

/** Where the cursor goes, once what it needs of the feed is there; null where it goes nowhere. */
export function* destination(why: 'ended' | 'next' | 'failed'): Generator<unknown, number | null, any> {
  for (;;) {
    const { queue, repeat }: PlayerState = yield select(selectPlayer)
    const move: Move = advance(queue, why, repeat)
    if (move === 'none') return null
    if (move !== 'more') return move.to
    yield put(facts.moreNeeded())
    const { failed } = yield race({ loaded: take(facts.pageAppended), failed: take(facts.pageFailed) })
    if (failed !== undefined) return null
  }
}
