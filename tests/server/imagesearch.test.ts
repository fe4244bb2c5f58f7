import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallOutput } from '#contract/index.ts'
import { createImageSearch } from '../../server/features/imagesearch/service.ts'
import { Refusal, type SafeFetch } from '../../server/features/media/service.ts'
import { createOutside } from '../support/outside.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** A service as its public documentation shows it: what it was asked, and what it answers. */
interface Fake extends SafeFetch {
  asked: URL[]
}
const keys = { flickr: 'flickr-key', fivepx: 'px-key', behance: 'be-key' }
const logged: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })

function fake(answer: (url: URL) => unknown): Fake {
  const asked: URL[] = []
  return {
    asked,
    async get(href) {
      const url = new URL(href)
      asked.push(url)
      const told = await answer(url)
      if (told instanceof Error) throw told
      const body = Buffer.from(typeof told === 'string' ? told : JSON.stringify(told))
      return { href, status: 200, type: 'application/json', charset: 'utf-8', body }
    },
    close: async () => {},
  }
}
const make = (fetcher: SafeFetch, more = {}) => createImageSearch({ log, fetcher, keys, waitMs: 200, ...more })
type Query = CallOutput<'GET /api/v0/imagesearch/flickr'>['query']
const asking = (query: string, more: Partial<Query> = {}): Query => ({ query, page: 1, loadMore: '1', ...more })
beforeEach(() => void logged.splice(0))

const flickrPhoto = (id: number, license: string, more = {}) => ({
  id: String(id),
  owner: '66956608@N06',
  secret: '9a8b7c6d5e',
  server: '65535',
  farm: 66,
  title: `Photo ${id}`,
  ispublic: 1,
  isfriend: 0,
  isfamily: 0,
  license,
  ownername: 'Ansel',
  pathalias: 'ansel',
  url_l: `https://live.staticflickr.com/65535/${id}_b.jpg`,
  height_l: 683,
  width_l: 1024,
  url_n: `https://live.staticflickr.com/65535/${id}_n.jpg`,
  height_n: 213,
  width_n: 320,
  ...more,
})
const flickrPage = (photo: unknown[], more = {}) => ({
  photos: { page: 1, pages: 25, perpage: 20, total: 499, photo, ...more },
  stat: 'ok',
})

