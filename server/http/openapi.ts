/** The contract's table, printed as an OpenAPI 3.1 document. */
import { z } from 'zod'
import { endpoints, errorCodes, type Endpoint, type EndpointKey, type ErrorCode } from '../contract/index.ts'
import * as schemas from '../contract/schemas.ts'
import type { Mount } from './mount.ts'
import { sessionCookie } from './session.ts'

type Json = Record<string, unknown>
type Side = 'input' | 'output'

/** Entities that are worth a name in the document; the rest is written out where it stands. */
const named = ['MemberRef', 'Member', 'Me', 'Privileges', 'Stream', 'Media', 'BeadRef', 'Bead', 'Post', 'Comment', 'Failure'] as const

const reference = (name: string): string => `#/components/schemas/${name}`

/** Without what only a free-standing JSON schema needs. */
const bare = ({ $schema: _schema, $id: _id, ...schema }: Json): Json => schema

/** Schemas that refer to the named ones among them, by the keys of `wanted`. */
function convert(wanted: Map<string, z.ZodType>, io: Side): Map<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const name of named) registry.add(schemas[name], { id: name })
  for (const [id, schema] of wanted) if (!registry.has(schema)) registry.add(schema, { id })
  const { schemas: converted } = z.toJSONSchema(registry, { io, uri: reference, unrepresentable: 'any' })
  const found = new Map(Object.entries(converted).map(([id, schema]) => [id, bare(schema as Json)]))
  // A wanted schema that has a name already (an answer that is just a member) is a reference to it.
  for (const [id, schema] of wanted) if (!found.has(id)) found.set(id, { $ref: reference(registry.get(schema)!.id) })
  return found
}

const entries = Object.entries(endpoints) as [EndpointKey, Endpoint][]

function collect(parts: readonly ('params' | 'query' | 'body' | 'answer')[]): Map<string, z.ZodType> {
  const wanted = new Map<string, z.ZodType>()
  for (const [key, endpoint] of entries)
    for (const part of parts) if (endpoint[part]) wanted.set(`${key} ${part}`, endpoint[part])
  return wanted
}

/** What `mount` demands of whatever changes something. */
const writes = (key: EndpointKey, { changes }: Endpoint): boolean => !key.startsWith('GET ') || changes === true
const asyncRequest: Json = { name: 'X-Strand-Request', in: 'header', required: true, schema: { const: '1' } }

const parametersOf = (schema: Json | undefined, place: 'path' | 'query'): Json[] => {
  const required = (schema?.required ?? []) as string[]
  return Object.entries((schema?.properties ?? {}) as Record<string, Json>).map(([name, { description, ...property }]) => ({
    name, in: place, required: place === 'path' || required.includes(name), ...(description !== undefined && { description }), schema: property,
  }))
}

/** Every status that an endpoint may answer with, and which codes it then carries. */
function failuresOf(key: EndpointKey, endpoint: Endpoint): Json {
  const codes: ErrorCode[] = ['too_many_requests', 'internal', ...(endpoint.errors ?? [])]
  if (writes(key, endpoint)) codes.push('foreign_origin')
  if (endpoint.params || endpoint.query || endpoint.body) codes.push('invalid')
  if (endpoint.body) codes.push('malformed', 'too_large', 'unsupported_type')
  if (endpoint.auth === 'member' || endpoint.auth === 'admin') codes.push('unauthenticated')
  if (endpoint.auth === 'admin') codes.push('forbidden')
  const byStatus: Record<number, ErrorCode[]> = {}
  for (const code of new Set(codes)) (byStatus[errorCodes[code]] ??= []).push(code)
  const content = { 'application/json': { schema: { $ref: reference('Failure') } } }
  return Object.fromEntries(Object.entries(byStatus).map(([status, list]) => [status, { description: list.join(', '), content }]))
}

export function openApiDocument(): Json {
  const inputs = convert(collect(['params', 'query', 'body']), 'input')
  const outputs = convert(collect(['answer']), 'output')
  const paths: Record<string, Json> = {}
  for (const [key, endpoint] of entries) {
    const [verb, path] = key.split(' ') as [string, string]
    const body = inputs.get(`${key} body`)
    const answer = outputs.get(`${key} answer`)
    const operations = (paths[path.replace(/:(\w+)/g, '{$1}')] ??= {})
    operations[verb.toLowerCase()] = {
      operationId: key.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, ''),
      summary: endpoint.summary,
      parameters: [
        ...parametersOf(inputs.get(`${key} params`), 'path'), ...parametersOf(inputs.get(`${key} query`), 'query'),
        ...(writes(key, endpoint) ? [asyncRequest] : []),
      ],
      ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
      responses: { 200: { description: 'What was asked for', content: { 'application/json': { schema: answer } } }, ...failuresOf(key, endpoint) },
      security: endpoint.auth === 'none' ? [] : [...(endpoint.auth === 'optional' ? [{}] : []), { session: [] }],
    }
  }
  const components = Object.fromEntries(named.map((name) => [name, outputs.get(name)]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Strand',
      version: '1',
      description: 'Whatever changes something demands the header `X-Strand-Request: 1` and a request of the same origin.',
    },
    paths,
    components: { schemas: components, securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } } },
  }
}

export function openApiRoute(mount: Mount): void {
  let document: Json | undefined
  mount('GET /api/openapi.json', () => (document ??= openApiDocument()))
}

