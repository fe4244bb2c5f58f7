import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '../../server/contract/index.ts'
import type { SearchItem } from '../../server/contract/schemas/lookups.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: { client: Client; uid: string }
let ben: { client: Client; uid: string }
let admin: Client
let visitor: Client
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  const join = async (name: string) => {
    const { client, me } = await server.signUp(name)
    return { client, uid: me.uid }
  }
  ada = await join('Áda Rivers')
  ben = await join('Ben Jazzman')
  const ida = await join('Ida')
  await updateMember(server.db, ida.uid, { isAdmin: true })
  admin = ida.client
  visitor = server.client()
  ids.jazz = (await startBead(ada.client, { title: 'Jazz for <Sundays> & more', category: 'music' })).id
  ids.closed = (await startBead(ada.client, { title: 'Jazz at closed doors', category: 'film', invitees: [] })).id
  ids.draft = (await startBead(ada.client, { title: 'Jazz in the making', category: 'music', isDraft: true, invitees: [ben.uid] })).id
  const add = async (name: string, who: Client, bead: string, tags: string[]) => (ids[name] = (await addPost(who, bead, { title: `Jazzy ${name}`, tags })).id)
  await add('one', ada.client, ids.closed, ['Jazz', 'Quiet'])
  await add('two', ada.client, ids.closed, ['Jazz', 'Quiet', 'Piano'])
  await add('three', ada.client, ids.closed, ['JazzFunk'])
  await add('secret', ada.client, ids.draft, ['Jazz', 'Secretive'])
  await server.services.outbox.drain()
})
afterAll(() => server.close())

const get = async (path: string, client = visitor) => (await client.get<Page<Record<string, unknown>>>(path)).body
const search = async (query: string, client = visitor) => (await client.get<Page<SearchItem>>(`/api/v2/search?${query}`)).body
const found = async (query: string, client = visitor) => (await search(query, client)).results.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? id)

describe('AP9 look-ups', () => {
  it('AP9 tags by how they begin, most used first, none that only a draft has', async () => {
    expect(await get('/api/v1/ml/autocomplete/tag/JA')).toEqual({
      results: [{ _id: 'jazz', id: 'jazz', name: 'Jazz', count: 2 }, { _id: 'jazzfunk', id: 'jazzfunk', name: 'JazzFunk', count: 1 }], next: null, counts: { total: 2 },
    })
    expect(await get('/api/v1/ml/autocomplete/tag/ja?limit=1&from=1')).toMatchObject({ results: [{ id: 'jazzfunk' }], next: null, counts: { total: 2 } })
    expect((await get('/api/v1/ml/autocomplete/tag/secret')).results).toEqual([])
    expect((await get('/api/v1/ml/autocomplete/tag/%25_')).results).toEqual([])
  })

  it('AP9 tags that go together', async () => {
    expect((await get('/api/v0/ml/tags/jazz/relatedtags')).results.map(({ id, count }) => [id, count])).toEqual([['quiet', 2], ['piano', 1]])
    expect((await get('/api/v0/ml/tags/nothing/relatedtags')).results).toEqual([])
  })

  it('AP9 who posts most with a tag, in pages', async () => {
    const closed = await startBead(ben.client)
    await addPost(ben.client, closed.id, { title: 'His', tags: ['Jazz'] })
    expect((await get('/api/v0/ml/tags/Jazz/curators')).results.map(({ uid, count }) => [uid, count])).toEqual([[ada.uid, 2], [ben.uid, 1]])
    expect(await get('/api/v0/ml/tags/Jazz/curators?limit=1')).toMatchObject({ results: [{ uid: ada.uid }], next: 1, counts: { total: 2 } })
    expect((await get('/api/v0/ml/tags/secretive/curators')).results).toEqual([])
  })

  it('AP9 artists whom only a draft names are proposed once it is published', async () => {
    const draft = await startBead(ada.client, { isDraft: true, invitees: [] })
    const names = async () => (await get('/api/v0/ml/autocomplete/who/quill')).results.map(({ name }) => name)
    const post = await addPost(ada.client, draft.id, { title: 'Unheard', media: { href: 'https://vimeo.com/1', who: ['Quillfeather'] } })
    await ada.client.post(`/api/v0/posts/${post.id}`, { media: { href: 'https://vimeo.com/1', who: ['Quillfeather', 'The Quills'] } })
    expect(await names()).toEqual([])
    await ada.client.post(`/api/v0/beads/${draft.id}/publish`)
    await server.services.outbox.drain()
    expect(await names()).toEqual(['Quillfeather', 'The Quills'])
  })
})

