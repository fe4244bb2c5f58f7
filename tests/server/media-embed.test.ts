import { describe, expect, it } from 'vitest'
import { messages } from '#contract/index.ts'
import { createOutside, oembedOf } from '../support/outside.ts'
import { startTestServer, type Client } from '../support/server.ts'
import { ada, server, setUpPeople, visitor } from '../support/people.ts'

const outside = createOutside()
setUpPeople({ fetcher: outside })

const embed = async (url: string) => (await visitor.post('/api/v0/media/inlineEmbed', { url })).body
const hostile = '"><img src=x onerror=alert(1)><script>alert(1)</script>\'&'

describe('I1 AP6 POST /api/v0/media/inlineEmbed', () => {
  it.each([
    [
      'https://youtu.be/dQw4w9WgXcQ?t=42&end=90',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42&amp;end=90&amp;rel=0',
      'video',
      'YouTube',
    ],
    ['https://vimeo.com/76979871/abcdef0123', 'https://player.vimeo.com/video/76979871?h=abcdef0123&amp;dnt=1', 'video', 'Vimeo'],
    ['https://soundcloud.com/a/b', 'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb', 'rich', 'SoundCloud'],
    [
      'https://www.tiktok.com/@ada/video/6718335390845095173',
      'https://www.tiktok.com/player/v1/6718335390845095173?rel=0',
      'video',
      'TikTok',
    ],
  ])('I1 %s → a frame of its provider with 56 % height', async (url, source, type, provider) => {
    const { status, body } = await visitor.post('/api/v0/media/inlineEmbed', { url })
    expect(status).toBe(200)
    expect(body).toMatchObject({ type, provider_name: provider, condensed: false, ratio: 56 })
    expect(body.html).toContain(`src="${source}`)
    expect(body.html).toContain('width="480" height="269"')
    expect(body.html).toContain('sandbox="')
    expect(body).not.toHaveProperty('inlineEmbedError')
  })

  it('I1 every frame is allowed by the content security policy', async () => {
    const policy = (await fetch(server.url)).headers.get('content-security-policy')!
    for (const url of [
      'https://youtu.be/dQw4w9WgXcQ',
      'https://vimeo.com/76979871',
      'https://soundcloud.com/a/b',
      'https://www.tiktok.com/@ada/video/6718335390845095173',
    ]) {
      const origin = new URL(/src="([^"]+)"/.exec((await embed(url)).html)![1]!.replaceAll('&amp;', '&')).origin
      expect(/frame-src ([^;]*)/.exec(policy)![1]!.split(' ')).toContain(origin)
    }
  })

  it('I1 html of a provider is not used, and its texts are escaped', async () => {
    const href = 'https://www.youtube.com/watch?v=hostile-vid'
    outside.json(oembedOf('youtube', href), {
      title: hostile,
      author_name: hostile,
      html: '<iframe src="https://evil.example/"></iframe>',
      thumbnail_url: 'javascript:alert(1)',
    })
    const { html, title, image } = await embed(href)
    expect(html).not.toContain('evil.example')
    expect(html.match(/<(\/?[a-z]+)/gi)).toEqual(['<iframe', '</iframe'])
    expect(html).toContain('title="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;')
    expect(title).toContain('<script>')
    expect(image).toBe('https://i.ytimg.com/vi/hostile-vid/hqdefault.jpg')
  })

  it('I1 a page → a card with its texts, picture and a nofollow link', async () => {
    outside.html(
      'https://example.org/a',
      `<head><meta property="og:title" content="${hostile.replaceAll('"', '&quot;')}"><meta property="og:description" content="&lt;b&gt;bold&lt;/b&gt;"><meta property="og:image" content="/p.jpg"></head>`,
    )
    const body = await embed('https://example.org/a')
    expect(body).toMatchObject({
      type: 'link',
      condensed: true,
      provider_name: 'example.org',
      url: 'https://example.org/a',
      image: 'https://example.org/p.jpg',
      description: '<b>bold</b>',
    })
    expect(body.html).toMatch(/^<a class="embed-card" href="https:\/\/example\.org\/a" rel="nofollow noopener" target="_blank">/)
    expect(body.html).toContain('&lt;b&gt;bold&lt;/b&gt;')
    expect(body.html).not.toMatch(/<(script|b|img src=x)/)
    expect(body).not.toHaveProperty('inlineEmbedError')
  })

  it('I1 AP10 without an answer → a card derived from the URL, and inlineEmbedError', async () => {
    expect(await embed('https://silent.example/some-page')).toMatchObject({
      inlineEmbedError: 'no data',
      title: 'silent.example: some page',
      condensed: true,
    })
  })

  it('I1 https files → media elements; http files → links', async () => {
    expect((await embed('https://example.org/a.mp4')).html).toMatch(/^<video [^>]*src="https:\/\/example\.org\/a\.mp4" controls/)
    expect((await embed('https://example.org/a.mp3')).html).toMatch(/^<audio /)
    expect((await embed('https://example.org/a.png')).html).toMatch(/^<img /)
    expect((await embed('http://example.org/a.mp4')).html).toMatch(/^<a /)
    expect((await embed('https://dai.ly/x8abcd1')).html).toMatch(/^<a /)
  })

  it.each(['', 'javascript:alert(1)', 'data:text/html,x', 'ftp://a.example/', 'https://a:b@c.example/'])(
    'I1 the URL "%s" → 400',
    async (url) => {
      const { status, body } = await visitor.post('/api/v0/media/inlineEmbed', { url })
      expect([status, body.message, body.fields.url]).toEqual([400, messages.linkInvalid, messages.linkInvalid])
    },
  )

  it('I1 a read-only server embeds links', async () => {
    const still = await startTestServer({ env: { STRAND_READ_ONLY: '1' } })
    try {
      expect((await still.client().post('/api/v0/media/inlineEmbed', { url: 'https://youtu.be/dQw4w9WgXcQ' })).status).toBe(200)
    } finally {
      await still.close()
    }
  })
})

