/** Generates the OpenAPI 3.1 document from the contract's endpoint table. */
import { z } from 'zod'
import { endpoints, errorCodes, messages, type Endpoint, type EndpointKey, type ErrorCode } from '#contract/index.ts'
import * as schemas from '#contract/schemas.ts'
import { defaultMessages } from './errors.ts'
import { bodyBytes } from './bodies.ts'
import { worksWhenReadOnly, type Mount } from './mount.ts'
import { exampleOf, type Json } from './openapi-examples.ts'
import { cookieName } from './cookies.ts'
import { sessionCookie } from './session.ts'

type Side = 'input' | 'output'
type Part = 'params' | 'query' | 'body' | 'answer'

/** Entities that become named components; other schemas are inlined. */
const named = new Map(
  Object.entries<unknown>(schemas).flatMap(([name, schema]) => (schema instanceof z.ZodObject ? [[name, schema] as const] : [])),
)

const reference = (name: string): string => `#/components/schemas/${name}`

/** Removes the fields that only a standalone JSON schema needs. */
const bare = ({ $schema: _schema, $id: _id, ...schema }: Json): Json => schema

/** Converts schemas by key; they refer to named components. */
function convert(byKey: Map<string, z.ZodType>, io: Side): Map<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [name, schema] of named) registry.add(schema, { id: name })
  for (const [id, schema] of byKey) if (!registry.has(schema)) registry.add(schema, { id })
  const { schemas: converted } = z.toJSONSchema(registry, { io, uri: reference, unrepresentable: 'any' })
  const found = new Map<string, Json>()
  /** Inlines every reference that is not a named component. */
  const inlined = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(inlined)
    if (typeof schema !== 'object' || schema === null) return schema
    const target = String((schema as Json).$ref ?? '').slice(reference('').length)
    if (target !== '' && !named.has(target)) return inlined(bare(converted[target] as Json))
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inlined(value)]))
  }
  for (const name of named.keys()) found.set(name, inlined(bare(converted[name] as Json)) as Json)
  for (const [id, schema] of byKey) found.set(id, inlined({ $ref: reference(registry.get(schema)!.id) }) as Json)
  return found
}

const entries = Object.entries(endpoints) as [EndpointKey, Endpoint][]

function collect(parts: readonly Part[]): Map<string, z.ZodType> {
  const byKey = new Map<string, z.ZodType>()
  for (const [key, endpoint] of entries) for (const part of parts) if (endpoint[part]) byKey.set(`${key} ${part}`, endpoint[part])
  return byKey
}

const changes = (key: EndpointKey, endpoint: Endpoint): boolean => !key.startsWith('GET ') || endpoint.changes === true
const demandsOrigin = (key: EndpointKey, endpoint: Endpoint): boolean => changes(key, endpoint) && endpoint.anyOrigin !== true
const writes = (key: EndpointKey, endpoint: Endpoint): boolean => changes(key, endpoint) && !worksWhenReadOnly.has(key)
/** Whether it refuses suspended members: wholly, or for some fields of the body. */
const refusesSuspended = (key: EndpointKey, endpoint: Endpoint): boolean =>
  changes(key, endpoint) && (endpoint.auth === 'member' || endpoint.auth === 'optional') && endpoint.whileSuspended !== true
/** The header that `mount` requires for requests that change something. */
const asyncRequest: Json = { name: 'X-Strand-Request', in: 'header', required: true, schema: { const: '1' }, example: '1' }

/** Every error code of an endpoint, by status. */
export function failuresOf(key: EndpointKey, endpoint: Endpoint): Map<number, ErrorCode[]> {
  const codes: ErrorCode[] = ['too_many_requests', 'internal', 'unavailable', ...(endpoint.errors ?? [])]
  if (demandsOrigin(key, endpoint)) codes.push('foreign_origin')
  if (writes(key, endpoint)) codes.push('read_only')
  if (refusesSuspended(key, endpoint)) codes.push('suspended')
  if (endpoint.params || endpoint.query || endpoint.body) codes.push('invalid', 'malformed')
  if (endpoint.body) codes.push('too_large', 'unsupported_type')
  if (endpoint.auth === 'member' || endpoint.auth === 'admin') codes.push('unauthenticated')
  if (endpoint.auth === 'admin') codes.push('forbidden')
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set(codes)) byStatus.set(errorCodes[code], [...(byStatus.get(errorCodes[code]) ?? []), code])
  return byStatus
}

const failureExample = (code: ErrorCode): Json => ({
  message: defaultMessages[code],
  code,
  ...(code === 'invalid' && { fields: { title: messages.postTitleTooLong } }),
  requestId: '3f2b8c1e-5d4a-4f6b-8a9c-0d1e2f3a4b5c',
})

const retryAfter = { 'Retry-After': { description: 'Seconds to wait before the next attempt', schema: { type: 'integer' }, example: 5 } }

