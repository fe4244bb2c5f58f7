import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages, type Page, type Post } from '#contract/index.ts'
import { demoPassword, seedDemoWorld } from '../../server/demo/seed.ts'
import { addPost, startBead, updateBead, updateMember } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

const roles = ['anonymous', 'member', 'unprivileged', 'uncreative', 'invitee', 'creator', 'admin'] as const
type Role = (typeof roles)[number]

let server: TestServer
const who = {} as Record<Role, Client>
const uids = {} as Record<Role, string>
/** One playlist of each kind, all by the creator. */
const beads = {} as Record<'open' | 'closed' | 'draft' | 'feed', string>

beforeAll(async () => {
  server = await startTestServer()
  for (const role of roles) {
    if (role === 'anonymous') who[role] = server.client()
    else {
      const { client, me } = await server.signUp(`A ${role}`)
      who[role] = client
      uids[role] = me.uid
    }
  }
  await updateMember(server.db, uids.admin, { isAdmin: true })
  await updateMember(server.db, uids.unprivileged, { privileges: { canPost: false } })
  await updateMember(server.db, uids.uncreative, { privileges: { canCreatePost: false } })
  const start = async (more: Record<string, unknown>) => (await startBead(who.creator, { ...more })).id
  beads.open = await start({})
  await updateBead(server.db, beads.open, { groupId: null })
  beads.closed = await start({ invitees: [uids.invitee] })
  beads.draft = await start({ invitees: [uids.invitee], isDraft: true })
  beads.feed = await start({})
  await updateBead(server.db, beads.feed, { groupId: null, isFeed: true })
})
afterAll(() => server.close())

const forbidden = [403, messages.forbidden] as const
const cannotPost = [403, messages.cannotPost] as const
const cannotCreate = [403, messages.cannotCreatePost] as const
const hidden = [403, messages.draftHidden] as const
const anonymous = [401, messages.notSignedIn] as const
const ok = [200, undefined] as const
type Outcome = readonly [number, string | undefined]

const creating: Record<keyof typeof beads, Record<Role, Outcome>> = {
  open: { anonymous, member: ok, unprivileged: cannotPost, uncreative: cannotCreate, invitee: ok, creator: ok, admin: ok },
  closed: { anonymous, member: forbidden, unprivileged: cannotPost, uncreative: cannotCreate, invitee: ok, creator: ok, admin: ok },
  draft: { anonymous, member: hidden, unprivileged: hidden, uncreative: hidden, invitee: ok, creator: ok, admin: ok },
  feed: {
    anonymous,
    member: forbidden,
    unprivileged: cannotPost,
    uncreative: cannotCreate,
    invitee: forbidden,
    creator: forbidden,
    admin: forbidden,
  },
}
const cases = Object.entries(creating).flatMap(([bead, outcomes]) =>
  roles.map((role) => [role, bead as keyof typeof beads, outcomes[role]] as const),
)

describe('B6 permissions to add a post', () => {
  it.each(cases)('B6 %s adds a post to the %s playlist', async (role, bead, [status, message]) => {
    const answer = await who[role].post(`/api/v0/posts/${beads[bead]}`, { title: 'A post' })
    expect([answer.status, answer.body.message]).toEqual([status, message])
  })

  // A repost is not a new post: it does not require canCreatePost (decision 19).
  it.each(cases)('B6 decision 19: %s reposts to the %s playlist', async (role, bead, [status, message]) => {
    const { id } = await addPost(who.creator, beads.open, { title: `For ${role} and ${bead}` })
    const expected = message === messages.cannotCreatePost ? (bead === 'open' ? ok : forbidden) : [status, message]
    const answer = await who[role].post(`/api/v0/posts/${id}/repost/${bead === 'open' ? await another() : beads[bead]}`, {})
    expect([answer.status, answer.body.message]).toEqual(expected)
  })

  async function another(): Promise<string> {
    const { id } = await startBead(who.creator)
    await updateBead(server.db, id, { groupId: null })
    return id
  }
})

describe('B6 permissions to edit and delete', () => {
  const may: Record<Role, boolean> = {
    anonymous: false,
    member: false,
    unprivileged: false,
    uncreative: false,
    invitee: true,
    creator: false,
    admin: true,
  }
  // The post is the invitee's, in the creator's playlist.
  it.each(roles)('B6 %s edits and deletes a post of the invitee', async (role) => {
    const { id } = await addPost(who.invitee, beads.closed, { title: 'Of the invitee' })
    const status = may[role] ? 200 : role === 'anonymous' ? 401 : 403
    expect((await who[role].get(`/api/v0/posts/${id}`)).body.can).toEqual({ edit: may[role], delete: may[role] })
    expect((await who[role].post(`/api/v0/posts/${id}`, { title: 'Changed' })).status).toBe(status)
    expect((await who[role].delete(`/api/v0/posts/${id}`)).status).toBe(status)
    expect((await who.admin.get(`/api/v0/posts/${id}`)).status).toBe(may[role] ? 404 : 200)
  })

  it('BY14 edits and deletions by an admin are logged', async () => {
    const { id } = await addPost(who.invitee, beads.closed, { title: 'Watched' })
    await who.admin.post(`/api/v0/posts/${id}`, { title: 'By the admin' })
    await who.admin.delete(`/api/v0/posts/${id}`)
    const rows: { action: string; uid: string }[] = await server.db.query(
      `SELECT "action", "uid" FROM "admin_action" WHERE "targetId" = '${id}' ORDER BY "id"`,
    )
    expect(rows).toEqual(['post.edit', 'post.delete'].map((action) => ({ action, uid: uids.admin })))
  })
})

describe('RO1 read-only', () => {
  it('RO1 adding, editing, reposting and deleting posts → 503', async () => {
    const closed = await startTestServer({ env: { STRAND_READ_ONLY: '1' }, seed: (db) => seedDemoWorld(db, new Date()) })
    const client = closed.client()
    expect((await client.post('/api/v1/auth/login', { username: 'demo', password: demoPassword })).status).toBe(200)
    const [post] = (await client.get<Page<Post>>('/api/v0/posts?createdby=demo&limit=1')).body.results
    const writes = [
      `/api/v0/posts/${post!.bead.id}`,
      `/api/v0/posts/${post!.id}`,
      `/api/v0/posts/${post!.id}/repost/${post!.bead.id}`,
      `/api/v0/posts/${post!.id}/play`,
    ]
    for (const path of writes) expect([path, (await client.post(path, { title: 'x' })).body.message]).toEqual([path, messages.readOnly])
    expect((await client.delete(`/api/v0/posts/${post!.id}`)).status).toBe(503)
    expect((await client.get(`/api/v0/posts/${post!.id}`)).status).toBe(200)
    await closed.close()
  })
})
