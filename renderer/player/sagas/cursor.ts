/** Commands that start, move, resume, pause, seek or stop playback on this device. */
import { call, cancel, fork, put, select } from 'redux-saga/effects'
import { playItem } from '../commands.ts'
import * as facts from '../facts.ts'
import { advance, type Why } from '../queue.ts'
import { selectCurrentItem, selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem } from '../state.ts'
import { sendSeek, sendTransport, type Engine } from './engine.ts'
import { destination, playFrom, type Destination } from './playback.ts'

export function* stop({ tasks }: Engine) {
  if (tasks.nextPage !== undefined) yield cancel(tasks.nextPage)
  if (tasks.playback !== undefined) yield cancel(tasks.playback)
}

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

export function* move(engine: Engine, why: 'next' | 'previous', { queue, repeat }: PlayerState): Generator<unknown, void, any> {
  const { tasks } = engine
  const to = advance(queue, why, repeat)
  if (typeof to === 'object') yield* start(engine, to.to)
  else if (to !== 'none' && tasks.nextPage?.isRunning() !== true) tasks.nextPage = yield fork(moveToNextPage, why)
}

/** A move beyond what is loaded: playback continues until the page is loaded, and advances by itself if the item ends before. */
function* moveToNextPage(why: Why): Generator<unknown, void, any> {
  const from: QueueItem | null = yield select(selectCurrentItem)
  const index: Destination = yield call(destination, why)
  const { queue }: PlayerState = yield select(selectPlayer)
  const item = typeof index === 'number' ? queue.items[index] : undefined
  if (item !== undefined && queue.items[queue.index]?.id === from?.id) yield put(playItem(item.id))
}

/** Something plays or is about to: not a dead item, though its skip may be pending, and not one that waits at its end. */
const isBusy = ({ tasks }: Engine, { deadItemId, advanceHeld }: PlayerState): boolean =>
  tasks.playback?.isRunning() === true && deadItemId === null && !advanceHeld

export function* resume(engine: Engine, player: PlayerState): Generator<unknown, void, any> {
  const { queue, ended, deadItemId, advanceHeld, position, phase } = player
  if (!isBusy(engine, player)) {
    // A seek on an item that failed is where it is tried again.
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
  // A paused error stays. An item that a comment holds is still followed, silently, once the comment is sent.
  if (deadItemId !== null && !advanceHeld) yield* stop(engine)
}

export function* seekTo(engine: Engine, requested: number, player: PlayerState): Generator<unknown, void, any> {
  const { queue, duration, ended, position: from, advanceHeld, deadItemId, intent } = player
  if (queue.index < 0 || ended) return
  const end = Math.min(queue.items[queue.index]?.endTime ?? Infinity, duration > 0 ? duration : Infinity)
  const position = Math.min(Math.max(requested, 0), end)
  if (advanceHeld && deadItemId === null) {
    // An item that is over plays on from there, so it is not at its end any more (decision 40).
    if (position < end) yield* start(engine, queue.index, position, intent)
    return
  }
  sendSeek(engine, position, from)
  // At once, so that a slider does not jump back until the output reports its position.
  engine.ports.clock.tick(position, duration)
  yield put(facts.positionChanged({ position, duration }))
}

/** The output may have lost its medium: the item is loaded again, paused. */
export function* reload(engine: Engine, player: PlayerState): Generator<unknown, void, any> {
  const {
    queue: { index },
    playing,
    intent,
    position,
    duration,
  } = player
  if (playing === null) return
  // A pause of the gallery stays one that the gallery ends.
  if (intent === 'play') yield put(facts.intentChanged('pause'))
  yield* start(engine, index, position, 'pause')
  yield put(facts.positionChanged({ position, duration }))
  engine.ports.clock.tick(position, duration)
}