const failureResponses = (key: EndpointKey, endpoint: Endpoint): Record<string, Json> =>
  Object.fromEntries(
    [...failuresOf(key, endpoint)].map(([status, codes]) => {
      const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
      const content = { 'application/json': { schema: { $ref: reference('Failure') }, examples } }
      return [status, { description: codes.join(', '), ...(status === 429 || status === 503 ? { headers: retryAfter } : {}), content }]
    }),
  )

const whoMay: Record<Endpoint['auth'], string> = {
  none: 'Public; ignores the session.',
  optional: 'Public; a member may see more.',
  member: 'For members.',
  admin: 'For admins.',
}

const spans: readonly [seconds: number, name: string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
]

/** `an hour`, `10 minutes`. */
function durationText(seconds: number): string {
  const [unit, name] = spans.find(([length]) => seconds % length === 0)!
  const times = seconds / unit
  return times === 1 ? `${name === 'hour' ? 'an' : 'a'} ${name}` : `${times} ${name}s`
}

function describe(key: EndpointKey, endpoint: Endpoint): string {
  const { auth, cast, description, limit, body } = endpoint
  return [
    description,
    whoMay[auth],
    cast && 'A receiver may send its cast token.',
    demandsOrigin(key, endpoint) && 'It requires the header `X-Strand-Request: 1` and a request of the same origin.',
    limit && `At most ${limit.requests} requests per ${durationText(limit.seconds)}, counted per member, or per address without a session.`,
    body && `The body is JSON of at most ${Math.round((endpoint.bodyBytes ?? bodyBytes) / 1024).toLocaleString('en-US')} KiB.`,
    writes(key, endpoint) && 'A read-only server refuses it.',
    refusesSuspended(key, endpoint) &&
      (endpoint.whileSuspended === undefined
        ? 'It is refused to suspended members.'
        : `Suspended members can only send ${(endpoint.whileSuspended as readonly string[]).map((name) => `\`${name}\``).join(', ')}.`),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Tag for grouping: the first segment of the path that names a resource. */
const tagOf = (path: string): string => path.split('/').find((part) => part !== '' && !/^(api|v\d|:.*)$/.test(part)) ?? 'api'

export function openApiDocument(): Json {
  const inputs = convert(collect(['params', 'query', 'body']), 'input')
  const outputs = convert(collect(['answer']), 'output')
  const definitions = new Map([...named.keys()].map((name) => [reference(name), outputs.get(name)!]))
  const example = (schema: Json, name = ''): unknown => exampleOf(schema, definitions, name)

  const parametersOf = (schema: Json | undefined, place: 'path' | 'query'): Json[] => {
    const required = (schema?.required ?? []) as string[]
    return Object.entries((schema?.properties ?? {}) as Record<string, Json>).map(([name, property]) => {
      const { description, ...rest } = property
      return {
        name,
        in: place,
        required: place === 'path' || required.includes(name),
        ...(description !== undefined && { description }),
        schema: rest,
        example: example(property, name),
      }
    })
  }

  const answerOf = (key: EndpointKey, endpoint: Endpoint): Json => {
    const { produces } = endpoint
    const schema = outputs.get(`${key} answer`)!
    if (produces === undefined) return { 'application/json': { schema, example: example(schema) } }
    return { [produces]: { schema: { type: 'string', contentMediaType: produces } } }
  }

  const paths: Record<string, Json> = {}
  for (const [key, endpoint] of entries) {
    const [verb, path] = key.split(' ') as [string, string]
    const body = inputs.get(`${key} body`)
    const operations = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {})
    const secured = [{ session: [] }, ...(endpoint.cast ? [{ cast: [] }] : [])]
    operations[verb.toLowerCase()] = {
      operationId: key.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, ''),
      tags: [tagOf(path)],
      summary: endpoint.summary,
      description: describe(key, endpoint),
      parameters: [
        ...parametersOf(inputs.get(`${key} params`), 'path'),
        ...parametersOf(inputs.get(`${key} query`), 'query'),
        ...(demandsOrigin(key, endpoint) ? [asyncRequest] : []),
      ],
      ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body, example: example(body) } } } }),
      responses: { 200: { description: 'Success', content: answerOf(key, endpoint) }, ...failureResponses(key, endpoint) },
      security: endpoint.auth === 'none' ? [] : [...(endpoint.auth === 'optional' ? [{}] : []), ...secured],
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Strand',
      version: '1',
      description: 'Requests that change something need the header `X-Strand-Request: 1` and must come from the same origin.',
    },
    paths,
    components: {
      schemas: Object.fromEntries([...named.keys()].map((name) => [name, outputs.get(name)])),
      examples: Object.fromEntries((Object.keys(errorCodes) as ErrorCode[]).map((code) => [code, { value: failureExample(code) }])),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: `Over HTTPS its name is \`${cookieName(sessionCookie, true)}\`.`,
        },
        cast: { type: 'http', scheme: 'bearer', description: 'A token of GET /api/v1/me/token' },
      },
    },
  }
}

export function openApiRoute(mount: Mount): void {
  let document: Json | undefined
  mount('GET /api/openapi.json', () => (document ??= openApiDocument()))
}
