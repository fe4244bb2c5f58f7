/** What the model of the player, and the test that holds the engine against it, are made of. */
export interface Medium {
  name: string
  /** The player of each stream, by its letter, in the order of the post. */
  streams: string[]
  start: number
  end: number
  external: boolean
}

/** The order in which other players are tried (L5). */
export const registry = ['y', 's', 'f', 'i']
export const duration = 100

export type Heard = 'ready' | 'playing' | 'paused' | 'buffering' | 'blocked' | 'ended' | 'gone' | 'unreachable' | { time: number }

/** What an output says of it. */
export function eventOf(what: Heard) {
  if (typeof what === 'object') return { type: 'time' as const, position: what.time, duration }
  if (what === 'ready') return { type: what, duration }
  if (what === 'blocked') return { type: 'autoplayBlocked' as const }
  if (what === 'gone') return { type: 'failed' as const, code: 'gone' as const, scope: 'stream' as const }
  if (what === 'unreachable') return { type: 'failed' as const, code: 'network' as const, scope: 'network' as const }
  return { type: what }
}

export type State = 'playing' | 'paused'
/** Half seconds in which an output confirms a command, and in which a failure may explain a pause. */
export const limits = { command: 6, doubt: 10 }

export interface Life {
  plan: string[]
  /** Which of the plan is up; none where it waits for the network. */
  at: number
  open: boolean
  hasStarted: boolean
  refused: boolean
  reached: { position: number; duration: number } | null
  /** Where the stream is to be taken once its duration is known. */
  bring: { position: number; duration: number } | null
  start: number
  silence: number
  /** What the output confirmed, and the command that it has not confirmed. */
  confirmed: State | null
  pending: { target: State; left: number; replaces: boolean; contradicted: boolean; resent: boolean; moves: number; overdue: boolean } | null
  /** Half seconds for which an unsolicited pause may still turn out to be a failure's. */
  doubt: number
  /** Where it was in the last report. */
  latest: number
  /** Where it is sent; `from` is null before it can be sent. */
  seek: { to: number; from: number | null; left: number; resume: boolean } | null
}

