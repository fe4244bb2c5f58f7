/**
 * The one place that speaks HTTP. An endpoint is named by its key in the contract's table, its input
 * and its answer are typed by it; only types come from there, so no zod reaches the browser.
 */
import type { Answer, CallInput, EndpointKey } from '#contract/endpoints.ts'
import type { ErrorCode, Failure } from '#contract/schemas.ts'
import { t } from '#texts/index.ts'
import { tryTwice, whenStaying } from '#ui/exit.ts'
import { track } from './track.ts'

/** What a call that did not succeed comes to: the server's own words, or `network` where none came. */
export interface CallFailure extends Omit<Failure, 'code'> {
  code: ErrorCode | 'network'
  /** 0 where nothing answered. */
  status: number
  /** In seconds, where the server says when another try makes sense. */
  retryAfter?: number
}

export type CallResult<K extends EndpointKey> = { data: Answer<K>; error?: undefined } | { data?: undefined; error: CallFailure }

interface LooseInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** The address of a call: path parameters filled in, query in a steady order, absent values left out. */
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

/** How the server learns who sends a request. */
export type Authentication =
  /** By the session cookie of the page, with the header that the server requires beside it (`server/http/origin.ts`). */
  | { kind: 'cookie' }
  /** By a token, null for a visitor. Not a promise: a request of a page that unloads must be sent at once. */
  | { kind: 'bearer'; token: () => string | null }

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

/** Fetches a path of the server for the member. */
export function sendRequest(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
  const { authentication } = configuration
  if (authentication.kind === 'cookie')
    return fetch(serverUrl(path), { ...init, headers: { ...headers, 'X-Strand-Request': '1' }, credentials: 'same-origin' })
  const token = authentication.token()
  return fetch(serverUrl(path), {
    ...init,
    headers: { ...headers, ...(token !== null && { Authorization: `Bearer ${token}` }) },
    credentials: 'omit',
  })
}

type Refused = (key: EndpointKey, failure: CallFailure) => void
let refused: Refused = () => undefined

/** For the one who watches over the session: every refusal, whoever asked. */
export const onRefusal = (listener: Refused): void => {
  refused = listener
}

type Watcher = (answer: Response) => void
let watcher: Watcher = () => undefined

/** Every answer's headers say more than the answer: of which build the server is, for one. */
export function watchAnswers(watch: Watcher): void {
  watcher = watch
}

let missed = (): void => undefined

/** A call got no answer at all. */
export function onNoAnswer(listener: () => void): void {
  missed = listener
}

/** A log-out that waits for its answer. Other calls are held until then. */
interface LogOut {
  /** Resolves to whether the session has ended. */
  outcome: Promise<boolean>
  settle: (ended: boolean) => void
}
let logOut: LogOut | null = null
/** Increases with each session that ends: a 401 to a call that began before is no news. */
let session = 0

/** Milliseconds after which held calls go out anyway: the tab that logs out may have been closed. */
const logOutTimeoutMs = 30_000

/** They end the session themselves. */
const endsSession: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'POST /logout',
  'POST /api/v0/me/delete',
  'POST /api/v0/auth/resetpassword',
])

/** Holds all calls: this tab, or another of this browser, is logging out. */
export function holdCalls(): void {
  if (logOut !== null) return
  let settle = (_ended: boolean): void => undefined
  const outcome = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  const timer = setTimeout(releaseCalls, logOutTimeoutMs, false)
  logOut = {
    outcome,
    settle: (ended) => {
      clearTimeout(timer)
      settle(ended)
    },
  }
}

/** The log-out is decided. Held calls are sent if the session lives on; otherwise they fail unsent, for they were the member's. */
export function releaseCalls(ended: boolean): void {
  if (ended) session += 1
  logOut?.settle(ended)
  logOut = null
}

/**
 * Asked every few seconds: the browser keeps the last answer and asks whether it is still good. A
 * header of one's own that says so would make it forget what it has, and no answer could be a 304.
 */
export const revalidated: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'GET /api/v2/me/feed/status',
  'GET /api/v1/me/notifications/status',
])

/** In characters. The browser refuses more than 64 KiB of all that is on its way together (Fetch, "HTTP-network-or-cache fetch"). */
const keptAlive = 4096

/** Calls an endpoint. Never throws: whoever aborts a call waits for no answer, so what it comes to is nobody's. */
export async function call<K extends EndpointKey>(key: K, input: CallInput<K> | undefined, signal?: AbortSignal): Promise<CallResult<K>> {
  const { method, url } = addressOf(key, input as LooseInput)
  if (logOut !== null && !endsSession.has(key) && (await logOut.outcome))
    return { error: { code: 'unauthenticated', message: t.menu.loggedOut, status: 401, requestId: '' } }
  const begun = session
  const body = (input as LooseInput | undefined)?.body
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const keeps = revalidated.has(key)
  const isBearer = configuration.authentication.kind === 'bearer'
  async function request() {
    const response = await sendRequest(url, {
      method,
      headers: {
        Accept: 'application/json',
        ...(!keeps && !isBearer && { 'Cache-Control': 'no-cache' }),
        ...(sent !== undefined && { 'Content-Type': 'application/json' }),
      },
      // What was pressed counts, also where the page is left at once.
      keepalive: method !== 'GET' && (sent?.length ?? 0) <= keptAlive,
      ...(keeps && { cache: 'no-cache' as const }),
      // Another origin's server allows no Cache-Control header (server/http/cast.ts).
      ...(!keeps && isBearer && { cache: 'no-store' as const }),
      ...(sent !== undefined && { body: sent }),
      ...(signal && { signal }),
    })
    return { response, json: await readJson(response) }
  }
  try {
    const { response, json } = await (method === 'GET' ? tryTwice(request, signal) : request())
    watcher(response)
    if (response.ok && json !== undefined) return { data: json as Answer<K> }
    const error = failureOf(response, json)
    if (error.code === 'internal') report(key, error.status, error.message)
    if (logOut === null && begun === session) refused(key, error)
    return { error }
  } catch {
    if (signal?.aborted !== true) {
      await whenStaying()
      report(key, 0, t.common.offline)
      missed()
    }
    return { error: { code: 'network', message: t.common.offline, status: 0, requestId: '' } }
  }
}

/** Other failures than those that the contract speaks of, and that a person therefore learns little about (A8). An address may hold what was searched for, and is not told. */
const report = (key: EndpointKey, status: number, message: string): void => track('xhrerror', { call: key, status, message })

/** The body, or undefined where it is none of ours, as a proxy's error page is. Rejects where it does not arrive in full. */
async function readJson(response: Response): Promise<unknown> {
  if (!(response.headers.get('content-type') ?? '').includes('json')) return undefined
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
