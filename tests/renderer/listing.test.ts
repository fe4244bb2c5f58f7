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

describe('A9 N5 a list that comes in pages', () => {
  it('N5 what is on two pages, because the list grew at its start, is shown once, where it was first', () => {
    expect(uniqueBy(['a', 'b', 'b', 'c', 'a'], (item) => item)).toEqual(['a', 'b', 'c'])
  })
  it('A9 its total is the first page’s, what comes next the last one’s', () => {
    expect(toListing({ ...query, currentData: { pages: [page(9, 2), page(8, 4)] } }, ['a'])).toMatchObject({
      items: ['a'],
      total: 9,
      next: 4,
      state: 'ready',
      more: 'idle',
    })
  })
  it('N5 keeps what it has where the rest fails; a whole list that could not be had anew is no failure of its end', () => {
    const whole = { ...query, hasNextPage: false, currentData: { pages: [page(1, null)] } }
    expect(
      toListing({ ...query, isError: true, isFetchNextPageError: true, error: 'x', currentData: { pages: [page(9, 2)] } }, ['a']),
    ).toMatchObject({ items: ['a'], state: 'ready', more: 'failed', error: 'x' })
    expect(toListing({ ...whole, isError: true }, ['a'])).toMatchObject({ state: 'ready', more: 'none' })
    expect(toListing({ ...query, isError: true }, [])).toMatchObject({ items: [], total: 0, state: 'failed' })
    expect(toListing({ ...query, isError: true, isFetching: true }, [])).toMatchObject({ state: 'loading' })
  })
  it('B6 asks for no next page while its pages are fetched again, since that request would be ignored, and for one afterwards', () => {
    const pages = { pages: [page(9, 2)] }
    expect(toListing({ ...query, isFetching: true, currentData: pages }, []).more).toBe('loading')
    expect(toListing({ ...query, currentData: pages }, []).more).toBe('idle')
  })
})
