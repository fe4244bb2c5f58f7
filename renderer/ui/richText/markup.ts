/**
 * Converts HTML to a document and back, without a DOM. Text, line breaks, the four marks and links to allowed addresses stay; everything
 * else is dropped, so that a manipulated draft cannot inject markup.
 */
import type { Mark, Node } from 'prosemirror-model'
import { elementAttributes, linkAttributes, markAliases, markNames, schema, type MarkName } from './schema.ts'

/** A comment, or a tag with closing slash, name and attributes. The alternatives are disjoint, so matching is linear. */
const token = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z\d]*)([^<>"']*(?:(?:"[^"]*"|'[^']*')[^<>"']*)*)>/gi

/** Block elements, which browsers created for line breaks in older drafts. */
const blocks = new Set([
  'p',
  'div',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'tr',
  'ul',
  'ol',
  'table',
  'section',
  'article',
])

/** Elements whose content is not text. */
const hidden = new Set(['script', 'style', 'textarea', 'title', 'iframe', 'noscript', 'template'])

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: '\u00a0' }

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos|nbsp));/gi, (_, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()]!
    const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })

function attribute(attributes: string, name: 'href' | 'target'): string | null {
  const [, double, single, bare] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i').exec(attributes) ?? []
  const value = double ?? single ?? bare
  return value === undefined ? null : decode(value)
}

export function readMarkup(html: string): Node {
  const children: Node[] = []
  const open: Record<MarkName, number> = { b: 0, i: 0, u: 0, s: 0 }
  const links: (Mark | null)[] = []
  let skipped: string | null = null
  // A block only ends its line if another one follows.
  let lineHasContent = false
  let lineEnds = false

  const marks = (): Mark[] => {
    const link = links.findLast((one) => one !== null)
    return [...markNames.filter((name) => open[name] > 0).map((name) => schema.mark(name)), ...(link ? [link] : [])]
  }
  const add = (node: Node, hasContent: boolean) => {
    if (lineEnds) children.push(schema.node('br'))
    lineEnds = false
    lineHasContent = hasContent
    children.push(node)
  }
  const addText = (text: string) => {
    if (skipped !== null || text === '') return
    const words = decode(text).replace(/[\t\n\f\r]/g, ' ')
    // White space between blocks is source formatting.
    if (words.trim() === '' && lineEnds) return
    add(schema.text(words, marks()), true)
  }

  let at = 0
  for (const match of html.matchAll(token)) {
    addText(html.slice(at, match.index))
    at = match.index + match[0].length
    const [, slash, written, attributes = ''] = match
    if (written === undefined) continue
    const closes = slash === '/'
    const name = written.toLowerCase()
    if (skipped !== null) {
      if (closes && name === skipped) skipped = null
      continue
    }
    const mark = Object.hasOwn(markAliases, name) ? markAliases[name] : undefined
    if (mark) open[mark] = Math.max(0, open[mark] + (closes ? -1 : 1))
    else if (name === 'a' && closes) links.pop()
    else if (name === 'a') {
      const link = linkAttributes(attribute(attributes, 'href'), attribute(attributes, 'target'))
      links.push(link && schema.mark('a', link))
    } else if (name === 'br' && !closes) add(schema.nodes.br.create(null, null, marks()), false)
    else if (blocks.has(name)) {
      lineEnds ||= lineHasContent
      lineHasContent = false
    } else if (hidden.has(name) && !closes) skipped = name
  }
  addText(html.slice(at))
  return schema.node('doc', null, children)
}

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

function openingTag(mark: Mark): string {
  if (mark.type.name !== 'a') return `<${mark.type.name}>`
  const attributes = Object.entries(elementAttributes(mark)).map(([name, value]) => ` ${name}="${escape(value).replace(/"/g, '&quot;')}"`)
  return `<a${attributes.join('')}>`
}

/** `''` if the text is only white space. */
export function writeMarkup(doc: Node): string {
  if (doc.textContent.trim() === '') return ''
  let html = ''
  let current: readonly Mark[] = []
  const change = (next: readonly Mark[]) => {
    let same = 0
    while (same < current.length && same < next.length && current[same]!.eq(next[same]!)) same += 1
    for (const mark of current.slice(same).reverse()) html += `</${mark.type.name}>`
    for (const mark of next.slice(same)) html += openingTag(mark)
    current = next
  }
  doc.forEach((node) => {
    change(node.marks)
    html += node.isText ? escape(node.text!) : '<br>'
  })
  change([])
  return html
}
