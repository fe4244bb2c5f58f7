/** A load balancer: sends each request to the next server that is ready, once. */
import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  origin: string
  /** How many requests each origin has received. */
  counts: ReadonlyMap<string, number>
  /** The origins that get requests. */
  ready: ReadonlySet<string>
  close(): Promise<void>
}

/** @param intervalMs between checks of `/readyz` */
export async function startBalancer(origins: readonly string[], intervalMs = 50): Promise<Balancer> {
  const ready = new Set<string>()
  const counts = new Map<string, number>()
  const agent = new Agent({ keepAlive: true })
  // One at a time: a late answer must not replace a newer one.
  const checking = new Set<string>()
  const check = async (origin: string): Promise<void> => {
    if (checking.has(origin)) return
    checking.add(origin)
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    checking.delete(origin)
    if (isReady) ready.add(origin)
    else ready.delete(origin)
  }
  const timer = setInterval(() => void Promise.all(origins.map(check)), intervalMs)
  await Promise.all(origins.map(check))
  let turn = 0
  const server = createServer((request, response) => {
    const origin = [...ready][(turn += 1) % ready.size]
    const fail = () => {
      if (!response.headersSent) response.writeHead(502)
      response.end()
    }
    if (origin === undefined) return fail()
    counts.set(origin, (counts.get(origin) ?? 0) + 1)
    const { method, url, headers } = request
    const onward = send(new URL(url!, origin), { method: method!, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', fail)
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    ready,
    close() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
