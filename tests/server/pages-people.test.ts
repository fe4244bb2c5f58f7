import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bead } from '#contract/index.ts'
import { profileBeadsQuery, profilePostsQuery } from '#contract/pages/profile.ts'
import { addPost, startBead } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

interface Held {
  key: string
  input: { params?: object; query?: object }
  answer: { results: { uid?: string; name?: string; title?: string }[]; next: number | null; counts: { total: number } }
}
interface Seen {
  status: number
  title: string
  html: string
  data: Held[]
}

let server: TestServer
let ada: { client: Client; uid: string }
let ben: { client: Client; uid: string }
let bead: Bead

async function see(path: string, client = server.client()): Promise<Seen> {
  const { status, body } = await client.get<string>(path, { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })
  const found = (pattern: RegExp) => pattern.exec(body)?.[1]
  return {
    status,
    title: found(/<title>([^<]*)/) ?? '',
    html: body,
    data: JSON.parse(found(/id="strand-data">(.*?)<\/script>/s) ?? '[]') as Held[],
  }
}
const held = ({ data }: Seen, key: string): Held | undefined => data.find((one) => one.key === key)
/** Compares an answer in the document with that of the API. */
async function expectSameAnswer({ key, input, answer }: Held, client = server.client()): Promise<void> {
  const path = Object.entries(input.params ?? {}).reduce(
    (path, [name, value]) => path.replace(`:${name}`, String(value)),
    key.split(' ')[1]!,
  )
  const query = new URLSearchParams(Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)]))
  expect((await client.get(`${path}?${query}`)).body, key).toEqual(answer)
}

beforeAll(async () => {
  server = await startTestServer()
  const one = await server.signUp('Ada Rivers')
  const two = await server.signUp('Ben Brook')
  ada = { client: one.client, uid: one.me.uid }
  ben = { client: two.client, uid: two.me.uid }
  bead = await startBead(ada.client, { title: 'For one another', category: 'art' })
  const post = await addPost(ada.client, bead.id, { title: 'A start', media: { href: 'https://youtu.be/dQw4w9WgXcQ' } })
  for (const path of [`members/${ada.uid}/follow`, `beads/${bead.id}/follow`, 'tags/Jazz/follow', `posts/${post.id}/collect`])
    expect((await ben.client.post(`/api/v0/${path}`, {})).status).toBe(200)
})
afterAll(() => server.close())

it.each(['', '/followers', '/following/tags', '/collection'])(
  'F4 BY13 the document of a missing member (/p/…%s) contains the failure of the API',
  async (rest) => {
    const page = await see(`/p/missing.member${rest}`)
    expect(page.status).toBe(404)
    const failure = held(page, 'GET /api/v0/members/:uid') as Held & { error: object }
    expect(failure.input).toEqual({ params: { uid: 'missing.member' } })
    const answered = await server.client().get('/api/v0/members/missing.member')
    expect(answered.status).toBe(404)
    expect({ ...answered.body, requestId: '', status: 404 }).toEqual(failure.error)
  },
)

