/** The engine's root: commands come in here, and nowhere else. */
import { buffers, type Channel, type Task } from 'redux-saga'
import { actionChannel, all, call, cancel, fork, put, select, take, takeEvery } from 'redux-saga/effects'
import * as commands from '../commands.ts'
import * as facts from '../facts.ts'
import type { PlayerPorts } from '../ports.ts'
import type { Change } from '../edits.ts'
import { advance, indexOf, type QueueRequest, type Why } from '../queue.ts'
import { selectCurrentItem, selectIsPlaying, selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem, Track } from '../state.ts'
import { markBeginnings } from './began.ts'
import { showWhere } from './clock.ts'
import { control, seekEnd, seekTarget } from './controls.ts'
import { createEngine, sendTransport, type Engine } from './engine.ts'
import { followPage } from './lifecycle.ts'
import { destination, playFrom, type Destination } from './playback.ts'
import { rememberSession, restoreSession, resumeAt } from './remember.ts'
import { reportPlays } from './report.ts'
import { playAlone } from './tabs.ts'
import { fillQueue } from './window.ts'

export function* playerSaga(ports: PlayerPorts) {
  const engine = createEngine(ports)
  yield put(facts.volumeChanged(ports.settings.read()))
  yield all([
    call(obey, engine), call(fillQueue, ports.feed), call(reportPlays, ports.reports), call(markBeginnings), call(showWhere, ports.clock),
    call(rememberSession, ports), call(playAlone, ports.tabs), call(warmOutputs, engine), call(followPage, ports.lifecycle),
    call(restoreSession, ports),
  ])
}

