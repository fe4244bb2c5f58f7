/** This browser's subscription to push messages (O4). The server's side of it ends with the session. */

export type PushSupport = 'yes' | 'home-screen' | 'no'

/**
 * Whether a window can have push messages. `home-screen`: an iPhone or iPad, which gives them only to an app on its home
 * screen; no other system has `navigator.standalone` and no push.
 */
export function pushSupport(world: { navigator: object } = window): PushSupport {
  const { navigator } = world
  if ('serviceWorker' in navigator && 'PushManager' in world && 'Notification' in world) return 'yes'
  return 'standalone' in navigator && navigator.standalone === false ? 'home-screen' : 'no'
}

export const isSupported = (): boolean => pushSupport() === 'yes'

export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!isSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Nobody is signed in here: what was on its way to a member must not be shown to the next person. */
export async function leavePush(): Promise<void> {
  await (await ownSubscription())?.unsubscribe()
}
