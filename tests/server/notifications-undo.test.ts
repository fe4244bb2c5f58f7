import { describe, expect, it } from 'vitest'
import { transaction } from '#db/transaction.ts'
import { CommentEntity } from '../../server/features/comments/entities.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'
import { startBead, updateMember } from '../support/content.ts'
import type { Person } from '../support/people.ts'
import { commentOn, happens, relate, unrelate } from '../support/facts.ts'
import { setUp, server, ada, ben, cem, dan, post, settle, resultsOf, collect, uncollect } from '../support/notifications.ts'

setUp()

describe('undone activities', () => {
  it('O1 an uncollect removes one actor; the last one removes the group', async () => {
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

  it('O1 events in the wrong order → notifications match the current state', async () => {
    await uncollect(ben)
    await collect(ben)
    await happens(server.db, { kind: 'uncollected', postId: post.id, by: ben.uid })
    expect(await resultsOf(ada)).toHaveLength(1)
    await unrelate(server.db, ben.uid, relationTypes.collect, post.id)
    await happens(server.db, { kind: 'uncollected', postId: post.id, by: ben.uid }, { kind: 'collected', postId: post.id, by: ben.uid })
    expect(await resultsOf(ada)).toEqual([])
  })

  it('O1 unfollow, unlike and un-upvote remove the notification', async () => {
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

  it('G1 a deleted comment removes notifications of the comment, its mentions and its likes', async () => {
    const remaining = await commentOn(server.db, post.id, ben.uid)
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
    // Ben's other comment still exists, and so does its notification.
    expect(await resultsOf(ada)).toHaveLength(1)
    await transaction(server.db, (manager) =>
      manager.update(CommentEntity, { id: remaining }, { text: '', deletedDate: new Date().toISOString() }),
    )
    await happens(server.db, { kind: 'commentRemoved', commentId: remaining, postId: post.id, by: ben.uid })
    expect(await resultsOf(ada)).toEqual([])
  })

  it('D10 a deleted post or playlist removes all its notifications immediately', async () => {
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

  it('D11 O1 a repost that is deleted with its playlist has no notification', async () => {
    const mix = await startBead(ben.client, { title: 'Mix' })
    expect((await ben.client.post(`/api/v0/posts/${post.id}/repost/${mix.id}`)).status).toBe(200)
    expect((await resultsOf(ada)).map(({ verb }: { verb: string }) => verb)).toEqual(['repost'])
    expect((await ben.client.delete(`/api/v0/beads/${mix.id}`)).status).toBe(200)
    expect(await resultsOf(ada)).toEqual([])
  })

  it('G4 O1 an edit that drops a mention removes that notification and keeps the others', async () => {
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

  it('BY12 a deleted member is removed from all groups', async () => {
    await collect(ben)
    await collect(cem)
    await settle()
    await updateMember(server.db, ben.uid, { removedDate: new Date().toISOString() })
    await happens(server.db, { kind: 'memberRemoved', uid: ben.uid, former: ben.uid, name: 'Ben', email: null })
    expect((await resultsOf(ada))[0]).toMatchObject({ count: 1, subjects: [{ uid: cem.uid }] })
  })
})
