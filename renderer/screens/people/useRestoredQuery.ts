import { useRestoredLimit } from '#data/index.ts'

/** The list query: the document's own, or with the restored limit after back navigation (A9). */
export function useRestoredQuery(list: string, defaultLimit: number): [query: { limit?: number }, remember: (count: number) => void] {
  const [limit, rememberLimit] = useRestoredLimit(list, defaultLimit)
  return [limit === defaultLimit ? {} : { limit }, rememberLimit]
}
