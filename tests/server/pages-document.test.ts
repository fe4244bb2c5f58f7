import { describe, expect, it } from 'vitest'
import type { Post } from '#contract/index.ts'
import { discoverBeadsQuery } from '#contract/pages/discover.ts'
import { playlistPostQuery } from '#contract/pages/playlist.ts'
import { gateHash, gateScript } from '#http/gate.ts'
import { addPost, startBead, updateBead, updateMember, updatePost } from '../support/content.ts'
import { setUp, server, ada, visitor, open, personal, post, type Seen, see, keys, answerOf } from '../support/documents.ts'

setUp()

describe('BY13 the first screen’s data is in the document', () => {
  it('U9 the document contains the signed-in member, or null', async () => {
    expect((await see('/')).data[0]).toEqual({ key: 'GET /api/v0/me', input: {}, answer: null })
    expect((await see('/', ada.client)).data[0]).toMatchObject({
      key: 'GET /api/v0/me',
      answer: { uid: ada.uid, email: expect.stringContaining('@') },
    })
  })

  it('R1 discover → the answers for top playlists and Bead of the Day', async () => {
    const page = await see('/music')
    expect(answerOf(page, 'GET /api/v0/beads')).toMatchObject({
      input: { query: discoverBeadsQuery('music') },
      answer: { results: [{ id: open.id }] },
    })
    expect(answerOf(page, 'GET /api/v0/beads/day')).toMatchObject({ input: {}, answer: { bead: { id: open.id } } })
    expect(answerOf(page, 'GET /api/v0/beads/groups')).toMatchObject({ input: { query: { category: 'music' } } })
    const { answer } = answerOf(await see('/'), 'GET /api/v0/beads/groups')!
    expect(answer).toEqual((await visitor.get('/api/v0/beads/groups')).body)
  })

  it('R20 discover → the popular tags for visitors only: members see other tags', async () => {
    expect(answerOf(await see('/music'), 'GET /api/v0/tags/popular')).toMatchObject({
      input: { query: { category: 'music' } },
      answer: { results: expect.any(Array) },
    })
    expect(answerOf(await see('/music', ada.client), 'GET /api/v0/tags/popular')).toBeUndefined()
  })

  it('V1 the cover of the Bead of the Day is preloaded', async () => {
    expect((await see('/music')).html).not.toContain('as="image"')
    await updateBead(server.db, open.id, { image: '/beads/"cover".jpg?v=1' })
    expect((await see('/music')).html).toContain(
      '<link rel="preload" as="image" href="/beads/&quot;cover&quot;.jpg?v=1" fetchpriority="high">',
    )
    await updateBead(server.db, open.id, { image: null })
  })

  it('B2 a playlist → its posts by top, and by recent if top is empty', async () => {
    const posts = (page: Seen) => page.data.filter(({ key }) => key === 'GET /api/v0/posts')
    const before = posts(await see(`/${open.id}`))
    expect(before.map(({ input }) => input)).toEqual([
      { query: { bead: open.id, sort: 'top', from: 0, limit: 15 } },
      { query: { bead: open.id, sort: 'recent', from: 0, limit: 15 } },
    ])
    expect(before[1]!.answer.results.map(({ id }: Post) => id)).toContain(post.id)
    await updatePost(server.db, post.id, { score: 1, upvoteCount: 1 })
    expect(posts(await see(`/${open.id}`)).map(({ answer }) => answer.results.length)).toEqual([1])
  })

  it.each(['?sort=recent', '?sort=top', '?page=2', '?sort=nonsense', '?sort=mostcollected&page=3'])(
    'B2 %s: exactly the query of the screen',
    async (search) => {
      const { input } = answerOf(await see(`/${open.id}${search}`), 'GET /api/v0/posts')!
      expect(input).toEqual({ query: playlistPostQuery(open, new URLSearchParams(search)) })
    },
  )

  it('B2 an invite-only playlist → its earliest posts', async () => {
    expect(answerOf(await see(`/${personal.id}`), 'GET /api/v0/posts')!.input).toMatchObject({ query: { sort: 'earliest' } })
  })

  it('B2 an invalid page number → 200', async () => {
    expect(keys(await see(`/${open.id}?page=9007199254740991`))).toEqual(['GET /api/v0/me', 'GET /api/v0/site', 'GET /api/v0/beads/:id'])
  })

  it('R6 a post → the answers for the post, its comments and its playlist', async () => {
    const page = await see(`/${post.href}`)
    expect(keys(page)).toEqual([
      'GET /api/v0/me',
      'GET /api/v0/site',
      'GET /api/v0/posts/:bead/:id',
      'GET /api/v0/comments/:id',
      'GET /api/v0/beads/:id',
      'GET /api/v0/posts',
    ])
    expect(answerOf(page, 'GET /api/v0/posts/:bead/:id')!.input).toEqual({ params: { bead: open.id, id: post.id } })
    expect(answerOf(page, 'GET /api/v0/comments/:id')!.input).toEqual({ params: { id: post.id }, query: { limit: 50 } })
  })

  it('F2 a member → eight playlists; a verified member → twenty', async () => {
    const beads = async () => answerOf(await see(`/p/${ada.uid}`), 'GET /api/v0/beads')!.input
    expect(await beads()).toEqual({ query: { createdby: ada.uid, sort: 'recent', limit: 8 } })
    await updateMember(server.db, ada.uid, { verified: true })
    expect(await beads()).toEqual({ query: { createdby: ada.uid, sort: 'recent', limit: 20 } })
  })

  it('BY13 the data of the document equals the answers of the API', async () => {
    const page = await see(`/${open.id}`, ada.client)
    expect(answerOf(page, 'GET /api/v0/beads/:id')!.answer).toEqual((await ada.client.get(`/api/v0/beads/${open.id}`)).body)
    expect(answerOf(page, 'GET /api/v0/posts')!.answer).toEqual((await ada.client.get(`/api/v0/posts?bead=${open.id}&sort=top`)).body)
  })
})

