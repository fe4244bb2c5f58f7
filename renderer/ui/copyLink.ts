import { showToast } from './toast.ts'

/**
 * Copies a page's absolute address and confirms it with a toast; reports a failure if there is a text for it. Returns whether it
 * succeeded.
 */
export async function copyLink(path: string, texts: { shared: string; shareFailed?: string }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(new URL(path, location.origin).href)
    showToast({ text: texts.shared, length: 'short', now: true })
    return true
  } catch {
    // The clipboard requires https and permission.
    if (texts.shareFailed !== undefined) showToast({ text: texts.shareFailed, kind: 'error', now: true })
    return false
  }
}
