import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useDispatch } from 'react-redux'
import type { Category } from '#contract/rules.ts'
import type { ApiDispatch } from '#data/cachePatches.ts'
import { fetchAnswer, type Answer } from './answer.ts'
import { createSession, type Session, type SessionView } from './session.ts'
import type { Typed } from './types.ts'

interface SearchSessionOptions {
  category: Category | null
  isPage: (path: string) => boolean
  typed: Typed
  /** The viewer's uid; undefined for a visitor. */
  viewer: string | undefined
}

/**
 * The search session of the field. Typed and pasted text changes its query; text set by the page ends it, and so does a
 * change of the viewer.
 */
export function useSearchSession({ category, isPage, typed, viewer }: SearchSessionOptions): {
  session: Session<Answer>
  view: SessionView<Answer>
} {
  const dispatch = useDispatch() as ApiDispatch
  const session = useMemo(
    () => createSession<Answer>((searchQuery, signal) => fetchAnswer({ dispatch, category, isPage }, searchQuery, signal)),
    [dispatch, category, isPage],
  )
  const view = useSyncExternalStore(session.subscribe, session.read, session.read)
  useEffect(() => {
    if (typed.source === 'given') return session.end()
    if (typed.source === 'composing') return
    session.start('')
    session.change(typed.text, typed.source === 'pasted')
  }, [session, typed])
  // Results depend on the viewer.
  useEffect(() => () => session.end(), [session, viewer])
  return { session, view }
}
