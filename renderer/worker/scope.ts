/**
 * What of a service worker's world is used here. TypeScript's own library of it cannot stand beside the page's, and
 * a test can make one of these.
 */
/** Where pictures are kept. The page drops it at log-out: they may be of drafts. */
export const pictureCache = 'strand-pictures'

export interface Lasting {
  waitUntil(work: Promise<unknown>): void
}

export interface Asked extends Lasting {
  request: Request
  respondWith(answer: Promise<Response>): void
  /** What the browser has asked the network for while the worker was being woken; nothing where it asks for none. */
  preloadResponse?: Promise<Response | undefined>
}

export interface Pushed extends Lasting {
  data: { text(): string } | null
}

export interface Clicked extends Lasting {
  notification: { close(): void; data: unknown }
}

export interface Told extends Lasting {
  data: unknown
}

export interface Tab {
  url: string
  focus(): Promise<unknown>
  postMessage(message: FromWorker, transfer: Transferable[]): void
}

export interface Registration {
  showNotification(title: string, options: NotificationOptions): Promise<void>
  pushManager: Pick<PushManager, 'subscribe'>
  navigationPreload?: Pick<NavigationPreloadManager, 'enable'>
}

export interface Clients {
  matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Tab[]>
  openWindow(url: string): Promise<unknown>
  claim(): Promise<void>
}

export interface Scope {
  location: { origin: string }
  registration: Registration
  clients: Clients
  caches: CacheStorage
  fetch(address: RequestInfo, options?: RequestInit): Promise<Response>
  skipWaiting(): Promise<void>
}

interface Events {
  install: Lasting
  activate: Lasting
  fetch: Asked
  message: Told
  push: Pushed
  notificationclick: Clicked
  pushsubscriptionchange: Lasting
}

export interface Worker extends Scope {
  addEventListener<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): void
}

/** To a page: a notification that was clicked leads there. It answers at the port that comes along. */
export interface FromWorker {
  type: 'go'
  href: string
}

/** From a page: the new worker may take over; where a build is named, only if it is that one's. */
export interface ToWorker {
  type: 'activate'
  build?: string
}
