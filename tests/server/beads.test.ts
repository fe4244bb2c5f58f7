import { describe, expect, it } from 'vitest'
import { messages, type Bead, type Page } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { createBeads } from '../../server/features/beads/service.ts'
import { InviteeEntity } from '../../server/features/beads/entities.ts'
import { CommentEntity } from '../../server/features/comments/entities.ts'
import { PostEntity } from '../../server/features/posts/entities.ts'
import { RelationEntity, relationTypes } from '../../server/features/relations/entities.ts'
import { addPost, member, startBead, updateBead, updateMember } from '../support/content.ts'
import { ada, admin, ben, join, server, setUpPeople, visitor } from '../support/people.ts'

setUpPeople()

const open = { title: 'Which songs wake you up', description: 'One song each.', category: 'music' }
const list = async (query: string, client = visitor) => (await client.get<Page<Bead>>(`/api/v0/beads?${query}`)).body
const titles = (page: Page<Bead>) => page.results.map(({ title }) => title)

it('V1 no eligible playlist → no Bead of the Day', async () => {
  expect((await visitor.get('/api/v0/beads/day')).body).toEqual({ bead: null })
})

describe('C1 creating a playlist', () => {
  it('C1 an open playlist has a question as title and is a draft until it is reviewed', async () => {
    const { status, body } = await ada.client.post('/api/v0/beads', open)
    expect(status).toBe(200)
    expect(body.bead).toBe(body.data.id)
    expect(body.data).toMatchObject({
      _id: body.bead,
      title: 'Which songs wake you up?',
      category: 'music',
      isDraft: true,
      isFeed: false,
      postCount: 0,
      href: `/${body.bead}`,
      creator: { uid: ada.uid, name: 'Ada Rivers' },
      can: { edit: true, delete: true, post: true },
    })
    expect(body.data).not.toHaveProperty('invitees')
    expect(body.data).not.toHaveProperty('groupId')
  })

  it('C1 an admin’s open playlist is published at once', async () => {
    expect(await startBead(admin.client, { ...open, invitees: undefined })).toMatchObject({ isDraft: false })
  })

  it('C1 a playlist with invitees, even an empty list, is invite-only and has a group', async () => {
    const bead = await startBead(ada.client, { title: 'Ours  alone', invitees: [ben.uid, ben.uid, ada.uid] })
    expect(bead).toMatchObject({ title: 'Ours alone', isDraft: false, invitees: [{ uid: ben.uid }] })
    expect(bead.groupId).toMatch(/^g/)
    expect(await startBead(ada.client)).toMatchObject({ invitees: [], isDraft: false })
  })

  it('C1 an invitee who is not a member → 400', async () => {
    const { status, body } = await ada.client.post('/api/v0/beads', { title: 'Ours', category: 'other', invitees: ['missing.member'] })
    expect(status).toBe(400)
    expect(body.fields).toHaveProperty('invitees')
  })

  it.each([
    ['a title of one character', { ...open, title: 'a' }, 'title', messages.beadTitleInvalid],
    ['a title without a letter', { ...open, title: '12 34' }, 'title', messages.beadTitleInvalid],
    ['64 characters without room for the "?"', { ...open, title: 'x'.repeat(64) }, 'title', messages.beadTitleTooLong],
    ['an open playlist without a description', { ...open, description: '  ' }, 'description', messages.beadDescriptionRequired],
    ['the category "everything"', { ...open, category: 'everything' }, 'category', messages.categoryRequired],
    ['no category', { ...open, category: undefined }, 'category', messages.categoryRequired],
  ])('C1 %s → refused', async (_what, body, field, message) => {
    const reply = await ada.client.post('/api/v0/beads', body)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ code: 'invalid', message, fields: { [field]: message } })
  })

  it('C1 the maximum title length is 64 for personal and 63 for open playlists', async () => {
    expect((await startBead(ada.client, { title: 'x'.repeat(64) })).title).toHaveLength(64)
    expect((await startBead(admin.client, { ...open, invitees: undefined, title: 'x'.repeat(63) })).title).toHaveLength(64)
    expect((await startBead(admin.client, { ...open, invitees: undefined, title: 'Really?' })).title).toBe('Really?')
  })

  it('C1 tags are normalised; the same tag in another case is dropped', async () => {
    expect((await startBead(ada.client, { tags: ['rock & roll', 'Rock and Roll', 'café', '!!', 'CAFE'] })).tags).toEqual([
      'RockAndRoll',
      'Cafe',
    ])
    expect((await startBead(ada.client, { tags: [`${'x'.repeat(49)}𐌰`] })).tags).toEqual([`X${'x'.repeat(48)}`])
  })

  it('C2 an attribution URL gets its scheme; a script URL is refused', async () => {
    expect((await startBead(ada.client, { attribution: { name: ' Ann  Lee ', url: 'example.org/a' } })).attribution).toEqual({
      name: 'Ann Lee',
      url: 'http://example.org/a',
    })
    expect(
      (
        await ada.client.post('/api/v0/beads', {
          title: 'Ours',
          category: 'other',
          invitees: [],
          attribution: { url: 'javascript:alert(1)' },
        })
      ).status,
    ).toBe(400)
  })

  it('C4 the fields of the basic creator make a published personal playlist', async () => {
    const bead = await startBead(ada.client, { title: 'Rainy day', category: 'other', attribution: { url: '' }, description: '' })
    expect((await visitor.get(`/api/v0/beads/${bead.id}`)).body).toMatchObject({
      title: 'Rainy day',
      isDraft: false,
      category: 'other',
      invitees: [],
      can: { edit: false, delete: false, post: false },
    })
    expect(titles(await list('sort=recent'))[0]).toBe('Rainy day')
  })

  it('C1 a new playlist increases the creator’s playlist count', async () => {
    const before = (await member(server.db, ben.uid)).createdBeadCount
    await startBead(ben.client)
    expect((await member(server.db, ben.uid)).createdBeadCount).toBe(before + 1)
  })

  it('W6 creating without canCreateBead → 403', async () => {
    const carl = await join(server, 'Carl')
    await updateMember(server.db, carl.uid, { privileges: { canCreateBead: false } })
    const { status, body } = await carl.client.post('/api/v0/beads', open)
    expect(status).toBe(403)
    expect(body.message).toBe("You don't have the privileges to create a playlist")
    expect((await visitor.post('/api/v0/beads', open)).status).toBe(401)
  })
})

