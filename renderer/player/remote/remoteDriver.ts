/**
 * The driver that controls another device. It sends the commands to the device, and shows the state that the device reports. The outputs of
 * this page are silent: only the local driver uses them.
 */
import { buffers, eventChannel, type EventChannel } from 'redux-saga'
import { delay, put, race, select, take } from 'redux-saga/effects'
import type { Command } from '../commands.ts'
import * as commands from '../commands.ts'
import type { Driver } from '../driver.ts'
import * as facts from '../facts.ts'
import type { DeviceEvent, DeviceLink, PositionSink, Settings } from '../ports.ts'
import { selectIsPlaying, selectPlayer } from '../selectors.ts'
import type { Device, MovedQueue, PlayerState, RemoteTarget } from '../state.ts'
import { isRemoteCommand, messageVersion, readMessage, type DeviceReport, type RemoteMessage } from './messages.ts'
import { createMirror, issue, receive, sharedStateOf, stateOf, withdrawPending } from './mirror.ts'

/** All ours, in ms. */
const timeouts = {
  /** Without the device's state in this time, the connection has failed. */
  connect: 5000,
  /** A command that the device has not carried out in this time is withdrawn. */
  command: 8000,
  /** A page without a connection that does not get it back in this time gives up. */
  reconnect: 30_000,
  /** The device closes its queue in this time when the queue moves away. */
  release: 1000,
  /** After this time without a report, the remote asks whether it has missed any: the device may have been reloaded. */
  silence: 12_000,
  /** The same while it is not connected: the device may have had no connection when the first messages were sent. */
  retry: 2000,
}
/** Interval (ms) at which the position is extrapolated between two reports. */
const tickMs = 250

/** Why the driver stops controlling the device by itself. */
export type Loss = 'unreachable' | 'gone'

export interface RemoteDriver extends Driver {
  readonly device: Device
  /**
   * Tells the device that its queue moves away, and resolves once it has closed it: false if it does not respond. Then the driver may be
   * replaced by another one, which takes over the queue.
   */
  release(): Promise<boolean>
}

export interface RemoteOptions {
  devices: DeviceLink
  clock: PositionSink
  settings: Settings
  device: Device
  /** `move`: the device gets the queue of this page. `control`: it keeps its own, which this page shows. */
  join: 'move' | 'control'
  /** The device has disappeared: this page shows the queue, paused. The caller puts the local driver in charge. */
  onLost(loss: Loss): void
  /** The device does not carry out commands at the moment. */
  onUnresponsive(): void
  now?: () => number
  /** A random id. */
  newSession?: () => string
}

