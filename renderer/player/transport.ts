/**
 * The transport: a state machine for whether one loaded stream plays or is paused, as pure functions. A command is
 * pending until a report of the output confirms it or its time limit is over. Reports cross a frame or a network, so
 * they may be late, repeated or unsolicited. Therefore only a report that contradicts a confirmed state counts as an
 * action of the person, in the provider's own controls.
 */
export type TransportState = 'playing' | 'paused'

export interface Transport {
  /** The output has confirmed at least once that the stream plays. */
  readonly hasStarted: boolean
  /** The last confirmed state; null before the first one. */
  readonly confirmed: TransportState | null
  readonly pending: PendingCommand | null
  /** When an unsolicited pause was reported (ms); null again when no failure or end has explained it in time. */
  readonly pausedAt: number | null
}

export interface PendingCommand {
  readonly target: TransportState
  /** Milliseconds. */
  readonly sentAt: number
  /**
   * It replaced a pending opposite command. Reports of both may be in flight, so it is pending for its whole time
   * limit.
   */
  readonly isReplacement: boolean
  /** The last report was the opposite state. */
  readonly isContradicted: boolean
  /** The command was sent a second time. */
  readonly isResent: boolean
  /** How often the position has moved since a pause command was sent. */
  readonly moves: number
  /** The time limit is over without a report: the next report determines the state. */
  readonly isOverdue: boolean
}

/** The result of a report or a time limit. */
export interface Change {
  transport: Transport
  /** The person's new intent, if the report shows one. */
  adopted?: TransportState
  /** The command must be sent once more. */
  resend?: true
}

/** Time limit for the confirmation of a command (ms). Afterwards the state is the one that the output reports. */
export const commandLimit = 3000
/**
 * Time (ms) in which a failure or the end may explain an unsolicited pause: a browser pauses a medium that fails, and
 * the cause is known only after a request with a timeout of 4 s (`outputs/failures.ts`).
 */
export const doubtLimit = 5000
/** Number of position events after a pause command that prove that the medium still plays. Fewer may be in flight. */
const movesOfPlaying = 4

const pendingFor = (target: TransportState, sentAt: number): PendingCommand => ({
  target,
  sentAt,
  isReplacement: false,
  isContradicted: false,
  isResent: false,
  moves: 0,
  isOverdue: false,
})

/** The state after a stream was loaded, paused or with a pending play. */
export const loaded = (autoplay: boolean, now: number): Transport => ({
  hasStarted: false,
  confirmed: autoplay ? null : 'paused',
  pending: autoplay ? pendingFor('playing', now) : null,
  pausedAt: null,
})

/** A command is sent. It is not pending if it only repeats the confirmed state. */
export function send(transport: Transport, target: TransportState, now: number): Transport {
  const { pending: before, confirmed } = transport
  if (before === null && confirmed === target) return { ...transport, pausedAt: null }
  const isReplacement = before !== null && (before.isReplacement || before.target !== target)
  return { ...transport, pausedAt: null, pending: { ...pendingFor(target, now), isReplacement } }
}

const settled = (transport: Transport, confirmed: TransportState): Transport => ({
  hasStarted: transport.hasStarted || confirmed === 'playing',
  confirmed,
  pending: null,
  pausedAt: null,
})

/** Whether a reported state may be shown: no command for the opposite state is pending. */
export const isAccepted = ({ pending }: Transport, state: TransportState): boolean => pending === null || pending.target === state

/** The output reports a state. */
export function report(transport: Transport, state: TransportState, now: number): Change {
  const { pending, confirmed } = transport
  if (pending === null) {
    if (confirmed === state) return { transport }
    return { transport: { ...settled(transport, state), pausedAt: state === 'paused' ? now : null }, adopted: state }
  }
  if (pending.target === state) {
    const next = settled(transport, state)
    return { transport: pending.isReplacement && !pending.isOverdue ? { ...next, pending: { ...pending, isContradicted: false } } : next }
  }
  return pending.isOverdue ? { transport: settled(transport, state), adopted: state } : contradict(transport, pending)
}

/**
 * A report contradicts the pending command. A pause is sent a second time, because a provider's frame may lose a pause
 * that arrives before the medium starts.
 */
function contradict(transport: Transport, pending: PendingCommand): Change {
  const resend = pending.target === 'paused' && !pending.isResent
  return {
    transport: { ...transport, pending: { ...pending, isContradicted: true, isResent: pending.isResent || resend } },
    ...(resend && { resend }),
  }
}

/**
 * The position moved. After enough moves this contradicts a pending pause, which an output may ignore without a report.
 */
export function move(transport: Transport): Change {
  const { pending } = transport
  if (pending?.target !== 'paused') return { transport }
  const counted = { ...pending, moves: pending.moves + 1 }
  return counted.moves < movesOfPlaying ? { transport: { ...transport, pending: counted } } : contradict(transport, counted)
}

/** The browser requires a user gesture: the output is paused until then. */
export const refuse = (transport: Transport): Transport =>
  transport.pending?.target === 'paused' ? transport : { ...transport, confirmed: 'paused', pending: null, pausedAt: null }

/** When `expire` must be called (ms); null if no time limit applies. The watchdog limits the start of a stream. */
export function dueAt({ hasStarted, pending, pausedAt }: Transport): number | null {
  if (pausedAt !== null) return pausedAt + doubtLimit
  if (pending === null || pending.isOverdue || (pending.target === 'playing' && !hasStarted)) return null
  return pending.sentAt + commandLimit
}

/** A time limit is over. */
export function expire(transport: Transport): Change {
  const { pending, confirmed } = transport
  if (pending === null) return { transport: { ...transport, pausedAt: null } }
  const { target, isContradicted } = pending
  if (isContradicted) {
    const adopted = target === 'playing' ? 'paused' : 'playing'
    return { transport: settled(transport, adopted), adopted }
  }
  // Outputs do not report a play that changes nothing, and may not report a pause. A play that should have changed the
  // state stays pending; the watchdog limits it.
  if (target === 'paused' || confirmed === 'playing') return { transport: settled(transport, target) }
  return { transport: { ...transport, pending: { ...pending, isOverdue: true } } }
}