/** The script tags other than the script for old browsers and the built entry: only that of the data, with and without a build. */
const foreignScripts = (html: string) =>
  html.replace(`<script>${gateScript}</script>`, '').match(/<script(?! type="module" src="\/assets\/[\w.-]+"><\/script>)/g)

it('R26 the document contains the script for old browsers, and the CSP its hash', async () => {
  const { body, headers } = await visitor.get<string>('/about', { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })
  expect(body).toContain(`<script>${gateScript}</script>`)
  const policy = headers.get('content-security-policy')!
  expect(policy).toContain(gateHash)
  expect(policy).not.toContain('unsafe-inline')
})

describe('BY13 hostile texts of members', () => {
  const attacks = [
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'; alert(1) //",
    '</title><svg/onload=alert(1)>',
    '<!--<script>',
    '\u2028\u2029',
    '&lt;b&gt;',
    '${7*7}',
    ']]>',
  ]

  it.each(attacks)('BY13 %j in titles and descriptions is escaped', async (attack) => {
    const title = `An ${attack}`.slice(0, 60)
    const bead = await startBead(ada.client, { title, description: attack, tags: [attack] })
    const inside = await addPost(ada.client, bead.id, { title, description: attack })
    for (const path of [`/${bead.id}`, `/${inside.id}`]) {
      const page = await see(path)
      const shown = path === `/${bead.id}` ? bead.title : inside.title
      expect(page.status).toBe(200)
      expect(page.title).toBe(`${shown} · Strand`)
      expect(page.meta('og:title')).toBe(shown)
      expect(foreignScripts(page.html)).toHaveLength(1)
      expect(page.html).not.toMatch(/<(img|svg|!--)/)
      expect(page.html).not.toMatch(/[\u2028\u2029].*<\/script>/s)
      expect(answerOf(page, 'GET /api/v0/beads/:id')!.answer.title).toBe(bead.title)
    }
  })

  it('BY13 markup in a member’s name and description is escaped', async () => {
    await updateMember(server.db, ada.uid, { name: '"><script>alert(1)</script>', description: attacks.join(' ') })
    const page = await see(`/p/${ada.uid}`)
    expect(foreignScripts(page.html)).toHaveLength(1)
    expect(page.meta('description')).toContain('</title>')
  })

  it('BY13 the requested URL is not part of the document', async () => {
    expect((await see('/%3Cscript%3Eattack(2)%3C/script%3E')).html).not.toContain('attack(2)')
    expect((await see(`/${open.id}?sort="><script>attack(2)</script>`)).html).not.toContain('attack(2)')
  })
})

describe('BY21 the theme', () => {
  it('BY21 the theme cookie sets data-theme of the document', async () => {
    expect((await see('/', visitor, { Cookie: 'theme=dark' })).html).toContain('<html lang="en" dir="ltr" data-theme="dark">')
    expect((await see('/', visitor, { Cookie: 'theme=light' })).html).toContain('data-theme="light"')
    for (const cookie of ['theme=system', 'theme="><script>', 'other=dark'])
      expect((await see('/', visitor, { Cookie: cookie })).html).toContain('<html lang="en" dir="ltr">')
  })

  it('BY21 the theme-color tags match the theme', async () => {
    const shown = async (cookie?: string) =>
      [
        ...(await see('/', visitor, cookie === undefined ? {} : { Cookie: cookie })).html.matchAll(
          /<meta name="theme-color" content="([^"]*)" media="([^"]*)"/g,
        ),
      ].map(([, colour, media]) => [colour, media])
    expect(await shown()).toEqual([
      ['#f8f8f9', '(prefers-color-scheme: light)'],
      ['#131315', '(prefers-color-scheme: dark)'],
    ])
    expect(await shown('theme=dark')).toEqual([
      ['#f8f8f9', 'not all'],
      ['#131315', 'all'],
    ])
  })

  it('BY13 documents are private and revalidated', async () => {
    const { headers } = await visitor.get('/', { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('vary')).toContain('Cookie')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const again = await visitor.get('/', {
      headers: { 'X-Strand-Request': null, Accept: 'text/html', 'If-None-Match': headers.get('etag')!, 'Cache-Control': 'max-age=0' },
    })
    expect(again.status).toBe(304)
  })
})
