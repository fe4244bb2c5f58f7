import { describe, expect, it } from 'vitest'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { ok, type Person } from '../support/people.ts'
import { commentOn, happens, relate } from '../support/facts.ts'
import { setUp, server, ada, ben, cem, dan, post, settle, listOf, resultsOf, collect } from '../support/notifications.ts'

setUp()

describe('O2 grouping', () => {
  it('O2 three members collect one post → one group with two names and the count 3', async () => {
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
        isPushEnabled: true,
      },
    ])
    expect(items).toEqual({
      [`post:${post.id}`]: { kind: 'post', id: post.id, title: 'A thought', href: `/${post.href}`, image: null },
      [`bead:${post.bead.id}`]: { kind: 'bead', id: post.bead.id, title: 'Sunday slow', href: `/${post.bead.id}`, image: null },
      [`member:${dan.uid}`]: { kind: 'member', id: dan.uid, title: 'Dan Frost', href: `/p/${dan.uid}`, image: null },
      [`member:${cem.uid}`]: { kind: 'member', id: cem.uid, title: 'Cem Aydin', href: `/p/${cem.uid}`, image: null },
    })
  })

  it('O2 repeated activities of one member count once and move the group to the top', async () => {
    await commentOn(server.db, post.id, ben.uid)
    await settle()
    await commentOn(server.db, post.id, cem.uid)
    await settle()
    await commentOn(server.db, post.id, ben.uid)
    const [group] = await resultsOf(ada)
    expect([group.count, group.subjects.map(({ uid }: { uid: string }) => uid)]).toEqual([2, [ben.uid, cem.uid]])
  })

  it('O2 a repeated event counts once; two concurrent events count once each', async () => {
    await collect(ben)
    await happens(server.db, { kind: 'collected', postId: post.id, by: ben.uid }, { kind: 'collected', postId: post.id, by: ben.uid })
    await collect(cem)
    expect((await resultsOf(ada))[0]).toMatchObject({ count: 2 })
  })
})

