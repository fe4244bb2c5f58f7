import { readFileSync } from 'node:fs'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '#contract/index.ts'
import { createMedia, type MediaService } from '../../server/features/media/service.ts'
import { addPost, startBead } from '../support/content.ts'
import { createOutside, oembedOf, type Outside } from '../support/outside.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

const catalogue: Record<string, { title: string; artist?: string; duration?: number; image?: string }> = {
  '/clips/first-light.mp4': { title: 'First light', artist: 'Strand', duration: 12.5, image: 'first-light.jpg' },
}
const clips: { file: string; title: string; type: string; format: string }[] = JSON.parse(
  readFileSync('server/demo/clips/catalogue.json', 'utf8'),
)
const watch = (id: string) => `https://www.youtube.com/watch?v=${id}`

let server: TestServer
let outside: Outside
let media: MediaService
let clock: number
let video = 0
/** A video that no other test looks up. */
const newVideo = () => `test-${String((video += 1)).padStart(6, '0')}`

const make = (waitMs?: number): MediaService =>
  createMedia({
    db: server.db,
    log: pino({ level: 'silent' }),
    publicUrl: server.url,
    fetcher: outside,
    now: () => clock,
    ownFiles: async (path) => catalogue[path] ?? null,
    ...(waitMs === undefined ? {} : { waitMs }),
  })

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => {
  outside = createOutside()
  clock = Date.UTC(2026, 10, 21)
  media = make()
})
afterEach(() => media.close())

