/** The code that other sites paste. Pure. */

export type EmbedMode = 'inline' | 'popup'

/** Width of the box and of the window (A9), and their height: five posts and the head. In pixels. */
export const embedWidth = 520
export const embedHeight = 480

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export const embedAddress = (id: string, origin: string): string => `${origin}/embed/${id}`

/** What a small window of its own looks like. */
export const windowFeatures = `width=${embedWidth},height=640`

/**
 * @param label what the link of a pop-up says.
 * Where scripts are stripped from it, or a blocker holds the window back, the link opens by itself.
 */
export function embedCode(mode: EmbedMode, { id, title, label }: { id: string; title: string; label: string }, origin: string): string {
  const address = embedAddress(id, origin)
  if (mode === 'inline')
    return `<iframe src="${address}" title="${escape(title)}" width="100%" height="${embedHeight}" loading="lazy" style="border: 1px solid #ccc; border-radius: 12px; max-width: ${embedWidth}px"></iframe>`
  return `<a href="${address}" target="_blank" rel="noopener" onclick="return !window.open(this.href, '', '${windowFeatures}')">${escape(label)}</a>`
}
