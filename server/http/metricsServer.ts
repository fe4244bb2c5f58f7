/** Serves metrics on a port of its own, so that no proxy of the site can reach them (`STRAND_METRICS_PORT`). */
import type { RequestListener } from 'node:http'

export interface MetricsSource {
  contentType: string
  read(): Promise<string>
}

export const metricsListener = ({ contentType, read }: MetricsSource): RequestListener => {
  const answer = async (path: string): Promise<{ status: number; type: string; body: string }> => {
    if (path !== '/metrics') return { status: 404, type: 'text/plain', body: 'Metrics are at /metrics\n' }
    return { status: 200, type: contentType, body: await read() }
  }
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    answer((request.url ?? '').replace(/\?.*$/, '')).then(
      ({ status, type, body }) => response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body),
      () => response.writeHead(500).end(),
    )
  }
}
