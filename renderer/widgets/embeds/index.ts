/** Link previews below a text (I1). */
export { Embeds } from './Embeds.tsx'
