import type { FromWorker } from '../worker/scope.ts'
import { navigate } from '#navigation/history.ts'

/** Opens the link of a clicked notification (O4). Listens from the start: an untouched page can be brought to the front too. */
export function listenToServiceWorker(
  container: Pick<ServiceWorkerContainer, 'addEventListener'> | undefined,
  go: (href: string) => void = navigate,
): void {
  container?.addEventListener('message', ({ data, ports }: MessageEvent<FromWorker | null>) => {
    if (data?.type !== 'go') return
    // Without an answer the worker opens another page.
    ports[0]?.postMessage(true)
    go(data.href)
  })
}