describe('AP9 C2 Flickr', () => {
  it('AP9 D5 of its pictures those of licence 4, 5 and 6 may be used, the others are marked', async () => {
    const service = fake(() => flickrPage(Array.from({ length: 11 }, (_, licence) => flickrPhoto(licence, String(licence)))))
    const { results, next, counts } = await make(service).search('flickr', asking('fog'))
    expect(results.filter(({ copyright }) => !copyright).map(({ license }) => license.name)).toEqual([
      'CC BY 2.0',
      'CC BY-SA 2.0',
      'CC BY-ND 2.0',
    ])
    expect(results[4]).toEqual({
      id: '4',
      source: 'flickr',
      title: 'Photo 4',
      author: 'Ansel',
      authorUrl: 'https://www.flickr.com/people/ansel',
      href: 'https://www.flickr.com/photos/ansel/4',
      image: 'https://live.staticflickr.com/65535/4_b.jpg',
      thumbnail: 'https://live.staticflickr.com/65535/4_n.jpg',
      width: 1024,
      height: 683,
      secret: '9a8b7c6d5e',
      license: { name: 'CC BY 2.0', url: 'https://creativecommons.org/licenses/by/2.0/' },
      copyright: false,
    })
    expect([next, counts.total]).toEqual([2, 499])
    expect(Object.fromEntries(service.asked[0]!.searchParams)).toMatchObject({
      method: 'flickr.photos.search',
      api_key: 'flickr-key',
      text: 'fog',
      page: '1',
      nojsoncallback: '1',
    })
  })

  it('AP9 B5 what is under 300 by 200 is left out, and what has no usable picture', async () => {
    const photos = [
      flickrPhoto(1, '4', { width_l: 299, height_l: 900 }),
      flickrPhoto(2, '4', { width_l: 900, height_l: 199 }),
      flickrPhoto(3, '4', { width_l: '300', height_l: '200' }),
      flickrPhoto(4, '4', { url_l: undefined }),
      flickrPhoto(5, '4', { url_l: 'javascript:alert(1)' }),
      { id: 6 },
      null,
      flickrPhoto(7, '4', { title: '<img onerror=1>' }),
    ]
    const { results } = await make(fake(() => flickrPage(photos))).search('flickr', asking('small'))
    expect(results.map(({ id }) => id)).toEqual(['3', '7'])
  })

  it('AP9 B5 what is neither jpeg nor png is left out: no playlist and no post can have it', async () => {
    const kinds = ['jpg', 'png', 'JPEG', 'gif', 'webp', 'avif', 'svg', 'jpg?x=.gif']
    const photos = kinds.map((kind, id) => flickrPhoto(id, '4', { url_l: `https://live.staticflickr.com/65535/${id}_b.${kind}` }))
    const { results } = await make(fake(() => flickrPage(photos))).search('flickr', asking('kinds'))
    expect(results.map(({ id }) => kinds[Number(id)])).toEqual(['jpg', 'png', 'JPEG', 'jpg?x=.gif'])
  })

  it('AP9 C2 it knows which pictures it answered', async () => {
    const search = make(fake(() => flickrPage([flickrPhoto(1, '4'), flickrPhoto(2, '4', { width_l: 100 })])))
    const [found, small] = [1, 2].map((id) => `https://live.staticflickr.com/65535/${id}_b.jpg`)
    expect(search.answered(found!)).toBe(false)
    await search.search('flickr', asking('known'))
    expect([search.answered(found!), search.answered(small!)]).toEqual([true, false])
  })

  it('AP9 its details and sizes', async () => {
    const service = fake((url) =>
      url.searchParams.get('method') === 'flickr.photos.getInfo'
        ? {
            stat: 'ok',
            photo: {
              id: '4',
              secret: 's',
              license: '2',
              owner: { nsid: '1@N0', username: 'ansel', realname: 'Ansel A.' },
              title: { _content: 'Half &amp; half' },
              description: { _content: 'A <b>view</b> <script>x</script>' },
              tags: { tag: [{ id: '1', raw: 'black & white', _content: 'blackwhite' }] },
              urls: { url: [{ type: 'photopage', _content: 'https://www.flickr.com/photos/ansel/4/' }] },
            },
          }
        : {
            stat: 'ok',
            sizes: {
              canblog: 0,
              size: [
                { label: 'Square', width: 75, height: 75, source: 'https://live.staticflickr.com/1_s.jpg' },
                { label: 'Large', width: '1024', height: '683', source: 'https://live.staticflickr.com/1_b.jpg' },
              ],
            },
          },
    )
    const search = make(service)
    expect(await search.flickrInfo('4', 's')).toMatchObject({
      available: true,
      data: {
        title: 'Half & half',
        description: expect.not.stringContaining('<'),
        author: 'Ansel A.',
        copyright: true,
        tags: ['BlackAndWhite'],
      },
    })
    expect((await search.flickrSizes('4')).data).toEqual([
      { label: 'Large', image: 'https://live.staticflickr.com/1_b.jpg', width: 1024, height: 683 },
    ])
    expect(service.asked.map(({ searchParams }) => [searchParams.get('photo_id'), searchParams.get('secret')])).toEqual([
      ['4', 's'],
      ['4', null],
    ])
  })
})

