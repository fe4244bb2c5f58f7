import { describe, expect, it } from 'vitest'
import { Refusal } from '../../server/features/media/service.ts'
import { fakeService, flickrPage, flickrPhoto, logged, make, query, setUp, type Query } from './imagesearch.ts'

setUp()

describe('AP9 C2 pages, outages and missing keys', () => {
  const photos = Array.from({ length: 20 }, (_, id) => flickrPhoto(id + 1, '4'))

  it('C2 B9 four results first, then the rest of the page, and at most three pages', async () => {
    const service = fakeService((url) => flickrPage(photos, { page: Number(url.searchParams.get('page')) }))
    const search = make(service)
    const shape = async (more: Partial<Query>) => {
      const { results, next } = await search.search('flickr', query('fog', more))
      return [results.length, next]
    }
    expect(await shape({ loadMore: undefined })).toEqual([4, 1])
    expect(await shape({ loadMore: '0' })).toEqual([4, 1])
    expect(await shape({})).toEqual([20, 2])
    expect(await shape({ page: 3 })).toEqual([20, null])
    expect(await shape({ page: 4 })).toEqual([0, null])
    // The first page was requested once, the fourth never.
    expect(service.requests.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '3'])
  })

  it.each<[string, () => unknown]>([
    ['status 503', () => new Refusal('status', 'status 503', 503)],
    ['HTML instead of JSON', () => '<html>down</html>'],
    ['a failure of Flickr', () => ({ stat: 'fail', code: 100, message: 'Invalid API Key' })],
    ['an unexpected shape', () => ({ photos: [] })],
    ['an unexpected error', () => new Error('boom')],
    ['a timeout', () => new Promise(() => {})],
  ])('AP9 %s → an empty answer that is marked as an outage, within 1.5 s', async (_what, answer) => {
    const startedAt = Date.now()
    const search = make(fakeService(answer))
    expect(await search.search('flickr', query('fog'))).toEqual({
      results: [],
      next: null,
      counts: { total: 0 },
      available: true,
      outage: true,
    })
    expect(await search.flickrInfo('1', undefined)).toEqual({ data: null, available: true, outage: true })
    expect(Date.now() - startedAt).toBeLessThan(1500)
    expect(logged.join()).not.toContain('flickr-key')
  })

  it('AP9 after a failure a service is not requested for a while, then again', async () => {
    let clock = 0
    let down = true
    const service = fakeService(() => (down ? new Refusal('network', 'down') : flickrPage(photos)))
    const search = make(service, { now: () => clock })
    for (let time = 0; time < 5; time++) await search.search('flickr', query('fog'))
    expect(service.requests).toHaveLength(1)
    down = false
    clock += 21_000
    expect((await search.search('flickr', query('fog'))).results).toHaveLength(20)
  })

  it('AP9 without keys no request is sent, and the answer is marked as unavailable', async () => {
    const service = fakeService(() => flickrPage(photos))
    const search = make(service, { keys: { flickr: null, fivepx: null, behance: null } })
    for (const name of ['flickr', 'fivepx', 'behance'] as const)
      expect(await search.search(name, query('fog'))).toEqual({
        results: [],
        next: null,
        counts: { total: 0 },
        available: false,
        message: 'no data',
      })
    for (const detail of [search.flickrInfo('1', 's'), search.fivePxPhoto('1'), search.behanceProject('1')])
      expect(await detail).toEqual({ data: null, message: 'no data', available: false })
    expect(await search.flickrSizes('1')).toMatchObject({ data: [], available: false })
    expect(service.requests).toEqual([])
    expect(
      search
        .sources()
        .sources.filter(({ available }) => available)
        .map(({ name }) => name),
    ).toEqual(['openverse', 'wikimedia'])
  })
})
