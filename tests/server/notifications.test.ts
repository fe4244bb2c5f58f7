import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { CommentEntity } from '../../server/features/comments/entities.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { commentOn, happens, relate, unrelate } from '../support/facts.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
interface Person {
  client: Client
  uid: string
  name: string
}
let ada: Person
let ben: Person
let cem: Person
let dan: Person
let post: Post

const join = async (name: string): Promise<Person> => {
  const { client, me } = await server.signUp(name)
  return { client, uid: me.uid, name }
}
const settle = () => server.services.outbox.drain()
const listOf = async ({ client }: Person, query = '') => {
  await settle()
  const { status, body } = await client.get(`/api/v1/me/notifications${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const resultsOf = async (person: Person) => (await listOf(person)).results

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  ;[ada, ben, cem, dan] = [await join('Ada Rivers'), await join('Ben Stone'), await join('Cem Aydin'), await join('Dan Frost')]
  post = await addPost(ada.client, (await startBead(ada.client, { title: 'Sunday slow' })).id, { title: 'A thought' })
  await settle()
})

const collect = async (who: Person, what = post.id) => {
  await relate(server.db, who.uid, relationTypes.collect, what)
  await happens(server.db, { kind: 'collected', postId: what, by: who.uid })
}
const uncollect = async (who: Person, what = post.id) => {
  await unrelate(server.db, who.uid, relationTypes.collect, what)
  await happens(server.db, { kind: 'uncollected', postId: what, by: who.uid })
}

describe('O2 grouping', () => {
  it('O2 the same deed to the same thing is one group: two names, and how many', async () => {
    for (const who of [ben, cem, dan]) {
      await collect(who)
      await settle()
    }
    const { results, activities, items } = await listOf(ada)
    expect(results).toEqual([
      {
        subjects: [
          { uid: dan.uid, name: 'Dan Frost' },
          { uid: cem.uid, name: 'Cem Aydin' },
        ],
        count: 3,
        verb: 'collect',
        topic: post.id,
        topicHref: `/${post.href}`,
        topicTitle: 'A thought',
        date: expect.any(String),
        isOwner: true,
      },
    ])
    expect(activities).toEqual([
      {
        verb: 'collect',
        topic: `post:${post.id}`,
        actor: `member:${dan.uid}`,
        target: `bead:${post.bead.id}`,
        time: results[0].date,
        count: 3,
        activities: [
          { actor: `member:${dan.uid}`, time: results[0].date },
          { actor: `member:${cem.uid}`, time: expect.any(String) },
        ],
      },
    ])
    expect(items).toEqual({
      [`post:${post.id}`]: { kind: 'post', id: post.id, title: 'A thought', href: `/${post.href}`, image: null },
      [`bead:${post.bead.id}`]: { kind: 'bead', id: post.bead.id, title: 'Sunday slow', href: `/${post.bead.id}`, image: null },
      [`member:${dan.uid}`]: { kind: 'member', id: dan.uid, title: 'Dan Frost', href: `/p/${dan.uid}`, image: null },
      [`member:${cem.uid}`]: { kind: 'member', id: cem.uid, title: 'Cem Aydin', href: `/p/${cem.uid}`, image: null },
    })
  })

  it('O2 one member who does it again and again counts once, and comes to the top', async () => {
    await commentOn(server.db, post.id, ben.uid)
    await settle()
    await commentOn(server.db, post.id, cem.uid)
    await settle()
    await commentOn(server.db, post.id, ben.uid)
    const [group] = await resultsOf(ada)
    expect([group.count, group.subjects.map(({ uid }: { uid: string }) => uid)]).toEqual([2, [ben.uid, cem.uid]])
  })

  it('O2 a fact that is heard twice, and two that are handled at once, count once each', async () => {
    await collect(ben)
    await happens(server.db, { kind: 'collected', postId: post.id, by: ben.uid }, { kind: 'collected', postId: post.id, by: ben.uid })
    await collect(cem)
    expect((await resultsOf(ada))[0]).toMatchObject({ count: 2 })
  })
})

describe('O1 verbs', () => {
  const told = async (person: Person) =>
    (await resultsOf(person)).map(
      ({ verb, topic, isOwner, subjects }: { verb: string; topic: string; isOwner: boolean; subjects: { uid: string }[] }) => [
        verb,
        topic,
        isOwner,
        subjects[0]!.uid,
      ],
    )

  it('O1 collect and upvote tell the creator of the post', async () => {
    await collect(ben)
    await relate(server.db, ben.uid, relationTypes.upvote, post.id)
    await happens(server.db, { kind: 'upvoted', postId: post.id, by: ben.uid })
    expect((await told(ada)).toSorted()).toEqual([
      ['collect', post.id, true, ben.uid],
      ['upvote', post.id, true, ben.uid],
    ])
  })

  it('O1 a comment tells the creator and those who commented before, a mention those who are named, each once', async () => {
    await commentOn(server.db, post.id, ben.uid)
    await settle()
    await commentOn(server.db, post.id, cem.uid, 'Look, @dan and @ben', [dan.uid, ben.uid, dan.uid])
    expect(await told(ada)).toEqual([['comment', post.id, true, cem.uid]])
    expect(await told(ben)).toEqual([['mention', post.id, false, cem.uid]])
    expect(await told(dan)).toEqual([['mention', post.id, false, cem.uid]])
    expect(await told(cem)).toEqual([])
    await commentOn(server.db, post.id, dan.uid)
    expect((await told(ben)).toSorted()).toEqual([
      ['comment', post.id, false, dan.uid],
      ['mention', post.id, false, cem.uid],
    ])
  })

  it('O1 an edit tells only those who are newly named', async () => {
    const commentId = await commentOn(server.db, post.id, ben.uid, '@cem', [cem.uid])
    await settle()
    await happens(server.db, { kind: 'commentChanged', commentId, postId: post.id, by: ben.uid, mentions: [cem.uid, dan.uid] })
    expect(await told(cem)).toEqual([['mention', post.id, false, ben.uid]])
    expect(await told(dan)).toEqual([['mention', post.id, false, ben.uid]])
    expect((await listOf(cem)).results[0].count).toBe(1)
  })

  it('O1 a like tells the commenter, of the comment', async () => {
    const comment = await commentOn(server.db, post.id, ben.uid)
    await relate(server.db, ada.uid, relationTypes.likeComment, comment)
    await happens(server.db, { kind: 'commentLiked', commentId: comment, by: ada.uid })
    const { results, items } = await listOf(ben)
    expect(results[0]).toMatchObject({
      verb: 'reaction_like',
      topic: comment,
      topicTitle: 'A thought',
      topicHref: `/${post.href}#${comment}`,
      isOwner: true,
    })
    expect(items[`comment:${comment}`]).toMatchObject({ kind: 'comment' })
  })

  it('O1 following tells the member, and the creator of the playlist', async () => {
    expect((await ben.client.post(`/api/v0/members/${ada.uid}/follow`)).status).toBe(200)
    expect((await ben.client.post(`/api/v0/beads/${post.bead.id}/follow`)).status).toBe(200)
    expect((await told(ada)).toSorted()).toEqual(
      [
        ['follow', ada.uid, true, ben.uid],
        ['follow', post.bead.id, true, ben.uid],
      ].toSorted(),
    )
  })

  it('O1 a repost tells the creator of the original, of the original', async () => {
    const bead = await startBead(ben.client)
    const repost = await addPost(ben.client, bead.id, { title: 'Found' })
    await happens(server.db, { kind: 'reposted', postId: repost.id, originalPostId: post.id, beadId: bead.id, by: ben.uid })
    expect(await told(ada)).toEqual([['repost', post.id, true, ben.uid]])
  })

  it('O1 a share tells those it is for, an invitation those who are invited, a publication the creator', async () => {
    const bead = await startBead(ada.client, { invitees: [cem.uid] })
    await happens(
      server.db,
      { kind: 'beadShared', entity: post.bead.id, by: ada.uid, uids: [ben.uid, ada.uid, 'nobody.here'], emails: [], message: '' },
      { kind: 'postShared', entity: post.id, by: ada.uid, uids: [ben.uid], emails: [], message: '' },
      { kind: 'beadPublished', beadId: bead.id, by: ben.uid },
      { kind: 'beadPublished', beadId: bead.id, by: ada.uid },
    )
    expect((await told(ben)).toSorted()).toEqual([
      ['sharebead', post.bead.id, false, ada.uid],
      ['sharepost', post.id, false, ada.uid],
    ])
    expect(await told(cem)).toEqual([['invite', bead.id, false, ada.uid]])
    expect(await told(ada)).toEqual([['publish', bead.id, true, ben.uid]])
  })

  it('W2 a new post tells everybody who superfollows its playlist or its creator, once, however many they are', async () => {
    const crowd = 450
    const uids = Array.from({ length: crowd }, (_, n) => `crowd${post.id.slice(-6)}.${n}`)
    const template = await sql<Record<string, unknown>>(server.db, 'SELECT * FROM "member" WHERE "uid" = :uid', { uid: ada.uid })
    await transaction(server.db, async (manager) => {
      for (const uid of uids) {
        await manager.insert('member', {
          ...template[0],
          uid,
          uidKey: uid,
          email: null,
          privileges: {},
          verified: false,
          isAdmin: false,
          emailPrefs: null,
          pushPrefs: null,
          onboarding: null,
        })
        await manager.insert('relation', {
          uid,
          type: relationTypes.followBead,
          entity: post.bead.id,
          creationDate: post.creationDate,
          superfollow: true,
        })
      }
    })
    await relate(server.db, ben.uid, relationTypes.followBead, post.bead.id, true)
    await relate(server.db, ben.uid, relationTypes.followMember, ada.uid, true)
    await relate(server.db, cem.uid, relationTypes.followMember, ada.uid, true)
    await relate(server.db, dan.uid, relationTypes.followMember, ada.uid, false)
    const fresh = await addPost(ada.client, post.bead.id, { title: 'Fresh' })
    await happens(server.db, { kind: 'postCreated', postId: fresh.id, beadId: post.bead.id, by: ada.uid })
    for (const who of [ben, cem]) expect(await told(who)).toEqual([['newpost', fresh.id, false, ada.uid]])
    for (const who of [dan, ada]) expect(await told(who)).toEqual([])
    const [row] = await sql<{ total: number | string }>(server.db, 'SELECT COUNT(*) AS "total" FROM "notification" WHERE "topic" = :id', {
      id: fresh.id,
    })
    expect(Number(row!.total)).toBe(crowd + 2)
  })
})

