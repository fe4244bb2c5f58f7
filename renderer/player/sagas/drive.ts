/** Passes the commands to the driver in charge, and hands over when another driver is chosen. */
import { buffers, eventChannel, type Channel, type EventChannel, type Task } from 'redux-saga'
import { actionChannel, cancel, fork, put, select, take } from 'redux-saga/effects'
import { isCommand, play, type Command } from '../commands.ts'
import type { Driver, DriverChoice } from '../driver.ts'
import * as facts from '../facts.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState } from '../state.ts'
import { restartPosition } from './remember.ts'

export function* driveCommands(local: Driver, choice: DriverChoice | undefined): Generator<unknown, void, any> {
  // Buffered, because a store subscriber may dispatch a command while a fact is being dispatched, or during a
  // hand-over.
  const inbox: Channel<Command> = yield actionChannel(isCommand, buffers.expanding())
  const changes: EventChannel<true> = eventChannel((emit) => choice?.subscribe(() => emit(true)) ?? (() => undefined), buffers.sliding(1))
  try {
    for (let first: Command | undefined; ;) {
      const driver = choice?.current() ?? local
      const task: Task = yield fork(drive, driver, inbox, first)
      do yield take(changes)
      while ((choice?.current() ?? local) === driver)
      yield cancel(task)
      first = yield* handOver()
    }
  } finally {
    changes.close()
  }
}

/** Carries out one command after the other. */
function* drive(driver: Driver, inbox: Channel<Command>, first?: Command): Generator<unknown, void, any> {
  const start = driver.prepare ? yield* driver.prepare(first) : first
  yield fork([driver, driver.run])
  if (start !== undefined) yield* driver.handle(start)
  for (;;) {
    const command: Command = yield take(inbox)
    yield* driver.handle(command)
    if (command.meta) yield put(facts.commandHandled(command.meta.remote))
  }
}

/**
 * Shows the current item paused at its position. Returns `play` as the first command of the next driver if it played.
 */
function* handOver(): Generator<unknown, Command | undefined, any> {
  const player: PlayerState = yield select(selectPlayer)
  const { queue, intent, ended, duration, fetching } = player
  if (fetching !== null) yield put(facts.pageFailed(fetching))
  if (queue.index < 0 || ended) return undefined
  const position = restartPosition(player)
  yield put(facts.itemShown({ index: queue.index, position }))
  yield put(facts.positionChanged({ position, duration }))
  return intent === 'play' ? play() : undefined
}
