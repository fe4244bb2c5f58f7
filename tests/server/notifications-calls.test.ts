import { describe, expect, it } from 'vitest'
import { transaction } from '#db/transaction.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'
import { updateMember } from '../support/content.ts'
import { commentOn, happens, relate } from '../support/facts.ts'
import type { Person } from '../support/people.ts'
import { setUp, server, ada, ben, cem, dan, post, settle, listOf, resultsOf, collect } from '../support/notifications.ts'

setUp()

/** A notification of Ada with this time: Ben shared a playlist with her. */
const shareRow = (n: number, time: number) => ({
  uid: ada.uid,
  verb: 'sharebead' as const,
  topic: `t${n}`,
  date: new Date(time).toISOString(),
  actorCount: 1,
  actors: [{ uid: ben.uid, date: new Date().toISOString() }],
  isOwner: false,
  beadId: null,
  postId: null,
  commentId: null,
})

describe('AP4 endpoints', () => {
  const paths = ['/api/v1/me/notifications', '/api/v1/me/notifications/status'] as const

  it('AP4 visitors get 401; members get only their own notifications', async () => {
    const visitor = server.client()
    for (const path of paths) expect((await visitor.get(path)).status).toBe(401)
    expect((await visitor.post('/api/v0/me/notifications/lastchecked', { timestamp: Date.now() })).status).toBe(401)
    await collect(ben)
    await updateMember(server.db, dan.uid, { isAdmin: true })
    expect(await resultsOf(ada)).toHaveLength(1)
    for (const other of [ben, cem, dan]) expect(await resultsOf(other)).toEqual([])
  })

  it('O3 the list has 10 entries by default, at most 50, and further pages', async () => {
    await transaction(server.db, async (manager) => {
      for (let n = 0; n < 60; n += 1) {
        await manager.insert('notification', shareRow(n, Date.now() - n * 1000))
      }
    })
    expect(await listOf(ada)).toMatchObject({ results: { length: 10 }, next: 10, counts: { total: 60 } })
    expect(await listOf(ada, '?limit=50')).toMatchObject({ results: { length: 50 }, next: 50 })
    expect(await listOf(ada, '?limit=51')).toMatchObject({ results: { length: 50 } })
    expect(await listOf(ada, '?from=50&limit=50')).toMatchObject({ results: { length: 10 }, next: null, counts: { total: 60 } })
    expect(await listOf(ada, '?from=70')).toMatchObject({ results: [], next: null, counts: { total: 60 } })
  })

  it('O3 the status counts newer notifications; unchanged → 304', async () => {
    await collect(ben)
    const {
      results: [{ date }],
    } = await listOf(ada)
    const status = (query: string, headers = {}) => ada.client.get(`/api/v1/me/notifications/status${query}`, { headers })
    expect((await status('')).body).toEqual({ count: 1, latest: date })
    const before = new Date(Date.parse(date) - 1).toISOString()
    expect((await status(`?minTime=${before}`)).body).toEqual({ count: 1, latest: date })
    expect((await status(`?minTime=${Date.parse(date) - 1}`)).body).toEqual({ count: 1, latest: date })
    const same = await status(`?minTime=${date}`)
    expect(same.body).toEqual({ count: 0, latest: null })
    expect(same.headers.get('cache-control')).toBe('private, no-cache')
    expect((await status(`?minTime=${date}`, { 'If-None-Match': same.headers.get('etag')!, 'Cache-Control': 'max-age=0' })).status).toBe(
      304,
    )
    await collect(cem)
    await settle()
    expect((await status(`?minTime=${date}`, { 'If-None-Match': same.headers.get('etag')!, 'Cache-Control': 'max-age=0' })).body).toEqual({
      count: 1,
      latest: (await listOf(ada)).results[0].date,
    })
    // A further activity of a group that is counted already changes the date only.
    expect((await status(`?minTime=${before}`)).body).toMatchObject({ count: 1, latest: expect.not.stringMatching(date) as unknown })
    expect((await status('?minTime=yesterday')).status).toBe(400)
  })

  it('O3 the last-checked date only increases, at most to now', async () => {
    const check = async (timestamp: unknown) => (await ada.client.post('/api/v0/me/notifications/lastchecked', { timestamp })).body
    await collect(ben)
    const {
      results: [{ date }],
      lastChecked,
    } = await listOf(ada)
    expect(lastChecked).toBeNull()
    expect(await check(date)).toEqual({ lastChecked: date })
    expect((await ada.client.get('/api/v1/me/notifications/status')).body).toEqual({ count: 0, latest: null })
    expect(await check('2020-01-01T00:00:00Z')).toEqual({ lastChecked: date })
    const { lastChecked: now } = await check(Date.now() + 86_400_000)
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(5000)
    expect((await listOf(ada)).lastChecked).toBe(now)
    expect((await check('soon')).code).toBe('invalid')
  })

  it('O1 groups beyond 500, and those without activity for 90 days, are deleted', async () => {
    const old = new Date(Date.now() - 91 * 86_400_000)
    await transaction(server.db, async (manager) => {
      for (let n = 0; n < 500; n += 1) {
        await manager.insert('notification', shareRow(n, n < 3 ? old.getTime() + n : Date.now() - 1_000_000 + n))
      }
    })
    await collect(ben)
    expect((await listOf(ada)).counts.total).toBe(500)
    await server.services.scheduler.runDue()
    const { counts, results } = await listOf(ada)
    expect(counts.total).toBe(498)
    expect(results[0].verb).toBe('collect')
  })

  it('O1 the queries of list and status use an index', async () => {
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

describe('BY19 push preferences in the list, for the notifications of the desktop application', () => {
  const enabled = async () =>
    Object.fromEntries((await listOf(ada)).activities.map((one: { verb: string; isPushEnabled: boolean }) => [one.verb, one.isPushEnabled]))

  it('BY19 a verb with a preference is enabled unless the member has turned it off; one without is not', async () => {
    await collect(ben)
    await commentOn(server.db, post.id, ben.uid)
    await relate(server.db, cem.uid, relationTypes.upvote, post.id)
    await happens(server.db, { kind: 'upvoted', postId: post.id, by: cem.uid })
    expect(await enabled()).toEqual({ collect: true, comment: true, upvote: false })
    await updateMember(server.db, ada.uid, { pushPrefs: { onCollect: false, onFollow: true } })
    expect(await enabled()).toEqual({ collect: false, comment: true, upvote: false })
  })

  it('BY19 the same verb has several preferences: a comment on an own post, or after an own one; a mention in a comment, or in a post', async () => {
    const isEnabled = async (who: Person, pushPrefs: object) => {
      await updateMember(server.db, who.uid, { pushPrefs })
      return (await listOf(who)).activities.map((one: { isPushEnabled: boolean }) => one.isPushEnabled)
    }
    await commentOn(server.db, post.id, cem.uid)
    await commentOn(server.db, post.id, ben.uid)
    expect(await isEnabled(ada, { onPostComments: false })).toEqual([false])
    expect(await isEnabled(cem, { onPostComments: false })).toEqual([true])
    expect(await isEnabled(cem, { onCommentComments: false })).toEqual([false])
    await commentOn(server.db, post.id, ben.uid, '@dan', [dan.uid])
    expect(await isEnabled(dan, { onPostWithMention: false })).toEqual([true])
    expect(await isEnabled(dan, { onCommentWithMention: false })).toEqual([false])
  })
})
