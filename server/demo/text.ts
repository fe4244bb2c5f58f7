/** Converts plain text with *asterisks* for italics to the sanitised HTML that a post stores. */
export const html = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\*([^*\n]+)\*/g, '<i>$1</i>')
    .replaceAll('\n', '<br />')
