/** The embed codes of a playlist or post (B8). */
import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { parseWidget } from '#contract/pages/widget.ts'
import { defaultOptions, embedCode, type EmbedMode, type EmbedOptions } from '#widgets/embedCode/code.ts'
import { fuzzRuns } from '../support/fuzz.ts'

const origin = 'https://strand.example'
const bead = { kind: 'bead' as const, id: 'b00000000000000001', title: 'Songs on Strand', label: '▶ Songs' }
const options: EmbedOptions = { posts: 25, theme: 'dark', accent: '#1e90ff', filters: false }

interface Element {
  name: string
  attribs: Record<string, string>
  children: { data?: string }[]
}
const elementsOf = (code: string): Element[] => (parseDocument(code).children as unknown as Element[]).filter(({ attribs }) => attribs)
const optionsOf = (address: string) => parseWidget(new URL(address).searchParams)

test('B8 the inline code is a frame with the options in its address', () => {
  const [frame] = elementsOf(embedCode('inline', bead, options, origin))
  expect(frame!.name).toBe('iframe')
  expect(frame!.attribs).toMatchObject({
    src: `${origin}/embed/${bead.id}?posts=25&theme=dark&accent=1e90ff&filters=off`,
    title: 'Songs on Strand',
    allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
  })
})

test('B8 the script code has the options as attributes, and a link for pages without scripts', () => {
  const [script, noscript] = elementsOf(embedCode('script', bead, options, origin))
  expect([script!.name, noscript!.name]).toEqual(['script', 'noscript'])
  expect(script!.attribs).toEqual({
    async: '',
    src: `${origin}/embed.js`,
    'data-bead': bead.id,
    'data-title': 'Songs on Strand',
    'data-posts': '25',
    'data-theme': 'dark',
    'data-accent': '1e90ff',
    'data-filters': 'off',
  })
})

test('B8 the pop-up code is a link that works without the script beside it', () => {
  const [link, script] = elementsOf(embedCode('popup', bead, defaultOptions.bead, origin))
  expect(link!.attribs).toEqual({
    href: `${origin}/embed/${bead.id}?posts=15&mode=popup`,
    target: '_blank',
    rel: 'noopener',
    'data-strand-popup': '',
  })
  expect(link!.children[0]!.data).toBe('▶ Songs')
  expect(script!.attribs).toEqual({ async: '', src: `${origin}/embed.js` })
})

test('B8 the codes of a post have its id, and no number of posts', () => {
  const post = { ...bead, kind: 'post' as const, id: 'p00000000000000001' }
  const [frame] = elementsOf(embedCode('inline', post, defaultOptions.post, origin))
  expect(frame!.attribs.src).toBe(`${origin}/embed/${post.id}`)
  const [script] = elementsOf(embedCode('script', post, { ...defaultOptions.post, theme: 'dark' }, origin))
  expect(script!.attribs).toEqual({
    async: '',
    src: `${origin}/embed.js`,
    'data-post': post.id,
    'data-title': 'Songs on Strand',
    'data-theme': 'dark',
  })
})

test('B8 any title is escaped: the code has the same elements and its texts', () => {
  const texts = fc.oneof(
    fc.constantFrom('"><script>alert(1)</script>', "'onload='x", '</a></noscript><img src=x onerror=x>', '&quot;'),
    fc.string({ unit: 'grapheme' }),
  )
  const names: Record<EmbedMode, string[]> = { inline: ['iframe'], script: ['script', 'noscript'], popup: ['a', 'script'] }
  fc.assert(
    fc.property(texts, fc.constantFrom('inline', 'script', 'popup'), (title, mode) => {
      const elements = elementsOf(embedCode(mode, { ...bead, title, label: title }, options, origin))
      expect(elements.map(({ name }) => name)).toEqual(names[mode])
      const [first] = elements
      if (mode === 'inline') expect(first!.attribs.title).toBe(title)
      if (mode === 'script') expect(first!.attribs['data-title']).toBe(title)
      if (mode === 'popup') expect(first!.children.map(({ data }) => data).join('')).toBe(title)
      if (mode !== 'script') expect(optionsOf(first!.attribs[mode === 'inline' ? 'src' : 'href']!)).toMatchObject(options)
    }),
    { numRuns: fuzzRuns(300) },
  )
})
