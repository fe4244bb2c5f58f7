/**
 * One item's life: its streams are tried one after the other until one of them ends. Whoever cancels
 * this leaves nothing behind: no sound, no listener, no timer.
 */
import { buffers, channel } from 'redux-saga'
import { call, put, race, select } from 'redux-saga/effects'
import type { Stream } from '../../../server/contract/index.ts'
import * as facts from '../facts.ts'
import type { Output, PlayerPorts } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem } from '../state.ts'
import { plan, streamKey, type Attempt } from '../streams.ts'
import { loaded } from '../transport.ts'
import { awaitRetry, type Retry } from './connection.ts'
import type { ActiveOutput, Engine } from './engine.ts'
import { listen, type ItemRun, type Message, type Outcome } from './listen.ts'
import { remember } from './remember.ts'
import { watchdog } from './watchdog.ts'

/** So many streams in a row without an answer are the network's fault: the item is held and not skipped. */
const networkIsDown = 2

/** `ended`: it came to its end; `broke`: it was heard, and then no stream was left; `dead`: it was never heard. */
export type Ending = 'ended' | 'broke' | 'dead'

/** `from`: seconds; where the item begins, if not at its start. */
export function* session(engine: Engine, item: QueueItem, from?: number): Generator<unknown, Ending, any> {
  const { ports } = engine
  const start = from ?? item.startTime ?? 0
  const end = item.endTime !== undefined && item.endTime > start ? item.endTime : Infinity
  const run: ItemRun = { item, start, end, reached: null }
  engine.pendingSeek = null
  const worked = ports.memory.read(item.postId)?.stream
  let attempts = plan(item.streams, ports.outputs, worked)
  for (let tries = 0; ; tries += 1) {
    const unanswered: Attempt[] = []
    for (const attempt of attempts) {
      const key = streamKey(attempt.stream)
      let outcome: Outcome = yield call(trial, engine, run, attempt, key === worked)
      while (outcome.type === 'failed' && outcome.scope === 'network' && !ports.network.online()) {
        yield call(awaitRetry, ports, 0)
        outcome = yield call(trial, engine, run, attempt, key === worked)
      }
      if (outcome.type === 'ended') {
        yield put(facts.itemEnded({ id: item.id, postId: item.postId, external: item.external === true }))
        return 'ended'
      }
      const { code, scope } = outcome
      if (scope === 'device') {
        // No other copy and no other item would be heard either: this one stays until the person plays it again.
        engine.networkFailures = 0
        yield put(facts.streamFailed({ stream: attempt.stream, output: attempt.entry.id, code, scope }))
        yield put(facts.intentChanged('pause'))
        yield put(facts.itemFailed({ id: item.id }))
        return run.reached === null ? 'dead' : 'broke'
      }
      if (ports.memory.read(item.postId)?.stream === key) remember(ports, item.postId, { stream: undefined })
      // A silent network says nothing about this copy.
      if (scope !== 'network') run.onSuccess = (heard) => learn(ports, item, heard)
      engine.networkFailures = scope === 'network' ? engine.networkFailures + 1 : 0
      if (scope === 'network') unanswered.push(attempt)
      yield put(facts.streamFailed({ stream: attempt.stream, output: attempt.entry.id, code, scope }))
    }
    if (unanswered.length === 0 || engine.networkFailures < networkIsDown) break
    const retry: Retry = yield call(awaitRetry, ports, tries)
    if (retry === 'giveUp') {
      engine.networkFailures = 0
      break
    }
    if (retry === 'restart') tries = -1
    attempts = unanswered
  }
  yield put(facts.itemFailed({ id: item.id }))
  return run.reached === null ? 'dead' : 'broke'
}

/** What is tried first anyway needs no remembering. */
function learn(ports: PlayerPorts, { postId, streams }: QueueItem, heard: Stream): void {
  const usual = plan(streams, ports.outputs)[0]?.stream
  remember(ports, postId, { stream: heard === usual ? undefined : streamKey(heard) })
}

function* trial(engine: Engine, run: ItemRun, attempt: Attempt, remembered: boolean): Generator<unknown, Outcome, any> {
  const loadId = engine.issueLoadId()
  yield put(facts.streamOpened({ loadId, output: attempt.entry.id, stream: attempt.stream, ...(remembered && { remembered: true as const }) }))
  const { outcome } = yield race({
    outcome: call(perform, engine, run, attempt, loadId),
    silent: call(watchdog, engine.ports.visibility),
  })
  return outcome ?? { type: 'failed', code: 'timeout', scope: 'network' }
}

function* perform(engine: Engine, run: ItemRun, { entry, stream }: Attempt, loadId: number): Generator<unknown, Outcome, any> {
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
    output.load({ loadId, stream, ...times, autoplay, volume, muted })
    return yield call(listen, engine, run, active, stream, messages)
  } catch (error) {
    // An output that breaks its promise not to throw costs its stream, not the engine.
    console.error(`The ${entry.id} output threw`, error)
    return { type: 'failed', code: 'crashed', scope: 'player' }
  } finally {
    engine.active = null
    // A seek that this stream has not carried out is the next one's.
    if (engine.pendingSeek?.sent) engine.pendingSeek = engine.pendingSeek.isResume ? null : { to: engine.pendingSeek.to, sent: null }
    unsubscribe()
    messages.close()
    output.unload()
  }
}
