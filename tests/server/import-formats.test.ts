import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '../support/fuzz.ts'
import { messages, type Bead, type Post } from '#contract/index.ts'
import { entryOf, headOf, type Entry } from '../../server/features/importExport/entry.ts'
import { formats, readPlaylist, type FormatName } from '../../server/features/importExport/format.ts'
import { failureOf, readEntries as read } from '../support/playlist-files.ts'
import { readXml } from '../support/xml.ts'

const publicUrl = 'https://strand.test'
const person = { uid: 'ada', name: 'Ada & <Co>', verified: false, image: null }
const bead = {
  _id: 'b00000000000000001',
  id: 'b00000000000000001',
  title: 'Mix "A" & <b>',
  category: 'music',
  image: '/images/beads/x.jpg',
  description: 'Line one\nline two ]]>',
  creator: person,
  creationDate: '2026-11-01T10:00:00.000Z',
  postCount: 1,
  followerCount: 0,
  tags: ['Jazz'],
  isDraft: false,
  isFeed: false,
  href: '/b00000000000000001',
  can: { edit: false, delete: false, post: false },
} as Bead

const postOf = (more: Partial<Post> = {}): Post =>
  ({
    _id: 'p00000000000000001',
    id: 'p00000000000000001',
    title: 'A song',
    description: '<b>Bold</b> &amp; <a href="https://x.example/?a=1&amp;b=2">link</a><br>two',
    creator: person,
    creationDate: '2026-11-02T10:00:00.000Z',
    href: 'b00000000000000001/a-song-p00000000000000001',
    bead,
    tags: ['Jazz', 'Night'],
    media: {
      type: 'video',
      href: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      title: 'Song (live)',
      artist: 'A, B',
      what: 'Song',
      who: ['A', 'B'],
      source: 'YouTube',
      attribution: 'https://credit.example/',
      image: 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
      duration: 212.5,
      startTime: 12,
      endTime: 90,
      media: [
        { type: 'youtube', uri: 'dQw4w9WgXcQ', href: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
        { type: 'vimeo', uri: '76979871/abcdef', href: 'https://vimeo.com/76979871/abcdef', status: 404 },
        { type: 'file', uri: '/clips/a.mp4', href: '/clips/a.mp4', format: 'video/mp4' },
      ],
    },
    collectCount: 0,
    upvoteCount: 0,
    commentCount: 0,
    playCount: 0,
    can: { edit: false, delete: false },
    ...more,
  }) as Post

const write = (format: FormatName, entries: Entry[], head = headOf(bead, publicUrl)): string => {
  const writer = formats[format].writer(head)
  return writer.begin + entries.map((entry, index) => writer.entry(entry, index === 0)).join('') + writer.end
}

const song = entryOf(postOf(), 1, publicUrl)
const words = entryOf(postOf({ title: 'Words alone', media: null, tags: [] }), 2, publicUrl)

describe('BZ7 lossless formats', () => {
  it.each(['jspf', 'xspf'] as const)('BZ7 %s preserves streams, notes, times, tags and credits', async (format) => {
    const back = await read(format, write(format, [song, words]))
    expect(back.map(({ extra }) => extra)).toEqual([song.extra, words.extra])
    expect(back[0]).toMatchObject({
      line: 1,
      hrefs: song.hrefs,
      title: 'A song',
      artist: 'A, B',
      description: 'Bold & link two',
      duration: 212.5,
      image: song.image,
    })
    expect(song.hrefs).toEqual([
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://vimeo.com/76979871/abcdef',
      'https://strand.test/clips/a.mp4',
    ])
  })

  it.each(['jspf', 'xspf'] as const)('BZ7 %s preserves arbitrary texts', async (format) => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 })
    // Without lone surrogates and NUL, which databases do not store.
    const clean = text.map((one) => one.replace(/\p{Surrogate}|\0/gu, ''))
    await fc.assert(
      fc.asyncProperty(
        clean,
        clean,
        fc.array(clean, { maxLength: 4 }),
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        async (title, description, tags, href) => {
          const post = postOf({ title, description, tags })
          post.media!.media[0]!.href = href
          const entry = entryOf(post, 1, publicUrl)
          expect((await read(format, write(format, [entry])))[0]!.extra).toEqual(entry.extra)
        },
      ),
    )
  })

  it('BY12 XSPF is well-formed, with elements in the order of the specification, for hostile texts too', () => {
    const hostile = ']]></annotation><script>&xxe;\u0007\ufffe\r\n"\''
    const entry = entryOf(postOf({ title: hostile, description: hostile }), 1, publicUrl)
    const root = readXml(write('xspf', [entry], { ...headOf(bead, publicUrl), title: hostile }))
    expect([root.name, root.attributes.version]).toEqual(['playlist', '1'])
    const track = root.one('trackList').one('track')
    expect(track.all('location').map(({ text }) => text)).toEqual(entry.hrefs)
    expect(track.one('duration').text).toBe('212500')
    expect(track.one('title').text).toBe(']]></annotation><script>&xxe;\r\n"\'')
    const order = [
      ...write('xspf', [song])
        .split('<trackList>')[1]!
        .matchAll(/<(location|identifier|title|creator|annotation|info|image|duration|extension)\b/g),
    ].map(([, name]) => name)
    expect(order).toEqual([
      'location',
      'location',
      'location',
      'identifier',
      'title',
      'creator',
      'annotation',
      'info',
      'image',
      'duration',
      'extension',
    ])
  })

  it('BY12 JSPF is valid JSON, also without tracks', () => {
    expect(JSON.parse(write('jspf', []))).toMatchObject({ playlist: { title: bead.title, track: [] } })
    expect(JSON.parse(write('jspf', [song, words])).playlist.track).toHaveLength(2)
  })
})

