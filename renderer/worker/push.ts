/** Push messages (O4). */
import { common } from '#texts/en/common.ts'
import { push } from '#texts/en/push.ts'
import type { Scope, Tab } from './scope.ts'

type World = Pick<Scope, 'registration' | 'clients' | 'fetch' | 'location'>

interface Message {
  title: string
  body: string
  href: string
  tag: string
}

/** Shown for unreadable messages: browsers require a notification for every push message. */
const unreadable: Message = { title: common.product, body: push.unreadable, href: '/', tag: 'strand' }

const words = (value: unknown, instead: string): string => (typeof value === 'string' && value !== '' ? value : instead)

export function messageIn(text: string | undefined): Message {
  let data: unknown
  try {
    data = JSON.parse(text ?? '')
  } catch {
    return unreadable
  }
  if (typeof data !== 'object' || data === null) return unreadable
  const { title, body, href, tag } = data as Partial<Record<keyof Message, unknown>>
  return {
    title: words(title, unreadable.title),
    body: typeof body === 'string' ? body : unreadable.body,
    href: words(href, '/'),
    tag: words(tag, unreadable.tag),
  }
}

export function show(text: string | undefined, { registration }: World): Promise<void> {
  const { title, body, href, tag } = messageIn(text)
  return registration.showNotification(title, { body, tag, data: { href }, icon: '/icons/192.png', badge: '/icons/badge.png' })
}

/** The path of a clicked notification; only ever within this site. */
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

/** How long a page may take to acknowledge the navigation (ms). */
export const patience = 500

/** A tab may show an image, or still be loading: only an acknowledgement counts. */
function goIn(tab: Tab, href: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const done = (heard: boolean) => {
      clearTimeout(timer)
      port1.close()
      resolve(heard)
    }
    const timer = setTimeout(done, patience, false)
    port1.onmessage = () => done(true)
    tab.postMessage({ type: 'go', href }, [port2])
  })
}

/** Navigates an open page without a reload; otherwise opens a new one. */
export async function follow(data: unknown, { clients, location }: World): Promise<void> {
  const href = pathIn(data, location.origin)
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ url }) => new URL(url).origin === location.origin)
  if (!tab || !(await goIn(tab, href))) {
    await clients.openWindow(href)
    return
  }
  // The browser may refuse to focus it; the navigation has happened nevertheless.
  await tab.focus().catch(() => undefined)
}

const asked = { 'X-Strand-Request': '1', Accept: 'application/json' }

/** The push service changed the subscription: registers the new one for the signed-in member. */
export async function renew({ registration, fetch }: World): Promise<void> {
  const known = await fetch('/api/v0/me/push', { headers: asked, credentials: 'same-origin' })
  // Signed out: no subscription.
  if (!known.ok) return
  const { publicKey } = (await known.json()) as { publicKey: string }
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/v0/me/push', {
    method: 'POST',
    headers: { ...asked, 'Content-Type': 'application/json' },
    credentials: 'same-origin',
    body: JSON.stringify({ endpoint, keys }),
  })
}
