/** A stand-in for the server behind `fetch`: its answers are typed, and its input and output validated, by the contract. */
import { endpoints, errorCodes, type Answer, type CallOutput, type Endpoint, type EndpointKey, type ErrorCode } from '#contract/index.ts'

/** An error answer. */
export class Refusal {
  readonly failure: { code: ErrorCode; message: string; fields?: Record<string, string>; invalidSession?: true }
  constructor(failure: Refusal['failure']) {
    this.failure = failure
  }
}

type Given<K extends EndpointKey> = Answer<K> | Refusal
type Handler<K extends EndpointKey> = (input: CallOutput<K>) => Given<K> | Promise<Given<K>>

/** What the server answers: a value, or a function of the validated input. An endpoint without an answer fails the test. */
export type Answers = { [K in EndpointKey]?: Given<K> | Handler<K> }

export interface Request {
  key: EndpointKey
  input: unknown
}

const rows = (Object.entries(endpoints) as [EndpointKey, Endpoint][])
  .map(([key, endpoint]) => {
    const [method = '', path = ''] = key.split(' ')
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
    return { key, endpoint, method, names, pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`) }
  })
  // As in Express's router, which tries a literal segment first.
  .toSorted((a, b) => a.names.length - b.names.length)

export interface FakeServer {
  /** All requests so far, with their validated input. */
  requests: Request[]
  /** A test may change them. */
  answers: Answers
  fetch: typeof fetch
  /** The inputs of the requests to an endpoint. */
  inputsOf<K extends EndpointKey>(key: K): CallOutput<K>[]
}

/** @param faults gets a sentence for each request that does not keep to the contract, or has no answer. */
export function createServer(answers: Answers, faults: string[]): FakeServer {
  const requests: Request[] = []

  async function answer(request: globalThis.Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const row = rows.find(({ method, pattern }) => method === request.method && pattern.test(pathname))
    if (!row) {
      faults.push(`No endpoint: ${request.method} ${request.url}`)
      return respond(new Refusal({ code: 'not_found', message: 'Not found' }))
    }
    const { key, endpoint, pattern, names } = row
    const values = pattern.exec(pathname)!.slice(1).map(decodeURIComponent)
    const text = await request.text()
    const input = {
      params: endpoint.params?.parse(Object.fromEntries(names.map((name, n) => [name, values[n]]))),
      query: endpoint.query?.parse(Object.fromEntries(searchParams)),
      body: endpoint.body?.parse(text === '' ? undefined : JSON.parse(text)),
    }
    requests.push({ key, input })
    const given: unknown = answers[key]
    if (given === undefined) {
      faults.push(`No answer: ${key} ${JSON.stringify(input)}`)
      return respond(new Refusal({ code: 'not_found', message: 'Not found' }))
    }
    const value: unknown = typeof given === 'function' ? await (given as (input: unknown) => unknown)(input) : given
    request.signal.throwIfAborted()
    return respond(value instanceof Refusal ? value : endpoint.answer.parse(value))
  }

  return {
    requests,
    answers,
    inputsOf: <K extends EndpointKey>(key: K) => requests.filter((sent) => sent.key === key).map(({ input }) => input as CallOutput<K>),
    fetch: (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      return answer(request).catch((error: unknown) => {
        if (request.signal.aborted) throw error
        faults.push(`${request.method} ${request.url}: ${String(error)}`)
        throw error
      })
    },
  }
}

function respond(value: unknown): Response {
  if (!(value instanceof Refusal)) return Response.json(value)
  return Response.json({ ...value.failure, requestId: 'test' }, { status: errorCodes[value.failure.code] })
}
