import { parse } from 'acorn'
import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { bookmarkletAddress, bookmarkletScript, maxAddress } from '../../renderer/screens/bookmarklet/bookmarklet.ts'
import { headlineOf, parseQuickPost } from '../../renderer/screens/bookmarklet/sharedContent.ts'

const origin = 'https://strand.example'

interface FakePage {
  href?: string
  title?: string
  selection?: string
  canonical?: string
  meta?: Record<string, string>
  images?: { src: string; width?: number; height?: number }[]
  /** Replaces `document`. */
  document?: unknown
  isBlocked?: boolean
}

/** Runs the bookmarklet on a page. Returns the address that it opens, the new window, and the address of the page afterwards. */
function run({ href = 'https://news.example/a', title = '', selection = '', canonical, meta = {}, images = [], ...page }: FakePage) {
  const document = {
    title,
    baseURI: href,
    querySelector: (selector: string) => {
      if (selector.startsWith('link')) return canonical === undefined ? null : { href: canonical }
      const name = /property="([^"]+)"/.exec(selector)![1]!
      return meta[name] === undefined ? null : { content: meta[name] }
    },
    images: images.map(({ src, width = 400, height = 300 }) => ({ src, naturalWidth: width, naturalHeight: height, width, height })),
  }
  const location = { href }
  const opened: string[] = []
  const popup = { opener: 'the page' as unknown }
  const open = (address: string) => {
    opened.push(address)
    return page.isBlocked ? null : popup
  }
  const script = new Function('document', 'location', 'window', 'getSelection', `return ${bookmarkletScript(origin)}`)
  const result: unknown = script(page.document ?? document, location, { open }, () => ({ toString: () => selection }))
  expect(result).toBeUndefined()
  expect(opened).toHaveLength(1)
  const address = new URL(opened[0]!)
  expect(address.origin + address.pathname).toBe(`${origin}/bookmarklet/post`)
  expect(address.searchParams.get('popup')).toBe('1')
  address.searchParams.delete('popup')
  return { address: address.href, query: address.searchParams, popup, location }
}

describe('the bookmarklet', () => {
  it('D12 a page → its address, title, selection and pictures in a window without opener', () => {
    const { query, popup, location } = run({
      title: 'Rivers & “roads”',
      selection: '  a\nquote ',
      meta: { 'og:image': '/cover.jpg' },
      images: [
        { src: 'https://i.example/small.jpg', width: 299 },
        { src: 'https://i.example/b.jpg' },
        { src: 'https://i.example/a.jpg', width: 800, height: 600 },
        { src: 'data:image/png;base64,x', width: 900, height: 900 },
        { src: 'https://news.example/cover.jpg', width: 700, height: 600 },
      ],
    })
    expect(Object.fromEntries(query)).toMatchObject({ url: 'https://news.example/a', title: 'Rivers & “roads”', text: 'a\nquote' })
    expect(query.getAll('image')).toEqual(['https://news.example/cover.jpg', 'https://i.example/a.jpg', 'https://i.example/b.jpg'])
    expect([popup.opener, location.href]).toEqual([null, 'https://news.example/a'])
  })

  it('D12 a blocked window → the tab shows the form', () => {
    const { address, location } = run({ isBlocked: true })
    expect(location.href).toBe(address)
  })

  it('D12 the canonical address replaces one that is long or not of the web, and no other', () => {
    const canonical = 'https://news.example/canonical'
    expect(run({ canonical }).query.get('url')).toBe('https://news.example/a')
    expect(run({ canonical, href: `https://news.example/?${'x'.repeat(1500)}` }).query.get('url')).toBe(canonical)
    expect(run({ canonical, href: 'blob:https://news.example/1' }).query.get('url')).toBe(canonical)
    expect(run({ href: 'blob:https://news.example/1' }).query.get('url')).toBe('blob:https://news.example/1')
  })

  it('D12 long texts and titles of any script → a bounded address that begins with them', () => {
    for (const letter of ['a', 'я', '漢', '😀', '%']) {
      const { address, query } = run({
        title: letter.repeat(5000),
        selection: letter.repeat(5000),
        images: [{ src: `https://i.example/${'p'.repeat(900)}` }],
      })
      expect(address.length).toBeLessThanOrEqual(maxAddress)
      expect(query.get('url')).toBe('https://news.example/a')
      expect(query.get('title')!.startsWith(letter.repeat(10))).toBe(true)
    }
  })

  it('D12 a page that replaces properties of its document → the address alone', () => {
    const hostile = new Proxy({}, { get: () => null })
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error('no')
        },
      },
    )
    for (const document of [hostile, throwing, {}]) expect([...run({ document }).query]).toEqual([['url', 'https://news.example/a']])
  })

  it('D12 the code is ES5, below 4 KB, and the address of the bookmark decodes to it', () => {
    const script = bookmarkletScript(origin)
    expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow()
    const address = bookmarkletAddress(origin)
    expect(address.length).toBeLessThan(4096)
    expect(address).toMatch(/^javascript:[\w%.!~*'()-]+$/)
    expect(decodeURIComponent(address.slice('javascript:'.length))).toBe(script)
  })
})

