/** Embed codes for other sites. Pure. */
import {
  defaultWidget,
  widgetAddress,
  widgetPermissions,
  widgetPosts,
  widgetQuery,
  widgetScript,
  widgetSize,
  type WidgetOptions,
} from '#contract/pages/widget.ts'

/** `inline`: an iframe. `script`: a script that inserts one, with the height of its content. `popup`: a link that opens a pop-up window. */
export type EmbedMode = 'inline' | 'script' | 'popup'

/** The options that a person chooses. */
export type EmbedOptions = Pick<WidgetOptions, 'posts' | 'theme' | 'accent' | 'filters'>

/** The number of posts of a list is always in the code: the default of a partner is another one. */
export const defaultOptions: Record<EmbedSubject['kind'], EmbedOptions> = {
  bead: { ...defaultWidget, posts: widgetPosts[0] },
  post: defaultWidget,
}

export interface EmbedSubject {
  kind: 'bead' | 'post'
  id: string
}

interface Embedded extends EmbedSubject {
  /** Name of the frame. */
  title: string
  /** Text of the pop-up's link. */
  label: string
}

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** ` name="value"` */
const attribute = (name: string, value: string): string => ` ${name}="${escape(value)}"`

/** The options as attributes of the script element: `data-` and their names in the address. */
const dataAttributes = (options: EmbedOptions): string =>
  [...new URLSearchParams(widgetQuery(options))].map(([name, value]) => attribute(`data-${name}`, value)).join('')

/** The address that the preview shows. */
export const previewAddress = (mode: EmbedMode, id: string, options: EmbedOptions, origin: string): string =>
  widgetAddress(origin, id, { ...options, mode: mode === 'popup' ? 'popup' : 'inline' })

/** HTML for another site. The links also work where scripts are blocked. */
export function embedCode(mode: EmbedMode, { kind, id, title, label }: Embedded, options: EmbedOptions, origin: string): string {
  const address = attribute(mode === 'inline' ? 'src' : 'href', previewAddress(mode, id, options, origin))
  const script = `<script async${attribute('src', origin + widgetScript)}`
  const link = (attributes: string): string => `<a${address} target="_blank" rel="noopener"${attributes}>${escape(label)}</a>`
  switch (mode) {
    case 'inline':
      return `<iframe${address}${attribute('title', title)} width="100%" height="${widgetSize.height}" loading="lazy" allow="${widgetPermissions}" style="border: 1px solid #ccc; border-radius: 12px; max-width: ${widgetSize.width}px"></iframe>`
    case 'script':
      return `${script}${attribute(`data-${kind}`, id)}${attribute('data-title', title)}${dataAttributes(options)}></script>\n<noscript>${link('')}</noscript>`
    case 'popup':
      return `${link(' data-strand-popup')}\n${script}></script>`
  }
}
