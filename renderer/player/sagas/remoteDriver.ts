/**
 * The driver that controls another device. It sends the commands to the device, and shows the state that the device reports. The outputs of
 * this page are silent: only the local driver uses them.
 */
import { buffers, eventChannel, type EventChannel } from 'redux-saga'
import { call, delay, put, race, select, take } from 'redux-saga/effects'
import type { Command } from '../commands.ts'
import * as commands from '../commands.ts'
import type { Driver } from '../driver.ts'
import * as facts from '../facts.ts'
import type { DeviceEvent, DeviceLink, PositionSink, Settings } from '../ports.ts'
import { Control } from '../remote/control.ts'
import { isRemoteCommand, readMessage, type DeviceReport } from '../remote/messages.ts'
import { sharedStateOf } from '../remote/mirror.ts'
import { selectIsPlaying, selectPlayer } from '../selectors.ts'
import type { Device, MovedQueue, PlayerState, RemoteTarget } from '../state.ts'
import { sendQueue, takeBack, translate, type CastState, type CastTarget } from './castTarget.ts'

/** Interval (ms) at which the position is extrapolated and the time limits are checked. */
const tickMs = 250
/** Interval (ms) at which the store gets the extrapolated position. */
const storeMs = 1000
/** The reports that follow from one command arrive within this time (ms). */
const effectsMs = 100
/** The device closes its queue in this time (ms) when the queue moves away. */
const releaseTimeoutMs = 1000

/** Why the driver gives up control: no state arrives or this page is offline (`unreachable`), or the device disconnected (`gone`). */
export type Loss = 'unreachable' | 'gone'

export interface RemoteDriver extends Driver {
  readonly device: Device
  /**
   * Tells the device that its queue moves away, and resolves once it has closed it: false if it does not respond. Then the driver may be
   * replaced by another one, which takes over the queue.
   */
  release(): Promise<boolean>
  /** The device has closed its queue. */
  isReleased(): boolean
}

export interface RemoteOptions {
  devices: DeviceLink
  clock: PositionSink
  settings: Settings
  device: Device
  /**
   * `move`: the device gets the queue of this page. `control`: it keeps its own, which this page shows. `rejoin`: it has got the queue
   * of this page before this one was reloaded.
   */
  join: 'move' | 'control' | 'rejoin'
  /** For a Cast device. Absent: the device gets the whole queue and all commands. */
  cast?: CastTarget
  /** The device has disappeared: this page shows the queue, paused. The caller puts the local driver in charge. */
  onLost(loss: Loss): void
  /** The device does not carry out commands at the moment. */
  onUnresponsive(): void
  now?: () => number
  /** A random id. */
  newSession?: () => string
}

type Effects = Generator<unknown, void, any>

/** What the sagas of a driver share. */
interface Remote extends Required<Omit<RemoteOptions, 'cast'>> {
  cast: CastTarget | null
  /** For a Cast device: whether it has the queue of this page, and the ids of its items. */
  hasSent: boolean
  areIdsShared: boolean
  /** Null before `begin` has finished. */
  control: Control | null
  /** Commands from before that. */
  early: Command[]
  /** The queue of this page, which returns when it stops controlling the device without taking over its queue. */
  own: MovedQueue | null
  /** The time (ms) at which the store got the state. */
  shownAt: number
  /** When a fact was received that the store does not show yet (ms); null without one. */
  behindSince: number | null
  isLost: boolean
  /** The device has closed its queue. */
  isReleased: boolean
  onReleased(): void
}

const isCast = (remote: Remote): remote is Remote & CastState => remote.cast !== null

/** What the store shows. `keepsOwnQueue`: the queue of this page is not on the device, or is there with other item ids. */
const targetOf = (remote: Remote, status: RemoteTarget['status']): RemoteTarget => ({
  ...remote.device,
  status,
  // A list that is played from here replaces the own queue on a Cast device, but not on another device of the member.
  keepsOwnQueue: isCast(remote) ? !(remote.hasSent && remote.areIdsShared) : remote.join === 'control',
})

