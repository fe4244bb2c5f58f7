/** The data of the site in every document: skins of partners (PS1), apps (PS2), read-only mode (RO1), and an ended session (U9). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '#contract/endpoints/site.ts'
import type { Bead, Comment, Page, Post } from '#contract/index.ts'
import { loadConfig, StartupError } from '../../server/config.ts'
import { transaction } from '#db/transaction.ts'
import { SessionEntity } from '../../server/features/accounts/entities.ts'
import { seedDemoWorld } from '../../server/demo/seed.ts'
import { addPost, startBead } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

interface Preloaded {
  key: string
  answer: unknown
  ended?: true
}
const preloadedIn = async (client: Client, path: string): Promise<{ headers: Headers; data: Preloaded[] }> => {
  const { headers, body } = await client.get<string>(path, { headers: { Accept: 'text/html', 'X-Strand-Request': null } })
  const [, json = '[]'] = /id="strand-data">(.*?)<\/script>/s.exec(body) ?? []
  return { headers, data: JSON.parse(json) as Preloaded[] }
}
const siteIn = async (client: Client, path: string): Promise<Site> =>
  (await preloadedIn(client, path)).data.find(({ key }) => key === 'GET /api/v0/site')!.answer as Site

const skins = [
  { key: 'north', name: 'North Film', intro: 'Sign up to send us your film.', rules: 'https://north.example/rules', followUid: 'ann.lee' },
  { key: 'south', name: 'South Radio', theme: 'white', followBead: 'b00000000000000001' },
]
const env = {
  STRAND_PARTNERS: 'north:NorthFilm+NorthChallenge,south:SouthRadio+SouthChallenge,east:East+EastChallenge',
  STRAND_PARTNER_SKINS: JSON.stringify(skins),
  STRAND_IOS_APP_URL: 'https://apps.example/strand',
  STRAND_CONTACT: 'hello@strand.example',
  STRAND_FEATURED: 'team:b00000000000000002',
}

describe('PS1 PS2 a site with partners', () => {
  let server: TestServer
  let ada: Client
  beforeAll(async () => {
    server = await startTestServer({ env })
    ada = (await server.signUp('Ada')).client
  })
  afterAll(() => server.close())

  it('PS2 R2 the site contains apps, contacts and featured playlists', async () => {
    expect((await server.client().get<Site>('/api/v0/site')).body).toMatchObject({
      readOnly: false,
      apps: { ios: 'https://apps.example/strand', android: null },
      contacts: { general: 'hello@strand.example', media: null },
      featured: { blog: null, team: 'b00000000000000002', feedback: null },
      skin: null,
      skins: [
        {
          key: 'north',
          name: 'North Film',
          tags: ['NorthFilm', 'NorthChallenge'],
          intro: 'Sign up to send us your film.',
          rules: 'https://north.example/rules',
          white: false,
          followBead: null,
          followUid: 'ann.lee',
        },
        { key: 'south', white: true, intro: null, rules: null, followBead: 'b00000000000000001', followUid: null },
      ],
    })
  })

  it('PS1 only pages of a partner’s playlist and its posts have the partner’s skin', async () => {
    const theirs = await startBead(ada, { tags: ['Cinema', 'northfilm'] })
    const post = await addPost(ada, theirs.id)
    const bare = await startBead(ada, { tags: ['East'] })
    const visitor = server.client()
    for (const path of [`/${theirs.id}`, `/${post.href}`]) expect((await siteIn(visitor, path)).skin?.key, path).toBe('north')
    for (const path of ['/', `/${bare.id}`, '/nowhere-at-all']) expect((await siteIn(visitor, path)).skin, path).toBeNull()
  })

  it('PS1 ?partner= sets the skin of the browser session, except on another partner’s playlist', async () => {
    const theirs = await startBead(ada, { tags: ['NorthChallenge'] })
    const visitor = server.client()
    const { headers, data } = await preloadedIn(visitor, '/?partner=south')
    expect(headers.get('set-cookie')).toMatch(/^partner=south; Path=\/; SameSite=Lax$/)
    expect(data.find(({ key }) => key === 'GET /api/v0/site')!.answer).toMatchObject({ skin: { key: 'south' } })
    expect((await siteIn(visitor, '/discover')).skin?.key).toBe('south')
    expect((await visitor.get<Site>('/api/v0/site')).body.skin?.key).toBe('south')
    expect((await siteIn(visitor, `/${theirs.id}`)).skin?.key).toBe('north')
    expect((await siteIn(visitor, '/discover')).skin?.key).toBe('south')
    for (const partner of ['east', 'west', '%00', 'constructor']) {
      const other = server.client()
      const page = await preloadedIn(other, `/?partner=${partner}`)
      expect(page.headers.get('set-cookie'), partner).toBeNull()
      expect((await siteIn(other, '/')).skin).toBeNull()
    }
  })

  it('U9 an expired session is reported until the page acknowledges it, in documents with no-store', async () => {
    const { client, me } = await server.signUp('Gone')
    expect((await preloadedIn(client, '/')).data[0]).toMatchObject({ key: 'GET /api/v0/me', answer: { name: 'Gone' } })
    expect((await preloadedIn(client, '/')).data[0]).not.toHaveProperty('ended')
    await transaction(server.db, (manager) => manager.delete(SessionEntity, { uid: me.uid }))
    for (const path of ['/', '/discover']) {
      const { headers, data } = await preloadedIn(client, path)
      expect(data[0]).toEqual({ key: 'GET /api/v0/me', input: {}, answer: null, ended: true })
      expect([headers.get('set-cookie'), headers.get('cache-control')]).toEqual([null, 'no-store'])
    }
    expect((await client.post('/logout')).status).toBe(200)
    expect((await preloadedIn(client, '/')).data[0]).not.toHaveProperty('ended')
  })
})

describe('RO1 a read-only site', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ env: { STRAND_READ_ONLY: '1', STRAND_DEMO: '1' }, seed: (db) => seedDemoWorld(db, new Date()) })
  })
  afterAll(() => server.close())

  it('RO1 a read-only server offers no writes, not even to admins; demo skins and playlists exist', async () => {
    const admin = server.client()
    expect((await admin.post('/api/v1/auth/login', { username: 'admin', password: 'strand' })).status).toBe(200)
    const { featured, skins: looks, readOnly } = await siteIn(admin, '/')
    expect(readOnly).toBe(true)
    expect(looks.map(({ white, intro }) => [white, intro !== null])).toEqual([
      [false, true],
      [false, true],
      [true, false],
    ])
    for (const id of Object.values(featured)) expect((await admin.get<Bead>(`/api/v0/beads/${id}`)).body.creator.uid).toBe('strand')
    const { body: beads } = await admin.get<Page<Bead>>('/api/v0/beads?limit=30')
    const { body: posts } = await admin.get<Page<Post>>('/api/v0/posts?limit=30&sort=top')
    const talked = posts.results.find(({ commentCount }) => commentCount > 0)!
    const { body: comments } = await admin.get<Page<Comment>>(`/api/v0/comments/${talked.id}`)
    const answers = [...beads.results, ...posts.results, ...comments.results]
    expect(answers.length).toBeGreaterThan(60)
    for (const { can } of answers) expect(Object.values(can).some(Boolean)).toBe(false)
  })

  it('PS1 the demo data has a playlist of each partner, one with filters and a promotion', async () => {
    const visitor = server.client()
    const { body } = await visitor.get<Page<Bead>>('/api/v0/beads?limit=100')
    const looks = (await siteIn(visitor, '/')).skins
    const theirs = looks.map(({ tags }) => body.results.find((bead) => bead.tags.some((tag) => tags.includes(tag)))!)
    for (const [n, { id }] of theirs.entries()) expect((await siteIn(visitor, `/${id}`)).skin?.key).toBe(looks[n]!.key)
    const [first] = theirs
    expect(first!.partnerMetaData).toMatchObject({ skyscraper: { image: expect.stringMatching(/^\/images\//) as string } })
    expect(first!.postCount).toBeGreaterThan(10)
    expect((await fetch(server.url + first!.partnerMetaData!.skyscraper!.image)).status).toBe(200)
    for (const { partnerMetaData } of theirs) {
      for (const { endpoint } of partnerMetaData!.customFilters!) {
        const { status, body: found } = await visitor.get<Page<Post>>(endpoint)
        expect([endpoint, status]).toEqual([endpoint, 200])
        expect(found.results.length, endpoint).toBeGreaterThan(0)
      }
    }
  })
})

describe('PS1 partner skins in the configuration', () => {
  const refused = (value: unknown) => {
    try {
      loadConfig({ STRAND_PARTNERS: env.STRAND_PARTNERS, STRAND_PARTNER_SKINS: typeof value === 'string' ? value : JSON.stringify(value) })
    } catch (error) {
      expect(error).toBeInstanceOf(StartupError)
      return (error as Error).message
    }
    return null
  }
  it.each([
    ['no JSON', 'STRAND_PARTNER_SKINS must be JSON'],
    [{ key: 'north', name: 'North' }, 'STRAND_PARTNER_SKINS must be a list of partners’ skins'],
    [[{ key: 'north' }], '0 name'],
    [[{ key: 'north', name: 'North', theme: 'pink' }], '0 theme'],
    [[{ key: 'north', name: 'North', followBead: 'x' }], '0 followBead must be the id of a playlist'],
    [[{ key: 'north', name: 'North', colour: 'red' }], 'colour'],
    [[{ key: 'west', name: 'West' }], 'STRAND_PARTNER_SKINS names "west", which STRAND_PARTNERS does not'],
    [
      [
        { key: 'north', name: 'North' },
        { key: 'north', name: 'Again' },
      ],
      'names a partner twice',
    ],
  ])('PS1 the skin %j → refused', (value, problem) => expect(refused(value)).toContain(problem))

  it('PS2 an invalid URL or id in the configuration is refused', () => {
    expect(() => loadConfig({ STRAND_IOS_APP_URL: 'strand' })).toThrow('STRAND_IOS_APP_URL must be an http or https address')
    expect(() => loadConfig({ STRAND_CONTACT: 'strand' })).toThrow('STRAND_CONTACT must be a mail address')
    expect(() => loadConfig({ STRAND_FEATURED: 'blog:welcome' })).toThrow('STRAND_FEATURED must be ids of playlists')
    expect(loadConfig({ STRAND_FEATURED: env.STRAND_FEATURED }).featured).toEqual({ team: 'b00000000000000002' })
  })
})