describe('AP9 the other services', () => {
  it('AP9 500px', async () => {
    const photo = {
      id: 4930535,
      name: 'Bike',
      width: 2500,
      height: 1883,
      nsfw: false,
      license_type: 4,
      url: '/photo/4930535/bike',
      images: [
        { size: 440, url: 'http://ppcdn.500px.org/1/440.jpg', https_url: 'https://drscdn.500px.org/1/440.jpg', format: 'jpeg' },
        { size: 1080, https_url: 'https://drscdn.500px.org/1/1080.jpg' },
      ],
      user: { id: 171927, username: 'MarkBrunner', fullname: 'mark Brunner' },
    }
    const service = fake((url) =>
      url.pathname.endsWith('/search')
        ? { current_page: 1, total_pages: 50, total_items: 8263, photos: [photo, { ...photo, id: 2, license_type: 0 }] }
        : { photo },
    )
    const search = make(service)
    const { results, counts } = await search.search('fivepx', asking('bike'))
    expect(results[0]).toMatchObject({
      id: '4930535',
      author: 'mark Brunner',
      href: 'https://500px.com/photo/4930535/bike',
      width: 1080,
      height: 813,
      license: { name: 'CC BY 3.0' },
      copyright: false,
    })
    expect(results[1]).toMatchObject({ copyright: true })
    expect(counts.total).toBe(8263)
    expect(service.asked[0]!.searchParams.get('consumer_key')).toBe('px-key')
    expect((await search.fivePxPhoto('4930535')).data).toMatchObject({ id: '4930535', image: 'https://drscdn.500px.org/1/1080.jpg' })
  })

  it('AP9 Behance', async () => {
    const project = {
      id: 957077,
      name: 'Posters',
      published_on: 1300000000,
      url: 'https://www.behance.net/gallery/957077/Posters',
      privacy: 'public',
      covers: {
        115: 'https://mir.example/115.png',
        404: 'https://mir.example/404.png',
        808: 'https://mir.example/808.png',
        original: 'https://mir.example/o.png',
      },
      owners: [{ id: 1, display_name: 'Paula', url: 'https://www.behance.net/paula' }],
    }
    const modules = [
      {
        id: 1,
        type: 'image',
        src: 'https://mir.example/d.jpg',
        width: 1400,
        height: 900,
        sizes: { disp: 'https://mir.example/d.jpg', original: 'https://mir.example/full.jpg' },
      },
      { id: 2, type: 'text', text: 'x' },
      { id: 3, type: 'image', src: 'https://mir.example/t.jpg', width: 100, height: 90, sizes: {} },
    ]
    const search = make(
      fake((url) => ({
        http_code: 200,
        ...(url.pathname === '/v2/projects' ? { projects: [project] } : { project: { ...project, modules } }),
      })),
    )
    expect((await search.search('behance', asking('poster'))).results).toEqual([
      {
        id: '957077',
        source: 'behance',
        title: 'Posters',
        author: 'Paula',
        authorUrl: 'https://www.behance.net/paula',
        href: 'https://www.behance.net/gallery/957077/Posters',
        image: 'https://mir.example/808.png',
        thumbnail: 'https://mir.example/404.png',
        width: 808,
        height: 632,
        license: { name: 'All rights reserved' },
        copyright: true,
      },
    ])
    expect((await search.behanceProject('957077')).data).toMatchObject({
      title: 'Posters',
      images: [{ id: '1', image: 'https://mir.example/full.jpg' }],
    })
  })

  it('AP9 Openverse, without a key', async () => {
    const service = fake(() => ({
      result_count: 240,
      page_count: 12,
      page_size: 20,
      page: 1,
      results: [
        {
          id: 'a5b6-uuid',
          title: 'Dog',
          foreign_landing_url: 'https://www.flickr.com/photos/1/2',
          url: 'https://live.staticflickr.com/2.jpg',
          creator: 'Ann',
          creator_url: null,
          license: 'by-sa',
          license_version: '2.0',
          license_url: 'https://creativecommons.org/licenses/by-sa/2.0/',
          provider: 'flickr',
          source: 'flickr',
          category: null,
          height: 768,
          width: 1024,
          thumbnail: 'https://api.openverse.org/v1/images/a5b6-uuid/thumb/',
          mature: false,
          tags: [],
        },
      ],
    }))
    const { results, next } = await make(service, { keys: { flickr: null, fivepx: null, behance: null } }).search(
      'openverse',
      asking('dog'),
    )
    expect(results).toMatchObject([
      {
        id: 'a5b6-uuid',
        author: 'Ann',
        license: { name: 'CC BY-SA 2.0', url: 'https://creativecommons.org/licenses/by-sa/2.0/' },
        copyright: false,
      },
    ])
    expect(results[0]).not.toHaveProperty('authorUrl')
    expect(next).toBe(2)
    expect(service.asked[0]!.searchParams.get('license_type')).toBe('commercial')
    expect(service.asked[0]!.searchParams.get('extension')).toBe('jpg,jpeg,png')
  })

  it('AP9 Wikimedia Commons, without a key', async () => {
    const file = (pageid: number, index: number, mime = 'image/jpeg') => ({
      pageid,
      ns: 6,
      title: `File:Cat ${pageid}.jpg`,
      index,
      imagerepository: 'local',
      imageinfo: [
        {
          size: 1,
          width: 4000,
          height: 3000,
          mime,
          thumburl: `https://upload.wikimedia.org/${pageid}/1024px.jpg`,
          thumbwidth: 1024,
          thumbheight: 768,
          url: `https://upload.wikimedia.org/${pageid}.jpg`,
          descriptionurl: `https://commons.wikimedia.org/wiki/File:Cat_${pageid}.jpg`,
          descriptionshorturl: 'x',
          extmetadata: {
            Artist: { value: '<a href="//x">Ann &amp; Bo</a><script>x</script>', source: 'commons-desc-page' },
            LicenseShortName: { value: 'CC BY-SA 4.0' },
            LicenseUrl: { value: 'https://creativecommons.org/licenses/by-sa/4.0' },
          },
        },
      ],
    })
    const service = fake(() => ({
      batchcomplete: true,
      continue: { gsroffset: 20, continue: 'gsroffset||' },
      query: { pages: [file(2, 2), file(1, 1), file(3, 3, 'image/svg+xml'), file(4, 4, 'image/webp')] },
    }))
    const { results, next } = await make(service).search('wikimedia', asking('cat', { page: 2 }))
    expect(results.map(({ id, title, author }) => [id, title, author.startsWith('Ann & Bo')])).toEqual([
      ['1', 'Cat 1', true],
      ['2', 'Cat 2', true],
    ])
    expect(results[0]!.author).not.toContain('<')
    expect(next).toBe(3)
    expect(service.asked[0]!.searchParams.get('gsroffset')).toBe('20')
    expect(await make(fake(() => ({ batchcomplete: true }))).search('wikimedia', asking('nothing'))).toMatchObject({
      results: [],
      next: null,
      message: 'no data',
    })
  })
})

