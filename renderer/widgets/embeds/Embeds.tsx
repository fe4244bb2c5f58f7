import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { EmbedsProps } from './EmbedList.tsx'

const EmbedList = lazyComponent(() => import('./EmbedList.tsx'))

/** Previews of a text's external links. The code is loaded only if the text has such links. */
export const Embeds = (props: EmbedsProps) => (props.html.includes('target="_blank"') ? <EmbedList {...props} /> : null)
