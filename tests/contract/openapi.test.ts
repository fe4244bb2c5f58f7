/** The table of endpoints, the routes of the server and the OpenAPI document describe the same endpoints. */
import type { Router } from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../server/app.ts'
import { endpoints, errorCodes, Failure, type Endpoint, type EndpointKey } from '#contract/index.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const rows = Object.entries(endpoints) as [EndpointKey, Endpoint][]
const split = (key: string) => key.split(' ') as [verb: string, path: string]

type Layer = { route?: { path: string; methods: Record<string, boolean> }; handle?: Partial<Router> & { mounted?: ReadonlySet<string> } }

/** `VERB path` of every route in all nested routers, and of every mounted endpoint. */
function routesOf(stack: Layer[]): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (route) return Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`)
    return [...(handle?.mounted ?? []), ...(handle?.stack ? routesOf(handle.stack as Layer[]) : [])]
  })
}

const isEndpoint = (route: string): boolean => /^\S+ (\/api\/|\/logout$|\/healthz$|\/readyz$)/.test(route)

test('the mounted endpoints are exactly those of the table', () => {
  const app = createApp(server.services, server.config)
  const mounted = routesOf(app.router.stack as Layer[]).filter(isEndpoint)
  expect(mounted.toSorted()).toEqual(Object.keys(endpoints).toSorted())
})

describe('the OpenAPI document', () => {
  type Content = Record<string, { schema: object; example?: unknown; examples?: Record<string, { $ref: string }> }>
  type Parameter = { name: string; in: string; required: boolean; schema: object; example: unknown }
  type Operation = {
    operationId: string
    summary: string
    description: string
    parameters: Parameter[]
    requestBody?: { content: Content }
    responses: Record<string, { description: string; headers?: object; content: Content }>
    security: Record<string, []>[]
  }
  interface Document {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, object>; examples: Record<string, { value: Failure }> }
  }
  let document: Document
  beforeAll(async () => {
    document = (await server.client().get('/api/openapi.json')).body
  })
  const operationOf = (key: string): Operation => {
    const [verb, path] = split(key)
    return document.paths[path.replace(/:(\w+)/g, '{$1}')]![verb.toLowerCase()]!
  }
  const changes = (key: string, endpoint: Endpoint) => !key.startsWith('GET ') || endpoint.changes === true

  test('lists exactly the endpoints of the table', () => {
    expect(document.openapi).toBe('3.1.0')
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((verb) => `${verb.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(documented.toSorted()).toEqual(Object.keys(endpoints).toSorted())
    const ids = rows.map(([key]) => operationOf(key).operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test.each(rows)('documents all of %s', (key, endpoint) => {
    const operation = operationOf(key)
    expect(operation.summary).toBe(endpoint.summary)
    const inPath = [...key.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name, required }) => [name, required])).toEqual(
      inPath.map((name) => [name, true]),
    )
    expect(operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)).toEqual(
      Object.keys(endpoint.query?.shape ?? {}),
    )
    const fenced = changes(key, endpoint) && endpoint.anyOrigin !== true
    expect(operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)).toEqual(
      fenced ? ['X-Strand-Request'] : [],
    )
    expect(operation.responses[403]?.description.split(', ').includes('foreign_origin') ?? false).toBe(fenced)
    expect(operation.requestBody !== undefined).toBe(endpoint.body !== undefined)
    const types = Object.keys(operation.responses[200]!.content)
    expect(types).toEqual([endpoint.produces ?? 'application/json'])
    for (const code of endpoint.errors ?? []) expect(operation.responses[errorCodes[code]]!.description.split(', ')).toContain(code)
    const requiresMember = endpoint.auth === 'member' || endpoint.auth === 'admin' || endpoint.errors?.includes('unauthenticated')
    expect(401 in operation.responses).toBe(requiresMember === true)
    const schemes = operation.security.flatMap((requirement) => Object.keys(requirement))
    expect(schemes).toEqual(endpoint.auth === 'none' ? [] : endpoint.cast ? ['session', 'cast'] : ['session'])
  })

  test.each(rows)('documents %s with examples that match its schemas', (key, endpoint) => {
    const operation = operationOf(key)
    expect(operation.description.length).toBeGreaterThan(10)
    for (const place of ['path', 'query'] as const) {
      const examples = operation.parameters.filter((parameter) => parameter.in === place).map(({ name, example }) => [name, example])
      const parsed = (place === 'path' ? endpoint.params : endpoint.query)?.safeParse(Object.fromEntries(examples))
      expect(parsed?.error?.message).toBeUndefined()
    }
    if (endpoint.body)
      expect(endpoint.body.safeParse(operation.requestBody!.content['application/json']!.example).error?.message).toBeUndefined()
    if (endpoint.produces === undefined) {
      const { example } = operation.responses[200]!.content['application/json']!
      expect(endpoint.answer.safeParse(example).error?.message).toBeUndefined()
    }
    for (const [status, { description, headers, content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue
      expect(Object.keys(content['application/json']!.examples!)).toEqual(description.split(', '))
      for (const [code, { $ref }] of Object.entries(content['application/json']!.examples!)) {
        const { value } = document.components.examples[$ref.split('/').at(-1)!]!
        expect(Failure.parse(value)).toEqual(value)
        expect([value.code, errorCodes[value.code]]).toEqual([code, Number(status)])
      }
      expect(headers !== undefined).toBe(status === '429' || status === '503')
    }
  })

  test('contains no dangling reference, and complete schemas', () => {
    const text = JSON.stringify(document)
    for (const [, kind, name] of text.matchAll(/"\$ref":"#\/components\/([^"/]+)\/([^"]+)"/g))
      expect([kind, name, (document.components as unknown as Record<string, Record<string, object>>)[kind!]?.[name!]]).toEqual([
        kind,
        name,
        expect.anything(),
      ])
    expect([...text.matchAll(/"\$ref":"([^"]+)"/g)].every(([, target]) => target!.startsWith('#/components/'))).toBe(true)
    expect(document.components.schemas.Post).toMatchObject({
      type: 'object',
      properties: { bead: { $ref: '#/components/schemas/OwnedBeadRef' } },
    })
    expect(text).not.toContain('"$schema"')
  })
})
