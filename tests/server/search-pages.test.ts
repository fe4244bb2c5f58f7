/** The database decides: deleted or hidden rows that an index still contains are never returned. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxReachableHits, SearchUnavailable, type DocumentKey, type Search, type SearchQuery } from '#search/port.ts'
import { createLookups, type Lookups } from '../../server/features/search/service.ts'
import { shareOf } from '../../server/features/search/planSearch.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { join, type Person } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: Person
let ben: Person
let lookups: Lookups
let queries: SearchQuery[]
let noticed: DocumentKey[]
/** The content of the index, for any viewer. */
let known: DocumentKey[]
const posts: string[] = []
let bead: string
let draft: { bead: string; post: string }

const index: Search = {
  async search(query) {
    queries.push(query)
    const mine = known.filter(({ type }) => query.types.includes(type))
    const hits = mine.slice(query.from, query.from + query.limit).map((key) => ({ ...key, title: '<em>x</em>', description: '', tags: [] }))
    return { hits, next: query.from + query.limit < mine.length ? query.from + query.limit : null, total: mine.length }
  },
}
const question = { q: 'x', type: 'post', from: 0, limit: 3 }
const post = (id: string): DocumentKey => ({ type: 'post', id })
const viewer = { uid: '', isAdmin: false, privileges: { canPost: true, canCreatePost: true } as never }

beforeAll(async () => {
  server = await startTestServer()
  ada = await join(server, 'Ada')
  ben = await join(server, 'Ben')
  bead = (await startBead(ada.client, { title: 'Open door', category: 'music' })).id
  for (let n = 0; n < 6; n += 1) posts.push((await addPost(ada.client, bead, { title: `Post ${n}`, tags: ['Tagged'] })).id)
  const hidden = (await startBead(ada.client, { title: 'Hidden', category: 'music', isDraft: true })).id
  draft = { bead: hidden, post: (await addPost(ada.client, hidden, { title: 'Hidden', tags: ['Hush'] })).id }
  const { db, services } = server
  lookups = createLookups({
    db,
    accounts: services.accounts,
    beads: services.beads,
    posts: services.posts,
    index,
    reportStale: (keys) => void noticed.push(...keys),
  })
})
afterAll(() => server.close())
beforeEach(() => {
  queries = []
  noticed = []
  known = posts.map(post)
})
const ids = ({ results }: { results: { id: string }[] }) => results.map(({ id }) => id)

