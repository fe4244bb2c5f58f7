/**
 * Types of the part of the service worker's global scope that is used. TypeScript's library `webworker` conflicts with
 * `dom`, and tests can implement these small interfaces.
 */
/** Name of the cache of pictures. It is deleted at log-out, because it may contain pictures of playlist drafts. */
export const pictureCache = 'strand-pictures'

/** Names of the page's caches with answers (`data/answerMemory.ts`) begin with it. The service worker leaves them alone. */
export const answerCachePrefix = 'answers-'

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

/**
 * Message to a page: navigate to the link of a clicked notification. The page acknowledges it on the transferred port.
 */
export interface FromWorker {
  type: 'go'
  href: string
}

/** Message from a page: activate the waiting worker. With `build`, only if that is the build of the worker. */
export interface ToWorker {
  type: 'activate'
  build?: string
}
