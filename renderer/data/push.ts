/** This browser's push subscription (O4). The server removes its own record with the session. */

export type PushSupport = 'yes' | 'home-screen' | 'no'

/**
 * Whether a window supports push. `home-screen`: iOS and iPadOS support it only in an app on the home screen; no other system has
 * `navigator.standalone` without push.
 */
export function pushSupport(context: { navigator: object } = window): PushSupport {
  const { navigator } = context
  if ('serviceWorker' in navigator && 'PushManager' in context && 'Notification' in context) return 'yes'
  return 'standalone' in navigator && navigator.standalone === false ? 'home-screen' : 'no'
}

export const isSupported = (): boolean => pushSupport() === 'yes'

export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!isSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Removes this browser's subscription when no member is signed in: the next user must not see a member's messages. */
export async function unsubscribePush(): Promise<void> {
  await (await ownSubscription())?.unsubscribe()
}