describe('O1 verbs', () => {
  const notificationsOf = async (person: Person) =>
    (await resultsOf(person)).map(
      ({ verb, topic, isOwner, subjects }: { verb: string; topic: string; isOwner: boolean; subjects: { uid: string }[] }) => [
        verb,
        topic,
        isOwner,
        subjects[0]!.uid,
      ],
    )

  it('O1 collect and upvote → the creator of the post is notified', async () => {
    await collect(ben)
    await relate(server.db, ben.uid, relationTypes.upvote, post.id)
    await happens(server.db, { kind: 'upvoted', postId: post.id, by: ben.uid })
    expect((await notificationsOf(ada)).toSorted()).toEqual([
      ['collect', post.id, true, ben.uid],
      ['upvote', post.id, true, ben.uid],
    ])
  })

  it('O1 a comment → its post’s creator, earlier commenters and mentioned members are notified, each once', async () => {
    await commentOn(server.db, post.id, ben.uid)
    await settle()
    await commentOn(server.db, post.id, cem.uid, 'Look, @dan and @ben', [dan.uid, ben.uid, dan.uid])
    expect(await notificationsOf(ada)).toEqual([['comment', post.id, true, cem.uid]])
    expect(await notificationsOf(ben)).toEqual([['mention', post.id, false, cem.uid]])
    expect(await notificationsOf(dan)).toEqual([['mention', post.id, false, cem.uid]])
    expect(await notificationsOf(cem)).toEqual([])
    await commentOn(server.db, post.id, dan.uid)
    expect((await notificationsOf(ben)).toSorted()).toEqual([
      ['comment', post.id, false, dan.uid],
      ['mention', post.id, false, cem.uid],
    ])
  })

  it('O1 an edited text → only newly mentioned members are notified', async () => {
    const commentId = await commentOn(server.db, post.id, ben.uid, '@cem', [cem.uid])
    await settle()
    await happens(server.db, { kind: 'commentChanged', commentId, postId: post.id, by: ben.uid, mentions: [cem.uid, dan.uid] })
    expect(await notificationsOf(cem)).toEqual([['mention', post.id, false, ben.uid]])
    expect(await notificationsOf(dan)).toEqual([['mention', post.id, false, ben.uid]])
    expect((await listOf(cem)).results[0].count).toBe(1)
  })

  it('O1 a like → the commenter is notified, with the comment as topic', async () => {
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

  it('O1 a follow → the member or the creator of the playlist is notified', async () => {
    expect((await ben.client.post(`/api/v0/members/${ada.uid}/follow`)).status).toBe(200)
    expect((await ben.client.post(`/api/v0/beads/${post.bead.id}/follow`)).status).toBe(200)
    expect((await notificationsOf(ada)).toSorted()).toEqual(
      [
        ['follow', ada.uid, true, ben.uid],
        ['follow', post.bead.id, true, ben.uid],
      ].toSorted(),
    )
  })

  it('O1 a repost → the creator of the original is notified, with the original as topic', async () => {
    const bead = await startBead(ben.client)
    const repost = await addPost(ben.client, bead.id, { title: 'Found' })
    await happens(server.db, { kind: 'reposted', postId: repost.id, originalPostId: post.id, beadId: bead.id, by: ben.uid })
    expect(await notificationsOf(ada)).toEqual([['repost', post.id, true, ben.uid]])
  })

  it('O1 share, invitation, publication → recipients, invited members, creator are notified', async () => {
    const bead = await startBead(ada.client, { invitees: [cem.uid] })
    await happens(
      server.db,
      { kind: 'beadShared', entity: post.bead.id, by: ada.uid, uids: [ben.uid, ada.uid, 'missing.member'], emails: [], message: '' },
      { kind: 'postShared', entity: post.id, by: ada.uid, uids: [ben.uid], emails: [], message: '' },
      { kind: 'beadPublished', beadId: bead.id, by: ben.uid },
      { kind: 'beadPublished', beadId: bead.id, by: ada.uid },
    )
    expect((await notificationsOf(ben)).toSorted()).toEqual([
      ['sharebead', post.bead.id, false, ada.uid],
      ['sharepost', post.id, false, ada.uid],
    ])
    expect(await notificationsOf(cem)).toEqual([['invite', bead.id, false, ada.uid]])
    expect(await notificationsOf(ada)).toEqual([['publish', bead.id, true, ada.uid]])
  })

  it('O1 M1 an admin who publishes, invites, or edits a post is not named: the actor is the author', async () => {
    const admin = dan.uid
    await happens(
      server.db,
      { kind: 'beadPublished', beadId: post.bead.id, by: admin },
      { kind: 'postChanged', postId: post.id, beadId: post.bead.id, by: admin, mentions: [ben.uid, ada.uid] },
    )
    await ok(ada.client.post(`/api/v0/beads/${post.bead.id}/invite`, { newInvitees: [cem.uid] }))
    await settle()
    await happens(server.db, { kind: 'invited', beadId: post.bead.id, uids: [cem.uid], by: admin })
    expect(await notificationsOf(ada)).toEqual([['publish', post.bead.id, true, ada.uid]])
    expect(await notificationsOf(ben)).toEqual([['mention', post.id, false, ada.uid]])
    expect(await notificationsOf(cem)).toEqual([['invite', post.bead.id, false, ada.uid]])
    for (const who of [ada, ben, cem]) expect(JSON.stringify(await listOf(who))).not.toContain(admin)
  })

  it('W2 a new post → all superfollowers of its playlist or creator are notified, each once', async () => {
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
    for (const who of [ben, cem]) expect(await notificationsOf(who)).toEqual([['newpost', fresh.id, false, ada.uid]])
    for (const who of [dan, ada]) expect(await notificationsOf(who)).toEqual([])
    const [row] = await sql<{ total: number | string }>(server.db, 'SELECT COUNT(*) AS "total" FROM "notification" WHERE "topic" = :id', {
      id: fresh.id,
    })
    expect(Number(row!.total)).toBe(crowd + 2)
  })
})

describe('members without a notification', () => {
  it('O1 an activity does not notify its actor', async () => {
    await collect(ada)
    await commentOn(server.db, post.id, ada.uid, '@ada', [ada.uid])
    expect(await resultsOf(ada)).toEqual([])
  })

  it('B11 activities in a draft notify only members who may see it', async () => {
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

  it('B11 notifications of a playlist that became invisible are not listed', async () => {
    const draft = await startBead(ada.client, { title: 'Secret', isDraft: true, invitees: [cem.uid] })
    expect(await resultsOf(cem)).toHaveLength(1)
    await transaction(server.db, (manager) => sql(manager, 'DELETE FROM "invitee" WHERE "beadId" = :id', { id: draft.id }))
    const { results, counts } = await listOf(cem)
    expect([results, counts.total]).toEqual([[], 0])
    expect((await cem.client.get('/api/v1/me/notifications/status')).body).toEqual({ count: 0, latest: null })
  })

  it.each(['block', 'mute'] as const)('BY14 %s → earlier and later activities of that member are not listed', async (kind) => {
    await collect(ben)
    await collect(cem)
    await settle()
    expect((await ada.client.post(`/api/v0/members/${ben.uid}/${kind}`)).status).toBe(200)
    await commentOn(server.db, post.id, ben.uid)
    const results = await resultsOf(ada)
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({ verb: 'collect', count: 1, subjects: [{ uid: cem.uid }] })
  })

  it('decision 11: following a tag notifies no one', async () => {
    await happens(server.db, { kind: 'followed', what: 'tag', entity: ada.uid, by: ben.uid })
    expect(await resultsOf(ada)).toEqual([])
  })

  it('BY12 deleted members get no notifications', async () => {
    await updateMember(server.db, ada.uid, { removedDate: new Date().toISOString() })
    await collect(ben)
    await settle()
    expect(await sql(server.db, 'SELECT 1 FROM "notification" WHERE "uid" = :uid', { uid: ada.uid })).toEqual([])
  })
})
