/**
 * One item's life: its streams are tried one after the other until one of them ends. Whoever cancels
 * this leaves nothing behind: no sound, no listener, no timer.
 */
import { buffers, eventChannel, type EventChannel } from 'redux-saga'
import { call, put, race, select, take } from 'redux-saga/effects'
import type { Stream } from '../../../server/contract/index.ts'
import * as facts from '../facts.ts'
import type { FailureCode, FailureScope, Network, Output, OutputEvent, PlayerPorts } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem } from '../state.ts'
import { plan, streamKey, type Attempt } from '../streams.ts'
import type { Engine } from './engine.ts'
import { remember } from './remember.ts'
import { watchdog } from './watchdog.ts'

/** Two copies of one medium have the same timeline if their durations agree within this (decision 38), in seconds. */
const sameDuration = 2

/** How far a stream came before it failed. */
interface Reached {
  position: number
  duration: number
}

type Outcome = { type: 'ended' } | { type: 'failed'; code: FailureCode; scope: FailureScope }

/** `ended`: it came to its end; `broke`: it was heard, and then no stream was left; `dead`: it was never heard. */
export type Ending = 'ended' | 'broke' | 'dead'

/** One item, where it begins, and what has become of it. */
interface Life {
  readonly item: QueueItem
  /** Seconds. */
  readonly start: number
  /** Seconds; what begins behind the item's end time plays to its own end. */
  readonly end: number
  /** Where the last stream that was heard has come to. */
  reached: Reached | null
  /** What is to be remembered of a stream that is heard now; absent while nothing was refused for good. */
  lesson?: (stream: Stream) => void
}

/** `from`: seconds; where the item begins, if not at its start. */
export function* session(engine: Engine, item: QueueItem, from?: number): Generator<unknown, Ending, any> {
  const { ports } = engine
  const start = from ?? item.startTime ?? 0
  const end = item.endTime !== undefined && item.endTime > start ? item.endTime : Infinity
  const life: Life = { item, start, end, reached: null }
  engine.sought = null
  const worked = ports.memory.read(item.postId)?.stream
  for (const attempt of plan(item.streams, ports.outputs, worked)) {
    const key = streamKey(attempt.stream)
    let outcome: Outcome
    do {
      outcome = yield call(trial, engine, life, attempt, key === worked)
      if (outcome.type === 'ended') {
        yield put(facts.itemEnded({ id: item.id, postId: item.postId, external: item.external === true }))
        return 'ended'
      }
    } while (outcome.scope === 'network' && (yield call(networkIsBack, ports.network)))
    const { code, scope } = outcome
    if (ports.memory.read(item.postId)?.stream === key) remember(ports, item.postId, { stream: undefined })
    // A silent network says nothing about this copy.
    if (scope !== 'network') life.lesson = (heard) => learn(ports, item, heard)
    yield put(facts.streamFailed({ stream: attempt.stream, output: attempt.entry.id, code, scope }))
  }
  yield put(facts.itemFailed({ id: item.id }))
  return life.reached === null ? 'dead' : 'broke'
}

/** What is tried first anyway needs no remembering. */
function learn(ports: PlayerPorts, { postId, streams }: QueueItem, heard: Stream): void {
  const usual = plan(streams, ports.outputs)[0]?.stream
  remember(ports, postId, { stream: heard === usual ? undefined : streamKey(heard) })
}

/** Where the device has no network, waits until it has, and answers that it is worth another try. */
function* networkIsBack(network: Network): Generator<unknown, boolean, any> {
  if (network.online()) return false
  const changes: EventChannel<true> = eventChannel((emit) => network.subscribe(() => emit(true)), buffers.sliding(1))
  try {
    yield put(facts.networkChanged({ offline: true }))
    while (!network.online()) yield take(changes)
    yield put(facts.networkChanged({ offline: false }))
    return true
  } finally {
    changes.close()
  }
}

function* trial(engine: Engine, life: Life, attempt: Attempt, remembered: boolean): Generator<unknown, Outcome, any> {
  const loadId = engine.issueLoadId()
  yield put(facts.streamOpened({ loadId, output: attempt.entry.id, stream: attempt.stream, ...(remembered && { remembered: true as const }) }))
  const { outcome } = yield race({
    outcome: call(perform, engine, life, attempt, loadId),
    silent: call(watchdog, engine.ports.visibility),
  })
  return outcome ?? { type: 'failed', code: 'timeout', scope: 'network' }
}