describe('BY11 BY12 M3U', () => {
  it('BY12 M3U contains posts with a URL, with times for VLC', async () => {
    expect(write('m3u', [song, words])).toBe(
      '#EXTM3U\n#EXTENC:UTF-8\n#PLAYLIST:Mix "A" & <b>\n#EXTINF:213,A, B - A song\n#EXTVLCOPT:start-time=12\n#EXTVLCOPT:stop-time=90\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n',
    )
    expect(await read('m3u', write('m3u', [song]))).toEqual([
      { line: 7, hrefs: [song.hrefs[0]], artist: 'A, B', title: 'A song', duration: 213, startTime: 12, endTime: 90 },
    ])
  })

  it('BY12 a line break in a title does not add an entry', () => {
    const text = write('m3u', [{ ...song, title: 'x\nhttps://evil.example/\r#EXTINF' }], {
      ...headOf(bead, publicUrl),
      title: 'a\nhttps://evil.example/',
    })
    expect(text.split(/[\r\n]/).filter((line) => line.startsWith('http'))).toEqual([song.hrefs[0]])
  })

  it('BY11 M3U of common players is read', async () => {
    const text =
      '\ufeff#EXTM3U\r\n#EXTINF:-1 tvg-id="x" group-title="News, and more",Radio One\r\nhttps://radio.example/one\r\n\r\nhttps://radio.example/two\r\n#EXTINF:61.5,Artist - Song - Live\r\n../music/song.mp3\r\n# a remark\r\nC:\\Music\\b.mp3'
    expect(await read('m3u', text)).toEqual([
      { line: 3, hrefs: ['https://radio.example/one'], title: 'Radio One' },
      { line: 5, hrefs: ['https://radio.example/two'] },
      { line: 7, hrefs: ['../music/song.mp3'], artist: 'Artist', title: 'Song - Live', duration: 61.5 },
      { line: 9, hrefs: ['C:\\Music\\b.mp3'] },
    ])
  })

  it('BY11 the segment list of an HLS stream is not a playlist → refused', async () => {
    expect(await failureOf(() => readPlaylist('#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts\n', undefined))).toBe(
      messages.importStream,
    )
  })
})

