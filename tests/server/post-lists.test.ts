import { beforeAll, describe, expect, it } from 'vitest'
import { endpoints, type Page, type Post } from '#contract/index.ts'
import { sql, type Parameters } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { CommentEntity } from '../../server/features/comments/entities.ts'
import { planBeadList } from '../../server/features/beads/lists.ts'
import { selectPage } from '../../server/features/beads/records.ts'
import { planPostList } from '../../server/features/posts/lists.ts'
import { addPost, startBead, updatePost } from '../support/content.ts'
import { testDatabaseKind } from '../support/server.ts'
import { ada, server, setUpPeople, visitor } from '../support/people.ts'

let bead: string
/** In order of creation. */
const posts: Post[] = []

setUpPeople()
beforeAll(async () => {
  bead = (await startBead(ada.client, { title: 'Listed', category: 'music' })).id
  for (let n = 0; n < 20; n++)
    posts.push(
      await addPost(ada.client, bead, { title: `Post ${n}`, ...(n % 4 === 0 ? { media: { href: `https://example.org/${n}.mp3` } } : {}) }),
    )
  await updatePost(server.db, posts[3]!.id, { score: 5, collectCount: 2, upvoteCount: 1 })
  await updatePost(server.db, posts[7]!.id, { score: 9, upvoteCount: 9 })
  await updatePost(server.db, posts[9]!.id, { score: 5, collectCount: 1, commentCount: 3 })
})

const list = async (query: string, client = visitor) => (await client.get<Page<Post>>(`/api/v0/posts?${query}`)).body
const places = (page: Page<Post>) => page.results.map(({ id }) => posts.findIndex((post) => post.id === id))
const all = Array.from({ length: 20 }, (_, n) => n)

describe('B5 the posts of a playlist', () => {
  it('B5 pages of fifteen, newest first, with total and next', async () => {
    const first = await list(`bead=${bead}`)
    expect(places(first)).toEqual(all.toReversed().slice(0, 15))
    expect(first).toMatchObject({ next: 15, counts: { total: 20 } })
    const second = await list(`bead=${bead}&from=15`)
    expect(places(second)).toEqual([4, 3, 2, 1, 0])
    expect(second).toMatchObject({ next: null, counts: { total: 20 } })
    expect(await list(`bead=${bead}&from=40`)).toEqual({ results: [], next: null, counts: { total: 20 } })
  })

  it('B2 sort=earliest and earliest=1 → earliest first', async () => {
    expect(places(await list(`bead=${bead}&sort=earliest`))).toEqual(all.slice(0, 15))
    expect(places(await list(`bead=${bead}&earliest=1`))).toEqual(all.slice(0, 15))
  })

  it('B2 sort=top → posts with a score, highest first, newest first among equals', async () => {
    const top = await list(`bead=${bead}&sort=top`)
    expect(places(top)).toEqual([7, 9, 3])
    expect(top.counts.total).toBe(3)
    expect(await list(`bead=${bead}&sort=top&limit=2`)).toMatchObject({ next: 2, counts: { total: 3 } })
    const empty = await startBead(ada.client)
    await addPost(ada.client, empty.id)
    expect(await list(`bead=${empty.id}&sort=top`)).toEqual({ results: [], next: null, counts: { total: 0 } })
  })

  it('B2 sort=mostcollected → most collected first', async () => {
    expect(places(await list(`bead=${bead}&sort=mostcollected`)).slice(0, 3)).toEqual([3, 9, 19])
  })

  it('B4 shuffle: one seed gives one order over all pages, another seed another order', async () => {
    const pages = async (ts: number) => [
      ...places(await list(`bead=${bead}&sort=shuffle&ts=${ts}&limit=7`)),
      ...places(await list(`bead=${bead}&sort=shuffle&ts=${ts}&limit=7&from=7`)),
      ...places(await list(`bead=${bead}&sort=shuffle&ts=${ts}&limit=7&from=14`)),
    ]
    const orders = await Promise.all([1, 2, 3, Number.MAX_SAFE_INTEGER].map(pages))
    for (const order of orders) expect(order.toSorted((a, b) => a - b)).toEqual(all)
    expect(new Set(orders.map(String)).size).toBe(4)
    expect(await pages(2)).toEqual(orders[1])
  })

  it('B4 shuffle: every post can be the first one', async () => {
    const first = new Map<number, number>()
    for (let ts = 0; ts < 120; ts++) {
      const [place] = places(await list(`bead=${bead}&sort=shuffle&ts=${ts}&limit=1`))
      first.set(place!, (first.get(place!) ?? 0) + 1)
    }
    expect(first.size).toBeGreaterThan(14)
    expect(Math.max(...first.values())).toBeLessThan(24)
  })

  it('B5 hasmedia=1 → only playable posts', async () => {
    const page = await list(`bead=${bead}&hasmedia=1&limit=3`)
    expect(places(page)).toEqual([16, 12, 8])
    expect(page).toMatchObject({ next: 3, counts: { total: 5 } })
  })

  it('B5 an unknown playlist → 404, an empty one → an empty page', async () => {
    expect((await visitor.get('/api/v0/posts?bead=b00000000000000000')).status).toBe(404)
    expect(await list(`bead=${(await startBead(ada.client)).id}`)).toEqual({ results: [], next: null, counts: { total: 0 } })
  })
})