describe('who is told nothing', () => {
  it('O1 nobody of their own deeds', async () => {
    await collect(ada)
    await commentOn(server.db, post.id, ada.uid, '@ada', [ada.uid])
    expect(await resultsOf(ada)).toEqual([])
  })

  it('B11 of what happens in a draft, those who cannot see it', async () => {
    const draft = await startBead(ada.client, { title: 'Secret', isDraft: true, invitees: [cem.uid] })
    const hidden = await addPost(ada.client, draft.id, { title: 'Hidden' })
    await updateMember(server.db, dan.uid, { isAdmin: true })
    await relate(server.db, ben.uid, relationTypes.followMember, ada.uid, true)
    await settle()
    await commentOn(server.db, hidden.id, ada.uid, '@ben @cem @dan', [ben.uid, cem.uid, dan.uid])
    await happens(
      server.db,
      { kind: 'postCreated', postId: hidden.id, beadId: draft.id, by: ada.uid, mentions: [ben.uid] },
      { kind: 'beadShared', entity: draft.id, by: ada.uid, uids: [ben.uid], emails: [], message: '' },
      {
        kind: 'reposted',
        postId: hidden.id,
        originalPostId: (await addPost(ben.client, (await startBead(ben.client)).id)).id,
        beadId: draft.id,
        by: ada.uid,
      },
    )
    expect(await resultsOf(ben)).toEqual([])
    expect((await resultsOf(cem)).map(({ verb }: { verb: string }) => verb).toSorted()).toEqual(['invite', 'mention'])
    expect((await resultsOf(dan)).map(({ verb }: { verb: string }) => verb)).toEqual(['mention'])
  })

  it('B11 of what they may no longer see, though they were told', async () => {
    const draft = await startBead(ada.client, { title: 'Secret', isDraft: true, invitees: [cem.uid] })
    expect(await resultsOf(cem)).toHaveLength(1)
    await transaction(server.db, (manager) => sql(manager, 'DELETE FROM "invitee" WHERE "beadId" = :id', { id: draft.id }))
    const { results, counts } = await listOf(cem)
    expect([results, counts.total]).toEqual([[], 0])
    expect((await cem.client.get('/api/v1/me/notifications/status')).body).toEqual({ count: 0 })
  })

  it.each(['block', 'mute'] as const)('BY14 of those whom they %s, before and after', async (kind) => {
    await collect(ben)
    await collect(cem)
    await settle()
    expect((await ada.client.post(`/api/v0/members/${ben.uid}/${kind}`)).status).toBe(200)
    await commentOn(server.db, post.id, ben.uid)
    const results = await resultsOf(ada)
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({ verb: 'collect', count: 1, subjects: [{ uid: cem.uid }] })
  })

  it('decision 11: following a tag tells nobody', async () => {
    await happens(server.db, { kind: 'followed', what: 'tag', entity: ada.uid, by: ben.uid })
    expect(await resultsOf(ada)).toEqual([])
  })

  it('BY12 members who are gone', async () => {
    await updateMember(server.db, ada.uid, { removedDate: new Date().toISOString() })
    await collect(ben)
    await settle()
    expect(await sql(server.db, 'SELECT 1 FROM "notification" WHERE "uid" = :uid', { uid: ada.uid })).toEqual([])
  })
})

