/** The service worker: offline start and push messages. */
import { createKeep } from './offlineCache.ts'
import { follow, renew, show } from './push.ts'
import type { ToWorker, Worker } from './scope.ts'

/** Defined by the bundler: the list of files is known only after the build. */
declare const STRAND_BUILD: string
declare const STRAND_ASSETS: readonly string[]

const worker = self as unknown as Worker
const build = STRAND_BUILD
const keep = createKeep(
  { build, assets: STRAND_ASSETS },
  {
    caches: worker.caches,
    clients: worker.clients,
    location: worker.location,
    registration: worker.registration,
    fetch: (address, options) => worker.fetch(address, options),
  },
)

worker.addEventListener('install', (event) => event.waitUntil(keep.install()))
worker.addEventListener('activate', (event) => event.waitUntil(keep.activate()))
worker.addEventListener('fetch', keep.answer)

// Pages of the previous build may be open, so a new worker waits for a page's permission.
worker.addEventListener('message', (event) => {
  const { type, build: wanted } = (event.data ?? {}) as Partial<ToWorker>
  if (type === 'activate' && (wanted === undefined || wanted === build)) event.waitUntil(worker.skipWaiting())
})

worker.addEventListener('push', (event) => event.waitUntil(show(event.data?.text(), worker)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(follow(event.notification.data, worker))
})
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(worker)))
