/**
 * The one place that speaks HTTP. An endpoint is named by its key in the contract's table, its input
 * and its answer are typed by it; only types come from there, so no zod reaches the browser.
 */
import type { Answer, CallInput, EndpointKey } from '../../../server/contract/endpoints.ts'
import type { ErrorCode, Failure } from '../../../server/contract/schemas.ts'
import { t } from '../../texts/index.ts'

/** What a call that did not succeed comes to: the server's own words, or `network` where none came. */
export interface CallFailure extends Omit<Failure, 'code'> {
  code: ErrorCode | 'network'
  /** 0 where nothing answered. */
  status: number
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

/** Calls an endpoint. Never throws: whoever aborts a call waits for no answer, so what it comes to is nobody's. */
export async function call<K extends EndpointKey>(key: K, input: CallInput<K> | undefined, signal?: AbortSignal): Promise<CallResult<K>> {
  const { method, url } = addressOf(key, input as LooseInput)
  const body = (input as LooseInput | undefined)?.body
  let response: Response
  try {
    response = await fetch(url, {
      method,
      headers: {
        Accept: 'application/json',
        'Cache-Control': 'no-cache',
        'X-Strand-Request': '1',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      credentials: 'same-origin',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    const json = await readJson(response)
    if (response.ok && json !== undefined) return { data: json as Answer<K> }
    return { error: failureOf(response, json) }
  } catch {
    return { error: { code: 'network', message: t.common.offline, status: 0, requestId: '' } }
  }
}

/** The body, or undefined where it is none of ours, as a proxy's error page is. */
async function readJson(response: Response): Promise<unknown> {
  if (!(response.headers.get('content-type') ?? '').includes('json')) return undefined
  return response.json().catch(() => undefined)
}

function failureOf(response: Response, json: unknown): CallFailure {
  const { status } = response
  if (isFailure(json)) return { ...json, status }
  return { code: 'internal', message: t.common.serverError, status, requestId: response.headers.get('x-request-id') ?? '' }
}

const isFailure = (json: unknown): json is Failure =>
  typeof json === 'object' && json !== null && 'message' in json && typeof json.message === 'string' && 'code' in json
