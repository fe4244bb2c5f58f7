/** This browser's push subscription (O4). */
import { call } from '#data/client.ts'
import { ownSubscription } from '#data/push.ts'

/** Timeout for the service worker to become ready, in ms. */
const workerTimeoutMs = 10_000

/** Whether the user has denied notifications to this site. */
export const isDenied = (): boolean => Notification.permission === 'denied'

/** Id of a browser, as the server derives it: SHA-256 of the subscription's endpoint, in hexadecimal. */
export async function idOf({ endpoint }: Pick<PushSubscription, 'endpoint'>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Decodes the server's VAPID key (base64url). */
export function keyBytes(publicKey: string): Uint8Array<ArrayBuffer> {
  const binary = atob(publicKey.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Whether the subscription uses this VAPID key; push services reject messages signed with another one. */
export function hasKey({ options }: Pick<PushSubscription, 'options'>, publicKey: string): boolean {
  const existing = options.applicationServerKey
  if (existing === null) return false
  const [own, expected] = [new Uint8Array(existing), keyBytes(publicKey)]
  return own.length === expected.length && own.every((byte, n) => byte === expected[n])
}

/** Resolves when the service worker is active; `ready` never settles without one, hence the timeout. */
async function workerReady(): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('There is no service worker')), workerTimeoutMs)
  })
  return Promise.race([navigator.serviceWorker.ready, late]).finally(() => clearTimeout(timer))
}

/** Subscribes this browser and returns the data that the server needs; resubscribes if the key has changed. */
export async function subscribe(publicKey: string): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> {
  const { pushManager } = await workerReady()
  const existing = await pushManager.getSubscription()
  if (existing && !hasKey(existing, publicKey)) await existing.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(publicKey) })
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? subscription.endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

/** At startup: removes a subscription left by another member, and renews one with an outdated key. */
export async function syncPushSubscription(): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  const { data } = await call('GET /api/v0/me/push', undefined)
  if (!data) return
  const id = await idOf(subscription)
  if (!data.results.some((browser) => browser.id === id)) await subscription.unsubscribe()
  else if (!hasKey(subscription, data.publicKey)) await call('POST /api/v0/me/push', { body: await subscribe(data.publicKey) })
}
