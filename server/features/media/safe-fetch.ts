/**
 * The only client for user-supplied URLs (SSRF protection): every address a name resolves to must be public unicast, the connection uses
 * the checked address (no DNS rebinding), and each redirect is checked again. It uses no cookies and no proxy from the environment, and
 * has a total deadline.
 */
import { Agent, request as undiciRequest } from 'undici'
import { readBody } from './body.ts'
import { checkedConnector, isPublicAddress, systemResolve, type Resolve } from './connector.ts'
import { createGate } from './gate.ts'
import { createRefusal, Refusal } from './refusal.ts'

export interface SafeFetchPolicy {
  resolve: Resolve
  /** Whether connecting to this IP address is allowed. */
  allows: (address: string) => boolean
  ports: ReadonlySet<number>
  connectMs: number
  totalMs: number
  redirects: number
  concurrency: number
  perHost: number
}

export const defaultPolicy: SafeFetchPolicy = {
  resolve: systemResolve,
  allows: isPublicAddress,
  ports: new Set([80, 443]),
  connectMs: 5_000,
  totalMs: 8_000,
  redirects: 3,
  concurrency: 20,
  perHost: 2,
}

/** Accepted MIME types, and the maximum bytes after decompression. */
export interface ResponsePolicy {
  types: readonly string[]
  bytes: number
}

export const responsePolicies = {
  html: { types: ['text/html', 'application/xhtml+xml'], bytes: 2_000_000 },
  json: { types: ['application/json', 'text/json', 'text/javascript'], bytes: 500_000 },
  image: { types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'], bytes: 5_000_000 },
} as const satisfies Record<string, ResponsePolicy>

export interface SafeAnswer {
  /** The final URL after redirects. */
  href: string
  status: number
  /** Lower-case MIME type without parameters. */
  type: string
  charset: string | null
  /** Empty for the types of `headersOnly`. */
  body: Buffer
}

export interface SafeFetch {
  /**
   * @param headersOnly prefixes of MIME types whose body is not read, for example `video/`.
   * @throws {Refusal} for every failure.
   */
  get(href: string, read: ResponsePolicy, headersOnly?: readonly string[]): Promise<SafeAnswer>
  close(): Promise<void>
}

/** A request to an address that the operator has configured. */
export interface Outgoing {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string
}

export interface SafeCall {
  /** Follows no redirects, so that the data reaches only the given address. */
  call(href: string, outgoing: Outgoing, read: ResponsePolicy): Promise<SafeAnswer>
}

const plainGet: Outgoing = { method: 'GET', headers: {} }

const userAgent = 'Mozilla/5.0 (compatible; StrandBot/1.0; link preview)'

function checkedUrl(href: string, base: string | undefined, ports: ReadonlySet<number>): URL {
  let url: URL
  try {
    url = new URL(href, base)
  } catch {
    throw createRefusal('address', 'not an address')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw createRefusal('address', `scheme ${url.protocol}`)
  if (url.username !== '' || url.password !== '') throw createRefusal('address', 'credentials in an address')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (!ports.has(port)) throw createRefusal('address', `port ${port}`)
  url.hash = ''
  return url
}

const header = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? ''

export function createSafeFetch(overrides: Partial<SafeFetchPolicy> = {}): SafeFetch & SafeCall {
  const policy = { ...defaultPolicy, ...overrides }
  const agent = new Agent({
    connect: checkedConnector(policy),
    // One request per connection: no idle connection can be reused for another host.
    pipelining: 0,
    maxHeaderSize: 32_768,
    headersTimeout: policy.totalMs,
    bodyTimeout: policy.totalMs,
  })
  const gate = createGate(policy.concurrency, policy.perHost)

  /** One request; returns the next URL if the response is a redirect. */
  async function hop(
    url: URL,
    read: ResponsePolicy,
    headersOnly: readonly string[],
    signal: AbortSignal,
    outgoing: Outgoing = plainGet,
  ): Promise<SafeAnswer | string> {
    const leave = await gate.enter(url.hostname, signal)
    try {
      const response = await undiciRequest(url, {
        dispatcher: agent,
        method: outgoing.method,
        body: outgoing.body ?? null,
        signal,
        headers: {
          'user-agent': userAgent,
          accept: [...read.types, '*/*;q=0.1'].join(', '),
          'accept-encoding': 'gzip, deflate, br',
          'accept-language': 'en, *;q=0.5',
          ...outgoing.headers,
        },
      })
      const { body, headers, statusCode: status } = response
      // An 'error' event of an abandoned body would end the process without a listener.
      body.on('error', () => {})
      const location = header(headers.location)
      if (status >= 300 && status < 400 && location !== '') {
        body.destroy()
        return location
      }
      const [type = '', ...parameters] = header(headers['content-type'])
        .toLowerCase()
        .split(';')
        .map((part) => part.trim())
      const charset =
        parameters
          .find((part) => part.startsWith('charset='))
          ?.slice(8)
          .replace(/"/g, '') ?? null
      const head = { href: url.href, status, type, charset }
      if (status < 200 || status > 299) {
        body.destroy()
        throw createRefusal('status', `status ${status}`, status)
      }
      if (headersOnly.some((prefix) => type.startsWith(prefix))) {
        body.destroy()
        return { ...head, body: Buffer.alloc(0) }
      }
      if (!read.types.includes(type)) {
        body.destroy()
        throw createRefusal('type', `type ${type || 'unknown'}`)
      }
      return { ...head, body: await readBody(body, header(headers['content-encoding']), read.bytes, signal) }
    } finally {
      leave()
    }
  }

  /** Converts every error of `work` to a refusal. */
  async function guarded(work: (signal: AbortSignal) => Promise<SafeAnswer>): Promise<SafeAnswer> {
    const signal = AbortSignal.timeout(policy.totalMs)
    try {
      return await work(signal)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (signal.aborted) throw createRefusal('timeout', `no whole answer within ${policy.totalMs} ms`)
      // Depending on the version, undici wraps the connector's errors.
      const cause = error instanceof Error ? error.cause : undefined
      if (cause instanceof Refusal) throw cause
      throw createRefusal('network', error instanceof Error ? error.message : String(error))
    }
  }

  return {
    get: (href, read, headersOnly = []) =>
      guarded(async (signal) => {
        let url = checkedUrl(href, undefined, policy.ports)
        for (let redirects = 0; redirects <= policy.redirects; redirects++) {
          const answer = await hop(url, read, headersOnly, signal)
          if (typeof answer !== 'string') return answer
          url = checkedUrl(answer, url.href, policy.ports)
        }
        throw createRefusal('redirects', `more than ${policy.redirects} redirects`)
      }),

    call: (href, outgoing, read) =>
      guarded(async (signal) => {
        const answer = await hop(checkedUrl(href, undefined, policy.ports), read, [], signal, outgoing)
        if (typeof answer === 'string') throw createRefusal('redirects', 'an answer that leads elsewhere')
        return answer
      }),

    close: () => agent.destroy(),
  }
}
