import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatId, type Page } from '#contract/index.ts'
import type { FeedItem } from '#contract/schemas/feed.ts'
import { transaction } from '#db/transaction.ts'
import { MemberEntity } from '../../server/features/accounts/entities.ts'
import { activityId, backfillHeads } from '../../server/features/feed/backfill.ts'
import { ActivityEntity, activityKinds } from '../../server/features/feed/entities.ts'
import { PostEntity } from '../../server/features/posts/entities.ts'
import { RelationEntity, relationTypes } from '../../server/features/relations/entities.ts'
import { memberRow, updateMember } from '../support/content.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { feedActions, ids } from './feed-actions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const { person, done, follow, collect, comment, bead, post, read, feed, status } = feedActions(() => server)

describe("AP4 a member's activity", () => {
  it('N6 AP4 a member’s activity is public, in pages of twenty, for each spelling of the uid; of a deleted member → 404', async () => {
    const [visitor, reader, busy, writer] = [null, await person(), await person('Busy'), await person()]
    const theirs = await post(writer, (await bead(writer)).id)
    const home = await bead(busy)
    const own: string[] = []
    for (let n = 0; n < 21; n++) own.unshift((await post(busy, home.id)).id)
    await collect(busy, theirs.id)
    await follow(busy, 'members', writer.uid)
    const first = await read(visitor, `/api/v2/members/${busy.uid}/activity?comments=3`)
    expect(first.results.slice(0, 3).map(({ type, reason }) => [type, reason])).toEqual([
      ['followmember', undefined],
      ['post', 'collect'],
      ['post', 'newpost'],
    ])
    expect(first.results).toHaveLength(20)
    const second = await read(visitor, `/api/v2/members/${busy.uid}/activity?from=${first.next}`)
    expect([...first.results, ...second.results].flatMap((item) => (item.reason === 'newpost' ? item.id : []))).toEqual(own)
    expect(second.results.at(-1)).toMatchObject({ type: 'newbead', bead: { id: home.id } })
    expect(second.next).toBeNull()
    expect(ids((await read(reader, `/api/v2/me/feed?uid=${busy.uid}`)).results)).toEqual(ids(first.results))
    expect((await server.client().get('/api/v2/members/no.such.member/activity')).status).toBe(404)
    expect(ids((await read(visitor, `/api/v2/members/${busy.uid.toUpperCase()}/activity`)).results)).toEqual(ids(first.results))
    expect(ids((await read(reader, `/api/v2/me/feed?uid=${busy.uid.toUpperCase()}`)).results)).toEqual(ids(first.results))
    await done(busy.client.post('/api/v0/me/delete', { password: 'correct horse' }))
    expect((await server.client().get(`/api/v2/members/${busy.uid}/activity`)).status).toBe(404)
  })
})

describe('B11 activity in drafts of others', () => {
  it('B11 N5 activity in a draft changes no page, offset, total or time of a visitor or follower', async () => {
    const [host, busy, fan] = [await person(), await person('Busy'), await person()]
    await follow(fan, 'members', busy.uid)
    const home = await bead(busy)
    for (let n = 0; n < 2; n++) await post(busy, home.id)
    await follow(busy, 'beads', (await bead(host)).id)
    const queries = ['limit=20', 'limit=1', 'limit=2&from=1', 'limit=4', 'from=9']
    const pagesOf = (path: string, reader: typeof fan | null) => Promise.all(queries.map((query) => read(reader, `${path}${query}`)))
    // A feed with `minTime` has no suggestions.
    const pages = async () => [
      await pagesOf(`/api/v2/members/${busy.uid}/activity?`, null),
      await pagesOf('/api/v2/me/feed?minTime=1&', fan),
    ]
    const before = await pages()
    for (const group of before) {
      expect(group.map(({ results }) => results.length)).toEqual([4, 1, 2, 4, 0])
      expect(group.map(({ next, counts: { total } }) => [next, total])).toEqual([
        [null, 4],
        [1, 2],
        [3, 4],
        [null, 4],
        [null, 4],
      ])
    }

    const since = Date.now()
    const own = await bead(busy, { isDraft: true })
    const shared = await bead(host, { isDraft: true, invitees: [busy.uid] })
    for (let n = 0; n < 6; n++) await post(busy, own.id)
    const inside = await post(host, shared.id)
    await comment(busy, inside.id)
    await collect(busy, inside.id)
    await follow(busy, 'beads', shared.id)
    expect(await pages()).toEqual(before)
    const path = `/api/v2/members/${busy.uid}/activity?minTime=${since}`
    expect(await read(null, path)).toEqual({ results: [], next: null, counts: { total: 0 } })
    expect((await read(busy, path)).counts).toEqual({ total: 7 })
    expect(ids((await read(host, path)).results)).toEqual([inside.id])
  })

  it('N5 deleted posts do not count', async () => {
    const busy = await person()
    const home = await bead(busy)
    const gone = await post(busy, home.id)
    const path = `/api/v2/members/${busy.uid}/activity`
    expect((await read(null, path)).counts).toEqual({ total: 2 })
    await done(busy.client.delete(`/api/v0/posts/${gone.id}`))
    expect(await read(null, `${path}?limit=1`)).toMatchObject({ results: [{ type: 'newbead' }], next: null, counts: { total: 1 } })
  })
})

