/** Link and embed code of a playlist or post. Import it lazily: `lazyComponent(() => import('./index.ts').then(…))`. */
export { default as EmbedDialog } from './EmbedDialog.tsx'
export { default as LinkDialog } from './LinkDialog.tsx'
