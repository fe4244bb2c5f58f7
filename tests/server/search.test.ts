import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '#contract/index.ts'
import { resultsQuery, parseSearchPageQuery } from '#contract/pages/search.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'
import { join, type Person } from '../support/people.ts'

let server: TestServer
let ada: Person
let ben: Person
let admin: Client
let visitor: Client
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startTestServer()
  ada = await join(server, 'Áda Rivers')
  ben = await join(server, 'Ben Jazzman')
  admin = (await join(server, 'Ida', { isAdmin: true })).client
  visitor = server.client()
  ids.jazz = (await startBead(ada.client, { title: 'Jazz for <Sundays> & more', category: 'music' })).id
  ids.closed = (await startBead(ada.client, { title: 'Jazz at closed doors', category: 'film', invitees: [] })).id
  ids.draft = (await startBead(ada.client, { title: 'Jazz in the making', category: 'music', isDraft: true, invitees: [ben.uid] })).id
  const add = async (name: string, who: Client, bead: string, tags: string[]) =>
    (ids[name] = (await addPost(who, bead, { title: `Jazzy ${name}`, tags })).id)
  await add('one', ada.client, ids.closed, ['Jazz', 'Quiet'])
  await add('two', ada.client, ids.closed, ['Jazz', 'Quiet', 'Piano'])
  await add('three', ada.client, ids.closed, ['JazzFunk'])
  await add('secret', ada.client, ids.draft, ['Jazz', 'Secretive'])
  await server.services.outbox.drain()
})
afterAll(() => server.close())

const get = async (path: string, client = visitor) => (await client.get<Page<Record<string, unknown>>>(path)).body
const search = async (query: string, client = visitor) => (await client.get<Page<SearchItem>>(`/api/v2/search?${query}`)).body
const found = async (query: string, client = visitor) =>
  (await search(query, client)).results.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? id)

