import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bead } from '#contract/index.ts'
import { resultsQuery, parseSearchPageQuery, searchSizes, tagQuery } from '#contract/pages/search.ts'
import { addPost, startBead } from '../support/content.ts'
import { readDocument } from '../support/documents.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: Client
let visitor: Client
let bead: Bead

beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://strand.example' } })
  const { client } = await server.signUp('Ada Jazz')
  ada = client
  visitor = server.client()
  bead = await startBead(ada, { title: 'Jazz for Sundays', category: 'music' })
  for (let n = 0; n < 3; n += 1) await addPost(ada, bead.id, { title: `Jazz <${n}>`, tags: ['Café Jazz', 'Quiet'] })
  const draft = await startBead(ada, { title: 'Jazz in secret', isDraft: true, invitees: [] })
  await addPost(ada, draft.id, { title: 'Secret jazz', tags: ['Hush'] })
  await server.services.outbox.drain()
})
afterAll(() => server.close())

const see = (path: string, client = visitor) => readDocument(client, path)

const expectedInput = (path: string, type: string, limit: number, query: string) =>
  resultsQuery(parseSearchPageQuery({ tab: path as 'all', tag: null }, new URLSearchParams(query), false), type as 'post', limit)

describe('the documents of a search', () => {
  it('R8 X3 a text query → title, noindex and the first answers of all lists', async () => {
    const page = await see('/search?q=jazz')
    expect(page).toMatchObject({
      status: 200,
      title: 'Jazz playlists, posts and collaborators · Strand',
      robots: 'noindex',
      canonical: undefined,
      feeds: [],
    })
    expect(page.description).toBe('Jazz playlists, posts and collaborators')
    const searches = page.data.filter(({ key }) => key === 'GET /api/v2/search')
    const { left } = searchSizes
    expect(searches.map(({ input }) => input.query)).toEqual([
      expectedInput('all', 'bead', left.bead, 'q=jazz'),
      expectedInput('all', 'member', left.member, 'q=jazz'),
      expectedInput('all', 'post', left.post, 'q=jazz'),
    ])
    expect(searches.map(({ answer }) => answer.counts.total)).toEqual([1, 1, 3])
    expect(page.data.map(({ key }) => key).slice(-2)).toEqual([
      'GET /api/v0/ml/tags/:query/relatedtags',
      'GET /api/v0/ml/tags/:tag/curators',
    ])
  })

  it.each([
    ['beads', 'bead', 1],
    ['members', 'member', 1],
    ['posts', 'post', 3],
  ] as const)('R8 X3 /search/%s holds its first page alone', async (tab, type, total) => {
    const page = await see(`/search/${tab}?q=jazz`)
    expect(page.status).toBe(200)
    const searches = page.data.filter(({ key }) => key === 'GET /api/v2/search')
    expect(searches.map(({ input }) => input.query)).toEqual([expectedInput(tab, type, 18, 'q=jazz')])
    expect(searches[0]!.answer.counts.total).toBe(total)
    expect(page.data.some(({ key }) => key.includes('relatedtags'))).toBe(tab !== 'members')
  })

  it('R8 web results are not in the document', async () => {
    const page = await see('/search/web?q=jazz')
    expect(page.status).toBe(200)
    expect(page.data.map(({ key }) => key)).toEqual(['GET /api/v0/me', 'GET /api/v0/site'])
  })

  it('R8 BY13 a tag → canonical URL, feeds and number of posts', async () => {
    const page = await see('/tag/caf%C3%A9%20jazz')
    expect(page).toMatchObject({
      status: 200,
      title: '#CafeJazz playlists, posts and collaborators · Strand',
      robots: undefined,
      canonical: 'https://strand.example/tag/CafeJazz',
      description: '3 posts with #CafeJazz: playlists, posts and collaborators',
      feeds: ['rss', 'atom', 'json'].map((format) => `https://strand.example/api/v1/feeds/tags/CafeJazz/${format}`),
    })
    expect((await visitor.get(`/api/v1/feeds/tags/CafeJazz/json`)).status).toBe(200)
    expect(page.data.at(-2)).toMatchObject({
      key: 'GET /api/v0/tags/:tag/followers',
      input: { params: { tag: 'CafeJazz' }, query: { soft: '1' } },
      answer: { counts: { total: 0 } },
    })
    expect(page.data.at(-1)).toMatchObject({ input: { query: tagQuery('CafeJazz') }, answer: { results: [{ title: 'CafeJazz' }] } })
    expect((await see('/tag/CafeJazz?category=music')).robots).toBe('noindex')
  })

  it('R8 BY13 a tag without posts → 200 with noindex', async () => {
    expect(await see('/tag/nowhere')).toMatchObject({ status: 200, robots: 'noindex', canonical: undefined, feeds: [] })
    // Only a post of a draft has this tag.
    const hush = await see('/tag/hush')
    expect(hush).toMatchObject({ status: 200, canonical: undefined })
    expect(hush.html).not.toContain('Secret jazz')
    expect((await see('/tag/hush', ada)).html).toContain('Secret jazz')
  })

  it('R13 X4 category and own collection filter the answers of the document', async () => {
    const film = await see('/search/posts?q=jazz&category=film')
    expect(film.data.find(({ key }) => key === 'GET /api/v2/search')).toMatchObject({
      input: { query: { category: 'film' } },
      answer: { counts: { total: 0 } },
    })
    const own = await see('/search/posts?q=jazz&collection=1', ada)
    expect(own.data.find(({ key }) => key === 'GET /api/v2/search')).toMatchObject({
      input: { query: { collectedby: 'self' } },
      answer: { counts: { total: 0 } },
    })
    const visitors = await see('/search/posts?q=jazz&collection=1')
    expect(visitors.data.find(({ key }) => key === 'GET /api/v2/search')).toMatchObject({ answer: { counts: { total: 3 } } })
  })

  it('BY24 BY13 without scripts → text and links; the query is escaped', async () => {
    const page = await see('/search?q=jazz')
    const plain = /<noscript>(.*?)<\/noscript>/s.exec(page.html)![1]!
    expect(plain).toContain('<h1>jazz</h1>')
    expect(plain).toContain(`<a href="/${bead.id}">Jazz for Sundays</a>`)
    expect(plain).toContain('>Jazz &lt;0&gt;</a>')
    expect(plain).not.toContain('Secret')
    const hostile = await see(`/search?q=${encodeURIComponent('</title></script><script>alert(1)</script>')}`)
    expect(hostile.status).toBe(200)
    expect(hostile.html).not.toContain('<script>alert')
    expect((await see(`/tag/${encodeURIComponent('"><b>')}`)).html).not.toContain('<b>')
  })

  it.each(['/search', '/search/all?q=%20', '/tag/%23'])('X4 %s without a query → 200 without answers', async (path) => {
    const page = await see(path)
    expect(page).toMatchObject({ status: 200, title: 'Search · Strand', robots: 'noindex' })
    expect(page.data.map(({ key }) => key)).toEqual(['GET /api/v0/me', 'GET /api/v0/site'])
  })

  it.each(['/search/tags?q=a', '/search/posts/more', '/tag', '/tag/a/b'])('R8 %s → 404', async (path) => {
    expect((await see(path)).status).toBe(404)
  })
  it('R8 a trailing slash → redirect; unusual queries → 200', async () => {
    expect(await see('/tag/jazz/?category=music')).toMatchObject({ status: 301, location: '/tag/jazz?category=music' })
    for (const q of ['*', '#', '@', '%00', '"', 'x'.repeat(5000), '%F0%9F%98%80', '%E0%A4%A'])
      expect((await see(`/search?q=${q}`)).status, q).toBe(200)
    expect((await see('/tag/100%')).title).toBe('#100% playlists, posts and collaborators · Strand')
    expect(await see('/tag/100%/')).toMatchObject({ status: 301, location: '/tag/100%25' })
  })
})
