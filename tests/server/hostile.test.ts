/** Requests that no page of ours would send: each is answered with what the contract foresees, never with 500. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, errorCodes, Failure, formatId, type Endpoint, type EndpointKey } from '../../server/contract/index.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let member: Client
let uid: string
/** What is really there, so that a hostile request also gets past the first look. */
let bead: string
let post: string
beforeAll(async () => {
  server = await startTestServer()
  const signedUp = await server.signUp()
  member = signedUp.client
  uid = signedUp.me.uid
  bead = (await member.post('/api/v0/beads', { title: 'Real', category: 'other', invitees: [] })).body.bead
  post = (await member.post(`/api/v0/posts/${bead}`, { title: 'Real' })).body.id
})
afterAll(() => server.close())

const rows = Object.entries(endpoints) as [EndpointKey, Endpoint][]

const someId = (kind: 'bead' | 'post' | 'comment') => fc.constant(formatId(kind, 1_700_000_000_000, '0000000z'))
/** Texts that break something somewhere: quotes, escapes, NULs, halves of surrogate pairs, mark-up, numbers that are none. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('', '0', '-1', '1e999', 'NaN', "'", '"', '\\', '%', '%00', '\0', '\ud800', '\udfff', '../..', '__proto__', 'null', '<script>', '{}', '[]', ' '),
  fc.constantFrom('9'.repeat(400), 'x'.repeat(5000), '\u202e', 'a@b.c', 'https://[::1', 'javascript:alert(1)', 'data:,x', 'http://169.254.169.254/'),
  someId('bead'), someId('post'), someId('comment'),
  fc.nat(2).map((which) => [bead, post, uid][which]!),
)
const names = fc.constantFrom(
  'name', 'email', 'password', 'username', 'title', 'description', 'category', 'tags', 'media', 'href', 'bead', 'from', 'limit', 'sort', 'ts',
  'ids', 'createdby', 'writer', 'invitees', 'text', '__proto__', 'constructor', 'toString', 'length',
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' }, nasty, fc.double(), fc.integer(), fc.boolean(), fc.constant(null),
    fc.array(tie('tree'), { maxLength: 4 }), fc.dictionary(names, tie('tree'), { maxKeys: 6 }),
  ),
}))

/** Bodies that are right: a request with one of these and a hostile field more goes deep. */
const right: Partial<Record<EndpointKey, () => object>> = {
  'POST /api/v0/auth/signup': () => ({ name: 'Fuzz', email: `${fuzzed += 1}@example.org`, password: 'fuzz' }),
  'POST /api/v1/auth/milq': () => ({ username: uid, password: 'wrong' }),
  'POST /api/v0/beads': () => ({ title: 'Fuzz', category: 'other', invitees: [] }),
  'POST /api/v0/posts/:id': () => ({ title: 'Fuzz', media: { href: 'https://youtu.be/dQw4w9WgXcQ' } }),
  'POST /api/v0/media/detect': () => ({ media: { href: 'https://example.org/' } }),
}
let fuzzed = 0

const encode = (text: string): string => encodeURIComponent(Buffer.from(text).toString()) || '%20'
const idOf = (key: EndpointKey, name: string): string =>
  name === 'uid' ? uid : name === 'bead' || key.includes('/beads/') || (key === 'POST /api/v0/posts/:id' && fuzzed % 2 === 0) ? bead : post
const answers = new Set<number>(Object.values(errorCodes).filter((status) => status < 500))
const tried = rows.filter(([, { body, query, params }]) => body ?? query ?? params)

test.each(tried)('AP10 %s withstands', async (key) => {
  const [verb, path] = key.split(' ') as [string, string]
  const request = fc.record({
    real: fc.boolean(),
    correct: fc.boolean(),
    params: fc.array(nasty, { minLength: 3, maxLength: 3 }),
    query: fc.dictionary(fc.oneof(names, nasty), nasty, { maxKeys: 5 }),
    body: fc.dictionary(fc.oneof(names, nasty), tree, { maxKeys: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ real, correct, params, query, body }) => {
      // What is to be deleted is never real, so that the rest has something to meet.
      const existing = real && verb !== 'DELETE'
      let index = 0
      const filled = path.replace(/:(\w+)/g, (_, name: string) => (existing ? idOf(key, name) : encode(params[index++]!)))
      const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
      const reply = await member.request(verb, `${filled}?${search}`, verb === 'POST' ? { ...(correct && right[key]?.()), ...body } : undefined)
      if (reply.status === 200) return
      expect(answers).toContain(reply.status)
      expect(Failure.parse(reply.body)).toEqual(reply.body)
    }),
    { numRuns: 100 },
  )
}, 60_000)

test.each(['\ud800', 'A\udc00b', 'A\0b'])('AP10 a text that no database could keep is refused: %j', async (text) => {
  const replies = [
    await member.post('/api/v0/beads', { title: `Real ${text}`, category: 'other', invitees: [] }),
    await member.post(`/api/v0/posts/${bead}`, { title: `Real ${text}`, tags: [text] }),
    await member.post(`/api/v0/posts/${post}`, { media: { href: 'https://example.org/a.mp4', title: text } }),
  ]
  for (const { status, body } of replies) expect([status, body.code]).toEqual([400, 'malformed'])
})
