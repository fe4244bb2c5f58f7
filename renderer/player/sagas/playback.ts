/** From item to item, until the queue is through. */
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

/** Milliseconds for which the error of a dead item shows before it is skipped (B4, B9). */
const skipAfter = 2000
/** So many items in a row that were never heard end the queue (decision 37). */
const deadInARow = 10

/** Plays from this index on. `position`, in seconds, is where the first item begins; absent, where it was left or at its start. */
export function* playFrom(engine: Engine, index: number, position?: number): Generator<unknown, void, any> {
  let to: number | null = index
  let begin = position
  for (let dead = 0; to !== null;) {
    yield put(facts.cursorMoved({ index: to, position: begin }))
    const item: QueueItem = yield select(selectCurrentItem)
    const resumed = begin === undefined ? resumeAt(engine.ports, item) : undefined
    if (resumed !== undefined) yield put(facts.itemResumed(resumed))
    const ending: Ending = yield call(session, engine, item, begin ?? resumed)
    dead = ending === 'dead' ? dead + 1 : 0
    if (ending !== 'ended') {
      const { intent }: PlayerState = yield select(selectPlayer)
      // The queue does not move while the person has paused: the error stays until they play.
      if (intent === 'pause') return
      if (dead === deadInARow) break
      yield delay(skipAfter)
    }
    to = yield call(successor, engine.ports, ending === 'ended' ? 'ended' : 'failed')
    begin = undefined
  }
  yield put(facts.queueEnded())
}

/**
 * The same as `destination`, once no comment is being written (L7): what repeats, or has nothing behind it, does not advance.
 * A page that fails is fetched again; null where the queue is through.
 */
function* successor(ports: PlayerPorts, why: Why): Generator<unknown, number | null, any> {
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

/** Where the cursor goes, once what it needs of the feed is there. */
export function* destination(why: Why): Generator<unknown, Destination, any> {
  for (;;) {
    const { queue, repeat }: PlayerState = yield select(selectPlayer)
    const move: Move = advance(queue, why, repeat)
    if (move === 'none') return null
    if (typeof move === 'object') return move.to
    yield put(facts.moreNeeded(move))
    const { failed } = yield race({ loaded: take(about(facts.pageLoaded, move)), failed: take(about(facts.pageFailed, move)) })
    if (failed === undefined) continue
    // Without what was cleared since, the page may not be needed any more.
    const present: PlayerState = yield select(selectPlayer)
    if (advance(present.queue, why, present.repeat) === move) return 'failed'
  }
}

/** Facts about one side of the window. */
const about = (fact: typeof facts.pageLoaded | typeof facts.pageFailed, side: Side) => (action: unknown) =>
  fact.match(action) && (typeof action.payload === 'string' ? action.payload : action.payload.side) === side
