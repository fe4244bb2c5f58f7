/** Handlers of the commands that start, move, resume, pause, seek or stop playback on this device. */
import { call, cancel, fork, put, select } from 'redux-saga/effects'
import { playItem } from '../commands.ts'
import * as facts from '../facts.ts'
import { advance, type Why } from '../moves.ts'
import { selectCurrentItem, selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem } from '../state.ts'
import { sendSeek, sendTransport, type Engine } from './engine.ts'
import { destination, playFrom, type Destination } from './playback.ts'

export function* stop({ tasks }: Engine) {
  if (tasks.nextPage !== undefined) yield cancel(tasks.nextPage)
  if (tasks.playback !== undefined) yield cancel(tasks.playback)
}

/** Plays from the item at this index on. `position`: seconds, if not where it was left or at its start. */
export function* start(
  engine: Engine,
  index: number,
  position?: number,
  intent: PlayerState['intent'] = 'play',
): Generator<unknown, void, any> {
  yield* stop(engine)
  if (intent === 'play') yield put(facts.intentChanged('play'))
  engine.tasks.playback = yield fork(playFrom, engine, index, position)
}

/** Moves to the next or previous item, after loading its page if needed. */
export function* move(engine: Engine, why: 'next' | 'previous', { queue, repeat }: PlayerState): Generator<unknown, void, any> {
  const { tasks } = engine
  const to = advance(queue, why, repeat)
  if (typeof to === 'object') yield* start(engine, to.to)
  else if (to !== 'none' && tasks.nextPage?.isRunning() !== true) tasks.nextPage = yield fork(moveToNextPage, why)
}

/**
 * Moves to an item whose page must be loaded first. Playback continues until then. If it has advanced by itself before,
 * the cursor is not moved again.
 */
function* moveToNextPage(why: Why): Generator<unknown, void, any> {
  const from: QueueItem | null = yield select(selectCurrentItem)
  const index: Destination = yield call(destination, why)
  const { queue }: PlayerState = yield select(selectPlayer)
  const item = typeof index === 'number' ? queue.items[index] : undefined
  if (item !== undefined && queue.items[queue.index]?.id === from?.id) yield put(playItem(item.id))
}

/**
 * Whether an item plays or is being loaded. Not a dead item, even if its skip is pending, nor one that waits at its
 * end.
 */
const isBusy = ({ tasks }: Engine, { deadItemId, advanceHeld }: PlayerState): boolean =>
  tasks.playback?.isRunning() === true && deadItemId === null && !advanceHeld

export function* resume(engine: Engine, player: PlayerState): Generator<unknown, void, any> {
  const { queue, ended, deadItemId, advanceHeld, position, phase } = player
  if (!isBusy(engine, player)) {
    // A failed item is tried again from the position of the last seek, if there was one.
    const retryAt = deadItemId !== null ? engine.pendingSeek?.to : undefined
    if (queue.index >= 0) yield* start(engine, queue.index, ended || deadItemId !== null || advanceHeld ? retryAt : position)
    return
  }
  yield put(facts.intentChanged('play'))
  if (engine.active !== null && phase === 'stopped') yield put(facts.playbackAwaited())
  sendTransport(engine, 'playing')
}

export function* pause(engine: Engine, { deadItemId, advanceHeld }: PlayerState): Generator<unknown, void, any> {
  yield put(facts.intentChanged('pause'))
  sendTransport(engine, 'paused')
  if (engine.tasks.nextPage !== undefined) yield cancel(engine.tasks.nextPage)
  // Cancels the skip of a failed item. Not if a comment holds the queue: the next item then becomes current once the
  // comment is sent, paused.
  if (deadItemId !== null && !advanceHeld) yield* stop(engine)
}

export function* seekTo(engine: Engine, requested: number, player: PlayerState): Generator<unknown, void, any> {
  const { queue, duration, ended, position: from, advanceHeld, deadItemId, intent } = player
  if (queue.index < 0 || ended) return
  const end = Math.min(queue.items[queue.index]?.endTime ?? Infinity, duration > 0 ? duration : Infinity)
  const position = Math.min(Math.max(requested, 0), end)
  if (advanceHeld && deadItemId === null) {
    // The item is over and waits for a comment: a seek plays it again from this position (decision 40).
    if (position < end) yield* start(engine, queue.index, position, intent)
    return
  }
  sendSeek(engine, position, from)
  // At once, so that a slider does not jump back until the output reports its position.
  engine.ports.clock.tick(position, duration)
  yield put(facts.positionChanged({ position, duration }))
}

/** Loads the current item again, paused, because the output may have lost its medium in the back/forward cache. */
export function* reload(engine: Engine, player: PlayerState): Generator<unknown, void, any> {
  const {
    queue: { index },
    playing,
    intent,
    position,
    duration,
  } = player
  if (playing === null) return
  // Only if it plays: `intentChanged` would clear `suspended`, by which the gallery resumes playback.
  if (intent === 'play') yield put(facts.intentChanged('pause'))
  yield* start(engine, index, position, 'pause')
  yield put(facts.positionChanged({ position, duration }))
  engine.ports.clock.tick(position, duration)
}