describe('B11 drafts', () => {
  it('B11 a draft is visible to its creator, its invitees and admins, and in no public list', async () => {
    const bead = await startBead(ada.client, { title: 'Secret plans', isDraft: true, invitees: [ben.uid] })
    for (const { client } of [ada, ben, admin]) expect((await client.get(`/api/v0/beads/${bead.id}`)).status).toBe(200)
    const stranger = await join(server, 'Stranger')
    for (const client of [visitor, stranger.client]) {
      const { status, body } = await client.get(`/api/v0/beads/${bead.id}`)
      expect(status).toBe(403)
      expect(body.message).toBe('Sorry, this Playlist is only available to its collaborators.')
    }
    expect(titles(await list('sort=recent', ada.client))).not.toContain('Secret plans')
    expect(titles(await list(`createdby=${ada.uid}`))).not.toContain('Secret plans')
    expect(titles(await list(`createdby=${ada.uid}`, stranger.client))).not.toContain('Secret plans')
    for (const { client } of [ada, ben, admin]) expect(titles(await list(`createdby=${ada.uid}`, client))).toContain('Secret plans')
    expect((await list(`ids=${bead.id}`)).results).toEqual([])
    expect((await list(`ids=${bead.id}`, ben.client)).results).toHaveLength(1)
  })

  it('B11 an unknown playlist → 404, a malformed id → 400', async () => {
    expect((await visitor.get('/api/v0/beads/b00000000000000000')).status).toBe(404)
    expect((await visitor.get('/api/v0/beads/nonsense')).status).toBe(400)
  })
})