describe('D3 metadata of providers', () => {
  it('D3 YouTube: title, author, thumbnail and size are used, html is not', async () => {
    const id = newVideo()
    outside.json(oembedOf('youtube', watch(id)), {
      title: ' Never\u0000 gonna\n give ',
      author_name: 'Rick Astley - Topic',
      thumbnail_url: `http://i.ytimg.com/vi/${id}/maxres.jpg`,
      width: 1280,
      height: '720',
      html: '<iframe src="https://evil.example">',
      duration: -5,
    })
    const { media: found, mediaKey, byUri } = await media.detect(`https://youtu.be/${id}?t=42`)
    expect({ mediaKey, byUri }).toEqual({ mediaKey: `youtube:${id}`, byUri: false })
    expect(found).toEqual({
      type: 'video',
      href: watch(id),
      title: 'Never gonna give',
      artist: 'Rick Astley',
      source: 'YouTube',
      startTime: 42,
      image: `https://i.ytimg.com/vi/${id}/maxres.jpg`,
      media: [{ type: 'youtube', uri: id, href: watch(id), image: `https://i.ytimg.com/vi/${id}/maxres.jpg`, width: 1280, height: 720 }],
    })
  })

  it.each([
    ['vimeo', 'https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['soundcloud', 'https://soundcloud.com/a/b', 'https://m.soundcloud.com/a/b'],
    ['dailymotion', 'https://www.dailymotion.com/video/x8abcd1', 'https://dai.ly/x8abcd1'],
    ['wistia', 'https://fast.wistia.com/embed/medias/lrox7uw103', 'https://acme.wistia.com/medias/lrox7uw103'],
    [
      'tiktok',
      'https://www.tiktok.com/@ada/video/6718335390845095173',
      'https://www.tiktok.com/@ada/video/6718335390845095173?is_from_webapp=1',
    ],
  ] as const)('D3 %s: metadata of its oEmbed endpoint', async (provider, canonical, pasted) => {
    outside.json(oembedOf(provider, canonical), {
      title: 'A title',
      author_name: 'Somebody',
      thumbnail_url: 'https://img.example/1.jpg',
      duration: 90,
    })
    expect((await media.detect(pasted)).media).toMatchObject({
      title: 'A title',
      artist: 'Somebody',
      image: 'https://img.example/1.jpg',
      duration: 90,
    })
  })

  it.each([
    ['HTML instead of JSON', '<html>Forbidden</html>'],
    ['a list', [1]],
    ['no known field', {}],
    ['a javascript: picture', { thumbnail_url: 'javascript:alert(1)' }],
    ['fields of wrong types', { title: 7, author_name: {}, thumbnail_url: [], width: 'x' }],
  ])('D3 an oEmbed answer with %s → the title from the URL', async (_what, answer) => {
    const id = newVideo()
    outside.json(oembedOf('youtube', watch(id)), answer)
    expect((await media.detect(watch(id))).media).toMatchObject({
      title: `YouTube video ${id}`,
      image: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
    })
  })
})

describe('D3 metadata of pages', () => {
  const page = (head: string, path = `page-${(video += 1)}`) => {
    const href = `https://example.org/${path}`
    outside.html(href, `<html><head>${head}</head><body><img src="/body.jpg"><title>Body</title></body></html>`)
    return media.detect(href)
  }

  it('D3 OpenGraph: title and picture, with relative URLs resolved', async () => {
    const { media: found } = await page(
      '<title>Plain</title><meta property="og:title" content="Tom &amp; Jerry"><meta property="og:image" content="/cover.jpg"><link rel="icon" href="/favicon.ico">',
    )
    expect(found).toMatchObject({
      type: 'webpage',
      title: 'Tom & Jerry',
      image: 'https://example.org/cover.jpg',
      source: 'example.org',
      media: [],
    })
  })

  it('D3 a page without OpenGraph → its title and no picture', async () => {
    const { media: found } = await page('<title>Plain page</title><link rel="icon" href="/favicon.ico">')
    expect(found.title).toBe('Plain page')
    expect(found.image).toBeUndefined()
  })

  it('D3 a page without a title → a title from its URL', async () => {
    expect((await page('', 'why-bread-matters')).media.title).toBe('example.org: why bread matters')
  })

  it('D3 a page with og:video of its own is playable', async () => {
    const { media: found } = await page(
      '<meta property="og:title" content="Film"><meta property="og:video" content="/film.mp4"><meta property="og:video:type" content="video/mp4"><meta property="og:video:duration" content="61">',
    )
    expect(found).toMatchObject({
      type: 'video',
      duration: 61,
      href: expect.stringContaining('/page-'),
      media: [{ type: 'file', uri: 'https://example.org/film.mp4', format: 'video/mp4', duration: 61 }],
    })
  })

  it('D3 a page with an embedded provider video → a stream of the provider', async () => {
    const { media: found } = await page(
      '<meta property="og:title" content="Embedded"><meta property="og:video" content="https://www.youtube.com/embed/dQw4w9WgXcQ">',
    )
    expect(found).toMatchObject({ type: 'video', title: 'Embedded', media: [{ type: 'youtube', uri: 'dQw4w9WgXcQ' }] })
  })

  it('D3 markup in titles is text; a javascript: picture is ignored', async () => {
    const { media: found } = await page(
      '<meta property="og:title" content="&lt;script&gt;alert(1)&lt;/script&gt;"><meta property="og:image" content="javascript:alert(1)"><meta property="og:video" content="data:video/mp4;base64,x">',
    )
    expect(found).toMatchObject({ type: 'webpage', title: '<script>alert(1)</script>', media: [] })
    expect(found.image).toBeUndefined()
  })

  it('D3 an overlong title is shortened', async () => {
    const { title } = (await page(`<title>${'word '.repeat(200)}</title>`)).media
    expect(title.length).toBeLessThanOrEqual(300)
    expect(title.endsWith('word…')).toBe(true)
  })

  it('D3 other character sets are decoded', async () => {
    outside.html('https://example.org/latin', '', { charset: 'iso-8859-1', body: Buffer.from('<title>Caf\xe9</title>', 'latin1') })
    expect((await media.detect('https://example.org/latin')).media.title).toBe('Café')
    outside.html('https://example.org/declared', '', {
      charset: null,
      body: Buffer.from('<meta charset="windows-1251"><title>\xcf\xf0\xe8\xe2\xe5\xf2</title>', 'latin1'),
    })
    expect((await media.detect('https://example.org/declared')).media.title).toBe('Привет')
  })

  it('D2 a URL with a video content type → a playable file', async () => {
    outside.other('https://example.org/stream?id=1', 'video/mp4')
    expect((await media.detect('https://example.org/stream?id=1')).media).toMatchObject({
      type: 'video',
      media: [{ type: 'file', uri: 'https://example.org/stream?id=1', format: 'video/mp4' }],
    })
  })

  it('D4 a short link → the medium and key of its target', async () => {
    outside.html('https://short.example/x', '', { href: 'https://soundcloud.com/c/d' })
    outside.json(oembedOf('soundcloud', 'https://soundcloud.com/c/d'), { title: 'Behind the link' })
    expect(await media.detect('https://short.example/x')).toMatchObject({
      mediaKey: 'soundcloud:c/d',
      media: { title: 'Behind the link', media: [{ type: 'soundcloud' }] },
    })
  })
})

describe('D2 failures and caching', () => {
  it('D2 without an answer, the medium is derived from the URL', async () => {
    outside.setBehaviour('refuse')
    const id = newVideo()
    expect(await media.detect(watch(id))).toMatchObject({
      byUri: true,
      media: { title: `YouTube video ${id}`, image: expect.stringContaining('hqdefault'), media: [{ uri: id }] },
    })
    expect(await media.detect('https://example.org/silent-page')).toMatchObject({
      byUri: true,
      media: { type: 'webpage', title: 'example.org: silent page' },
    })
  })

  it('D2 http and https of one page keep the given URL', async () => {
    expect((await media.detect('http://example.org/both')).media.href).toBe('http://example.org/both')
    expect((await media.detect('https://example.org/both')).media.href).toBe('https://example.org/both')
  })

  it('D2 detect() returns at its time limit', async () => {
    outside.setBehaviour('hang')
    const startedAt = Date.now()
    expect((await make(120).detect(watch(newVideo()))).byUri).toBe(true)
    expect(Date.now() - startedAt).toBeLessThan(1000)
  })

  it('D2 failures are cached for a minute, answers for weeks', async () => {
    const id = newVideo()
    outside.setBehaviour('refuse')
    await media.detect(watch(id))
    outside.setBehaviour('back')
    outside.json(oembedOf('youtube', watch(id)), { title: 'Found' })
    expect((await media.detect(watch(id))).byUri).toBe(true)
    clock += 61_000
    expect((await media.detect(watch(id))).media.title).toBe('Found')
    clock += 20 * 86_400_000
    expect((await media.detect(`https://youtu.be/${id}?t=9`)).media).toMatchObject({ title: 'Found', startTime: 9 })
    expect(outside.requests).toHaveLength(2)
  })

  it('D2 twenty concurrent detections send one request', async () => {
    const id = newVideo()
    outside.json(oembedOf('youtube', watch(id)), { title: 'Once' })
    const all = await Promise.all(Array.from({ length: 20 }, () => media.detect(watch(id))))
    expect(new Set(all.map(({ media: { title } }) => title))).toEqual(new Set(['Once']))
    expect(outside.requests).toHaveLength(1)
  })

  it('D2 file URLs and own clips send no request', async () => {
    expect((await media.detect('https://example.org/a.mp3')).media.type).toBe('audio')
    const clip = await media.detect(`${server.url}/clips/first-light.mp4`)
    expect(clip).toEqual({
      mediaKey: 'own:/clips/first-light.mp4',
      about: null,
      byUri: false,
      media: {
        type: 'video',
        href: '/clips/first-light.mp4',
        title: 'First light',
        artist: 'Strand',
        source: 'Strand',
        duration: 12.5,
        image: '/clips/first-light.jpg',
        media: [{ type: 'file', uri: '/clips/first-light.mp4', href: '/clips/first-light.mp4', format: 'video/mp4', duration: 12.5 }],
      },
    })
    expect(await media.detect('/clips/unknown_clip.webm')).toMatchObject({ byUri: true, media: { title: 'Unknown clip' } })
    expect(outside.requests).toEqual([])
  })
})

describe('AP6 POST /api/v0/media/detect', () => {
  let ada: Client
  beforeAll(async () => {
    ada = (await server.signUp('Ada')).client
  })

  it('AP6 the answer contains the detected medium and the post that already has it', async () => {
    const bead = await startBead(ada)
    const body = { media: { href: `https://youtu.be/${newVideo()}` }, bead: bead.id }
    const first = await ada.post('/api/v0/media/detect', body)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      detected: {
        what: expect.stringContaining('YouTube video'),
        who: { artists: [] },
        tags: [],
        source: 'YouTube',
        byuri: true,
        bycategory: false,
      },
      media: { type: 'video' },
    })
    expect(first.body).not.toHaveProperty('post')
    const post = await addPost(ada, bead.id, { media: { href: body.media.href } })
    expect((await ada.post('/api/v0/media/detect', body)).body.post.id).toBe(post.id)
  })

  it.each(['no address', 'ftp://example.org/a', 'https://a:b@example.org/', '   '])(
    'AP6 the URL "%s" → 400 with a message',
    async (href) => {
      const { status, body } = await ada.post('/api/v0/media/detect', { media: { href } })
      expect(status).toBe(400)
      expect(body.message).toBe(messages.linkInvalid)
    },
  )

  it('AP6 a private address → a medium derived from the URL only', async () => {
    const { status, body } = await ada.post('/api/v0/media/detect', { media: { href: 'http://169.254.169.254/latest/meta-data' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ detected: { byuri: true }, media: { type: 'webpage', media: [] } })
  })

  it.each(['/clips/%zz.mp4', '/clips/%E0%A4.webm'])('AP6 %s → a missing own file', async (href) => {
    const { status, body } = await ada.post('/api/v0/media/detect', { media: { href } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ detected: { byuri: true }, media: { href, source: 'Strand' } })
  })

  it.each(['//evil.example/a.mp4', '///evil.example/a.mp4', '/\\evil.example/a.mp4'])(
    'AP6 own URL with the path %s → an own file',
    async (path) => {
      const { body } = await ada.post('/api/v0/media/detect', { media: { href: server.url + path } })
      expect(body.media).toMatchObject({
        href: '/evil.example/a.mp4',
        source: 'Strand',
        media: [{ uri: '/evil.example/a.mp4', href: '/evil.example/a.mp4' }],
      })
    },
  )

  it('AP6 of an overlong host name the end is shown', async () => {
    const { status, body } = await ada.post('/api/v0/media/detect', {
      media: { href: `https://www.bank.example.${'x'.repeat(60)}.${'y'.repeat(60)}.evil.example/` },
    })
    expect(status).toBe(200)
    expect(body.media.source).toHaveLength(80)
    expect(body.media.source).toMatch(/^…x+\.y{60}\.evil\.example$/)
  })

  it.each(clips)('AP6 the URL of the clip $file → its title and picture', async ({ file, title, type, format }) => {
    const bead = await startBead(ada)
    const post = await addPost(ada, bead.id, { media: { href: `${server.url}/clips/${file}` } })
    expect(post).toMatchObject({
      title,
      media: {
        type,
        title,
        href: `/clips/${file}`,
        image: expect.stringMatching(/^\/images\//),
        media: [{ uri: `/clips/${file}`, format }],
      },
    })
    for (const path of [post.media!.image!, post.media!.media[0]!.uri]) expect((await ada.request('HEAD', path)).status).toBe(200)
  })

  it('AP6 a visitor → 401', async () => {
    expect((await server.client().post('/api/v0/media/detect', { media: { href: 'https://example.org' } })).status).toBe(401)
  })
})
