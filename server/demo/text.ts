/** Texts are written plain, with *stars* for italics, and stored as the sanitised HTML that a post holds. */
export const html = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\*([^*\n]+)\*/g, '<i>$1</i>')
    .replaceAll('\n', '<br />')
