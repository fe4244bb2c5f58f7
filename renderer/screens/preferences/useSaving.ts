import { useEffect, useState } from 'react'
import type { CallFailure } from '#data/index.ts'
import { t } from '#texts/index.ts'

/** How long it is said that something was saved (P4). */
const savedTime = 5000

export interface Saving {
  phase: 'idle' | 'busy' | 'saved' | 'failed'
  message: string
  /** How often it was refused: each time the form shakes, and the first marked field takes the focus. */
  refusals: number
  /** Sends, and says how it went. Answers what came back, or null. */
  run: <T>(
    send: () => Promise<{ data?: T; error?: unknown }>,
    options?: { saved?: string; failed?: (failure: CallFailure) => string | null },
  ) => Promise<T | null>
  /** Refused by the form itself: the fields say why. */
  refuse: () => void
  /** Something is being changed: what was said of the last try is over. */
  touch: () => void
}

/** The server's own words; the page's where none came from it. */
export const wordsOf = ({ message, requestId }: CallFailure): string => (requestId === '' ? t.preferences.failed : message)

/** The course of one form: busy, saved for five seconds, or refused. */
export function useSaving(): Saving {
  const [state, setState] = useState<Pick<Saving, 'phase' | 'message' | 'refusals'>>({ phase: 'idle', message: '', refusals: 0 })
  useEffect(() => {
    if (state.phase !== 'saved') return
    const timer = setTimeout(() => setState((now) => ({ ...now, phase: 'idle', message: '' })), savedTime)
    return () => clearTimeout(timer)
  }, [state])

  return {
    ...state,
    async run(send, { saved = t.preferences.saved, failed = wordsOf } = {}) {
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
    touch: () => setState((now) => (now.phase === 'failed' ? { ...now, phase: 'idle', message: '' } : now)),
  }
}
