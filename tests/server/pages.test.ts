import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bead, Post } from '#contract/index.ts'
import { discoverBeadsQuery } from '#contract/pages/discover.ts'
import { playlistPostQuery } from '#contract/pages/playlist.ts'
import { gateHash, gateScript } from '#http/gate.ts'
import { addPost, startBead, updateBead, updateMember, updatePost } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: { client: Client; uid: string }
let visitor: Client
let open: Bead
let personal: Bead
let post: Post

beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://strand.example' } })
  const { client, me } = await server.signUp('Ada Rivers')
  ada = { client, uid: me.uid }
  await updateMember(server.db, ada.uid, { isAdmin: true })
  visitor = server.client()
  open = await startBead(client, {
    title: 'What wakes you up',
    description: 'One song each, and why.',
    category: 'music',
    invitees: undefined,
  })
  personal = await startBead(client, { title: 'My own', category: 'art' })
  post = await addPost(client, open.id, {
    title: 'Ça va',
    description: 'Said <b>softly</b>.\nTwice.',
    media: { href: 'https://youtu.be/dQw4w9WgXcQ' },
  })
})
afterAll(() => server.close())

interface Seen {
  status: number
  location: string | null
  html: string
  title: string
  /** Content of a `<meta>` by name or property. */
  meta(name: string): string | undefined
  canonical: string | undefined
  data: { key: string; input: unknown; answer: Record<string, unknown> & { results: Post[] } }[]
}

const unescapeHtml = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')

async function see(path: string, client = visitor, headers: Record<string, string | null> = {}): Promise<Seen> {
  const reply = await client.get<string>(path, { headers: { 'X-Strand-Request': null, Accept: 'text/html,*/*;q=0.8', ...headers } })
  const html = reply.body
  const found = (pattern: RegExp) => pattern.exec(html)?.[1]
  const text = (pattern: RegExp) => {
    const value = found(pattern)
    return value === undefined ? undefined : unescapeHtml(value)
  }
  return {
    status: reply.status,
    location: reply.headers.get('location'),
    html,
    title: text(/<title>([^<]*)<\/title>/) ?? '',
    meta: (name) => text(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`)),
    canonical: text(/<link rel="canonical" href="([^"]*)">/),
    data: JSON.parse(found(/<script type="application\/json" id="strand-data">(.*?)<\/script>/s) ?? '[]'),
  }
}

const keys = ({ data }: Seen) => data.map(({ key }) => key)
const answerOf = ({ data }: Seen, key: string) => data.find((one) => one.key === key)

describe('R2 R3 R7 R9 R10 R12 pages of the shell', () => {
  it.each([
    ['/about', 'About · Strand', '/about'],
    ['/tos', 'Terms of service · Strand', '/tos'],
    ['/trending', 'Trending · Strand', '/trending'],
    ['/activity', 'Activity · Strand', '/activity'],
  ])('%s has its title and can be found again', async (path, title, canonical) => {
    expect(await see(path)).toMatchObject({ status: 200, title, canonical: `https://strand.example${canonical}` })
  })
  it.each(['/tos', '/acceptable-use', '/copyright', '/privacy'])('R3 %s?direct=y is at its plain address', async (path) => {
    expect(await see(`${path}?direct=y&from=app`)).toMatchObject({ status: 301, location: path })
    expect((await see(`${path}?direct=n`)).status).toBe(200)
  })
  it.each(['/preferences', '/collection', '/followtags', '/tvos/connect', '/admin/setprivileges', '/r/admin/index.html'])(
    '%s is somebody’s own, and nothing to be found',
    async (path) => {
      const page = await see(path)
      expect(page.status).toBe(200)
      expect(page.meta('robots')).toBe('noindex')
    },
  )
  it('pages of a member and of a playlist say whose they are; where nobody is, nothing is', async () => {
    expect(await see(`/p/${ada.uid}/followers`)).toMatchObject({
      title: 'Followers of Ada Rivers · Strand',
      canonical: `https://strand.example/p/${ada.uid}/followers`,
    })
    expect(await see(`/p/${ada.uid}/posts/created`)).toMatchObject({ title: 'Posts by Ada Rivers · Strand' })
    expect(await see(`${open.href}/followers`)).toMatchObject({
      title: 'Followers of What wakes you up? · Strand',
      canonical: `https://strand.example${open.href}/followers`,
    })
    expect((await see('/p/nobody.here/followers')).status).toBe(404)
    expect((await see('/b00000000000000000/followers')).status).toBe(404)
  })
  it.each([
    ['/feed?a=b', '/activity?a=b'],
    [`/bead/b00000000000000000/followers`, '/b00000000000000000/followers'],
  ])('%s is an old address', async (path, to) => {
    expect(await see(path)).toMatchObject({ status: 301, location: to })
  })
})

