import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CallOutput } from '#contract/index.ts'
import { Refusal, type SafeCall, type SafeFetch } from '../../server/features/media/service.ts'
import { createMediaSearch } from '../../server/features/mediasearch/service.ts'

interface Fake extends SafeFetch, SafeCall {
  requests: URL[]
  headers: Readonly<Record<string, string>>[]
}
const logged: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
beforeEach(() => void logged.splice(0))

/** A fake client of the services, which records its requests. Tests answer in the documented format of the services. */
function fake(answer: (url: URL) => unknown): Fake {
  const send = async (href: string) => {
    const url = new URL(href)
    service.requests.push(url)
    const reply = await answer(url)
    if (reply instanceof Error) throw reply
    return {
      href,
      status: 200,
      type: 'application/json',
      charset: 'utf-8',
      body: Buffer.from(typeof reply === 'string' ? reply : JSON.stringify(reply)),
    }
  }
  const service: Fake = {
    requests: [],
    headers: [],
    get: send,
    call: (href, sent) => (service.headers.push(sent.headers), send(href)),
    close: async () => {},
  }
  return service
}

const noKeys = { youtube: null, vimeo: null, soundcloud: null }
const allKeys = { youtube: 'yt-key', vimeo: 'vi-token', soundcloud: 'sc-id' }
const make = (service: Fake, more = {}) =>
  createMediaSearch({ log, fetcher: service, caller: () => service, keys: noKeys, waitMs: 200, ...more })
type Query = CallOutput<'GET /api/v0/mediasearch'>['query']
const query = (q: string, more: Partial<Query> = {}): Query => ({ q, from: 0, limit: 6, ...more })

const item = (n: number, more = {}) => ({
  identifier: `item_${n}`,
  mediatype: 'movies',
  title: `Item ${n}`,
  creator: ['Edison', 'Lumière'],
  description: '<p>A <b>train</b> arrives</p>',
  date: '1896-01-25T00:00:00Z',
  downloads: 1234,
  ...more,
})
const archivePage = (docs: unknown[], numFound = docs.length) => ({ responseHeader: { status: 0 }, response: { numFound, start: 0, docs } })
const ids = (results: { id: string }[]) => results.map(({ id }) => id)

describe('X3 AP9 the Internet Archive', () => {
  it('X3 video and audio are found without a key, with cleaned fields', async () => {
    const service = fake(() =>
      archivePage([
        item(1),
        item(2, { mediatype: 'audio', title: ['Two', 'titles'], creator: 'One', date: 'no date' }),
        item(3, { mediatype: 'texts' }),
        null,
        item(4, { identifier: '../x' }),
        item(5, { title: '<img src=x onerror=alert(1)>Bold' }),
      ]),
    )
    const { results, counts, next, outages } = await make(service).search(query('  The #Train  '))
    expect(results[0]).toEqual({
      _id: 'archive:item_1',
      id: 'archive:item_1',
      uri: 'item_1',
      type: 'video',
      source: 'archive',
      title: 'Item 1',
      description: 'A train arrives',
      author: 'Edison, Lumière',
      date: '1896-01-25T00:00:00.000Z',
      viewCount: 1234,
      href: 'https://archive.org/details/item_1',
      image: 'https://archive.org/services/img/item_1',
    })
    expect(results.slice(1)).toMatchObject([{ type: 'audio', title: 'Two, titles' }, { title: 'Bold' }])
    expect(results[1]).not.toHaveProperty('date')
    expect([counts.total, next, outages]).toEqual([6, null, []])
    const { searchParams } = service.requests[0]!
    expect(searchParams.get('q')).toBe('(the AND train) AND mediatype:(movies OR audio)')
    expect([searchParams.get('output'), searchParams.get('rows'), searchParams.get('page'), searchParams.getAll('fl[]').length]).toEqual([
      'json',
      '20',
      '1',
      7,
    ])
  })

  it('X3 query operators are escaped to words, and type= filters', async () => {
    const service = fake(() => archivePage([]))
    const search = make(service)
    await search.search(query('jazz) OR mediatype:(texts "x" NOT', { type: 'audio' }))
    expect(service.requests[0]!.searchParams.get('q')).toBe('(jazz AND or AND mediatype AND texts AND x AND not) AND mediatype:(audio)')
    expect(await search.search(query('!?'))).toMatchObject({ results: [], next: null, outages: [] })
    expect(service.requests).toHaveLength(1)
  })

  it('X3 pages of any size are built from pages of the service, each requested once, up to the limit', async () => {
    const service = fake((url) => {
      const page = Number(url.searchParams.get('page'))
      return archivePage(
        Array.from({ length: 20 }, (_none, n) => item((page - 1) * 20 + n)),
        500,
      )
    })
    const search = make(service)
    const seen: string[] = []
    for (let from: number | null = 0; from !== null;) {
      const page: Awaited<ReturnType<typeof search.search>> = await search.search(query('train', { from, limit: 6 }))
      seen.push(...ids(page.results))
      expect(page.counts.total).toBe(500)
      from = page.next
    }
    expect(seen).toEqual(Array.from({ length: 100 }, (_none, n) => `archive:item_${n}`))
    expect(service.requests).toHaveLength(5)
    expect(await search.search(query('train', { from: 100 }))).toMatchObject({ results: [], next: null })
  })
})

