/**
 * Requests generated from the OpenAPI document: valid ones, boundary cases and invalid ones. No endpoint crashes, and each response has a
 * documented status and matches its schema.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, Failure, type Endpoint, type EndpointKey } from '#contract/index.ts'
import { createGenerators, nastyText, tree, type Generators, type Schema } from '../support/requests.ts'
import { fuzzRuns } from '../support/fuzz.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

interface Operation {
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { content: Record<string, unknown> }>
}

const actors = ['anonymous', 'member', 'admin'] as const
type Actor = (typeof actors)[number]

let server: TestServer
let document: { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }
let generators: Generators
const clients = {} as Record<Actor, Client>
/** Ids of existing entities, so that hostile requests are not refused for an unknown id. */
const real = { bead: 'none', post: 'none', comment: 'none', uid: '' }

/** Recreates what earlier requests have deleted. */
async function prepare(): Promise<void> {
  clients.anonymous = server.client()
  // A generated request may have switched read-only mode on.
  await clients.admin?.delete('/api/v0/admin/readonly')
  for (const actor of ['member', 'admin'] as const) {
    if (clients[actor] && (await clients[actor].get('/api/v0/me')).status === 200) continue
    const { client, me } = await server.signUp(actor)
    clients[actor] = client
    if (actor === 'admin') await updateMember(server.db, me.uid, { isAdmin: true })
    else real.uid = me.uid
  }
  await updateMember(server.db, real.uid, { privileges: {} })
  if ((await clients.member.get(`/api/v0/beads/${real.bead}`)).status !== 200) real.bead = (await startBead(clients.member)).id
  if ((await clients.member.get(`/api/v0/posts/${real.bead}/${real.post}`)).status !== 200)
    real.post = (await addPost(clients.member, real.bead)).id
  real.comment = (await clients.member.post(`/api/v0/comments/${real.post}`, { text: 'Well said' })).body.id ?? real.comment
}

beforeAll(async () => {
  server = await startTestServer()
  document = (await server.client().get('/api/openapi.json')).body
  generators = createGenerators(document.components.schemas, realNames)
})
afterAll(() => server.close())

/** The existing ids for a field or parameter of this name. */
function realNames(name: string): string[] {
  const { bead, post, comment, uid } = real
  if (/^(uid|createdby|writer|followedby|collectedby|invitee|username)$/.test(name)) return [uid]
  if (/^(bead|ids|repost)$/.test(name)) return [bead]
  if (/^(post|after)$/.test(name)) return [post]
  if (/^(tag|q|query)$/.test(name)) return ['jazz']
  return name === 'id' ? [bead, post, comment, uid] : []
}

/**
 * Maximum length of a value in a URL (characters). URL-encoded, one takes up to nine times as much: less than Node's limit of 16 KiB for a
 * request line with headers.
 */
const longestValue = 1500

const encode = (value: unknown): string =>
  encodeURIComponent(
    Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
      .toString()
      .slice(0, longestValue)
      .replace(/\p{Surrogate}$/u, ''),
  ) || '%20'

