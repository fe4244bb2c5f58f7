/** Embed codes for other sites. Pure. */

/** `inline`: an iframe. `popup`: a link that opens a pop-up window. */
export type EmbedMode = 'inline' | 'popup'

/**
 * Maximum width of the iframe and width of the pop-up (A9); height of the iframe (header and five posts). In pixels.
 */
export const embedWidth = 520
export const embedHeight = 480

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export const embedAddress = (id: string, origin: string): string => `${origin}/embed/${id}`

/** `window.open` features of the pop-up; its height is 640 px. */
export const windowFeatures = `width=${embedWidth},height=640`

/**
 * HTML for another site.
 *
 * @param label text of the pop-up's link. The link also works without script or if the pop-up is blocked.
 */
export function embedCode(mode: EmbedMode, { id, title, label }: { id: string; title: string; label: string }, origin: string): string {
  const address = embedAddress(id, origin)
  if (mode === 'inline')
    return `<iframe src="${address}" title="${escape(title)}" width="100%" height="${embedHeight}" loading="lazy" style="border: 1px solid #ccc; border-radius: 12px; max-width: ${embedWidth}px"></iframe>`
  return `<a href="${address}" target="_blank" rel="noopener" onclick="return !window.open(this.href, '', '${windowFeatures}')">${escape(label)}</a>`
}
