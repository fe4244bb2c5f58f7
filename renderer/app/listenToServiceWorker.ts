import type { FromWorker } from '../worker/scope.ts'
import { navigate } from '#navigation/history.ts'

/**
 * Opens the link of a clicked push notification when the service worker requests it (O4). Called at the start, not at
 * the first interaction: the service worker may choose any open page.
 */
export function listenToServiceWorker(
  container: Pick<ServiceWorkerContainer, 'addEventListener'> | undefined,
  go: (href: string) => void = navigate,
): void {
  container?.addEventListener('message', ({ data, ports }: MessageEvent<FromWorker | null>) => {
    if (data?.type !== 'go') return
    // Acknowledges the message: without it, the service worker opens the link in another page.
    ports[0]?.postMessage(true)
    go(data.href)
  })
}
