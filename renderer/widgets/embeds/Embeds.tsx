import { later } from '../../ui/later.tsx'

export interface EmbedsProps {
  /** The text, as the server made it safe. */
  html: string
  /** Each begins as a line, and is shown by a press. */
  condensed?: boolean
  /** An address that is shown already. */
  without?: string | undefined
}

const EmbedList = later(() => import('./EmbedList.tsx'))

/** What the links of a text lead to. Without any of them, nothing is fetched. */
export const Embeds = (props: EmbedsProps) => (props.html.includes('target="_blank"') ? <EmbedList {...props} /> : null)
