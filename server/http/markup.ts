/** Text on its way into HTML or XML. Whatever members or other sites wrote passes one of these, and nothing else writes markup. */

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For text and for a quoted attribute's value. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

type Attributes = Readonly<Record<string, string | number | true | undefined>>

/** A start tag; attributes that are undefined are left out. */
export function tag(name: string, attributes: Attributes = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined) return ''
    return value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`
  })
  return `<${name}${written.join('')}>`
}

/** What XML 1.0 has no way to say, not even escaped: most control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A parser makes one end of line of `\r\n`; escaped, it comes back as it was. */
const xmlText = (text: string): string => escapeHtml(text.replace(unwritable, '')).replace(/\r/g, '&#13;')
/** In a value, it makes spaces of ends of lines and tabs too. */
const xmlValue = (text: string): string => xmlText(text).replace(/[\n\t]/g, (space) => (space === '\n' ? '&#10;' : '&#9;'))

/** A piece of XML that needs no more escaping, which only `xml` makes. */
export interface Xml {
  readonly written: string
}
type Child = Xml | string | number | null | undefined | readonly Child[]

const childText = (child: Child): string => {
  if (child === null || child === undefined) return ''
  if (typeof child === 'string' || typeof child === 'number') return xmlText(String(child))
  return 'written' in child ? child.written : child.map(childText).join('')
}

/** An element. Strings among its children are text; null and undefined are nothing; there are no CDATA sections to end. */
export function xml(name: string, attributes: Readonly<Record<string, string | number | undefined>>, ...children: Child[]): Xml {
  const values = Object.entries(attributes).map(([key, value]) => (value === undefined ? '' : ` ${key}="${xmlValue(String(value))}"`))
  const inside = childText(children)
  return { written: inside === '' ? `<${name}${values.join('')}/>` : `<${name}${values.join('')}>${inside}</${name}>` }
}

/** The same, and nothing at all where there is no text. */
export const xmlIf = (name: string, text: string | number | null | undefined): Xml | null =>
  text === null || text === undefined || text === '' ? null : xml(name, {}, text)

export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.written}\n`
