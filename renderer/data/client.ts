/**
 * The HTTP client. An endpoint is identified by its key in the contract's table, which also types its input and its answer. Only types
 * are imported from the contract, so no zod reaches the browser.
 */
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import type { ErrorCode, Failure } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { tryTwice, whenStaying } from '#ui/exit.ts'
import { track } from './track.ts'

/** The error of a failed call: the server's own, or `network` without a response. */
export interface CallFailure extends Omit<Failure, 'code'> {
  code: ErrorCode | 'network'
  /** 0 without a response. */
  status: number
  /** Seconds, from the server's `Retry-After`. */
  retryAfter?: number
}

export type CallResult<K extends EndpointKey> = { data: Answer<K>; error?: undefined } | { data?: undefined; error: CallFailure }

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** The address of a call: path parameters filled in, query sorted by name, absent values omitted. */
export function addressOf(key: EndpointKey, input: LooseInput = {}): { method: string; url: string } {
  const [method = 'GET', pattern = '/'] = key.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = input.params?.[name]
    if (value === undefined) throw new Error(`${key} lacks ${name}`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
    if (value !== undefined && value !== null && value !== '') query.append(name, String(value))
  const search = query.toString()
  return { method, url: search === '' ? path : `${path}?${search}` }
}

/** How requests authenticate. */
export type Authentication =
  /** By the session cookie, with a header that proves that a page of this origin sent it (`server/http/origin.ts`). */
  | { kind: 'cookie' }
  /** By a token for this path, null for a visitor. Not a promise: a request of a page that unloads must be sent at once. */
  | { kind: 'bearer'; token: (path: string) => string | null }

export interface ClientConfiguration {
  /** Address of the server, with or without a trailing slash; '' for the origin of the page. */
  baseUrl: string
  authentication: Authentication
}

let configuration: ClientConfiguration = { baseUrl: '', authentication: { kind: 'cookie' } }

/** Applies to all requests from now on. An entry whose page does not use the session cookie calls it before its first request. */
export function configureClient({ baseUrl, authentication }: ClientConfiguration): void {
  configuration = { baseUrl: baseUrl && withoutSlash(baseUrl), authentication }
}

function withoutSlash(address: string): string {
  const { protocol, origin, pathname } = new URL(address)
  if (!/^https?:$/.test(protocol)) throw new TypeError(`Not an HTTP address: ${address}`)
  return origin + pathname.replace(/\/+$/, '')
}

/** The full address of a path of the server. */
export const serverUrl = (path: string): string => configuration.baseUrl + path

/** Sends a request to a path of the server, with the configured authentication. */
export function sendRequest(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
  const { authentication } = configuration
  if (authentication.kind === 'cookie')
    return fetch(serverUrl(path), { ...init, headers: { ...headers, 'X-Strand-Request': '1' }, credentials: 'same-origin' })
  const token = authentication.token(path)
  return fetch(serverUrl(path), {
    ...init,
    headers: { ...headers, ...(token !== null && { Authorization: `Bearer ${token}` }) },
    credentials: 'omit',
  })
}

/** Reads a body that is not needed. Chromium retains the request of a `no-store` answer as long as its body has not been read. */
export const discardBody = (response: Response): void => void response.text().catch(() => undefined)

type RefusalListener = (key: EndpointKey, failure: CallFailure) => void
let refusalListener: RefusalListener = () => undefined

/** Called with every error answer, for the detection of ended sessions (`session.ts`). */
export const onRefusal = (listener: RefusalListener): void => {
  refusalListener = listener
}

type ResponseListener = (answer: Response) => void
let lastUnheard: Response | null = null
let responseListener: ResponseListener = (response) => {
  lastUnheard = response
}

/**
 * Called with every response: its headers name the server's build (`app/fullLoad.ts`). The listener is loaded later than the first calls,
 * so it receives the latest response before it too.
 */
export function onResponse(listener: ResponseListener): void {
  responseListener = listener
  if (lastUnheard) listener(lastUnheard)
  lastUnheard = null
}

let networkErrorListener = (): void => undefined

/** Called when a call got no response. */
export function onNetworkError(listener: () => void): void {
  networkErrorListener = listener
}

/** A log-out in progress. Other calls wait until it is answered. */
interface LogOut {
  /** Resolves to whether the session has ended. */
  outcome: Promise<boolean>
  settle: (ended: boolean) => void
}
let logOut: LogOut | null = null
/** The number of sessions that have ended: an error answer to a call of an earlier session is not reported. */
let session = 0

/** Milliseconds after which held calls go out anyway: the tab that logs out may have been closed. */
const logOutTimeoutMs = 30_000

/** These calls are never held: they end the session themselves. */
const endsSession: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'POST /logout',
  'POST /api/v0/me/delete',
  'POST /api/v0/auth/resetpassword',
])