describe('BY13 what a page says of itself', () => {
  it('BY13 BY24 a playlist: title, description, canonical, preview, and its words and links without scripts', async () => {
    const page = await see(`/${open.id}?sort=recent`)
    expect(page.status).toBe(200)
    expect(page.title).toBe('What wakes you up? · Strand')
    expect(page.meta('description')).toBe('One song each, and why.')
    expect(page.canonical).toBe(`https://strand.example/${open.id}`)
    expect(page.meta('og:url')).toBe(page.canonical)
    expect(page.meta('og:title')).toBe('What wakes you up?')
    expect(page.meta('og:site_name')).toBe('Strand')
    expect(page.meta('og:image')).toBe('https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg')
    expect(page.meta('twitter:card')).toBe('summary_large_image')
    expect(page.html).toContain(
      `<noscript><main><h1>What wakes you up?</h1><p>One song each, and why.</p><ul><li><a href="/${post.href}">Ça va</a>`,
    )
  })

  it('BY13 a post: its words without markup, its type', async () => {
    const page = await see(`/${post.href}`)
    expect(page.title).toBe('Ça va · Strand')
    expect(page.meta('description')).toBe('Said softly. Twice.')
    expect(page.meta('og:type')).toBe('video.other')
    expect(page.canonical).toBe(`https://strand.example/${open.id}/ca-va-${post.id}`)
  })

  it('BY13 a member, and a picture of our own by its whole address', async () => {
    await updateMember(server.db, ada.uid, { description: 'Collects mornings.', image: '/images/people/ada.jpg' })
    const page = await see(`/p/${ada.uid}`)
    expect(page.title).toBe(`Ada Rivers (@${ada.uid}) · Strand`)
    expect(page.meta('description')).toBe('Collects mornings.')
    expect(page.meta('og:type')).toBe('profile')
    expect(page.meta('og:image')).toBe('https://strand.example/images/people/ada.jpg')
  })

  it('R1 home, discover and each category', async () => {
    expect((await see('/')).canonical).toBe('https://strand.example/')
    expect((await see('/discover')).canonical).toBe('https://strand.example/')
    expect(await see('/film')).toMatchObject({ status: 200, title: 'Film & TV · Strand', canonical: 'https://strand.example/film' })
    for (const category of ['music', 'comedy', 'sports', 'food', 'fashion', 'art', 'books', 'ideas', 'learning', 'other'])
      expect((await see(`/${category}`)).status).toBe(200)
  })

  it.each([
    ['/login', '/login'],
    ['/login/twitter', '/login'],
    ['/login/forgotPassword', '/login'],
    ['/login/signup', '/signupform'],
    ['/signupform', '/signupform'],
  ])('R11 BY13 %s is found as %s', async (path, canonical) => {
    expect(await see(path)).toMatchObject({ status: 200, canonical: `https://strand.example${canonical}` })
  })

  it('BY13 a long description ends at a word', async () => {
    const { id } = await startBead(ada.client, { description: 'word '.repeat(200) })
    const description = (await see(`/${id}`)).meta('description')!
    expect(description.length).toBeLessThanOrEqual(240)
    expect(description).toMatch(/word…$/)
  })
})

