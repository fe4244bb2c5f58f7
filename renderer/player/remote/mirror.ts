/**
 * The state of another device, as a remote knows it: what the device has reported, and the remote's own commands that the device has not
 * carried out yet. Pure functions.
 */
import type { Command } from '../commands.ts'
import { reducer } from '../reducer.ts'
import { initialState, type PlayerState, type SharedState } from '../state.ts'
import type { DeviceReport } from './messages.ts'
import { predict } from './prediction.ts'

interface Pending {
  /** Counts the commands of this remote from 1. */
  number: number
  command: Command
}

export interface Mirror {
  /** The device's stream and the last message of it; null before the first state. */
  last: { stream: string; seq: number } | null
  /** The state that the device has reported; before the first one, the state that this page had. */
  confirmed: PlayerState
  /** Commands that the device has not carried out yet, in order. */
  pending: readonly Pending[]
  /** Number of commands so far. */
  issued: number
}

export const createMirror = (state: PlayerState): Mirror => ({ last: null, confirmed: state, pending: [], issued: 0 })

/** The command is shown at once, and withdrawn if the device carries it out otherwise or not at all. */
export function issue(mirror: Mirror, command: Command): Mirror {
  const number = mirror.issued + 1
  return { ...mirror, issued: number, pending: [...mirror.pending, { number, command }] }
}

/** Drops the commands that were not carried out: they count as refused. */
export const withdrawPending = (mirror: Mirror): Mirror => ({ ...mirror, pending: [] })

/**
 * The mirror after a message. `isMissing`: messages before this one were lost, so the state must be requested. Repeated and late messages
 * change nothing.
 */
export function receive(mirror: Mirror, report: DeviceReport): { mirror: Mirror; isMissing: boolean } {
  const { last } = mirror
  const { stream, seq } = report
  const isKnown = last !== null && last.stream === stream
  const isState = report.type === 'state'
  if (isKnown && (isState ? seq < last.seq : seq <= last.seq)) return { mirror, isMissing: false }
  const upTo = { ...mirror, last: { stream, seq } }
  if (isState) {
    const confirmed: PlayerState = { ...initialState, ...report.state, composing: [], remote: null }
    return { mirror: { ...settle(upTo, report.handled), confirmed }, isMissing: false }
  }
  if (!isKnown || seq !== last.seq + 1) return { mirror, isMissing: true }
  if (report.type === 'fact') return { mirror: { ...upTo, confirmed: reducer(mirror.confirmed, report.fact) }, isMissing: false }
  return { mirror: report.type === 'handled' ? settle(upTo, report.handled) : upTo, isMissing: false }
}

/** Drops the commands that the device has carried out. */
const settle = (mirror: Mirror, handled: number): Mirror =>
  mirror.pending.some(({ number }) => number <= handled)
    ? { ...mirror, pending: mirror.pending.filter(({ number }) => number > handled) }
    : mirror

/** The state to show: the device's, with the pending commands carried out. */
export const stateOf = ({ confirmed, pending }: Mirror): PlayerState =>
  pending.reduce((state, { command }) => predict(state, command), confirmed)

/** The part of a state that devices share. */
export function sharedStateOf({
  mode: _mode,
  composing: _composing,
  canPip: _canPip,
  pip: _pip,
  remotePlayback: _remotePlayback,
  remote: _remote,
  ...shared
}: PlayerState): SharedState {
  return shared
}