describe('AP9 search', () => {
  it('X5 every type in turns, by the beginnings of words, whatever their case and accents', async () => {
    const { results, counts, next } = await search('q=JÁZZ')
    expect(new Set(results.slice(0, 4).map(({ type }) => type))).toEqual(new Set(['bead', 'member', 'tag', 'post']))
    expect(counts.total).toBe(results.length)
    expect(next).toBeNull()
    expect(await found('q=ada riv')).toEqual([ada.uid])
    expect(await found('q=riv ada&type=member')).toEqual([ada.uid])
    expect(await found('q=azz')).toEqual([])
    expect(await search('q=')).toEqual({ results: [], next: null, counts: { total: 0 } })
  })

  it('X5 types, handles and pages', async () => {
    expect((await found('q=jazz&type=bead')).toSorted()).toEqual(['closed', 'jazz'])
    expect((await found('q=jazzy&type=post')).toSorted()).toEqual(['one', 'three', 'two'])
    expect(await found(`q=${encodeURIComponent('#jazz')}`)).toEqual(['jazz', 'jazzfunk'])
    expect(await found('q=@ben&type=bead,member')).toEqual([ben.uid])
    expect((await found('q=*jazz')).toSorted()).toEqual(['closed', 'jazz'])
    expect((await found('q=bead jazz')).toSorted()).toEqual(['closed', 'jazz'])
    expect(await found('q=jazz&type=web,webpage')).toEqual([])
    const page = await search('q=jazzy&type=post&limit=2')
    expect(page).toMatchObject({ next: 2, counts: { total: 3 } })
    expect((await search('q=jazzy&type=post&limit=2&from=2')).results).toHaveLength(1)
  })

  it('X5 what was found is marked, and no title becomes markup', async () => {
    const { results } = await search('q=sun jaz&type=bead', ada.client)
    expect(results[0]).toMatchObject({ title: 'Jazz for <Sundays> & more', title_highlighted: '<em>Jaz</em>z for &lt;<em>Sun</em>days&gt; &amp; more', source: 'strand', href: `/${ids.jazz}` })
    expect((await search('q=ada&type=member')).results[0]!.title_highlighted).toBe('<em>Áda</em> Rivers')
  })

  it('X5 materialize brings the whole thing along', async () => {
    for (const type of ['bead', 'member', 'post']) {
      const [first] = (await search(`q=${type === 'member' ? 'ben' : 'jazz'}&type=${type}&materialize=1`)).results
      expect(first!.entry).toMatchObject({ id: first!.id })
    }
    expect((await search('q=jazz&type=bead')).results[0]).not.toHaveProperty('entry')
  })

  it('B11 drafts are found by their people alone', async () => {
    for (const query of ['q=making&type=bead', 'q=secret&type=post']) {
      expect(await found(query)).toEqual([])
      for (const client of [ada.client, ben.client, admin]) expect(await found(query, client)).toHaveLength(1)
    }
  })

  it('D7 write=1 finds what one may post to', async () => {
    expect((await found('q=jazz&type=bead&write=1', ada.client)).toSorted()).toEqual(['closed', 'draft', 'jazz'])
    expect(await found('q=jazz&type=bead&write=1', ben.client)).toEqual(['draft'])
    expect((await visitor.get('/api/v2/search?q=jazz&type=bead&write=1')).status).toBe(401)
  })

  it('X4 in a category, in a collection', async () => {
    expect(await found('q=jazz&type=bead&category=music', ada.client)).not.toContain('closed')
    expect(await found('q=jazz&type=bead,post&category=art')).toEqual([])
    await ben.client.post(`/api/v0/posts/${ids.two}/collect`, {})
    expect(await found('q=jazz&type=post&collectedby=self', ben.client)).toEqual(['two'])
    expect(await found(`q=jazz&type=bead,post,tag&collectedby=${ben.uid}`)).toEqual(['closed', 'two'])
    expect((await visitor.get('/api/v2/search?q=jazz&collectedby=self')).status).toBe(401)
  })

  it('AP9 a title that is changed is found by its new words, one that is gone by none', async () => {
    await ada.client.post(`/api/v0/posts/${ids.three}`, { title: 'Renamed entirely' })
    await ada.client.post(`/api/v0/beads/${ids.closed}`, { title: 'Unlocked' })
    await server.services.outbox.drain()
    expect(await found('q=renam')).toEqual(['three'])
    expect(await found('q=unlock')).toEqual(['closed'])
    expect(await found('q=closed')).toEqual([])
    await ada.client.delete(`/api/v0/posts/${ids.three}`)
    expect(await found('q=renam')).toEqual([])
  })

  it('BY14 whom one blocks is not found', async () => {
    const { client } = await server.signUp('Cleo')
    await client.post(`/api/v0/members/${ada.uid}/block`, {})
    expect((await found('q=jazzy&type=post', client))).toEqual([])
    expect((await found('q=ada&type=member', client))).toEqual([])
  })
})
