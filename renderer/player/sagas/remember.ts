/** Persists queue, item and position for a reload (BY6), and where long media were left (BY18). */
import { eventChannel, type EventChannel } from 'redux-saga'
import { all, call, delay, race, select, take, takeEvery } from 'redux-saga/effects'
import { close } from '../commands.ts'
import { castDeviceId } from '../devices.ts'
import * as facts from '../facts.ts'
import type { PlayerPorts } from '../ports.ts'
import { savable } from '../queue.ts'
import { selectCurrentItem, selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem } from '../state.ts'

/** Changes of the queue within this time are written as one. */
const writeDelayMs = 300
/** The position is written again when it has moved by this many seconds. */
const writeInterval = 5
/** Media of at least this duration (seconds) resume where they were left. */
const longMedia = 600
/** Media that were left this close to their start or end (seconds) begin at their start. */
const margin = 30

/** The position (seconds) at which an item resumes because it was left there; undefined if it begins at its start. */
export function resumeAt({ memory }: Pick<PlayerPorts, 'memory'>, item: QueueItem): number | undefined {
  const position = memory.read(item.postId)?.position
  return position !== undefined && position > (item.startTime ?? 0) && position < (item.endTime ?? Infinity) ? position : undefined
}

/** Updates what the device remembers of a post, and deletes an empty record. */
export function remember({ memory }: Pick<PlayerPorts, 'memory'>, postId: string, known: { stream?: string; position?: number }): void {
  const { stream, position } = { ...memory.read(postId), ...known }
  if (stream === undefined && position === undefined) memory.write(postId, null)
  else memory.write(postId, { ...(stream !== undefined && { stream }), ...(position !== undefined && { position }) })
}

/** The position (seconds) of the item after a reload or a hand-over: an item that is over begins at its start. */
export function restartPosition({ queue, itemOver, position }: PlayerState): number {
  return itemOver ? (queue.items[queue.index]?.startTime ?? 0) : position
}

export function* rememberSession(ports: PlayerPorts) {
  yield all([call(writeQueue, ports), call(writePositions, ports), takeEvery(close, () => ports.session.write(null))])
}

/** Whether the stored queue is to stay until the player is closed, because the queue in the state is not the one of this page. */
const keepsStored = ({ remote }: PlayerState): boolean => remote?.keepsOwnQueue === true

/** Emits when the page is hidden or left, because its scripts may never run again. */
const pageExits = ({ visibility, lifecycle }: PlayerPorts): EventChannel<true> =>
  eventChannel((emit) => {
    const unsubscribe = [
      visibility.subscribe(() => visibility.hidden() && emit(true)),
      lifecycle.subscribe((change) => change === 'left' && emit(true)),
    ]
    return () => unsubscribe.forEach((one) => one())
  })

function* writeQueue(ports: PlayerPorts): Generator<unknown, void, any> {
  const { session } = ports
  const left = pageExits(ports)
  const changes = [
    facts.sessionRestored,
    facts.queueAdopted,
    facts.mirrored,
    facts.queueReplaced,
    facts.queueChanged,
    facts.queueEmptied,
    facts.pageLoaded,
    facts.cursorMoved,
    facts.itemShown,
    facts.repeatChanged,
    facts.closed,
  ]
  try {
    for (;;) {
      const change: { type: string } = yield take(changes)
      const before: PlayerState = yield select(selectPlayer)
      // At once when another device takes over, because its state replaces the one to save.
      yield race({ due: delay(writeDelayMs), left: take(left), remote: take(facts.remoteChanged) })
      const player: PlayerState = yield select(selectPlayer)
      const { queue, repeat, duration, remote } = player
      // A Cast device has only a window of the queue of this page, which stays saved.
      if (facts.mirrored.match(change) && remote?.id === castDeviceId) continue
      // If only one of both is so, the queue of this page has changed, or the queue of the device has become this page's.
      if (keepsStored(before) && keepsStored(player)) continue
      session.write(queue.index < 0 ? null : { queue: savable(queue), repeat, position: restartPosition(player), duration })
    }
  } finally {
    left.close()
  }
}

function* writePositions(ports: PlayerPorts): Generator<unknown, void, any> {
  const left = pageExits(ports)
  let written = { itemId: '', position: 0 }
  function* write(atOnce: boolean): Generator<unknown, void, any> {
    const player: PlayerState = yield select(selectPlayer)
    const { duration, playing } = player
    const position = restartPosition(player)
    const item: QueueItem | null = yield select(selectCurrentItem)
    if (item === null) return
    if (!atOnce && written.itemId === item.id && Math.abs(position - written.position) < writeInterval) return
    written = { itemId: item.id, position }
    // Item ids of another sender may equal those of stored items.
    if (!keepsStored(player)) ports.session.writePosition({ itemId: item.id, position, duration })
    // An item that was shown but not played keeps its remembered position.
    if (duration < longMedia || playing === null) return
    const inside = position > (item.startTime ?? 0) + margin && position < (item.endTime ?? duration) - margin
    remember(ports, item.postId, { position: inside ? position : undefined })
  }
  try {
    yield takeEvery(facts.itemEnded, function* ({ payload: { postId } }) {
      if (ports.memory.read(postId)?.position !== undefined) remember(ports, postId, { position: undefined })
    })
    for (;;) {
      const { moved } = yield race({
        moved: take(facts.positionChanged),
        stopped: take([facts.playbackStopped, facts.itemEnded]),
        left: take(left),
      })
      yield* write(moved === undefined)
    }
  } finally {
    left.close()
  }
}
