import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { customFilterOf } from '#contract/pages/playlist.ts'
import type { Bead } from '#contract/schemas.ts'

/** What belongs to one visit, and not to what is listed. */
const passing = ['page', 'newPost', 't', 'arrange']

/** What narrows the posts down. A shuffle is chosen and cleared as they are. */
const narrowing = ['filter', 'tag', 'createdby', 'collectedby', 'dead']

export interface Address {
  params: URLSearchParams
  shuffled: boolean
  /** How many filters are set. */
  filters: number
  /** The same list with something changed; null takes it away. */
  href(changes: Record<string, string | null>): string
  /** All posts, in the order that was chosen. */
  all: string
}

/** What the address says of the posts, and where each choice leads: filters combine, and all have a way out (B4). */
export function useAddress(bead: Bead): Address {
  const [path] = useLocation()
  const search = useSearch()
  return useMemo(() => {
    const params = new URLSearchParams(search)
    const shuffled = params.get('sort') === 'shuffle'
    const href = (changes: Record<string, string | null>) => {
      const next = new URLSearchParams(params)
      for (const name of passing) next.delete(name)
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name)
        else next.set(name, value)
      }
      // A partner's filter is a call with values of its own, and each has room for one: what was chosen last holds.
      const own = customFilterOf(bead, next)
      if (own && 'filter' in changes) for (const name of own.keys()) if (narrowing.includes(name)) next.delete(name)
      if (own && Object.keys(changes).some((name) => changes[name] !== null && own.has(name))) next.delete('filter')
      if (next.get('sort') !== 'shuffle') next.delete('ts')
      return next.size === 0 ? path : `${path}?${next}`
    }
    const cleared = Object.fromEntries([...narrowing, ...(shuffled ? ['sort'] : [])].map((name) => [name, null]))
    return { params, shuffled, filters: narrowing.filter((name) => params.has(name)).length, href, all: href(cleared) }
  }, [bead, path, search])
}
