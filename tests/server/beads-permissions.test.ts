/** B6: permissions of a playlist, for every role. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages, type Bead, type Post } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { demoPassword, seedDemoWorld } from '../../server/demo/seed.ts'
import { AdminActionEntity } from '../../server/features/moderation/entities.ts'
import { OutboxEntity } from '#outbox/entities.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { base64, picture } from '../support/pictures.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer

const roles = ['anonymous', 'member', 'unprivileged', 'invitee', 'creator', 'admin'] as const
type Role = (typeof roles)[number]
const clients = {} as Record<Role, Client>
const uids = {} as Record<Role, string>

beforeAll(async () => {
  server = await startTestServer()
  for (const role of roles) {
    if (role === 'anonymous') {
      clients.anonymous = server.client()
      continue
    }
    const { client, me } = await server.signUp(`The ${role}`)
    clients[role] = client
    uids[role] = me.uid
  }
  await updateMember(server.db, uids.admin, { isAdmin: true })
})
afterAll(() => server.close())

/** Sets the privileges of the unprivileged member; `{}` grants all. */
const deny = (privileges: Record<string, false>) => updateMember(server.db, uids.unprivileged, { privileges })

const open = { title: 'Which song wakes you', description: 'One each.', category: 'music', invitees: undefined }
const openBead = async (published = true): Promise<Bead> => {
  const bead = await startBead(clients.creator, open)
  if (published) expect((await clients.admin.post(`/api/v0/beads/${bead.id}/publish`)).status).toBe(200)
  return bead
}
const personalBead = (more: object = {}) => startBead(clients.creator, { invitees: [uids.invitee], ...more })

type Expected = Record<Role, number>
const onlyFor = (...allowed: Role[]): Expected =>
  ({
    anonymous: 401,
    ...Object.fromEntries(roles.slice(1).map((role) => [role, allowed.includes(role) ? 200 : 403])),
  }) as Expected

/** The status that each role gets for the same request, each on a playlist of its own. */
async function ask(make: () => Promise<Bead>, deed: (client: Client, bead: Bead) => Promise<{ status: number }>): Promise<Expected> {
  const answers = {} as Expected
  for (const role of roles) answers[role] = (await deed(clients[role], await make())).status
  return answers
}

const factsOf = async (): Promise<string[]> => (await server.db.getRepository(OutboxEntity).find()).map(({ fact }) => fact.kind)
const forgetFacts = () => transaction(server.db, (manager) => manager.createQueryBuilder().delete().from(OutboxEntity).execute())

describe('B12 C1 creating', () => {
  const start = (body: object) => async (client: Client) => client.post('/api/v0/beads', { title: 'A list', category: 'other', ...body })

  it('B12 every member may create playlists; visitors and members without canCreateBead may not', async () => {
    await deny({ canCreateBead: false })
    expect(await ask(personalBead, start({ invitees: [] }))).toEqual(onlyFor('member', 'invitee', 'creator', 'admin'))
    const { body } = await start({ invitees: [] })(clients.unprivileged)
    expect(body.message).toBe("You don't have the privileges to create a playlist")
    await deny({})
    expect((await start({ invitees: [] })(clients.unprivileged)).status).toBe(200)
  })

  it('B12 only with canCreateDraftBead, verified or as an admin: a personal playlist without or with a pasted picture (decision 17)', async () => {
    await deny({ canCreateDraftBead: false })
    const skipped = { invitees: [], skippedImage: true }
    expect(await ask(personalBead, start(skipped))).toEqual(onlyFor('member', 'invitee', 'creator', 'admin'))
    expect((await start(skipped)(clients.unprivileged)).body.message).toBe(messages.cannotSkipImage)
    // A draft without a picture counts as skipped, with or without `skippedImage`.
    expect(await ask(personalBead, start({ invitees: [], isDraft: true }))).toEqual(onlyFor('member', 'invitee', 'creator', 'admin'))
    expect((await start({ invitees: [], isDraft: true })(clients.unprivileged)).body.message).toBe(messages.cannotSkipImage)
    expect((await start({ ...open, isDraft: true })(clients.unprivileged)).status).toBe(200)
    // Without the privilege, the URL is refused before it is fetched; for others no host responds.
    const pasted = { invitees: [], imageSrc: 'https://pictures.example/a.jpg' }
    const answers = await ask(personalBead, start(pasted))
    expect(answers).toMatchObject({ anonymous: 401, unprivileged: 403, member: 400, admin: 400 })
    expect((await start({ invitees: [], imageSrc: 'https://live.staticflickr.com/1/a.jpg' })(clients.unprivileged)).body.message).toBe(
      messages.imageGone,
    )
    await updateMember(server.db, uids.unprivileged, { verified: true })
    expect((await start(skipped)(clients.unprivileged)).status).toBe(200)
    await updateMember(server.db, uids.unprivileged, { verified: false })
    // Removing an existing picture requires the same privilege.
    await deny({})
    const own = (
      await start({ invitees: [], image: await base64(picture(300, 300)), attribution: { name: 'Ann', url: 'https://example.org' } })(
        clients.unprivileged,
      )
    ).body.data
    await deny({ canCreateDraftBead: false })
    const taken = await clients.unprivileged.post(`/api/v0/beads/${own.id}`, { skippedImage: true })
    expect([taken.status, taken.body.message]).toEqual([403, messages.cannotSkipImage])
    expect((await clients.unprivileged.get(`/api/v0/beads/${own.id}`)).body.image).toBe(own.image)
    // An open playlist can always be created without a picture.
    expect((await start({ ...open, skippedImage: true })(clients.unprivileged)).status).toBe(200)
    await deny({})
  })
})

