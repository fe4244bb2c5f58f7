/**
 * Input that is built to block the event loop, for all parsers except those of pages (media-scrape.test.ts) and playlist files (import-
 * hostile.test.ts).
 */
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/index.ts'
import { make } from '../../server/features/images/encode.ts'
import { sizeOf } from '../../server/features/images/measure.ts'
import { bytesOf } from '../../server/features/images/upload.ts'
import { recipientOf } from '../../server/features/mail/files.ts'
import { withoutKeys } from '../../server/features/mail/mask.ts'
import { createQueryService, jsonOf, lenientList, wordsOf } from '../../server/features/media/answers.ts'
import { askArchive } from '../../server/features/media/archive.ts'
import { parseMediaAddress } from '../../server/features/media/address.ts'
import { askOembed } from '../../server/features/media/oembed.ts'
import type { SafeFetch } from '../../server/features/media/safe-fetch.ts'
import { cleanText } from '../../server/features/posts/rich-text.ts'
import { parseJson, TooManyValues } from '#http/json.ts'
import { expectShortTurns, limitHere } from '../support/event-loop.ts'
import { z } from 'zod'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

const fill = (part: string, characters: number): string => part.repeat(Math.floor(characters / part.length))
const own = 'https://strand.example'

describe('measure', () => {
  const cpuTime = (since?: NodeJS.CpuUsage): number => {
    const { user, system } = process.cpuUsage(since)
    return (user + system) / 1000
  }

  test('computing for twice the limit is detected, also beside other processes', async () => {
    const limit = limitHere()
    const compute = (): void => {
      const before = process.cpuUsage()
      while (cpuTime(before) < limit * 2);
    }
    await expect(expectShortTurns(compute, () => limit)).rejects.toThrow('longest delay')
  })

  test('waiting for twice the limit without computing is detected', async () => {
    const limit = limitHere()
    const wait = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limit * 2)
    await expect(expectShortTurns(wait, () => limit)).rejects.toThrow('longest delay')
  })
})

/** JSON texts of about this many characters. */
const jsons = (characters: number): Record<string, string> => ({
  'one text': `{"a":"${fill('A', characters)}"}`,
  'escaped text': `{"a":"${fill('\\u00e9', characters)}"}`,
  'escaped quotes': `{"a":"${fill('\\"', characters)}"}`,
  backslashes: `{"a":"${fill('\\\\', characters)}"}`,
  numbers: `{"a":[${fill('1,', characters)}1]}`,
  'empty objects': `{"a":[${fill('{},', characters)}{}]}`,
  keys: `{${Array.from({ length: characters / 14 }, (_, n) => `"k${n}":1`).join(',')}}`,
  'lists within lists': `{"a":${fill('[', characters / 2)}${fill(']', characters / 2)}}`,
  space: `{${fill(' ', characters)}}`,
})

describe('JSON', () => {
  test.each(Object.entries(jsons(limits.image.body)))('BY7 a body of 7.5 MB of %s never blocks the event loop for 50 ms', (_what, json) =>
    expectShortTurns(() => parseJson(json, 10_000)),
  )

  test.each(Object.entries(jsons(3_000_000)))(
    'BY7 another server\u2019s answer of 3 MB of %s never blocks the event loop for 50 ms',
    (_what, json) => expectShortTurns(() => jsonOf(Buffer.from(json))),
  )

  test('BY7 10,000 values are parsed like JSON.parse; 10,001 → TooManyValues', async () => {
    const list = (length: number): string => JSON.stringify(Array.from({ length }, (_, n) => `a "quoted, [text] ${n}" \\`))
    expect(await parseJson(list(10_000), 10_000)).toEqual(JSON.parse(list(10_000)))
    await expect(parseJson(list(10_001), 10_000)).rejects.toThrow(TooManyValues)
    await expect(parseJson(`{"a":${fill('x', 20_000)}}`, 10_000)).rejects.toThrow(SyntaxError)
  })

  const fetcher = (body: string): SafeFetch =>
    ({ get: async () => ({ body: Buffer.from(body) }), close: async () => {} }) as unknown as SafeFetch
  test.each([
    ['oEmbed', (body: string) => askOembed(fetcher(body), 'youtube', 'https://youtu.be/x')],
    [
      'the Internet Archive',
      (body: string) => askArchive(fetcher(body), parseMediaAddress('https://archive.org/details/some', own)!.media),
    ],
    [
      'a search',
      (body: string) =>
        createQueryService(async () => ({ body: Buffer.from(body) }) as never)(
          'https://a.example',
          {},
          z.object({ files: lenientList(z.object({ name: z.string() })) }),
        ),
    ],
  ])('BY7 malformed list entries in an answer of %s never block the event loop for 50 ms', async (_name, ask) => {
    for (const entry of ['1,', '{},', '{"name":7,"format":{}},', '[[]],'])
      await expectShortTurns(() => ask(`{"title":1,"metadata":{"mediatype":"audio"},"files":[${fill(entry, 140_000)}1]}`))
  })
})

