/** The service worker as the page meets it: registered, and brought up to date (BY15). */
import type { ToWorker } from '../worker/scope.ts'
import { t } from '#texts/index.ts'
import { showUpdate } from '#ui/update.ts'

/** How long a worker of this page's own build takes to begin (ms). */
const hesitation = 2000

const tell = (worker: ServiceWorker, message: ToWorker): void => worker.postMessage(message)

const ownBuild = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="strand-build"]')?.content

export async function startWorker(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.register('/sw.js')
  const { waiting } = registration
  // This page was made by the very build that waits: nothing on it needs the one before.
  if (waiting) tell(waiting, { type: 'activate', build: ownBuild() ?? '' })
  const follow = () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => {
      // The very first one takes over by itself.
      if (next.state !== 'installed' || !container.controller) return
      tell(next, { type: 'activate', build: ownBuild() ?? '' })
      setTimeout(() => {
        if (next.state === 'installed')
          showUpdate({ text: t.menu.newVersion, action: { label: t.menu.reloadNow, onSelect: () => changeTo(next, container) } })
      }, hesitation)
    })
  }
  // It may have been registered, and found an update, before this code came.
  follow()
  registration.addEventListener('updatefound', follow)
}

function changeTo(next: ServiceWorker, container: ServiceWorkerContainer): void {
  const reload = () => location.reload()
  // One that has begun already changes nothing any more.
  if (next.state === 'activated') return reload()
  container.addEventListener('controllerchange', reload, { once: true })
  tell(next, { type: 'activate' })
}
