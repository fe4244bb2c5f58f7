import { showToast } from './toast.ts'

/** Puts a page's whole address on the clipboard and says that it did; that it could not, where there are words for it. Answers whether it could. */
export async function copyLink(path: string, texts: { shared: string; shareFailed?: string }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(new URL(path, location.origin).href)
    showToast({ text: texts.shared, length: 'short', now: true })
    return true
  } catch {
    // No clipboard without https, or without the person's leave.
    if (texts.shareFailed !== undefined) showToast({ text: texts.shareFailed, kind: 'error', now: true })
    return false
  }
}