describe('AP5 posts of a member and of the site', () => {
  it('AP5 posts of a member, of a category, of the site', async () => {
    const ben = (await server.signUp('Ben')).client
    const his = await addPost(ben, (await startBead(ben, { category: 'art' })).id, { title: 'His' })
    expect((await list('limit=1')).results[0]!.id).toBe(his.id)
    expect((await list('limit=1')).counts.total).toBeGreaterThan(20)
    expect((await list('category=art')).results.map(({ id }) => id)).toEqual([his.id])
    expect(places(await list(`createdby=${ada.uid}&category=music&limit=2`))).toEqual([19, 18])
    expect((await list(`createdby=${ada.uid}&category=music&limit=2`)).counts.total).toBe(20)
    expect((await list('category=all&sort=top')).results).toHaveLength(3)
    expect((await list('createdby=missing.member')).results).toEqual([])
  })
})

describe('G1 comments', () => {
  it('G1 comments are listed oldest first, in pages', async () => {
    const { id } = posts[0]!
    const rows = Array.from({ length: 5 }, (_, n) => ({
      id: `c0000000000000001${n}`,
      postId: id,
      creatorUid: ada.uid,
      text: `Comment ${n}`,
      creationDate: new Date(n).toISOString(),
    }))
    await transaction(server.db, (manager) => manager.insert(CommentEntity, rows))
    const { body } = await visitor.get(`/api/v0/comments/${id}?limit=2&from=2`)
    expect(body).toMatchObject({
      next: 4,
      counts: { total: 5 },
      results: [{ text: 'Comment 2', postId: id, creator: { uid: ada.uid, name: ada.name } }, { text: 'Comment 3' }],
    })
    expect((await visitor.get('/api/v0/comments/p00000000000000000')).status).toBe(404)
  })
})