const parsed = (query: Record<string, string> | [string, string][]) => parseQuickPost(`?${new URLSearchParams(query)}`)

describe('the query of /bookmarklet/post', () => {
  it('D12 address, title, text and pictures', () => {
    expect(
      parsed([
        ['url', ' https://news.example/a?b=c#d '],
        ['title', 'A \u202efilm '],
        ['text', ' one\r\n\r\n\r\n\r\ntwo '],
        ['image', 'https://i.example/1.jpg'],
        ['image', 'https://i.example/1.jpg'],
        ['image', 'http://i.example/2.jpg'],
        ['image', 'javascript:alert(1)'],
      ]),
    ).toEqual({
      link: 'https://news.example/a?b=c#d',
      shared: { title: 'A film', text: 'one\n\ntwo', pictures: ['https://i.example/1.jpg'] },
    })
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://news.example',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'blob:https://news.example/1',
    'strand://open/discover',
    '//news.example/a',
    'news.example',
    'https://',
    `https://news.example/${'x'.repeat(limits.url)}`,
  ])('D12 the address %s → nothing to post', (url) => expect(parsed({ url })).toBeNull())

  it('D12 an address with credentials → without them', () => {
    expect(parsed({ url: 'https://me:secret@news.example/a' })?.link).toBe('https://news.example/a')
  })

  it.each([
    ['https://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ', ''],
    ['Listen to this https://youtu.be/dQw4w9WgXcQ.', 'https://youtu.be/dQw4w9WgXcQ', 'Listen to this .'],
    ['“One quote”\n\nhttps://news.example/a#:~:text=One', 'https://news.example/a#:~:text=One', '“One quote”'],
    ['https://a.example/1 and https://b.example/2', 'https://b.example/2', 'https://a.example/1 and'],
    ['Just words', null, 'Just words'],
  ])('D12 Android shares %j as text → link %s', (text, link, rest) => {
    expect(parsed({ text })).toEqual({ link, shared: { title: '', text: rest, pictures: [] } })
  })

  it('D12 a shared text that repeats the title or the address → no text', () => {
    expect(parsed({ title: 'A film', text: 'A film', url: 'https://a.example/' })?.shared.text).toBe('')
    expect(parsed({ text: 'https://a.example/', url: 'https://a.example/' })?.shared.text).toBe('')
  })

  it('D12 nothing, or only white space and pictures → null', () => {
    expect(parseQuickPost('')).toBeNull()
    expect(parsed({ url: ' ', title: '\u200b', text: '\n', image: 'https://i.example/1.jpg' })).toBeNull()
  })

  it('D12 too long a title and text → cut to the limits', () => {
    const { shared } = parsed({ url: 'https://a.example/', title: '😀'.repeat(200), text: 'x'.repeat(9000) })!
    expect(shared.title).toBe('😀'.repeat(limits.postTitle.max / 2))
    expect(shared.text).toHaveLength(4000)
  })

  it.each([
    ['A film - YouTube', 'https://www.youtube.com/watch?v=1', 'A film'],
    ['(12) A film - YouTube', 'https://www.youtube.com/watch?v=1', 'A film'],
    ['A river | The Guardian', 'https://www.theguardian.com/a', 'A river'],
    ['A song | SoundCloud', 'https://soundcloud.com/a/b', 'A song'],
    ['Tea – example.org', 'https://example.org/tea', 'Tea'],
    ['YouTube', 'https://www.youtube.com/', 'YouTube'],
    ['Film - part 2', 'https://www.youtube.com/watch?v=1', 'Film - part 2'],
    ['A film - YouTube', null, 'A film - YouTube'],
  ])('D12 the title %j of %s → %j', (title, link, headline) => expect(headlineOf(title, link)).toBe(headline))
})
