/**
 * One item's life: its streams are tried one after the other until one of them ends. Whoever cancels
 * this leaves nothing behind: no sound, no listener, no timer.
 */
import { buffers, eventChannel, type EventChannel } from 'redux-saga'
import { call, put, race, select, take } from 'redux-saga/effects'
import * as facts from '../facts.ts'
import type { FailureScope, Output, OutputEvent } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem } from '../state.ts'
import { plan, type Attempt } from '../streams.ts'
import type { Engine } from './engine.ts'
import { watchdog } from './watchdog.ts'

/** Two copies of one medium have the same timeline if their durations agree within this (decision 38), in seconds. */
const sameDuration = 2

/** How far a stream came before it failed. */
interface Reached {
  position: number
  duration: number
}

type Outcome = { type: 'ended' } | { type: 'failed'; code: string; scope: FailureScope; reached: Reached | null }

/** `ended`: it came to its end; `broke`: it was heard, and then no stream was left; `dead`: it was never heard. */
export type Ending = 'ended' | 'broke' | 'dead'

export function* session(engine: Engine, item: QueueItem): Generator<unknown, Ending, any> {
  let reached: Reached | null = null
  for (const attempt of plan(item.streams, engine.ports.outputs)) {
    const outcome: Outcome = yield call(trial, engine, item, attempt, reached)
    if (outcome.type === 'ended') {
      yield put(facts.itemEnded({ id: item.id, postId: item.postId }))
      return 'ended'
    }
    const { code, scope } = outcome
    reached = outcome.reached ?? reached
    yield put(facts.streamFailed({ stream: attempt.index, output: attempt.entry.id, code, scope }))
  }
  yield put(facts.itemFailed({ id: item.id }))
  return reached === null ? 'dead' : 'broke'
}

function* trial(engine: Engine, item: QueueItem, attempt: Attempt, resume: Reached | null): Generator<unknown, Outcome, any> {
  const loadId = engine.issueLoadId()
  yield put(facts.streamOpened({ loadId, output: attempt.entry.id, stream: attempt.index }))
  const { outcome } = yield race({
    outcome: call(perform, engine, item, attempt, loadId, resume),
    silent: call(watchdog, engine.ports.visibility),
  })
  return outcome ?? { type: 'failed', code: 'timeout', scope: 'network', reached: null }
}

function* perform(
  engine: Engine, item: QueueItem, { entry, stream }: Attempt, loadId: number, resume: Reached | null,
): Generator<unknown, Outcome, any> {
  let output: Output
  try {
    output = yield call(engine.outputOf, entry)
  } catch {
    return { type: 'failed', code: 'unavailable', scope: 'network', reached: null }
  }
  const events: EventChannel<OutputEvent> = eventChannel(
    (emit) => output.subscribe((event) => { if (event.loadId === loadId) emit(event) }),
    buffers.expanding(),
  )
  try {
    engine.floor = output
    const { intent, volume, muted }: PlayerState = yield select(selectPlayer)
    const { startTime, endTime } = item
    output.load({ loadId, stream, startTime, endTime, autoplay: intent === 'play', volume, muted })
    return yield call(listen, engine, item, output, events, resume)
  } catch (error) {
    // An output that breaks its promise not to throw costs its stream, not the engine.
    console.error(`The ${entry.id} output threw`, error)
    return { type: 'failed', code: 'crashed', scope: 'player', reached: null }
  } finally {
    engine.floor = null
    events.close()
    output.unload()
  }
}

/** Turns what the output says into facts until it ends or fails. */
function* listen(
  engine: Engine, item: QueueItem, output: Output, events: EventChannel<OutputEvent>, resume: Reached | null,
): Generator<unknown, Outcome, any> {
  let heard = false
  let reached: Reached = { position: item.startTime ?? 0, duration: 0 }

  for (;;) {
    const event: OutputEvent = yield take(events)
    const { intent, position }: PlayerState = yield select(selectPlayer)
    switch (event.type) {
      case 'ended':
        return { type: 'ended' }
      case 'failed':
        return { type: 'failed', code: event.code, scope: event.scope, reached: heard ? reached : null }
      case 'autoplayBlocked':
        if (intent === 'play') yield put(facts.gestureNeeded())
        break
      case 'ready':
        if (intent === 'pause') yield put(facts.playbackStopped())
        break
      case 'playing':
        if (!heard && intent === 'pause') {
          // A pause during loading that the provider did not heed.
          output.pause()
          break
        }
        heard = true
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
      case 'time':
        reached = { position: event.position, duration: event.duration }
        engine.ports.clock.tick(event.position, event.duration)
        if (Math.floor(event.position) !== Math.floor(position)) yield put(facts.positionChanged(reached))
        if (item.endTime !== undefined && event.position >= item.endTime) return { type: 'ended' }
        break
    }
    const duration = 'duration' in event ? event.duration ?? 0 : 0
    if (resume !== null && duration > 0) {
      if (Math.abs(duration - resume.duration) <= sameDuration) output.seek(resume.position)
      resume = null
    }
  }
}
