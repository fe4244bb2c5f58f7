/** The side of the device that plays: carries out the commands of remotes like its own, and reports the facts that follow to them. */
import { buffers, eventChannel, type EventChannel } from 'redux-saga'
import { put, select, take, takeEvery } from 'redux-saga/effects'
import { close, stopComposing } from '../commands.ts'
import * as facts from '../facts.ts'
import type { DeviceEvent, DeviceLink } from '../ports.ts'
import { selectPlayer } from '../selectors.ts'
import type { PlayerState } from '../state.ts'
import { isRemoteCommand, isSharedFact, messageVersion, readMessage, type DeviceReport, type RemoteMessage } from '../remote/messages.ts'
import { sharedStateOf } from '../remote/mirror.ts'

/** A position is reported after this time (ms), and earlier if it differs from the extrapolated one by more than `maxDrift` (seconds). */
const positionIntervalMs = 5000
const maxDrift = 1
/** Remotes that are remembered; those that have left are forgotten first. */
const maxRemotes = 100

interface Remote {
  session: string
  /** False after it has left: its session may continue, and its commands must not be carried out twice. */
  isListening: boolean
  /** The number of the last command that was carried out, and of the last one that was received. */
  handled: number
  received: number
  /** The number of the command that the remote was last asked to repeat. */
  missing: number
  /** Comments that are being written there. */
  composing: Set<string>
}

type Body<Report = DeviceReport> = Report extends DeviceReport ? Omit<Report, 'stream' | 'seq'> : never

const randomId = () => Math.random().toString(36).slice(2)

/** @param stream the id of this start of the engine. @param now the time in ms. */
export function* serveRemotes(devices: DeviceLink, stream = randomId(), now = () => performance.now()): Generator<unknown, void, any> {
  const remotes = new Map<string, Remote>()
  let seq = 0
  let reported = { position: 0, duration: 0, isRunning: false, at: 0 }

  const send = (to: string, report: Body): void => devices.send(to, { version: messageVersion, stream, seq, ...report } as never)
  /** The same number for all remotes, so that each of them notices what it misses. */
  function broadcast(report: Body): void {
    seq += 1
    for (const [id, { isListening }] of remotes) if (isListening) send(id, report)
  }

  function* onFact(fact: { type: string; payload: unknown }): Generator<unknown, void, any> {
    if (![...remotes.values()].some(({ isListening }) => isListening)) return
    const { position, duration, phase, buffering }: PlayerState = yield select(selectPlayer)
    const isRunning = phase === 'playing' && !buffering
    const expected = reported.position + (reported.isRunning ? (now() - reported.at) / 1000 : 0)
    const isExpected =
      duration === reported.duration && now() - reported.at < positionIntervalMs && Math.abs(position - expected) < maxDrift
    if (facts.positionChanged.match(fact) && isExpected) return
    // Where playback stops or continues, remotes need the exact position.
    const isStop = isRunning !== reported.isRunning
    reported = { position, duration, isRunning, at: now() }
    broadcast({ type: 'fact', fact: { type: fact.type, payload: fact.payload } as never })
    if (!isStop || facts.positionChanged.match(fact)) return
    broadcast({ type: 'fact', fact: facts.positionChanged({ position, duration }) })
  }

  function add(id: string, { session, next }: { session: string; next: number }): void {
    remotes.delete(id)
    remotes.set(id, { session, isListening: true, handled: next - 1, received: next - 1, missing: 0, composing: new Set() })
    const oldest = [...remotes].find(([, { isListening }]) => !isListening)
    if (remotes.size > maxRemotes && oldest) remotes.delete(oldest[0])
  }

  function* leave(id: string): Generator<unknown, void, any> {
    const remote = remotes.get(id)
    if (!remote) return
    const { composing } = remote
    Object.assign(remote, { isListening: false, composing: new Set() })
    for (const comment of composing) yield put(stopComposing(comment))
  }

  function* onMessage(from: string, message: RemoteMessage): Generator<unknown, void, any> {
    const remote = remotes.get(from)
    if (message.type === 'sync') {
      const isNew = remote?.session !== message.session
      if (isNew) yield* leave(from)
      if (isNew) add(from, message)
      const current = remotes.get(from)!
      const { handled } = current
      current.isListening = true
      // The remote no longer repeats the commands before `next`: it has withdrawn those that were lost.
      current.received = Math.max(current.received, message.next - 1)
      const player: PlayerState = yield select(selectPlayer)
      const isCurrent = !isNew && message.known?.stream === stream && message.known.seq === seq
      send(from, isCurrent ? { type: 'handled', handled } : { type: 'state', state: sharedStateOf(player), handled })
    } else if (message.type === 'leave') {
      yield* leave(from)
      if (!message.close) return
      const player: PlayerState = yield select(selectPlayer)
      yield put(close())
      send(from, { type: 'released', state: sharedStateOf(player) })
    } else if (remote?.session !== message.session) {
      // This page was reloaded since, and has missed the commands before this one: the remote repeats them once it has the state.
      yield* onMessage(from, { type: 'sync', session: message.session, known: null, next: 1 })
    } else if (message.number > remote.received + 1) {
      const isRequested = remote.missing === remote.received + 1
      remote.missing = remote.received + 1
      if (!isRequested) yield* onMessage(from, { type: 'sync', session: message.session, known: null, next: remote.missing })
    } else if (message.number === remote.received + 1 && isRemoteCommand(message.command)) {
      const { number, command } = message
      remote.received = number
      if (command.type === 'player/startComposing') remote.composing.add(command.payload)
      if (command.type === 'player/stopComposing') remote.composing.delete(command.payload)
      yield put({ ...command, meta: { remote: { device: from, number } } })
    }
  }

  function* onHandled({ payload: { device, number } }: ReturnType<typeof facts.commandHandled>) {
    const remote = remotes.get(device)
    if (!remote) return
    remote.handled = number
    // To all, so that the numbers have no gaps; only this remote has the command.
    seq += 1
    for (const [id, { handled, isListening }] of remotes) if (isListening) send(id, { type: 'handled', handled })
  }

  const events: EventChannel<DeviceEvent> = eventChannel((emit) => devices.subscribe(emit), buffers.expanding())
  try {
    yield takeEvery(isSharedFact, onFact)
    yield takeEvery(facts.commandHandled, onHandled)
    for (;;) {
      const event: DeviceEvent = yield take(events)
      if (event.type === 'gone') yield* leave(event.device)
      const message = event.type === 'message' ? readMessage(event.message) : null
      if (event.type === 'message' && message !== null && !('stream' in message)) yield* onMessage(event.from, message)
    }
  } finally {
    events.close()
  }
}
