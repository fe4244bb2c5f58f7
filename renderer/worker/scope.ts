/**
 * The parts of the service worker API used here. TypeScript's `webworker` library conflicts with `dom`, and tests can implement these.
 */
/** The cache of pictures. Deleted at log-out: it may contain pictures of drafts. */
export const pictureCache = 'strand-pictures'

export interface ExtendableEventLike {
  waitUntil(promise: Promise<unknown>): void
}

export interface FetchEventLike extends ExtendableEventLike {
  request: Request
  respondWith(answer: Promise<Response>): void
  /** The navigation preload, if it is enabled. */
  preloadResponse?: Promise<Response | undefined>
}

export interface PushEventLike extends ExtendableEventLike {
  data: { text(): string } | null
}

export interface NotificationEventLike extends ExtendableEventLike {
  notification: { close(): void; data: unknown }
}

export interface MessageEventLike extends ExtendableEventLike {
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
  install: ExtendableEventLike
  activate: ExtendableEventLike
  fetch: FetchEventLike
  message: MessageEventLike
  push: PushEventLike
  notificationclick: NotificationEventLike
  pushsubscriptionchange: ExtendableEventLike
}

export interface Worker extends Scope {
  addEventListener<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): void
}

/** To a page: navigate to a clicked notification's link. The page acknowledges it on the transferred port. */
export interface FromWorker {
  type: 'go'
  href: string
}

/** From a page: activate the waiting worker; with a build, only if it is the worker's own. */
export interface ToWorker {
  type: 'activate'
  build?: string
}
