/**
 * Plays one item: its streams are tried one after the other until one of them ends. Cancelling leaves no sound, listener or
 * timer behind.
 */
import { buffers, channel } from 'redux-saga'
import { call, put, race, select } from 'redux-saga/effects'
import * as facts from '../facts.ts'
import type { Output, PlayerPorts } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem, Stream } from '../state.ts'
import { isSlide } from '../tracks.ts'
import { plan, streamKey, type Attempt } from '../streams.ts'
import { loaded } from '../transport.ts'
import { awaitRetry, type Retry } from './connection.ts'
import type { ActiveOutput, Engine } from './engine.ts'
import { listen, type ItemRun, type Message, type Outcome } from './listen.ts'
import { remember } from './remember.ts'
import { watchSilence } from './watchdog.ts'

/** After so many consecutive network failures the network counts as down: the item waits and is not skipped. */
const networkDownAfter = 2

/** `failedMidway`: the item played, then all its streams failed; `unplayable`: no stream played. */
export type Ending = 'ended' | 'failedMidway' | 'unplayable'

/** Plays an item. `from`: seconds; where it begins, if not at its start. */
export function* session(engine: Engine, item: QueueItem, from?: number): Generator<unknown, Ending, any> {
  const { ports } = engine
  const start = from ?? item.startTime ?? 0
  const end = item.endTime !== undefined && item.endTime > start ? item.endTime : Infinity
  const run: ItemRun = { item, start, end, reached: null }
  engine.pendingSeek = null
  const worked = ports.memory.read(item.postId)?.stream
  let attempts = plan(item.streams, ports.outputs, worked)
  for (let tries = 0; ; tries += 1) {
    const unreached: Attempt[] = []
    for (const attempt of attempts) {
      const key = streamKey(attempt.stream)
      let outcome: Outcome = yield call(tryStream, engine, run, attempt, key === worked)
      while (outcome.type === 'failed' && outcome.scope === 'network' && !ports.network.online()) {
        yield call(awaitRetry, ports, 0)
        outcome = yield call(tryStream, engine, run, attempt, key === worked)
      }
      if (outcome.type === 'ended') {
        // Reading a text is no play.
        yield put(facts.itemEnded({ id: item.id, postId: item.postId, external: item.external === true || isSlide(item) }))
        return 'ended'
      }
      const { code, scope } = outcome
      if (scope === 'device') {
        // The device cannot play sound, so no other stream or item would be audible: pause instead of trying them.
        engine.networkFailures = 0
        yield put(facts.streamFailed({ stream: attempt.stream, output: attempt.entry.id, code, scope }))
        yield put(facts.intentChanged('pause'))
        yield put(facts.itemFailed({ id: item.id }))
        return run.reached === null ? 'unplayable' : 'failedMidway'
      }
      // A network failure says nothing about the stream itself.
      if (scope !== 'network') {
        if (ports.memory.read(item.postId)?.stream === key) remember(ports, item.postId, { stream: undefined })
        run.onSuccess = (stream) => rememberStream(ports, item, stream)
      }
      engine.networkFailures = scope === 'network' ? engine.networkFailures + 1 : 0
      if (scope === 'network') unreached.push(attempt)
      yield put(facts.streamFailed({ stream: attempt.stream, output: attempt.entry.id, code, scope }))
    }
    if (unreached.length === 0 || engine.networkFailures < networkDownAfter) break
    const retry: Retry = yield call(awaitRetry, ports, tries)
    if (retry === 'giveUp') {
      engine.networkFailures = 0
      break
    }
    if (retry === 'restart') tries = -1
    attempts = unreached
  }
  yield put(facts.itemFailed({ id: item.id }))
  return run.reached === null ? 'unplayable' : 'failedMidway'
}

/** Remembers the stream that works, unless it is tried first anyway. */
function rememberStream(ports: PlayerPorts, { postId, streams }: QueueItem, stream: Stream): void {
  const first = plan(streams, ports.outputs)[0]?.stream
  remember(ports, postId, { stream: stream === first ? undefined : streamKey(stream) })
}

/** Plays one stream, until it ends, fails or is silent for too long. */
function* tryStream(engine: Engine, run: ItemRun, attempt: Attempt, remembered: boolean): Generator<unknown, Outcome, any> {
  const loadId = engine.issueLoadId()
  const { entry, stream } = attempt
  yield put(facts.streamOpened({ loadId, output: entry.id, stream, ...(remembered && { remembered: true as const }) }))
  const { outcome } = yield race({
    outcome: call(playStream, engine, run, attempt, loadId),
    silent: call(watchSilence, engine.ports.visibility),
  })
  return outcome ?? { type: 'failed', code: 'timeout', scope: 'network' }
}

function* playStream(engine: Engine, run: ItemRun, { entry, stream }: Attempt, loadId: number): Generator<unknown, Outcome, any> {
  let output: Output
  try {
    output = yield call(engine.outputOf, entry)
  } catch {
    return { type: 'failed', code: 'unavailable', scope: 'network' }
  }
  const messages = channel<Message>(buffers.expanding())
  const unsubscribe = output.subscribe((event) => {
    if (event.loadId === loadId) messages.put(event)
  })
  try {
    const { intent, volume, muted }: PlayerState = yield select(selectPlayer)
    const autoplay = intent === 'play'
    const active: ActiveOutput = { output, transport: loaded(autoplay, performance.now()), wake: () => messages.put({ type: 'commanded' }) }
    engine.active = active
    const times = { ...(run.start > 0 && { startTime: run.start }), ...(run.end < Infinity && { endTime: run.end }) }
    output.load({ loadId, stream, ...times, autoplay, volume, muted, ...(engine.ports.isTrusted && { isTrusted: true }) })
    return yield call(listen, engine, run, active, stream, messages)
  } catch (error) {
    // Outputs must not throw. If one does, only its stream fails, not the engine.
    console.error(`The ${entry.id} output threw`, error)
    return { type: 'failed', code: 'crashed', scope: 'player' }
  } finally {
    engine.active = null
    // A seek by the person that this stream did not carry out applies to the next stream.
    if (engine.pendingSeek?.sent) engine.pendingSeek = engine.pendingSeek.isResume ? null : { to: engine.pendingSeek.to, sent: null }
    unsubscribe()
    messages.close()
    output.unload()
  }
}