describe('B12 editing and deleting', () => {
  it('B12 creator and admins edit; absent fields are unchanged', async () => {
    const bead = await startBead(ada.client, { title: 'Before', description: 'Stays', tags: ['Stays'] })
    expect((await ben.client.post(`/api/v0/beads/${bead.id}`, { title: 'Mine now' })).status).toBe(403)
    expect((await ada.client.post(`/api/v0/beads/${bead.id}`, { title: ' After ' })).body.data).toMatchObject({
      title: 'After',
      description: 'Stays',
      tags: ['Stays'],
    })
    expect((await admin.client.post(`/api/v0/beads/${bead.id}`, { category: 'art', tags: [] })).body.data).toMatchObject({
      title: 'After',
      category: 'art',
      tags: [],
    })
    expect((await ada.client.post(`/api/v0/beads/${bead.id}`, { title: '!' })).body.message).toBe(messages.beadTitleInvalid)
  })

  it('B12 an edited open playlist still has a question as title, and needs a description', async () => {
    const bead = await startBead(ada.client, { ...open, invitees: undefined })
    expect((await ada.client.post(`/api/v0/beads/${bead.id}`, { title: 'Another question' })).body.data.title).toBe('Another question?')
    expect((await ada.client.post(`/api/v0/beads/${bead.id}`, { description: '' })).body.message).toBe(messages.beadDescriptionRequired)
  })

  it('B12 the creator may delete an open playlist only while it is empty; an admin always', async () => {
    const bead = await startBead(ada.client, { ...open, invitees: undefined })
    await addPost(ada.client, bead.id)
    const refused = await ada.client.delete(`/api/v0/beads/${bead.id}`)
    expect(refused.status).toBe(403)
    expect(refused.body.message).toBe(messages.beadNotEmpty)
    expect((await admin.client.delete(`/api/v0/beads/${bead.id}`)).body).toEqual({ deleted: true })
    expect((await ada.client.get(`/api/v0/beads/${bead.id}`)).status).toBe(404)
    const empty = await startBead(ada.client, { ...open, invitees: undefined })
    expect((await ada.client.delete(`/api/v0/beads/${empty.id}`)).status).toBe(200)
  })

  it('B12 writes that are concurrent with the deletion of a playlist succeed or answer that it is gone', async () => {
    const outcomes = new Set<number>()
    for (let round = 0; round < 12; round += 1) {
      const { id } = await startBead(ada.client)
      const { id: post } = await addPost(ada.client, id, { media: { href: 'https://example.org/film.mp4' } })
      const [removed, ...others] = await Promise.all([
        ada.client.delete(`/api/v0/beads/${id}`),
        ada.client.post(`/api/v0/beads/${id}`, { title: 'Renamed' }),
        ada.client.post(`/api/v0/posts/${post}`, { title: 'Renamed' }),
        admin.client.post(`/api/v0/posts/${id}`, { title: 'Added' }),
        admin.client.post(`/api/v0/posts/${post}/play`),
        server.client().post(`/api/v0/posts/${post}/play`),
      ])
      expect(removed.status).toBe(200)
      for (const { status } of others) outcomes.add(status)
    }
    for (const status of outcomes) expect([200, 404]).toContain(status)
  })

  it('B12 deleting a playlist deletes posts, comments and relations, and corrects counters', async () => {
    const dora = await join(server, 'Dora')
    const bead = await startBead(dora.client, { title: 'Short lived', invitees: [ben.uid] })
    const mine = await addPost(dora.client, bead.id)
    const his = await addPost(ben.client, bead.id, { title: 'His' })
    const before = await member(server.db, ben.uid)
    const now = new Date().toISOString()
    await transaction(server.db, async (manager) => {
      await manager.insert(CommentEntity, { id: 'c00000000000000001', postId: mine.id, creatorUid: ben.uid, text: 'x', creationDate: now })
      await manager.insert(RelationEntity, [
        { uid: ben.uid, type: relationTypes.collect, entity: mine.id, creationDate: now },
        { uid: ben.uid, type: relationTypes.upvote, entity: mine.id, creationDate: now },
        { uid: ben.uid, type: relationTypes.followBead, entity: bead.id, creationDate: now },
      ])
    })
    await updateMember(server.db, ben.uid, {
      collectedPostCount: before.collectedPostCount + 1,
      collectedBeadCount: before.collectedBeadCount + 1,
    })

    expect((await dora.client.delete(`/api/v0/beads/${bead.id}`)).status).toBe(200)

    expect(await server.db.getRepository(PostEntity).countBy({ beadId: bead.id })).toBe(0)
    expect(await server.db.getRepository(CommentEntity).countBy({ postId: mine.id })).toBe(0)
    expect(await server.db.getRepository(RelationEntity).countBy({ uid: ben.uid })).toBe(0)
    expect(await server.db.getRepository(InviteeEntity).countBy({ beadId: bead.id })).toBe(0)
    expect(await member(server.db, dora.uid)).toMatchObject({ createdBeadCount: 0, createdPostCount: 0 })
    expect(await member(server.db, ben.uid)).toMatchObject({
      createdPostCount: before.createdPostCount - 1,
      collectedPostCount: before.collectedPostCount,
      collectedBeadCount: before.collectedBeadCount,
    })
    expect((await visitor.get(`/api/v0/posts/${his.id}`)).status).toBe(404)
  })
})

