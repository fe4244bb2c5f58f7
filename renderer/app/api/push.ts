/** This browser's subscription to push messages (O4). The server's side of it ends with the session. */

export const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!isSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Nobody is signed in here: what was on its way to a member must not be shown to the next person. */
export async function leavePush(): Promise<void> {
  await (await ownSubscription())?.unsubscribe()
}
