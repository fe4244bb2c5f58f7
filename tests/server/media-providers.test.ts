import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMediaAddress } from '../../server/features/media/address.ts'
import { parseTime } from '../../server/features/media/times.ts'

const publicUrl = 'https://strand.example'
const parse = (text: string) => parseMediaAddress(text, publicUrl)
const keyOf = (text: string) => parse(text)?.mediaKey
const id = 'dQw4w9WgXcQ'

describe('D2 URLs of providers', () => {
  it.each([
    `https://www.youtube.com/watch?v=${id}`,
    `http://youtube.com/watch?feature=share&v=${id}`,
    `https://m.youtube.com/watch?v=${id}`,
    `https://music.youtube.com/watch?v=${id}&si=abc`,
    `https://youtu.be/${id}`,
    `youtu.be/${id}?si=x`,
    `//youtu.be/${id}`,
    `https://www.youtube.com/shorts/${id}`,
    `https://www.youtube.com/live/${id}?feature=x`,
    `https://www.youtube.com/embed/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}`,
    `https://youtube-nocookie.com/v/${id}`,
    `  https://YOUTUBE.com/watch?v=${id}  `,
    `https://www.youtube.com:443/watch?v=${id}#t=1`,
  ])('D2 %s → a YouTube video', (address) => {
    expect(parse(address)).toMatchObject({
      provider: 'youtube',
      mediaKey: `youtube:${id}`,
      own: false,
      media: {
        type: 'video',
        source: 'YouTube',
        href: `https://www.youtube.com/watch?v=${id}`,
        title: `YouTube video ${id}`,
        image: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
        media: [{ type: 'youtube', uri: id }],
      },
    })
  })

  it.each([
    ['https://vimeo.com/76979871', '76979871'],
    ['https://www.vimeo.com/76979871/', '76979871'],
    ['https://player.vimeo.com/video/76979871', '76979871'],
    ['https://vimeo.com/channels/staffpicks/76979871', '76979871'],
    ['https://vimeo.com/groups/shortfilms/videos/76979871', '76979871'],
    ['https://vimeo.com/showcase/1234/video/76979871', '76979871'],
    ['https://vimeo.com/76979871/ab12cd34ef', '76979871/ab12cd34ef'],
    ['https://player.vimeo.com/video/76979871?h=ab12cd34ef&dnt=1', '76979871/ab12cd34ef'],
  ])('D2 %s → a Vimeo video with its hash', (address, uri) => {
    const found = parse(address)!
    expect(found.mediaKey).toBe('vimeo:76979871')
    expect(found.media.media[0]).toEqual({ type: 'vimeo', uri, href: `https://vimeo.com/${uri}` })
  })

  it.each([
    ['https://soundcloud.com/Some-Artist/some_track', 'soundcloud:some-artist/some_track', 'https://soundcloud.com/Some-Artist/some_track'],
    ['https://m.soundcloud.com/a/b?utm_source=x', 'soundcloud:a/b', 'https://soundcloud.com/a/b'],
    ['https://soundcloud.com/a/sets/best-of', 'soundcloud:a/sets/best-of', 'https://soundcloud.com/a/sets/best-of'],
    ['https://soundcloud.com/a/b/s-Secret1', 'soundcloud:a/b', 'https://soundcloud.com/a/b/s-Secret1'],
    ['https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/a/b', 'soundcloud:a/b', 'https://soundcloud.com/a/b'],
  ])('D2 %s → a SoundCloud track', (address, key, uri) => {
    expect(parse(address)).toMatchObject({
      mediaKey: key,
      media: { type: 'audio', source: 'SoundCloud', media: [{ type: 'soundcloud', uri }] },
    })
  })

  it.each([
    'https://www.dailymotion.com/video/x8abcd1',
    'https://dai.ly/x8abcd1',
    'https://www.dailymotion.com/embed/video/x8abcd1?autoplay=1',
    'https://geo.dailymotion.com/player/xfoo1.html?video=x8abcd1',
    'https://geo.dailymotion.com/player.html?video=x8abcd1',
    'https://www.dailymotion.com/video/x8abcd1_some-title_music',
  ])('D2 %s → a Dailymotion video', (address) => {
    expect(parse(address)).toMatchObject({
      mediaKey: 'dailymotion:x8abcd1',
      media: { type: 'video', media: [{ type: 'dailymotion', uri: 'x8abcd1' }] },
    })
  })

  it.each([
    'https://acme.wistia.com/medias/lrox7uw103',
    'https://home.wistia.com/medias/lrox7uw103?wtime=5',
    'https://wi.st/medias/lrox7uw103',
    'https://fast.wistia.net/embed/iframe/lrox7uw103?videoFoam=true',
    'https://fast.wistia.com/embed/medias/lrox7uw103.jsonp',
    'https://fast.wistia.com/embed/medias/lrox7uw103.m3u8',
  ])('D2 %s → a Wistia video', (address) => {
    expect(parse(address)).toMatchObject({
      provider: 'wistia',
      mediaKey: 'wistia:lrox7uw103',
      media: { type: 'video', source: 'Wistia', media: [{ type: 'wistia', uri: 'lrox7uw103' }] },
    })
  })

  it.each([
    ['https://www.twitch.tv/videos/1234567890?t=1h2m3s', 'videos/1234567890', 3723],
    ['https://m.twitch.tv/videos/1234567890', 'videos/1234567890', undefined],
    ['https://www.twitch.tv/ada_plays/v/1234567890', 'videos/1234567890', undefined],
    ['https://player.twitch.tv/?video=v1234567890&parent=example.org', 'videos/1234567890', undefined],
    ['https://www.twitch.tv/Ada_Plays', 'ada_plays', undefined],
    ['https://player.twitch.tv/?channel=ada_plays&parent=example.org', 'ada_plays', undefined],
  ])('D2 %s → Twitch %s', (address, uri, startTime) => {
    const { media, mediaKey } = parse(address)!
    expect(mediaKey).toBe(`twitch:${uri}`)
    expect(media).toMatchObject({ type: 'video', source: 'Twitch', media: [{ type: 'twitch', uri, href: `https://www.twitch.tv/${uri}` }] })
    expect(media.startTime).toBe(startTime)
  })

  it.each([
    ['https://www.tiktok.com/@ada.l/video/6718335390845095173?lang=en', 'https://www.tiktok.com/@ada.l/video/6718335390845095173'],
    ['https://www.tiktok.com/player/v1/6718335390845095173?controls=0', 'https://www.tiktok.com/@/video/6718335390845095173'],
    ['https://m.tiktok.com/v/6718335390845095173.html', 'https://www.tiktok.com/@/video/6718335390845095173'],
  ])('D2 %s → a TikTok video', (address, href) => {
    expect(parse(address)).toMatchObject({
      mediaKey: 'tiktok:6718335390845095173',
      media: { type: 'video', href, media: [{ type: 'tiktok', uri: '6718335390845095173' }] },
    })
  })

  it.each([
    'https://player.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe',
    'https://stream.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe.m3u8',
  ])('D2 %s → an HLS stream of Mux', (address) => {
    expect(parse(address)).toMatchObject({
      mediaKey: 'mux:DS00Spx1CV902MCtPj5WknGlR102V5HFkDe',
      media: {
        source: 'Mux',
        image: 'https://image.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe/thumbnail.jpg',
        media: [
          { type: 'file', uri: 'https://stream.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe.m3u8', format: 'application/vnd.apple.mpegurl' },
        ],
      },
    })
  })

  it.each([
    'https://www.twitch.tv/directory',
    'https://www.twitch.tv/ada_plays/clip/FunnySlug',
    'https://clips.twitch.tv/FunnySlug',
    'https://www.twitch.tv/videos/abc',
    'https://www.tiktok.com/@ada',
    'https://www.tiktok.com/@ada/photo/6718335390845095173',
    'https://wistia.com/about',
    'https://wistia.com.evil.test/medias/lrox7uw103',
    'https://evilwistia.com/medias/lrox7uw103',
    'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
  ])('D2 %s → a web page', (address) => {
    expect(parse(address)).toMatchObject({ provider: 'webpage', media: { type: 'webpage', media: [] } })
  })

  it.each([
    ['https://example.org/live/stream.mpd', 'video', 'file', 'application/dash+xml', 'Stream'],
    ['https://example.org/a/late_night-mix.mp4?x=1#t=5', 'video', 'file', 'video/mp4', 'Late night mix'],
    ['http://example.org/radio.mp3', 'audio', 'file', 'audio/mpeg', 'Radio'],
    ['https://example.org/live/index.m3u8', 'video', 'file', 'application/vnd.apple.mpegurl', 'Index'],
    ['https://example.org/Caf%C3%A9%20sign.JPG', 'image', 'image', 'image/jpeg', 'Café sign'],
  ])('D2 %s → a file', (address, type, output, format, title) => {
    const { media, provider } = parse(address)!
    expect(provider).toBe('file')
    expect(media).toMatchObject({ type, title, source: 'example.org', media: [{ type: output, format }] })
  })

  it('D2 an image is its own thumbnail', () => {
    expect(parse('https://example.org/a.png')!.media.image).toBe('https://example.org/a.png')
  })

  it.each([
    ['https://www.example.org/2024/why-bread-matters.html', 'example.org: why bread matters'],
    ['https://example.org/', 'example.org'],
    ['https://example.org/%E0%A4%A', 'example.org'],
    ['https://example.org/a/12345', 'example.org'],
  ])('D2 %s → a web page with a title from its URL', (address, title) => {
    expect(parse(address)).toMatchObject({ provider: 'webpage', media: { type: 'webpage', title, media: [] } })
  })
})

