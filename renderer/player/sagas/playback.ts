/** Plays item after item, until the end of the queue. */
import { call, delay, put, race, select, take } from 'redux-saga/effects'
import * as facts from '../facts.ts'
import { advance, type Move, type Side, type Why } from '../queue.ts'
import type { PlayerPorts } from '../ports.ts'
import { selectCurrentItem, selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem } from '../state.ts'
import { awaitRetry, type Retry } from './connection.ts'
import type { Engine } from './engine.ts'
import { resumeAt } from './remember.ts'
import { session, type Ending } from './session.ts'

/** For how long the error of a dead item is shown before it is skipped (B4, B9). */
const skipDelayMs = 2000
/** So many unplayable items in a row end the queue (decision 37). */
const maxUnplayable = 10

/** Plays from this index on. `position`: seconds, where the first item begins; absent, where it was left or at its start. */
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
      // The queue does not move while the person has paused: the error stays until they play.
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
 * `destination`, once no comment is being written (L7); a repeat and the end of the queue do not wait for it.
 * A page that fails is fetched again. Null at the end of the queue.
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

/** An index; null at the end of the queue; `failed` where the page that leads on cannot be fetched now. */
export type Destination = number | null | 'failed'

/** Where the cursor goes, once the page that it needs is loaded. */
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

/** Facts about one side of the window. */
const about = (fact: typeof facts.pageLoaded | typeof facts.pageFailed, side: Side) => (action: unknown) =>
  fact.match(action) && (typeof action.payload === 'string' ? action.payload : action.payload.side) === side
