/** The error class of all services, and the middleware that turns every error into an answer (decision 6). */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { errorCodes, messages, type ErrorCode, type Failure } from '#contract/index.ts'
import { isDeparture } from './departure.ts'
import { clearEndedSession, hasEndedSession } from './session.ts'

/** Default messages per error code. */
export const defaultMessages: Record<ErrorCode, string> = {
  invalid: messages.invalid,
  malformed: messages.malformed,
  unauthenticated: messages.notSignedIn,
  forbidden: messages.forbidden,
  email_in_use: messages.emailInUse,
  account_exists: messages.accountExists,
  account_does_not_exist: messages.accountDoesNotExist,
  wrong_credentials: messages.wrongCredentials,
  foreign_origin: messages.foreignOrigin,
  suspended: messages.suspended,
  not_found: messages.notFound,
  conflict: messages.invalid,
  too_large: messages.tooLarge,
  unsupported_type: messages.wrongType,
  too_many_requests: messages.tooManyRequests,
  internal: messages.serverError,
  not_implemented: messages.notImplemented,
  unavailable: messages.serverError,
  read_only: messages.readOnly,
}

export class StrandError extends Error {
  override name = 'StrandError'
  readonly code: ErrorCode
  /** Messages by field, shown in forms. */
  readonly fields: Record<string, string> | undefined
  /** Seconds to wait before a retry, for `too_many_requests` and `unavailable`. */
  retryAfter: number | undefined

  constructor(code: ErrorCode, message: string = defaultMessages[code], fields?: Record<string, string>) {
    super(message)
    this.code = code
    this.fields = fields
  }

  get status(): number {
    return errorCodes[this.code]
  }
}

/** Errors of Express and its body parser have a status and a type; all others are internal errors. */
function toStrandError(error: unknown): StrandError | null {
  if (error instanceof StrandError) return error
  const { status, expose } = (error ?? {}) as { status?: unknown; expose?: unknown }
  if (status === 413) return new StrandError('too_large')
  if (status === 415) return new StrandError('unsupported_type')
  if (status === 404) return new StrandError('not_found')
  // The client disconnected during the body, sent broken JSON, or a path with an invalid escape.
  const clients = typeof status === 'number' && status >= 400 && status < 500
  return clients && (expose === true || error instanceof URIError) ? new StrandError('malformed') : null
}

/** A range beyond the end of a file: the standard 416 answer states the file's length. */
const isImpossibleRange = (error: unknown): error is { headers: Record<string, string> } =>
  (error as { status?: unknown })?.status === 416 && typeof (error as { headers?: unknown }).headers === 'object'

/** Documents answer errors as text, everything else as JSON. */
const acceptsText = (request: Request): boolean =>
  !/^\/api(\/|$)/.test(request.path) && request.get('x-strand-request') === undefined && request.accepts('json', 'html') === 'html'

function answer(request: Request, response: Response, error: StrandError): void {
  const { code, fields } = error
  const ended = code === 'unauthenticated' && hasEndedSession(request)
  if (ended) clearEndedSession(request, response)
  if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter))
  response.set('Cache-Control', 'no-store').status(error.status)
  const message = ended ? messages.sessionEnded : error.message
  if (acceptsText(request)) {
    response.type('text/plain').send(error.status >= 500 ? `${message}\n\n${messages.requestId} ${request.id}` : message)
    return
  }
  const failure: Failure = { message, code, ...(fields && { fields }), ...(ended && { invalidSession: true }), requestId: request.id }
  response.json(failure)
}

/** Seconds to wait before a retry after a lock, a full disk or a broken network. */
const outageSeconds = 5

interface DatabaseErrors {
  /** Why a dependency is unavailable; null for every other error. */
  outageOf: (error: unknown) => string | null
  /** Whether a write refers to a deleted row, such as a member or playlist that was removed concurrently. */
  isOrphan: (error: unknown) => boolean
}

export function errorHandler(
  log: Logger,
  { outageOf, isOrphan }: DatabaseErrors = { outageOf: () => null, isOrphan: () => false },
): ErrorRequestHandler {
  const judge = (error: unknown, requestId: string): StrandError => {
    const known = isOrphan(error) ? new StrandError('not_found') : toStrandError(error)
    if (known !== null && known.code !== 'internal') return known
    const outage = outageOf(error)
    log.error({ requestId, error }, outage === null ? 'request failed' : `unavailable: ${outage}`)
    const answered = new StrandError(outage === null ? 'internal' : 'unavailable')
    if (outage !== null) answered.retryAfter = outageSeconds
    return answered
  }

  return (error: unknown, request, response, next) => {
    if (isDeparture(error, response)) return
    if (isImpossibleRange(error)) {
      response.set(error.headers).status(416).end()
      return
    }
    const judged = judge(error, request.id)
    // The headers are sent: Express closes the connection.
    if (response.headersSent) return next(error)
    answer(request, response, judged)
  }
}

/** For addresses without a handler. */
export const notFound: RequestHandler = () => {
  throw new StrandError('not_found')
}