describe('D2 hostile URLs', () => {
  it.each([
    `https://evil.example/?u=youtu.be/${id}`,
    `https://youtube.com.evil.example/watch?v=${id}`,
    `https://youtube.com./watch?v=${id}`,
    `https://notyoutube.com/watch?v=${id}`,
    `https://evil.example/youtube.com/watch?v=${id}`,
    `https://evil.example#youtu.be/${id}`,
    `https://yоutube.com/watch?v=${id}`,
    'https://www.youtube.com/embed/videoseries?list=PL1',
    'https://www.youtube.com/embed/live_stream',
    'https://www.youtube.com/watch?v=short',
    `https://www.youtube.com/watch?v=${id}X`,
    'https://www.youtube.com/@someone',
    'https://vimeo.com/about',
    'https://soundcloud.com/someone',
    'https://soundcloud.com/discover/sets/x',
    'https://soundcloud.com/a/likes',
    'https://evil.example/?url=https://vimeo.com/76979871',
    'https://vimeo.com.evil.example/76979871',
    'https://dai.ly/y8abcd1',
  ])('D2 %s → a web page only', (address) => {
    expect(parse(address)).toMatchObject({ provider: 'webpage', media: { type: 'webpage', media: [] } })
  })

  it.each([
    `https://youtube.com@evil.example/watch?v=${id}`,
    `https://youtu.be:x@evil.example/${id}`,
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://example.org/a.mp4',
    'mailto:a@example.org',
    'http://',
    'https://[::1',
    'no address',
    '',
    'C:\\x.mp4',
  ])('D2 %s → refused', (address) => expect(parse(address)).toBeNull())
  it('D2 a URL over the maximum length → refused', () => expect(parse(`https://example.org/${'x'.repeat(2100)}`)).toBeNull())

  const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}[a-z0-9]$/)
  const providerHosts = [
    'youtube.com',
    'www.youtube.com',
    'youtu.be',
    'vimeo.com',
    'soundcloud.com',
    'dailymotion.com',
    'dai.ly',
    'www.twitch.tv',
    'www.tiktok.com',
    'wi.st',
  ]
  const paths = [
    `/watch?v=${id}`,
    `/${id}`,
    '/76979871',
    '/a/b',
    '/video/x8abcd1',
    '/x8abcd1',
    '/videos/123',
    '/@ada/video/123',
    '/medias/lrox7uw103',
  ]

  it('D2 a provider’s name elsewhere in the host or URL is not that provider', () => {
    const host = fc.oneof(
      fc.tuple(fc.constantFrom(...providerHosts), label).map(([name, other]) => `${name}.${other}.test`),
      fc.tuple(fc.constantFrom(...providerHosts), label).map(([name, other]) => `${other}${name}.test`),
      fc.tuple(fc.constantFrom(...providerHosts), label).map(([name, other]) => `${other}-${name}`),
      fc.tuple(fc.constantFrom(...providerHosts), label).map(([name, other]) => `${other}.test/${name}`),
      fc.tuple(fc.constantFrom(...providerHosts), label).map(([name, other]) => `${other}.test?u=https://${name}`),
    )
    fc.assert(
      fc.property(host, fc.constantFrom(...paths), (where, path) => {
        expect(['webpage', 'file', undefined]).toContain(parse(`https://${where}${path}`)?.provider)
      }),
    )
  })

  it('D2 credentials in a URL → refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...providerHosts), fc.constantFrom(...paths), label, (host, path, user) => {
        expect(parse(`https://${user}@${host}${path}`)).toBeNull()
        expect(parse(`https://${user}:${user}@${host}${path}`)).toBeNull()
      }),
    )
  })

  it('D2 random texts never throw, and parsed media can be posted', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })), (text) => {
        const found = parse(text)
        if (!found) return
        expect(found.media.title).not.toBe('')
        expect(found.mediaKey.length).toBeLessThanOrEqual(400)
        expect(found.own || /^https?:\/\//.test(found.media.href)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('D2 parsing a canonical URL gives the same URL', () => {
    const address = fc.oneof(
      fc.stringMatching(/^[\w-]{11}$/).map((video) => `https://youtu.be/${video}`),
      fc.nat().map((video) => `https://player.vimeo.com/video/${video}`),
      fc.stringMatching(/^x[a-z0-9]{5,6}$/).map((video) => `https://dai.ly/${video}`),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
    )
    fc.assert(
      fc.property(address, (text) => {
        const once = parse(text)!
        const twice = parse(once.media.href)!
        expect(twice.mediaKey).toBe(once.mediaKey)
        expect(twice.media.href).toBe(once.media.href)
      }),
    )
  })
})

