import { useRestoredLimit } from '#data/index.ts'

/** What a list is asked: as the document asked for it, or for as many as it had, where somebody comes back (A9). */
export function useRestoredQuery(list: string, usual: number): [query: { limit?: number }, remember: (count: number) => void] {
  const [limit, remember] = useRestoredLimit(list, usual)
  return [limit === usual ? {} : { limit }, remember]
}
