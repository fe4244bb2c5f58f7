/** From a row of the contract to a route: everything that is the same for every endpoint happens here. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import { endpoints, messages, type Answer, type CallOutput, type Endpoint, type EndpointKey } from '../contract/index.ts'
import { StrandError } from './errors.ts'
import { addressOf, type Limits } from './limits.ts'
import { demandSameOrigin } from './origin.ts'
import { actorOf, type Actor } from './session.ts'

/** Bytes of a JSON body: 64,000 characters of text, each of which may travel as a six-byte escape. */
export const bodyBytes = 512 * 1024

/** What must go on working while nothing else may be written (decision 31). */
const writesWhenReadOnly: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'POST /api/v1/auth/milq', 'POST /api/v1/auth/login', 'GET /logout', 'POST /logout',
])

type ActorFor<K extends EndpointKey> = (typeof endpoints)[K]['auth'] extends 'member' | 'admin' ? Actor : Actor | null

export type Call<K extends EndpointKey> = CallOutput<K> & { actor: ActorFor<K>; request: Request; response: Response }

/** What is not JSON: text, bytes or a stream of them. `type` where it differs from the endpoint's `produces`. */
export interface RawAnswer {
  body: string | Buffer | Readable
  type?: string
  headers?: Record<string, string>
}
type AnswerOf<K extends EndpointKey> = (typeof endpoints)[K] extends { produces: string } ? RawAnswer : Answer<K>
export type Handler<K extends EndpointKey> = (call: Call<K>) => Promise<AnswerOf<K>> | AnswerOf<K>
export type Mount = <K extends EndpointKey>(key: K, handler: Handler<K>) => void

export interface MountDeps {
  config: Pick<Config, 'publicUrl' | 'readOnly' | 'checkAnswers'>
  limits: Limits
  /** Finds out who asks. Endpoints that anybody may use (`none`) do without. */
  identify: RequestHandler
}

/** `bodyParser` reads nothing where there is no body, and skips a body of another type: both are told apart here. */
function bodyReader({ bodyBytes: limit = bodyBytes, tooLarge }: Endpoint): RequestHandler {
  const parseJson = express.json({ limit, strict: true, inflate: false })
  return (request, response, next) => {
    const empty = request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0
    if (empty) return next()
    if (!request.is('application/json')) throw new StrandError('unsupported_type')
    parseJson(request, response, (error?: unknown) => {
      next((error as { status?: unknown } | undefined)?.status === 413 ? new StrandError('too_large', tooLarge) : error)
    })
  }
}

async function sendRaw(request: Request, response: Response, { body, type, headers = {} }: RawAnswer, produces: string): Promise<void> {
  response.set(headers).type(type ?? produces)
  if (!(body instanceof Readable)) {
    response.send(body)
  } else if (request.method === 'HEAD') {
    body.destroy()
    response.end()
  } else {
    await pipeline(body, response).catch((error: unknown) => {
      // A reader that went away needs no answer.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    })
  }
}

/** The first message of each field, and of all: a message of our catalogue, or a general one. */
function invalid(error: z.ZodError): StrandError {
  const fields: Record<string, string> = Object.create(null)
  for (const { path, message } of error.issues) fields[path.map(String).join('.') || 'body'] ??= message
  const known: ReadonlySet<string> = new Set(Object.values(messages))
  const first = error.issues.find(({ message }) => known.has(message))
  return new StrandError('invalid', first?.message ?? messages.invalid, fields)
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = judge(schema, value)
  if (!result.success) throw invalid(result.error)
  if (holdsBrokenText(result.data)) throw new StrandError('malformed')
  return result.data
}

/**
 * Where a text with a limit is wanted, zod compares the `length` of whatever came instead, and throws
 * where that is an object which cannot be made a number.
 */
function judge(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  try {
    return schema.safeParse(value)
  } catch (error) {
    throw error instanceof TypeError ? new StrandError('malformed') : error
  }
}

/**
 * No text has a NUL, which PostgreSQL cannot keep, or half of a surrogate pair, which UTF-8 cannot
 * say and each database keeps in its own way. Asked of parsed values, whose depth the schema bounds.
 */
function holdsBrokenText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || /\p{Surrogate}/u.test(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBrokenText)
}

/** Drift between an answer and the contract: wrong, missing, and also superfluous fields. */
function checkAnswer(key: string, schema: z.ZodType, answer: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(answer))
  const result = schema.safeParse(sent)
  if (!result.success) throw new Error(`${key} answers against the contract: ${result.error.message}`)
  if (!isDeepStrictEqual(result.data, sent)) throw new Error(`${key} answers fields that the contract does not have: ${JSON.stringify(sent)}`)
}

function authorise(auth: Endpoint['auth'], actor: Actor | null): void {
  if (auth !== 'member' && auth !== 'admin') return
  if (!actor) throw new StrandError('unauthenticated')
  if (auth === 'admin' && !actor.isAdmin) throw new StrandError('forbidden')
}

/**
 * A member's own answers are kept nowhere; the others may be kept by the browser that asked, which
 * must ask again each time (the ETag makes that cheap), for a draft or a `can` differs by who asks.
 */
const cacheControl = ({ auth }: Endpoint, reads: boolean): string =>
  reads && (auth === 'none' || auth === 'optional') ? 'private, no-cache' : 'no-store'

/** Gives `mount(key, handler)`. Mounting a key twice throws. */
export function createMount(router: Router, { config, limits, identify }: MountDeps): Mount {
  const mounted = new Set<EndpointKey>()

  return (key, handler) => {
    if (mounted.has(key)) throw new Error(`${key} is mounted twice`)
    mounted.add(key)
    const endpoint: Endpoint = endpoints[key]
    const [verb, path] = key.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const writes = verb !== 'GET' || endpoint.changes === true

    const demandOrigin: RequestHandler = (request, _response, next) => {
      demandSameOrigin(request, config.publicUrl)
      next()
    }

    const guard: RequestHandler = async (request, _response, next) => {
      const actor = actorOf(request)
      if (endpoint.limit) await limits.consume(endpoint.limit, actor ? `member:${actor.uid}` : addressOf(request))
      authorise(endpoint.auth, actor)
      if (writes && config.readOnly && !writesWhenReadOnly.has(key)) throw new StrandError('read_only')
      next()
    }

    const respond: RequestHandler = async (request, response) => {
      const call = {
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query, request.query),
        body: parse(endpoint.body, request.body ?? {}),
        actor: actorOf(request),
        request,
        response,
      }
      // The schemas above are those that the type of the call is inferred from.
      const answer = await handler(call as unknown as Call<typeof key>)
      response.set('Cache-Control', cacheControl(endpoint, !writes)).vary('Cookie')
      if (endpoint.produces !== undefined) return sendRaw(request, response, answer as RawAnswer, endpoint.produces)
      if (config.checkAnswers) checkAnswer(key, endpoint.answer, answer)
      response.json(answer)
    }

    router[verb.toLowerCase() as 'get' | 'post' | 'put' | 'delete'](
      path,
      ...(writes ? [demandOrigin] : []),
      ...(endpoint.auth === 'none' ? [] : [identify]),
      guard,
      ...(endpoint.body ? [bodyReader(endpoint)] : []),
      respond,
    )
  }
}
