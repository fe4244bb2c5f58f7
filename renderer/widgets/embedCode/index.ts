/** A playlist's address and the code that shows it on another site. Imported when first opened: `later(() => import('./index.ts').then(…))`. */
export { default as EmbedDialog } from './EmbedDialog.tsx'
export { default as LinkDialog } from './LinkDialog.tsx'
