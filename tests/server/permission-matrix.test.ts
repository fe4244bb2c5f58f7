/** Section 6 of both documents: every endpoint of the contract for every role, on a published playlist and on a draft. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type EndpointKey } from '#contract/index.ts'
import { worksWhenReadOnly } from '#http/mount.ts'
import { openApiDocument } from '#http/openapi.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { permissions, roles, type Case, type Place, type Role, type Target } from '../support/permissions.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

interface Operation {
  parameters: { name: string; in: string; required: boolean; example: unknown }[]
  requestBody?: { content: { 'application/json': { example: unknown } } }
}
const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> }

let server: TestServer
const clients = {} as Record<Role, Client>
const uids = {} as Record<Role, string>
let open: string
let bystander: string
let media = 0
let shared: Record<'published' | 'draft', Place>

const ok = async <T>(work: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await work
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

async function makePlace(isDraft: boolean): Promise<Place> {
  const { creator } = clients
  const { id: bead } = await startBead(creator, { isDraft, invitees: [uids.invitee] })
  const { id: post } = await addPost(creator, bead, {
    title: 'By the creator',
    media: { href: `https://youtu.be/${String((media += 1)).padStart(11, 'a')}` },
  })
  const { id: comment } = await ok(creator.post(`/api/v0/comments/${post}`, { text: 'By the creator, too' }))
  return { bead, post, comment }
}

async function signIn(role: Role): Promise<void> {
  const { client, me } = await server.signUp(role)
  clients[role] = client
  uids[role] = me.uid
  if (role === 'admin') await updateMember(server.db, me.uid, { isAdmin: true })
  if (role === 'unprivileged') {
    const denied = ['canComment', 'canCreateBead', 'canCreateDraftBead', 'canFollow', 'canPost', 'canCreatePost'].map((name) => [
      name,
      false,
    ])
    await updateMember(server.db, me.uid, { privileges: Object.fromEntries(denied) })
  }
}

beforeAll(async () => {
  server = await startTestServer()
  clients.anonymous = server.client()
  for (const role of roles) if (role !== 'anonymous') await signIn(role)
  bystander = (await server.signUp('By Stander')).me.uid
  open = (await startBead(clients.creator, { title: 'Which one', description: 'All of them', invitees: undefined })).id
  await ok(clients.admin.post(`/api/v0/beads/${open}/publish`))
  shared = { published: await makePlace(false), draft: await makePlace(true) }
})
afterAll(() => server.close())

/** Restores the sessions of clients that signed in as another member, or out. */
async function restore(role: Role): Promise<void> {
  if (role === 'anonymous') clients.anonymous = server.client()
  else if ((await clients[role].get('/api/v0/me')).body.uid !== uids[role]) {
    clients[role] = server.client()
    await ok(clients[role].post('/api/v1/auth/login', { username: uids[role], password: 'correct horse' }))
  }
}

const split = (key: string): [verb: string, path: string] => key.split(' ') as [string, string]
const writes = (key: EndpointKey): boolean => !key.startsWith('GET ') || 'changes' in endpoints[key]

/** The path parameters that a case does not set. */
const idsOfPath = (path: string, { bead, post, comment, uid }: Target): Record<string, string> => {
  const kinds: [RegExp, string][] = [
    [/\/beads\//, bead],
    [/\/comments\//, comment],
    [/\/(posts|feedback|flags)\//, post],
  ]
  const id = kinds.find(([pattern]) => pattern.test(path))?.[1]
  return { ...(id !== undefined && { id }), bead, post, uid, tag: 'jazz', query: 'jazz', format: 'rss' }
}

/** Builds the request of a case from the examples of the OpenAPI document, overridden by the case. */
function requestOf(key: EndpointKey, { request }: Case, target: Target): { address: string; body: unknown } {
  const [verb, path] = split(key)
  const { parameters, requestBody } = paths[path.replace(/:(\w+)/g, '{$1}')]![verb.toLowerCase()]!
  const examples = (place: string, mandatory: boolean) =>
    Object.fromEntries(
      parameters.filter((one) => one.in === place && (one.required || !mandatory)).map(({ name, example }) => [name, String(example)]),
    )
  const { params = {}, query = {}, body } = request?.(target) ?? {}
  const filled = { ...examples('path', false), ...idsOfPath(path, target), ...params } as Record<string, string>
  const search = new URLSearchParams({ ...examples('query', true), ...query } as Record<string, string>)
  return {
    address: `${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(filled[name]!))}?${search}`,
    body: body ?? requestBody?.content['application/json'].example,
  }
}

const rows = (Object.entries(permissions) as [EndpointKey, Case | Case[]][]).flatMap(([key, cases]) =>
  [cases].flat().map((one) => [`${key}${one.title === undefined ? '' : `, ${one.title}`}`, key, one] as const),
)

test('the table has every endpoint of the contract', () => {
  expect(Object.keys(permissions).toSorted()).toEqual(Object.keys(endpoints).toSorted())
})

describe.each(['published', 'draft'] as const)('U1 U2 B6 %s content', (state) => {
  const stateRows = rows.filter(([, , one]) => one[state] !== undefined)

  test.each(stateRows)('%s', async (_name, key, one) => {
    const got: number[] = []
    const replies: unknown[] = []
    for (const role of roles) {
      const place = writes(key) ? await makePlace(state === 'draft') : shared[state]
      const { address, body } = requestOf(key, one, {
        ...place,
        open,
        other: shared[state].bead,
        uid: uids.creator,
        invitee: uids.invitee,
        bystander,
      })
      const reply = await clients[role].request(split(key)[0], address, body)
      got.push(reply.status)
      replies.push(reply.status === 200 ? 'ok' : (reply.body.message ?? reply.body))
      if (writes(key)) await restore(role)
    }
    expect(got.join(' '), JSON.stringify(replies)).toBe(one[state])
  })
})

test('RO1 a read-only server refuses every write; reads have the same permissions', async () => {
  const readOnly = await startTestServer({ env: { STRAND_READ_ONLY: '1' } })
  try {
    const { me } = {
      me: await readOnly.services.accounts.signUp({ name: 'Earlier Member', email: 'earlier@example.org', password: 'earlier' }),
    }
    await updateMember(readOnly.db, me.uid, { isAdmin: true })
    const client = readOnly.client()
    await ok(client.post('/api/v1/auth/login', { username: me.uid, password: 'earlier' }))
    const nowhere = {
      bead: open,
      post: shared.published.post,
      comment: shared.published.comment,
      open,
      other: open,
      uid: me.uid,
      invitee: me.uid,
      bystander,
    }
    for (const [, key, one] of rows) {
      if (worksWhenReadOnly.has(key)) continue
      const { address, body } = requestOf(key, one, nowhere)
      const reply = await client.request(split(key)[0], address, body)
      expect([key, reply.status === 503 && reply.body.code === 'read_only']).toEqual([key, writes(key)])
    }
  } finally {
    await readOnly.close()
  }
})
