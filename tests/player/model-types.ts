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

export type Heard =
  'ready' | 'playing' | 'paused' | 'buffering' | 'blocked' | 'ended' | 'gone' | 'unreachable' | 'no sound' | { time: number }

/** What an output says of it. */
export function eventOf(what: Heard) {
  if (typeof what === 'object') return { type: 'time' as const, position: what.time, duration }
  if (what === 'ready') return { type: what, duration }
  if (what === 'blocked') return { type: 'autoplayBlocked' as const }
  if (what === 'gone') return { type: 'failed' as const, code: 'gone' as const, scope: 'stream' as const }
  if (what === 'unreachable') return { type: 'failed' as const, code: 'network' as const, scope: 'network' as const }
  if (what === 'no sound') return { type: 'failed' as const, code: 'no-sound' as const, scope: 'device' as const }
  return { type: what }
}

export type State = 'playing' | 'paused'
/** What is tried again once the network answers, after how many half seconds, and how often it was. */
export interface Wait {
  what: 'stream' | 'item' | 'ended' | 'failed'
  left: number
  tries: number
}

/** Half seconds before another try. */
export const backOff = (tries: number): number => Math.min(4 * 2 ** tries, 120)
/** Half seconds in which an output confirms a command, and in which a failure may explain a pause. */
export const limits = { command: 6, doubt: 10 }

export interface Life {
  plan: string[]
  /** Streams that the network did not answer in this round. */
  lost: string[]
  /** Which of the plan is up. */
  at: number
  open: boolean
  hasStarted: boolean
  refused: boolean
  reached: { position: number; duration: number } | null
  /** Where the stream is to be taken once its duration is known. */
  bring: { position: number; duration: number } | null
  start: number
  silence: number
  /** How often all of its streams were tried. */
  tries: number
  /** What the output confirmed, and the command that it has not confirmed. */
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
  /** Half seconds for which an unsolicited pause may still turn out to be a failure's. */
  doubt: number
  /** Where it was in the last report. */
  latest: number
  /** Where it is sent; `from` is null before it can be sent. */
  seek: { to: number; from: number | null; left: number; resume: boolean } | null
}

/** Everything that the model knows. */
export class ModelState {
  items: Medium[] = []
  index = -1
  next: number | null = null
  previous: number | null = null
  /** No page brings these. */
  barred = new Set<string>()
  shuffled = false

  phase = 'unknown'
  intent = 'pause'
  hidden = false
  online = true
  offline = false
  unreachable = false
  /** Strand answers. */
  reachable = false
  wait: Wait | null = null
  /** How often the page behind the end was tried, and how many streams in a row were not answered. */
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
  /** Whether each was the network's. */
  failures: boolean[] = []
  /** Half seconds until the dead item is skipped, and for which the item has just begun. */
  skip = 0
  fresh = 0
  dead = false
  /** The current item came to its end. */
  itemOver = false
  /** Where a dead item is tried again. */
  deadSeek: number | null = null
  deadInARow = 0
  running = false
  life: Life | null = null
  /** What waits for a page. */
  waiting: 'ended' | 'failed' | null = null
  moving: 'next' | 'previous' | null = null
  /** `type:uri` by post (BZ1). */
  readonly memory = new Map<string, string>()
  readonly reports: string[] = []
  /** What outputs were told. */
  readonly told: string[] = []
}
