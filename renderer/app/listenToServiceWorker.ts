import type { FromWorker } from '../worker/scope.ts'
import { navigate } from '../navigation/history.ts'

/** Goes where a clicked notification leads (O4). From the start: a page that nobody has touched since is brought to the front too. */
export function heedWorker(container: Pick<ServiceWorkerContainer, 'addEventListener'> | undefined, go: (href: string) => void = navigate): void {
  container?.addEventListener('message', ({ data, ports }: MessageEvent<FromWorker | null>) => {
    if (data?.type !== 'go') return
    // Without an answer the worker opens another page.
    ports[0]?.postMessage(true)
    go(data.href)
  })
}