interface Drawn {
  actor: Actor
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** A valid body, one with a changed, missing or additional field, or any value. */
function bodies(schema: Schema): fc.Arbitrary<unknown> {
  const right = generators.valid(schema)
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  if (properties.length === 0) return fc.oneof(right, tree)
  const changed = fc
    .constantFrom(...properties)
    .chain(([name, property]) =>
      fc
        .tuple(right, fc.oneof(generators.edge(property), nastyText, tree))
        .map(([body, value]) => ({ ...(body as object), [name]: value })),
    )
  const missing = fc.tuple(right, fc.constantFrom(...properties)).map(([body, [name]]) => ({ ...(body as object), [name]: undefined }))
  const extra = fc.tuple(right, fc.dictionary(nastyText, tree, { maxKeys: 3 })).map(([body, more]) => ({ ...more, ...(body as object) }))
  return fc.oneof({ weight: 4, arbitrary: right }, { weight: 4, arbitrary: changed }, missing, extra, tree)
}

function requests({ parameters, requestBody }: Operation): fc.Arbitrary<Drawn> {
  const placed = (place: 'path' | 'query') => parameters.filter((parameter) => parameter.in === place)
  const value = ({ name, schema }: Operation['parameters'][number]) =>
    fc.oneof({ weight: 5, arbitrary: generators.valid(schema, name) }, generators.edge(schema), nastyText)
  const model = (place: 'path' | 'query') => Object.fromEntries(placed(place).map((parameter) => [parameter.name, value(parameter)]))
  const optional = fc.record(model('query'), { requiredKeys: [] })
  const required = fc.record(model('query'), {
    requiredKeys: placed('query')
      .filter((parameter) => parameter.required)
      .map(({ name }) => name),
  })
  return fc.record({
    actor: fc.constantFrom(...actors),
    params: fc.record(model('path')),
    query: fc.oneof({ weight: 4, arbitrary: required }, optional, fc.dictionary(nastyText, nastyText, { maxKeys: 4 })),
    body: requestBody ? bodies(requestBody.content['application/json'].schema) : fc.constant(undefined),
  })
}

const rows = Object.entries(endpoints) as [EndpointKey, Endpoint][]

describe.each(rows)('AP10 %s', (key, endpoint) => {
  const [verb, path] = key.split(' ') as [string, string]

  test('random and hostile requests → only documented statuses, and no 500', async () => {
    await prepare()
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]![verb.toLowerCase()]!
    await fc.assert(
      fc.asyncProperty(requests(operation), async ({ actor, params, query, body }) => {
        const filled = path.replace(/:(\w+)/g, (_, name: string) => encode(params[name]))
        const search = Object.entries(query)
          .map(([name, value]) => `${encode(name)}=${encode(value)}`)
          .join('&')
        const reply = await clients[actor].request(verb, `${filled}?${search}`, body)
        const documented = operation.responses[reply.status]
        expect(reply.status, JSON.stringify(reply.body)).not.toBe(500)
        expect(Object.keys(operation.responses), JSON.stringify(reply.body)).toContain(String(reply.status))
        if (reply.status === 200) {
          expect(Object.keys(documented!.content)).toContainEqual(endpoint.produces ?? reply.headers.get('content-type')?.split(';')[0])
          if (endpoint.produces === undefined) expect(endpoint.answer.safeParse(reply.body).error?.message).toBeUndefined()
        } else if (reply.status >= 400) {
          expect(Failure.parse(reply.body)).toEqual(reply.body)
        }
      }),
      { numRuns: fuzzRuns(40) },
    )
  }, 120_000)
})

test('AP10 an unsupported method → 404', async () => {
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith('/api/'))
  const templates = paths.map(([path, operations]) => [new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), operations] as const)
  for (const [path] of paths) {
    const filled = path.replace(/\{\w+\}/g, 'x')
    const verbs = templates.filter(([template]) => template.test(filled)).flatMap(([, operations]) => Object.keys(operations))
    for (const verb of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter((name) => !verbs.includes(name.toLowerCase()))) {
      const { status, body } = await clients.member.request(verb, filled)
      expect([verb, path, status, body.code]).toEqual([verb, path, 404, 'not_found'])
    }
  }
})

test.each(['\ud800', 'A\udc00b', 'A\0b'])('AP10 a text with lone surrogates or NUL → 400: %j', async (text) => {
  await prepare()
  const member = clients.member
  const replies = [
    await member.post('/api/v0/beads', { title: `Real ${text}`, category: 'other', invitees: [] }),
    await member.post(`/api/v0/posts/${real.bead}`, { title: `Real ${text}`, tags: [text] }),
    await member.post(`/api/v0/posts/${real.post}`, { media: { href: 'https://example.org/a.mp4', title: text } }),
  ]
  for (const { status, body } of replies) expect([status, body.code]).toEqual([400, 'malformed'])
})
