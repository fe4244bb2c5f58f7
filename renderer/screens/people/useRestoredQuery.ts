import { useRestoredLimit } from '#data/index.ts'

/**
 * The paging of a list query: none by default, so that it equals the query whose answer is inlined in the document.
 * After going back, the limit restores the number of items (A9).
 */
export function useRestoredQuery(list: string, defaultLimit: number): [query: { limit?: number }, remember: (count: number) => void] {
  const [limit, rememberLimit] = useRestoredLimit(list, defaultLimit)
  return [limit === defaultLimit ? {} : { limit }, rememberLimit]
}
