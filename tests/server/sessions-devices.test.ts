/** Sessions of a member: browsers and cast receivers. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type Endpoint, type EndpointKey } from '#contract/index.ts'
import { SessionInfo } from '#contract/endpoints/accounts.ts'
import { transaction } from '#db/transaction.ts'
import { CastTokenEntity, SessionEntity } from '../../server/features/accounts/entities.ts'
import { addPost, startBead } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const past = () => new Date(Date.now() - 1000).toISOString()
/** The headers of a receiver or a television: a bearer token, without a cookie, Origin and X-Strand-Request. */
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}`, Origin: null, 'X-Strand-Request': null } })

async function signedInAgain(username: string, password: string, userAgent: string): Promise<Client> {
  const client = server.client()
  await client.post('/api/v1/auth/login', { username, password }, { headers: { 'User-Agent': userAgent } })
  return client
}

describe('sessions', () => {
  const path = '/api/v0/me/sessions'

  test('BY7 the list contains all sessions without tokens, and marks the current one', async () => {
    const { client, me, password } = await server.signUp()
    await signedInAgain(me.uid, password, 'Another Browser/1.0')
    const { status, body } = await client.get(path)
    expect([status, body.counts, body.next]).toEqual([200, { total: 2 }, null])
    for (const session of body.results) expect(SessionInfo.parse(session)).toEqual(session)
    expect(body.results.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    expect(body.results.find(({ current }: { current: boolean }) => !current)).toMatchObject({
      userAgent: 'Another Browser/1.0',
      device: null,
    })
    expect(body.results.find(({ current }: { current: boolean }) => current)).toMatchObject({ device: 'web' })
    const text = JSON.stringify(body)
    expect(text).not.toContain(client.cookies.get('strand_session'))
    expect(text).not.toContain(sha256(client.cookies.get('strand_session')!))
  })

  test('BY7 a single session can be ended, with immediate effect', async () => {
    const { client, me, password } = await server.signUp()
    const other = await signedInAgain(me.uid, password, 'Lost Phone')
    const { body } = await client.get(path)
    const { id } = body.results.find(({ current }: { current: boolean }) => !current)
    expect((await client.delete(`${path}/${id}`)).body).toEqual({ revoked: 1 })
    expect((await other.get('/api/v0/me')).body).toMatchObject({ invalidSession: true })
    expect((await client.delete(`${path}/${id}`)).status).toBe(404)
    expect((await client.get('/api/v0/me')).status).toBe(200)
  })

  test('BY7 all other sessions can be ended at once', async () => {
    const { client, me, password } = await server.signUp()
    const others = await Promise.all(['a', 'b', 'c'].map((agent) => signedInAgain(me.uid, password, agent)))
    expect((await client.post(`${path}/revokeothers`)).body).toEqual({ revoked: 3 })
    for (const other of others) expect((await other.get('/api/v0/me')).status).toBe(401)
    expect((await client.get(path)).body.counts.total).toBe(1)
  })

  test('BY7 sessions of other members → 404', async () => {
    const victim = await server.signUp()
    const { id } = (await victim.client.get(path)).body.results[0]
    const { client } = await server.signUp()
    expect((await client.delete(`${path}/${id}`)).status).toBe(404)
    await client.post(`${path}/revokeothers`)
    expect((await victim.client.get('/api/v0/me')).status).toBe(200)
    for (const [verb, call] of [
      ['GET', path],
      ['DELETE', `${path}/${id}`],
      ['POST', `${path}/revokeothers`],
    ] as const)
      expect([call, (await server.client().request(verb, call)).status]).toEqual([call, 401])
  })

  test('BY7 expired sessions are not listed', async () => {
    const { client, me, password } = await server.signUp()
    const old = await signedInAgain(me.uid, password, 'old')
    const tokenHash = sha256(old.cookies.get('strand_session')!)
    await transaction(server.db, (manager) => manager.update(SessionEntity, { tokenHash }, { expiryDate: past() }))
    expect((await client.get(path)).body.counts.total).toBe(1)
  })
})

describe('cast tokens', () => {
  const issue = async (client: Client): Promise<{ token: string; expires: string }> => (await client.get('/api/v1/me/token')).body
  const rows = Object.entries(endpoints) as [EndpointKey, Endpoint][]
  const opened = rows.filter(([, { cast }]) => cast === true)

  test('AP1 K2 a cast token is opaque, expires after four hours, and is stored as a hash', async () => {
    const { client, me } = await server.signUp()
    const reply = await client.get('/api/v1/me/token')
    expect([reply.status, reply.headers.get('cache-control'), Object.keys(reply.body)]).toEqual([200, 'no-store', ['token', 'expires']])
    expect(reply.body.token).toMatch(/^[\w-]{43}$/)
    expect(Math.abs(Date.parse(reply.body.expires) - Date.now() - 4 * 3_600_000)).toBeLessThan(5000)
    const stored = await server.db.getRepository(CastTokenEntity).findBy({ uid: me.uid })
    expect(stored.map(({ tokenHash }) => tokenHash)).toEqual([sha256(reply.body.token)])
  })

  test('K2 exactly the endpoints for feeds and play reports accept cast tokens', () => {
    expect(opened.map(([key]) => key).toSorted()).toEqual([
      'GET /api/v0/posts',
      'GET /api/v2/me/feed',
      'GET /api/v2/members/:uid/activity',
      'POST /api/v0/posts/:id/play',
    ])
  })

  test('K2 a cast token gives these endpoints the permissions of the member, without a cookie', async () => {
    const { client } = await server.signUp()
    const bead = await startBead(client, { title: 'Not out yet', isDraft: true })
    const post = await addPost(client, bead.id, { title: 'A secret thought' })
    const { token } = await issue(client)
    const list = (options?: object) => server.client().get(`/api/v0/posts?bead=${bead.id}`, options)
    expect((await list()).status).toBe(403)
    expect((await list(bearer(token))).body.results.map(({ id }: { id: string }) => id)).toEqual([post.id])
    expect((await server.client().get('/api/v2/me/feed?comments=3', bearer(token))).status).toBe(200)
    expect((await server.client().post(`/api/v0/posts/${post.id}/play`, undefined, bearer(token))).status).toBe(200)
  })

  test.each(rows.filter(([, { cast, auth }]) => cast !== true && auth !== 'none').map(([key]) => key))(
    'K2 %s with a cast token → 401',
    async (key) => {
      const { client } = shared
      const [verb, path] = key.split(' ') as [string, string]
      const { status, body } = await client.request(verb, path.replace(/:\w+/g, 'x'), verb === 'GET' ? undefined : {}, bearer(sharedToken))
      expect([status, body.code]).toEqual([401, 'unauthenticated'])
    },
  )
  let shared: Awaited<ReturnType<TestServer['signUp']>>
  let sharedToken = ''
  beforeAll(async () => {
    shared = await server.signUp()
    sharedToken = (await issue(shared.client)).token
  })

  test('K2 a cast token is not a valid session cookie, and sets none', async () => {
    const thief = server.client()
    thief.cookies.set('strand_session', sharedToken)
    expect((await thief.get('/api/v0/me')).body).toMatchObject({ invalidSession: true })
    expect((await server.client().get('/api/v0/posts', bearer(sharedToken))).headers.getSetCookie()).toEqual([])
  })

  test('K2 a sixth cast token deletes the oldest one', async () => {
    const { client, me } = await server.signUp()
    const tokens: string[] = []
    for (let n = 0; n < 7; n += 1) {
      tokens.push((await issue(client)).token)
      await new Promise((resolve) => setTimeout(resolve, 3))
    }
    expect(await server.db.getRepository(CastTokenEntity).countBy({ uid: me.uid })).toBe(5)
    const statuses = await Promise.all(tokens.map(async (token) => (await server.client().get('/api/v0/posts', bearer(token))).status))
    expect(statuses).toEqual([401, 401, 200, 200, 200, 200, 200])
  })

  test.each([
    ['log-out', (client: Client) => client.post('/logout')],
    ['the end of casting', (client: Client) => client.delete('/api/v1/me/token')],
    ['a new password', (client: Client) => client.post('/api/v0/me/password', { password: 'correct horse', newPassword: 'other horse' })],
    [
      'the end of the session from another device',
      async (client: Client) => {
        const { body } = await client.get('/api/v0/me/sessions')
        return client.delete(`/api/v0/me/sessions/${body.results[0].id}`)
      },
    ],
  ])('K2 %s invalidates the cast token', async (_what, end) => {
    const { client } = await server.signUp()
    const { token } = await issue(client)
    expect((await server.client().get('/api/v0/posts', bearer(token))).status).toBe(200)
    expect((await end(client)).status).toBe(200)
    expect((await server.client().get('/api/v0/posts', bearer(token))).status).toBe(401)
  })

  test('K2 a cast token is invalid after its expiry and after that of its session', async () => {
    for (const entity of [CastTokenEntity, SessionEntity]) {
      const { client, me } = await server.signUp()
      const { token } = await issue(client)
      await transaction(server.db, (manager) => manager.update(entity, { uid: me.uid }, { expiryDate: past() }))
      expect((await server.client().get('/api/v0/posts', bearer(token))).status).toBe(401)
    }
  })

  test('K2 only the receiver’s origin may use a cast token; no other site may request one', async () => {
    const receiver = 'https://receiver.example'
    const casting = await startTestServer({ env: { CAST_RECEIVER_ORIGIN: receiver } })
    try {
      const { client } = await casting.signUp()
      expect((await client.get('/api/v1/me/token', { headers: { Origin: 'https://evil.example' } })).status).toBe(403)
      expect((await client.get('/api/v1/me/token', { headers: { 'X-Strand-Request': null } })).status).toBe(403)
      const { token } = (await client.get('/api/v1/me/token')).body
      const preflight = (path: string, origin: string, method = 'GET') =>
        casting.client().request('OPTIONS', path, undefined, {
          headers: { Origin: origin, 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': 'authorization' },
        })
      const { status, headers } = await preflight('/api/v2/me/feed', receiver)
      expect([
        status,
        headers.get('access-control-allow-origin'),
        headers.get('access-control-allow-headers'),
        headers.get('access-control-allow-credentials'),
      ]).toEqual([204, receiver, 'Authorization, Content-Type, X-Strand-Request', null])
      for (const [path, origin] of [
        ['/api/v2/me/feed', 'https://evil.example'],
        ['/api/v0/me', receiver],
        ['/api/v0/posts/x/collect', receiver],
      ] as const)
        expect([path, (await preflight(path, origin)).headers.get('access-control-allow-origin')]).toEqual([path, null])
      const response = await casting.client().get('/api/v0/posts', { headers: { ...bearer(token).headers, Origin: receiver } })
      expect([
        response.status,
        response.headers.get('access-control-allow-origin'),
        response.headers.get('vary')?.includes('Origin'),
      ]).toEqual([200, receiver, true])
      const refused = await casting.client().get('/api/v0/posts', { headers: { ...bearer('nonsense').headers, Origin: receiver } })
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, receiver])
      const foreign = await casting.client().get('/api/v0/posts', { headers: { ...bearer(token).headers, Origin: 'https://evil.example' } })
      expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    } finally {
      await casting.close()
    }
  })

  test('K2 BY7 more than twenty cast tokens an hour → 429', async () => {
    const limited = await startTestServer({ env: { STRAND_RATE_LIMITS: '1' } })
    try {
      const { client } = await limited.signUp()
      const statuses: number[] = []
      for (let n = 0; n < 21; n += 1) statuses.push((await client.get('/api/v1/me/token')).status)
      expect([statuses.slice(0, 20).every((status) => status === 200), statuses[20]]).toEqual([true, 429])
    } finally {
      await limited.close()
    }
  })
})