describe('BY11 BY12 CSV', () => {
  it('BY12 cells that spreadsheets would evaluate are escaped, and unescaped on import', async () => {
    for (const title of ['=HYPERLINK("https://evil.example")', '+1', '-2+3', '@SUM(A1)', '\tx', "'=already", "''@twice", '＝1', "'plain"]) {
      const text = write('csv', [{ ...song, title, artist: title, tags: undefined }])
      const cells = text.split('\r\n')[1]!
      expect(cells).not.toMatch(/(^|,)"?[=+\-@\t＝]/)
      expect((await read('csv', text))[0]).toMatchObject({ title: title.trim(), artist: title.trim(), hrefs: song.hrefs })
    }
  })

  it('BY12 commas, quotes and line breaks stay within their cell', async () => {
    const entry = { ...song, title: 'a,"b"\nc', description: 'one\r\ntwo;three' }
    const rows = await read('csv', write('csv', [entry, song]))
    expect(rows.map(({ line }) => line)).toEqual([2, 5])
    expect(rows[0]).toMatchObject({ title: 'a,"b"\nc', tags: ['Jazz', 'Night'], startTime: 12, endTime: 90, duration: 212.5 })
  })

  it.each([
    [
      'current format',
      'Video ID,Playlist Video Creation Timestamp\ndQw4w9WgXcQ,2024-01-02T03:04:05+00:00\n9bZkp7q19f0,2024-01-02T03:04:06+00:00\n',
      [2, 3],
    ],
    [
      'former format',
      'Playlist Id,Channel Id,Time Created,Time Updated,Title,Description,Visibility\nPL123,UC1,2020-01-01 00:00:00 UTC,2020-01-01 00:00:00 UTC,Mine,,Private\n\nVideo Id,Time Added\n dQw4w9WgXcQ ,2020-01-01 00:00:00 UTC\n9bZkp7q19f0,2020-01-01 00:00:00 UTC\n',
      [5, 6],
    ],
    ['another language', 'ID-ul videoclipului,Data\r\ndQw4w9WgXcQ,2024-01-02\r\n9bZkp7q19f0,2024-01-02\r\n', [2, 3]],
  ])('BY11 CSV of YouTube Takeout: %s', async (_what, text, lines) => {
    const { format, entries } = await readPlaylist(text, undefined)
    expect(format).toBe('csv')
    expect(entries.map(({ line, hrefs }) => [line, ...hrefs])).toEqual([
      [lines[0], 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
      [lines[1], 'https://www.youtube.com/watch?v=9bZkp7q19f0'],
    ])
  })

  it('BY11 columns of other programs are recognised, with any separator', async () => {
    for (const separator of [',', ';', '\t']) {
      const text = ['Track Name;Artist Name(s);URL;Start;Notes', 'Song;"A; B";https://a.example/x;1:30;"hi"']
        .map((row) => row.replace(/;(?! B)/g, separator))
        .join('\n')
      expect((await read('csv', text))[0]).toMatchObject({
        title: 'Song',
        artist: 'A; B',
        hrefs: ['https://a.example/x'],
        startTime: 90,
        description: 'hi',
      })
    }
  })
})

describe('BY11 playlist metadata of a file', () => {
  it.each(['jspf', 'xspf', 'm3u'] as const)('BY11 BY12 %s: exported title, description and tags are read back', async (format) => {
    const head = { title: headOf(bead, publicUrl).title, description: headOf(bead, publicUrl).description, tags: ['Jazz'] }
    const { title, description, tags } = (await formats[format].read(write(format, [song])))!
    // M3U has a line for the title and nothing else.
    expect({ title, description, tags }).toEqual(format === 'm3u' ? { title: head.title, description: undefined, tags: undefined } : head)
  })

  it('BY11 older YouTube Takeout has the playlist’s metadata in a table above the entries', async () => {
    const text =
      'Playlist Id,Channel Id,Time Created,Time Updated,Title,Description,Visibility\nPL123,UC1,2020-01-01 00:00:00 UTC,2020-01-01 00:00:00 UTC,Mine,"Of, all",Private\n\nVideo Id,Time Added\ndQw4w9WgXcQ,2020-01-01 00:00:00 UTC\n'
    expect(await readPlaylist(text, undefined)).toMatchObject({ title: 'Mine', description: 'Of, all', entries: [{ line: 5 }] })
    expect(await formats.csv.read('Video ID,Playlist Video Creation Timestamp\ndQw4w9WgXcQ,2024\n')).toMatchObject({
      entries: [{ line: 2 }],
    })
  })

  it('BY11 a title that is not a string is ignored, and the title of a track is not that of the playlist', async () => {
    expect(await formats.jspf.read('{"playlist":{"title":7,"annotation":{},"extension":[],"track":[]}}')).toEqual({
      title: undefined,
      description: undefined,
      tags: undefined,
      entries: [],
    })
    const text = '<playlist><tracklist><track><title>Of the track</title></track></tracklist><title>Of the list</title></playlist>'
    expect(await formats.xspf.read(text)).toMatchObject({ title: 'Of the list', entries: [{ title: 'Of the track' }] })
  })
})
