/** Plays DASH by dash.js. Not by `dash-video-element`, which handles no errors and never destroys its player. */
import { MediaPlayer, type MediaPlayerErrorEvent } from 'dashjs'
import { failureOfStatus, failures, whyMissing, type Failure } from '../failures.ts'
import { backBuffer, createRecoveries, playOn, within720 } from './adaptive.ts'
import type { Attach } from './medium.ts'

/** Error codes of dash.js. */
const codes = {
  noManifest: 11,
  time: 16,
  noMediaSource: 23,
  noKeys: 24,
  manifest: 25,
  content: 27,
  xlink: 29,
  subtitles: 33,
  type: 35,
} as const

/** The `data` of an error about a failed request. */
interface Lost {
  request?: { url?: string }
  response?: { status?: number }
}

/**
 * Ignored errors. `noManifest` duplicates another error; after the others dash.js continues (clock synchronisation, a
 * part of the manifest on another server, subtitles).
 */
const harmless = new Set<number>([codes.noManifest, codes.time, codes.xlink, codes.subtitles])
const unsupported = new Set<number>([codes.noMediaSource, codes.noKeys, codes.type])
/** Whether loading failed: of the manifest, or of the index, content or initialisation of segments. */
const isLost = (code: number) => code >= codes.manifest && code < codes.xlink

async function failureOf({ code, data }: MediaPlayerErrorEvent['error'], address: string): Promise<Failure> {
  if (!isLost(code)) return unsupported.has(code) ? failures.unsupported : failures.undecodable
  const { request, response } = (data ?? {}) as Lost
  return failureOfStatus(response?.status ?? 0) ?? (await whyMissing(request?.url ?? address)) ?? failures.network
}

interface Manifest {
  Period?: { AdaptationSet?: { mimeType?: string; contentType?: string; Representation?: Representation[] }[] }[]
}
interface Representation {
  mimeType?: string
  width?: number
  height?: number
  /** Bits per second. */
  bandwidth: number
}

/** Kilobits per second of the best video of at most 720 px, over all periods; -1 (no limit) if there is no video. */
export function bitrateWithin720({ Period = [] }: Manifest): number {
  // Not the thumbnails of a seek bar, which are pictures too.
  const pictures = Period.flatMap(({ AdaptationSet = [] }) =>
    AdaptationSet.flatMap(({ mimeType, contentType, Representation = [] }) =>
      Representation.filter((one) => (one.mimeType ?? mimeType ?? contentType)?.startsWith('video') === true),
    ),
  )
  return pictures.length === 0 ? -1 : Math.ceil(Math.max(...within720(pictures).map(({ bandwidth }) => bandwidth)) / 1000)
}

export const attachDash: Attach = (element, address, fail, end) => {
  const player = MediaPlayer().create()
  const mayRecover = createRecoveries()
  /** The failure of a segment that is missing ahead of the position. */
  let fault: Failure | null = null
  const starved = () => fault !== null && fail(fault)

  player.updateSettings({
    debug: { logLevel: 0 },
    // `recover` limits the number of attempts.
    errors: { recoverAttempts: { mediaErrorDecode: Infinity } },
    streaming: {
      buffer: { bufferToKeep: backBuffer },
      // Few retries, because the engine has other streams to try.
      retryAttempts: { MPD: 1, InitializationSegment: 1, MediaSegment: 2 },
      // Its measurements of the network would be written to the visitor's storage.
      lastBitrateCachingInfo: { enabled: false },
      lastMediaSettingsCachingInfo: { enabled: false },
    },
  })
  player.on(MediaPlayer.events.MANIFEST_LOADED, ({ data }: { data?: Manifest }) => {
    if (data) player.updateSettings({ streaming: { abr: { maxBitrate: { video: bitrateWithin720(data) } } } })
  })
  player.on(MediaPlayer.events.FRAGMENT_LOADING_COMPLETED, ({ error }: { error?: unknown }) => {
    if (!error) fault = null
  })
  player.on(MediaPlayer.events.ERROR, (event) => {
    const { error } = event as MediaPlayerErrorEvent
    if (typeof error !== 'object' || harmless.has(error.code)) return
    void failureOf(error, address).then((failure) => {
      fault = failure
      // After a missing segment, the buffer before it is still played.
      if (error.code !== codes.content || element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) fail(failure)
    })
  })
  // If the audio is longer than the manifest states, dash.js pauses at the manifest's end, and the element never ends.
  player.on(MediaPlayer.events.PLAYBACK_ENDED, (event) => {
    if ((event as { isLast?: boolean }).isLast === true && !element.ended) end()
  })
  element.addEventListener('waiting', starved)
  player.initialize(element, address, false)
  return {
    detach() {
      element.removeEventListener('waiting', starved)
      player.destroy()
    },
    recover({ code }) {
      if (code !== MediaError.MEDIA_ERR_DECODE || !mayRecover()) return false
      // dash.js handles the same error after this listener, and opens a new source.
      playOn(element)
      return true
    },
  }
}
