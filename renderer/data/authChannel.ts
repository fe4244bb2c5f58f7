/**
 * What the tabs and pop-ups of this browser tell each other about who is signed in. A channel reaches pages of
 * our own origin only, and also a pop-up whose tie to its opener another site has cut
 * (`Cross-Origin-Opener-Policy`).
 */

import { tabChannel } from './tabChannel.ts'

/** How a way to a social network, or the form in a window of its own, ended. */
export type PopupOutcome = { connected: string } | { problem: string }

export type AuthNews =
  | { about: 'signedIn'; uid: string }
  /** A tab is about to end the session; `signedOut` or `staysSignedIn` follows. */
  | { about: 'signingOut' }
  | { about: 'staysSignedIn' }
  | { about: 'signedOut' }
  | { about: 'popup'; id: string; outcome: PopupOutcome }

const channel = tabChannel<AuthNews>('strand-auth')
export const tellTabs = channel.post
export const onAuthNews = channel.subscribe

/**
 * Which attempt a window was opened for, written into the storage that a pop-up is given a copy of. Its name and
 * its opener do not survive the way to another site and back; this does.
 */
const markKey = 'strand-popup'

export function popupParameter(): string | null {
  try {
    return sessionStorage.getItem(markKey)
  } catch {
    return null
  }
}

/** Marks whatever window `open` opens, and not this one. */
export function markingPopup<T>(id: string, open: () => T): T {
  try {
    sessionStorage.setItem(markKey, id)
  } catch {
    // A browser that keeps nothing: the pop-up will go on as a page of its own.
  }
  try {
    return open()
  } finally {
    clearPopupParameter()
  }
}

export function clearPopupParameter(): void {
  try {
    sessionStorage.removeItem(markKey)
  } catch {
    // Then there was none.
  }
}

/** The pop-up's side: tells what it came to, and closes. Where it may not close, the page goes on as one of its own. */
export async function leavePopup(outcome: PopupOutcome): Promise<void> {
  const id = popupParameter()
  if (id === null) return
  const news: AuthNews = { about: 'popup', id, outcome }
  tellTabs(news)
  const { opener } = window as { opener: Window | null }
  opener?.postMessage(news, location.origin)
  close()
  await new Promise((resolve) => setTimeout(resolve, 500))
  clearPopupParameter()
}
