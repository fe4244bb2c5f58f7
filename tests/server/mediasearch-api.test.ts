import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutside } from '../support/outside.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

describe('X3 endpoints', () => {
  let server: TestServer
  const outside = createOutside()
  beforeAll(async () => {
    server = await startTestServer({ fetcher: outside })
  })
  afterAll(() => server.close())
  const info = async (address: string) => await server.client().get(`/api/v0/media/info/qmedia?url=${encodeURIComponent(address)}`)

  it('X3 searches are public, outages are marked, and invalid queries → 400', async () => {
    const visitor = server.client()
    expect((await visitor.get('/api/v0/mediasearch/sources')).body.sources).toContainEqual({
      name: 'archive',
      title: 'Internet Archive',
      types: ['video', 'audio'],
      available: true,
    })
    expect((await visitor.get('/api/v0/mediasearch?q=train')).body).toEqual({
      results: [],
      next: null,
      counts: { total: 0 },
      outages: ['archive'],
    })
    expect((await visitor.get('/api/v0/mediasearch?q=')).body).toEqual({ results: [], next: null, counts: { total: 0 }, outages: [] })
    for (const query of ['', '?q=x&source=web', '?q=x&type=image', '?q=x&limit=0', '?q=x&from=-1'])
      expect((await visitor.get(`/api/v0/mediasearch${query}`)).status).toBe(400)
  })

  const file = (name: string, more = {}) => ({ name, source: 'derivative', format: 'Metadata', ...more })
  it('X3 D2 a video of the Internet Archive → its playable files, the best first', async () => {
    outside.json('https://archive.org/metadata/night_train', {
      metadata: {
        mediatype: 'movies',
        title: 'Night <i>train</i>',
        creator: ['A. Riser'],
        subject: 'rail;night',
        description: '<p>On rails</p>',
      },
      files: [
        file('night_train.mpeg', { source: 'original', format: 'MPEG2', length: '125.4' }),
        file('night_train.ogv', { format: 'Ogg Video', original: 'night_train.mpeg', length: '125.4', width: '400', height: '300' }),
        file('night train_512kb.mp4', {
          format: '512Kb MPEG4',
          original: 'night_train.mpeg',
          length: '125.4',
          width: '320',
          height: '240',
        }),
        file('night_train.mp4', { format: 'h.264', original: 'night_train.mpeg', length: '125.4', width: '640', height: '480' }),
        file('night_train_meta.xml'),
        file('locked.mp4', { format: 'h.264', private: 'true' }),
        file('__ia_thumb.jpg', { format: 'Item Tile' }),
        null,
      ],
    })
    const { body } = await info('https://www.archive.org/details/night_train?start=12')
    expect(body).toMatchObject({
      byuri: false,
      media: {
        type: 'video',
        href: 'https://archive.org/details/night_train',
        title: 'Night train',
        artist: 'A. Riser',
        source: 'Internet Archive',
        image: 'https://archive.org/services/img/night_train',
        duration: 125.4,
        startTime: 12,
      },
    })
    expect(body.media.media.map(({ type, uri, format }: Record<string, string>) => [type, uri, format])).toEqual([
      ['file', 'https://archive.org/download/night_train/night_train.mp4', 'video/mp4'],
      ['file', 'https://archive.org/download/night_train/night%20train_512kb.mp4', 'video/mp4'],
      ['file', 'https://archive.org/download/night_train/night_train.ogv', 'video/ogg'],
    ])
    // Another URL of the same item is answered from the cache.
    outside.requests.splice(0)
    expect((await info('https://archive.org/embed/night_train')).body.media.media).toHaveLength(3)
    expect(outside.requests).toEqual([])
  })

  it('X3 D2 an album → its first track, or the one in the URL', async () => {
    outside.json('https://archive.org/metadata/an-album', {
      metadata: { mediatype: 'etree', title: 'Live', creator: 'The Band', description: '' },
      files: [
        file('d1t02.mp3', { format: 'VBR MP3', original: 'd1t02.flac', track: '2', title: 'Second', length: '3:20' }),
        file('d1t02.flac', { source: 'original', format: 'Flac', track: '2', title: 'Second' }),
        file('d1t01.flac', { source: 'original', format: 'Flac', track: '01', title: 'First' }),
        file('d1t01.mp3', { format: 'VBR MP3', original: 'd1t01.flac', track: '01', length: '61.5' }),
        file('d1t01.ogg', { format: 'Ogg Vorbis', original: 'd1t01.flac', track: '01' }),
      ],
    })
    const uris = (body: { media: { media: { uri: string }[] } }) => body.media.media.map(({ uri }) => uri.split('/').at(-1))
    const album = (await info('https://archive.org/details/an-album')).body
    expect([album.media.type, album.media.title, album.media.duration, uris(album)]).toEqual([
      'audio',
      'Live',
      61.5,
      ['d1t01.mp3', 'd1t01.ogg', 'd1t01.flac'],
    ])
    const track = (await info('https://archive.org/details/an-album/d1t02.flac')).body
    expect([track.media.title, track.media.duration, uris(track)]).toEqual(['Second', 200, ['d1t02.mp3', 'd1t02.flac']])
  })

  it('X3 an item without media → a web page; an unknown item → 404', async () => {
    outside.json('https://archive.org/metadata/a-book', {
      metadata: { mediatype: 'texts', title: 'A book' },
      files: [file('a.mp3', { format: 'VBR MP3' })],
    })
    outside.json('https://archive.org/metadata/no-such', {})
    expect((await info('https://archive.org/details/a-book')).body).toMatchObject({
      byuri: false,
      media: { type: 'webpage', title: 'A book', media: [] },
    })
    expect((await info('https://archive.org/details/no-such')).status).toBe(404)
  })
})
