/** The parameters of a widget (J1). */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { widgetLoader } from '#contract/pages/entries.js'
import {
  defaultWidget,
  parseAccent,
  parseWidget,
  widgetAddress,
  widgetPosts,
  widgetSorts,
  widgetScript,
  widgetThemes,
} from '#contract/pages/widget.ts'
import { fuzzRuns } from '../support/fuzz.ts'

const parse = (query: string) => parseWidget(new URLSearchParams(query))

test('J1 the script variant has the path that the server serves', () => {
  expect(widgetScript).toBe(`/${widgetLoader.file}`)
})

test('J1 a widget without parameters has the defaults', () => {
  expect(parse('')).toEqual(defaultWidget)
})

test('J1 every parameter of a widget', () => {
  expect(parse('posts=100&theme=dark&accent=%231E90ff&mode=popup&partner=north-light&filters=off&sort=top')).toEqual({
    posts: 100,
    theme: 'dark',
    accent: '#1e90ff',
    mode: 'popup',
    partner: 'north-light',
    filters: false,
    sort: 'top',
  })
})

test.each([
  'posts=16',
  'posts=015',
  'posts=1e2',
  'posts=-25',
  'posts=100&posts=100',
  'theme=Dark',
  'theme=light&theme=dark',
  'accent=red',
  'accent=%23%231e90ff',
  'accent=1e90f',
  'accent=fff;}body{display:none',
  'accent=</style><script>alert(1)</script>',
  'mode=pop-up',
  'partner=North',
  'partner=a"onload="x',
  `partner=${'a'.repeat(41)}`,
  'filters=0',
  'sort=shuffle',
  'unknown=1&__proto__=1&constructor=1',
])('J1 a wrong or unknown parameter is ignored: %s', (query) => {
  expect(parse(query)).toEqual(defaultWidget)
})

test('J1 an accent has three or six hexadecimal digits', () => {
  expect(['f80', '#F80', 'ff8800', '#FF8800'].map(parseAccent)).toEqual(Array(4).fill('#ff8800'))
  expect([null, '', '#', 'ff880', 'ff88000', '#ff88zz', ' f80', 'f80\n'].map(parseAccent)).toEqual(Array(8).fill(null))
})

test('J1 the address of a widget parses to its options, and holds only those that differ from the defaults', () => {
  expect(widgetAddress('https://strand.example', 'b00000000000000001')).toBe('https://strand.example/embed/b00000000000000001')
  expect(widgetAddress('', 'b1/../x?y')).toBe('/embed/b1%2F..%2Fx%3Fy')
  expect(widgetAddress('', { uid: 'ada.rivers' }, { sort: 'top' })).toBe('/embed/p/ada.rivers?sort=top')
  const options = fc.record({
    posts: fc.option(fc.constantFrom(...widgetPosts)),
    theme: fc.option(fc.constantFrom(...widgetThemes)),
    accent: fc.option(fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)),
    mode: fc.constantFrom('inline' as const, 'popup' as const),
    partner: fc.option(fc.stringMatching(/^[a-z\d-]{1,40}$/)),
    filters: fc.boolean(),
    sort: fc.option(fc.constantFrom(...widgetSorts)),
  })
  fc.assert(
    fc.property(options, (given) => {
      expect(parseWidget(new URL(widgetAddress('https://strand.example', 'b1', given)).searchParams)).toEqual(given)
    }),
    { numRuns: fuzzRuns(300) },
  )
})

test('J1 any query gives options within the limits', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...Object.keys(defaultWidget)), fc.string({ unit: 'grapheme' }))), (pairs) => {
      const { posts, theme, accent, mode, partner, filters, sort } = parseWidget(new URLSearchParams(pairs))
      expect([null, ...widgetPosts]).toContain(posts)
      expect([null, ...widgetThemes]).toContain(theme)
      expect(accent ?? '#000000').toMatch(/^#[\da-f]{6}$/)
      expect(['inline', 'popup']).toContain(mode)
      expect(partner ?? 'a').toMatch(/^[a-z\d-]{1,40}$/)
      expect(typeof filters).toBe('boolean')
      expect([null, ...widgetSorts]).toContain(sort)
    }),
    { numRuns: fuzzRuns(500) },
  )
})
