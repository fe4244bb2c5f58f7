/**
 * Common failures of outputs, and the cause of a file's failure: browsers report a dead link, no network and an
 * unreadable file with the same error, so the file is requested once more.
 */
import type { FailureCode, FailureScope } from '../failures.ts'

export interface Failure {
  code: FailureCode
  scope: FailureScope
}

export const failures = {
  gone: { code: 'gone', scope: 'stream' },
  private: { code: 'private', scope: 'stream' },
  undecodable: { code: 'undecodable', scope: 'stream' },
  unsupported: { code: 'unsupported', scope: 'stream' },
  unknown: { code: 'unknown', scope: 'stream' },
  network: { code: 'network', scope: 'network' },
  silent: { code: 'no-sound', scope: 'device' },
} as const satisfies Record<string, Failure>

/** Timeout of the request that determines the cause (ms); the engine waits for it. */
const requestTimeoutMs = 4000

/** The failure that an HTTP status means; null if the server has the file. */
export function failureOfStatus(status: number): Failure | null {
  if (status === 404 || status === 410) return failures.gone
  if (status === 401 || status === 402 || status === 403 || status === 451) return failures.private
  if (status === 408 || status === 429 || status >= 500) return failures.network
  return status >= 400 ? failures.unknown : null
}

interface ServerAnswer {
  /** Null if the server has the file, or the status is unknown. */
  failure: Failure | null
  /** MIME type; null if unknown. */
  type: string | null
}

/** Requests the file if CORS allows it, otherwise only checks whether the server responds. */
async function requestFile(uri: string): Promise<ServerAnswer> {
  if (!navigator.onLine) return { failure: failures.network, type: null }
  const request = new AbortController()
  const timer = setTimeout(() => request.abort(), requestTimeoutMs)
  const send = (init: RequestInit) => fetch(uri, { credentials: 'omit', cache: 'no-store', signal: request.signal, ...init })
  try {
    let answer = await send({ method: 'HEAD' })
    // Signed addresses allow only one method, and some servers do not support HEAD.
    if (answer.status >= 400 && answer.status !== 404 && answer.status !== 410) answer = await send({})
    return { failure: failureOfStatus(answer.status), type: answer.headers.get('Content-Type') }
  } catch {
    const failure = await send({ method: 'HEAD', mode: 'no-cors' }).then(
      () => null,
      () => failures.network,
    )
    return { failure, type: null }
  } finally {
    clearTimeout(timer)
    // Only the headers of a GET are needed.
    request.abort()
  }
}

/** Why a file could not be loaded; null if the server responds and reports no error. */
export const whyMissing = async (uri: string): Promise<Failure | null> => (await requestFile(uri)).failure

/** Time in which an `AudioContext` starts if there is a sound output (ms). */
const soundOutputTimeoutMs = 1000

/**
 * Whether the device has no sound output, which Firefox reports as a decode error. For a file of this origin, the error
 * message names the cause. For others, the cause is certain if an `AudioContext` does not run after a user gesture.
 */
async function lacksOutput(message: string): Promise<boolean> {
  if (message.includes('OnMediaSinkAudioError')) return true
  if (navigator.userActivation?.hasBeenActive !== true || typeof AudioContext === 'undefined') return false
  const context = new AudioContext()
  await Promise.race([context.resume().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, soundOutputTimeoutMs))])
  const runs = context.state === 'running'
  void context.close().catch(() => undefined)
  return !runs
}

/**
 * The failure behind the error of a media element. `isSound`: the medium has no picture, so it needs a sound output.
 */
export async function failureOfElement({ code, message }: MediaError, uri: string, isSound: boolean): Promise<Failure> {
  if (code === MediaError.MEDIA_ERR_DECODE) return isSound && (await lacksOutput(message)) ? failures.silent : failures.undecodable
  // In Firefox the message starts with the HTTP status, even without CORS.
  const reported = failureOfStatus(Number(/^(\d{3}): /.exec(message)?.[1] ?? 0))
  if (reported !== null) return reported
  const { failure, type } = await requestFile(uri)
  if (failure !== null) return failure
  if (code === MediaError.MEDIA_ERR_NETWORK) return failures.network
  // If the MIME type is playable, the content is not what the type claims.
  const isPlayableType = type !== null && document.createElement('video').canPlayType(type) !== ''
  return isPlayableType ? failures.undecodable : failures.unsupported
}
