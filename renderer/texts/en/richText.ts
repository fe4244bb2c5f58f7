/** The toolbar of the text field with formatting. */
export const richText = {
  tools: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strike: 'Strikethrough',
}
