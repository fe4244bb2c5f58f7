import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { customFilterOf } from '#contract/pages/playlist.ts'
import type { Bead } from '#contract/schemas.ts'

/** Parameters of a single visit, which a link to another filter drops. */
const visitParameters = ['page', 'newPost', 't', 'arrange']

/** The parameters that filter. `all` clears them, and the shuffle order. */
const filterParameters = ['filter', 'tag', 'createdby', 'collectedby', 'dead']

/** The filters of the current address. */
export interface FilterAddress {
  /** All parameters of the address. */
  params: URLSearchParams
  shuffled: boolean
  /** Number of active filters. */
  filters: number
  /** The address with changed parameters; null removes one. */
  href(changes: Record<string, string | null>): string
  /** The address without filters, in the current order unless that is shuffled. */
  all: string
}

/** Reads the filters from the URL and builds the links that change them (B4). */
export function useFilterAddress(bead: Bead): FilterAddress {
  const [path] = useLocation()
  const search = useSearch()
  return useMemo(() => {
    const params = new URLSearchParams(search)
    const shuffled = params.get('sort') === 'shuffle'
    const href = (changes: Record<string, string | null>) => {
      const next = new URLSearchParams(params)
      for (const name of visitParameters) next.delete(name)
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name)
        else next.set(name, value)
      }
      // A partner's custom filter (`filter={name}`) stands for parameters. Those and the ones of the address exclude
      // each other: choosing the custom filter removes the parameters that it contains, and choosing one of these
      // removes the custom filter.
      const custom = customFilterOf(bead, next)
      if (custom && 'filter' in changes) for (const name of custom.keys()) if (filterParameters.includes(name)) next.delete(name)
      if (custom && Object.keys(changes).some((name) => changes[name] !== null && custom.has(name))) next.delete('filter')
      if (next.get('sort') !== 'shuffle') next.delete('ts')
      return next.size === 0 ? path : `${path}?${next}`
    }
    const cleared = Object.fromEntries([...filterParameters, ...(shuffled ? ['sort'] : [])].map((name) => [name, null]))
    return { params, shuffled, filters: filterParameters.filter((name) => params.has(name)).length, href, all: href(cleared) }
  }, [bead, path, search])
}
