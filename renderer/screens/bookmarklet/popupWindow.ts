/**
 * The small window that the bookmarklet opens. It is known by its address: it has no opener, and browsers do not report reliably whether
 * a window has menus.
 */

/** The parameter that the bookmarklet adds to the address of a window. */
export const popupParameter = 'popup'

const storageKey = 'strand-quick-post-window'

/** Remembers it for this window, also when the confirmation is loaded again. */
export function rememberPopup(search: string): void {
  if (!new URLSearchParams(search).has(popupParameter)) return
  try {
    sessionStorage.setItem(storageKey, '1')
  } catch {
    // Without storage, the window has no button that closes it.
  }
}

export function isPopupWindow(): boolean {
  try {
    return sessionStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}