describe('R5 R6 addresses', () => {
  it.each([
    ['the old form of a playlist', () => `/bead/${open.id}?sort=recent`, () => `/${open.id}?sort=recent`],
    ['the old form of a post', () => `/bead/${open.id}/${post.id}`, () => `/${post.href}`],
    ['another slug', () => `/${open.id}/old-title-${post.id}?newPost`, () => `/${post.href}?newPost`],
    ['the bare id in its playlist', () => `/${open.id}/${post.id}`, () => `/${post.href}`],
    ['a playlist that it is not in', () => `/${personal.id}/x-${post.id}`, () => `/${post.href}`],
    ['a slash at the end', () => `/${open.id}/?a=b`, () => `/${open.id}?a=b`],
    ['a category in capitals', () => '/Music', () => '/music'],
    ['a uid in another case', () => `/p/${ada.uid.toUpperCase()}`, () => `/p/${ada.uid}`],
  ])('R5 %s redirects to the canonical one', async (_what, from, to) => {
    expect(await see(from())).toMatchObject({ status: 301, location: to() })
  })

  it('R5 a title may change back: no browser keeps a redirect without asking', async () => {
    const reply = await visitor.get(`/${open.id}/old-title-${post.id}`, { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([301, 'no-cache'])
  })

  it('R6 a post alone, by its id or by the last part of its address', async () => {
    for (const path of [`/${post.id}`, `/ca-va-${post.id}`, `/${post.id}?newPost`]) {
      const page = await see(path)
      expect(page).toMatchObject({ status: 200, canonical: `https://strand.example/${post.href}` })
      expect(answerOf(page, 'GET /api/v0/posts/:id')).toMatchObject({ input: { params: { id: post.id } }, answer: { id: post.id } })
    }
  })

  it('R5 letters of other scripts in an address', async () => {
    const other = await addPost(ada.client, open.id, { title: '日本の歌' })
    expect(other.href).toContain('日本の歌')
    const page = await see(`/${encodeURI(other.href)}`)
    expect(page).toMatchObject({ status: 200, canonical: `https://strand.example/${encodeURI(other.href)}` })
    expect((await see(`/${open.id}/x-${other.id}`)).location).toBe(`/${encodeURI(other.href)}`)
  })

  it('R5 a long title is not cut within a character', async () => {
    const other = await addPost(ada.client, open.id, { title: `${'a'.repeat(59)}𐌰𐌱` })
    expect(other.href).toBe(`${open.id}/${'a'.repeat(59)}-${other.id}`)
    expect(await see(`/${other.href}`)).toMatchObject({ status: 200, canonical: `https://strand.example/${other.href}` })
  })

  it.each([
    '/nothing',
    '/b00000000000000000',
    '/p00000000000000000',
    '/x-p00000000000000000',
    '/p/nobody.here',
    '/p/a',
    '/p',
    '/bead',
    '/bead/x',
    '/%E0%A4%A',
    '/b00000000000000000/x',
    '/a/b/c/d',
    '/music/x',
    '/constructor',
    '/__proto__',
    '/wp-login.php',
    '/.env',
    '/discover/x',
  ])('R5 %s is not found, and says so with its status', async (path) => {
    const page = await see(path)
    expect(page.status).toBe(404)
    expect(page.meta('robots')).toBe('noindex')
    expect(page.canonical).toBeUndefined()
    // A member's page holds the answer about the member, which is that there is none.
    const asked = path === '/p/nobody.here' ? ['GET /api/v0/members/:uid'] : []
    expect(keys(page)).toEqual(['GET /api/v0/me', 'GET /api/v0/site', ...asked])
  })

  it.each([
    '//evil.example/',
    '//evil.example/x/',
    '/\\evil.example/',
    '/%5Cevil.example/',
    '///',
    '/%2F%2Fevil.example/',
    `//evil.example`,
  ])('R5 %s leads nobody away', async (path) => {
    const { status, location } = await see(path)
    if (location === null) expect(status).toBe(404)
    else expect(new URL(location, 'https://strand.example/').origin).toBe('https://strand.example')
  })

  it('R5 what no document is asked for is told in JSON', async () => {
    expect((await visitor.get('/nothing')).body).toMatchObject({ code: 'not_found' })
    expect((await visitor.get('/api/v0/nothing', { headers: { Accept: 'text/html', 'X-Strand-Request': null } })).status).toBe(404)
    expect((await visitor.post('/nothing')).status).toBe(404)
  })

  it('B11 a draft says only that it is one', async () => {
    const draft = await startBead(ada.client, { title: 'Hidden title', description: 'Hidden words', isDraft: true })
    const inside = await addPost(ada.client, draft.id, { title: 'Hidden post' })
    for (const path of [`/${draft.id}`, `/${inside.id}`, `/${inside.href}`]) {
      const page = await see(path)
      expect(page.status).toBe(403)
      expect(page.html).not.toContain('Hidden')
      expect(page.meta('description')).toBe('Sorry, this Playlist is only available to its collaborators.')
      expect(page.meta('robots')).toBe('noindex')
      expect((await see(path, ada.client)).status).toBe(200)
    }
  })
})

describe('BY13 the first screen’s data is in the document', () => {
  it('U9 who is signed in, and that nobody is', async () => {
    expect((await see('/')).data[0]).toEqual({ key: 'GET /api/v0/me', input: {}, answer: null })
    expect((await see('/', ada.client)).data[0]).toMatchObject({
      key: 'GET /api/v0/me',
      answer: { uid: ada.uid, email: expect.stringContaining('@') },
    })
  })

  it('R1 discover: the top playlists and the Bead of the Day, as the screen asks for them', async () => {
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

  it('V1 the cover of the day is fetched along with the scripts', async () => {
    expect((await see('/music')).html).not.toContain('as="image"')
    await updateBead(server.db, open.id, { image: '/beads/"cover".jpg?v=1' })
    expect((await see('/music')).html).toContain(
      '<link rel="preload" as="image" href="/beads/&quot;cover&quot;.jpg?v=1" fetchpriority="high">',
    )
    await updateBead(server.db, open.id, { image: null })
  })

  it('B2 a playlist: its posts by top, and by recent where top is empty', async () => {
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

  it('B2 an invite-only playlist begins with its earliest', async () => {
    expect(answerOf(await see(`/${personal.id}`), 'GET /api/v0/posts')!.input).toMatchObject({ query: { sort: 'earliest' } })
  })

  it('B2 a page number beyond all bounds is no failure of the page', async () => {
    expect(keys(await see(`/${open.id}?page=9007199254740991`))).toEqual(['GET /api/v0/me', 'GET /api/v0/site', 'GET /api/v0/beads/:id'])
  })

  it('R6 a post: itself, its comments, its playlist', async () => {
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

  it('F2 a member: eight playlists, twenty of a verified one', async () => {
    const beads = async () => answerOf(await see(`/p/${ada.uid}`), 'GET /api/v0/beads')!.input
    expect(await beads()).toEqual({ query: { createdby: ada.uid, sort: 'recent', limit: 8 } })
    await updateMember(server.db, ada.uid, { verified: true })
    expect(await beads()).toEqual({ query: { createdby: ada.uid, sort: 'recent', limit: 20 } })
  })

  it('BY13 is what the API answers', async () => {
    const page = await see(`/${open.id}`, ada.client)
    expect(answerOf(page, 'GET /api/v0/beads/:id')!.answer).toEqual((await ada.client.get(`/api/v0/beads/${open.id}`)).body)
    expect(answerOf(page, 'GET /api/v0/posts')!.answer).toEqual((await ada.client.get(`/api/v0/posts?bead=${open.id}&sort=top`)).body)
  })
})

/** The data's element alone, whether or not the pages are built. */
const foreignScripts = (html: string) =>
  html.replace(`<script>${gateScript}</script>`, '').match(/<script(?! type="module" src="\/assets\/[\w.-]+"><\/script>)/g)

it('R26 the document holds the gate for old browsers, which the content security policy allows by its hash', async () => {
  const { body, headers } = await visitor.get<string>('/about', { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })
  expect(body).toContain(`<script>${gateScript}</script>`)
  const policy = headers.get('content-security-policy')!
  expect(policy).toContain(gateHash)
  expect(policy).not.toContain('unsafe-inline')
})

describe('BY13 attacks by what members write', () => {
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

  it.each(attacks)('BY13 %j stays text everywhere', async (attack) => {
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

  it('BY13 a member’s name and words too', async () => {
    await updateMember(server.db, ada.uid, { name: '"><script>alert(1)</script>', description: attacks.join(' ') })
    const page = await see(`/p/${ada.uid}`)
    expect(foreignScripts(page.html)).toHaveLength(1)
    expect(page.meta('description')).toContain('</title>')
  })

  it('BY13 the address itself appears nowhere', async () => {
    expect((await see('/%3Cscript%3Eattack(2)%3C/script%3E')).html).not.toContain('attack(2)')
    expect((await see(`/${open.id}?sort="><script>attack(2)</script>`)).html).not.toContain('attack(2)')
  })
})

describe('BY21 the theme', () => {
  it('BY21 is in the document before anything is painted', async () => {
    expect((await see('/', visitor, { Cookie: 'theme=dark' })).html).toContain('<html lang="en" dir="ltr" data-theme="dark">')
    expect((await see('/', visitor, { Cookie: 'theme=light' })).html).toContain('data-theme="light"')
    for (const cookie of ['theme=system', 'theme="><script>', 'other=dark'])
      expect((await see('/', visitor, { Cookie: cookie })).html).toContain('<html lang="en" dir="ltr">')
  })

  it('BY21 what the browser draws round the page has its colour', async () => {
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

  it('BY13 a document is asked for again each time, and is private', async () => {
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