export function createRemoteDriver({
  devices,
  clock,
  settings,
  device,
  join,
  onLost,
  onUnresponsive,
  now = () => performance.now(),
  newSession = () => Math.random().toString(36).slice(2),
}: RemoteOptions): RemoteDriver {
  let mirror = createMirror(undefined as never)
  const session = newSession()
  let status: RemoteTarget['status'] = 'connecting'
  /** The time (ms) of the last report of a position, to extrapolate from. */
  let reportedAt = now()
  /** The time (ms) of the last sign of the device, or of the last request for one. */
  let heardAt = now()
  /** The time (ms) since which the oldest pending command waits, or this page waits for the device or for its connection. */
  let waitingSince = now()
  /** The time (ms) at which the store got the state. */
  let shownAt = now()
  /** The queue of this page, which returns when it stops controlling the device without taking over its queue. */
  let own: MovedQueue | null = null
  /** Whether this page has a connection. */
  let isLinked = true
  /** Commands from before `begin` has finished; null afterwards. */
  let early: Command[] | null = []
  let released: (() => void) | null = null
  let isReleasing = false
  let isLost = false

  const send = (message: RemoteMessage): void => devices.send(device.id, { version: messageVersion, ...message })
  function sync(): void {
    heardAt = now()
    send({ type: 'sync', session, known: mirror.last, next: mirror.pending[0]?.number ?? mirror.issued + 1 })
    sendPending()
  }

  function sendCommand(command: Command): void {
    if (mirror.pending.length === 0) waitingSince = now()
    mirror = issue(mirror, command)
    send({ type: 'command', session, number: mirror.issued, command })
  }

  /** Shows the device's state with the pending commands. */
  function* show(): Generator<unknown, void, any> {
    const state = stateOf(mirror)
    yield put(facts.mirrored(sharedStateOf(state)))
    shownAt = now()
    clock.tick(state.position, state.duration)
  }

  /** Whether the device plays, so that its position grows. */
  const isRunning = ({ confirmed } = mirror) =>
    status === 'connected' && confirmed.phase === 'playing' && !confirmed.buffering && selectIsPlaying({ player: confirmed })

  /** Adds the time since the last report to the position of the device. */
  function extrapolate(): void {
    const { confirmed } = mirror
    const elapsed = isRunning() ? (now() - reportedAt) / 1000 : 0
    reportedAt = now()
    if (elapsed <= 0) return
    const end = Math.min(
      confirmed.queue.items[confirmed.queue.index]?.endTime ?? Infinity,
      confirmed.duration > 0 ? confirmed.duration : Infinity,
    )
    mirror = { ...mirror, confirmed: { ...confirmed, position: Math.max(confirmed.position, Math.min(confirmed.position + elapsed, end)) } }
  }

  function* setStatus(next: RemoteTarget['status']): Generator<unknown, void, any> {
    if (status === next) return
    status = next
    waitingSince = now()
    yield put(facts.remoteChanged({ ...device, status }))
  }

  function* onReport(report: DeviceReport): Generator<unknown, void, any> {
    extrapolate()
    if (isReleasing) {
      if (report.type !== 'released') return
      const { mirror: last } = receive(withdrawPending(mirror), { ...report, type: 'state', handled: mirror.issued })
      mirror = last
      yield* show()
      return released?.()
    }
    heardAt = now()
    const before = mirror
    const { mirror: after, isMissing } = receive(mirror, report)
    if (isMissing) return sync()
    if (after === before) return
    mirror = after
    // The device answers with its state if it was reloaded, or if commands were lost. Another stream starts with another number.
    if (report.type === 'state' && after.pending.length > 0) {
      if (before.last?.stream === report.stream) sendPending()
      else sync()
    }
    if (after.pending.length < before.pending.length) waitingSince = now()
    yield* setStatus('connected')
    yield* show()
  }

  /** The device ignores those that it has carried out. */
  function sendPending(): void {
    for (const { number, command } of mirror.pending) send({ type: 'command', session, number, command })
  }

  function* onConnection(connected: boolean): Generator<unknown, void, any> {
    isLinked = connected
    if (connected) {
      sync()
      waitingSince = now()
    } else {
      extrapolate()
      yield* setStatus('reconnecting')
      yield* show()
    }
  }

  function* lose(loss: Loss): Generator<unknown, void, any> {
    if (isLost) return
    isLost = true
    extrapolate()
    yield* show()
    yield put(facts.intentChanged('pause'))
    onLost(loss)
  }

  /** Time limits. */
  function* onTick(): Generator<unknown, void, any> {
    extrapolate()
    const { position, duration } = stateOf(mirror)
    clock.tick(position, duration)
    if (isRunning() && now() - shownAt >= 1000) {
      shownAt = now()
      yield put(facts.positionChanged({ position, duration }))
    }
    if (status === 'connected' && now() - heardAt > timeouts.silence) sync()
    else if (status !== 'connected' && isLinked && now() - heardAt > timeouts.retry) sync()
    const waited = now() - waitingSince
    if (status === 'connecting' && waited > timeouts.connect) return yield* lose('unreachable')
    if (status === 'reconnecting' && waited > timeouts.reconnect) return yield* lose('unreachable')
    if (status !== 'connected' || mirror.pending.length === 0 || waited < timeouts.command) return
    // Without its queue the device is of no use, and the queue must not be lost.
    if (mirror.pending.some(({ command }) => commands.adoptQueue.match(command))) return yield* lose('unreachable')
    mirror = withdrawPending(mirror)
    sync()
    yield* show()
    onUnresponsive()
  }

  function* onEvent(event: DeviceEvent): Generator<unknown, void, any> {
    if (event.type === 'connection') return yield* onConnection(event.connected)
    if (event.type === 'gone') {
      if (event.device === device.id) yield* lose('gone')
      return
    }
    const message = event.from === device.id ? readMessage(event.message) : null
    if (message === null || !('stream' in message)) return
    try {
      yield* onReport(message)
    } catch (error) {
      console.error('A report of a device could not be applied', error)
      sync()
    }
  }

  /** Takes over the state of this page. `move`: gives the device its queue and its volume. */
  function* begin(): Generator<unknown, void, any> {
    const player: PlayerState = yield select(selectPlayer)
    const { queue, repeat, position, duration, volume, muted } = player
    own = queue.index < 0 ? null : { queue, repeat, position, duration }
    mirror = createMirror(player)
    yield put(facts.remoteChanged({ ...device, status }))
    sync()
    if (join === 'move' && own !== null) {
      sendCommand(commands.adoptQueue(own))
      sendCommand(commands.setVolume(volume))
      if (muted) sendCommand(commands.setMuted(true))
    }
    const waiting = early ?? []
    early = null
    for (const command of waiting) yield* forward(command)
  }

  /** Sends a command, and shows its effect at once. */
  function* forward(command: Command): Generator<unknown, void, any> {
    if (early !== null) return void early.push(command)
    if (isReleasing || isLost) return
    extrapolate()
    sendCommand(command)
    yield* show()
  }

  return {
    device,

    *run(): Generator<unknown, void, any> {
      const events: EventChannel<DeviceEvent> = eventChannel((emit) => devices.subscribe(emit), buffers.expanding())
      try {
        yield* begin()
        for (;;) {
          const { event } = yield race({ event: take(events), tick: delay(tickMs) })
          if (event !== undefined) yield* onEvent(event as DeviceEvent)
          else yield* onTick()
        }
      } finally {
        events.close()
        if (!isReleasing) {
          send({ type: 'leave', close: false })
          yield put(facts.intentChanged('pause'))
        }
        yield put(facts.remoteChanged(null))
        // The volume of the device is not this page's.
        yield put(facts.volumeChanged(settings.read()))
        if (join === 'control' && !isReleasing && !isLost) yield put(own === null ? facts.closed() : facts.queueAdopted(own))
      }
    },

    *handle(command: Command): Generator<unknown, void, any> {
      const player: PlayerState = yield select(selectPlayer)
      if (commands.setMode.match(command)) return yield put(facts.modeChanged(command.payload))
      // The page itself holds nothing back: only the device knows whether its item is over.
      if (commands.startComposing.match(command) && !player.composing.includes(command.payload))
        yield put(facts.composingChanged([...player.composing, command.payload]))
      if (commands.stopComposing.match(command)) yield put(facts.composingChanged(player.composing.filter((id) => id !== command.payload)))
      // Not "toggle": the state may have changed before the device receives it.
      const sent = commands.toggle.match(command) ? (selectIsPlaying({ player }) ? commands.pause() : commands.play()) : command
      if (isRemoteCommand(sent)) yield* forward({ type: sent.type, payload: sent.payload } as Command)
    },

    release() {
      // The device's queue is not known yet, so it stays there.
      if (join === 'control' && mirror.last === null) return Promise.resolve(true)
      isReleasing = true
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), timeouts.release)
        released = () => {
          clearTimeout(timer)
          resolve(true)
        }
        send({ type: 'leave', close: true })
      })
    },
  }
}