export function createRemoteDriver(options: RemoteOptions): RemoteDriver {
  const remote: Remote = {
    now: () => performance.now(),
    newSession: () => Math.random().toString(36).slice(2),
    ...options,
    cast: options.cast ?? null,
    hasSent: false,
    areIdsShared: options.join === 'move',
    control: null,
    early: [],
    own: null,
    shownAt: 0,
    behindSince: null,
    isLost: false,
    isReleased: false,
    onReleased: () => undefined,
  }
  return {
    device: options.device,
    run: () => run(remote),
    handle: (command) => handle(remote, command),
    isReleased: () => remote.isReleased,
    release() {
      const { control } = remote
      // The device's queue is not known yet, so it stays there.
      const isFromDevice = remote.join === 'control' || (remote.join === 'rejoin' && !isCast(remote))
      if (control === null || (isFromDevice && !control.isKnown)) return Promise.resolve(true)
      control.isReleasing = true
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), releaseTimeoutMs)
        remote.onReleased = () => {
          clearTimeout(timer)
          resolve(true)
        }
        control.send({ type: 'leave', close: true })
      })
    },
  }
}

function* run(remote: Remote): Effects {
  const events: EventChannel<DeviceEvent> = eventChannel((emit) => remote.devices.subscribe(emit), buffers.expanding())
  try {
    const control: Control = yield* begin(remote)
    for (;;) {
      const { behindSince } = remote
      const restMs = behindSince === null ? tickMs : Math.max(0, behindSince + effectsMs - remote.now())
      const { event } = yield race({ event: take(events), tick: delay(restMs) })
      if (event === undefined && behindSince !== null) yield* applyReport(control, () => show(remote, control))
      if (event === undefined) yield* onTick(remote, control)
      else yield* onEvent(remote, control, event)
    }
  } finally {
    events.close()
    yield* end(remote)
  }
}

/** Takes over the state of this page. `move`: gives the device its queue. */
function* begin(remote: Remote): Generator<unknown, Control, any> {
  const { devices, device, now, join, newSession } = remote
  const player: PlayerState = yield select(selectPlayer)
  const { queue, repeat, position, duration, volume, muted, composing } = player
  const own = queue.index < 0 ? null : { queue, repeat, position, duration }
  const control = new Control({ devices, device, now, session: newSession() }, player)
  remote.own = own
  remote.hasSent = join !== 'control' && own !== null
  yield put(facts.remoteChanged(targetOf(remote, control.status)))
  control.sync()
  if (join === 'move' && own !== null) {
    if (remote.cast === null) {
      control.command(commands.adoptQueue(own))
      control.command(commands.setVolume(volume))
      if (muted) control.command(commands.setMuted(true))
    } else for (const command of sendQueue(remote as CastState, own)) control.command(command)
  }
  sendComposing(remote, control, composing)
  remote.control = control
  for (const command of remote.early.splice(0)) yield* forward(remote, command)
  return control
}

/** Tells the device which comments are being written here. It ignores those that it knows. */
function sendComposing({ isLost }: Remote, control: Control, composing: readonly string[]): void {
  if (control.isReleasing || isLost) return
  for (const id of composing) control.command(commands.startComposing(id))
}

function* end(remote: Remote): Effects {
  const { control, settings, join, own, isLost, isReleased } = remote
  const isReleasing = control?.isReleasing === true
  if (control !== null && remote.behindSince !== null) yield* applyReport(control, () => show(remote, control))
  if (!isReleasing) control?.send({ type: 'leave', close: false })
  const { intent }: PlayerState = yield select(selectPlayer)
  // The queue of another page moves to this one when this one releases the device.
  if (isCast(remote) && (remote.hasSent || !isReleasing)) yield* takeBack(remote)
  // Before the target changes, so that the queue of the device is never stored.
  if (!isCast(remote) && join === 'control' && !isReleasing && !isLost) yield put(own === null ? facts.closed() : facts.queueAdopted(own))
  if (!isReleased)
    // The device may still be playing.
    yield put(facts.intentChanged('pause'))
  else if (isCast(remote)) yield put(facts.intentChanged(intent))
  yield put(facts.remoteChanged(null))
  // The volume of the device is not this page's.
  yield put(facts.volumeChanged(settings.read()))
}

