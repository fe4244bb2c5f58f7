/** Attacks on the endpoints of accounts, which must have no effect. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountsEndpoints } from '#contract/endpoints/accounts.ts'
import type { Endpoint } from '#contract/index.ts'
import { MemberEntity, type MemberRow } from '../../server/features/accounts/entities.ts'
import type { Fact } from '#outbox/facts.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const changing = (Object.entries(accountsEndpoints) as [string, Endpoint][]).filter(
  ([key, { changes }]) => !key.startsWith('GET ') || changes === true,
)
const call = (key: string): [verb: string, path: string] => {
  const [verb, path] = key.split(' ') as [string, string]
  return [verb, path.replace(':network', 'facebook').replace(/:\w+/g, 'x')]
}

describe('BY7 a request that another site forges', () => {
  test.each(changing.map(([key]) => key))('a forged request to %s → 403 foreign_origin, and the member is unchanged', async (key) => {
    const { client, me } = await server.signUp()
    const before = await server.db.getRepository(MemberEntity).findOneByOrFail({ uid: me.uid })
    const forgeries: Record<string, string | null>[] = [
      { Origin: 'https://evil.example' },
      { 'X-Strand-Request': null },
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: null },
      // A header of another scheme than Bearer does not exempt the request from the check.
      { Origin: 'https://evil.example', Authorization: 'Basic eDp5' },
    ]
    for (const headers of forgeries) {
      const [verb, path] = call(key)
      const { status, body } = await client.request(
        verb,
        path,
        verb === 'GET' ? undefined : { password: 'correct horse', name: 'Forged' },
        { headers },
      )
      expect([status, body.code]).toEqual([403, 'foreign_origin'])
    }
    expect(await server.db.getRepository(MemberEntity).findOneByOrFail({ uid: me.uid })).toEqual(before)
    expect((await client.get('/api/v0/me')).status).toBe(200)
  })

  test('BY7 a cross-site request with an invalid bearer token → 401, although it has the session cookie', async () => {
    const { client } = await server.signUp()
    for (const token of ['nonsense', client.cookies.get('strand_session')!.slice(1)]) {
      const { status, body } = await client.post(
        '/api/v0/me/preferences',
        { city: 'Forged' },
        {
          headers: { Origin: 'https://evil.example', 'X-Strand-Request': null, Authorization: `Bearer ${token}` },
        },
      )
      expect([status, body.code]).toEqual([401, 'unauthenticated'])
    }
    // The refused request neither changed the member nor ended the session of the cookie.
    expect((await client.get('/api/v0/me')).body.city).toBe('')
  })
})

describe('BY7 unknown and protected fields in a body', () => {
  test('P1 preferences with protected fields (uid, isAdmin, passwordHash …) change no protected column', async () => {
    const { client, me } = await server.signUp()
    const reach: Partial<Record<keyof MemberRow, unknown>> = {
      uid: 'admin',
      uidKey: 'admin',
      isAdmin: true,
      verified: true,
      passwordHash: 'x',
      privileges: { canPost: false },
      followerCount: 9,
      image: '/x.jpg',
      emailVerifiedDate: '2026-01-01T00:00:00.000Z',
      removedDate: null,
      creationDate: '1999-01-01T00:00:00.000Z',
    }
    const { status, body } = await client.post('/api/v0/me/preferences', {
      ...reach,
      emailPrefs: { onDigest: false, isAdmin: true },
      city: 'Bern',
    })
    expect([status, body]).toEqual([200, { ...me, city: 'Bern', emailPrefs: { ...me.emailPrefs, onDigest: false } }])
    const { emailPrefs } = await server.db.getRepository(MemberEntity).findOneByOrFail({ uid: me.uid })
    expect(emailPrefs).toEqual({ onDigest: false })
  })

  test.each([
    ['a string', '"x"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['malformed JSON', '{'],
    ['a NUL', '{"email":"a\\u0000b@example.org"}'],
    ['a lone surrogate', '{"city":"\\ud800"}'],
  ])('P4 preferences with a body of %s → 400', async (_what, raw) => {
    const { client } = await server.signUp()
    const { status } = await client.post('/api/v0/me/preferences', undefined, { raw, headers: { 'Content-Type': 'application/json' } })
    expect(status).toBe(400)
  })
})

describe('events', () => {
  const facts = async (uid: string): Promise<Fact[]> =>
    (await server.db.query<{ fact: string }[]>('SELECT "fact" FROM "outbox" ORDER BY "id"'))
      .map(({ fact }) => JSON.parse(fact) as Fact)
      .filter((fact) => 'uid' in fact && fact.uid === uid)

  test('AP1 O4 each change of an account emits its event once, with only the uid', async () => {
    await server.services.outbox.drain()
    const { client, me, password } = await server.signUp()
    const { uid } = me
    expect(await facts(uid)).toEqual([
      { kind: 'memberJoined', uid },
      { kind: 'emailVerificationAsked', uid },
    ])
    await server.services.outbox.drain()
    await client.post('/api/v0/me/preferences', { city: 'Bern' })
    await client.post('/api/v0/me/preferences', {})
    expect(await facts(uid)).toEqual([{ kind: 'memberChanged', uid }])
    await server.services.outbox.drain()
    await client.post('/api/v0/me/preferences', { email: `new${uid}@example.org`, password })
    await client.post('/api/v0/auth/sendpasswordreset', { email: `new${uid}@example.org` })
    expect(await facts(uid)).toEqual([
      { kind: 'memberChanged', uid },
      { kind: 'emailVerificationAsked', uid },
      { kind: 'passwordResetAsked', uid },
    ])
    await server.services.outbox.drain()
    await client.post('/api/v0/me/delete', { password })
    // The event contains the former uid, name and address, from which the remaining data are deleted. They are deleted with the event.
    const [row] = await server.db.query<{ fact: string }[]>(`SELECT "fact" FROM "outbox" WHERE "fact" LIKE '%memberRemoved%'`)
    expect(JSON.parse(row!.fact)).toEqual({
      kind: 'memberRemoved',
      uid: expect.stringMatching(/^deleted\./),
      former: uid,
      name: me.name,
      email: `new${uid}@example.org`,
    })
    await server.services.outbox.drain()
    expect(await server.db.query(`SELECT 1 FROM "outbox" WHERE "fact" LIKE '%${uid}%'`)).toEqual([])
  })
})