const video = (n: number, categoryId = '10') => ({
  id: `video-${String(n).padStart(5, '0')}`,
  snippet: {
    title: `Rock &amp; Roll ${n}`,
    description: 'd',
    channelTitle: 'Chan',
    publishedAt: '2020-02-02T02:02:02Z',
    categoryId,
    thumbnails: { medium: { url: 'https://i.ytimg.com/vi/x/mqdefault.jpg' } },
  },
  contentDetails: { duration: 'PT1H2M3S' },
  statistics: { viewCount: '42' },
})
const youtube =
  (videos: ReturnType<typeof video>[], more = {}) =>
  (url: URL) =>
    url.pathname.endsWith('/videos')
      ? {
          items: url.searchParams
            .get('id')!
            .split(',')
            .flatMap((id) => videos.find((one) => one.id === id) ?? [])
            .reverse(),
        }
      : {
          pageInfo: { totalResults: 1000 },
          items: [...videos.map(({ id }) => ({ id: { kind: 'youtube#video', videoId: id } })), { id: { kind: 'youtube#channel' } }],
          ...more,
        }

describe('X3 AP9 services with keys', () => {
  it('X3 YouTube: results in its order, with duration and views', async () => {
    const service = fake(youtube([video(1), video(2, '27')], { nextPageToken: 'CAUQAA' }))
    const { results, next, counts } = await make(service, { keys: { ...noKeys, youtube: 'yt-key' } }).search(
      query('rocking', { source: 'youtube', limit: 2 }),
    )
    expect(results[0]).toEqual({
      _id: 'youtube:video-00001',
      id: 'youtube:video-00001',
      uri: 'video-00001',
      type: 'video',
      source: 'youtube',
      title: 'Rock & Roll 1',
      description: 'd',
      author: 'Chan',
      date: '2020-02-02T02:02:02.000Z',
      duration: 3723,
      viewCount: 42,
      href: 'https://www.youtube.com/watch?v=video-00001',
      image: 'https://i.ytimg.com/vi/x/mqdefault.jpg',
    })
    expect([ids(results), next, counts.total]).toEqual([['youtube:video-00001', 'youtube:video-00002'], 2, 1000])
    expect(Object.fromEntries(service.requests[0]!.searchParams)).toMatchObject({
      key: 'yt-key',
      q: 'rocking',
      type: 'video',
      maxResults: '20',
      videoEmbeddable: 'true',
    })
    await make(service, { keys: { ...noKeys, youtube: 'yt-key' } }).search(query('rocking', { source: 'youtube', from: 2, limit: 2 }))
    expect(service.requests.at(-2)!.searchParams.get('pageToken')).toBe('CAUQAA')
  })

  it('B5 D3 queries under five characters → only music, film, sports and comedy', async () => {
    const categories = ['1', '2', '10', '15', '17', '20', '22', '23', '25', '27', '28']
    const found = async (q: string) => {
      const service = fake(youtube(categories.map((category, n) => video(n, category))))
      const { results } = await make(service, { keys: { ...noKeys, youtube: 'k' } }).search(query(q, { source: 'youtube', limit: 20 }))
      return results.map(({ uri }) => categories[Number(uri.slice(-5))])
    }
    expect(await found('rock')).toEqual(['1', '10', '17', '23'])
    expect(await found('rocks')).toEqual(categories)
  })

  it('B5 a service whose results are all filtered out is requested three times', async () => {
    let page = 0
    const news = (url: URL) => youtube([video(1, '25')], { nextPageToken: `page${(page += 1)}` })(url)
    const service = fake((url) =>
      url.hostname === 'archive.org'
        ? archivePage(
            Array.from({ length: 20 }, (_none, n) => item(n)),
            20,
          )
        : news(url),
    )
    const search = make(service, { keys: { ...noKeys, youtube: 'k' } })
    const { results, outages } = await search.search(query('news', { limit: 20 }))
    expect([results.length, outages]).toEqual([20, []])
    await search.search(query('news', { from: 6 }))
    expect(service.requests.filter(({ pathname }) => pathname.endsWith('/search'))).toHaveLength(3)
  })

  it('X3 Vimeo: the token is sent only in a header', async () => {
    const clip = {
      uri: '/videos/76979871',
      name: 'The New Vimeo Player',
      description: null,
      duration: 62,
      created_time: '2013-10-15T14:08:29+00:00',
      user: { name: 'Vimeo Staff' },
      pictures: {
        sizes: [
          { width: 100, link: 'https://i.vimeocdn.com/video/1_100' },
          { width: 295, link: 'https://i.vimeocdn.com/video/1_295' },
        ],
      },
      stats: { plays: null },
      categories: [{ uri: '/categories/documentary' }],
    }
    const service = fake(() => ({
      total: 20,
      page: 1,
      data: [clip, { uri: '/videos/../users/1', name: 'x' }, { ...clip, uri: '/videos/2', categories: [{ uri: '/categories/food' }] }],
    }))
    const search = make(service, { keys: { ...noKeys, vimeo: 'vi-token' } })
    const { results, counts } = await search.search(query('player', { source: 'vimeo' }))
    expect(results[0]).toEqual({
      _id: 'vimeo:76979871',
      id: 'vimeo:76979871',
      uri: '76979871',
      type: 'video',
      source: 'vimeo',
      title: 'The New Vimeo Player',
      author: 'Vimeo Staff',
      date: '2013-10-15T14:08:29.000Z',
      duration: 62,
      href: 'https://vimeo.com/76979871',
      image: 'https://i.vimeocdn.com/video/1_295',
    })
    expect([ids(results), counts.total]).toEqual([['vimeo:76979871', 'vimeo:2'], 20])
    expect(service.headers[0]).toMatchObject({ authorization: 'bearer vi-token' })
    expect(service.requests[0]!.href).not.toContain('vi-token')
    expect(ids((await search.search(query('play', { source: 'vimeo' }))).results)).toEqual(['vimeo:76979871'])
  })

  it('X3 SoundCloud: only the cursor of next_href is used, never its host', async () => {
    const track = {
      id: 13158665,
      title: 'Munching',
      description: '',
      duration: 18109,
      created_at: '2011/04/06 15:37:43 +0000',
      permalink_url: 'https://soundcloud.com/u/munching',
      artwork_url: null,
      playback_count: 7,
      user: { username: 'U' },
    }
    let next: string | null = 'https://evil.example/tracks?cursor=abc%3D&client_id=x'
    const service = fake(() => ({ collection: [track, { ...track, id: 2, permalink_url: 'https://evil.example/x' }], next_href: next }))
    const search = make(service, { keys: { ...noKeys, soundcloud: 'sc-id' } })
    const page = await search.search(query('munching', { source: 'soundcloud', limit: 1 }))
    expect(page.results[0]).toEqual({
      _id: 'soundcloud:13158665',
      id: 'soundcloud:13158665',
      uri: '13158665',
      type: 'audio',
      source: 'soundcloud',
      title: 'Munching',
      author: 'U',
      date: '2011-04-06T15:37:43.000Z',
      duration: 18.109,
      viewCount: 7,
      href: 'https://soundcloud.com/u/munching',
      image: null,
    })
    next = null
    await search.search(query('munching', { source: 'soundcloud', limit: 1, from: 1 }))
    expect(service.requests.map(({ host, searchParams }) => [host, searchParams.get('cursor'), searchParams.get('client_id')])).toEqual([
      ['api.soundcloud.com', null, 'sc-id'],
      ['api.soundcloud.com', 'abc=', 'sc-id'],
    ])
  })

  it('X3 without a source, results alternate between sources and pages are contiguous', async () => {
    const service = fake((url) => {
      if (url.host === 'archive.org') return archivePage([item(1), item(2), item(3, { mediatype: 'audio' })])
      if (url.host === 'www.googleapis.com') return youtube([video(1)])(url)
      if (url.host === 'api.vimeo.com') return { total: 0, data: [] }
      return { collection: [], next_href: null }
    })
    const search = make(service, { keys: allKeys })
    const all = ['archive:item_1', 'youtube:video-00001', 'archive:item_2', 'archive:item_3']
    expect(await search.search(query('trains'))).toMatchObject({ results: all.map((id) => ({ id })), next: null })
    expect(ids((await search.search(query('trains', { limit: 1, from: 1 }))).results)).toEqual(all.slice(1, 2))
    expect(ids((await search.search(query('trains', { limit: 3, from: 1 }))).results)).toEqual(all.slice(1))
    expect((await search.search(query('trains', { limit: 2 }))).next).toBe(2)
    service.requests.splice(0)
    await search.search(query('boats', { type: 'audio' }))
    expect(service.requests.map(({ host }) => host)).toEqual(['archive.org', 'api.soundcloud.com'])
  })
})