describe('N6 many hidden activities', () => {
  /** Logs posts of the member that do not exist any more. */
  async function logDeletedPosts(uid: string, count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, n) => {
      const subject = `p-deleted-${n}`
      return { id: activityId(Date.now(), uid, activityKinds.newpost, subject), source: uid, kind: activityKinds.newpost, subject }
    })
    await transaction(server.db, async (manager) => {
      for (let at = 0; at < count; at += 500) await manager.insert(ActivityEntity, rows.slice(at, at + 500))
    })
  }

  it.each([
    [3000, 'the earlier post is found'],
    [12_000, 'the feed and the profile end before the earlier post'],
  ])('N6 N5 %d posts were deleted since → %s', async (count) => {
    const [busy, fan] = [await person('Busy'), await person()]
    await follow(fan, 'members', busy.uid)
    const home = await bead(busy)
    const earlier = await post(busy, home.id)
    await logDeletedPosts(busy.uid, count)
    const latest = await post(busy, home.id)
    const expected = count === 3000 ? [latest.id, earlier.id, home.id] : [latest.id]
    expect(ids(await feed(fan))).toEqual(expected)
    const page = await read(null, `/api/v2/members/${busy.uid}/activity`)
    expect(page).toMatchObject({ next: null, counts: { total: expected.length } })
    expect(ids(page.results)).toEqual(expected)
  })

  it('A4 N5 60 posts were deleted since a new one → the status counts the new one', async () => {
    const [busy, fan] = [await person('Busy'), await person()]
    await follow(fan, 'members', busy.uid)
    const since = Date.now() + 10_000
    await post(busy, (await bead(busy)).id)
    await logDeletedPosts(busy.uid, 60)
    expect(await status(fan, since)).toBe(2)
  })
})

describe('N1 items of many activities', () => {
  it('N1 N6 90 followed members have collected each of 100 posts → the feed ends after the last post', async () => {
    const [maker, fan] = [await person('Maker'), await person()]
    const template = await server.db.getRepository(PostEntity).findOneByOrFail({ id: (await post(maker, (await bead(maker)).id)).id })
    const collectors = Array.from({ length: 90 }, (_, n) => `collector${n}`)
    const posts: string[] = []
    await transaction(server.db, async (manager) => {
      await manager.insert(
        MemberEntity,
        collectors.map((uid) => memberRow(uid)),
      )
      const creationDate = new Date().toISOString()
      await manager.insert(
        RelationEntity,
        collectors.map((entity) => ({ uid: fan.uid, type: relationTypes.followMember, entity, creationDate })),
      )
      for (let n = 0; n < 100; n += 1) {
        const at = Date.now() - (n + 1) * 3_600_000
        const id = formatId('post', at, String(n).padStart(8, '0'))
        posts.push(id)
        await manager.insert(PostEntity, { ...template, id })
        await manager.insert(
          RelationEntity,
          collectors.map((uid) => ({ uid, type: relationTypes.collect, entity: id, creationDate })),
        )
        await manager.insert(
          ActivityEntity,
          collectors.map((source, m) => ({
            id: activityId(at + m, source, activityKinds.collect, id),
            source,
            kind: activityKinds.collect,
            subject: id,
          })),
        )
      }
      await backfillHeads((statement, values) => manager.query(statement, values))
    })
    const found: string[] = []
    for (let from: number | null = 0; from !== null;) {
      const page: Page<FeedItem> = await read(fan, `/api/v2/me/feed?from=${from}&limit=30`)
      found.push(...page.results.flatMap(({ type, id }) => (type === 'post' ? id : [])))
      from = page.next
    }
    expect(found).toEqual(posts)
  })
})

describe('AP4 access and parameters', () => {
  it('AP4 feed and status: visitors → 401, members always 200; activity and trending are public', async () => {
    const visitor = server.client()
    for (const path of ['/api/v2/me/feed', '/api/v2/me/feed/status?minTime=0', '/api/v0/me/onboarding/suggestions'])
      expect((await visitor.get(path)).status).toBe(401)
    const { client, me } = await server.signUp()
    await updateMember(server.db, me.uid, { privileges: { canFollow: false, canPost: false, canComment: false } })
    for (const path of [
      '/api/v2/me/feed',
      '/api/v2/me/feed/status?minTime=0',
      '/api/v0/me/onboarding/suggestions',
      '/api/v2/trending',
      `/api/v2/members/${me.uid}/activity`,
    ])
      expect((await client.get(path)).status, path).toBe(200)
    expect((await visitor.get('/api/v2/trending')).status).toBe(200)
  })

  it('AP4 invalid parameters → 400, too large ones are clamped', async () => {
    const { client } = await server.signUp()
    for (const query of ['from=-1', 'limit=0', 'limit=x', 'category=nonsense', 'filter=x', 'minTime=yesterday', 'maxTime=-1'])
      expect((await client.get(`/api/v2/me/feed?${query}`)).status, query).toBe(400)
    expect((await client.get('/api/v2/me/feed/status')).status).toBe(400)
    expect((await client.get('/api/v2/me/feed?limit=100000&comments=99&from=1000000')).body).toMatchObject({ results: [], next: null })
  })
})
