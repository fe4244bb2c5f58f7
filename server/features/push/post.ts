/** The way to a push service: an address that a browser named, which is as good as an address that anybody named. */
import { isIP } from 'node:net'
import { Agent, request } from 'undici'
import { checkedConnector, isPublicAddress, Refusal, systemResolve, type Resolve } from '../media/service.ts'

export interface PushPost {
  /**
   * Posts to the endpoint and answers the status, whatever it is. Redirects are not followed.
   * @throws {Refusal} for an endpoint that is not to be connected to; other errors are outages.
   */
  send(endpoint: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<{ status: number }>
  close(): Promise<void>
}

/** Whether an endpoint is worth keeping: https, its usual port, a name or a public address, no credentials. */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, port, username, password, hostname } = new URL(endpoint)
  const bare = hostname.replace(/^\[|\]$/g, '')
  const reachable = isIP(bare) ? isPublicAddress(bare) : hostname.includes('.') && !/\.(localhost|local|internal|home|lan)\.?$/.test(hostname)
  return protocol === 'https:' && port === '' && username === '' && password === '' && reachable
}

export interface PushPolicy {
  resolve: Resolve
  allows: (address: string) => boolean
  totalMs: number
}

export function createPushPost({ resolve = systemResolve, allows = isPublicAddress, totalMs = 10_000 }: Partial<PushPolicy> = {}): PushPost {
  const agent = new Agent({
    connect: checkedConnector({ resolve, allows, connectMs: 5000 }),
    pipelining: 1,
    keepAliveTimeout: 10_000,
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
    maxHeaderSize: 16_384,
  })
  return {
    async send(endpoint, headers, body) {
      if (!isPushEndpoint(endpoint)) throw new Refusal('address', 'not the address of a push service')
      const response = await request(endpoint, { dispatcher: agent, method: 'POST', headers, body, signal: AbortSignal.timeout(totalMs) })
      response.body.on('error', () => {})
      response.body.destroy()
      return { status: response.statusCode }
    },
    close: () => agent.destroy(),
  }
}
