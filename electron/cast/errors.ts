/** Why a device cannot be used. The message is for the log; `code` says what to tell the person. */
export type CastErrorCode =
  /** No connection, or it was lost. */
  | 'unreachable'
  /** No answer in time, or no sign of life. */
  | 'silent'
  /** The device sends what is not the protocol, or more than it may. */
  | 'malformed'
  /** The app is not available on this device, or did not start. */
  | 'no_app'
  /** The device refused a request. */
  | 'refused'
  /** Another load has replaced this one: no failure. */
  | 'cancelled'
  /** A request of this sender is too large for the protocol, or not JSON. */
  | 'invalid'
  /** Another sender or the person has ended the app, or this sender has left. */
  | 'ended'

export class CastError extends Error {
  readonly code: CastErrorCode
  constructor(code: CastErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

/** What was thrown, as a `CastError`. */
export const toCastError = (error: unknown, code: CastErrorCode): CastError =>
  error instanceof CastError ? error : new CastError(code, error instanceof Error ? error.message : String(error))
