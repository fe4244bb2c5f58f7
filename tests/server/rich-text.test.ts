import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '#contract/index.ts'
import { cleanText, textOf } from '../../server/features/posts/rich-text.ts'
import { markup, withoutAllowedMarkup } from '../support/markup.ts'

const clean = (text: string) => cleanText(text, 'https://strand.example')

describe('R23 markup', () => {
  it.each([
    ['<b>b</b> <i>i</i> <u>u</u> <s>s</s>', '<b>b</b> <i>i</i> <u>u</u> <s>s</s>'],
    ['<strong>b</strong> <em>i</em> <strike>s</strike> <del>d</del>', '<b>b</b> <i>i</i> <s>s</s> <s>d</s>'],
    ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
    ['one\ntwo\r\nthree', 'one<br>two<br>three'],
    ['one\n\n\n\n\ntwo', 'one<br><br>two'],
    ['<p>one</p><p>two</p>', 'one<br>two'],
    ['  padded  \n', 'padded'],
    ['<h1>Big</h1><ul><li>a</li><li>b</li></ul>', 'Big<br><br>a<br>b'],
    ['<b><i>unclosed', '<b><i>unclosed</i></b>'],
    ['<img src=x onerror=alert(1)>text', 'text'],
    ['<script>alert(1)</script><style>a{}</style>text', 'text'],
    ['<b onclick="x()" style="color:red">b</b>', '<b>b</b>'],
    ['<svg><script>x</script></svg><iframe src="https://e.example"></iframe>', ''],
  ])('R23 %j → %j', (given, expected) => expect(clean(given)).toBe(expected))

  it.each([
    'What do you think?',
    '  What do you think? ',
    '<p>What do you think?</p>',
    '<b>What do you think?</b>',
    '',
    ' \n ',
    '<br><br>',
    '<b> </b>',
  ])('D9 %j counts as empty', (text) => expect(clean(text)).toBe(''))

  it.each([
    [
      'https://example.org/a?b=1&c=2.',
      '<a href="https://example.org/a?b=1&amp;c=2" rel="nofollow noopener" target="_blank">https://example.org/a?b=1&amp;c=2</a>.',
    ],
    ['<a href="ftp://example.org/x">f</a>', '<a href="ftp://example.org/x" rel="nofollow noopener" target="_blank">f</a>'],
    ['<a href="https://strand.example/b1" rel="x" target="_top" onclick="y">own</a>', '<a href="https://strand.example/b1">own</a>'],
    ['<a href="/music">own</a>', '<a href="/music">own</a>'],
    ['<a href="//evil.example">e</a>', 'e'],
    ['<a href="/\\evil.example">e</a>', 'e'],
    ['<a href="javascript:alert(1)">e</a>', 'e'],
    ['<a href="JaVaScRiPt:alert(1)">e</a>', 'e'],
    ['<a href=" java&#10;script:alert(1)">e</a>', 'e'],
    ['<a href="data:text/html,x">e</a>', 'e'],
    ['<a href="/\t/evil.example">e</a>', 'e'],
    ['<a href="/&#10;\\evil.example">e</a>', 'e'],
    ['<a href="https://e.example/a\nb">e</a>', '<a href="https://e.example/ab" rel="nofollow noopener" target="_blank">e</a>'],
    ['<a href="mailto:a@example.org">e</a>', 'e'],
    ['<a href="x:y">https://e.example/</a>', '<a href="https://e.example/" rel="nofollow noopener" target="_blank">https://e.example/</a>'],
    ['http://[x/ and http://%/', 'http://[x/ and http://%/'],
    [
      '<a href="https://strand.example.evil.example/">e</a>',
      '<a href="https://strand.example.evil.example/" rel="nofollow noopener" target="_blank">e</a>',
    ],
  ])('R23 the link %j → its cleaned form', (given, expected) => expect(clean(given)).toBe(expected))

  it.each([
    ['<a href="javascript:1">e</a><b>b</b>', 'e<b>b</b>'],
    ['<a name="x">e</a><a href="/q">q</a><s>s</s>', 'e<a href="/q">q</a><s>s</s>'],
    ['<a href="/q">q <a href="/r">r</a> https://e.example</a>', '<a href="/q">q r https://e.example</a>'],
    ['http://<a>e.example</a>', '<a href="http://e.example" rel="nofollow noopener" target="_blank">http://e.example</a>'],
  ])('R23 removing a link keeps the text around it: %j', (given, expected) => expect(clean(given)).toBe(expected))

  it('R23 random markup → only allowed elements and attributes; cleaning is idempotent', () => {
    fc.assert(
      fc.property(markup, (text) => {
        const html = clean(text)
        expect(withoutAllowedMarkup(html)).not.toMatch(/[<>]/)
        expect(clean(html)).toBe(html)
      }),
      { numRuns: 4000 },
    )
  })

  it.each([
    '<'.repeat(64_000),
    '\n \t'.repeat(20_000),
    ' '.repeat(64_000),
    '<b>'.repeat(20_000),
    'http://!'.repeat(8000),
    '<br> '.repeat(12_000),
    '&'.repeat(60_000),
    '<a href="https://e.org/">'.repeat(2500),
  ])('R23 cleaning hostile text %# takes a limited time', (text) => {
    const startedAt = performance.now()
    clean(text)
    expect(performance.now() - startedAt).toBeLessThan(1500)
  })

  it('R23 the number of links is limited, also when cleaned again', () => {
    const html = clean('http://e.example/ '.repeat(3500))
    expect(html.match(/<a /g)).toHaveLength(limits.links)
    expect(clean(html)).toBe(html)
  })

  it('R23 the nesting of elements is limited', () => {
    expect(clean(`${'<i>'.repeat(20_000)}x`).match(/<i>/g)!.length).toBeLessThan(100)
  })

  it('R23 textOf returns the plain text on one line', () =>
    expect(textOf(clean('<b>Tom</b> & "Jerry"\n<i>again</i>'))).toBe('Tom & "Jerry" again'))
})
