export { escapeHtml, tag } from '#http/markup.ts'

/**
 * JSON inside a `<script>`. Escapes markup, which could end the element, and U+2028 and U+2029, which some parsers treat as line
 * breaks.
 */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