function* perform(engine: Engine, life: Life, { entry, stream }: Attempt, loadId: number): Generator<unknown, Outcome, any> {
  let output: Output
  try {
    output = yield call(engine.outputOf, entry)
  } catch {
    return { type: 'failed', code: 'unavailable', scope: 'network' }
  }
  const events: EventChannel<OutputEvent> = eventChannel(
    (emit) => output.subscribe((event) => { if (event.loadId === loadId) emit(event) }),
    buffers.expanding(),
  )
  try {
    engine.floor = output
    engine.heard = false
    const { intent, volume, muted }: PlayerState = yield select(selectPlayer)
    const times = { ...(life.start > 0 && { startTime: life.start }), ...(life.end < Infinity && { endTime: life.end }) }
    output.load({ loadId, stream, ...times, autoplay: intent === 'play', volume, muted })
    return yield call(listen, engine, life, output, stream, events)
  } catch (error) {
    // An output that breaks its promise not to throw costs its stream, not the engine.
    console.error(`The ${entry.id} output threw`, error)
    return { type: 'failed', code: 'crashed', scope: 'player' }
  } finally {
    engine.floor = null
    engine.heard = false
    events.close()
    output.unload()
  }
}

const sameSecond = (a: number, b: number): boolean => Math.floor(a) === Math.floor(b)

/** Turns what the output says into facts until it ends or fails. */
function* listen(
  engine: Engine, life: Life, output: Output, stream: Stream, events: EventChannel<OutputEvent>,
): Generator<unknown, Outcome, any> {
  let heard = false
  let resume = life.reached

  for (;;) {
    const event: OutputEvent = yield take(events)
    const { intent, position, duration: known, buffering }: PlayerState = yield select(selectPlayer)
    switch (event.type) {
      case 'ended':
        return { type: 'ended' }
      case 'failed':
        return { type: 'failed', code: event.code, scope: event.scope }
      case 'autoplayBlocked':
        if (intent === 'play') yield put(facts.gestureNeeded())
        break
      case 'ready':
        if (event.pip === true) yield put(facts.pipOffered(true))
        if (intent === 'pause') yield put(facts.playbackStopped())
        break
      case 'pip':
        yield put(facts.pipChanged(event.on))
        break
      case 'playing':
        if (!heard && intent === 'pause') {
          // A pause during loading that the provider did not heed.
          output.pause()
          break
        }
        if (!heard) {
          heard = true
          engine.heard = true
          life.lesson?.(stream)
          if (life.reached === null) yield put(facts.itemBegan({ id: life.item.id }))
          life.reached ??= { position: life.start, duration: 0 }
          if (engine.sought !== null) {
            output.seek(engine.sought)
            engine.sought = null
            resume = null
          }
        }
        // The person used the provider's own controls.
        if (intent === 'pause') yield put(facts.intentChanged('play'))
        yield put(facts.playbackStarted())
        break
      case 'paused':
        if (heard && intent === 'play') yield put(facts.intentChanged('pause'))
        if (heard || intent === 'pause') yield put(facts.playbackStopped())
        break
      case 'buffering':
        if (heard) yield put(facts.bufferingStarted())
        break
      case 'time': {
        const reached = { position: event.position, duration: event.duration }
        engine.ports.clock.tick(event.position, event.duration)
        // What moves on is heard, whether or not the provider says so.
        if (buffering && intent === 'play' && event.position > (life.reached?.position ?? 0)) yield put(facts.playbackStarted())
        // Until it has gone where the stream before it was, its own beginning is nothing to remember.
        if (heard && resume === null) life.reached = reached
        if (!sameSecond(event.position, position) || !sameSecond(event.duration, known)) yield put(facts.positionChanged(reached))
        if (event.position >= life.end) return { type: 'ended' }
        break
      }
    }
    const duration = 'duration' in event ? event.duration ?? 0 : 0
    if (resume !== null && duration > 0) {
      if (Math.abs(duration - resume.duration) <= sameDuration) output.seek(resume.position)
      resume = null
    }
  }
}
