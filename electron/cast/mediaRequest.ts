/**
 * The requests to Google's default receiver. They come from a page, so they are validated before they reach the device: what is not listed
 * here is left out, and a request that is not valid is not sent.
 */
/// <reference types="chromecast-caf-sender" />
import * as z from 'zod/mini'

/** The values of an enumeration of Google's SDK, as they are in messages. */
type Repeat = `${chrome.cast.media.RepeatMode}`
type Stream = `${chrome.cast.media.StreamType}`
type Resume = `${chrome.cast.media.ResumeState}`

const repeatMode = z.enum(['REPEAT_OFF', 'REPEAT_ALL', 'REPEAT_SINGLE', 'REPEAT_ALL_AND_SHUFFLE'] as const satisfies readonly Repeat[])
const resumeState = z.enum(['PLAYBACK_START', 'PLAYBACK_PAUSE'] as const satisfies readonly Resume[])
const streamType = z.enum(['BUFFERED', 'LIVE', 'OTHER'] as const satisfies readonly Stream[])

const seconds = z.number().check(z.nonnegative())
const id = z.int()
const name = z.string().check(z.maxLength(200))
/** Other schemes would name files or scripts of the device. The length is ours. */
const webAddress = z.url({ protocol: /^https?$/ }).check(z.maxLength(8000))
/** The session limits the whole message to 64 KB. */
const data = z.record(z.string(), z.unknown())

const media = z.object({
  contentId: webAddress,
  contentUrl: z.optional(webAddress),
  contentType: z.optional(name),
  streamType: z.optional(streamType),
  duration: z.nullish(seconds),
  metadata: z.nullish(data),
  customData: z.nullish(data),
})
const newItem = z.object({
  media,
  autoplay: z.optional(z.boolean()),
  startTime: z.optional(seconds),
  preloadTime: z.optional(seconds),
  customData: z.nullish(data),
})
/** Items of one request; ours. A window has 15 (K2). */
const maxItems = 50
const newItems = z.array(newItem).check(z.minLength(1), z.maxLength(maxItems))
const itemIds = z.array(id).check(z.minLength(1), z.maxLength(maxItems))
const place = { insertBefore: z.optional(id) }
const at = { currentItemId: z.optional(id), currentTime: z.optional(seconds) }

const mediaRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('GET_STATUS') }),
  z.object({
    type: z.literal('LOAD'),
    media,
    autoplay: z.optional(z.boolean()),
    currentTime: z.optional(seconds),
    customData: z.nullish(data),
  }),
  z.object({
    type: z.literal('QUEUE_LOAD'),
    items: newItems,
    startIndex: z.optional(z.int().check(z.nonnegative())),
    currentTime: z.optional(seconds),
    repeatMode: z.optional(repeatMode),
    customData: z.nullish(data),
  }),
  z.object({ type: z.literal('PLAY') }),
  z.object({ type: z.literal('PAUSE') }),
  z.object({ type: z.literal('STOP') }),
  z.object({ type: z.literal('SEEK'), currentTime: seconds, resumeState: z.optional(resumeState) }),
  z.object({
    type: z.literal('QUEUE_UPDATE'),
    jump: z.optional(z.int()),
    repeatMode: z.optional(repeatMode),
    ...at,
  }),
  z.object({ type: z.literal('QUEUE_INSERT'), items: newItems, ...place, ...at }),
  z.object({ type: z.literal('QUEUE_REMOVE'), itemIds, ...at }),
  z.object({ type: z.literal('QUEUE_REORDER'), itemIds, ...place, ...at }),
])

export type MediaRequest = z.input<typeof mediaRequest>

/** The request without what is not part of it; null if it is not valid. `request` may be anything. */
export const readMediaRequest = (request: unknown): MediaRequest | null => mediaRequest.safeParse(request).data ?? null
