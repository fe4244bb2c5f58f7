import { describe, expect, it } from 'vitest'
import { uniqueBy, toListing } from '#data/listing.ts'

const query = {
  isError: false,
  isFetching: false,
  hasNextPage: true,
  isFetchNextPageError: false,
  refetch: () => undefined,
  fetchNextPage: () => undefined,
}
const page = (total: number, next: number | null) => ({ counts: { total }, next })

describe('A9 N5 a paginated list', () => {
  it('N5 an item on two pages is shown once, at its first position', () => {
    expect(uniqueBy(['a', 'b', 'b', 'c', 'a'], (item) => item)).toEqual(['a', 'b', 'c'])
  })
  it('A9 the total is that of the first page, the next offset that of the last page', () => {
    expect(toListing({ ...query, currentData: { pages: [page(9, 2), page(8, 4)] } }, ['a'])).toMatchObject({
      items: ['a'],
      total: 9,
      next: 4,
      state: 'ready',
      more: 'idle',
    })
  })
  it('N5 a failed next page keeps the items; a failed refetch of a complete list leaves its end without a failure', () => {
    const whole = { ...query, hasNextPage: false, currentData: { pages: [page(1, null)] } }
    expect(
      toListing({ ...query, isError: true, isFetchNextPageError: true, error: 'x', currentData: { pages: [page(9, 2)] } }, ['a']),
    ).toMatchObject({ items: ['a'], state: 'ready', more: 'failed', error: 'x' })
    expect(toListing({ ...whole, isError: true }, ['a'])).toMatchObject({ state: 'ready', more: 'none' })
    expect(toListing({ ...query, isError: true }, [])).toMatchObject({ items: [], total: 0, state: 'failed' })
    expect(toListing({ ...query, isError: true, isFetching: true }, [])).toMatchObject({ state: 'loading' })
  })
  it('B6 a list is `loading` at its end during a refetch, when RTK Query ignores fetchNextPage, and `idle` afterwards', () => {
    const pages = { pages: [page(9, 2)] }
    expect(toListing({ ...query, isFetching: true, currentData: pages }, []).more).toBe('loading')
    expect(toListing({ ...query, currentData: pages }, []).more).toBe('idle')
  })
})
