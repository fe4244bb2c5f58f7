/** A text with a button that copies it. */
export const copyField = {
  copy: 'Copy',
  copied: 'Copied.',
  failed: "Couldn't copy. Select the text and copy it yourself.",
}
