/**
 * Messages between the tabs and pop-ups of this browser about the session. A BroadcastChannel reaches pages of this origin only,
 * including a pop-up whose opener another site has severed (`Cross-Origin-Opener-Policy`).
 */

import { tabChannel } from './tabChannel.ts'

/** The result of a sign-in at a social network or in a pop-up. */
export type PopupOutcome = { connected: string } | { problem: string }

export type AuthMessage =
  | { about: 'signedIn'; uid: string }
  /** A tab is about to end the session; `signedOut` or `staysSignedIn` follows. */
  | { about: 'signingOut' }
  | { about: 'staysSignedIn' }
  | { about: 'signedOut' }
  | { about: 'popup'; id: string; outcome: PopupOutcome }

const channel = tabChannel<AuthMessage>('strand-auth')
export const postAuthMessage = channel.post
export const onAuthMessage = channel.subscribe

/**
 * Key of the sign-in attempt's id in session storage, which a pop-up inherits as a copy. Unlike `window.name` and
 * `window.opener`, it survives the round trip to another site.
 */
const popupKey = 'strand-popup'

/** The id of the sign-in attempt that opened this pop-up; null in other windows. */
export function popupParameter(): string | null {
  try {
    return sessionStorage.getItem(popupKey)
  } catch {
    return null
  }
}

/** Calls `open` while the id of the attempt is in session storage, so that only the opened window has it afterwards. */
export function withPopupParameter<T>(id: string, open: () => T): T {
  try {
    sessionStorage.setItem(popupKey, id)
  } catch {
    // Without storage the pop-up continues as an ordinary page.
  }
  try {
    return open()
  } finally {
    clearPopupParameter()
  }
}

export function clearPopupParameter(): void {
  try {
    sessionStorage.removeItem(popupKey)
  } catch {
    // Storage is blocked: nothing was set.
  }
}

/** In the pop-up: reports the outcome and closes. If the browser refuses to close it, it continues as an ordinary page. */
export async function reportPopupOutcome(outcome: PopupOutcome): Promise<void> {
  const id = popupParameter()
  if (id === null) return
  const message: AuthMessage = { about: 'popup', id, outcome }
  postAuthMessage(message)
  const { opener } = window as { opener: Window | null }
  opener?.postMessage(message, location.origin)
  close()
  // `close` takes effect asynchronously. A page that still runs after 500 ms was not closed.
  await new Promise((resolve) => setTimeout(resolve, 500))
  clearPopupParameter()
}