describe.runIf(testDatabaseKind === 'sqlite')('B5 query plans', () => {
  const explainPosts = (query: object) => {
    const { statement, parameters } = planPostList(endpoints['GET /api/v0/posts'].query.parse(query), null)
    return explain(statement, parameters)
  }
  const explainBeads = (query: object) => {
    const { walk, parameters } = planBeadList(endpoints['GET /api/v0/beads'].query.parse(query), null)
    return explain(selectPage(walk), parameters)
  }
  const explain = async (statement: string, parameters: Parameters): Promise<string> => {
    const rows = await sql<{ detail: string }>(server.db, `EXPLAIN QUERY PLAN ${statement}`, parameters)
    return rows.map(({ detail }) => detail).join('\n')
  }

  it.each([
    ['recent', 'post_bead_recent'],
    ['earliest', 'post_bead_recent'],
    ['top', 'post_bead_score'],
    ['mostcollected', 'post_bead_collects'],
  ])('B5 %s reads the covering index %s up to the page, and no row before it', async (sort, index) => {
    const plan = await explainPosts({ bead, sort })
    expect(plan).toContain(`USING COVERING INDEX ${index} (beadId=?`)
    expect(plan).not.toMatch(/SCAN (p|v|m)\b/)
    // At most the rows of the page are sorted.
    expect(plan.match(/TEMP B-TREE/g)?.length ?? 0).toBeLessThanOrEqual(1)
  })

  it('AP5 posts of the site and of a member are read from the newest', async () => {
    expect(await explainPosts({})).toMatch(/SCAN p USING (COVERING )?INDEX|SCAN p$/m)
    expect((await explainPosts({})).match(/TEMP B-TREE/g)?.length ?? 0).toBeLessThanOrEqual(1)
    expect(await explainPosts({ createdby: ada.uid })).toContain('INDEX post_creator (creatorUid=?)')
  })

  it.each([
    ['top', 'post_score'],
    ['mostcollected', 'post_collects'],
  ])('AP5 %s of the site reads the index %s', async (sort, index) => {
    const plan = await explainPosts({ sort })
    expect(plan).toMatch(new RegExp(`(SCAN|SEARCH) p USING COVERING INDEX ${index}`))
    expect(plan).not.toMatch(/SEARCH v USING INDEX (?!sqlite_autoindex)/)
    expect(plan.match(/TEMP B-TREE/g)?.length ?? 0).toBeLessThanOrEqual(1)
  })

  it.each<[Record<string, string>, string]>([
    [{}, 'p USING COVERING INDEX post_recent'],
    [{ sort: 'trending' }, 'p USING COVERING INDEX post_heat'],
    [{ category: 'music' }, 'p USING COVERING INDEX post_category_recent'],
    [{ category: 'music', sort: 'top' }, 'p USING COVERING INDEX post_category_score'],
    [{ category: 'music', sort: 'trending' }, 'p USING COVERING INDEX post_category_heat'],
    [{ category: 'music', sort: 'mostcollected' }, 'p USING COVERING INDEX post_collects'],
    [{ category: 'music,art', hasmedia: '1' }, 'p USING COVERING INDEX post_recent'],
    [{ tag: 'jazz' }, 't USING COVERING INDEX post_tag_recent (tagKey=?)'],
    [{ tag: 'jazz', sort: 'earliest', category: 'art' }, 't USING COVERING INDEX post_tag_recent (tagKey=?)'],
    [{ collectedby: 'ada' }, 'c USING COVERING INDEX collected_recent (uid=?)'],
    [{ collectedby: 'ada', sort: 'earliest', createdby: 'ben', category: 'art' }, 'c USING COVERING INDEX collected_recent (uid=?)'],
    [{ createdby: 'ada', category: 'music' }, 'p USING COVERING INDEX post_creator (creatorUid=?)'],
  ])('AP5 %j reads %s and sorts at most the page', async (query, index) => {
    const plan = await explainPosts(query)
    expect(plan).toContain(index)
    expect(plan).toMatch(/SCAN k\n/)
    expect(plan.match(/TEMP B-TREE/g)?.length ?? 0).toBeLessThanOrEqual(1)
    expect(plan).not.toMatch(/SCAN (v|m|op|ob|om)\b|AUTOMATIC/)
  })

  it.each([
    [{ sort: 'top', excludefeeds: 'true' }, 'bead_heat'],
    [{ sort: 'top', category: 'music' }, 'bead_category_heat'],
    [{ sort: 'recent' }, 'bead_recent'],
    [{ sort: 'recent', category: 'music' }, 'bead_category_recent'],
  ])('AP3 playlists by %j read the index %s without sorting', async (query, index) => {
    const plan = await explainBeads(query)
    expect(plan).toContain(`SEARCH v USING COVERING INDEX ${index} (`)
    expect(plan).not.toContain('TEMP B-TREE')
  })
})
