/** Types and constants of the player model and its test. */
export interface Medium {
  name: string
  /** The output of each stream, by its letter, in the order of the post. */
  streams: string[]
  start: number
  end: number
  external: boolean
}

/** The order of outputs for fallbacks (L5). */
export const registry = ['y', 's', 'f', 'i']
export const duration = 100

export type ReportedEvent =
  'ready' | 'playing' | 'paused' | 'buffering' | 'blocked' | 'ended' | 'gone' | 'unreachable' | 'no sound' | { time: number }

/** The event of the output. */
export function eventOf(what: ReportedEvent) {
  if (typeof what === 'object') return { type: 'time' as const, position: what.time, duration }
  if (what === 'ready') return { type: what, duration }
  if (what === 'blocked') return { type: 'autoplayBlocked' as const }
  if (what === 'gone') return { type: 'failed' as const, code: 'gone' as const, scope: 'stream' as const }
  if (what === 'unreachable') return { type: 'failed' as const, code: 'network' as const, scope: 'network' as const }
  if (what === 'no sound') return { type: 'failed' as const, code: 'no-sound' as const, scope: 'device' as const }
  return { type: what }
}

export type State = 'playing' | 'paused'
/** A scheduled retry: half seconds left, and the number of attempts. */
export interface Wait {
  what: 'stream' | 'item' | 'ended' | 'failed'
  left: number
  tries: number
}

/** Half seconds before the next attempt. */
export const backOff = (tries: number): number => Math.min(4 * 2 ** tries, 120)
/** Half seconds for an output to confirm a command, and for a failure to explain a pause. */
export const limits = { command: 6, doubt: 10 }

export interface Life {
  plan: string[]
  /** Streams that were unreachable in this round. */
  lost: string[]
  /** The index of the current stream in the plan. */
  at: number
  open: boolean
  hasStarted: boolean
  refused: boolean
  reached: { position: number; duration: number } | null
  /** The position to restore once the duration is known. */
  bring: { position: number; duration: number } | null
  start: number
  silence: number
  /** The number of rounds through all streams. */
  tries: number
  /** The state confirmed by the output, and the unconfirmed command. */
  confirmed: State | null
  pending: {
    target: State
    left: number
    replaces: boolean
    contradicted: boolean
    resent: boolean
    moves: number
    overdue: boolean
  } | null
  /** Half seconds during which an unsolicited pause may still be the effect of a failure. */
  doubt: number
  /** The last reported position. */
  latest: number
  /** The target of a seek; `from` is null until it can be sent. */
  seek: { to: number; from: number | null; left: number; resume: boolean } | null
}

/** The state of the model. */
export class ModelState {
  items: Medium[] = []
  index = -1
  next: number | null = null
  previous: number | null = null
  /** Posts that pages do not add again. */
  barred = new Set<string>()
  shuffled = false

  phase = 'unknown'
  intent = 'pause'
  hidden = false
  online = true
  offline = false
  unreachable = false
  /** Whether Strand is reachable. */
  reachable = false
  wait: Wait | null = null
  /** Attempts to fetch the next page, and consecutive unreachable streams. */
  pageTries = 0
  lostInARow = 0
  repeat = false
  ended = false
  gesture = false
  buffering = false
  suspended = false
  held: 'ended' | 'failed' | null = null
  composing = new Set<string>()
  position = 0
  duration = 0
  /** Per failure: whether the network caused it. */
  failures: boolean[] = []
  /** Half seconds until a dead item is skipped, and of `recentlyStarted`. */
  skip = 0
  fresh = 0
  dead = false
  /** Whether the current item has ended. */
  itemOver = false
  /** The start position for the retry of a dead item. */
  deadSeek: number | null = null
  deadInARow = 0
  running = false
  life: Life | null = null
  /** The advance that waits for a page. */
  waiting: 'ended' | 'failed' | null = null
  moving: 'next' | 'previous' | null = null
  /** `type:uri` by post (BZ1). */
  readonly memory = new Map<string, string>()
  readonly reports: string[] = []
  /** The commands sent to outputs. */
  readonly outputCalls: string[] = []
}
