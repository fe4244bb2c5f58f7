/** Handlers of the commands that replace or edit the queue. They also decide whether playback continues. */
import { put, select } from 'redux-saga/effects'
import type { Change } from '../edits.ts'
import * as facts from '../facts.ts'
import type { QueueRequest } from '../queue.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem, Track } from '../state.ts'
import { move, start, stop } from './cursor.ts'
import type { Engine } from './engine.ts'
import { resumeAt } from './remember.ts'

export function* playTracks(engine: Engine, request: QueueRequest): Generator<unknown, void, any> {
  yield* stop(engine)
  yield put(facts.queueReplaced(request))
  const { queue }: PlayerState = yield select(selectPlayer)
  yield* start(engine, queue.index, request.position)
}

/** Inserts tracks, or plays them if the queue is empty. */
export function* insert(engine: Engine, tracks: Track[], where: 'next' | 'added', player: PlayerState): Generator<unknown, void, any> {
  if (player.queue.index >= 0) yield* edit(engine, { type: 'insert', tracks, where }, player)
  else if (tracks.length > 0) yield* playTracks(engine, { tracks })
}

/** Playback continues unless the current item is removed: then the one after it takes its place. */
export function* edit(engine: Engine, change: Change, before: PlayerState): Generator<unknown, void, any> {
  yield put(facts.queueChanged(change))
  const { queue }: PlayerState = yield select(selectPlayer)
  const current = before.queue.items[before.queue.index]
  if (queue.items[queue.index]?.id === current?.id) return
  const isPlaying = engine.tasks.playback?.isRunning() === true && before.intent === 'play'
  yield* stop(engine)
  if (queue.items.length === 0) yield put(facts.queueEmptied())
  else if (isPlaying && isAfter(before, queue.items[queue.index])) yield* start(engine, queue.index)
  else {
    yield put(facts.itemShown({ index: queue.index, position: resumeAt(engine.ports, queue.items[queue.index]!) }))
    // The removed item was the last one loaded. The item after it may be on a page that is not loaded yet.
    if (isPlaying) yield* move(engine, 'next', yield select(selectPlayer))
  }
}

/** Whether this item was after the current one before the edit. */
const isAfter = ({ queue: { items, index } }: PlayerState, item: QueueItem | undefined): boolean =>
  item !== undefined && items.findIndex(({ id }) => id === item.id) > index
