import { showToast } from './toast.ts'

/** Puts a page's whole address on the clipboard and says whether that worked. */
export async function copyLink(path: string, texts: { shared: string; shareFailed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(path, location.origin).href)
    showToast({ text: texts.shared, length: 'short', now: true })
  } catch {
    // No clipboard without https, or without the person's leave.
    showToast({ text: texts.shareFailed, kind: 'error', now: true })
  }
}
