import { useEffect, useState } from 'react'
import type { CallFailure } from '#data/index.ts'
import { t } from '#texts/index.ts'

/** Duration of the confirmation (P4, ms). */
const savedMs = 5000

export interface Saving {
  phase: 'idle' | 'busy' | 'saved' | 'failed'
  message: string
  /** Number of refusals; each shakes the form and focuses the first invalid field. */
  refusals: number
  /** Sends the request and tracks its outcome. Resolves to the data, or null on errors. */
  run: <T>(
    send: () => Promise<{ data?: T; error?: unknown }>,
    options?: { saved?: string; failed?: (failure: CallFailure) => string | null },
  ) => Promise<T | null>
  /** Client-side validation failed; the fields show the errors. */
  refuse: () => void
  /** Called on input: clears the last error. */
  clearError: () => void
}

/** The server's message, or a generic one without an answer. */
export const failureText = ({ message, requestId }: CallFailure): string => (requestId === '' ? t.preferences.failed : message)

/** Lifecycle of a form: busy, saved (for five seconds) or failed. */
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
