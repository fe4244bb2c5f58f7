/** Push messages in the service worker (O4): shows notifications, and opens the link of a clicked one. */
import { common } from '#texts/en/common.ts'
import { push } from '#texts/en/push.ts'
import type { Scope, Tab } from './scope.ts'

type PushContext = Pick<Scope, 'registration' | 'clients' | 'fetch' | 'location'>

interface Message {
  title: string
  body: string
  href: string
  tag: string
}

/** Shown for invalid messages, because browsers require a notification for every push message. */
const unreadable: Message = { title: common.product, body: push.unreadable, href: '/', tag: 'strand' }

const stringOr = (value: unknown, fallback: string): string => (typeof value === 'string' && value !== '' ? value : fallback)

export function parseMessage(text: string | undefined): Message {
  let data: unknown
  try {
    data = JSON.parse(text ?? '')
  } catch {
    return unreadable
  }
  if (typeof data !== 'object' || data === null) return unreadable
  const { title, body, href, tag } = data as Partial<Record<keyof Message, unknown>>
  return {
    title: stringOr(title, unreadable.title),
    body: typeof body === 'string' ? body : unreadable.body,
    href: stringOr(href, '/'),
    tag: stringOr(tag, unreadable.tag),
  }
}

export function showNotification(text: string | undefined, { registration }: PushContext): Promise<void> {
  const { title, body, href, tag } = parseMessage(text)
  return registration.showNotification(title, { body, tag, data: { href }, icon: '/icons/192.png', badge: '/icons/badge.png' })
}

/** The path that a clicked notification opens. Addresses outside this site are replaced by the home page. */
export function pathIn(data: unknown, origin: string): string {
  const href = typeof data === 'object' && data !== null && 'href' in data ? data.href : undefined
  if (typeof href !== 'string') return '/'
  try {
    const url = new URL(href, origin)
    // A path that starts with `//` leads to another host.
    return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}

/** Time in which a page must acknowledge a navigation (ms). */
export const ackTimeoutMs = 500

/**
 * Requests a navigation from a tab. Resolves to whether the tab acknowledged it: it may show a file or still be
 * loading.
 */
function navigateTab(tab: Tab, href: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const done = (isAcknowledged: boolean) => {
      clearTimeout(timer)
      port1.close()
      resolve(isAcknowledged)
    }
    const timer = setTimeout(done, ackTimeoutMs, false)
    port1.onmessage = () => done(true)
    tab.postMessage({ type: 'go', href }, [port2])
  })
}

/** Opens the link of a notification in an open page without a reload, otherwise in a new page. */
export async function openNotification(data: unknown, { clients, location }: PushContext): Promise<void> {
  const href = pathIn(data, location.origin)
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => new URL(url).origin === location.origin)
  if (!tab || !(await navigateTab(tab, href))) {
    await clients.openWindow(href)
    return
  }
  // The browser may refuse to focus the tab, although it has navigated.
  await tab.focus().catch(() => undefined)
}

const apiHeaders = { 'X-Strand-Request': '1', Accept: 'application/json' }

/** Called when the push service has invalidated the subscription: registers a new one for the signed-in member. */
export async function renewSubscription({ registration, fetch }: PushContext): Promise<void> {
  const response = await fetch('/api/v0/me/push', { headers: apiHeaders, credentials: 'same-origin' })
  // No member is signed in, so no subscription is needed.
  if (!response.ok) return
  const { publicKey } = (await response.json()) as { publicKey: string }
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/v0/me/push', {
    method: 'POST',
    headers: { ...apiHeaders, 'Content-Type': 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify({ endpoint, keys }),
  })
}
