/** Playlist files that attack their parsers. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '../support/fuzz.ts'
import { limits, messages } from '#contract/index.ts'
import { formats, readPlaylist, type FormatName } from '../../server/features/importExport/format.ts'
import { expectShortTurns } from '../support/event-loop.ts'
import { failureOf, readEntries as read } from '../support/playlist-files.ts'

describe('BY11 hostile files', () => {
  it('BY11 element names like constructor and __proto__ are harmless', async () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
    const text = `<playlist>${names.map((name) => `<${name}>x</${name}>`).join('')}<trackList><track>${names.map((name) => `<${name}>x</${name}>`).join('')}<title>Sound</title></track></trackList></playlist>`
    expect(await read('xspf', text)).toMatchObject([{ title: 'Sound' }])
  })

  it('BY11 entities declared in a DOCTYPE are not expanded', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n || ''};`.repeat(10)}">`).join('')}<!ENTITY xxe SYSTEM "file:///etc/passwd">]>
      <playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track><title>&lol9;&xxe;</title><location>https://a.example/&amp;x</location></track></trackList></playlist>`
    const startedAt = Date.now()
    const [entry] = await read('xspf', bomb)
    expect(entry).toMatchObject({ title: '&lol9;&xxe;', hrefs: ['https://a.example/&x'] })
    expect(Date.now() - startedAt).toBeLessThan(200)
  })

  it('BY11 foreign extensions, prefixes and malformed XSPF are tolerated', async () => {
    const text = `<x:playlist xmlns:x="http://xspf.org/ns/0/"><x:trackList>
      <x:track><x:location>https://a.example/1?a=1&b=2</x:location><x:extension application="http://other"><x:title>not this</x:title></x:extension><x:title>This</x:title></x:track>
      <x:track><x:location>file:///home/me/a.mp3</x:location><x:duration>soon</x:duration></x:track>
      <x:track><x:title>Open`
    expect(await read('xspf', text)).toMatchObject([
      { title: 'This', hrefs: ['https://a.example/1?a=1&b=2'] },
      { hrefs: [], duration: undefined },
      { line: 3 },
    ])
  })

  it('BY11 a JSPF with invalid tracks → empty entries', async () => {
    const text = JSON.stringify({
      playlist: {
        track: [
          null,
          7,
          'x',
          [],
          {},
          { location: {}, title: 5, duration: 'x', extension: { 'urn:strand:playlist:1': [{ tags: 'x', media: { href: 4 } }] } },
        ],
      },
    })
    expect((await read('jspf', text)).map(({ line, hrefs }) => [line, hrefs])).toEqual([1, 2, 3, 4, 5, 6].map((line) => [line, []]))
  })

  it.each(['', '   ', '{', '{"a":1}', '<html></html>', 'a,b\n1,2', 'just words', '[]', '\0\0', '{"playlist":{}}'])(
    'BY11 %j → refused with a message',
    async (content) => {
      expect([messages.importUnknown, messages.importEmpty]).toContain(await failureOf(() => readPlaylist(content, undefined)))
    },
  )

  it('BY11 random texts neither crash nor slow down a reader', async () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '<track>',
      '</track>',
      '<location>',
      '&',
      '"',
      "'",
      ',',
      ';',
      '\n',
      '\r',
      '#EXTINF:',
      '{',
      '}',
      '[',
      'Video ID',
      'url',
      'https://a.example/',
      '=',
      '\0',
      ' ',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 60 }),
        async (parts) => void (await Promise.all(Object.values(formats).map(({ read: reader }) => reader(parts.join(''))))),
      ),
    )
    const evils = [
      '<track>'.repeat(200_000),
      '<a>'.repeat(500_000),
      '<track><a></a>'.repeat(100_000),
      '<a '.repeat(500_000),
      '&'.repeat(1_000_000),
      '"'.repeat(1_000_000),
      ',\n'.repeat(500_000),
      '#EXTINF:1 a="'.repeat(100_000),
      `#EXTINF:${' '.repeat(1_000_000)}`,
      `#EXTINF:1,${'a - '.repeat(200_000)}`,
      '['.repeat(1_000_000),
      `url\n${'-'.repeat(500_000)}`,
      `${' '.repeat(1_000_000)}x`,
      `url\n${"'".repeat(500_000)}=`,
    ]
    for (const evil of evils) for (const { read: reader } of Object.values(formats)) await expectShortTurns(() => reader(evil))
  }, 60_000)

  const track = (extension: string) => `<track><extension application="urn:strand:playlist:1">${extension}</extension></track>`
  const jspf = (tracks: string) => `{"playlist":{"track":[${tracks}]}}`
  const fill = (part: string) => part.repeat(Math.floor(limits.import.characters / part.length))
  const full: Record<FormatName, Record<string, string>> = {
    csv: {
      songs: `title,url\n${fill('A song,https://a.example/a.mp3\n')}`,
      'rows of a character': `title,url\n${fill('a,b\n')}`,
      'empty rows': `title,url\n${fill('\n')}`,
      commas: `title,url\n${fill(',')}`,
      'one cell': `title,url\n"${fill('a')}`,
      quotes: `title,url\n"${fill('""')}`,
      'lists in cells': `url,tags,other addresses\n${fill(`x,"${'a,'.repeat(20_000)}","${'a '.repeat(20_000)}"\n`)}`,
      'wide headers': fill(`${'a,'.repeat(75_000)}\n`),
    },
    m3u: {
      songs: `#EXTM3U\n${fill('#EXTINF:212,A - B\nhttps://a.example/a\n')}`,
      'empty lines': `#EXTM3U\n${fill('\n')}`,
      'ends of lines': `#EXTM3U\n${fill('\r')}`,
      names: `#EXTM3U\n${fill(`#EXTINF:1,${'a - '.repeat(1200)}\n`)}`,
    },
    xspf: {
      songs: `<playlist>${fill('<track><location>https://a.example/a</location><title>A</title></track>')}`,
      'empty tracks': `<playlist>${fill('<track/>')}`,
      entities: `<playlist><track><title>${fill('&amp;')}`,
      fields: `<playlist><track>${Array.from({ length: 200_000 }, (_, n) => `<a${n}>x</a${n}>`).join('')}`,
      attributes: `<playlist><a ${Array.from({ length: 300_000 }, (_, n) => `a${n}=""`).join(' ')}>`,
      extensions: `<playlist>${fill(track(`{"media":{"href":"x","media":[${'1,'.repeat(1900)}1]}}`))}`,
      'deep extensions': `<playlist>${fill(track('['.repeat(99_000)))}`,
    },
    jspf: {
      songs: jspf(fill('{"location":["https://a.example/a"],"title":"A song"},').slice(0, -1)),
      'empty tracks': jspf(fill('{},').slice(0, -1)),
      numbers: jspf(fill('1,').slice(0, -1)),
      'one deep track': jspf('['.repeat(1_400_000) + ']'.repeat(1_400_000)),
      'one wide track': jspf(`{"location":[${fill('"a",').slice(0, -1)}]}`),
      'keys of the list': `{"playlist":{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join(',')},"track":[]}}`,
      'wrong streams': jspf(
        fill(`{"extension":{"urn:strand:playlist:1":[{"media":{"href":"x","media":[${'1,'.repeat(1900)}1]}}]}},`).slice(0, -1),
      ),
      escapes: `{"playlist":{"title":"${fill('\\"')}","track":[]}}`,
    },
  }
  it.each(
    Object.entries(full).flatMap(([format, files]) =>
      Object.entries(files).map(([what, content]) => [format as FormatName, what, content] as const),
    ),
  )('BY11 %s: 3,000,000 characters of %s never block the event loop for 50 ms', { timeout: 60_000 }, (format, _what, content) =>
    expectShortTurns(() => formats[format].read(content)),
  )

  it('BY11 csv: empty rows after an ordinary file → read in at most 8 times the time of as many commas', async () => {
    const fastest = async (content: string): Promise<number> => {
      const times: number[] = []
      for (let n = 0; n < 3; n += 1) {
        const startedAt = performance.now()
        await formats.csv.read(content)
        times.push(performance.now() - startedAt)
      }
      return Math.min(...times)
    }
    await fastest(full.csv['rows of a character']!)
    expect((await fastest(full.csv['empty rows']!)) / (await fastest(full.csv.commas!))).toBeLessThan(8)
  })

  it('BY11 xspf: 100 attributes, and an unknown element → read; 101 attributes, or 101 levels → not a playlist', async () => {
    const wide = (n: number) =>
      `<track ${'x'.repeat(n).replace(/x/g, (_x, at) => `a${at}="" `)}><a/><location>https://a.example</location></track>`
    expect((await formats.xspf.read(`<playlist>${wide(100)}</playlist>`))?.entries).toMatchObject([{ hrefs: ['https://a.example'] }])
    for (const content of [wide(101), '<playlist>'.repeat(100)]) expect(await formats.xspf.read(`<playlist>${content}`)).toBeNull()
  })

  it.each<[string, string, (n: number) => string]>([
    ['csv', 'url\n', (n) => `https://a.example/${n}\n`],
    ['m3u', '#EXTM3U\n', (n) => `https://a.example/${n}\n`],
    ['xspf', '<playlist>', () => '<track/>'],
    ['jspf', '{"playlist":{"track":[1', () => ',1'],
  ])('BY11 %s: more than 50,000 entries → too large', async (format, begin, entry) => {
    const content = begin + Array.from({ length: limits.import.total + 1 }, (_, n) => entry(n)).join('') + (format === 'jspf' ? ']}}' : '')
    expect(await failureOf(() => readPlaylist(content, format as FormatName))).toBe(messages.importTooLarge)
  })
})
