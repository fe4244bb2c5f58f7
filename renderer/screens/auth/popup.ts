/**
 * Sign-in in a pop-up (A2.3, A9). `popup.closed` is unreliable: Cross-Origin-Opener-Policy of a network severs the reference, so the
 * window looks closed while the login continues. Only a same-origin message with the id of the attempt counts as its outcome.
 */
import { withPopupParameter, onAuthMessage, type PopupOutcome } from '#data/index.ts'
import type { Network } from '#contract/rules.ts'

export type PopupKind = Network | 'email'

/** The address of each pop-up, and its size in CSS pixels. */
export const popups: Record<PopupKind, { path: string; width: number; height: number }> = {
  facebook: { path: '/signup/facebook', width: 720, height: 500 },
  twitter: { path: '/signup/twitter', width: 720, height: 511 },
  email: { path: '/signupform', width: 584, height: 435 },
}

/** Interval (ms) between checks of `popup.closed`. */
const pollIntervalMs = 50

/** The `features` of `window.open`, with the pop-up centered over its opener. */
export function windowFeatures(
  kind: PopupKind,
  { screenX, screenY, outerWidth, outerHeight }: Pick<Window, 'screenX' | 'screenY' | 'outerWidth' | 'outerHeight'>,
): string {
  const { width, height } = popups[kind]
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/** The outcome in a message; null for other origins and other attempts. */
export function outcomeIn(
  { origin, data }: Pick<MessageEvent<unknown>, 'origin' | 'data'>,
  ownOrigin: string,
  id: string,
): PopupOutcome | null {
  if (origin !== ownOrigin || typeof data !== 'object' || data === null) return null
  const { about, id: messageId, outcome } = data as { about?: unknown; id?: unknown; outcome?: unknown }
  return about === 'popup' && messageId === id && typeof outcome === 'object' ? (outcome as PopupOutcome | null) : null
}

/** An opened pop-up whose outcome is expected. */
export interface PopupAttempt {
  /** Whether the browser blocked the pop-up. */
  blocked: boolean
  /** Stops listening; the pop-up stays open. */
  stop(): void
}

interface PopupListeners {
  onOutcome: (outcome: PopupOutcome) => void
  /** Called when the window is closed or looks so (see above); its outcome may still follow. */
  onClosed: () => void
}

/** Opens the pop-up and listens for its outcome until that arrives or `stop` is called. */
export function openPopup(kind: PopupKind, { onOutcome, onClosed }: PopupListeners): PopupAttempt {
  const id = crypto.randomUUID()
  const popup = withPopupParameter(id, () => open(popups[kind].path, '_blank', windowFeatures(kind, window)))
  const cleanups: (() => void)[] = []
  const stop = () => {
    for (const cleanup of cleanups.splice(0)) cleanup()
  }
  const report = (outcome: PopupOutcome | null) => {
    if (outcome === null) return
    stop()
    onOutcome(outcome)
  }
  const onMessage = (event: MessageEvent<unknown>) => report(outcomeIn(event, location.origin, id))
  // The pop-up reports by `postMessage`, or by the broadcast channel if it has lost its opener.
  addEventListener('message', onMessage)
  cleanups.push(
    () => removeEventListener('message', onMessage),
    onAuthMessage((data) => report(outcomeIn({ origin: location.origin, data }, location.origin, id))),
  )
  if (popup) {
    const poll = setInterval(() => {
      if (!popup.closed) return
      clearInterval(poll)
      onClosed()
    }, pollIntervalMs)
    cleanups.push(() => clearInterval(poll))
  }
  return { blocked: popup === null, stop }
}