describe('AP3 lists of playlists', () => {
  it('AP3 sort=recent: pages are contiguous, with the total', async () => {
    const eve = await join(server, 'Eve')
    for (let n = 1; n <= 5; n++) await startBead(eve.client, { title: `Eve ${n}` })
    const first = await list(`createdby=${eve.uid}&limit=2`)
    expect(titles(first)).toEqual(['Eve 5', 'Eve 4'])
    expect(first).toMatchObject({ next: 2, counts: { total: 5 } })
    expect(await list(`createdby=${eve.uid}&limit=2&from=2`)).toMatchObject({ next: 4, counts: { total: 5 } })
    const last = await list(`createdby=${eve.uid}&limit=2&from=4`)
    expect(titles(last)).toEqual(['Eve 1'])
    expect(last).toMatchObject({ next: null, counts: { total: 5 } })
    expect(await list(`createdby=${eve.uid}&limit=2&from=9`)).toEqual({ results: [], next: null, counts: { total: 5 } })
  })

  it('AP3 sort=top: by hotness, filtered by category, without feeds', async () => {
    const cold = await startBead(ada.client, { title: 'Cold', category: 'food' })
    const hot = await startBead(ada.client, { title: 'Hot', category: 'food' })
    const feed = await startBead(ada.client, { title: 'A feed', category: 'food' })
    await updateBead(server.db, cold.id, { heat: 1 })
    await updateBead(server.db, hot.id, { heat: 9000 })
    await updateBead(server.db, feed.id, { heat: 8000, isFeed: true })
    expect(titles(await list('sort=top&category=food'))).toEqual(['Hot', 'A feed', 'Cold'])
    expect(await list('sort=top&category=food&excludefeeds=true&limit=1')).toMatchObject({
      results: [{ title: 'Hot' }],
      next: 1,
      counts: { total: 2 },
    })
    expect(titles(await list('sort=top&category=everything&limit=1'))).toEqual(['Hot'])
    expect((await visitor.get('/api/v0/beads?category=nonsense')).status).toBe(400)
  })

  it('AP3 a post increases the hotness of its playlist', async () => {
    const quiet = await startBead(ada.client, { title: 'Quiet', category: 'film' })
    await startBead(ada.client, { title: 'Later', category: 'film' })
    await addPost(ada.client, quiet.id)
    expect(titles(await list('sort=top&category=film'))[0]).toBe('Quiet')
  })

  it('AP3 ids=: playlists in the given order, without unknown ones', async () => {
    const one = await startBead(ada.client, { title: 'One' })
    const two = await startBead(ada.client, { title: 'Two' })
    const page = await list(`ids=${two.id},b00000000000000000,${one.id},${two.id}`)
    expect(titles(page)).toEqual(['Two', 'One'])
    expect(page).toMatchObject({ next: null, counts: { total: 2 } })
    expect((await list('ids=')).results).toEqual([])
  })

  it('AP3 writer=: playlists that the member may post to, for that member only', async () => {
    const finn = await join(server, 'Finn')
    const invited = await startBead(ada.client, { title: 'Invited', invitees: [finn.uid], isDraft: true })
    await startBead(ada.client, { title: 'Closed to him' })
    const everyone = await startBead(admin.client, { ...open, title: 'Everyone’s', invitees: undefined })
    const own = await startBead(finn.client, { ...open, title: 'His own draft', invitees: undefined })
    const found = (await list(`sort=recent&format=json&writer=${finn.uid}`, finn.client)).results.map(({ id }) => id)
    expect(found.slice(0, 3)).toEqual([own.id, everyone.id, invited.id])
    expect(titles(await list(`writer=${finn.uid}`, finn.client))).not.toContain('Closed to him')
    expect((await visitor.get(`/api/v0/beads?writer=${finn.uid}`)).status).toBe(401)
    expect((await ada.client.get(`/api/v0/beads?writer=${finn.uid}`)).status).toBe(403)
    await updateMember(server.db, finn.uid, { privileges: { canPost: false } })
    expect(await list(`writer=${finn.uid}`, finn.client)).toEqual({ results: [], next: null, counts: { total: 0 } })
  })

  it('AP3 a limit above the maximum is clamped, an invalid one → 400', async () => {
    expect((await visitor.get('/api/v0/beads?limit=100000')).status).toBe(200)
    expect((await visitor.get('/api/v0/beads?limit=0')).status).toBe(400)
    expect((await visitor.get('/api/v0/beads?from=-1')).status).toBe(400)
  })
})