describe('what is taken back', () => {
  it('O1 an uncollect leaves the others; with the last one the group goes', async () => {
    for (const who of [ben, cem, dan]) {
      await collect(who)
      await settle()
    }
    await uncollect(dan)
    expect((await resultsOf(ada))[0]).toMatchObject({ count: 2, subjects: [{ uid: cem.uid }, { uid: ben.uid }] })
    await uncollect(ben)
    await uncollect(cem)
    expect(await resultsOf(ada)).toEqual([])
  })

  it('O1 facts that come in the wrong order tell what is', async () => {
    await uncollect(ben)
    await collect(ben)
    await happens(server.db, { kind: 'uncollected', postId: post.id, by: ben.uid })
    expect(await resultsOf(ada)).toHaveLength(1)
    await unrelate(server.db, ben.uid, relationTypes.collect, post.id)
    await happens(server.db, { kind: 'uncollected', postId: post.id, by: ben.uid }, { kind: 'collected', postId: post.id, by: ben.uid })
    expect(await resultsOf(ada)).toEqual([])
  })

  it('O1 unfollowing, unliking and un-upvoting', async () => {
    const comment = await commentOn(server.db, post.id, ada.uid)
    await ben.client.post(`/api/v0/members/${ada.uid}/follow`)
    await ben.client.post(`/api/v0/beads/${post.bead.id}/follow`)
    await relate(server.db, ben.uid, relationTypes.upvote, post.id)
    await relate(server.db, ben.uid, relationTypes.likeComment, comment)
    await happens(server.db, { kind: 'upvoted', postId: post.id, by: ben.uid }, { kind: 'commentLiked', commentId: comment, by: ben.uid })
    expect(await resultsOf(ada)).toHaveLength(4)
    await ben.client.post(`/api/v0/members/${ada.uid}/unfollow`)
    await ben.client.post(`/api/v0/beads/${post.bead.id}/unfollow`)
    await unrelate(server.db, ben.uid, relationTypes.upvote, post.id)
    await unrelate(server.db, ben.uid, relationTypes.likeComment, comment)
    await happens(
      server.db,
      { kind: 'unupvoted', postId: post.id, by: ben.uid },
      { kind: 'commentUnliked', commentId: comment, by: ben.uid },
    )
    expect(await resultsOf(ada)).toEqual([])
  })

  it('G1 a deleted comment takes its comment, its mentions and its likes along', async () => {
    const kept = await commentOn(server.db, post.id, ben.uid)
    await settle()
    const gone = await commentOn(server.db, post.id, ben.uid, '@cem', [cem.uid])
    await relate(server.db, dan.uid, relationTypes.likeComment, gone)
    await happens(server.db, { kind: 'commentLiked', commentId: gone, by: dan.uid })
    expect(await resultsOf(ben)).toHaveLength(1)
    await transaction(server.db, (manager) =>
      manager.update(CommentEntity, { id: gone }, { text: '', deletedDate: new Date().toISOString() }),
    )
    await happens(server.db, { kind: 'commentRemoved', commentId: gone, postId: post.id, by: ben.uid })
    expect(await resultsOf(cem)).toEqual([])
    expect(await resultsOf(ben)).toEqual([])
    // Ben's other comment is still there, and so is the word of it.
    expect(await resultsOf(ada)).toHaveLength(1)
    await transaction(server.db, (manager) =>
      manager.update(CommentEntity, { id: kept }, { text: '', deletedDate: new Date().toISOString() }),
    )
    await happens(server.db, { kind: 'commentRemoved', commentId: kept, postId: post.id, by: ben.uid })
    expect(await resultsOf(ada)).toEqual([])
  })

  it('D10 a deleted post or playlist takes everything about it along, at once', async () => {
    await collect(ben)
    await commentOn(server.db, post.id, ben.uid, '@cem', [cem.uid])
    await ben.client.post(`/api/v0/beads/${post.bead.id}/follow`)
    expect(await resultsOf(ada)).toHaveLength(3)
    expect((await ada.client.delete(`/api/v0/posts/${post.id}`)).status).toBe(200)
    expect((await ada.client.get('/api/v1/me/notifications')).body.results).toHaveLength(1)
    expect((await ada.client.delete(`/api/v0/beads/${post.bead.id}`)).status).toBe(200)
    expect((await ada.client.get('/api/v1/me/notifications')).body.results).toEqual([])
    expect(await resultsOf(cem)).toEqual([])
  })

  it('D11 O1 a repost that goes with its playlist is told no more', async () => {
    const mix = await startBead(ben.client, { title: 'Mix' })
    expect((await ben.client.post(`/api/v0/posts/${post.id}/repost/${mix.id}`)).status).toBe(200)
    expect((await resultsOf(ada)).map(({ verb }: { verb: string }) => verb)).toEqual(['repost'])
    expect((await ben.client.delete(`/api/v0/beads/${mix.id}`)).status).toBe(200)
    expect(await resultsOf(ada)).toEqual([])
  })

  it('G4 O1 whom a changed comment or post mentions no more is told of it no more, the others still are', async () => {
    const verbs = async (who: Person) => (await resultsOf(who)).map(({ verb }: { verb: string }) => verb)
    const { body } = await ben.client.post(`/api/v0/comments/${post.id}`, { text: `@${cem.uid} and @${dan.uid}` })
    expect([await verbs(cem), await verbs(dan)]).toEqual([['mention'], ['mention']])
    await ben.client.post(`/api/v0/comments/${body.id}`, { text: `only @${dan.uid}` })
    expect([await verbs(cem), await verbs(dan)]).toEqual([[], ['mention']])
    await ada.client.post(`/api/v0/posts/${post.id}`, { description: `for @${cem.uid}` })
    expect(await verbs(cem)).toEqual(['mention'])
    await ada.client.post(`/api/v0/posts/${post.id}`, { description: 'for nobody' })
    expect([await verbs(cem), await verbs(dan)]).toEqual([[], ['mention']])
  })

  it('BY12 whoever deletes their account is in no group any more', async () => {
    await collect(ben)
    await collect(cem)
    await settle()
    await updateMember(server.db, ben.uid, { removedDate: new Date().toISOString() })
    await happens(server.db, { kind: 'memberRemoved', uid: ben.uid, former: ben.uid, name: 'Ben', email: null })
    expect((await resultsOf(ada))[0]).toMatchObject({ count: 1, subjects: [{ uid: cem.uid }] })
  })
})

