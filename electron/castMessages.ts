/**
 * What page and application send each other about Google Cast: the rows of the bridge that `bridge.ts` includes. A page knows devices by an
 * opaque id, and can request only what Strand uses; `cast/mediaRequest.ts` validates media requests once more before they reach a device.
 */
import * as z from 'zod/mini'
import type { CastErrorCode } from './cast/index.ts'

const text = (max: number) => z.string().check(z.maxLength(max))
const seconds = z.number().check(z.nonnegative(), z.lte(1e7))
const integer = z.int().check(z.nonnegative())
/** Numbers of a device. */
const id = z.int()
const webAddress = z.url({ protocol: /^https?$/ }).check(z.maxLength(8000))
/** Devices announce at most 100 characters. */
const deviceName = text(100)
const deviceId = z.string().check(z.regex(/^[\w-]{1,64}$/))
/** Counts the sessions of a page, so that an event of an earlier one is ignored. */
const session = z.int().check(z.positive())

/** A part of a message between the page and Strand's receiver (`renderer/player/remote/chunks.ts`). */
const part = z.object({ type: z.literal('part'), message: integer, part: integer, parts: integer, text: text(24_000) })

/** What Strand attaches to the items of a device's queue. */
const itemData = z.object({ v: z.literal(1), postId: text(8000), feedIndex: z.int(), itemId: text(64), owner: text(64) })

const newItem = z.object({
  media: z.object({
    contentId: webAddress,
    contentType: text(200),
    streamType: z.literal('BUFFERED'),
    metadata: z.object({
      metadataType: z.literal(0),
      title: text(2000),
      subtitle: text(2000),
      images: z.optional(z.array(z.object({ url: webAddress })).check(z.maxLength(1))),
    }),
    customData: itemData,
    duration: z.optional(seconds),
  }),
  autoplay: z.boolean(),
  startTime: seconds,
  preloadTime: seconds,
  customData: itemData,
})
const newItems = z.array(newItem).check(z.minLength(1), z.maxLength(50))

const mediaRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('QUEUE_LOAD'),
    items: newItems,
    startIndex: integer,
    currentTime: seconds,
    repeatMode: z.literal('REPEAT_OFF'),
  }),
  z.object({ type: z.literal('QUEUE_INSERT'), items: newItems }),
  z.object({ type: z.literal('PLAY') }),
  z.object({ type: z.literal('PAUSE') }),
  z.object({ type: z.literal('STOP') }),
  z.object({ type: z.literal('SEEK'), currentTime: seconds }),
])

const errorCodes = [
  'unreachable',
  'silent',
  'malformed',
  'no_app',
  'refused',
  'cancelled',
  'invalid',
  'ended',
] as const satisfies readonly CastErrorCode[]
const errorCode = z.enum(errorCodes)
/** Null: the device has done it. */
const outcome = z.nullable(errorCode)

/** Any sender may have made what a device plays: texts of another kind or length are left out. */
const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)
const playedMedia = z.object({
  contentId: text(8000),
  contentType: lenient(text(200)),
  duration: lenient(seconds),
  metadata: lenient(
    z.object({
      title: lenient(text(2000)),
      subtitle: lenient(text(2000)),
      images: lenient(z.array(z.object({ url: text(8000) })).check(z.maxLength(10))),
    }),
  ),
  customData: lenient(itemData),
})
const mediaState = z.object({
  mediaSessionId: z.number(),
  playerState: z.enum(['IDLE', 'PLAYING', 'PAUSED', 'BUFFERING', 'LOADING']),
  idleReason: z.optional(z.enum(['CANCELLED', 'INTERRUPTED', 'FINISHED', 'ERROR'])),
  /** Seconds, at the time of the event. */
  currentTime: lenient(z.number()),
  currentItemId: lenient(id),
  loadingItemId: lenient(id),
  media: lenient(playedMedia),
  items: lenient(z.array(z.object({ itemId: id, media: lenient(playedMedia), customData: lenient(itemData) })).check(z.maxLength(100))),
})

const sessionEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), part }),
  /** Null: the device plays nothing. */
  z.object({ type: z.literal('media'), media: z.nullable(mediaState) }),
  z.object({ type: z.literal('volume'), level: z.number().check(z.nonnegative(), z.lte(1)), muted: z.boolean() }),
  /** The connection was lost, and is being opened again. */
  z.object({ type: z.literal('reconnecting') }),
  z.object({ type: z.literal('reconnected') }),
  z.object({ type: z.literal('ended'), code: errorCode }),
])

export const castRequests = {
  /** Starts (true) or ends the search for devices: only while the page lists them. */
  searchCast: { argument: z.boolean(), result: z.void() },
  /**
   * Connects to a device that was found, and starts the receiver there, which needs a press of the person, or only joins it (`isJoining`).
   * The session before it is left. One session per window: it ends when its page is left.
   */
  connectCast: {
    argument: z.object({ session, device: deviceId, app: z.string().check(z.regex(/^\w{1,32}$/)), isJoining: z.boolean() }),
    result: z.object({ error: outcome }),
  },
  /** Sends a message to Strand's receiver. */
  sendToCast: { argument: part, result: z.void() },
  /** A request to Google's default receiver. */
  requestCastMedia: { argument: mediaRequest, result: outcome },
  /** The volume of the device, 0 to 1. */
  setCastVolume: { argument: z.object({ level: z.number().check(z.nonnegative(), z.lte(1)), muted: z.boolean() }), result: outcome },
  /** Leaves the device. True: the receiver is ended too, for every sender. */
  leaveCast: { argument: z.boolean(), result: z.void() },
} as const

export const castEvents = {
  /** All devices that the search has found. */
  onCastDevices: z.array(z.object({ id: deviceId, name: deviceName, hasScreen: z.boolean() })).check(z.maxLength(100)),
  onCastEvent: z.object({ session, event: sessionEvent }),
} as const

export type CastSessionEvent = z.infer<typeof sessionEvent>

/** An event of a device, without what is not part of it; null if the page must not get it. */
export const readSessionEvent = (event: unknown): CastSessionEvent | null => sessionEvent.safeParse(event).data ?? null
