/** Writes down what is to survive a reload: queue, item and position (BY6), and where long media were left (BY18). */
import { eventChannel, type EventChannel } from 'redux-saga'
import { all, call, delay, put, race, select, take, takeEvery } from 'redux-saga/effects'
import * as facts from '../facts.ts'
import type { PlayerPorts } from '../ports.ts'
import { savable } from '../queue.ts'
import { selectCurrentItem, selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem, SavedSession } from '../state.ts'

/** Milliseconds in which changes of the queue are written as one. */
const settle = 300
/** Seconds of playing after which the position is written again. */
const stride = 5
/** Seconds: shorter media begin anew, and so do those of which next to nothing or nearly all was heard. */
const long = 600
const margin = 30

/** Where an item begins that a person left in the middle; undefined where it begins at its start. */
export function resumeAt({ memory }: Pick<PlayerPorts, 'memory'>, item: QueueItem): number | undefined {
  const position = memory.read(item.postId)?.position
  return position !== undefined && position > (item.startTime ?? 0) && position < (item.endTime ?? Infinity) ? position : undefined
}

/** Changes what is known of a post, and forgets it where nothing is left. */
export function remember({ memory }: Pick<PlayerPorts, 'memory'>, postId: string, known: { stream?: string; position?: number }): void {
  const { stream, position } = { ...memory.read(postId), ...known }
  if (stream === undefined && position === undefined) memory.write(postId, null)
  else memory.write(postId, { ...(stream !== undefined && { stream }), ...(position !== undefined && { position }) })
}

/** Where the item begins after a reload or a hand-over, in seconds: one that is over begins at its start, as `play` does. */
export function restartPosition({ queue, itemOver, position }: PlayerState): number {
  return itemOver ? queue.items[queue.index]?.startTime ?? 0 : position
}

export function* rememberSession(ports: PlayerPorts) {
  yield all([call(writeQueue, ports), call(writePositions, ports)])
}

/** The page is hidden, or left: it may never run again. */
const leaving = ({ visibility, lifecycle }: PlayerPorts): EventChannel<true> =>
  eventChannel((emit) => {
    const ends = [visibility.subscribe(() => visibility.hidden() && emit(true)), lifecycle.subscribe((change) => change === 'left' && emit(true))]
    return () => ends.forEach((end) => end())
  })

function* writeQueue(ports: PlayerPorts): Generator<unknown, void, any> {
  const { session } = ports
  const left = leaving(ports)
  const changes = [
    facts.sessionRestored, facts.queueReplaced, facts.queueChanged, facts.queueEmptied, facts.pageLoaded, facts.cursorMoved, facts.itemShown, facts.repeatChanged, facts.closed,
  ]
  try {
    for (;;) {
      yield take(changes)
      yield race({ settled: delay(settle), left: take(left) })
      const player: PlayerState = yield select(selectPlayer)
      const { queue, repeat, duration } = player
      session.write(queue.index < 0 ? null : { queue: savable(queue), repeat, position: restartPosition(player), duration })
    }
  } finally {
    left.close()
  }
}

function* writePositions(ports: PlayerPorts): Generator<unknown, void, any> {
  const left = leaving(ports)
  let written = { itemId: '', position: 0 }
  function* write(atOnce: boolean): Generator<unknown, void, any> {
    const player: PlayerState = yield select(selectPlayer)
    const { duration, playing } = player
    const position = restartPosition(player)
    const item: QueueItem | null = yield select(selectCurrentItem)
    if (item === null) return
    if (!atOnce && written.itemId === item.id && Math.abs(position - written.position) < stride) return
    written = { itemId: item.id, position }
    ports.session.writePosition({ itemId: item.id, position, duration })
    // What is only shown is where it was left before.
    if (duration < long || playing === null) return
    const inside = position > (item.startTime ?? 0) + margin && position < (item.endTime ?? duration) - margin
    remember(ports, item.postId, { position: inside ? position : undefined })
  }
  try {
    yield takeEvery(facts.itemEnded, function* ({ payload: { postId } }) {
      if (ports.memory.read(postId)?.position !== undefined) remember(ports, postId, { position: undefined })
    })
    for (;;) {
      const { moved } = yield race({ moved: take(facts.positionChanged), stopped: take([facts.playbackStopped, facts.itemEnded]), left: take(left) })
      yield* write(moved === undefined)
    }
  } finally {
    left.close()
  }
}

/** Brings back what was up when the page was left. */
export function* restoreSession({ session }: PlayerPorts): Generator<unknown, void, any> {
  const saved: SavedSession | null = yield call([session, session.read])
  const { phase }: PlayerState = yield select(selectPlayer)
  // Whoever played something while the port was asked has another queue now.
  if (saved !== null && saved.queue.items.length > 0 && phase === 'unknown') yield put(facts.sessionRestored(saved))
}