describe('B12 reading, editing and deleting', () => {
  it('B11 a draft is readable for its creator, its invitees and admins, a published playlist for everyone', async () => {
    const read = (client: Client, { id }: Bead) => client.get(`/api/v0/beads/${id}`)
    const followers = (client: Client, { id }: Bead) => client.get(`/api/v0/beads/${id}/followers`)
    for (const deed of [read, followers]) {
      expect(await ask(() => personalBead({ isDraft: true }), deed)).toEqual({
        ...onlyFor('invitee', 'creator', 'admin'),
        anonymous: 403,
      })
      expect(await ask(() => openBead(false), deed)).toEqual({ ...onlyFor('creator', 'admin'), anonymous: 403 })
      expect(Object.values(await ask(personalBead, deed))).toEqual([200, 200, 200, 200, 200, 200])
    }
  })

  it('B12 creator and admins may edit open and personal playlists', async () => {
    const edit = (client: Client, { id }: Bead) => client.post(`/api/v0/beads/${id}`, { title: 'Another title' })
    expect(await ask(personalBead, edit)).toEqual(onlyFor('creator', 'admin'))
    expect(await ask(openBead, edit)).toEqual(onlyFor('creator', 'admin'))
  })

  it('B12 fields of admins, set by the creator → 403', async () => {
    for (const body of [
      { cta: { type: 'follow' } },
      { featured: { description: 'Look' } },
      { partnerMetaData: {} },
      { isMilqPremier: true },
      { isFeed: true },
    ])
      expect(await ask(personalBead, (client, { id }) => client.post(`/api/v0/beads/${id}`, body))).toEqual(onlyFor('admin'))
  })

  it('B12 the creator may delete only invite-only or empty playlists; admins any', async () => {
    const remove = (client: Client, { id }: Bead) => client.delete(`/api/v0/beads/${id}`)
    const filled = async (bead: Bead): Promise<Bead> => {
      await addPost(clients.admin, bead.id)
      return bead
    }
    expect(await ask(async () => filled(await personalBead()), remove)).toEqual(onlyFor('creator', 'admin'))
    expect(await ask(openBead, remove)).toEqual(onlyFor('creator', 'admin'))
    expect(await ask(async () => filled(await openBead()), remove)).toEqual(onlyFor('admin'))
  })
})