describe('AP9 C2 how it behaves', () => {
  const photos = Array.from({ length: 20 }, (_, id) => flickrPhoto(id + 1, '4'))

  it('C2 B9 four first, then the rest of the page, and three pages at most', async () => {
    const service = fake((url) => flickrPage(photos, { page: Number(url.searchParams.get('page')) }))
    const search = make(service)
    const shape = async (more: Partial<Query>) => {
      const { results, next } = await search.search('flickr', asking('fog', more))
      return [results.length, next]
    }
    expect(await shape({ loadMore: undefined })).toEqual([4, 1])
    expect(await shape({ loadMore: '0' })).toEqual([4, 1])
    expect(await shape({})).toEqual([20, 2])
    expect(await shape({ page: 3 })).toEqual([20, null])
    expect(await shape({ page: 4 })).toEqual([0, null])
    // The first page was asked for once, the fourth never.
    expect(service.asked.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '3'])
  })

  it.each<[string, () => unknown]>([
    ['a refusal', () => new Refusal('status', 'status 503', 503)],
    ['no JSON', () => '<html>down</html>'],
    ['its own failure', () => ({ stat: 'fail', code: 100, message: 'Invalid API Key' })],
    ['nothing it should', () => ({ photos: [] })],
    ['an unforeseen error', () => new Error('boom')],
    ['silence', () => new Promise(() => {})],
  ])('AP9 %s is an empty list, marked as an outage, soon', async (_what, answer) => {
    const begun = Date.now()
    const search = make(fake(answer))
    expect(await search.search('flickr', asking('fog'))).toEqual({
      results: [],
      next: null,
      counts: { total: 0 },
      available: true,
      outage: true,
    })
    expect(await search.flickrInfo('1', undefined)).toEqual({ data: null, available: true, outage: true })
    expect(Date.now() - begun).toBeLessThan(1500)
    expect(logged.join()).not.toContain('flickr-key')
  })

  it('AP9 a service that is down is left in peace for a while, and found again afterwards', async () => {
    let clock = 0
    let down = true
    const service = fake(() => (down ? new Refusal('network', 'down') : flickrPage(photos)))
    const search = make(service, { now: () => clock })
    for (let time = 0; time < 5; time++) await search.search('flickr', asking('fog'))
    expect(service.asked).toHaveLength(1)
    down = false
    clock += 21_000
    expect((await search.search('flickr', asking('fog'))).results).toHaveLength(20)
  })

  it('AP9 without keys nothing is asked, and it says so', async () => {
    const service = fake(() => flickrPage(photos))
    const search = make(service, { keys: { flickr: null, fivepx: null, behance: null } })
    for (const name of ['flickr', 'fivepx', 'behance'] as const)
      expect(await search.search(name, asking('fog'))).toEqual({
        results: [],
        next: null,
        counts: { total: 0 },
        available: false,
        message: 'no data',
      })
    for (const detail of [search.flickrInfo('1', 's'), search.fivePxPhoto('1'), search.behanceProject('1')])
      expect(await detail).toEqual({ data: null, message: 'no data', available: false })
    expect(await search.flickrSizes('1')).toMatchObject({ data: [], available: false })
    expect(service.asked).toEqual([])
    expect(
      search
        .sources()
        .sources.filter(({ available }) => available)
        .map(({ name }) => name),
    ).toEqual(['openverse', 'wikimedia'])
  })
})

