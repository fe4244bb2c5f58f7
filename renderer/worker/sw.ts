/** Entry of the service worker, for starting offline and for push messages. */
import { createOfflineCache } from './offlineCache.ts'
import { openNotification, renewSubscription, showNotification } from './push.ts'
import type { ToWorker, Worker } from './scope.ts'

/** Both are defined by build/lib/worker.mjs after the build of the pages: its id, and the files that a start needs. */
declare const STRAND_BUILD: string
declare const STRAND_ASSETS: readonly string[]

const worker = self as unknown as Worker
const build = STRAND_BUILD
const offlineCache = createOfflineCache(
  { build, assets: STRAND_ASSETS },
  {
    caches: worker.caches,
    clients: worker.clients,
    location: worker.location,
    registration: worker.registration,
    fetch: (address, options) => worker.fetch(address, options),
  },
)

worker.addEventListener('install', (event) => event.waitUntil(offlineCache.install()))
worker.addEventListener('activate', (event) => event.waitUntil(offlineCache.activate()))
worker.addEventListener('fetch', offlineCache.answer)

// A new worker waits until a page requests its activation, because pages of the previous build may be open.
worker.addEventListener('message', (event) => {
  const { type, build: requestedBuild } = (event.data ?? {}) as Partial<ToWorker>
  if (type === 'activate' && (requestedBuild === undefined || requestedBuild === build)) event.waitUntil(worker.skipWaiting())
})

worker.addEventListener('push', (event) => event.waitUntil(showNotification(event.data?.text(), worker)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openNotification(event.notification.data, worker))
})
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(worker)))
