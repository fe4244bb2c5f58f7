export { escapeHtml, tag } from '#http/markup.ts'

/**
 * JSON inside a `<script>`: nothing in it may look like markup, so that no title ends the element, and
 * the two line separators are escaped for parsers that take them for the end of a line.
 */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
