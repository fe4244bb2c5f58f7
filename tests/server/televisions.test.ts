/** Televisions: how they are connected to a member, and what they may do. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, messages, type Endpoint, type EndpointKey } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { SessionEntity, TvPairingEntity } from '../../server/features/accounts/entities.ts'
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

describe('pairing of a television', () => {
  const begin = async () => (await server.client().post('/api/v1/auth/tvos/token')).body
  const poll = (secret: string) => server.client().post('/api/v1/auth/tvos/poll', { secret }, { headers: { 'User-Agent': 'Strand TV/1' } })
  const claim = (client: Client, token: string) => client.post('/api/v1/auth/tvos/settokenuid', { token })

  test('T2 AP1 PS2 a television shows a token, a member claims it, and the television gets its own session', async () => {
    const { client, me } = await server.signUp()
    const tv = await begin()
    expect(tv.url).toBe(`${server.config.publicUrl}/tvos/connect?connecttoken=${tv.token}`)
    expect((await poll(tv.secret)).body).toEqual({ connected: false, interval: tv.interval })
    expect((await claim(client, tv.token)).body).toEqual({ connected: true })
    const { body } = await poll(tv.secret)
    expect(body).toMatchObject({ connected: true, me: { uid: me.uid } })
    expect(body.token).toMatch(/^[\w-]{43}$/)

    const asTv = bearer(body.token)
    expect((await server.client().get('/api/v0/me', asTv)).body.uid).toBe(me.uid)
    const bead = await startBead(client)
    const post = await addPost(client, bead.id)
    expect((await server.client().post(`/api/v0/posts/${post.id}/collect`, undefined, asTv)).status).toBe(200)

    const listed = (await client.get('/api/v0/me/sessions')).body.results.find(({ device }: { device: string }) => device === 'tv')
    expect(listed).toMatchObject({ userAgent: 'Strand TV/1', current: false })
    await client.delete(`/api/v0/me/sessions/${listed.id}`)
    const ended = await server.client().get('/api/v0/me', asTv)
    expect([ended.status, ended.body.invalidSession]).toEqual([401, true])
  })

  test.each([
    [
      'a change of the password',
      (client: Client, password: string) => client.post('/api/v0/me/password', { password, newPassword: 'another password' }),
    ],
    ['the end of all other sessions', (client: Client) => client.post('/api/v0/me/sessions/revokeothers')],
  ])('T2 BY7 a pairing claimed before %s gets no session afterwards', async (_what, end) => {
    const { client, password } = await server.signUp()
    const tv = await begin()
    expect((await claim(client, tv.token)).body).toEqual({ connected: true })
    expect((await end(client, password)).status).toBe(200)
    const { status, body } = await poll(tv.secret)
    expect([status, body.token]).toEqual([403, undefined])
    expect((await client.get('/api/v0/me/sessions')).body.counts.total).toBe(1)
  })

  test('T2 a television can log itself out', async () => {
    const { client } = await server.signUp()
    const tv = await begin()
    await claim(client, tv.token)
    const { token } = (await poll(tv.secret)).body
    expect((await server.client().post('/logout', undefined, bearer(token))).body).toEqual({ signedIn: false })
    expect((await server.client().get('/api/v0/me', bearer(token))).status).toBe(401)
    expect((await client.get('/api/v0/me')).status).toBe(200)
  })

  test('T2 token and secret can be used once', async () => {
    const { client } = await server.signUp()
    const other = await server.signUp()
    const tv = await begin()
    expect((await claim(client, tv.token)).status).toBe(200)
    for (const again of [client, other.client]) {
      const { status, body } = await claim(again, tv.token)
      expect([status, body.message]).toEqual([403, messages.tvTokenInvalid])
    }
    const replies = await Promise.all(Array.from({ length: 5 }, () => poll(tv.secret)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await poll(tv.secret)).status).toBe(403)
  })

  test('T2 six members claim one token concurrently: one succeeds', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => server.signUp()))
    const tv = await begin()
    const replies = await Promise.all(members.map(({ client }) => claim(client, tv.token)))
    const winners = members.filter((_member, n) => replies[n]!.status === 200)
    expect(winners).toHaveLength(1)
    expect((await poll(tv.secret)).body.me.uid).toBe(winners[0]!.me.uid)
  })

  test('T2 token and secret are not interchangeable, and are stored as hashes', async () => {
    const { client } = await server.signUp()
    const tv = await begin()
    expect((await poll(tv.token)).status).toBe(403)
    expect((await claim(client, tv.secret)).status).toBe(403)
    await claim(client, tv.token)
    expect((await poll(tv.token)).status).toBe(403)
    const rows = JSON.stringify(await server.db.getRepository(TvPairingEntity).find())
    expect([rows.includes(tv.token), rows.includes(tv.secret), rows.includes(sha256(tv.secret))]).toEqual([false, false, true])
    expect((await poll(sha256(tv.secret))).status).toBe(403)
  })

  test('T2 a pairing expires after half an hour', async () => {
    const { client } = await server.signUp()
    const [early, late] = [await begin(), await begin()]
    expect(Date.parse(early.expires) - Date.now()).toBeGreaterThan(1_790_000)
    await claim(client, late.token)
    await transaction(server.db, (manager) => manager.update(TvPairingEntity, { secretHash: sha256(early.secret) }, { expiryDate: past() }))
    await transaction(server.db, (manager) => manager.update(TvPairingEntity, { secretHash: sha256(late.secret) }, { expiryDate: past() }))
    expect([(await claim(client, early.token)).status, (await poll(early.secret)).status, (await poll(late.secret)).status]).toEqual([
      403, 403, 403,
    ])
    await begin()
    expect(await server.db.getRepository(TvPairingEntity).countBy({ secretHash: sha256(early.secret) })).toBe(0)
  })

  test('T2 BY7 claiming a token as a visitor → 401, more than ten attempts → 429', async () => {
    expect((await claim(server.client(), (await begin()).token)).status).toBe(401)
    const limited = await startTestServer({ env: { STRAND_RATE_LIMITS: '1' } })
    try {
      const { client } = await limited.signUp()
      const statuses: number[] = []
      for (let n = 0; n < 11; n += 1) statuses.push((await client.post('/api/v1/auth/tvos/settokenuid', { token: `guess${n}` })).status)
      expect([statuses.slice(0, 10).every((status) => status === 403), statuses[10]]).toEqual([true, 429])
    } finally {
      await limited.close()
    }
  })
})

describe('codes of televisions', () => {
  const begin = async () => (await server.client().post('/api/v1/auth/tvos/token')).body
  const poll = (secret: string) => server.client().post('/api/v1/auth/tvos/poll', { secret })
  const claim = (client: Client, token: string, options: object = {}) => client.post('/api/v1/auth/tvos/settokenuid', { token, ...options })
  const pairFor = async (client: Client, options: object) => {
    const tv = await begin()
    await claim(client, tv.code, options)
    return (await poll(tv.secret)).body
  }

  test('T1 T2 a code has eight characters that cannot be confused, is accepted in any case and with separators, and once', async () => {
    const { client, me } = await server.signUp()
    const tv = await begin()
    expect(tv.code).toMatch(/^[2-9BCDFGHJKMNPQRSTVWXYZ]{8}$/)
    expect([tv.codeSeconds, tv.codePage]).toEqual([600, `${server.config.publicUrl}/pair`])
    const typed = ` ${tv.code.slice(0, 4).toLowerCase()}-${tv.code.slice(4)} `
    expect((await claim(client, typed)).body).toEqual({ connected: true })
    expect((await claim(client, tv.code)).status).toBe(403)
    expect((await claim(client, tv.token)).status).toBe(403)
    expect((await poll(tv.secret)).body).toMatchObject({ owner: { uid: me.uid, name: me.name }, playbackOnly: false, me: { uid: me.uid } })
  })

  test('T2 a code expires after ten minutes, the link of the same television does not; it is stored as a hash', async () => {
    const { client } = await server.signUp()
    const tv = await begin()
    const rows = JSON.stringify(await server.db.getRepository(TvPairingEntity).find())
    expect([rows.includes(tv.code), rows.includes(sha256(tv.code))]).toEqual([false, true])
    const { codeExpiryDate } = await server.db.getRepository(TvPairingEntity).findOneByOrFail({ codeHash: sha256(tv.code) })
    expect(Math.abs(Date.parse(codeExpiryDate!) - Date.now() - 600_000)).toBeLessThan(20_000)
    await transaction(server.db, (manager) => manager.update(TvPairingEntity, { codeHash: sha256(tv.code) }, { codeExpiryDate: past() }))
    expect((await claim(client, tv.code)).status).toBe(403)
    expect((await claim(client, tv.token)).status).toBe(200)
  })

  test('T2 a stolen code does not give the session: only the television has the secret', async () => {
    const { client } = await server.signUp()
    const tv = await begin()
    await claim(client, tv.code)
    expect((await poll(tv.code)).status).toBe(403)
    expect((await poll(tv.token)).status).toBe(403)
  })

  test('T2 more than ten guesses of codes → 429', async () => {
    const limited = await startTestServer({ env: { STRAND_RATE_LIMITS: '1' } })
    try {
      const { client } = await limited.signUp()
      const { code } = (await limited.client().post('/api/v1/auth/tvos/token')).body
      for (let n = 0; n < 10; n += 1) expect((await claim(client, `2222222${n}`)).status).toBe(403)
      expect((await claim(client, code)).status).toBe(429)
    } finally {
      await limited.close()
    }
  })

  test('T2 K2 exactly the endpoints for feeds, play reports and its own session accept the token of an evening', () => {
    const accepting = (Object.entries(endpoints) as [EndpointKey, Endpoint][])
      .filter(([, { cast, playback }]) => cast === true || playback === true)
      .map(([key]) => key)
    expect(accepting.sort()).toEqual([
      'GET /api/v0/posts',
      'GET /api/v1/auth/tvos/owner',
      'GET /api/v2/me/feed',
      'GET /api/v2/members/:uid/activity',
      'POST /api/v0/posts/:id/play',
      'POST /logout',
    ])
  })

  test('BZ3 T2 a television for one evening may play, nothing else, for twelve hours that are not extended', async () => {
    const { client, me } = await server.signUp()
    const tv = await pairFor(client, { evening: true })
    expect(tv).toMatchObject({ connected: true, owner: { uid: me.uid }, playbackOnly: true })
    expect('me' in tv).toBe(false)
    expect(Math.abs(Date.parse(tv.expires) - Date.now() - 12 * 3_600_000)).toBeLessThan(20_000)
    const visitor = server.client()
    const post = await addPost(client, (await startBead(client)).id)
    const asTv = bearer(tv.token)
    const status = async (reply: Promise<{ status: number }>) => (await reply).status
    expect(await status(visitor.get('/api/v2/me/feed', asTv))).toBe(200)
    expect(await status(visitor.post(`/api/v0/posts/${post.id}/play`, undefined, asTv))).toBe(200)
    expect((await visitor.get('/api/v1/auth/tvos/owner', asTv)).body).toEqual({
      owner: { uid: me.uid, name: me.name },
      expires: tv.expires,
      playbackOnly: true,
    })
    expect(await status(visitor.get('/api/v0/me', asTv))).toBe(401)
    expect(await status(visitor.get('/api/v0/me/sessions', asTv))).toBe(401)
    expect(await status(visitor.get('/api/v1/me/token', asTv))).toBe(401)
    expect(await status(visitor.post(`/api/v0/posts/${post.id}/collect`, undefined, asTv))).toBe(401)
    expect(await status(visitor.post('/api/v1/auth/tvos/settokenuid', { token: (await begin()).code }, asTv))).toBe(401)
    // Nor as a cookie.
    const { headers } = await visitor.get('/api/v0/me', { headers: { Cookie: `strand_session=${tv.token}` } })
    expect(headers.get('set-cookie') ?? '').not.toContain(tv.token)
    expect(await status(visitor.get('/api/v0/me', { headers: { Cookie: `strand_session=${tv.token}` } }))).toBe(401)

    // An hour later a session of another kind would be extended.
    await transaction(server.db, (manager) =>
      manager.update(SessionEntity, { tokenHash: sha256(tv.token) }, { lastUsedDate: new Date(Date.now() - 7_200_000).toISOString() }),
    )
    await visitor.get('/api/v2/me/feed', asTv)
    expect((await visitor.get('/api/v1/auth/tvos/owner', asTv)).body.expires).toBe(tv.expires)
    const listed = (await client.get('/api/v0/me/sessions')).body.results.find(({ device }: { device: string }) => device === 'tv')
    expect(listed.playbackOnly).toBe(true)
    expect((await visitor.post('/logout', undefined, asTv)).body).toEqual({ signedIn: false })
    expect(await status(visitor.get('/api/v2/me/feed', asTv))).toBe(401)
  })
})
