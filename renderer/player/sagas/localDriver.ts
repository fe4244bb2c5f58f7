/** The driver that plays on this device, through the outputs. */
import { all, call, put, select, takeEvery } from 'redux-saga/effects'
import type * as commands from '../commands.ts'
import type { Driver } from '../driver.ts'
import * as facts from '../facts.ts'
import type { PlayerPorts } from '../ports.ts'
import { indexOf } from '../queue.ts'
import { selectIsPlaying, selectPlayer } from '../selectors.ts'
import type { PlayerState } from '../state.ts'
import { move, pause, reload, resume, seekTo, start, stop } from './cursor.ts'
import { createEngine, type Engine } from './engine.ts'
import { edit, insert, playTracks } from './queueEdits.ts'
import { trackRecentStarts } from './recentlyStarted.ts'
import { reportPlays } from './report.ts'
import { addSlides, leaveOutSlides } from './slides.ts'
import { pauseOtherTabs } from './tabs.ts'
import { changeVolume } from './volume.ts'
import { fillQueue } from './window.ts'

type Effects = Generator<unknown, void, any>

/** One handler for each command. `player` is the state before the command. */
type Handlers = { readonly [C in commands.Command as C['type']]: (payload: C['payload'], player: PlayerState) => Effects }

export function createLocalDriver(ports: PlayerPorts): Driver {
  const engine = createEngine(ports)
  const handlers: Handlers = { ...playbackHandlers(engine), ...queueHandlers(engine), ...settingHandlers(engine) }
  return {
    prepare: (first) => leaveOutSlides(ports, first),
    *run() {
      engine.networkFailures = 0
      yield all([
        call(fillQueue, ports.feed, ports.feedSizes),
        call(addSlides, ports.feed, ports.outputs),
        call(reportPlays, ports.reports),
        call(trackRecentStarts),
        call(pauseOtherTabs, ports.tabs),
        call(warmOutputs, engine),
      ])
    },
    *handle({ type, payload }): Effects {
      const player: PlayerState = yield select(selectPlayer)
      yield* handlers[type](payload as never, player)
    },
  }
}

const playbackHandlers = (engine: Engine) =>
  ({
    *'player/playItem'(id, { queue }): Effects {
      const index = indexOf(queue, id)
      if (index >= 0) yield* start(engine, index)
    },
    *'player/retry'(_, { queue: { items, index } }): Effects {
      if (index >= 0) yield* start(engine, index, items[index]?.startTime ?? 0)
    },
    'player/next': (_, player) => move(engine, 'next', player),
    'player/previous': (_, player) => move(engine, 'previous', player),
    'player/play': (_, player) => resume(engine, player),
    'player/pause': (_, player) => pause(engine, player),
    'player/toggle': (_, player) => (selectIsPlaying({ player }) ? pause(engine, player) : resume(engine, player)),
    'player/seek': (position, player) => seekTo(engine, position, player),
    *'player/suspend'(_, player): Effects {
      // Not only while playing: between two items, the next one would start.
      if (player.intent === 'pause' || player.needsGesture) return
      yield* pause(engine, player)
      yield put(facts.suspended())
    },
    *'player/unsuspend'(_, player): Effects {
      if (player.suspended && player.advanceHeld) yield put(facts.intentChanged('play'))
      else if (player.suspended) yield* resume(engine, player)
    },
    *'player/leavePage'(_, player): Effects {
      if (player.intent === 'play') yield* pause(engine, player)
    },
    'player/restorePage': (_, player) => reload(engine, player),
    *'player/close'(): Effects {
      yield* stop(engine)
      yield put(facts.closed())
    },
  }) satisfies Partial<Handlers>

const queueHandlers = (engine: Engine) =>
  ({
    *'player/playQueue'(request): Effects {
      if (request.tracks.length > 0 || request.featured !== undefined) yield* playTracks(engine, request)
    },
    *'player/adoptQueue'(moved): Effects {
      yield* stop(engine)
      yield put(facts.queueAdopted(moved))
      yield* leaveOutSlides(engine.ports)
    },
    'player/playNext': (tracks, player) => insert(engine, tracks, 'next', player),
    'player/addToQueue': (tracks, player) => insert(engine, tracks, 'added', player),
    'player/removeItems': (ids, player) => edit(engine, { type: 'remove', ids }, player),
    'player/moveItem': (place, player) => edit(engine, { type: 'move', ...place }, player),
    'player/clearQueue': (_, player) => edit(engine, { type: 'clear' }, player),
    'player/undoEdit': (id, player) => edit(engine, { type: 'undo', edit: id }, player),
    'player/setShuffle': (on, player) => edit(engine, { type: 'shuffle', seed: on ? engine.ports.random() : null }, player),
    'player/reviseTrack': (track, player) => edit(engine, { type: 'revise', track }, player),
    'player/reviseBead': (bead, player) => edit(engine, { type: 'rename', bead }, player),
    'player/dropPost': (postId, player) => edit(engine, { type: 'drop', postId }, player),
  }) satisfies Partial<Handlers>

/** Commands that do not move the cursor. */
const settingHandlers = (engine: Engine) =>
  ({
    'player/setVolume'(requested, { muted }) {
      const volume = Math.min(Math.max(requested, 0), 1)
      return changeVolume(engine, volume, muted && volume === 0)
    },
    'player/setMuted': (muted, { volume }) => changeVolume(engine, volume, muted),
    *'player/setRepeat'(on): Effects {
      yield put(facts.repeatChanged(on))
    },
    *'player/setMode'(mode): Effects {
      yield put(facts.modeChanged(mode))
    },
    // Called without delay: browsers allow picture-in-picture only while they handle the click.
    *'player/setPip'(on): Effects {
      engine.active?.output.pictureInPicture?.(on)
    },
    // Without delay, too.
    *'player/promptRemotePlayback'(): Effects {
      engine.active?.output.promptRemotePlayback?.()
    },
    *'player/startComposing'(id, { composing }): Effects {
      if (!composing.includes(id)) yield put(facts.composingChanged([...composing, id]))
    },
    *'player/stopComposing'(id, { composing }): Effects {
      if (composing.includes(id)) yield put(facts.composingChanged(composing.filter((one) => one !== id)))
    },
  }) satisfies Partial<Handlers>

/** Prepares the outputs of the next items, and retains the idle frames that they need. */
function* warmOutputs(engine: Engine) {
  // For a new queue at once, while the click still counts as a user gesture; otherwise only while something is loaded.
  const changes = [
    facts.queueReplaced,
    facts.queueChanged,
    facts.pageLoaded,
    facts.itemStarted,
    facts.cursorMoved,
    facts.queueEmptied,
    facts.closed,
  ]
  yield takeEvery(changes, function* (fact) {
    const { queue, playing }: PlayerState = yield select(selectPlayer)
    engine.retain(queue)
    if (playing !== null || facts.queueReplaced.match(fact)) engine.warm(queue)
  })
}
