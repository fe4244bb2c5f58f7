/**
 * Plays HLS by hls.js. Not by `hls-video-element`, which swallows fatal errors, so that a broken stream would be silent
 * until the timeout of the watchdog (`sagas/watchdog.ts`).
 */
import Hls, { ErrorDetails, ErrorTypes, Events, type ErrorData } from 'hls.js'
import { failureOfStatus, failures, whyMissing, type Failure } from '../failures.ts'
import { backBuffer, createRecoveries, playOn, within720 } from './adaptive.ts'
import type { Attach } from './medium.ts'

const statusOf = ({ response }: ErrorData): number => response?.code ?? 0

const unreadable = new Set<string>([ErrorDetails.MANIFEST_PARSING_ERROR, ErrorDetails.LEVEL_PARSING_ERROR])
const incompatible = new Set<string>([ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR, ErrorDetails.BUFFER_ADD_CODEC_ERROR])

/** The failure that an error means; null if only a request to the server can determine it. */
function failureOf(data: ErrorData): Failure | null {
  if (incompatible.has(data.details)) return failures.unsupported
  // hls.js reports an unreadable playlist as a network error.
  if (data.type !== ErrorTypes.NETWORK_ERROR || unreadable.has(data.details)) return failures.undecodable
  return failureOfStatus(statusOf(data))
}

export const attachHls: Attach = (element, address, fail) => {
  if (!Hls.isSupported()) {
    element.src = address
    return { detach: () => undefined }
  }
  const hls = new Hls({ backBufferLength: backBuffer })
  const mayRecover = createRecoveries()
  let recovering = false
  /** Number of consecutive segments that the server does not have. */
  let missing = 0
  /** The failure of a segment that is missing ahead of the position. */
  let fault: Failure | null = null
  const starved = () => fault !== null && fail(fault)

  hls.on(Events.FRAG_BUFFERED, () => {
    missing = 0
    fault = null
  })
  /** The element and hls.js may both report one error, so a second report during a recovery is the same one. */
  function recover(): boolean {
    if (recovering) return true
    if (!mayRecover()) return false
    recovering = true
    playOn(element)
    hls.recoverMediaError()
    return true
  }

  hls.on(Events.MEDIA_ATTACHED, () => {
    recovering = false
  })
  hls.on(Events.MANIFEST_PARSED, (_event, { levels }) => {
    // This event precedes the choice of the first segment. Levels are sorted by size.
    hls.autoLevelCapping = levels.lastIndexOf(within720(levels).at(-1)!)
  })
  hls.on(Events.ERROR, (_event, data) => {
    if (data.fatal && data.type === ErrorTypes.MEDIA_ERROR && !incompatible.has(data.details) && recover()) return
    if (data.fatal) {
      const failure = failureOf(data)
      if (failure !== null) fail(failure)
      else void whyMissing(data.url ?? address).then((found) => fail(found ?? failures.network))
    } else if (data.details === ErrorDetails.FRAG_LOAD_ERROR && statusOf(data) >= 400 && statusOf(data) < 500) {
      if (++missing <= hls.levels.length) return
      // hls.js considers this resolved although no other rendition is left, and stalls.
      fault = failureOf(data) ?? failures.gone
      if (element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) fail(fault)
    }
  })
  // The buffer before the missing segment is still played; then the element waits.
  element.addEventListener('waiting', starved)
  hls.loadSource(address)
  hls.attachMedia(element)
  return {
    detach() {
      element.removeEventListener('waiting', starved)
      hls.destroy()
    },
    recover: ({ code }) => code === MediaError.MEDIA_ERR_DECODE && recover(),
  }
}
