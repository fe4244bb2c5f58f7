import { describe, expect, it } from 'vitest'
import {
  isPictureAddress,
  joinLines,
  singleLinkIn,
  looksLikeLink,
  splitBatch,
  multipleLinksIn,
} from '../../renderer/screens/addPost/links.ts'

describe('D2 D5 recognising addresses', () => {
  const linesOf = (text: string) => multipleLinksIn(text).map((entry) => (entry.isLink ? entry.text : `(${entry.text})`))
  it('D2 keywords are searched, an address is looked up, several addresses become several posts', () => {
    expect(['http://a.example', 'a.example/x', 'night songs', 'night', '/clips/a.mp4'].map(looksLikeLink)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
    expect(linesOf('https://a.example/1\nhttps://a.example/2 https://a.example/1')).toEqual(['https://a.example/1', 'https://a.example/2'])
    expect(multipleLinksIn('https://a.example/1')).toEqual([])
    expect(multipleLinksIn('see https://a.example/1')).toEqual([])
  })
  it.each<[string, string[]]>([
    ['https://a.example/1\nMy songs\nhttps://a.example/2', ['https://a.example/1', '(My songs)', 'https://a.example/2']],
    ['https://a.example/1 ↵ My songs ↵ https://a.example/2', ['https://a.example/1', '(My songs)', 'https://a.example/2']],
    ['1. First: https://a.example/1\r\n\r\n- https://a.example/2.\n\n', ['https://a.example/1', 'https://a.example/2']],
    ['both https://a.example/1, and (https://a.example/2)!', ['https://a.example/1', 'https://a.example/2']],
    ['[One](https://a.example/1) <https://a.example/2>', ['https://a.example/1', 'https://a.example/2']],
    [
      'https://a.example/x,y\nhttps://a.example/R.E.M.\nhttps://a.example/A_(b)',
      ['https://a.example/x,y', 'https://a.example/R.E.M.', 'https://a.example/A_(b)'],
    ],
    ['https://a.example/1,https://a.example/2', ['https://a.example/1', 'https://a.example/2']],
    [
      'https://a.example/1\nyoutu.be/abc\nwww.b.example\nnode.js\nhttps://',
      ['https://a.example/1', 'youtu.be/abc', 'www.b.example', '(node.js)', '(https://)'],
    ],
    ['https://a.example/1\nwords\nwords\nhttps://a.example/1', []],
    ['node.js\nvue.js', []],
  ])('D2 pasted %j → one entry per link and per line without a link', (text, lines) => {
    expect(linesOf(text)).toEqual(lines)
    // Joined for the single-line field, the text yields the same entries.
    expect(linesOf(joinLines(text.split('\n')))).toEqual(lines)
  })
  it('D2 pasted text with exactly one link → that link; otherwise none', () => {
    expect(
      ['Listen to this: https://a.example/1!', 'A song\nhttps://a.example/1', '“Night” https://a.example/1 via app'].map(singleLinkIn),
    ).toEqual(Array(3).fill('https://a.example/1'))
    expect(['https://a.example/1', 'night songs', 'https://a.example/1 https://a.example/2', '', 'a https://'].map(singleLinkIn)).toEqual(
      Array(5).fill(null),
    )
    expect(joinLines(['night', ' ', 'songs'])).toBe('night songs')
  })
  it.each([
    [99, 0],
    [100, 0],
    [101, 1],
    [205, 105],
  ])('D2 %d links → the first 100 and the lines between them are posted, %d links remain', (count, beyond) => {
    const entries = Array.from({ length: count }, (_, n) => [
      { text: `https://a.example/${n}`, isLink: true },
      { text: `About ${n}`, isLink: false },
    ]).flat()
    const { batch, rest } = splitBatch(entries)
    expect(batch.filter(({ isLink }) => isLink)).toHaveLength(Math.min(count, 100))
    expect(rest.filter(({ isLink }) => isLink)).toHaveLength(beyond)
    expect([...batch, ...rest]).toEqual(entries)
  })
  it('D5 links ending jpg, jpeg or png are used directly', () => {
    expect(
      [
        'https://a.example/x.jpg',
        'https://a.example/x.JPEG?w=2',
        'https://a.example/x.png',
        'https://a.example/x.gif',
        'https://a.example/jpg',
      ].map(isPictureAddress),
    ).toEqual([true, true, true, false, false])
  })
})
