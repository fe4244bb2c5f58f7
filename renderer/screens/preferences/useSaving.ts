import { useEffect, useState } from 'react'
import type { CallFailure } from '#data/index.ts'
import { t } from '#texts/index.ts'

/** How long the confirmation is shown (P4, ms). */
const savedMs = 5000

export interface Saving {
  phase: 'idle' | 'busy' | 'saved' | 'failed'
  message: string
  /** Number of refusals; each shakes the form and focuses the first invalid field. */
  refusals: number
  /**
   * Sends the request and shows its outcome. Resolves to the data, or null after an error. `saved` is the confirmation;
   * `failed` returns the message of the form, or null if the fields show the error.
   */
  run: <T>(
    send: () => Promise<{ data?: T; error?: unknown }>,
    options?: { saved?: string; failed?: (failure: CallFailure) => string | null },
  ) => Promise<T | null>
  /** Call it when the validation before the request fails. The fields show the errors. */
  refuse: () => void
  /** Called on input: clears the last error. */
  clearError: () => void
}

/** The server's message; a generic one if there was no answer, and so no request id. */
export const failureText = ({ message, requestId }: CallFailure): string => (requestId === '' ? t.preferences.failed : message)

/** The state of a form that is saved: idle, busy, saved (for five seconds) or failed. */
export function useSaving(): Saving {
  const [state, setState] = useState<Pick<Saving, 'phase' | 'message' | 'refusals'>>({ phase: 'idle', message: '', refusals: 0 })
  useEffect(() => {
    if (state.phase !== 'saved') return
    const timer = setTimeout(() => setState((now) => ({ ...now, phase: 'idle', message: '' })), savedMs)
    return () => clearTimeout(timer)
  }, [state])

  return {
    ...state,
    async run(send, { saved = t.preferences.saved, failed = failureText } = {}) {
      setState((now) => ({ ...now, phase: 'busy', message: '' }))
      const { data, error } = await send()
      if (data !== undefined) {
        setState((now) => ({ ...now, phase: 'saved', message: saved }))
        return data
      }
      const message = failed(error as CallFailure) ?? ''
      setState(({ refusals }) => ({ phase: 'failed', message, refusals: refusals + 1 }))
      return null
    },
    refuse: () => setState(({ refusals }) => ({ phase: 'failed', message: '', refusals: refusals + 1 })),
    clearError: () => setState((now) => (now.phase === 'failed' ? { ...now, phase: 'idle', message: '' } : now)),
  }
}