/** Shows the state of the device, with the pending commands. */
function* show(remote: Remote, { state, status }: Control): Effects {
  remote.behindSince = null
  const { remote: shown }: PlayerState = yield select(selectPlayer)
  const target = targetOf(remote, status)
  if (shown?.status !== status || shown.keepsOwnQueue !== target.keepsOwnQueue) yield put(facts.remoteChanged(target))
  yield put(facts.mirrored(sharedStateOf(state)))
  remote.shownAt = remote.now()
  remote.clock.tick(state.position, state.duration)
}

function* handle(remote: Remote, command: Command): Effects {
  const player: PlayerState = yield select(selectPlayer)
  const { composing } = player
  if (commands.setMode.match(command)) yield put(facts.modeChanged(command.payload))
  // The device, too, has to know of comments: only it knows when its item is over.
  if (commands.startComposing.match(command) && !composing.includes(command.payload))
    yield put(facts.composingChanged([...composing, command.payload]))
  if (commands.stopComposing.match(command)) yield put(facts.composingChanged(composing.filter((id) => id !== command.payload)))
  // It must not return, such as at a log-out.
  if (commands.close.match(command)) remote.own = null
  // Not "toggle": the state may have changed before the device receives it.
  const sent = commands.toggle.match(command) ? (selectIsPlaying({ player }) ? commands.pause() : commands.play()) : command
  const translated: Command[] | null = isCast(remote) ? yield* translate(remote, sent) : null
  for (const one of translated ?? [sent])
    if (isRemoteCommand(one)) yield* forward(remote, { type: one.type, payload: one.payload } as Command)
  if (commands.close.match(command)) yield call(() => remote.cast?.onClosed(remote.hasSent))
}

/** Sends a command, and shows its effect at once. */
function* forward(remote: Remote, command: Command): Effects {
  const { control, isLost } = remote
  if (control === null) {
    remote.early.push(command)
    return
  }
  if (control.isReleasing || isLost) return
  control.command(command)
  yield* show(remote, control)
}

function* onTick(remote: Remote, control: Control): Effects {
  const { position, duration } = control.state
  remote.clock.tick(position, duration)
  if (control.isRunning && remote.now() - remote.shownAt >= storeMs) {
    remote.shownAt = remote.now()
    yield put(facts.positionChanged({ position, duration }))
  }
  const problem = control.isReleasing || remote.isLost ? null : control.check()
  if (problem === 'lost') yield* lose(remote, control, 'unreachable')
  if (problem !== 'withdrawn') return
  yield* show(remote, control)
  remote.onUnresponsive()
}

function* onEvent(remote: Remote, control: Control, event: DeviceEvent): Effects {
  const { composing }: PlayerState = yield select(selectPlayer)
  if (event.type === 'connection') {
    control.setLinked(event.connected)
    // The device does not wait for the comments of a page that it has lost.
    if (event.connected) sendComposing(remote, control, composing)
    yield* show(remote, control)
  } else if (event.type === 'gone') {
    if (event.device === remote.device.id) yield* lose(remote, control, 'gone')
  } else {
    const message = event.from === remote.device.id ? readMessage(event.message) : null
    if (message === null || !('stream' in message)) return
    const { stream } = control
    yield* onReport(remote, control, message)
    const isReloaded = stream !== null && control.stream !== stream
    if (isReloaded) sendComposing(remote, control, composing)
  }
}

/** Requests the state of the device if its reports cannot be applied. */
function* applyReport(control: Control, effects: () => Effects): Effects {
  try {
    yield* effects()
  } catch (error) {
    console.error('A report of a device could not be applied', error)
    if (!control.isReleasing) control.sync()
  }
}

function* onReport(remote: Remote, control: Control, report: DeviceReport): Effects {
  yield* applyReport(control, function* () {
    const isNew = control.receive(report)
    // The fact may be an effect of a command that still counts as not carried out: with both, "next" would show the item after the next.
    if (isNew && report.type === 'fact' && control.isWaiting) remote.behindSince ??= remote.now()
    else if (isNew) yield* show(remote, control)
  })
  if (report.type !== 'released') return
  remote.isReleased = true
  remote.onReleased()
}

function* lose(remote: Remote, control: Control, loss: Loss): Effects {
  if (remote.isLost || control.isReleasing) return
  remote.isLost = true
  yield* show(remote, control)
  yield put(facts.intentChanged('pause'))
  // An effect, because the caller may cancel this saga at once.
  yield call(remote.onLost, loss)
}