describe('AP9 look-ups', () => {
  it('AP9 D7 G4 tags by prefix, most used first, without those of drafts', async () => {
    expect(await get('/api/v1/ml/autocomplete/tag/JA')).toEqual({
      results: [
        { _id: 'jazz', id: 'jazz', name: 'Jazz', count: 2 },
        { _id: 'jazzfunk', id: 'jazzfunk', name: 'JazzFunk', count: 1 },
      ],
      next: null,
      counts: { total: 2 },
    })
    expect(await get('/api/v1/ml/autocomplete/tag/ja?limit=1&from=1')).toMatchObject({
      results: [{ id: 'jazzfunk' }],
      next: null,
      counts: { total: 2 },
    })
    expect((await get('/api/v1/ml/autocomplete/tag/jzaz')).results.map(({ id }) => id)).toEqual(['jazz', 'jazzfunk'])
    expect((await get('/api/v1/ml/autocomplete/tag/jazz%20funk')).results.map(({ id }) => id)).toEqual(['jazzfunk'])
    expect((await get('/api/v1/ml/autocomplete/tag/secret')).results).toEqual([])
    expect((await get('/api/v1/ml/autocomplete/tag/%25_')).results).toEqual([])
  })

  it('AP9 related tags, most frequent first', async () => {
    expect((await get('/api/v0/ml/tags/jazz/relatedtags')).results.map(({ id, count }) => [id, count])).toEqual([
      ['quiet', 2],
      ['piano', 1],
    ])
    expect((await get('/api/v0/ml/tags/nothing/relatedtags')).results).toEqual([])
  })

  it('AP9 X3 words that are no tag → tags and creators of the posts that match them', async () => {
    expect((await get('/api/v0/ml/tags/jazzy%20two/relatedtags')).results.map(({ id, count }) => [id, count])).toEqual([
      ['jazz', 1],
      ['piano', 1],
      ['quiet', 1],
    ])
    expect((await get('/api/v0/ml/tags/jazzy%20two/curators?words=1')).results.map(({ uid, count }) => [uid, count])).toEqual([
      [ada.uid, 1],
    ])
    expect((await get('/api/v0/ml/tags/jazzy%20secret/relatedtags')).results).toEqual([])
    expect((await get('/api/v0/ml/tags/%2Ajazzy%20sec/curators?words=1')).results).toEqual([])
  })

  it('AP9 S3 an unused tag → no curators, although posts contain its words', async () => {
    for (const tag of ['jazzy%20two', 'jazzy', 'jaz', 'piano%20two'])
      expect(await get(`/api/v0/ml/tags/${tag}/curators`), tag).toMatchObject({ results: [], next: null, counts: { total: 0 } })
    expect((await get('/api/v0/ml/tags/JazzFunk/curators')).results).toMatchObject([{ uid: ada.uid, count: 1 }])
  })

  it('AP9 curators of a tag by number of posts, in pages', async () => {
    const closed = await startBead(ben.client)
    await addPost(ben.client, closed.id, { title: 'His', tags: ['Jazz'] })
    expect((await get('/api/v0/ml/tags/Jazz/curators')).results.map(({ uid, count }) => [uid, count])).toEqual([
      [ada.uid, 2],
      [ben.uid, 1],
    ])
    expect(await get('/api/v0/ml/tags/Jazz/curators?limit=1')).toMatchObject({ results: [{ uid: ada.uid }], next: 1, counts: { total: 2 } })
    expect((await get('/api/v0/ml/tags/secretive/curators')).results).toEqual([])
  })

  it('AP9 deleted members are no curators of a tag', async () => {
    const { client, me } = await server.signUp('Leaving')
    for (const who of [client, client, ben.client, ada.client])
      await addPost(who, (await startBead(who)).id, { title: 'Farewell', tags: ['Farewell'] })
    await updateMember(server.db, me.uid, { removedDate: new Date().toISOString() })
    expect(await get('/api/v0/ml/tags/farewell/curators?limit=1')).toMatchObject({ results: [{ count: 1 }], next: 1, counts: { total: 2 } })
    expect((await get('/api/v0/ml/tags/farewell/curators')).results.map(({ uid }) => uid).toSorted()).toEqual([ada.uid, ben.uid].toSorted())
  })

  it('AP9 artists of a draft are suggested once it is published', async () => {
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
  it('X5 all types are interleaved; words and prefixes match in any case and without accents', async () => {
    const { results, counts, next } = await search('q=JÁZZ&autocomplete=1&limit=50')
    expect(results[0]).toMatchObject({ type: 'tag', id: 'jazz' })
    expect(new Set(results.map(({ type }) => type))).toEqual(new Set(['bead', 'member', 'tag', 'post']))
    expect(counts.total).toBe(results.length)
    expect(next).toBeNull()
    expect(await found('q=ada riv')).toEqual([ada.uid])
    expect(await found('q=rivers ada&type=member')).toEqual([ada.uid])
    expect(await found('q=azz')).toEqual([])
    expect(await search('q=')).toEqual({ results: [], next: null, counts: { total: 0 } })
  })

  it('X5 filters by type, handles and pages', async () => {
    expect((await found('q=jazz&type=bead')).toSorted()).toEqual(['closed', 'jazz'])
    expect((await found('q=jazzy&type=post')).slice(0, 3).toSorted()).toEqual(['one', 'three', 'two'])
    expect(await found(`q=${encodeURIComponent('#jazz')}&type=tag`)).toEqual(['jazz', 'jazzfunk'])
    expect(await found('q=@ben&type=bead,member')).toEqual([ben.uid])
    expect((await found('q=*jazz')).toSorted()).toEqual(['closed', 'jazz'])
    expect((await found('q=bead jazz')).toSorted()).toEqual(['closed', 'jazz'])
    expect(await found('q=jazz&type=web,webpage')).toEqual([])
    const page = await search('q=jazzy one two&type=post&limit=2')
    expect(page).toMatchObject({ results: [], next: null, counts: { total: 0 } })
    const all = await found('q=jazzy&type=post')
    const first = await search('q=jazzy&type=post&limit=3')
    expect(first).toMatchObject({ next: 3, counts: { total: all.length } })
    expect([...first.results, ...(await search('q=jazzy&type=post&limit=3&from=3')).results]).toHaveLength(all.length)
  })

  it('X5 matches in titles are highlighted, and titles are escaped', async () => {
    const { results } = await search('q=sundays jaz&type=bead', ada.client)
    expect(results[0]).toMatchObject({
      title: 'Jazz for <Sundays> & more',
      title_highlighted: '<em>Jaz</em>z for &lt;<em>Sundays</em>&gt; &amp; more',
      source: 'strand',
      href: `/${ids.jazz}`,
    })
    expect((await search('q=ada&type=member')).results[0]!.title_highlighted).toBe('<em>Áda</em> Rivers')
  })

  it('X5 matches in tags and descriptions are highlighted', async () => {
    const bead = await startBead(ben.client, { title: 'Slow evenings', description: 'A <b>lamp</b> & a record player', tags: ['Vinyl'] })
    await server.services.outbox.drain()
    const [first] = (await search('q=vinyl record&type=bead')).results
    expect(first).toMatchObject({ id: bead.id, title_highlighted: 'Slow evenings', tag_highlighted: '<em>Vinyl</em>', category: 'other' })
    expect(first!.descr_highlighted).toContain('a <em>record</em> player')
    expect(first!.descr_highlighted).not.toContain('<b>')
    const [plain] = (await search('q=slow evenings&type=bead')).results
    expect(plain).not.toHaveProperty('tag_highlighted')
  })

  it('X5 #tag → tags with the prefix, playlists and posts with exactly the tag, interleaved', async () => {
    const searchTag = (more: string) => found(`q=${encodeURIComponent('#jazz')}${more}`)
    const tagged = await searchTag('&type=post')
    expect(tagged.toSorted()).toEqual(expect.arrayContaining(['one', 'two']))
    expect(tagged).not.toContain('three')
    const all = await searchTag('')
    expect(all[0]).toBe('jazz')
    expect(all.toSorted()).toEqual([...tagged, 'jazz', 'jazzfunk'].toSorted())
    const pages: string[] = []
    for (let from = 0; from < all.length; from += 1) pages.push(...(await searchTag(`&limit=1&from=${from}`)))
    expect(pages).toEqual(all)
    expect(await searchTag('&type=member')).toEqual([])
    expect(await found(`q=${encodeURIComponent('# ')}`)).toEqual([])
    expect(await found('q=jazzy&type=post&tag=piano')).toEqual(['two'])
    expect(await searchTag('&tag=piano&type=post')).toEqual(['two'])
  })

  it('X5 typing errors are tolerated; only the last word matches as a prefix, with autocomplete', async () => {
    expect(await found('q=closde doors&type=bead')).toEqual(['closed'])
    expect(await found('q=closed door&type=bead')).toEqual(['closed'])
    expect(await found('q=clo&type=bead&autocomplete=1')).toEqual(['closed'])
    // There is no whole word `clo`, so it matches as a prefix even without autocomplete.
    expect(await found('q=clo&type=bead')).toEqual(['closed'])
    const carp = await addPost(ben.client, (await startBead(ben.client)).id, { title: 'Carp' })
    const carpet = await addPost(ben.client, (await startBead(ben.client)).id, { title: 'Carpet' })
    await server.services.outbox.drain()
    expect(await found('q=carp')).toEqual([carp.id])
    expect(await found('q=carp&autocomplete=1')).toEqual([carp.id, carpet.id])
  })

  it('X1 live search has the best result of each section, and the counts of the results page', async () => {
    const bead = (await startBead(ben.client, { title: 'What do you play when it rains?', category: 'music' })).id
    const posts: string[] = []
    for (let n = 0; n < 8; n += 1)
      posts.push((await addPost(ben.client, bead, { title: `Rain ${n}`, tags: n === 0 ? ['Rainfall'] : [] })).id)
    const { me: rainer } = await server.signUp('Rainer Maria')
    await server.services.outbox.drain()
    const live = await search('q=rain&type=tag,bead,member,post&limit=6&autocomplete=1&sections=1')
    expect(live.results.map(({ type }) => type).toSorted()).toEqual(['bead', 'member', 'post', 'post', 'post', 'tag'])
    expect(live.results.map(({ id }) => id)).toEqual(expect.arrayContaining([bead, rainer.uid, 'rainfall']))
    const parsed = parseSearchPageQuery({ tab: 'all', tag: null }, new URLSearchParams('q=rain'), false)
    const pages = await Promise.all([
      search('q=rain&type=tag&autocomplete=1'),
      ...(['bead', 'member', 'post'] as const).map((type) =>
        search(new URLSearchParams(Object.entries(resultsQuery(parsed, type, 2)).map(([name, value]) => [name, String(value)])).toString()),
      ),
    ])
    expect(live.counts.total).toBe(pages.reduce((sum, { counts }) => sum + counts.total, 0))
    // The next page continues without gaps.
    const rest = await search(`q=rain&type=tag,bead,member,post&limit=50&autocomplete=1&sections=1&from=${live.next}`)
    expect(new Set([...live.results, ...rest.results].map(({ id }) => id)).size).toBe(live.counts.total)
    // Without autocomplete, as for pasted text, whole words come first; the sections and the total are the same.
    const pasted = await search('q=rain&type=tag,bead,member,post&limit=6&sections=1')
    expect(new Set(pasted.results.map(({ type }) => type)).size).toBe(4)
    expect(pasted.counts).toEqual(live.counts)
    expect(await search('q=rain&type=tag,bead,member,post&limit=6&autocomplete=1')).toEqual(live)
  })

  it('B3 @ finds members by name and user id, and not by their description', async () => {
    const [noor, other] = [await server.signUp('Noor Haddad'), await server.signUp('Somebody')]
    await other.client.post('/api/v0/me/preferences', { description: 'I play with Noor on Sundays' })
    await server.services.outbox.drain()
    expect(await found('q=@noor')).toEqual([noor.me.uid])
    expect(await found(`q=@${noor.me.uid}`)).toEqual([noor.me.uid])
    expect((await found('q=noor&type=member')).toSorted()).toEqual([noor.me.uid, other.me.uid].toSorted())
  })

  it('X2 search answers are revalidated by ETag → 304', async () => {
    const first = await visitor.get('/api/v2/search?q=jazz')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const again = await visitor.request('GET', '/api/v2/search?q=jazz', undefined, {
      headers: { 'If-None-Match': first.headers.get('etag')!, 'Cache-Control': 'max-age=0' },
    })
    expect(again.status).toBe(304)
  })

  it('X5 materialize=1 adds the whole entity to each result', async () => {
    for (const type of ['bead', 'member', 'post']) {
      const [first] = (await search(`q=${type === 'member' ? 'ben' : 'jazz'}&type=${type}&materialize=1`)).results
      expect(first!.entry).toMatchObject({ id: first!.id })
    }
    expect((await search('q=jazz&type=bead')).results[0]).not.toHaveProperty('entry')
  })

  it('B11 drafts are found only by their collaborators and admins', async () => {
    for (const query of ['q=making&type=bead', 'q=secret&type=post']) {
      expect(await found(query)).toEqual([])
      for (const client of [ada.client, ben.client, admin]) expect(await found(query, client)).toHaveLength(1)
    }
  })

  it('D7 write=1 → only playlists that the member may post to', async () => {
    expect((await found('q=jazz&type=bead&write=1', ada.client)).toSorted()).toEqual(['closed', 'draft', 'jazz'])
    expect(await found('q=jazz&type=bead&write=1', ben.client)).toEqual(['draft'])
    expect((await visitor.get('/api/v2/search?q=jazz&type=bead&write=1')).status).toBe(401)
  })

  it('X4 filters by category and collection', async () => {
    expect(await found('q=jazz&type=bead&category=music', ada.client)).not.toContain('closed')
    expect(await found('q=jazz&type=bead,post&category=art')).toEqual([])
    await ben.client.post(`/api/v0/posts/${ids.two}/collect`, {})
    expect(await found('q=jazz&type=post&collectedby=self', ben.client)).toEqual(['two'])
    expect(await found(`q=jazz&type=bead,post,tag&collectedby=${ben.uid}`)).toEqual(['closed', 'two'])
    expect((await visitor.get('/api/v2/search?q=jazz&collectedby=self')).status).toBe(401)
  })

  it('AP9 a renamed entity is found by its new title only, a deleted one not at all', async () => {
    await ada.client.post(`/api/v0/posts/${ids.three}`, { title: 'Renamed entirely' })
    await ada.client.post(`/api/v0/beads/${ids.closed}`, { title: 'Unlocked' })
    await server.services.outbox.drain()
    expect(await found('q=renam')).toEqual(['three'])
    expect(await found('q=unlock')).toEqual(['closed'])
    expect(await found('q=closed')).toEqual([])
    await ada.client.delete(`/api/v0/posts/${ids.three}`)
    expect(await found('q=renam')).toEqual([])
  })

  it('BY14 blocked members and their content are not found', async () => {
    const { client } = await server.signUp('Cleo')
    await client.post(`/api/v0/members/${ada.uid}/block`, {})
    expect(await search(`q=jazzy&type=post`, client)).toMatchObject({
      results: [{ author: 'Ben Jazzman' }],
      next: null,
      counts: { total: 1 },
    })
    expect(await found('q=ada&type=member', client)).toEqual([])
  })
})
