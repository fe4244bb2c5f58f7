/** What differs when another device is a Cast device: it gets a window of the queue (K2), and has a volume of its own. */
import { put, select } from 'redux-saga/effects'
import type { Command } from '../commands.ts'
import * as commands from '../commands.ts'
import * as facts from '../facts.ts'
import { replace, savable } from '../queue.ts'
import { castQueue, castRest, mergeReturned, type Castable } from '../remote/castWindow.ts'
import { selectPlayer } from '../selectors.ts'
import type { MovedQueue, PlayerState, SavedSession, Track } from '../state.ts'

export interface CastTarget {
  canPlay: Castable
  /** Sets the volume of the device, which its page cannot set. */
  setVolume(volume: { volume: number; muted: boolean }): void
  /** Tells the person which of these tracks do not play on the device. Returns false if none does. */
  announce(tracks: readonly Track[]): boolean
  /** The device gets a window of this queue of this page, all of which returns after a reload. */
  onSent(queue: SavedSession): void
  /** The player is closed. `isStopping`: the device had the queue of this page, so it stops. */
  onClosed(isStopping: boolean): void
}

/** The part of a remote driver that belongs to the device. */
export interface CastState {
  cast: CastTarget
  /** The queue of this page. */
  own: MovedQueue | null
  /** Whether the device has it. */
  hasSent: boolean
  /** Whether the ids of the device are those of this page. Not after a reload. */
  areIdsShared: boolean
}

type Effects = Generator<unknown, void, any>

/** Gives the device the window around the current item, and what it cannot load by itself. */
export function sendQueue({ cast }: CastState, { queue, repeat, position, duration }: MovedQueue): Command[] {
  const sent = castQueue(queue, cast.canPlay)
  const rest = castRest(queue, cast.canPlay)
  const item = sent.items[sent.index]
  const isSame = item?.id === queue.items[queue.index]?.id
  cast.onSent({ queue: savable(queue), repeat, position, duration })
  return [
    commands.adoptQueue({
      queue: sent,
      repeat,
      position: isSame ? position : (item?.startTime ?? 0),
      duration: isSame ? duration : 0,
    }),
    ...(rest.length > 0 ? [commands.addToQueue(rest)] : []),
  ]
}

/** The commands to send instead of this one; null: the command itself. */
export function* translate(state: CastState, command: Command): Generator<unknown, Command[] | null, any> {
  const { cast } = state
  const { volume, muted, queue, repeat }: PlayerState = yield select(selectPlayer)
  if (commands.setVolume.match(command) || commands.setMuted.match(command)) {
    const next = commands.setVolume.match(command)
      ? { volume: command.payload, muted: muted && command.payload === 0 }
      : { volume, muted: command.payload }
    cast.setVolume(next)
    yield put(facts.volumeChanged(next))
    return []
  }
  if (commands.playQueue.match(command)) {
    const started = replace(queue, command.payload)
    const position = command.payload.position ?? started.items[started.index]?.startTime ?? 0
    const own = { queue: started, repeat, position, duration: 0 }
    if (!cast.announce(started.items.slice(started.index))) return []
    Object.assign(state, { own, hasSent: true, areIdsShared: true })
    return [...sendQueue(state, own), commands.play()]
  }
  if (commands.playNext.match(command) || commands.addToQueue.match(command)) {
    const payload = command.payload.filter((track) => cast.canPlay(track))
    return cast.announce(command.payload) ? [{ ...command, payload }] : []
  }
  // Another page plays there.
  if (commands.close.match(command)) return state.hasSent ? null : []
  return null
}

/** The queue of this page, once the device no longer has a window of it. */
export function* takeBack({ own, cast, hasSent, areIdsShared }: CastState): Effects {
  const { queue, repeat, position, duration }: PlayerState = yield select(selectPlayer)
  if (own === null) yield put(facts.closed())
  // Another page controls the device, or has taken the queue.
  else if (!hasSent || queue.index < 0) yield put(facts.queueAdopted(own))
  else {
    const merged = mergeReturned({ own: own.queue, returned: queue, canPlay: cast.canPlay, areIdsShared })
    yield put(facts.queueAdopted({ queue: merged, repeat, position, duration }))
  }
}