function* warmOutputs(engine: Engine) {
  // At once for what a person queues, while the click still counts as one; then as each item is heard.
  const changes = [facts.queueReplaced, facts.queueChanged, facts.pageLoaded, facts.itemBegan, facts.cursorMoved, facts.queueEmptied, facts.closed]
  yield takeEvery(changes, function* (fact) {
    const { queue, playing }: PlayerState = yield select(selectPlayer)
    engine.retain(queue)
    if (playing !== null || facts.queueReplaced.match(fact)) engine.warm(queue)
  })
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
  function* start(index: number, position?: number, intent: PlayerState['intent'] = 'play') {
    yield* halt()
    if (intent === 'play') yield put(facts.intentChanged('play'))
    playback = yield fork(playFrom, engine, index, position)
  }
  /** A move beyond what is loaded: what plays goes on until the page is there. If it ends before, it moves by itself. */
  function* startNextPage(why: Why) {
    const from: QueueItem | null = yield select(selectCurrentItem)
    const index: Destination = yield call(destination, why)
    const { queue }: PlayerState = yield select(selectPlayer)
    const item = typeof index === 'number' ? queue.items[index] : undefined
    if (item !== undefined && queue.items[queue.index]?.id === from?.id) yield put(inbox, commands.playItem(item.id))
  }
  function* move(why: 'next' | 'previous', { queue, repeat }: PlayerState) {
    const to = advance(queue, why, repeat)
    if (typeof to === 'object') yield* start(to.to)
    else if (to !== 'none' && nextPage?.isRunning() !== true) nextPage = yield fork(startNextPage, why)
  }
  /** Something plays or is on its way to: not a dead item, though its skip may be pending, and not one that waits at its end. */
  const busy = ({ deadItemId, advanceHeld }: PlayerState) => playback?.isRunning() === true && deadItemId === null && !advanceHeld

  function* goOn(player: PlayerState) {
    const { queue, ended, deadItemId, advanceHeld, position } = player
    if (!busy(player)) {
      // A seek on an item that failed is where it is tried again.
      const again = deadItemId !== null ? engine.pendingSeek?.to : undefined
      if (queue.index >= 0) yield* start(queue.index, ended || deadItemId !== null || advanceHeld ? again : position)
      return
    }
    yield put(facts.intentChanged('play'))
    if (engine.active !== null && player.phase === 'stopped') yield put(facts.playbackAwaited())
    sendTransport(engine, 'playing')
  }
  function* hold({ deadItemId, advanceHeld }: PlayerState) {
    yield put(facts.intentChanged('pause'))
    sendTransport(engine, 'paused')
    if (nextPage !== undefined) yield cancel(nextPage)
    // An error that somebody looks at stays; what a comment holds is followed, in silence, when it is sent.
    if (deadItemId !== null && !advanceHeld) yield* halt()
  }

  /** What is in an output may be lost: the item is loaded again, paused. */
  function* reload({ queue: { index }, playing, intent, position, duration }: PlayerState) {
    if (playing === null) return
    // A pause of the gallery's stays one that the gallery ends.
    if (intent === 'play') yield put(facts.intentChanged('pause'))
    yield* start(index, position, 'pause')
    yield put(facts.positionChanged({ position, duration }))
    engine.ports.clock.tick(position, duration)
  }

  function* playTracks(request: QueueRequest) {
    yield* halt()
    yield put(facts.queueReplaced(request))
    const { queue }: PlayerState = yield select(selectPlayer)
    yield* start(queue.index, request.position)
  }
  function* insert(tracks: Track[], where: 'next' | 'added', player: PlayerState) {
    if (player.queue.index >= 0) yield* edit({ type: 'insert', tracks, where }, player)
    else if (tracks.length > 0) yield* playTracks({ tracks })
  }
  /** What plays, plays on, unless it is the one that goes: then the one behind it takes its place. */
  function* edit(what: Change, before: PlayerState) {
    yield put(facts.queueChanged(what))
    const { queue }: PlayerState = yield select(selectPlayer)
    const was = before.queue.items[before.queue.index]
    if (queue.items[queue.index]?.id === was?.id) return
    const playing = playback?.isRunning() === true && before.intent === 'play'
    yield* halt()
    if (queue.items.length === 0) yield put(facts.queueEmptied())
    else if (playing && behind(before, queue.items[queue.index])) yield* start(queue.index)
    else {
      yield put(facts.itemShown({ index: queue.index, position: resumeAt(engine.ports, queue.items[queue.index]!) }))
      // The one behind it is still to come.
      if (playing) yield* move('next', yield select(selectPlayer))
    }
  }

  for (;;) {
    const command: commands.Command = yield take(inbox)
    const player: PlayerState = yield select(selectPlayer)

    if (commands.playQueue.match(command)) {
      if (command.payload.tracks.length > 0 || command.payload.featured !== undefined) yield* playTracks(command.payload)
    } else if (commands.playItem.match(command)) {
      const index = indexOf(player.queue, command.payload)
      if (index >= 0) yield* start(index)
    } else if (commands.retry.match(command)) {
      if (player.queue.index >= 0) yield* start(player.queue.index, player.queue.items[player.queue.index]?.startTime ?? 0)
    } else if (commands.next.match(command)) yield* move('next', player)
    else if (commands.previous.match(command)) yield* move('previous', player)
    else if (commands.play.match(command)) yield* goOn(player)
    else if (commands.pause.match(command)) yield* hold(player)
    else if (commands.toggle.match(command)) yield* selectIsPlaying({ player }) ? hold(player) : goOn(player)
    else if (commands.suspend.match(command)) {
      // Also before the next item: between two of them nothing is heard, and something would be.
      if (player.intent === 'pause' || player.needsGesture) continue
      yield* hold(player)
      yield put(facts.suspended())
    } else if (commands.unsuspend.match(command)) {
      if (player.suspended && player.advanceHeld) yield put(facts.intentChanged('play'))
      else if (player.suspended) yield* goOn(player)
    } else if (commands.leavePage.match(command)) {
      if (player.intent === 'play') yield* hold(player)
    } else if (commands.restorePage.match(command)) yield* reload(player)
    else if (commands.seek.match(command) && player.advanceHeld && player.deadItemId === null) {
      // An item that is over goes on from there, so it is not at its end any more (decision 40).
      const position = seekTarget(command.payload, player)
      if (position < seekEnd(player)) yield* start(player.queue.index, position, player.intent)
    } else if (commands.close.match(command)) {
      yield* halt()
      yield put(facts.closed())
    } else if (commands.playNext.match(command)) yield* insert(command.payload, 'next', player)
    else if (commands.addToQueue.match(command)) yield* insert(command.payload, 'added', player)
    else if (commands.removeItems.match(command)) yield* edit({ type: 'remove', ids: command.payload }, player)
    else if (commands.moveItem.match(command)) yield* edit({ type: 'move', ...command.payload }, player)
    else if (commands.clearQueue.match(command)) yield* edit({ type: 'clear' }, player)
    else if (commands.undoEdit.match(command)) yield* edit({ type: 'undo', edit: command.payload }, player)
    else if (commands.setShuffle.match(command)) {
      yield* edit({ type: 'shuffle', seed: command.payload ? engine.ports.random() : null }, player)
    } else if (commands.reviseTrack.match(command)) yield* edit({ type: 'revise', track: command.payload }, player)
    else if (commands.reviseBead.match(command)) yield* edit({ type: 'rename', bead: command.payload }, player)
    else if (commands.dropPost.match(command)) yield* edit({ type: 'drop', postId: command.payload }, player)
    else yield* control(engine, command, player)
  }
}

/** Whether this item stood behind the one that played. */
const behind = ({ queue: { items, index } }: PlayerState, item: QueueItem | undefined): boolean =>
  item !== undefined && items.findIndex(({ id }) => id === item.id) > index
