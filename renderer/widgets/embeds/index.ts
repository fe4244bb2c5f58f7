/** Links of a text, shown below it (I1). */
export { Embeds } from './Embeds.tsx'
