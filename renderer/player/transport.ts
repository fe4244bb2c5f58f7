/**
 * Whether one loaded stream plays or is paused, as far as its output has confirmed. A command is pending until a report
 * confirms it or its time limit is over. Reports cross a frame or a network: they may be late, repeated or unsolicited.
 * So only a report that contradicts a confirmed state is a person's, who used the provider's own controls. Pure.
 */
export type TransportState = 'playing' | 'paused'

export interface Transport {
  /** The stream has played: its output confirmed it at least once. */
  readonly hasStarted: boolean
  /** Null until the output confirms anything. */
  readonly confirmed: TransportState | null
  readonly pending: PendingCommand | null
  /** When an unsolicited pause was reported, in milliseconds, for as long as a failure or an end may still explain it. */
  readonly pausedAt: number | null
}

export interface PendingCommand {
  readonly target: TransportState
  /** Milliseconds. */
  readonly sentAt: number
  /** It replaced an opposite one that was pending. Reports of both may be in flight, so it stays pending for its whole time limit. */
  readonly isReplacement: boolean
  /** The output reported the opposite last. */
  readonly isContradicted: boolean
  readonly isResent: boolean
  /** How often the position moved on since. */
  readonly moves: number
  /** The time limit is over and nothing was reported: the next report decides. */
  readonly isOverdue: boolean
}

export interface Change {
  transport: Transport
  /** The person's new intent, where a report reveals one. */
  adopted?: TransportState
  /** The command must be sent once more. */
  resend?: true
}

/** Milliseconds in which an output confirms a command. Afterwards the state is what it reports. */
export const commandLimit = 3000
/** Milliseconds: a browser pauses a medium that breaks, and the reason follows once the server has responded (4 s). */
export const doubtLimit = 5000
/** Position events, four a second: more than can be in flight, so the medium really plays. */
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

/** A stream was loaded, paused or on its way to playing. */
export const loaded = (autoplay: boolean, now: number): Transport => ({
  hasStarted: false,
  confirmed: autoplay ? null : 'paused',
  pending: autoplay ? pendingFor('playing', now) : null,
  pausedAt: null,
})

/** A command is sent. One that only repeats the confirmed state has nothing to wait for. */
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

/** Whether the output is in this state as far as is known, so that it may be shown. */
export const isAccepted = ({ pending }: Transport, state: TransportState): boolean => pending === null || pending.target === state

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

/** A pause that arrives before the medium begins may get lost in the provider's frame, so it is sent a second time. */
function contradict(transport: Transport, pending: PendingCommand): Change {
  const resend = pending.target === 'paused' && !pending.isResent
  return {
    transport: { ...transport, pending: { ...pending, isContradicted: true, isResent: pending.isResent || resend } },
    ...(resend && { resend }),
  }
}

/** The position moved on. An output may ignore a pause without saying that it plays. */
export function move(transport: Transport): Change {
  const { pending } = transport
  if (pending?.target !== 'paused') return { transport }
  const counted = { ...pending, moves: pending.moves + 1 }
  return counted.moves < movesOfPlaying ? { transport: { ...transport, pending: counted } } : contradict(transport, counted)
}

/** The browser requires a gesture: the output is silent until the person interacts. */
export const refuse = (transport: Transport): Transport =>
  transport.pending?.target === 'paused' ? transport : { ...transport, confirmed: 'paused', pending: null, pausedAt: null }

/** When `expire` is due, in milliseconds; null where nothing is. A stream that has not started is the watchdog's. */
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
  // A play that changes nothing is not reported; one that should, and was not, leaves the stream to the watchdog.
  if (target === 'paused' || confirmed === 'playing') return { transport: settled(transport, target) }
  return { transport: { ...transport, pending: { ...pending, isOverdue: true } } }
}