describe('AP9 over the API', () => {
  let server: TestServer
  const outside = createOutside()
  beforeAll(async () => {
    server = await startTestServer({ fetcher: outside, env: { FLICKR_KEY: 'test-key' } })
  })
  afterAll(() => server.close())

  it('AP9 is for members, says what is available, and refuses what is no question', async () => {
    const { client } = await server.signUp()
    const visitor = server.client()
    expect(
      (await visitor.get('/api/v0/imagesearch/sources')).body.sources
        .filter(({ available }: { available: boolean }) => available)
        .map(({ name }: { name: string }) => name),
    ).toEqual(['flickr', 'openverse', 'wikimedia'])
    expect((await visitor.get('/api/v0/imagesearch/flickr?query=x')).status).toBe(401)
    for (const path of [
      'flickr?query=',
      'flickr',
      'openverse?query=x&page=0',
      'flickr_getInfo?query=../../x',
      'behance_project?query=a/b',
      'fivepx_getPhoto?query=1%3Fx',
    ])
      expect((await client.get(`/api/v0/imagesearch/${path}`)).status).toBe(400)
    for (const source of ['flickr', 'openverse', 'wikimedia'])
      expect((await client.get(`/api/v0/imagesearch/${source}?query=fog`)).body).toMatchObject({ results: [], outage: true })
    for (const call of ['fivepx?query=x', 'behance?query=x', 'fivepx_getPhoto?query=1', 'behance_project?query=1'])
      expect((await client.get(`/api/v0/imagesearch/${call}`)).body).toMatchObject({ available: false })
    expect((await client.get('/api/v0/imagesearch/flickr_getSizes?query=1')).body).toEqual({ data: [], available: true, outage: true })
  })
})
