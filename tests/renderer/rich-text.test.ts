import fc from 'fast-check'
import { TextSelection, type Command, type EditorState } from 'prosemirror-state'
import { undo } from 'prosemirror-history'
import { describe, expect, it } from 'vitest'
import { completion, deleteBreak, emptyLastLine, insertPlain, marksOf, startState, textBefore, toggle } from '#ui/richText/editor.ts'
import { readMarkup, writeMarkup } from '#ui/richText/markup.ts'
import type { MarkName } from '#ui/richText/schema.ts'
import { cleanText } from '../../server/features/posts/rich-text.ts'
import { markup, withoutAllowedMarkup } from '../support/markup.ts'

const through = (html: string) => writeMarkup(readMarkup(html))
const clean = (html: string) => cleanText(html, 'https://strand.example')

describe('R23 the markup of the editor', () => {
  it.each([
    'plain',
    'one<br>two',
    'one<br><br>two',
    '<b>b</b> <i>i</i> <u>u</u> <s>s</s>',
    '<b><i><u><s>all</s></u></i></b>',
    '<b>one<br>two</b>',
    'a &lt; b &amp;&amp; c &gt; d',
    'see <a href="/p/ada">@ada</a>',
    '<b>see <a href="/tag/jazz">#jazz</a></b>',
    '<a href="https://e.org/?a=1&amp;b=2" rel="nofollow noopener" target="_blank">e</a>',
    'two  spaces',
  ])('R23 %j, as the server stores it, comes out unchanged', (html) => expect(through(html)).toBe(html))

  it.each([
    ['<strong>b</strong><em>i</em><ins>u</ins><strike>s</strike><del>d</del>', '<b>b</b><i>i</i><u>u</u><s>sd</s>'],
    ['<i><b>nested</b></i>', '<b><i>nested</i></b>'],
    ['<b>un<i>closed', '<b>un<i>closed</i></b>'],
    ['</b>stray</i> text', 'stray text'],
    ['<b>over<i>lap</b>ping</i>', '<b>over<i>lap</i></b><i>ping</i>'],
    ['<B>upper</B><BR>case', '<b>upper</b><br>case'],
    ['one<br/>two<br />three', 'one<br>two<br>three'],
    ['<p>one</p>\n<p>two</p>', 'one<br>two'],
    ['one<div>two</div><div><br></div><div>three</div>', 'one<br>two<br><br>three'],
    ['one\ntwo', 'one two'],
    ['&quot;&#39;&#x41;&apos; &unknown; & &amp;lt;', "\"'A' &amp;unknown; &amp; &amp;lt;"],
    ['', ''],
    [' <br> ', ''],
    ['<b></b>', ''],
    ['&nbsp;', ''],
  ])('R23 %j comes out as %j', (html, expected) => expect(through(html)).toBe(expected))

  it.each([
    ['<script>alert(1)</script>text<style>b{}</style>', 'text'],
    ['<img src=x onerror=alert(1)>text', 'text'],
    ['<svg/onload=alert(1)>text', 'text'],
    ['<b onclick="x()" style="color:red">b</b>', '<b>b</b>'],
    ['<iframe src="https://e.example">x</iframe>text', 'text'],
    ['<a href="javascript:alert(1)">e</a>', 'e'],
    ['<a href="&#106;avascript:alert(1)">e</a>', 'e'],
    ['<a href="java\nscript:alert(1)">e</a>', 'e'],
    ['<a href="/\t/evil.example">e</a>', 'e'],
    ['<a href="//evil.example">e</a>', 'e'],
    ['<a href="data:text/html,x">e</a>', 'e'],
    [
      '<a data-href="javascript:1" href=https://e.org/ target=_blank>e</a>',
      '<a href="https://e.org/" rel="nofollow noopener" target="_blank">e</a>',
    ],
    ["<a href='https://e.org/\"onx='>e</a>", '<a href="https://e.org/&quot;onx=">e</a>'],
    ['<a href="/x" target="_top" rel="opener">e</a>', '<a href="/x">e</a>'],
    ['<!--<b>-->text<!--', 'text'],
    ['a <b', 'a &lt;b'],
    ['&lt;script&gt;', '&lt;script&gt;'],
    ['<constructor>x</constructor><x-y>z</x-y>', 'xz'],
    ['&#0;&#1114112;', '\ufffd\ufffd'],
  ])('R23 the hostile markup %j comes out as %j', (html, expected) => expect(through(html)).toBe(expected))

  it('R23 any text → only the allowed elements and link addresses; reading the result again does not change it', () => {
    fc.assert(
      fc.property(markup, (text) => {
        const html = through(text)
        expect(withoutAllowedMarkup(html)).not.toMatch(/[<>]/)
        expect(html).not.toMatch(/<a href="(?!https?:|ftp:|\/)/i)
        expect(through(html)).toBe(html)
      }),
      { numRuns: 2000 },
    )
  })
  it('R23 a text cleaned by the server retains all its words, line breaks and links', () => {
    const words = (html: string) => html.replace(/<(?!br)[^>]*>/g, '').replace(/&quot;/g, '"')
    const links = (html: string) => [...new Set(html.match(/<a [^>]*>/g))]
    fc.assert(
      fc.property(markup, (text) => {
        const html = clean(text)
        expect(words(through(html))).toBe(words(html))
        expect(links(through(html))).toEqual(links(html))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    '<'.repeat(64_000),
    '<b>'.repeat(20_000),
    '<a "'.repeat(16_000),
    `<a '`.repeat(16_000),
    '<!--'.repeat(16_000),
    '<a href="https://e.org/">'.repeat(2500),
    '<p>'.repeat(20_000),
    '&#'.repeat(30_000),
    `<a${' '.repeat(60_000)}`,
  ])('R23 reading hostile text %# takes less than 1.5 s', (text) => {
    const startedAt = performance.now()
    through(text)
    expect(performance.now() - startedAt).toBeLessThan(1500)
  })
})

/** An editor state with this text and with the caret or the selection at these positions. */
function at(html: string, from: number, to = from): EditorState {
  const state = startState(html)
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)))
}
function after(state: EditorState, command: Command): EditorState {
  let next = state
  command(state, (transaction) => (next = state.apply(transaction)))
  return next
}
const press = (state: EditorState, name: MarkName): EditorState => after(state, toggle(name))
const type = (state: EditorState, text: string): EditorState => state.apply(state.tr.insertText(text))

describe('R23 marks at the caret and of a selection', () => {
  it('R23 bold off and then underline on at the caret → only underline is active, and typed text is only underlined', () => {
    const state = press(press(at('<b>bold</b>', 4), 'b'), 'u')
    expect(marksOf(state)).toEqual(['u'])
    expect(writeMarkup(type(state, ' not').doc)).toBe('<b>bold</b><u> not</u>')
  })
  it('R23 toggling bold on a partly bold selection makes all of it bold; toggling again removes bold from all of it', () => {
    const state = at('<b>one</b><br>two', 1, 6)
    expect(marksOf(state)).toEqual([])
    const bold = press(state, 'b')
    expect(writeMarkup(bold.doc)).toBe('<b>one<br>tw</b>o')
    expect(marksOf(bold)).toEqual(['b'])
    expect(writeMarkup(press(bold, 'b').doc)).toBe('<b>o</b>ne<br>two')
  })
  it('R23 text typed at the end of a link is not part of the link; text typed inside is', () => {
    expect(writeMarkup(type(at('<a href="/p/ada">@ada</a>', 4), ' x').doc)).toBe('<a href="/p/ada">@ada</a> x')
    expect(writeMarkup(type(at('<a href="/p/ada">@ada</a>', 2), 'x').doc)).toBe('<a href="/p/ada">@axda</a>')
  })
})

describe('R23 a line break beside the caret', () => {
  it.each([
    ['before', 5, 'one<br>two'],
    ['after', 4, 'one<br>two'],
    ['before', 4, 'one<br>two'],
    ['after', 3, 'one<br>two'],
    ['before', 2, null],
    ['after', 5, null],
  ] as const)('R23 deleting a break %s the caret at %i of one<br><br>two → %j (null: no break there)', (side, caret, expected) => {
    const state = at('one<br><br>two', caret)
    expect(deleteBreak(side)(state)).toBe(expected !== null)
    expect(writeMarkup(after(state, deleteBreak(side)).doc)).toBe(expected ?? 'one<br><br>two')
  })
})

describe('R23 the editor handles deletions that leave the last line empty, because Firefox inserts a line feed there', () => {
  it.each([
    ['one<br>q', 4, 5, 'one<br>'],
    ['q', 0, 1, ''],
    ['one<br><b>two</b>', 4, 7, 'one<br>'],
    ['one<br>two', 0, 7, ''],
    ['one<br>two', 6, 7, null],
    ['one<br>q<br>two', 4, 5, null],
    ['one<br>', 4, 4, null],
  ])('R23 in %j, deleting from %i to %i → %j (null: left to the browser)', (html, from, to, expected) => {
    const state = at(html, to)
    const transaction = emptyLastLine(state, from, to)
    expect(transaction && writeMarkup(transaction.doc)).toBe(expected)
  })
  it('R23 text typed after such a deletion has the marks of the deleted text', () => {
    const state = at('one<br><b>q</b>', 5)
    expect(writeMarkup(type(state.apply(emptyLastLine(state, 4, 5)!), 'r').doc)).toBe('one<br><b>r</b>')
  })
})

describe('G4 completing a reference', () => {
  it('G4 textBefore() returns the text before the caret of the same line and style; null at the start of a line or for a selection', () => {
    expect(textBefore(at('one<br>@ad', 7))).toBe('@ad')
    expect(textBefore(at('one<br>@ad', 4))).toBeNull()
    expect(textBefore(at('<b>@a</b>d', 3))).toBe('d')
    expect(textBefore(at('@ada', 1, 3))).toBeNull()
  })
  it('G4 completing a mention on a new line keeps the line break and the style; one undo reverts only the completion', () => {
    const start = at('<b>one<br>@ad</b>', 7)
    const state = start.apply(completion(start, 3, '@ada '))
    expect(writeMarkup(state.doc)).toBe('<b>one<br>@ada </b>')
    expect(state.selection.from).toBe(9)
    expect(writeMarkup(after(state, undo).doc)).toBe('<b>one<br>@ad</b>')
  })
})

describe('R23 pasted or dropped text', () => {
  it('R23 line feeds in pasted text become line breaks; the text takes the marks of the insertion point and is not parsed as HTML', () => {
    const state = at('<b>ab</b>', 1)
    const pasted = state.apply(insertPlain(state, 'x\r\n<i>y\n'))
    expect(writeMarkup(pasted.doc)).toBe('<b>ax<br>&lt;i&gt;y<br>b</b>')
    expect(pasted.selection.from).toBe(8)
  })
  it('R23 pasted text replaces the selection', () => {
    const state = at('one two', 4, 7)
    expect(writeMarkup(state.apply(insertPlain(state, 'three')).doc)).toBe('one three')
  })
})
