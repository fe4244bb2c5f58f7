/**
 * The bridge between the desktop application and the page of a server: one table of requests and one of events. Both sides validate by it.
 * The application is released independently of the server: a change that an older page or application would not understand needs another
 * `bridgeProtocol`.
 */
import * as z from 'zod/mini'
import { castEvents, castRequests } from './castMessages.ts'
import type { Intent } from './policy/deepLink.ts'
import type { Notice } from './policy/notices.ts'
import type { Playback, PlayerCommand } from './policy/playback.ts'

export const bridgeProtocol = 1

/** The name of the bridge in a page's global scope. */
export const bridgeName = 'strand'

const text = (max: number) => z.string().check(z.maxLength(max))
const seconds = z.nullable(z.number().check(z.nonnegative(), z.lte(1e7)))

const intent: z.ZodMiniType<Intent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), path: text(1024) }),
  z.object({ type: z.literal('play'), id: text(64), startTime: seconds }),
  z.object({ type: z.literal('queue'), id: text(64) }),
  z.object({ type: z.literal('pair'), code: text(64) }),
])

const playback: z.ZodMiniType<Playback> = z.object({
  status: z.enum(['none', 'playing', 'paused']),
  title: text(300),
  creator: text(300),
  medium: z.enum(['video', 'audio', 'remote']),
  canPrevious: z.boolean(),
  canNext: z.boolean(),
  position: seconds,
  duration: seconds,
})

const playerCommand: z.ZodMiniType<PlayerCommand> = z.enum(['play', 'pause', 'previous', 'next'])

const notice: z.ZodMiniType<Notice> = z.object({ tag: text(300), title: text(300), path: text(1024), time: text(40) })

/** Requests of the page, each with its argument and its result. */
export const requests = {
  /** Intents of links that arrived before the page subscribed to `onIntent`. Each is returned once. */
  takeIntents: { argument: z.void(), result: z.array(intent) },
  /** For tray, task bar and sleep: at each change, and at most once a second while the position changes. */
  reportPlayback: { argument: playback, result: z.void() },
  /**
   * The latest notifications of the signed-in member that the push preferences allow: after each load, and whenever there are new ones. The
   * application shows those that are new since the first report, while the window is in the background.
   */
  reportNotices: { argument: z.object({ member: text(100), notices: z.array(notice).check(z.maxLength(20)) }), result: z.void() },
  /** Whether the window is small. */
  getMiniPlayer: { argument: z.void(), result: z.boolean() },
  /** Makes the window small and always on top, or restores it. Returns whether it is small: it is only while the player has something to play. */
  setMiniPlayer: { argument: z.boolean(), result: z.boolean() },
  ...castRequests,
} as const

/** Events of the application, each with its value. */
export const events = {
  onIntent: intent,
  onPlayerCommand: playerCommand,
  /** The window has become small (true) or has its own size again. */
  onMiniPlayer: z.boolean(),
  /** The computer has been asleep: connections may be dead. */
  onResume: z.void(),
  ...castEvents,
} as const

export type RequestName = keyof typeof requests
export type EventName = keyof typeof events
export type RequestArgument<N extends RequestName> = z.infer<(typeof requests)[N]['argument']>
export type RequestResult<N extends RequestName> = z.infer<(typeof requests)[N]['result']>
export type EventValue<N extends EventName> = z.infer<(typeof events)[N]>

/** `forbidden`: the page may not use the bridge. `invalid`: an argument or answer does not match the table. `failed`: the request failed. */
export type BridgeErrorCode = 'forbidden' | 'invalid' | 'failed'

/** Errors are values: an error that is thrown across processes loses its fields. */
export type BridgeAnswer<T> = { ok: true; value: T } | { ok: false; code: BridgeErrorCode; message: string }

export const refusal = (code: BridgeErrorCode, message: string): BridgeAnswer<never> => ({ ok: false, code, message })

export const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), code: z.enum(['forbidden', 'invalid', 'failed']), message: text(1000) }),
])

/** The object `window.strand`. Subscriptions return a function that ends them. */
export type Bridge = { readonly protocol: typeof bridgeProtocol } & {
  readonly [N in RequestName]: (argument: RequestArgument<N>) => Promise<BridgeAnswer<RequestResult<N>>>
} & {
  readonly [N in EventName]: (listener: (value: EventValue<N>) => void) => () => void
}

export const channelOf = (name: RequestName | EventName): string => `strand:${name}`

export const requestNames = Object.keys(requests) as RequestName[]
export const eventNames = Object.keys(events) as EventName[]
