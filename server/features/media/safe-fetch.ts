/**
 * The one client with which the server fetches what people point at. It cannot be led to an inner
 * network: every address that a name resolves to must be public unicast, the connection goes to the
 * very address that was checked (no second look-up to rebind), and each redirect is checked anew.
 * It knows no cookies, no proxy of the environment, and no end of a slow answer but its own deadline.
 */
import { Agent, request as undiciRequest } from 'undici'
import { readBody } from './body.ts'
import { checkedConnector, isPublicAddress, systemResolve, type Resolve } from './connector.ts'
import { createGate } from './gate.ts'
import { refuse, Refusal } from './refusal.ts'

export interface SafeFetchPolicy {
  resolve: Resolve
  /** Whether a connection to this IP address is allowed. */
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

/** What the caller reads: MIME types and the bytes, decompressed, that it takes of them. */
export interface Wanted {
  types: readonly string[]
  bytes: number
}

export const wanted = {
  html: { types: ['text/html', 'application/xhtml+xml'], bytes: 2_000_000 },
  json: { types: ['application/json', 'text/json', 'text/javascript'], bytes: 500_000 },
  image: { types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'], bytes: 5_000_000 },
} as const satisfies Record<string, Wanted>

export interface SafeAnswer {
  /** Where the last redirect led. */
  href: string
  status: number
  /** MIME type in lower case, without parameters. */
  type: string
  charset: string | null
  /** Empty for a type that was only asked about. */
  body: Buffer
}

export interface SafeFetch {
  /**
   * @param about types whose presence the caller wants to know, without their bytes, for example `video/`.
   * @throws {Refusal} always this, whatever went wrong.
   */
  get(href: string, read: Wanted, about?: readonly string[]): Promise<SafeAnswer>
  close(): Promise<void>
}

/** What is sent to an address that the operator has configured. */
export interface Outgoing {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string
}

export interface SafeCall {
  /** Follows no redirect: whatever is sent reaches the address that was named, or nobody. */
  call(href: string, sent: Outgoing, read: Wanted): Promise<SafeAnswer>
}

const nothing: Outgoing = { method: 'GET', headers: {} }

const userAgent = 'Mozilla/5.0 (compatible; StrandBot/1.0; link preview)'

function checkedUrl(href: string, base: string | undefined, ports: ReadonlySet<number>): URL {
  let url: URL
  try {
    url = new URL(href, base)
  } catch {
    throw refuse('address', 'not an address')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('address', `scheme ${url.protocol}`)
  if (url.username !== '' || url.password !== '') throw refuse('address', 'credentials in an address')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (!ports.has(port)) throw refuse('address', `port ${port}`)
  url.hash = ''
  return url
}

const header = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? ''

export function createSafeFetch(changes: Partial<SafeFetchPolicy> = {}): SafeFetch & SafeCall {
  const policy = { ...defaultPolicy, ...changes }
  const agent = new Agent({
    connect: checkedConnector(policy),
    // A connection serves one request: none lies idle for a later host to answer over.
    pipelining: 0,
    maxHeaderSize: 32_768,
    headersTimeout: policy.totalMs,
    bodyTimeout: policy.totalMs,
  })
  const gate = createGate(policy.concurrency, policy.perHost)

  /** One hop. Answers the next address where it is a redirect. */
  async function hop(
    url: URL,
    read: Wanted,
    about: readonly string[],
    signal: AbortSignal,
    sent: Outgoing = nothing,
  ): Promise<SafeAnswer | string> {
    const leave = await gate.enter(url.hostname, signal)
    try {
      const response = await undiciRequest(url, {
        dispatcher: agent,
        method: sent.method,
        body: sent.body ?? null,
        signal,
        headers: {
          'user-agent': userAgent,
          accept: [...read.types, '*/*;q=0.1'].join(', '),
          'accept-encoding': 'gzip, deflate, br',
          'accept-language': 'en, *;q=0.5',
          ...sent.headers,
        },
      })
      const { body, headers, statusCode: status } = response
      // Not listened to, the error of a body that we let go of would end the process.
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
      const told = { href: url.href, status, type, charset }
      if (status < 200 || status > 299) {
        body.destroy()
        throw refuse('status', `status ${status}`, status)
      }
      if (about.some((prefix) => type.startsWith(prefix))) {
        body.destroy()
        return { ...told, body: Buffer.alloc(0) }
      }
      if (!read.types.includes(type)) {
        body.destroy()
        throw refuse('type', `type ${type || 'unknown'}`)
      }
      return { ...told, body: await readBody(body, header(headers['content-encoding']), read.bytes, signal) }
    } finally {
      leave()
    }
  }

  /** Whatever goes wrong in `work` becomes a refusal. */
  async function guarded(work: (signal: AbortSignal) => Promise<SafeAnswer>): Promise<SafeAnswer> {
    const signal = AbortSignal.timeout(policy.totalMs)
    try {
      return await work(signal)
    } catch (error) {
      if (error instanceof Refusal) throw error
      if (signal.aborted) throw refuse('timeout', `no whole answer within ${policy.totalMs} ms`)
      // The connector's refusals come wrapped by undici in some versions, bare in others.
      const cause = error instanceof Error ? error.cause : undefined
      if (cause instanceof Refusal) throw cause
      throw refuse('network', error instanceof Error ? error.message : String(error))
    }
  }

  return {
    get: (href, read, about = []) =>
      guarded(async (signal) => {
        let url = checkedUrl(href, undefined, policy.ports)
        for (let redirects = 0; redirects <= policy.redirects; redirects++) {
          const answer = await hop(url, read, about, signal)
          if (typeof answer !== 'string') return answer
          url = checkedUrl(answer, url.href, policy.ports)
        }
        throw refuse('redirects', `more than ${policy.redirects} redirects`)
      }),

    call: (href, sent, read) =>
      guarded(async (signal) => {
        const answer = await hop(checkedUrl(href, undefined, policy.ports), read, [], signal, sent)
        if (typeof answer === 'string') throw refuse('redirects', 'an answer that leads elsewhere')
        return answer
      }),

    close: () => agent.destroy(),
  }
}