describe('AP4 the calls', () => {
  const paths = ['/api/v1/me/notifications', '/api/v1/me/notifications/status'] as const

  it('AP4 are for members, each their own', async () => {
    const visitor = server.client()
    for (const path of paths) expect((await visitor.get(path)).status).toBe(401)
    expect((await visitor.post('/api/v0/me/notifications/lastchecked', { timestamp: Date.now() })).status).toBe(401)
    await collect(ben)
    await updateMember(server.db, dan.uid, { isAdmin: true })
    expect(await resultsOf(ada)).toHaveLength(1)
    for (const other of [ben, cem, dan]) expect(await resultsOf(other)).toEqual([])
  })

  it('O3 10 at the start, at most 50 in the panel, and pages after that', async () => {
    await transaction(server.db, async (manager) => {
      for (let n = 0; n < 60; n += 1) {
        const row = {
          uid: ada.uid,
          verb: 'sharebead' as const,
          topic: `t${n}`,
          date: new Date(Date.now() - n * 1000).toISOString(),
          actorCount: 1,
          actors: [{ uid: ben.uid, date: new Date().toISOString() }],
          isOwner: false,
          beadId: null,
          postId: null,
          commentId: null,
        }
        await manager.insert('notification', row)
      }
    })
    expect(await listOf(ada)).toMatchObject({ results: { length: 10 }, next: 10, counts: { total: 60 } })
    expect(await listOf(ada, '?limit=50')).toMatchObject({ results: { length: 50 }, next: 50 })
    expect(await listOf(ada, '?limit=51')).toMatchObject({ results: { length: 50 } })
    expect(await listOf(ada, '?from=50&limit=50')).toMatchObject({ results: { length: 10 }, next: null, counts: { total: 60 } })
    expect(await listOf(ada, '?from=70')).toMatchObject({ results: [], next: null, counts: { total: 60 } })
  })

  it('O3 the status counts what is newer, 304 while nothing is', async () => {
    await collect(ben)
    const {
      results: [{ date }],
    } = await listOf(ada)
    const status = (query: string, headers = {}) => ada.client.get(`/api/v1/me/notifications/status${query}`, { headers })
    expect((await status('')).body).toEqual({ count: 1 })
    const before = new Date(Date.parse(date) - 1).toISOString()
    expect((await status(`?minTime=${before}`)).body).toEqual({ count: 1 })
    expect((await status(`?minTime=${Date.parse(date) - 1}`)).body).toEqual({ count: 1 })
    const same = await status(`?minTime=${date}`)
    expect(same.body).toEqual({ count: 0 })
    expect(same.headers.get('cache-control')).toBe('private, no-cache')
    expect((await status(`?minTime=${date}`, { 'If-None-Match': same.headers.get('etag')!, 'Cache-Control': 'max-age=0' })).status).toBe(
      304,
    )
    await collect(cem)
    await settle()
    expect((await status(`?minTime=${date}`, { 'If-None-Match': same.headers.get('etag')!, 'Cache-Control': 'max-age=0' })).body).toEqual({
      count: 1,
    })
    expect((await status('?minTime=yesterday')).status).toBe(400)
  })

  it('O3 what was checked goes ahead only, and never into the future', async () => {
    const check = async (timestamp: unknown) => (await ada.client.post('/api/v0/me/notifications/lastchecked', { timestamp })).body
    await collect(ben)
    const {
      results: [{ date }],
      lastChecked,
    } = await listOf(ada)
    expect(lastChecked).toBeNull()
    expect(await check(date)).toEqual({ lastChecked: date })
    expect((await ada.client.get('/api/v1/me/notifications/status')).body).toEqual({ count: 0 })
    expect(await check('2020-01-01T00:00:00Z')).toEqual({ lastChecked: date })
    const { lastChecked: now } = await check(Date.now() + 86_400_000)
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(5000)
    expect((await listOf(ada)).lastChecked).toBe(now)
    expect((await check('soon')).code).toBe('invalid')
  })

  it('O1 no more than 500 groups are kept, and none in which nothing happened for 90 days', async () => {
    const old = new Date(Date.now() - 91 * 86_400_000)
    await transaction(server.db, async (manager) => {
      for (let n = 0; n < 500; n += 1) {
        await manager.insert('notification', {
          uid: ada.uid,
          verb: 'sharebead',
          topic: `t${n}`,
          date: new Date(n < 3 ? old.getTime() + n : Date.now() - 1_000_000 + n).toISOString(),
          actorCount: 1,
          actors: [{ uid: ben.uid, date: new Date().toISOString() }],
          isOwner: false,
          beadId: null,
          postId: null,
          commentId: null,
        })
      }
    })
    await collect(ben)
    expect((await listOf(ada)).counts.total).toBe(500)
    await server.services.scheduler.runDue()
    const { counts, results } = await listOf(ada)
    expect(counts.total).toBe(498)
    expect(results[0].verb).toBe('collect')
  })

  it('O1 the panel and the status walk an index', async () => {
    if (server.config.database.kind !== 'sqlite') return
    const plan = async (statement: string) =>
      (await server.db.query(`EXPLAIN QUERY PLAN ${statement}`)).map(({ detail }: { detail: string }) => detail).join('\n')
    expect(await plan(`SELECT * FROM "notification" WHERE "uid" = 'x' ORDER BY "date" DESC, "verb", "topic" LIMIT 11`)).toContain(
      'notification_recent (uid=?)',
    )
    expect(await plan(`SELECT COUNT(*) FROM "notification" WHERE "uid" = 'x' AND "date" > 'y'`)).toContain(
      'notification_recent (uid=? AND date>?)',
    )
  })
})
