const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For text and for a quoted attribute's value. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

/**
 * JSON inside a `<script>`: nothing in it may look like markup, so that no title ends the element, and
 * the two line separators are escaped for parsers that take them for the end of a line.
 */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

type Attributes = Readonly<Record<string, string | true | undefined>>

/** A start tag; attributes that are undefined are left out. */
export function tag(name: string, attributes: Attributes = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined) return ''
    return value === true ? ` ${key}` : ` ${key}="${escapeHtml(value)}"`
  })
  return `<${name}${written.join('')}>`
}