/** Holds all calls while this tab, or another one of this browser, is logging out. */
export function pauseCalls(): void {
  if (logOut !== null) return
  let settle = (_ended: boolean): void => undefined
  const outcome = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  const timer = setTimeout(resumeCalls, logOutTimeoutMs, false)
  logOut = {
    outcome,
    settle: (ended) => {
      clearTimeout(timer)
      settle(ended)
    },
  }
}

/** Ends the waiting of held calls. They are sent if the session continues; otherwise they fail without being sent. */
export function resumeCalls(ended: boolean): void {
  if (ended) session += 1
  logOut?.settle(ended)
  logOut = null
}

/**
 * Polled every few seconds and revalidated by ETag. An own `Cache-Control` request header would bypass the browser's HTTP cache, and no
 * response could be a 304.
 */
export const revalidated: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'GET /api/v2/me/feed/status',
  'GET /api/v1/me/notifications/status',
])

/**
 * In characters: browsers reject `keepalive` requests if the bodies in flight exceed 64 KiB together (Fetch standard).
 */
const maxKeepaliveLength = 4096

/** Calls an endpoint. Never throws. After an abort the result is ignored. */
export async function call<K extends EndpointKey>(key: K, input: CallInput<K> | undefined, signal?: AbortSignal): Promise<CallResult<K>> {
  const { method, url } = addressOf(key, input as LooseInput)
  if (logOut !== null && !endsSession.has(key) && (await logOut.outcome))
    return { error: { code: 'unauthenticated', message: t.menu.loggedOut, status: 401, requestId: '' } }
  const sessionAtStart = session
  const body = (input as LooseInput | undefined)?.body
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const isRevalidated = revalidated.has(key)
  const isBearer = configuration.authentication.kind === 'bearer'
  async function request() {
    const response = await sendRequest(url, {
      method,
      headers: {
        Accept: 'application/json',
        ...(!isRevalidated && !isBearer && { 'Cache-Control': 'no-cache' }),
        ...(payload !== undefined && { 'Content-Type': 'application/json' }),
      },
      // Finish the request even if the page unloads.
      keepalive: method !== 'GET' && (payload?.length ?? 0) <= maxKeepaliveLength,
      ...(isRevalidated && { cache: 'no-cache' as const }),
      // CORS allows no Cache-Control header (server/http/cast.ts).
      ...(!isRevalidated && isBearer && { cache: 'no-store' as const }),
      ...(payload !== undefined && { body: payload }),
      ...(signal && { signal }),
    })
    return { response, json: await readJson(response) }
  }
  try {
    const { response, json } = await (method === 'GET' ? tryTwice(request, signal) : request())
    responseListener(response)
    if (response.ok && json !== undefined) return { data: json as Answer<K> }
    const error = failureOf(response, json)
    if (error.code === 'internal') report(key, error.status, error.message)
    if (logOut === null && sessionAtStart === session) refusalListener(key, error)
    return { error }
  } catch {
    if (signal?.aborted !== true) {
      await whenStaying()
      report(key, 0, t.common.offline)
      networkErrorListener()
    }
    return { error: { code: 'network', message: t.common.offline, status: 0, requestId: '' } }
  }
}

/** Reports unexpected failures to analytics (A8). Without the address, which may contain a search query. */
const report = (key: EndpointKey, status: number, message: string): void => track('xhrerror', { call: key, status, message })

/** The body; undefined if it is not JSON, such as a proxy's error page. Rejects if it does not arrive completely. */
async function readJson(response: Response): Promise<unknown> {
  if (!(response.headers.get('content-type') ?? '').includes('json')) return discardBody(response)
  const text = await response.text()
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function failureOf(response: Response, json: unknown): CallFailure {
  const { status } = response
  const seconds = Number(response.headers.get('retry-after') ?? NaN)
  if (isFailure(json)) return { ...json, status, ...(seconds >= 0 && { retryAfter: seconds }) }
  return { code: 'internal', message: t.common.serverError, status, requestId: response.headers.get('x-request-id') ?? '' }
}

const isFailure = (json: unknown): json is Failure =>
  typeof json === 'object' && json !== null && 'message' in json && typeof json.message === 'string' && 'code' in json
