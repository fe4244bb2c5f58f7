/** The visit of the current screen. */
import { createContext, use, useCallback, useMemo } from 'react'
import { limitOf, rememberShown, type Visit } from './history.ts'

export interface ScreenVisit extends Visit {
  /** Whether the screen must not show cached answers: a feed reached by a link, the preferences always. */
  fresh: boolean
}

export const VisitContext = createContext<ScreenVisit>({ id: '', revisited: false, startedAt: 0, previous: undefined, fresh: false })

/** The current visit: a new `id` after each link, the previous one after going back. `fresh` is for `refetchOnMountOrArgChange`. */
export const useVisit = (): ScreenVisit => use(VisitContext)

/**
 * Whether a list had items when this history entry was left. A list that loads on scroll or on demand then loads at
 * once.
 */
export const useWasShown = (list: string): boolean => (useVisit().previous?.shown[list]?.count ?? 0) > 0

/**
 * The limit of an infinite list's first request, so that going back restores up to 100 items even after a reload. The list calls
 * `remember` in an effect with its number of items.
 * const [limit, remember] = useRestoredLimit('posts', limits.page.posts)
 */
export function useRestoredLimit(list: string, defaultLimit: number): [limit: number, remember: (count: number) => void] {
  const visit = useVisit()
  const { id } = visit
  const limit = useMemo(() => limitOf(visit, list, defaultLimit), [visit, list, defaultLimit])
  return [limit, useCallback((count: number) => rememberShown(id, list, count, limit), [id, list, limit])]
}
