/**
 * The requests to Google's default receiver. They come from a page, so they are validated before they reach the device: what is not listed
 * here is left out, and a request that is not valid is not sent.
 */
/// <reference types="chromecast-caf-sender" />
import { z } from 'zod'

/** The values of an enumeration of Google's SDK, as they are in messages. */
type Repeat = `${chrome.cast.media.RepeatMode}`
type Stream = `${chrome.cast.media.StreamType}`
type Resume = `${chrome.cast.media.ResumeState}`

const repeatMode = z.enum(['REPEAT_OFF', 'REPEAT_ALL', 'REPEAT_SINGLE', 'REPEAT_ALL_AND_SHUFFLE'] as const satisfies readonly Repeat[])
const resumeState = z.enum(['PLAYBACK_START', 'PLAYBACK_PAUSE'] as const satisfies readonly Resume[])
const streamType = z.enum(['BUFFERED', 'LIVE', 'OTHER'] as const satisfies readonly Stream[])

const seconds = z.number().min(0)
const id = z.number().int()
const name = z.string().max(200)
/** Other schemes would name files or scripts of the device. The length is ours. */
const webAddress = z.url({ protocol: /^https?$/ }).max(8000)
/** The session limits the whole message to 64 KB. */
const data = z.record(z.string(), z.unknown())

const media = z.object({
  contentId: webAddress,
  contentUrl: webAddress.optional(),
  contentType: name.optional(),
  streamType: streamType.optional(),
  duration: seconds.nullish(),
  metadata: data.nullish(),
  customData: data.nullish(),
})
const newItem = z.object({
  media,
  autoplay: z.boolean().optional(),
  startTime: seconds.optional(),
  preloadTime: seconds.optional(),
  customData: data.nullish(),
})
/** Items of one request; ours. A window has 15 (K2). */
const maxItems = 50
const newItems = z.array(newItem).min(1).max(maxItems)
const itemIds = z.array(id).min(1).max(maxItems)
const place = { insertBefore: id.optional() }
const at = { currentItemId: id.optional(), currentTime: seconds.optional() }

const mediaRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('GET_STATUS') }),
  z.object({
    type: z.literal('LOAD'),
    media,
    autoplay: z.boolean().optional(),
    currentTime: seconds.optional(),
    customData: data.nullish(),
  }),
  z.object({
    type: z.literal('QUEUE_LOAD'),
    items: newItems,
    startIndex: z.number().int().min(0).optional(),
    currentTime: seconds.optional(),
    repeatMode: repeatMode.optional(),
    customData: data.nullish(),
  }),
  z.object({ type: z.literal('PLAY') }),
  z.object({ type: z.literal('PAUSE') }),
  z.object({ type: z.literal('STOP') }),
  z.object({ type: z.literal('SEEK'), currentTime: seconds, resumeState: resumeState.optional() }),
  z.object({
    type: z.literal('QUEUE_UPDATE'),
    jump: z.number().int().optional(),
    repeatMode: repeatMode.optional(),
    ...at,
  }),
  z.object({ type: z.literal('QUEUE_INSERT'), items: newItems, ...place, ...at }),
  z.object({ type: z.literal('QUEUE_REMOVE'), itemIds, ...at }),
  z.object({ type: z.literal('QUEUE_REORDER'), itemIds, ...place, ...at }),
])

export type MediaRequest = z.input<typeof mediaRequest>

/** The request without what is not part of it; null if it is not valid. `request` may be anything. */
export const readMediaRequest = (request: unknown): MediaRequest | null => mediaRequest.safeParse(request).data ?? null
