/**
 * Escaping for HTML and XML. All member and third-party text in the server's own markup passes through here. React escapes that of the
 * rendered screens.
 */
import { createHash } from 'node:crypto'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text and quoted attribute values. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

type Attributes = Readonly<Record<string, string | number | true | undefined>>

/** A start tag. Undefined attributes are omitted. */
export function tag(name: string, attributes: Attributes = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined) return ''
    return value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`
  })
  return `<${name}${written.join('')}>`
}

/** The source of an inline script or style sheet for the content security policy. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Characters that XML 1.0 cannot contain, even escaped: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** XML parsers normalise `\r\n` to one line feed; escaped, it is preserved. */
const xmlText = (text: string): string => escapeHtml(text.replace(unwritable, '')).replace(/\r/g, '&#13;')
/** In attribute values parsers also turn line feeds and tabs into spaces. */
const xmlValue = (text: string): string => xmlText(text).replace(/[\n\t]/g, (space) => (space === '\n' ? '&#10;' : '&#9;'))

/** Escaped XML. Only `xml` creates it. */
export interface Xml {
  readonly written: string
}
type Child = Xml | string | number | null | undefined | readonly Child[]

const childText = (child: Child): string => {
  if (child === null || child === undefined) return ''
  if (typeof child === 'string' || typeof child === 'number') return xmlText(String(child))
  return 'written' in child ? child.written : child.map(childText).join('')
}

/** An element. String children are text; null and undefined are omitted. No CDATA sections, so none can be terminated. */
export function xml(name: string, attributes: Readonly<Record<string, string | number | undefined>>, ...children: Child[]): Xml {
  const values = Object.entries(attributes).map(([key, value]) => (value === undefined ? '' : ` ${key}="${xmlValue(String(value))}"`))
  const inside = childText(children)
  return { written: inside === '' ? `<${name}${values.join('')}/>` : `<${name}${values.join('')}>${inside}</${name}>` }
}

/** The same, but null for an empty text. */
export const xmlIf = (name: string, text: string | number | null | undefined): Xml | null =>
  text === null || text === undefined || text === '' ? null : xml(name, {}, text)

export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.written}\n`
