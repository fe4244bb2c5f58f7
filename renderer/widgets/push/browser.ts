/** The browser's side of push messages (O4). */
import { call } from '#data/client.ts'
import { ownSubscription } from '#data/push.ts'

/** How long the worker may take to be there when somebody asks for messages (ms). */
const patience = 10_000

export const isDenied = (): boolean => Notification.permission === 'denied'

/** As the server names a browser: SHA-256 of its endpoint, hex. */
export async function idOf({ endpoint }: Pick<PushSubscription, 'endpoint'>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function keyBytes(publicKey: string): Uint8Array<ArrayBuffer> {
  const binary = atob(publicKey.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Whether messages to it are signed with this key; another one's no service would deliver. */
export function hasKey({ options }: Pick<PushSubscription, 'options'>, publicKey: string): boolean {
  const held = options.applicationServerKey
  if (held === null) return false
  const [own, wanted] = [new Uint8Array(held), keyBytes(publicKey)]
  return own.length === wanted.length && own.every((byte, n) => byte === wanted[n])
}

async function workerReady(): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('There is no service worker')), patience)
  })
  return Promise.race([navigator.serviceWorker.ready, late]).finally(() => clearTimeout(timer))
}

/** What the server wants to know of it; of a browser that is subscribed with another key, anew. */
export async function subscribe(publicKey: string): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> {
  const { pushManager } = await workerReady()
  const held = await pushManager.getSubscription()
  if (held && !hasKey(held, publicKey)) await held.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(publicKey) })
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? subscription.endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } }
}

/** At a start: a subscription that another member left behind goes, and one with a key of before is made anew. */
export async function settlePush(): Promise<void> {
  const subscription = await ownSubscription()
  if (!subscription) return
  const { data } = await call('GET /api/v0/me/push', undefined)
  if (!data) return
  const id = await idOf(subscription)
  if (!data.results.some((browser) => browser.id === id)) await subscription.unsubscribe()
  else if (!hasKey(subscription, data.publicKey)) await call('POST /api/v0/me/push', { body: await subscribe(data.publicKey) })
}
