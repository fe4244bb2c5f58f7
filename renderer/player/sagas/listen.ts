/** Converts the events of an output about one stream into facts, until the stream ends or fails. */
import type { Channel } from 'redux-saga'
import { delay, put, race, select, take } from 'redux-saga/effects'
import * as facts from '../facts.ts'
import type { FailureCode, FailureScope } from '../failures.ts'
import type { OutputEvent } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState, QueueItem, Stream } from '../state.ts'
import { commandLimit, dueAt, expire, isAccepted, move, refuse, report, type Change } from '../transport.ts'
import { recordVolume } from './volume.ts'
import { isBeforeSeek, sendSeek, type ActiveOutput, type Engine } from './engine.ts'

/** Two copies of one medium have the same timeline if their durations agree within this (decision 38), in seconds. */
const sameDuration = 2

/** How far a stream played. Seconds. */
interface Reached {
  position: number
  duration: number
}

export type Outcome = { type: 'ended' } | { type: 'failed'; code: FailureCode; scope: FailureScope }

/** The playback of one item, over all of its streams. */
export interface ItemRun {
  readonly item: QueueItem
  /** Seconds. */
  readonly start: number
  /** Seconds; an item that begins after its own end time plays to the end of the medium. */
  readonly end: number
  /** How far the last stream that started has played; null before any stream has started. */
  reached: Reached | null
  /** Called when a stream starts. Set once a stream has failed for a reason other than the network. */
  onSuccess?: (stream: Stream) => void
}

/** `commanded`: a command was sent to the output, so a new time limit applies. */
export type Message = OutputEvent | { type: 'commanded' }

const isSameSecond = (a: number, b: number): boolean => Math.floor(a) === Math.floor(b)

/** The next time limit for a confirmation, and when it is over (`performance.now()`, ms). */
function nextLimit({ pendingSeek }: Engine, { transport }: ActiveOutput): { of: 'transport' | 'seek'; at: number } | null {
  const transportAt = dueAt(transport) ?? Infinity
  const seekAt = pendingSeek?.sent ? pendingSeek.sent.at + commandLimit : Infinity
  if (transportAt === Infinity && seekAt === Infinity) return null
  return transportAt <= seekAt ? { of: 'transport', at: transportAt } : { of: 'seek', at: seekAt }
}

/** Handles the messages about one stream. Returns how it ended. */
export function* listen(
  engine: Engine,
  run: ItemRun,
  active: ActiveOutput,
  stream: Stream,
  messages: Channel<Message>,
): Generator<unknown, Outcome, any> {
  /** The position at which the previous stream failed, until this stream has been taken there. */
  let resume = run.reached
  /** The last position of this stream, in seconds. */
  let latest = run.start

  /** Applies a change of the transport. */
  function* apply({ transport, adopted, resend }: Change): Generator<unknown, void, any> {
    const starts = transport.hasStarted && !active.transport.hasStarted
    active.transport = transport
    if (resend) active.output.pause()
    if (starts) yield* start()
    if (adopted !== undefined) yield put(facts.intentChanged(adopted === 'playing' ? 'play' : 'pause'))
  }
  /** Called when the stream plays for the first time. */
  function* start() {
    engine.networkFailures = 0
    run.onSuccess?.(stream)
    if (run.reached === null) yield put(facts.itemStarted({ id: run.item.id }))
    run.reached ??= { position: run.start, duration: 0 }
    if (engine.pendingSeek === null || engine.pendingSeek.sent !== null) return
    sendSeek(engine, engine.pendingSeek.to, latest)
    resume = null
  }
  function* finish(outcome: Outcome): Generator<unknown, Outcome, any> {
    // Reverts the intent of a pause shortly before: a medium pauses by itself before it ends or fails.
    if (active.transport.pausedAt !== null) yield put(facts.intentChanged('play'))
    return outcome
  }

  for (;;) {
    const limit = nextLimit(engine, active)
    const { message }: { message?: Message } = yield race({
      message: take(messages),
      ...(limit !== null && { over: delay(Math.max(0, limit.at - performance.now())) }),
    })
    if (message === undefined) {
      if (limit?.of === 'seek') engine.pendingSeek = null
      else {
        const { pending } = active.transport
        yield* apply(expire(active.transport))
        const { pending: left, confirmed } = active.transport
        // The limit has settled the command, so the phase follows the confirmed state.
        if (pending !== null && left === null) yield put(confirmed === 'playing' ? facts.playbackStarted() : facts.playbackStopped())
      }
      continue
    }
    const { intent, position, duration: known, buffering }: PlayerState = yield select(selectPlayer)
    switch (message.type) {
      case 'commanded':
        break
      case 'ended':
        return yield* finish({ type: 'ended' })
      case 'failed':
        return yield* finish({ type: 'failed', code: message.code, scope: message.scope })
      case 'autoplayBlocked':
        active.transport = refuse(active.transport)
        if (intent === 'play') yield put(facts.gestureNeeded())
        break
      case 'ready':
        if (message.pip === true) yield put(facts.pipOffered(true))
        if (intent === 'pause') yield put(facts.playbackStopped())
        break
      case 'pip':
        yield put(facts.pipChanged(message.on))
        break
      case 'remotePlayback':
        yield put(facts.remotePlaybackChanged(message.status))
        break
      case 'volume':
        yield* recordVolume(engine, message.volume, message.muted)
        break
      case 'playing':
        yield* apply(report(active.transport, 'playing', performance.now()))
        if (isAccepted(active.transport, 'playing')) yield put(facts.playbackStarted())
        break
      case 'paused':
        yield* apply(report(active.transport, 'paused', performance.now()))
        if (isAccepted(active.transport, 'paused')) yield put(facts.playbackStopped())
        break
      case 'buffering':
        if (active.transport.hasStarted) yield put(facts.bufferingStarted())
        break
      case 'time': {
        if (isBeforeSeek(message.position, engine.pendingSeek)) break
        if (engine.pendingSeek?.sent) engine.pendingSeek = null
        const reached = { position: message.position, duration: message.duration }
        engine.ports.clock.tick(message.position, message.duration)
        if (message.position > latest) yield* apply(move(active.transport))
        latest = message.position
        // A moving position proves that it plays again after buffering, even if the provider does not report that.
        if (buffering && intent === 'play' && message.position > (run.reached?.position ?? 0)) {
          yield* apply(report(active.transport, 'playing', performance.now()))
          yield put(facts.playbackStarted())
        }
        // Until this stream is taken to where the last one failed, its position is not that of the item.
        if (active.transport.hasStarted && resume === null) run.reached = reached
        if (!isSameSecond(message.position, position) || !isSameSecond(message.duration, known)) yield put(facts.positionChanged(reached))
        if (message.position >= run.end) return yield* finish({ type: 'ended' })
        break
      }
    }
    // Takes a fallback stream to the position where the last one failed, once its duration is known.
    const duration = 'duration' in message ? (message.duration ?? 0) : 0
    if (resume !== null && duration > 0) {
      const isSameMedium = Math.abs(duration - resume.duration) <= sameDuration
      if (isSameMedium && engine.pendingSeek === null) sendSeek(engine, resume.position, latest, true)
      resume = null
    }
  }
}
