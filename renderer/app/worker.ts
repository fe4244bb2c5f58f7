/** Registers and updates the service worker (BY15). */
import type { ToWorker } from '../worker/scope.ts'
import { t } from '#texts/index.ts'
import { showUpdate } from '#ui/update.ts'

/** A new worker that is not active after this time (ms) is taken to belong to another build than this page. */
const activationTimeoutMs = 2000

const send = (worker: ServiceWorker, message: ToWorker): void => worker.postMessage(message)

const ownBuild = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="strand-build"]')?.content

export async function startWorker(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.register('/sw.js')
  const { waiting } = registration
  // The worker activates only if it belongs to the build of this page, which needs no files of the previous build.
  if (waiting) send(waiting, { type: 'activate', build: ownBuild() ?? '' })
  const watchInstalling = () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => {
      // Without a controller it is the first worker, which activates by itself.
      if (next.state !== 'installed' || !container.controller) return
      send(next, { type: 'activate', build: ownBuild() ?? '' })
      setTimeout(() => {
        if (next.state === 'installed')
          showUpdate({ text: t.menu.newVersion, action: { label: t.menu.reloadNow, onSelect: () => activateAndReload(next, container) } })
      }, activationTimeoutMs)
    })
  }
  // The worker may have been registered, and found an update, before this code was loaded.
  watchInstalling()
  registration.addEventListener('updatefound', watchInstalling)
}

function activateAndReload(next: ServiceWorker, container: ServiceWorkerContainer): void {
  const reload = () => location.reload()
  // An activated worker fires no further `controllerchange`.
  if (next.state === 'activated') return reload()
  container.addEventListener('controllerchange', reload, { once: true })
  send(next, { type: 'activate' })
}
