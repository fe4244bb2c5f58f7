/** Plays one item after the other, until the end of the queue. */
import { call, delay, put, race, select, take } from 'redux-saga/effects'
import * as facts from '../facts.ts'
import { advance, type Move, type Side, type Why } from '../moves.ts'
import type { PlayerPorts } from '../ports.ts'
import { selectCurrentItem, selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem } from '../state.ts'
import { awaitRetry, type Retry } from './connection.ts'
import type { Engine } from './engine.ts'
import { resumeAt } from './remember.ts'
import { session, type Ending } from './session.ts'

/** Time for which the error of a failed item is shown before it is skipped (ms; B4, B9). */
const skipDelayMs = 2000
/** After so many consecutive unplayable items the queue ends (decision 37). */
const maxUnplayable = 10

/**
 * Plays from this index on. `position`: seconds; without it, the first item begins where it was left or at its start.
 */
export function* playFrom(engine: Engine, index: number, position?: number): Generator<unknown, void, any> {
  let to: number | null = index
  let begin = position
  for (let unplayable = 0; to !== null;) {
    yield put(facts.cursorMoved({ index: to, position: begin }))
    const item: QueueItem = yield select(selectCurrentItem)
    const resumed = begin === undefined ? resumeAt(engine.ports, item) : undefined
    if (resumed !== undefined) yield put(facts.itemResumed(resumed))
    const ending: Ending = yield call(session, engine, item, begin ?? resumed)
    unplayable = ending === 'unplayable' ? unplayable + 1 : 0
    if (ending !== 'ended') {
      const { intent }: PlayerState = yield select(selectPlayer)
      // While paused, the failed item is not skipped: its error stays until the person plays.
      if (intent === 'pause') return
      if (unplayable === maxUnplayable) break
      yield delay(skipDelayMs)
    }
    to = yield call(nextIndex, engine.ports, ending === 'ended' ? 'ended' : 'failed')
    begin = undefined
  }
  yield put(facts.queueEnded())
}

/**
 * The index that follows, once no comment is being written (L7). A repeat and the end of the queue do not wait for
 * that. A page that fails is fetched again. Null at the end of the queue.
 */
function* nextIndex(ports: PlayerPorts, why: Why): Generator<unknown, number | null, any> {
  for (let tries = 0; ;) {
    const to: Destination = yield call(destination, why)
    if (to === 'failed') {
      const retry: Retry = yield call(awaitRetry, ports, tries)
      if (retry === 'giveUp') return null
      tries = retry === 'restart' ? 0 : tries + 1
      continue
    }
    const { queue, composing }: PlayerState = yield select(selectPlayer)
    if (composing.length === 0 || to === null || to === queue.index) return to
    yield put(facts.advanceHeld(true))
    for (let writing = composing; writing.length > 0;) writing = (yield take(facts.composingChanged)).payload
    yield put(facts.advanceHeld(false))
  }
}

/** An index; null at the end of the queue; `failed` if the page that is needed cannot be fetched now. */
export type Destination = number | null | 'failed'

/** Returns where the cursor goes, after loading the page that it needs. */
export function* destination(why: Why): Generator<unknown, Destination, any> {
  for (;;) {
    const { queue, repeat }: PlayerState = yield select(selectPlayer)
    const move: Move = advance(queue, why, repeat)
    if (move === 'none') return null
    if (typeof move === 'object') return move.to
    yield put(facts.moreNeeded(move))
    const { failed } = yield race({ loaded: take(about(facts.pageLoaded, move)), failed: take(about(facts.pageFailed, move)) })
    if (failed === undefined) continue
    // An edit during the request may have made the page unnecessary.
    const present: PlayerState = yield select(selectPlayer)
    if (advance(present.queue, why, present.repeat) === move) return 'failed'
  }
}

/** Matches a fact about one side of the window. */
const about = (fact: typeof facts.pageLoaded | typeof facts.pageFailed, side: Side) => (action: unknown) =>
  fact.match(action) && (typeof action.payload === 'string' ? action.payload : action.payload.side) === side
