/** What can be wrong, and why a file did not play: a browser says the same of a dead link, of no network and of a file it cannot read. */
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

/** Milliseconds that the question may take; the engine waits meanwhile. */
const patience = 4000

/** What a server's status says of a file; null where it has it. */
export function failureOfStatus(status: number): Failure | null {
  if (status === 404 || status === 410) return failures.gone
  if (status === 401 || status === 402 || status === 403 || status === 451) return failures.private
  if (status === 408 || status === 429 || status >= 500) return failures.network
  return status >= 400 ? failures.unknown : null
}

interface Finding {
  /** Null where the server has the file, or does not say. */
  failure: Failure | null
  /** MIME type, where it was told. */
  type: string | null
}

/**
 * Asks the server, where it lets itself be asked by other pages; else at least whether there is one:
 * where it answers, the file is to blame.
 */
async function inquire(uri: string): Promise<Finding> {
  if (!navigator.onLine) return { failure: failures.network, type: null }
  const question = new AbortController()
  const timer = setTimeout(() => question.abort(), patience)
  const ask = (init: RequestInit) =>
    fetch(uri, { credentials: 'omit', cache: 'no-store', signal: question.signal, ...init })
  try {
    let answer = await ask({ method: 'HEAD' })
    // Signed addresses allow one method alone, and some servers know no HEAD.
    if (answer.status >= 400 && answer.status !== 404 && answer.status !== 410) answer = await ask({})
    return { failure: failureOfStatus(answer.status), type: answer.headers.get('Content-Type') }
  } catch {
    const failure = await ask({ method: 'HEAD', mode: 'no-cors' }).then(() => null, () => failures.network)
    return { failure, type: null }
  } finally {
    clearTimeout(timer)
    // Of what a GET answers only its head was wanted.
    question.abort()
  }
}

export const whyMissing = async (uri: string): Promise<Failure | null> => (await inquire(uri)).failure

/** Milliseconds in which a sound output starts. */
const outputLimit = 1000

/**
 * Whether the device has no sound output, to which Firefox answers with a decode error. It says so in the message of a file of
 * our own origin; for others an `AudioContext` that a person's gesture allows and that does not run tells.
 */
async function lacksOutput(message: string): Promise<boolean> {
  if (message.includes('OnMediaSinkAudioError')) return true
  if (navigator.userActivation?.hasBeenActive !== true || typeof AudioContext === 'undefined') return false
  const context = new AudioContext()
  await Promise.race([context.resume().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, outputLimit))])
  const runs = context.state === 'running'
  void context.close().catch(() => undefined)
  return !runs
}

/** Why a media element gave up. `isSound`: it has no picture, which would play without a sound output. */
export async function failureOfElement({ code, message }: MediaError, uri: string, isSound: boolean): Promise<Failure> {
  if (code === MediaError.MEDIA_ERR_DECODE) return isSound && (await lacksOutput(message)) ? failures.silent : failures.undecodable
  // Firefox says the status, even where the server may not be asked.
  const said = failureOfStatus(Number(/^(\d{3}): /.exec(message)?.[1] ?? 0))
  if (said !== null) return said
  const { failure, type } = await inquire(uri)
  if (failure !== null) return failure
  if (code === MediaError.MEDIA_ERR_NETWORK) return failures.network
  // It calls itself something that this browser plays, and is not.
  const claims = type !== null && document.createElement('video').canPlayType(type) !== ''
  return claims ? failures.undecodable : failures.unsupported
}