describe('AP6 rate limit', () => {
  it('AP6 visitors and members have one limit for all detecting endpoints', async () => {
    const limited = await startTestServer({ env: { STRAND_RATE_LIMITS: '1' } })
    try {
      const { client } = await limited.signUp()
      const ask = (who: Client, n: number) =>
        n % 2 === 0
          ? who.get('/api/v0/media/info/qmedia?url=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ')
          : who.post('/api/v0/media/inlineEmbed', { url: 'https://youtu.be/dQw4w9WgXcQ' })
      for (let n = 0; n < 120; n++) expect((await ask(limited.client(), n)).status).toBe(200)
      const { status, headers } = await ask(limited.client(), 1)
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
      expect((await ask(client, 0)).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('I1 AP6 POST /api/v0/media/unsupportedInlineEmbed', () => {
  const batch = (urls: unknown) => visitor.post('/api/v0/media/unsupportedInlineEmbed', { urls })

  it('I1 urls as array or comma-separated list → results in that order', async () => {
    const urls = ['https://one.example/a,b', 'https://two.example/']
    const { body } = await batch(urls)
    expect(body.results.map(({ url }: { url: string }) => url)).toEqual(urls)
    expect((await batch(urls.join(', '))).body).toEqual(body)
  })

  it('I1 ten URLs are accepted, eleven → 400', async () => {
    const many = (length: number) => Array.from({ length }, (_, index) => `https://many.example/${index}`)
    expect((await batch(many(10))).body.results).toHaveLength(10)
    for (const urls of [many(11), many(11).join(',')]) {
      const { status, body } = await batch(urls)
      expect([status, body.message]).toEqual([400, messages.tooManyLinks])
    }
    for (const urls of [[], '', [' '], 7, null]) expect((await batch(urls)).status).toBe(400)
  })

  it('I1 an invalid URL in a batch → escaped text with its own error', async () => {
    const { status, body } = await batch([hostile, 'https://fine.example/'])
    expect(status).toBe(200)
    expect(body.results[0]).toMatchObject({ inlineEmbedError: messages.linkInvalid, url: '' })
    expect(body.results[0].html).not.toMatch(/<(img|script|a)\b/)
    expect(body.results[1].url).toBe('https://fine.example/')
  })
})

describe('AP6 GET /api/v0/media/info/qmedia', () => {
  const info = (url: string) => visitor.get(`/api/v0/media/info/qmedia?url=${encodeURIComponent(url)}`)

  it('AP6 a playable URL → its streams', async () => {
    expect((await info('https://youtu.be/dQw4w9WgXcQ')).body).toMatchObject({
      byuri: true,
      media: { type: 'video', media: [{ type: 'youtube', uri: 'dQw4w9WgXcQ' }] },
    })
  })

  it('AP6 AP10 no metadata → 404 "no data"; an invalid URL → 400', async () => {
    const { status, body } = await info('https://silent.example/x')
    expect([status, body.message]).toEqual([404, 'no data'])
    expect((await info('nonsense')).status).toBe(400)
    expect((await visitor.get('/api/v0/media/info/qmedia')).status).toBe(400)
  })
})

describe('D5 AP6 GET /api/v0/webfetch/metaimages', () => {
  const images = (url: string) => ada.client.get(`/api/v0/webfetch/metaimages?url=${encodeURIComponent(url)}`)

  it('D5 picture URLs are absolute, the page’s og:image first, without small ones and icons', async () => {
    outside.html(
      'https://pics.example/story',
      `<head><base href="/media/"><meta property="og:image" content="https://cdn.example/cover.jpg">
      <meta name="twitter:image" content="tw.png"></head><body>
      <img src="big.jpg" width="800" height="600"><img src="small.jpg" width="80" height="60"><img src="unknown.webp"><img src="big.jpg">
      <img src="tiny.gif" srcset="s.jpg 320w, l.jpg 1600w"><img data-src="lazy.jpg" src="data:image/gif;base64,R0">
      <img src="/tracking/pixel.gif"><img src="logo.svg"><img src="/icons/icon.png"><img src="javascript:alert(1)"><img src="http://plain.example/p.jpg">
      <video poster="poster.jpg"></video><img src="wide.jpg" width="100%"></body>`,
    )
    const { status, body } = await images('https://pics.example/story')
    expect(status).toBe(200)
    expect(body).toEqual({
      images: [
        'https://cdn.example/cover.jpg',
        'https://pics.example/media/tw.png',
        'https://pics.example/media/big.jpg',
        'https://pics.example/media/unknown.webp',
        'https://pics.example/media/l.jpg',
        'https://pics.example/media/lazy.jpg',
        'https://plain.example/p.jpg',
        'https://pics.example/media/poster.jpg',
        'https://pics.example/media/wide.jpg',
      ],
      meta: { 'og:image': 'https://cdn.example/cover.jpg' },
    })
  })

  it('D5 at most thirty pictures of a page', async () => {
    outside.html('https://pics.example/many', Array.from({ length: 5000 }, (_, index) => `<img src="${index}.jpg">`).join(''))
    expect((await images('https://pics.example/many')).body.images).toHaveLength(30)
  })

  it('D5 the URL of a picture → that picture', async () => {
    outside.other('https://pics.example/direct?id=1', 'image/png')
    for (const url of ['https://pics.example/direct?id=1', 'https://pics.example/a.jpg'])
      expect((await images(url)).body).toEqual({ images: [url], meta: {} })
    expect((await images('https://youtu.be/dQw4w9WgXcQ')).body.images).toEqual(['https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg'])
  })

  it('D5 AP10 no pictures, no answer or only vectors → "no data"', async () => {
    outside.html('https://pics.example/none', '<p>Words')
    outside.other('https://pics.example/vector', 'image/svg+xml')
    for (const path of ['none', 'absent', 'vector'])
      expect((await images(`https://pics.example/${path}`)).body).toEqual({ images: [], meta: {}, message: 'no data' })
  })

  it('D5 answers are cached; a visitor → 401', async () => {
    outside.html('https://pics.example/once', '<img src="a.jpg">')
    await images('https://pics.example/once')
    await images('https://pics.example/once')
    expect(outside.requests.filter((href) => href === 'https://pics.example/once')).toHaveLength(1)
    expect((await visitor.get('/api/v0/webfetch/metaimages?url=https%3A%2F%2Fpics.example%2Fonce')).status).toBe(401)
  })
})