describe('AP10 failing services', () => {
  it.each<[string, () => unknown]>([
    ['status 503', () => new Refusal('status', 'status 503', 503)],
    ['HTML instead of JSON', () => '<html>down</html>'],
    ['an unexpected shape', () => ({ response: [] })],
    ['an unexpected error', () => new Error('boom yt-key')],
    ['a timeout', () => new Promise(() => {})],
  ])('AP10 %s of one service is an outage of that service only', async (_what, answer) => {
    const service = fake((url) => (url.host === 'archive.org' ? archivePage([item(1)]) : answer()))
    const startedAt = Date.now()
    const { results, outages, next } = await make(service, { keys: { ...noKeys, youtube: 'yt-key' } }).search(query('trains'))
    expect([ids(results), outages, next]).toEqual([['archive:item_1'], ['youtube'], null])
    expect(Date.now() - startedAt).toBeLessThan(1500)
    expect(logged.join()).not.toContain('yt-key')
  })

  it('AP10 after a failure a service is not requested for a while, then again', async () => {
    let clock = 0
    let down = true
    const service = fake(() => (down ? new Refusal('network', 'down') : archivePage([item(1)])))
    const search = make(service, { now: () => clock })
    for (let time = 0; time < 5; time++) await search.search(query('trains'))
    expect(service.requests).toHaveLength(1)
    down = false
    clock += 21_000
    expect((await search.search(query('trains'))).results).toHaveLength(1)
  })

  it('X3 without keys only the Internet Archive is available', async () => {
    const service = fake(() => archivePage([]))
    const search = make(service)
    expect(search.sources().sources.map(({ name, available }) => [name, available])).toEqual([
      ['archive', true],
      ['youtube', false],
      ['vimeo', false],
      ['soundcloud', false],
    ])
    for (const source of ['youtube', 'vimeo', 'soundcloud'] as const)
      expect(await search.search(query('trains', { source }))).toEqual({ results: [], next: null, counts: { total: 0 }, outages: [] })
    expect(service.requests).toEqual([])
  })
})
