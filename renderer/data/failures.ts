import { t } from '#texts/index.ts'
import type { CallFailure } from './client.ts'

/** Whether an error of a hook or of `unwrap()` is a failure of a call, including calls without a response. */
export const isFailure = (error: unknown): error is CallFailure =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error && 'status' in error

/**
 * The title of a page that failed to load, as in the server-rendered document: `missing` for 404; empty (the product's name only) for
 * 403.
 */
export function failureTitle(error: unknown, missing: string): string {
  const status = isFailure(error) ? error.status : 0
  return status === 404 ? missing : status === 403 ? '' : t.common.errorTitle
}

/** The server's reason for a refusal; null for unexpected errors, which have no reason that a user can act on. */
export const failureReason = (error: unknown): string | null =>
  isFailure(error) && error.code !== 'internal' && error.message !== t.common.serverError ? error.message : null

/** Whether the session has ended. The log-in dialog opens by itself and explains it. */
export const isSessionEnd = (error: unknown): boolean => isFailure(error) && error.status === 401

/** The message for the user. */
export const failureMessage = (error: unknown): string => (isFailure(error) ? error.message : t.common.serverError)