describe('B11 publishing (decision 14)', () => {
  const publish = (client: Client, { id }: Bead) => client.post(`/api/v0/beads/${id}/publish`)

  it('B11 an invite-only draft may be published by its creator or an admin, an open one by an admin', async () => {
    expect(await ask(() => personalBead({ isDraft: true }), publish)).toEqual(onlyFor('creator', 'admin'))
    expect(await ask(() => openBead(false), publish)).toEqual(onlyFor('admin'))
  })

  it('B11 concurrent publications emit one event; a later edit cannot make it a draft again', async () => {
    const bead = await personalBead({ isDraft: true })
    await forgetFacts()
    const replies = await Promise.all([1, 2, 3].map(() => publish(clients.creator, bead)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replies[0]!.body).toMatchObject({ bead: bead.id, data: { isDraft: false, can: { publish: false } } })
    expect((await factsOf()).filter((kind) => kind === 'beadPublished')).toHaveLength(1)
    // An edit cannot make it a draft again.
    await clients.creator.post(`/api/v0/beads/${bead.id}`, { isDraft: true, title: 'Still here' })
    expect((await clients.anonymous.get(`/api/v0/beads/${bead.id}`)).body).toMatchObject({ isDraft: false, title: 'Still here' })
  })
})

describe('B12 inviting', () => {
  const invite = (client: Client, { id }: Bead) => client.post(`/api/v0/beads/${id}/invite`, { newInvitees: [uids.unprivileged] })

  it('B12 the creator or an admin may invite to an invite-only playlist, but not to an open one', async () => {
    expect(await ask(personalBead, invite)).toEqual(onlyFor('creator', 'admin'))
    expect(await ask(openBead, invite)).toEqual(onlyFor())
    expect((await invite(clients.creator, await openBead())).body.message).toBe(messages.onlyInviteOnly)
  })

  it('B12 the creator, an admin and the invitee may remove an invitation', async () => {
    const back = (client: Client, { id }: Bead) => client.delete(`/api/v0/beads/${id}/invitees/${uids.invitee}`)
    expect(await ask(personalBead, back)).toEqual(onlyFor('invitee', 'creator', 'admin'))
  })
})

describe('B12 the featured curator', () => {
  it('B12 B10 only admins may set the featured curator', async () => {
    expect(await ask(personalBead, (client, { id }) => client.post(`/api/v0/beads/${id}/featuredcurator?uid=${uids.member}`))).toEqual(
      onlyFor('admin'),
    )
  })
})

describe('BY5 B12 the curated order', () => {
  const posts = new Map<string, Post[]>()
  const withPosts = async (bead: Bead): Promise<Bead> => {
    posts.set(bead.id, [await addPost(clients.admin, bead.id, { title: 'One' }), await addPost(clients.admin, bead.id, { title: 'Two' })])
    return bead
  }
  const move = (client: Client, { id }: Bead) => client.post(`/api/v0/beads/${id}/posts/${posts.get(id)![1]!.id}/move`, { after: null })

  it('BY5 members who may post to a playlist may move its posts', async () => {
    expect(await ask(async () => withPosts(await personalBead()), move)).toEqual(onlyFor('invitee', 'creator', 'admin'))
    await deny({ canPost: false })
    expect(await ask(async () => withPosts(await openBead()), move)).toEqual(onlyFor('member', 'invitee', 'creator', 'admin'))
    expect((await move(clients.unprivileged, await withPosts(await openBead()))).body.message).toBe("You don't have the privileges to post")
    await deny({})
  })
})

describe('AP7 events', () => {
  it('AP7 each change emits one event; an edit without changes emits none', async () => {
    const { creator } = clients
    await server.services.outbox.drain()
    await forgetFacts()
    const facts = async () => {
      const found = (await server.db.getRepository(OutboxEntity).find({ order: { id: 'ASC' } })).map(({ fact }) => fact)
      await forgetFacts()
      return found
    }
    const by = uids.creator
    const bead = await startBead(creator, { title: 'Of facts', invitees: [uids.invitee], isDraft: true })
    const about = { beadId: bead.id, by }
    expect(await facts()).toEqual([
      { kind: 'beadCreated', ...about, isDraft: true },
      { kind: 'invited', ...about, uids: [uids.invitee] },
    ])
    await creator.post(`/api/v0/beads/${bead.id}`, { title: 'Of more facts' })
    expect(await facts()).toEqual([{ kind: 'beadChanged', ...about }])
    await creator.post(`/api/v0/beads/${bead.id}/publish`)
    expect(await facts()).toEqual([{ kind: 'beadPublished', ...about }])
    await creator.post(`/api/v0/beads/${bead.id}/invite`, { newInvitees: [uids.invitee, uids.member] })
    expect(await facts()).toEqual([{ kind: 'invited', ...about, uids: [uids.member] }])
    await creator.post(`/api/v0/beads/${bead.id}/publish`)
    await creator.post(`/api/v0/beads/${bead.id}/invite`, { newInvitees: [uids.member] })
    await creator.post(`/api/v0/beads/${bead.id}`, {})
    await creator.post(`/api/v0/beads/${bead.id}`, { title: '!' })
    await clients.member.delete(`/api/v0/beads/${bead.id}`)
    expect(await facts()).toEqual([])
    await creator.delete(`/api/v0/beads/${bead.id}/invitees/${uids.member}`)
    expect(await facts()).toEqual([{ kind: 'beadChanged', ...about }])
    await creator.delete(`/api/v0/beads/${bead.id}`)
    expect(await facts()).toEqual([{ kind: 'beadRemoved', ...about }])
  })
})

describe('BY14 log of admin actions', () => {
  it('BY14 actions of admins on playlists of others are logged once, on their own not at all', async () => {
    const bead = await personalBead({ isDraft: true })
    const { admin } = clients
    await admin.post(`/api/v0/beads/${bead.id}`, { title: 'Edited' })
    await admin.post(`/api/v0/beads/${bead.id}/publish`)
    await admin.post(`/api/v0/beads/${bead.id}/featuredcurator?uid=${uids.member}`)
    await admin.delete(`/api/v0/beads/${bead.id}`)
    const actions = await server.db.getRepository(AdminActionEntity).findBy({ targetId: bead.id })
    expect(actions.map(({ action }) => action).toSorted()).toEqual(['bead.curator', 'bead.delete', 'bead.edit', 'bead.publish'])
    for (const { uid, targetKind } of actions) expect([uid, targetKind]).toEqual([uids.admin, 'bead'])
    const own = await startBead(admin)
    await admin.post(`/api/v0/beads/${own.id}`, { title: 'Mine' })
    await admin.delete(`/api/v0/beads/${own.id}`)
    expect(await server.db.getRepository(AdminActionEntity).countBy({ targetId: own.id })).toBe(0)
  })
})

describe('RO1 read-only', () => {
  it('RO1 a read-only server refuses every write with 503, also of creators and admins, and still answers reads', async () => {
    const still = await startTestServer({ env: { STRAND_READ_ONLY: '1' }, seed: (db) => seedDemoWorld(db, new Date()) })
    const { body: mine } = await still.client().get('/api/v0/beads?createdby=demo')
    const bead = (mine.results as Bead[]).find(({ invitees, postCount }) => invitees && postCount > 1)!
    const { body: posts } = await still.client().get(`/api/v0/posts?bead=${bead.id}`)
    for (const username of ['demo', 'admin', 'partner']) {
      const client = still.client()
      expect((await client.post('/api/v1/auth/milq', { username, password: demoPassword })).status).toBe(200)
      const replies = [
        await client.post('/api/v0/beads', { title: 'A list', category: 'other', invitees: [] }),
        await client.post(`/api/v0/beads/${bead.id}`, { title: 'Another' }),
        await client.post(`/api/v0/beads/${bead.id}/publish`),
        await client.post(`/api/v0/beads/${bead.id}/invite`, { newInvitees: ['partner'] }),
        await client.delete(`/api/v0/beads/${bead.id}/invitees/partner`),
        await client.post(`/api/v0/beads/${bead.id}/posts/${posts.results[0].id}/move`, { after: null }),
        await client.delete(`/api/v0/beads/${bead.id}`),
        ...(username === 'admin' ? [await client.post(`/api/v0/beads/${bead.id}/featuredcurator?uid=demo`)] : []),
      ]
      for (const { status, body } of replies) expect([status, body.code]).toEqual([503, 'read_only'])
      expect((await client.get(`/api/v0/beads/${bead.id}`)).body).toMatchObject({ title: bead.title })
    }
    await still.close()
  })
})
