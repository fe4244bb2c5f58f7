/** The page of a playlist: its header, and its posts with order and filters. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Bead, Page, Post } from '#contract/index.ts'
import { isPreview, playlistPostQuery } from '#contract/pages/playlist.ts'
import { endpoints } from '#contract/endpoints.ts'
import { planPostList } from '../../server/features/posts/lists.ts'
import { addPost, startBead, updateBead, updateMember } from '../support/content.ts'
import { testDatabaseKind, type Client } from '../support/server.ts'
import { ada, ben, server, setUpPeople, visitor } from '../support/people.ts'

type Filters = Answer<'GET /api/v0/beads/:id/filters'>

let bead: Bead
let other: Bead
const ids: Record<string, string> = {}

setUpPeople()
beforeAll(async () => {
  bead = await startBead(ada.client, {
    title: 'Everybody here',
    invitees: [ben.uid],
    tags: ['One', 'Two', 'Three', 'Four', 'Five', 'Six'],
    description: 'What it is about',
  })
  other = await startBead(ada.client, { title: 'Somewhere else' })
  const add = async (name: string, { client }: { client: Client }, to: Bead, tags: string[]) => {
    ids[name] = (await addPost(client, to.id, { title: name, tags })).id
  }
  await add('a', ada, bead, ['Red', 'Loud'])
  await add('b', ben, bead, ['Red'])
  await add('c', ben, bead, ['Blue', 'Red'])
  await add('d', ada, bead, [])
  await add('elsewhere', ben, other, ['Red']).catch(() =>
    addPost(ada.client, other.id, { title: 'elsewhere', tags: ['Red'] }).then(({ id }) => (ids['elsewhere'] = id)),
  )
  for (const name of ['b', 'c', 'elsewhere']) await ada.client.post(`/api/v0/posts/${ids[name]}/collect`)
  await server.services.outbox.drain()
})

const nameOf = (id: string) => Object.keys(ids).find((name) => ids[name] === id)
const list = async (query: string, client = ada.client) =>
  (await client.get<Page<Post>>(`/api/v0/posts?bead=${bead.id}&${query}`)).body.results.map(({ id }) => nameOf(id))
const filters = async (query = '', client = ada.client) => (await client.get<Filters>(`/api/v0/beads/${bead.id}/filters?${query}`)).body

describe('B1 the header', () => {
  it('B1 the playlist contains all that its header shows: title, counts, description, creator, date, tags, permissions', async () => {
    await ben.client.post(`/api/v0/beads/${bead.id}/follow`)
    const { body } = await visitor.get<Bead>(`/api/v0/beads/${bead.id}`)
    expect(body).toMatchObject({
      title: 'Everybody here',
      description: 'What it is about',
      postCount: 4,
      followerCount: 1,
      creator: { uid: ada.uid, name: ada.name },
      tags: ['One', 'Two', 'Three', 'Four', 'Five', 'Six'],
      can: { edit: false, delete: false, post: false },
      href: `/${bead.id}`,
    })
    expect(body).toHaveProperty('image')
    expect(Number.isNaN(Date.parse(body.creationDate))).toBe(false)
    expect(body).not.toHaveProperty('cta')
  })

  it('B1 B7 only an admin sets the call to action: explore or follow', async () => {
    const { client: admin, me } = await server.signUp('Ida')
    await updateMember(server.db, me.uid, { isAdmin: true })
    expect((await admin.post(`/api/v0/beads/${other.id}`, { cta: { type: 'explore' } })).body.data.cta).toEqual({ type: 'explore' })
    expect((await visitor.get<Bead>(`/api/v0/beads/${other.id}`)).body.cta).toEqual({ type: 'explore' })
    expect((await admin.post(`/api/v0/beads/${other.id}`, { cta: { type: 'dance' } })).status).toBe(400)
    expect((await ada.client.post(`/api/v0/beads/${other.id}`, { cta: { type: 'follow' } })).status).toBe(403)
    expect((await admin.post(`/api/v0/beads/${other.id}`, { cta: null })).body.data).not.toHaveProperty('cta')
  })
})

describe('B2 B6 the order of the posts', () => {
  const sortOf = (shown: object, search: string, below = false) =>
    playlistPostQuery({ id: 'b', ...shown }, new URLSearchParams(search), below).sort

  it('B2 default order of a preview: earliest, unless the URL or the playlist sets another one', () => {
    expect(sortOf({}, '', true)).toBe('earliest')
    expect(sortOf({}, 'sort=top', true)).toBe('top')
    expect(sortOf({}, 'page=2', true)).toBe('earliest')
    expect(sortOf({ sort: 'curated' }, '', true)).toBe('curated')
    expect(sortOf({}, 'tag=Red', true)).toBe('recent')
    expect(sortOf({}, '', false)).toBe('top')
    expect(sortOf({ invitees: [] }, '', false)).toBe('earliest')
  })

  it('B6 a URL without sort, page or filter is a preview', () => {
    expect(['', 'newPost', 't=90', 'utm_source=x'].map((search) => isPreview(new URLSearchParams(search)))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(
      ['sort=top', 'page=1', 'tag=Red', 'filter=One', 'collectedby=self', 'createdby=ada'].map((search) =>
        isPreview(new URLSearchParams(search)),
      ),
    ).toEqual(Array(6).fill(false))
  })

  it('B6 the document of a post has the posts of its playlist earliest first; with ?sort, in that order', async () => {
    const open = await startBead(ada.client, { title: 'Open to all', description: 'For everybody', invitees: undefined })
    await updateBead(server.db, open.id, { isDraft: false })
    const post = await addPost(ada.client, open.id, { title: 'First' })
    const sortsOf = async (path: string) => {
      const html = await (await fetch(`${server.url}${path}`)).text()
      return [...html.matchAll(/"sort":"(\w+)"/g)].map(([, sort]) => sort)
    }
    expect(await sortsOf(`/${post.href}`)).toContain('earliest')
    expect(await sortsOf(`/${post.href}?sort=recent`)).not.toContain('earliest')
  })
})

describe('B4 filters', () => {
  it.each<[string, string[]]>([
    ['createdby=:ben', ['c', 'b']],
    ['tag=red&createdby=:ben', ['c', 'b']],
    ['tag=loud&createdby=:ben', []],
    ['tag=blue,loud', ['c', 'a']],
    ['collectedby=self', ['c', 'b']],
    ['collectedby=self&tag=blue', ['c']],
    ['collectedby=self&createdby=:ada', []],
    ['collectedby=self&createdby=:ben&tag=red&sort=earliest', ['b', 'c']],
  ])('B4 filter %s', async (query, expected) => {
    const filled = query.replace(':ben', ben.uid).replace(':ada', ada.uid)
    expect(await list(filled)).toEqual(expected)
    const count = (await ada.client.get<{ count: number }>(`/api/v0/posts/count?bead=${bead.id}&${filled.replace(/&sort=\w+/, '')}`)).body
      .count
    expect(count).toBe(expected.length)
  })

  it('B4 shuffle: one seed gives one order on all pages and under filters', async () => {
    const whole = await list('sort=shuffle&ts=77')
    expect(whole.toSorted()).toEqual(['a', 'b', 'c', 'd'])
    expect([...(await list('sort=shuffle&ts=77&limit=2')), ...(await list('sort=shuffle&ts=77&limit=2&from=2'))]).toEqual(whole)
    expect(await list(`sort=shuffle&ts=77&createdby=${ben.uid}`)).toEqual(whole.filter((name) => name === 'b' || name === 'c'))
    const query = playlistPostQuery({ id: 'b' }, new URLSearchParams('sort=shuffle&ts=77&createdby=ben'))
    expect(query).toMatchObject({ sort: 'shuffle', ts: 77, createdby: 'ben' })
    expect(playlistPostQuery({ id: 'b' }, new URLSearchParams('sort=shuffle&ts=-1'))).toMatchObject({ ts: 0 })
    expect(playlistPostQuery({ id: 'b' }, new URLSearchParams('sort=top&ts=5'))).not.toHaveProperty('ts')
  })

  it('B4 BY5 filtered posts keep the curated order', async () => {
    await ada.client.post(`/api/v0/beads/${bead.id}/posts/${ids['c']}/move`, { after: null })
    expect(await list('sort=curated')).toEqual(['c', 'a', 'b', 'd'])
    expect(await list(`sort=curated&createdby=${ben.uid}`)).toEqual(['c', 'b'])
    expect(await list('sort=curated&collectedby=self')).toEqual(['c', 'b'])
    expect(await list('sort=curated&tag=red')).toEqual(['c', 'a', 'b'])
  })

  it('B4 filter values: tags and members with post counts under the other filters', async () => {
    const all = await filters()
    expect(all.tags.map(({ name, count }) => [name, count])).toEqual([
      ['Red', 3],
      ['Blue', 1],
      ['Loud', 1],
    ])
    expect(all.members.map(({ id, name, count }) => [id, name, count])).toEqual([
      [ada.uid, ada.name, 2],
      [ben.uid, ben.name, 2],
    ])
    expect(all.counts.total).toBe(4)
    expect((await filters('type=tag')).members).toEqual([])
    expect((await filters(`createdby=${ben.uid}`)).tags.map(({ name, count }) => [name, count])).toEqual([
      ['Red', 2],
      ['Blue', 1],
    ])
    expect((await filters('tag=loud')).members.map(({ id }) => id)).toEqual([ada.uid])
    expect((await filters('collectedby=self&limit=1')).tags.map(({ name }) => name)).toEqual(['Red'])
    expect((await visitor.get(`/api/v0/beads/${bead.id}/filters?collectedby=self`)).status).toBe(401)
    expect((await visitor.get('/api/v0/beads/b00000000000000000/filters')).status).toBe(404)
  })

  it('B4 the filter values of a draft → 403 except for its collaborators', async () => {
    const draft = await startBead(ada.client, { title: 'Not yet', invitees: [], isDraft: true })
    await addPost(ada.client, draft.id, { title: 'Hidden', tags: ['Secret'] })
    for (const query of ['', `?createdby=${ada.uid}`, '?tag=secret'])
      expect((await ben.client.get(`/api/v0/beads/${draft.id}/filters${query}`)).status).toBe(403)
    expect((await ada.client.get<Filters>(`/api/v0/beads/${draft.id}/filters`)).body.tags.map(({ name }) => name)).toEqual(['Secret'])
  })
})

describe.runIf(testDatabaseKind === 'sqlite')('B4 query plans', () => {
  const planOf = async (query: Record<string, string>): Promise<string> => {
    const viewer = { uid: 'ada', isAdmin: false, privileges: {} as never }
    const { statement, parameters } = planPostList(
      endpoints['GET /api/v0/posts'].query.parse({ bead: 'b00000000000000000', ...query }),
      viewer,
    )
    const values: unknown[] = []
    const text = statement.replace(
      /:([a-zA-Z]\w*)/g,
      (_all, name: string) => (values.push((parameters as Record<string, unknown>)[name]), '?'),
    )
    return (await server.db.query(`EXPLAIN QUERY PLAN ${text}`, values)).map(({ detail }: { detail: string }) => detail).join('\n')
  }

  it.each<[string, Record<string, string>, RegExp]>([
    ['a member', { createdby: 'ben' }, /SEARCH p USING .*INDEX post_bead_creator \(beadId=\? AND creatorUid=\?\)/],
    ['collected posts', { collectedby: 'self' }, /SEARCH c USING COVERING INDEX collected_recent \(uid=\?\)/],
    ['collected posts of a member', { collectedby: 'self', createdby: 'ben' }, /SEARCH c USING COVERING INDEX collected_recent \(uid=\?\)/],
    ['curated posts of a member', { createdby: 'ben', sort: 'curated' }, /SEARCH p USING .*INDEX post_bead_c\w+ \(beadId=\? AND/],
  ])('B4 %s reads one index', async (_what, query, expected) => {
    const plan = await planOf(query)
    expect(plan).toMatch(expected)
    expect(plan).not.toMatch(/SCAN (p|c)\b/)
  })
})
