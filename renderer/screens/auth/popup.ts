/**
 * A sign-up in a window of its own (A2.3, A9). The window is never asked where it is: what a social network sends
 * along may cut it off from the page, and it then looks closed while somebody is still logging in there. So it is
 * believed only when it speaks, from our own origin, of the attempt that it was opened for.
 */
import { withPopupParameter, onAuthMessage, type PopupOutcome } from '#data/index.ts'
import type { Network } from '#contract/rules.ts'

export type PopupKind = Network | 'email'

export const popups: Record<PopupKind, { path: string; width: number; height: number }> = {
  facebook: { path: '/signup/facebook', width: 720, height: 500 },
  twitter: { path: '/signup/twitter', width: 720, height: 511 },
  email: { path: '/signupform', width: 584, height: 435 },
}

/** Milliseconds between two looks at whether the window is still there. */
const pollEvery = 50

/** In the middle of the window that it belongs to. */
export function featuresOf(
  kind: PopupKind,
  { screenX, screenY, outerWidth, outerHeight }: Pick<Window, 'screenX' | 'screenY' | 'outerWidth' | 'outerHeight'>,
): string {
  const { width, height } = popups[kind]
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2))
  return `popup,width=${width},height=${height},left=${left},top=${top}`
}

/** What a message says of this attempt; null where it is another's, or no page of ours sent it. */
export function outcomeIn({ origin, data }: Pick<MessageEvent<unknown>, 'origin' | 'data'>, ours: string, id: string): PopupOutcome | null {
  if (origin !== ours || typeof data !== 'object' || data === null) return null
  const { about, id: whose, outcome } = data as { about?: unknown; id?: unknown; outcome?: unknown }
  return about === 'popup' && whose === id && typeof outcome === 'object' ? (outcome as PopupOutcome | null) : null
}

export interface Attempt {
  /** The browser would not open it. */
  blocked: boolean
  stop(): void
}

interface Told {
  onOutcome: (outcome: PopupOutcome) => void
  /** It is closed, or has been cut off: it may yet speak. */
  onGone: () => void
}

export function openPopup(kind: PopupKind, { onOutcome, onGone }: Told): Attempt {
  const id = crypto.randomUUID()
  const popup = withPopupParameter(id, () => open(popups[kind].path, '_blank', featuresOf(kind, window)))
  const stops: (() => void)[] = []
  const stop = () => {
    for (const one of stops.splice(0)) one()
  }
  const told = (outcome: PopupOutcome | null) => {
    if (outcome === null) return
    stop()
    onOutcome(outcome)
  }
  const heard = (event: MessageEvent<unknown>) => told(outcomeIn(event, location.origin, id))
  addEventListener('message', heard)
  stops.push(
    () => removeEventListener('message', heard),
    onAuthMessage((data) => told(outcomeIn({ origin: location.origin, data }, location.origin, id))),
  )
  if (popup) {
    const poll = setInterval(() => {
      if (!popup.closed) return
      clearInterval(poll)
      onGone()
    }, pollEvery)
    stops.push(() => clearInterval(poll))
  }
  return { blocked: popup === null, stop }
}
