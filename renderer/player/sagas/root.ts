/** The engine's root: commands come in here, and nowhere else. */
import { buffers, type Channel, type Task } from 'redux-saga'
import { actionChannel, all, call, cancel, fork, put, select, take } from 'redux-saga/effects'
import * as commands from '../commands.ts'
import * as facts from '../facts.ts'
import type { PlayerPorts } from '../ports.ts'
import { advance, indexOf } from '../queue.ts'
import { selectIsPlaying, selectPlayer } from '../selectors.ts'
import type { PlayerState } from '../state.ts'
import { control } from './controls.ts'
import { createEngine, type Engine } from './engine.ts'
import { destination, playFrom } from './playback.ts'
import { reportPlays } from './report.ts'
import { fillQueue } from './window.ts'

export function* playerSaga(ports: PlayerPorts) {
  const engine = createEngine(ports)
  yield put(facts.volumeChanged(ports.settings.read()))
  yield all([call(obey, engine), call(fillQueue, ports.feed), call(reportPlays, ports.reports)])
}

/** Takes one command after the other. What plays runs beside it and is cancelled by what takes its place. */
function* obey(engine: Engine): Generator<unknown, void, any> {
  // Buffered: a command may arrive from a subscriber while a fact is being dispatched.
  const inbox: Channel<commands.Command> = yield actionChannel(commands.isCommand, buffers.expanding())
  let playback: Task | undefined
  let nextPage: Task | undefined

  function* halt() {
    if (nextPage !== undefined) yield cancel(nextPage)
    if (playback !== undefined) yield cancel(playback)
  }
  function* start(index: number) {
    yield* halt()
    yield put(facts.intentChanged('play'))
    playback = yield fork(playFrom, engine, index)
  }
  /** `next` at the end of what is loaded: what plays goes on until the page is there. */
  function* startNextPage() {
    const index: number | null = yield call(destination, 'next')
    const { queue }: PlayerState = yield select(selectPlayer)
    const item = index === null ? undefined : queue.items[index]
    if (item !== undefined) yield put(inbox, commands.playItem(item.id))
  }
  function* move(why: 'next' | 'previous', { queue, repeat }: PlayerState) {
    const to = advance(queue, why, repeat)
    if (to === 'more') {
      if (nextPage?.isRunning() !== true) nextPage = yield fork(startNextPage)
    } else if (to !== 'none') yield* start(to.to)
  }
  /** Something plays or is on its way to. A dead item is not, though its skip may be pending. */
  const busy = ({ deadItemId }: PlayerState) => playback?.isRunning() === true && deadItemId === null

  function* goOn(player: PlayerState) {
    if (!busy(player)) {
      if (player.queue.index >= 0) yield* start(player.queue.index)
      return
    }
    yield put(facts.intentChanged('play'))
    if (engine.floor !== null && player.phase === 'stopped') yield put(facts.playbackAwaited())
    engine.floor?.play()
  }
  function* hold(player: PlayerState) {
    yield put(facts.intentChanged('pause'))
    engine.floor?.pause()
    if (!busy(player)) yield* halt()
  }

  for (;;) {
    const command: commands.Command = yield take(inbox)
    const player: PlayerState = yield select(selectPlayer)

    if (commands.playQueue.match(command)) {
      if (command.payload.tracks.length === 0) continue
      yield* halt()
      yield put(facts.queueReplaced(command.payload))
      const { queue }: PlayerState = yield select(selectPlayer)
      yield* start(queue.index)
    } else if (commands.playItem.match(command)) {
      const index = indexOf(player.queue, command.payload)
      if (index >= 0) yield* start(index)
    } else if (commands.retry.match(command)) {
      if (player.queue.index >= 0) yield* start(player.queue.index)
    } else if (commands.next.match(command)) yield* move('next', player)
    else if (commands.previous.match(command)) yield* move('previous', player)
    else if (commands.play.match(command)) yield* goOn(player)
    else if (commands.pause.match(command)) yield* hold(player)
    else if (commands.toggle.match(command)) yield* selectIsPlaying({ player }) ? hold(player) : goOn(player)
    else if (commands.close.match(command)) {
      yield* halt()
      yield put(facts.closed())
    } else yield* control(engine, command, player)
  }
}
