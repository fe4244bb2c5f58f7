import { lazyComponent } from '#ui/lazyComponent.tsx'
import type { EmbedsProps } from './EmbedList.tsx'

const EmbedList = lazyComponent(() => import('./EmbedList.tsx'))

/** What the links of a text lead to. Without any of them, nothing is fetched. */
export const Embeds = (props: EmbedsProps) => (props.html.includes('target="_blank"') ? <EmbedList {...props} /> : null)
