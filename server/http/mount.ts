/** Turns a row of the contract into a route. Everything that endpoints have in common happens here. */
import { isDeepStrictEqual } from 'node:util'
import type { Request, RequestHandler, Response, Router } from 'express'
import type { z } from 'zod'
import type { Config } from '../config.ts'
import { endpoints, messages, suspendedMessage, type Answer, type CallOutput, type Endpoint, type EndpointKey } from '#contract/index.ts'
import { siteVersionHeader } from '#contract/rules.ts'
import { sendJson, sendRaw, type RawAnswer } from './answer.ts'
import { createBodyReader } from './bodies.ts'
import { StrandError } from './errors.ts'
import { addressOf, generalLimit, type Limits } from './limits.ts'
import { demandSameOrigin } from './origin.ts'
import { createRoutes } from './routes.ts'
import { actorOf, bearerOf, hasRefusedBearer, type Actor } from './session.ts'

export type { RawAnswer } from './answer.ts'

/** Endpoints that keep working in read-only mode (decision 31). */
export const worksWhenReadOnly: ReadonlySet<EndpointKey> = new Set<EndpointKey>([
  'POST /api/v1/auth/milq',
  'POST /api/v1/auth/login',
  'GET /logout',
  'POST /logout',
  // POST requests that only read.
  'POST /api/v0/media/inlineEmbed',
  'POST /api/v0/media/unsupportedInlineEmbed',
])

type ActorFor<K extends EndpointKey> = (typeof endpoints)[K]['auth'] extends 'member' | 'admin' ? Actor : Actor | null

export type Call<K extends EndpointKey> = CallOutput<K> & { actor: ActorFor<K>; request: Request; response: Response }

type AnswerOf<K extends EndpointKey> = (typeof endpoints)[K] extends { produces: string } ? RawAnswer : Answer<K>
export type Handler<K extends EndpointKey> = (call: Call<K>) => Promise<AnswerOf<K>> | AnswerOf<K>
export type Mount = <K extends EndpointKey>(key: K, handler: Handler<K>) => void

export interface MountDeps {
  config: Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'checkAnswers'>
  limits: Limits
  /** Authenticates the request, for `actorOf`. Not called for endpoints with `auth: 'none'`. */
  identify: (request: Request, response: Response, endpoint: Endpoint) => Promise<void>
  siteState: () => Promise<SiteState>
}

/** What answers and changes depend on. */
interface SiteState {
  /** Sent with every answer: an open page detects new announcements by it. */
  version: string
  /** Why read-only mode refuses a change of this actor; null if it does not. */
  refusalFor(actor: Actor | null): string | null
}

/** Collects the first message per field. The overall message is one of the catalogue, or a general one. */
function invalid(error: z.ZodError): StrandError {
  const fields: Record<string, string> = Object.create(null)
  for (const { path, message } of error.issues) fields[path.map(String).join('.') || 'body'] ??= message
  const known: ReadonlySet<string> = new Set(Object.values(messages))
  const first = error.issues.find(({ message }) => known.has(message))
  return new StrandError('invalid', first?.message ?? messages.invalid, fields)
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = safeParse(schema, value)
  if (!result.success) throw invalid(result.error)
  if (holdsBrokenText(result.data)) throw new StrandError('malformed')
  return result.data
}

/** For text with a limit, zod compares the `length` of any value, and throws for an object that cannot be converted to a number. */
function safeParse(schema: z.ZodType, value: unknown): z.ZodSafeParseResult<unknown> {
  try {
    return schema.safeParse(value)
  } catch (error) {
    throw error instanceof TypeError ? new StrandError('malformed') : error
  }
}

/**
 * Rejects NUL, which PostgreSQL cannot store, and lone surrogates, which UTF-8 cannot encode and each database stores differently. Checks
 * parsed values, whose depth the schema bounds.
 */
function holdsBrokenText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || /\p{Surrogate}/u.test(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBrokenText)
}

/** Finds deviations of an answer from the contract: wrong, missing and superfluous fields. */
function checkAnswer(key: string, schema: z.ZodType, answer: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(answer))
  const result = schema.safeParse(sent)
  if (!result.success) throw new Error(`${key} answers against the contract: ${result.error.message}`)
  if (!isDeepStrictEqual(result.data, sent))
    throw new Error(`${key} answers fields that the contract does not have: ${JSON.stringify(sent)}`)
}

function authorise(auth: Endpoint['auth'], actor: Actor | null): void {
  if (auth !== 'member' && auth !== 'admin') return
  if (!actor) throw new StrandError('unauthenticated')
  if (auth === 'admin' && !actor.isAdmin) throw new StrandError('forbidden')
}