describe('F3 W5 documents of follower lists', () => {
  it.each([
    ['followers', () => `/p/${ada.uid}/followers`, 'Followers of Ada Rivers', 'GET /api/v0/members/:uid/followers', 'Ben Brook'],
    ['following', () => `/p/${ben.uid}/following`, 'Followed by Ben Brook', 'GET /api/v0/members/:uid/following', 'Ada Rivers'],
    [
      'followed tags',
      () => `/p/${ben.uid}/following/tags`,
      'Tags followed by Ben Brook',
      'GET /api/v0/members/:uid/following/tags',
      'Jazz',
    ],
    [
      'followers of a playlist',
      () => `${bead.href}/followers`,
      'Followers of For one another',
      'GET /api/v0/beads/:id/followers',
      'Ben Brook',
    ],
    ['followers of a tag', () => '/tag/jazz/followers', 'Followers of #Jazz', 'GET /api/v0/tags/:tag/followers', 'Ben Brook'],
  ])('%s contain their first page, with the query of the screen', async (_, path, title, key, name) => {
    const page = await see(path())
    expect(page).toMatchObject({ status: 200, title: `${title} · Strand` })
    const list = held(page, key)!
    expect(list.input.query).toEqual(key.includes('/tags/:tag/') ? { soft: '1' } : {})
    expect(list.answer.results.map((one) => one.name)).toEqual([name])
    await expectSameAnswer(list)
    // Without scripts the document links to the next page.
    expect(page.html).toMatch(new RegExp(`<noscript>.*${name}`, 's'))
  })

  it('F3 unknown subtype → the plain list, longer path → 404, other case of the uid → redirect', async () => {
    expect(held(await see(`/p/${ben.uid}/following/whatever`), 'GET /api/v0/members/:uid/following')).toBeDefined()
    expect((await see(`/p/${ben.uid}/following/tags/more`)).status).toBe(404)
    expect((await see('/p/missing.member/following')).status).toBe(404)
    expect(
      (
        await server
          .client()
          .get(`/p/${ben.uid.toUpperCase()}/following/tags`, { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })
      ).headers.get('location'),
    ).toBe(`/p/${ben.uid}/following/tags`)
  })

  it('F3 the document excludes members whom the viewer blocks', async () => {
    const { client: cleo } = await server.signUp('Cleo Quiet')
    expect((await cleo.post(`/api/v0/members/${ben.uid}/block`, {})).status).toBe(200)
    expect(held(await see(`${bead.href}/followers`, cleo), 'GET /api/v0/beads/:id/followers')!.answer.results).toEqual([])
    expect(held(await see(`/p/${ada.uid}/followers`, cleo), 'GET /api/v0/members/:uid/followers')!.answer.results).toEqual([])
  })

  it('W5 followers of a tag without followers → noindex; an invalid tag → 404', async () => {
    expect((await see('/tag/Jazz/followers')).html).toMatch(/<link rel="canonical" href="[^"]*\/tag\/Jazz\/followers">/)
    const unfollowed = await see('/tag/NobodyFollowsThis/followers')
    expect(unfollowed).toMatchObject({ status: 200, title: 'Followers of #NobodyFollowsThis · Strand' })
    expect(unfollowed.html).toContain('<meta name="robots" content="noindex">')
    for (const path of ['/tag/!/followers', '/tag/Jazz/following', '/tag/Jazz/followers/more'])
      expect((await see(path)).status, path).toBe(404)
  })

  it('W5 the followers of a draft → 403 except for its collaborators', async () => {
    const draft = await startBead(ada.client, { title: 'Not yet', category: 'art', isDraft: true })
    expect((await see(`${draft.href}/followers`)).status).toBe(403)
    expect((await see(`${draft.href}/followers`, ada.client)).status).toBe(200)
  })
})

describe('F1 F2 the document of a profile', () => {
  it('F1 the document contains the answers of all non-empty sections', async () => {
    const page = await see(`/p/${ben.uid}`)
    const whose = { uid: ben.uid, verified: false }
    const queries = page.data.filter(({ key }) => key === 'GET /api/v0/beads' || key === 'GET /api/v0/posts')
    expect(queries.map(({ input }) => input.query)).toEqual([
      profileBeadsQuery('started', whose),
      profileBeadsQuery('followed', whose),
      profilePostsQuery('collects', ben.uid),
    ])
    for (const one of queries) await expectSameAnswer(one)
    expect(queries[1]!.answer.results.map(({ title }) => title)).toEqual(['For one another'])
  })

  it('F1 invitations are only in the own profile', async () => {
    const invited = await startBead(ada.client, { title: 'Come along', category: 'art', invitees: [ben.uid] })
    const ofInvited = (page: Seen) => page.data.find(({ input }) => 'invitee' in (input.query ?? {}))
    const own = ofInvited(await see(`/p/${ben.uid}`, ben.client))!
    expect(own.answer.results.map(({ title }) => title)).toEqual([invited.title])
    await expectSameAnswer(own, ben.client)
    expect(ofInvited(await see(`/p/${ben.uid}`, ada.client))).toBeUndefined()
  })
})