describe('V1 the Bead of the Day', () => {
  const dayMs = 86_400_000
  const at = (time: number) => createBeads({ db: server.db, images: server.services.images, readOnly: false, now: () => time })

  it('V1 the Bead of the Day is an open playlist with posts, the same for everyone all day, and is not repeated soon', async () => {
    const ids: string[] = []
    for (let n = 0; n < 12; n++) {
      const bead = await startBead(admin.client, {
        ...open,
        title: `Candidate ${n}`,
        category: n % 2 ? 'sports' : 'music',
        invitees: undefined,
      })
      await addPost(admin.client, bead.id)
      await updateBead(server.db, bead.id, { heat: 90_000 + n })
      ids.push(bead.id)
    }
    const personal = await startBead(ada.client, { title: 'Personal', category: 'sports' })
    await addPost(ada.client, personal.id)
    await updateBead(server.db, personal.id, { heat: 99_999 })
    await startBead(admin.client, { ...open, title: 'Empty', category: 'sports', invitees: undefined })

    const morning = Date.UTC(2027, 0, 1)
    const picked = (await at(morning).ofTheDay(null))!
    expect(ids).toContain(picked.id)
    // A change of hotness does not change the pick, in other processes either.
    for (const id of ids) await updateBead(server.db, id, { heat: id === picked.id ? 0 : 5000 })
    expect((await at(morning + dayMs - 1).ofTheDay(null))!.id).toBe(picked.id)
    const answers = await Promise.all(Array.from({ length: 5 }, () => at(morning + dayMs).ofTheDay(null)))
    expect(new Set(answers.map((bead) => bead!.id)).size).toBe(1)

    const week = []
    for (let day = 0; day < 7; day++) week.push((await at(morning + day * dayMs).ofTheDay(null))!.id)
    expect(new Set(week).size).toBe(7)
  })

  it('V1 a deleted Bead of the Day is replaced', async () => {
    const morning = Date.UTC(2027, 5, 1)
    const first = (await at(morning).ofTheDay(null))!
    expect((await admin.client.delete(`/api/v0/beads/${first.id}`)).status).toBe(200)
    const second = (await at(morning).ofTheDay(null))!
    expect(second.id).not.toBe(first.id)
    expect((await at(morning).ofTheDay(null))!.id).toBe(second.id)
    const days = await Promise.all(
      ['', '?category=music', '?category=sports', '?category=learning'].map((query) => visitor.get(`/api/v0/beads/day${query}`)),
    )
    expect(new Set(days.map(({ body }) => body.bead.id)).size, 'one for all categories').toBe(1)
  })

  it('V1 BY14 a member who blocks its creator sees none; others see it', async () => {
    const { creator } = (await visitor.get('/api/v0/beads/day')).body.bead
    expect((await ada.client.post(`/api/v0/members/${creator.uid}/block`)).status).toBe(200)
    expect((await ada.client.get('/api/v0/beads/day')).body.bead).toBeNull()
    expect((await visitor.get('/api/v0/beads/day')).body.bead).not.toBeNull()
    expect((await ada.client.post(`/api/v0/members/${creator.uid}/unblock`)).status).toBe(200)
    expect((await ada.client.get('/api/v0/beads/day')).body.bead).not.toBeNull()
  })
})
