import { t } from '../../texts/index.ts'
import type { CallFailure } from './client.ts'

/** Whether what a hook or `unwrap()` gave as an error is an answer of the server (or its absence). */
export const isFailure = (error: unknown): error is CallFailure =>
  typeof error === 'object' && error !== null && 'code' in error && 'message' in error && 'status' in error

/** The words for a person. */
export const failureMessage = (error: unknown): string => (isFailure(error) ? error.message : t.common.serverError)