/** Refuses a change by a suspended member, unless the endpoint, or each field of the body, is for them too. */
function refuseSuspended({ whileSuspended = [] }: Endpoint, { suspension }: Actor, body: unknown): void {
  if (!suspension || whileSuspended === true) return
  const fields = Object.entries(body ?? {}).flatMap(([name, value]) => (value === undefined ? [] : name))
  if (fields.length > 0 && fields.every((name) => whileSuspended.includes(name))) return
  throw new StrandError('suspended', suspendedMessage(suspension))
}

/**
 * Answers for members are not cached, except those with `revalidates`. Others may be stored by the browser but must be revalidated, which
 * the ETag makes cheap: drafts and `can` depend on the viewer.
 */
const cacheControl = ({ auth, revalidates }: Endpoint, reads: boolean): string =>
  reads && (auth === 'none' || auth === 'optional' || revalidates === true) ? 'private, no-cache' : 'no-store'

/** Runs all checks of an endpoint, in the order in which a person can act on them, then its handler. */
function answering<K extends EndpointKey>(key: K, handler: Handler<K>, { config, limits, identify, siteState }: MountDeps) {
  const endpoint: Endpoint = endpoints[key]
  const writes = !key.startsWith('GET ') || endpoint.changes === true
  const isAuthenticated = endpoint.auth !== 'none'
  const caching = cacheControl(endpoint, !writes)
  const varying = endpoint.cast === true ? 'Cookie, Authorization, Origin, Accept-Encoding' : 'Cookie, Accept-Encoding'
  const readBody = endpoint.body && createBodyReader(endpoint)

  return async (request: Request, response: Response, params: Record<string, string>): Promise<void> => {
    await limits.consume(generalLimit, () => addressOf(request))
    const { version, refusalFor } = await siteState()
    response.setHeader(siteVersionHeader, version)
    // A request that carries a bearer token cannot be forged by another site.
    const ownOrigin = endpoint.anyOrigin === true || (isAuthenticated && bearerOf(request) !== null)
    if (writes && !ownOrigin) demandSameOrigin(request, config)
    if (isAuthenticated) await identify(request, response, endpoint)
    if (hasRefusedBearer(request)) throw new StrandError('unauthenticated')
    const actor = actorOf(request)
    if (endpoint.limit) await limits.consume(endpoint.limit, () => (actor ? `member:${actor.uid}` : addressOf(request)))
    authorise(endpoint.auth, actor)
    const refusal = writes && !worksWhenReadOnly.has(key) ? refusalFor(actor) : null
    if (refusal !== null) throw new StrandError('read_only', refusal)
    // Without a list of fields, the body does not matter: a long one is not read.
    if (writes && actor?.suspension && !endpoint.whileSuspended) refuseSuspended(endpoint, actor, null)
    const read = await readBody?.(request, response)
    try {
      const body = parse(endpoint.body, read?.json)
      if (writes && actor?.suspension) refuseSuspended(endpoint, actor, body)
      const call = {
        params: parse(endpoint.params, params),
        query: endpoint.query && parse(endpoint.query, request.query),
        body,
        actor,
        request,
        response,
      }
      // The schemas are those that the type of the call is inferred from.
      const answer = await handler(call as unknown as Call<K>)
      response.setHeader('Cache-Control', caching)
      response.setHeader('Vary', varying)
      if (endpoint.produces !== undefined) return await sendRaw(request, response, answer as RawAnswer, endpoint.produces)
      if (config.checkAnswers) checkAnswer(key, endpoint.answer, answer)
      return sendJson(request, response, answer)
    } finally {
      read?.leave()
    }
  }
}

/** Returns `mount(key, handler)`. Throws if a key is mounted twice. */
export function createMount(router: Router, deps: MountDeps): Mount {
  const mounted = new Set<EndpointKey>()
  const routes = createRoutes<{ path: string; answer: ReturnType<typeof answering> }>()

  const dispatch: RequestHandler = (request, response, next) => {
    const verb = request.method === 'HEAD' ? 'GET' : request.method
    const found = routes.find(verb, request.path)
    if (found === null) return next()
    // The log identifies a request by its route.
    request.route = { path: found.value.path }
    return found.value.answer(request, response, found.params)
  }
  router.use(Object.assign(dispatch, { mounted }))

  return (key, handler) => {
    if (mounted.has(key)) throw new Error(`${key} is mounted twice`)
    mounted.add(key)
    const [verb, path] = key.split(' ') as [string, string]
    routes.add(verb, path, { path, answer: answering(key, handler, deps) as ReturnType<typeof answering> })
  }
}
