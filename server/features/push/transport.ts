/** HTTP client for push services. Endpoints come from browsers and are untrusted (SSRF). */
import { isIP } from 'node:net'
import { Agent, request } from 'undici'
import { checkedAddress, checkedConnector, isPublicAddress, Refusal, systemResolve, type Resolve } from '../media/service.ts'

export interface PushTransport {
  /**
   * Resolves the endpoint's host. A name that cannot be resolved now is accepted: each delivery checks it again.
   * @throws {Refusal} with reason `address` for a forbidden endpoint.
   */
  check(endpoint: string): Promise<void>
  /**
   * Posts to the endpoint and returns any status. Redirects are not followed.
   * @throws {Refusal} for a forbidden endpoint; other errors are outages.
   */
  send(endpoint: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<{ status: number }>
  close(): Promise<void>
}

/** Whether an endpoint may be stored: https, default port, a host name or a public address, no credentials. */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, port, username, password, hostname } = new URL(endpoint)
  const bare = hostname.replace(/^\[|\]$/g, '')
  const reachable = isIP(bare)
    ? isPublicAddress(bare)
    : hostname.includes('.') && !/\.(localhost|local|internal|home|lan)\.?$/.test(hostname)
  return protocol === 'https:' && port === '' && username === '' && password === '' && reachable
}

export interface PushPolicy {
  resolve: Resolve
  allows: (address: string) => boolean
  totalMs: number
}

export function createPushTransport({
  resolve = systemResolve,
  allows = isPublicAddress,
  totalMs = 10_000,
}: Partial<PushPolicy> = {}): PushTransport {
  const policy = { resolve, allows, connectMs: 5000 }
  const agent = new Agent({
    connect: checkedConnector(policy),
    pipelining: 1,
    keepAliveTimeout: 10_000,
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
    maxHeaderSize: 16_384,
  })
  const demandEndpoint = (endpoint: string): void => {
    if (!isPushEndpoint(endpoint)) throw new Refusal('address', 'not the address of a push service')
  }
  return {
    async check(endpoint) {
      demandEndpoint(endpoint)
      await checkedAddress(new URL(endpoint).hostname, policy).catch((error: unknown) => {
        if (error instanceof Refusal && error.reason === 'address') throw error
      })
    },

    async send(endpoint, headers, body) {
      demandEndpoint(endpoint)
      const response = await request(endpoint, { dispatcher: agent, method: 'POST', headers, body, signal: AbortSignal.timeout(totalMs) })
      response.body.on('error', () => {})
      response.body.destroy()
      return { status: response.statusCode }
    },
    close: () => agent.destroy(),
  }
}