describe('texts', () => {
  const { max } = limits.text
  test.each([
    '<div>',
    '<p>x',
    '<b>',
    '<a href=x>',
    '<a href="https://a.example/">x</a>',
    '<',
    '&amp;',
    'https://a.b/c ',
    '</b>',
    '<!--',
    '\n',
    '<br>',
    '<br> \n',
    '<script>',
    '<style>',
    '<textarea>',
    '@a ',
    '#a ',
    '*a ',
    '<a href="',
    '\u200b ',
    '@'.repeat(70),
  ])('A5 64,000 characters of %j are cleaned without blocking the event loop for 50 ms', (part) =>
    expectShortTurns(() => cleanText(fill(part, max), own)),
  )

  test.each(['<b>', '&', '<', '<a b="'])('AP6 texts of a provider like %j are read without blocking the event loop for 50 ms', (part) =>
    expectShortTurns(() => wordsOf(fill(part, 500_000))),
  )

  test.each(['https://a.example/', 'a', '%', '/', '?a=', '@'])(
    'AP6 an address of %j is parsed without blocking the event loop for 50 ms',
    (part) => expectShortTurns(() => parseMediaAddress(`https://a.example/${fill(part, limits.url)}`, own)),
  )

  test.each(['https://a.example/', 'https://', '/'.repeat(30), '<a@b.example>', '=\r\n'])(
    'M1 a mail of %j is masked without blocking the event loop for 50 ms',
    (part) => {
      const mail = Buffer.from(`To: Ida <ida@example.org>\r\nContent-Type: text/plain\r\n\r\n${fill(part, 200_000)}`)
      return expectShortTurns(() => [recipientOf(mail), withoutKeys(mail)])
    },
  )
})

describe('pictures', () => {
  const picture = (begin: number[], rest: Buffer): string => Buffer.concat([Buffer.from(begin), rest]).toString('base64')
  test.each([
    ['base64', picture([0xff, 0xd8, 0xff], Buffer.alloc(limits.image.bytes - 3))],
    ['an unterminated data URL', `data:${fill('x', 7_000_000)}`],
    ['spaces', fill(' ', 7_000_000)],
    ['padding', fill('=', 6_600_000)],
  ])('C2 5 MB of %s are decoded without blocking the event loop for 50 ms', (_what, text) => expectShortTurns(() => bytesOf(text, 'post')))

  test('C2 an AVIF of 5 MB of size boxes is measured without blocking the event loop for 50 ms', () =>
    expectShortTurns(() => sizeOf(Buffer.from(`0000ftypavif${fill('ispe', limits.image.bytes)}`))))

  /** A PNG with this size in its header; its pixel data may be shorter. */
  function png(width: number, height: number, pixels: Buffer): Buffer {
    const chunk = (type: string, data: Buffer): Buffer => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(data.length)
      return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
    }
    const head = Buffer.alloc(13)
    head.writeUInt32BE(width, 0)
    head.writeUInt32BE(height, 4)
    head.set([8, 2, 0, 0, 0], 8)
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(pixels)),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
  test.each([
    ['60,000 x 60,000 pixels in its header', png(60_000, 60_000, Buffer.alloc(10))],
    ['7,000 x 7,000 pixels in some kilobytes', png(7_000, 7_000, Buffer.alloc(7_000 * 21_001))],
    ['noise', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(1_000_000, 0xff)])],
  ])('C2 a picture of %s is refused, or processed in another thread', (_what, bytes) =>
    expectShortTurns(() => make('post', bytes, undefined, undefined)),
  )
})

describe('requests', () => {
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    server = await startTestServer()
    client = (await server.signUp()).client
  })
  afterAll(() => server.close())

  test.each(['numbers', 'empty objects', 'keys', 'lists within lists', 'one text'] as const)(
    'BY7 a picture\u2019s body of %s is answered 400',
    async (what) => {
      const { status } = await client.post('/api/v0/me/updateimage', undefined, {
        raw: jsons(6_000_000)[what]!,
        headers: { 'Content-Type': 'application/json' },
      })
      expect(status).toBe(400)
    },
  )
})
