/** A remote's side of the connection to a device: sends commands, mirrors the state, and detects lost messages. No sagas, no timers. */
import type { Command } from '../commands.ts'
import * as commands from '../commands.ts'
import type { DeviceLink } from '../ports.ts'
import { selectIsPlaying } from '../selectors.ts'
import type { Device, PlayerState, RemoteTarget } from '../state.ts'
import { messageVersion, type DeviceReport, type RemoteMessage } from './messages.ts'
import { createMirror, issue, receive, stateOf, withdrawPending, type Mirror } from './mirror.ts'

/** All ours, in ms. */
const timeouts = {
  /** Without the device's state in this time, the connection has failed. */
  connect: 5000,
  /** A command that the device has not carried out in this time is withdrawn. */
  command: 8000,
  /** A page without a connection that does not get it back in this time gives up. */
  reconnect: 30_000,
  /** After this time without a report, the remote requests one: the device may have been reloaded. */
  silence: 12_000,
  /** The same while it is not connected: the device may have had no connection when the first messages were sent. */
  retry: 2000,
}

export interface ControlOptions {
  devices: DeviceLink
  device: Device
  /** The time in ms. */
  now: () => number
  /** Identifies this time of control among those of this page. */
  session: string
}

export class Control {
  status: RemoteTarget['status'] = 'connecting'
  /** Set while the device closes its queue: its reports no longer change the state. */
  isReleasing = false
  private readonly options: ControlOptions
  private mirror: Mirror
  /** Whether this page has a connection. */
  private isLinked = true
  /** The time (ms) up to which the position is extrapolated. */
  private extrapolatedTo: number
  /** The time (ms) of the last report of the device, or of the last request for one. */
  private reportedAt: number
  /** The time (ms) since which the oldest pending command waits, or this page waits for the device or for its connection. */
  private waitingSince: number

  /** @param state the state of this page, which is shown until the device has reported its own. */
  constructor(options: ControlOptions, state: PlayerState) {
    this.options = options
    this.mirror = createMirror(state)
    this.extrapolatedTo = this.reportedAt = this.waitingSince = options.now()
  }

  /** The state to show. */
  get state(): PlayerState {
    this.extrapolate()
    return stateOf(this.mirror)
  }

  /** Whether the state of the device is known. */
  get isKnown(): boolean {
    return this.mirror.last !== null
  }

  /** Whether the device has not carried out all commands yet. */
  get isWaiting(): boolean {
    return this.mirror.pending.length > 0
  }

  /** The stream of the device's reports, which changes when the device is reloaded; null before the first one. */
  get stream(): string | null {
    return this.mirror.last?.stream ?? null
  }

  /** Whether the device plays, so that its position grows. */
  get isRunning(): boolean {
    const { confirmed } = this.mirror
    return this.status === 'connected' && confirmed.phase === 'playing' && !confirmed.buffering && selectIsPlaying({ player: confirmed })
  }

  send(message: RemoteMessage): void {
    this.options.devices.send(this.options.device.id, { version: messageVersion, ...message })
  }

  /** Requests what was missed, and repeats the commands that the device has not carried out. It ignores those that it has. */
  sync(): void {
    const { last, pending, issued } = this.mirror
    this.reportedAt = this.options.now()
    this.send({ type: 'sync', session: this.options.session, known: last, next: pending[0]?.number ?? issued + 1 })
    this.sendPending()
  }

  command(command: Command): void {
    this.extrapolate()
    if (this.mirror.pending.length === 0) this.waitingSince = this.options.now()
    this.mirror = issue(this.mirror, command)
    this.send({ type: 'command', session: this.options.session, number: this.mirror.issued, command })
  }

  /** Returns whether the state or the status has changed. */
  receive(report: DeviceReport): boolean {
    this.extrapolate()
    if (this.isReleasing) {
      if (report.type !== 'released') return false
      this.mirror = receive(withdrawPending(this.mirror), { ...report, type: 'state', handled: this.mirror.issued }).mirror
      return true
    }
    this.reportedAt = this.options.now()
    const before = this.mirror
    const { mirror, isMissing } = receive(before, report)
    if (isMissing) this.sync()
    // An answer without news, after a connection was lost: nothing was missed.
    const isCurrent = !isMissing && mirror.last?.stream === report.stream && mirror.last.seq === report.seq
    if (mirror === before && (!isCurrent || this.status === 'connected')) return false
    this.mirror = mirror
    if (mirror.pending.length < before.pending.length) this.waitingSince = this.options.now()
    this.setStatus('connected')
    // The device answers with its state if it was reloaded, or if commands were lost. Another stream starts with another number.
    if (report.type === 'state' && mirror.pending.length > 0) {
      if (before.last?.stream === report.stream) this.sendPending()
      else this.sync()
    }
    return true
  }

  setLinked(isLinked: boolean): void {
    this.extrapolate()
    this.isLinked = isLinked
    this.waitingSince = this.options.now()
    if (isLinked) this.sync()
    else this.setStatus('reconnecting')
  }

  /**
   * Checks the time limits. `lost`: the device cannot be controlled any more; `withdrawn`: it has not carried out the pending commands, so
   * they are withdrawn.
   */
  check(): 'lost' | 'withdrawn' | null {
    const now = this.options.now()
    const waited = now - this.waitingSince
    const silent = now - this.reportedAt
    if (this.isLinked && silent > (this.status === 'connected' ? timeouts.silence : timeouts.retry)) this.sync()
    if (this.status === 'connecting') return waited > timeouts.connect ? 'lost' : null
    if (this.status === 'reconnecting') return waited > timeouts.reconnect ? 'lost' : null
    if (this.mirror.pending.length === 0 || waited < timeouts.command) return null
    // Without its queue the device is of no use, and the queue must not be lost.
    if (this.mirror.pending.some(({ command }) => commands.adoptQueue.match(command))) return 'lost'
    this.mirror = withdrawPending(this.mirror)
    this.sync()
    return 'withdrawn'
  }

  private sendPending(): void {
    for (const { number, command } of this.mirror.pending) this.send({ type: 'command', session: this.options.session, number, command })
  }

  private setStatus(status: RemoteTarget['status']): void {
    if (this.status === status) return
    this.status = status
    this.waitingSince = this.options.now()
  }

  /** Adds the time since the last report to the position of the device. */
  private extrapolate(): void {
    const now = this.options.now()
    const elapsed = this.isRunning ? (now - this.extrapolatedTo) / 1000 : 0
    this.extrapolatedTo = now
    if (elapsed <= 0) return
    const { confirmed } = this.mirror
    const { queue, duration, position } = confirmed
    const end = Math.min(queue.items[queue.index]?.endTime ?? Infinity, duration > 0 ? duration : Infinity)
    this.mirror = { ...this.mirror, confirmed: { ...confirmed, position: Math.max(position, Math.min(position + elapsed, end)) } }
  }
}
