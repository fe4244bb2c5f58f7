import { t } from '#texts/index.ts'
import type { CallFailure } from './client.ts'

/** Whether what a hook or `unwrap()` gave as an error is an answer of the server (or its absence). */
export const isFailure = (error: unknown): error is CallFailure =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error && 'status' in error

/**
 * What a page is called that could not be had, as the server's document has it: `missing` where there is no such
 * thing, nothing beside the product's name where it may not be seen.
 */
export function failureTitle(error: unknown, missing: string): string {
  const status = isFailure(error) ? error.status : 0
  return status === 404 ? missing : status === 403 ? '' : t.common.errorTitle
}

/** Why a request was refused, in the server's words; null for an unexpected error, which has no reason that a person can act on. */
export const failureReason = (error: unknown): string | null =>
  isFailure(error) && error.code !== 'internal' && error.message !== t.common.serverError ? error.message : null

/** The session ended: the login dialog opens by itself and says so. */
export const isSessionEnd = (error: unknown): boolean => isFailure(error) && error.status === 401

/** The words for a person. */
export const failureMessage = (error: unknown): string => (isFailure(error) ? error.message : t.common.serverError)
