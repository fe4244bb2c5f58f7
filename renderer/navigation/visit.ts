/** What a screen may know of how it was come by. */
import { createContext, use, useCallback, useMemo } from 'react'
import { limitOf, rememberShown, type Visit } from './history.ts'

export interface ScreenVisit extends Visit {
  /** What the cache holds is not to be shown: a feed that a link led to, settings at any time. */
  fresh: boolean
}

export const VisitContext = createContext<ScreenVisit>({ id: '', revisited: false, began: 0, before: undefined, fresh: false })

/**
 * The visit that is being paid: its `id` is another one after each link, and the same again after going back; for
 * `refetchOnMountOrArgChange` there is `fresh`.
 */
export const useVisit = (): ScreenVisit => use(VisitContext)

/** Whether a list showed anything when this entry was left: a part that comes by scrolling or a press is there again at once. */
export const useWasShown = (list: string): boolean => (useVisit().before?.shown[list]?.count ?? 0) > 0

/**
 * How many items an infinite list asks for first, so that going back finds up to 100 of them also after the page was
 * loaded again. The list calls the second, in an effect, with how many it shows.
 *
 *     const [limit, remember] = useRestoredLimit('posts', limits.page.posts)
 */
export function useRestoredLimit(list: string, usual: number): [limit: number, remember: (count: number) => void] {
  const visit = useVisit()
  const { id } = visit
  const limit = useMemo(() => limitOf(visit, list, usual), [visit, list, usual])
  return [limit, useCallback((count: number) => rememberShown(id, list, count, limit), [id, list, limit])]
}