describe('X5 AP9 search results are checked against the database', () => {
  it('X5 deleted results are replaced by further ones, and the next page starts after them', async () => {
    known = [post(posts[0]!), post('p0gone1'), post('p0gone2'), ...posts.slice(1).map(post)]
    const first = await lookups.search(question, null)
    expect([ids(first), first.next, first.counts.total]).toEqual([posts.slice(0, 3), 5, 6])
    expect(noticed).toEqual([post('p0gone1'), post('p0gone2')])
    const second = await lookups.search({ ...question, from: 5 }, null)
    expect([ids(second), second.next]).toEqual([posts.slice(3), null])
  })

  it('X5 an index with only deleted results is queried a limited number of times', async () => {
    known = Array.from({ length: maxReachableHits }, (_none, n) => post(`p0gone${n}`))
    const page = await lookups.search(question, null)
    expect([page.results, page.next]).toEqual([[], 24])
    expect(queries.length).toBeLessThan(20)
  })

  it('B11 a draft in the index is returned only to its collaborators', async () => {
    known = [post(draft.post), { type: 'bead', id: draft.bead }, { type: 'tag', id: 'hush' }, { type: 'tag', id: 'tagged' }]
    const all = { ...question, type: 'all', limit: 10 }
    expect(ids(await lookups.search(all, null))).toEqual(['tagged'])
    expect(noticed).toEqual(known.slice(0, 3))
    expect(ids(await lookups.search(all, { ...viewer, uid: ben.uid }))).toEqual(['tagged'])
    expect(ids(await lookups.search(all, { ...viewer, uid: ada.uid }))).toEqual([draft.post, draft.bead, 'tagged'])
    expect(ids(await lookups.search(all, { ...viewer, uid: ben.uid, isAdmin: true }))).toEqual([draft.post, draft.bead, 'tagged'])
    expect((await lookups.tags('hush', { from: 0, limit: 10 })).results.map(({ id }) => id)).toEqual(['tagged'])
  })

  it('BY14 blocked members are excluded from the query and from the results', async () => {
    await ben.client.post(`/api/v0/members/${ada.uid}/block`, {})
    known = [{ type: 'member', id: ada.uid }, post(posts[0]!), { type: 'bead', id: bead }, { type: 'member', id: ben.uid }]
    const page = await lookups.search({ ...question, type: 'all', limit: 10 }, { ...viewer, uid: ben.uid, hides: true })
    expect(ids(page)).toEqual([ben.uid])
    expect(queries[0]!.excludedAuthors).toEqual([ada.uid])
    await ben.client.post(`/api/v0/members/${ada.uid}/unblock`, {})
  })

  it('X5 a deleted member is not returned', async () => {
    const gone = await join(server, 'Gone')
    await updateMember(server.db, gone.uid, { removedDate: new Date().toISOString() })
    known = [
      { type: 'member', id: gone.uid },
      { type: 'member', id: ada.uid },
    ]
    expect(ids(await lookups.search({ ...question, type: 'member' }, null))).toEqual([ada.uid])
  })

  it('D7 write=1 excludes playlists that the viewer may not post to; without canPost nothing is returned', async () => {
    known = [{ type: 'bead', id: bead }]
    const writing = { ...question, type: 'bead', write: true }
    expect(ids(await lookups.search(writing, { ...viewer, uid: ben.uid }))).toEqual([])
    expect(ids(await lookups.search(writing, { ...viewer, uid: ada.uid }))).toEqual([bead])
    expect(queries[0]).toMatchObject({ writable: true, types: ['bead'] })
    const mute = { ...viewer, uid: ada.uid, privileges: { canPost: false, canCreatePost: false } as never }
    expect(await lookups.search(writing, mute)).toEqual({ results: [], next: null, counts: { total: 0 } })
  })

  it('X4 collectedby= limits the query to collected posts, their playlists and creators', async () => {
    for (const id of posts.slice(0, 2)) await ben.client.post(`/api/v0/posts/${id}/collect`, {})
    const page = await lookups.search({ ...question, q: '', type: 'all', collectedby: ben.uid, category: 'music' }, null)
    expect(queries[0]).toMatchObject({
      text: '',
      category: 'music',
      among: { post: [posts[1], posts[0]], bead: [bead], member: [ada.uid] },
    })
    expect(ids(page)).toEqual(posts.slice(0, 3))
    known = [{ type: 'bead', id: bead }]
    expect((await lookups.search({ ...question, type: 'bead', category: 'film' }, null)).results).toEqual([])
  })

  it('X5 one database read per type, for any number of results', async () => {
    const reads: string[] = []
    const { posts: all, beads, accounts } = server.services
    const counting = <T extends object>(name: string, service: T): T =>
      new Proxy(service, { get: (target, key) => (reads.push(`${name}.${String(key)}`), Reflect.get(target, key)) })
    const counted = createLookups({
      db: server.db,
      index,
      reportStale: () => {},
      accounts: counting('accounts', accounts),
      beads: counting('beads', beads),
      posts: counting('posts', all),
    })
    known = [
      ...posts.map(post),
      { type: 'bead', id: bead },
      { type: 'bead', id: bead },
      { type: 'member', id: ada.uid },
      { type: 'member', id: ben.uid },
    ]
    await counted.search({ ...question, type: 'all', limit: 20, materialize: true }, null)
    expect(reads.toSorted()).toEqual(['accounts.members', 'beads.byIds', 'posts.byIds'])
  })
})

describe('X5 interleaving two lists', () => {
  it('X5 one of the first, then two of the second; none is lost or repeated', () => {
    for (const [first, second] of [
      [0, 0],
      [5, 0],
      [0, 5],
      [3, 100],
      [100, 3],
      [7, 7],
      [1, 1],
    ] as const)
      for (let count = 0; count < first + second; count += 1) {
        const [before, after] = [shareOf(count, first, second), shareOf(count + 1, first, second)]
        expect([0, 1]).toContain(after - before)
        expect(after).toBeLessThanOrEqual(first)
        expect(count + 1 - after).toBeLessThanOrEqual(second)
      }
    expect([1, 2, 3, 4, 5, 6, 7].map((count) => shareOf(count, 10, 10))).toEqual([1, 1, 1, 2, 2, 2, 3])
  })
})

it('AP10 without an index search → 503, and other endpoints work', async () => {
  const away: Search = { search: () => Promise.reject(new SearchUnavailable('away')) }
  const other = await startTestServer({
    services: ({ db, accounts, beads, posts, ...others }) => ({
      ...others,
      db,
      accounts,
      beads,
      posts,
      lookups: createLookups({ db, accounts, beads, posts, index: away, reportStale: () => {} }),
    }),
  })
  try {
    const reply = await other.client().get('/api/v2/search?q=jazz')
    expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    expect((await other.client().get('/api/v0/beads')).status).toBe(200)
  } finally {
    await other.close()
  }
})