describe('D4 media keys', () => {
  it('D4 URLs of a page that differ in scheme, fragment or default port have one key', () => {
    const keys = ['https://example.org/a?b=1', 'http://example.org/a?b=1#c', 'https://example.org:443/a?b=1'].map(keyOf)
    expect(new Set(keys).size).toBe(1)
  })
  it('D4 URLs with different queries have different keys', () =>
    expect(keyOf('https://example.org/a?b=1')).not.toBe(keyOf('https://example.org/a?b=2')))
  it('D4 the key of a long URL has at most 400 characters and is unique', () => {
    const long = `https://example.org/${'x'.repeat(1500)}`
    expect(keyOf(long)!.length).toBeLessThanOrEqual(400)
    expect(keyOf(long)).not.toBe(keyOf(`${long}y`))
  })
})

describe('D6 times in URLs', () => {
  it.each([
    ['90', 90],
    ['90s', 90],
    ['1m30s', 90],
    ['1h2m3s', 3723],
    ['2h', 7200],
    ['1:30', 90],
    ['1:02:03', 3723],
    ['12.5', 12.5],
  ])('D6 %s → %d seconds', (text, seconds) => expect(parseTime(text)).toBe(seconds))
  it.each(['', 'x', '-5', '0', '1:2:3:4', '1e9', '99999999', 's', '1m-3s', '5 5'])('D6 %s → no time', (text) =>
    expect(parseTime(text)).toBeUndefined(),
  )

  it.each([
    [`https://youtu.be/${id}?t=1m30s`, 90, undefined],
    [`https://www.youtube.com/watch?v=${id}#t=42`, 42, undefined],
    [`https://www.youtube.com/embed/${id}?start=10&end=20`, 10, 20],
    [`https://www.youtube.com/embed/${id}?start=20&end=10`, 20, undefined],
    ['https://vimeo.com/76979871#t=1m5s', 65, undefined],
    ['https://soundcloud.com/a/b#t=1:05', 65, undefined],
    ['https://www.dailymotion.com/video/x8abcd1?start=7', 7, undefined],
  ])('D6 %s → its start time', (address, startTime, endTime) => {
    const { media } = parse(address)!
    expect(media.startTime).toBe(startTime)
    expect(media.endTime).toBe(endTime)
  })
})

describe('D2 own files', () => {
  it.each(['https://strand.example/clips/first-light.mp4', '/clips/first-light.mp4', 'strand.example/clips/first-light.mp4?x#y'])(
    'D2 %s → an own file, by its path',
    (address) => {
      expect(parse(address)).toMatchObject({
        own: true,
        provider: 'file',
        mediaKey: 'own:/clips/first-light.mp4',
        media: {
          type: 'video',
          href: '/clips/first-light.mp4',
          source: 'Strand',
          title: 'First light',
          media: [{ type: 'file', uri: '/clips/first-light.mp4', format: 'video/mp4' }],
        },
      })
    },
  )
  it('D2 localhost and 127.0.0.1 with the same port are the own server', () => {
    expect(parseMediaAddress('http://localhost:3000/clips/a.mp3', 'http://127.0.0.1:3000')?.own).toBe(true)
    expect(parseMediaAddress('http://localhost:3001/clips/a.mp3', 'http://127.0.0.1:3000')?.own).toBe(false)
  })
})
