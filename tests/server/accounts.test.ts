import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure, Me, Member, messages } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { MemberEntity, SessionEntity } from '../../server/features/accounts/entities.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signUp = (body: object) => server.client().post('/api/v0/auth/signup', body)
const logIn = (body: object, path = '/api/v1/auth/milq') => server.client().post(path, body)

describe('sign-up', () => {
  test('U6 AP1 sign-up returns the member with private fields and signs in', async () => {
    const client = server.client()
    const { status, body } = await client.post('/api/v0/auth/signup', {
      name: '  Ada   <b>Lovelace ',
      email: ' Ada@Example.ORG ',
      password: 'four',
      device: 'web',
    })
    expect(status).toBe(200)
    expect(Me.parse(body)).toEqual(body)
    expect(body).toMatchObject({ uid: 'adalovelace', name: 'Ada Lovelace', email: 'ada@example.org', isAdmin: false, verified: false })
    expect(Object.values(body.privileges)).not.toContain(false)
    expect((await client.get('/api/v0/me')).body).toEqual(body)
  })

  test.each([
    [{ name: 'A' }, 'name', messages.nameInvalid],
    [{ name: ' @#* ' }, 'name', messages.nameInvalid],
    [{ name: '\u200b\u202e\u0007\u2066' }, 'name', messages.nameInvalid],
    [{ email: 'nobody' }, 'email', messages.emailInvalid],
    [{ email: 'a@b' }, 'email', messages.emailInvalid],
    [{ email: `${'a'.repeat(120)}@example.org` }, 'email', messages.emailInvalid],
    // `İ` becomes two characters in lower case.
    [{ email: `${'İ'.repeat(100)}@example.org` }, 'email', messages.emailInvalid],
    [{ password: '123' }, 'password', messages.passwordInvalid],
    // Absent, of another type, or too long.
    [{ name: undefined }, 'name', messages.nameInvalid],
    [{ email: null }, 'email', messages.emailInvalid],
    [{ password: 1234 }, 'password', messages.passwordInvalid],
    [{ name: 'a'.repeat(501) }, 'name', messages.nameInvalid],
    [{ password: 'a'.repeat(1025) }, 'password', messages.passwordInvalid],
  ])('U4 AP10 sign-up with %j → 400 with the field and its message', async (wrong, field, message) => {
    const { status, body } = await signUp({ name: 'Nobody', email: 'nobody@example.org', password: 'good enough', ...wrong })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid', message, fields: { [field]: message } })
    expect(Failure.parse(body)).toEqual(body)
  })

  test('U11 sign-up with an address in use → 403 in any case of it; with the same name → account_exists', async () => {
    await signUp({ name: 'Grace Hopper', email: 'grace@example.org', password: 'cobol' })
    const other = await signUp({ name: 'Somebody Else', email: 'GRACE@example.org', password: 'fortran' })
    expect([other.status, other.body.code, other.body.message]).toEqual([403, 'email_in_use', messages.emailInUse])
    const same = await signUp({ name: 'grace hopper', email: 'grace@example.org', password: 'forgotten' })
    expect([same.status, same.body.code, same.body.message]).toEqual([403, 'account_exists', messages.accountExists])
  })

  test('U6 twenty concurrent sign-ups with one address: exactly one succeeds', async () => {
    const tries = Array.from({ length: 20 }, (_, n) => signUp({ name: `Racer ${n}`, email: 'race@example.org', password: 'racing' }))
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 403)])
  })

  test('U6 twenty concurrent sign-ups with one name get distinct uids', async () => {
    const tries = Array.from({ length: 20 }, (_, n) => signUp({ name: 'José Müller', email: `jm${n}@example.org`, password: 'same name' }))
    const answers = await Promise.all(tries)
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const uids = answers.map(({ body }) => body.uid as string)
    expect(uids).toContain('josemuller')
    expect(new Set(uids.map((uid) => uid.toLowerCase())).size).toBe(20)
  })

  test.each([
    ['Search', /^search\d+$/],
    ['Tag', /^tag\d+$/],
    ['小林 さくら', /^member/],
    ['Al', /^al\d+$/],
    ['x'.repeat(128), /^x{40}$/],
    ['Straße Ægir Łódź', /^strasseaegirlodz$/],
  ])('U6 the uid derived from %j', async (name, uid) => {
    const { me } = await server.signUp(name)
    expect(me.uid).toMatch(uid)
    expect(me.uid).toMatch(/^[A-Za-z0-9_.]{3,50}$/)
  })

  test('BY7 the password is stored as an argon2id hash and is in no answer', async () => {
    const { me, password } = await server.signUp()
    const row = await server.db.getRepository(MemberEntity).findOneByOrFail({ uid: me.uid })
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(row)).not.toContain(password)
    const { hasPassword, ...rest } = me
    expect(hasPassword).toBe(true)
    expect(JSON.stringify(rest)).not.toMatch(/password|hash|argon/i)
  })
})

describe('log-in', () => {
  test.each(['/api/v1/auth/milq', '/api/v1/auth/login'])('U6 AP1 %s accepts the uid in any case, or the address', async (path) => {
    const { me, password } = await server.signUp()
    for (const username of [me.uid, me.uid.toUpperCase(), me.email, ` ${me.email.toUpperCase()} `]) {
      const { status, body } = await logIn({ username, password }, path)
      expect([status, body.uid]).toEqual([200, me.uid])
    }
  })

  test('U11 a wrong password, an unknown account and malformed input each have their own failure', async () => {
    const { me } = await server.signUp()
    const wrong = await logIn({ username: me.uid, password: 'not it' })
    expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([403, 'wrong_credentials', messages.wrongCredentials])
    const unknown = await logIn({ username: 'missing.member', password: 'whatever' })
    expect([unknown.status, unknown.body.code, unknown.body.message]).toEqual([403, 'account_does_not_exist', messages.accountDoesNotExist])
    const shapeless = await logIn({ username: 'no such thing!', password: 'whatever' })
    expect([shapeless.status, shapeless.body.fields]).toEqual([400, { username: messages.loginInvalid }])
    const nothing = await logIn({})
    expect([nothing.status, nothing.body.fields]).toEqual([400, { username: messages.loginInvalid, password: messages.passwordInvalid }])
  })

  test('BY7 log-in to an account without a password → wrong_credentials', async () => {
    const { me } = await server.signUp()
    await transaction(server.db, (manager) => manager.update(MemberEntity, { uid: me.uid }, { passwordHash: null }))
    expect((await logIn({ username: me.uid, password: 'decoy' })).body.code).toBe('wrong_credentials')
  })
})

describe('session', () => {
  test('U9 a session lasts over requests; logging out ends it', async () => {
    for (const method of ['GET', 'POST']) {
      const { client, me } = await server.signUp()
      expect((await client.get('/api/v0/me')).body.uid).toBe(me.uid)
      const stolen = new Map(client.cookies)
      const out = await client.request(method, '/logout')
      expect([out.status, out.body]).toEqual([200, { signedIn: false }])
      expect(out.headers.get('clear-site-data')).toBe('"cache"')
      expect(client.cookies.has('strand_session')).toBe(false)
      const thief = server.client()
      for (const [name, value] of stolen) thief.cookies.set(name, value)
      expect((await thief.get('/api/v0/me')).status).toBe(401)
    }
  })

  test('U8 a log-in clears the pending follows of a sign-up', async () => {
    const { me, password } = await server.signUp()
    const client = server.client()
    client.cookies.set('followUid', 'ann.lee')
    client.cookies.set('followBeadId', 'b00000000000000001')
    expect((await client.post('/api/v1/auth/milq', { username: me.uid, password })).status).toBe(200)
    expect(['followUid', 'followBeadId'].filter((name) => client.cookies.has(name))).toEqual([])
  })

  test('U9 me without a session → 401; with an expired one → 401 with invalidSession', async () => {
    const anonymous = await server.client().get('/api/v0/me')
    expect(anonymous.status).toBe(401)
    expect(anonymous.body).toEqual({ message: messages.notSignedIn, code: 'unauthenticated', requestId: expect.any(String) })
    const { client, me } = await server.signUp()
    await transaction(server.db, (manager) =>
      manager.update(SessionEntity, { uid: me.uid }, { expiryDate: new Date(Date.now() - 1000).toISOString() }),
    )
    // Public data stays readable.
    expect((await client.get(`/api/v0/members/${me.uid}`)).status).toBe(200)
    const ended = await client.get('/api/v0/me')
    expect(ended.status).toBe(401)
    expect(ended.body).toMatchObject({ code: 'unauthenticated', message: messages.sessionEnded, invalidSession: true })
    expect(client.cookies.has('strand_session')).toBe(false)
  })

  test('BY7 use extends a session at most once an hour', async () => {
    const { client, me } = await server.signUp()
    const sessions = server.db.getRepository(SessionEntity)
    const fresh = await sessions.findOneByOrFail({ uid: me.uid })
    expect((await client.get('/api/v0/me')).headers.getSetCookie()).toEqual([])
    expect(await sessions.findOneByOrFail({ uid: me.uid })).toEqual(fresh)

    const aged = { lastUsedDate: new Date(Date.now() - 3_700_000).toISOString(), expiryDate: new Date(Date.now() + 60_000).toISOString() }
    await transaction(server.db, (manager) => manager.update(SessionEntity, { uid: me.uid }, aged))
    const used = await client.get('/api/v0/me')
    expect(used.headers.getSetCookie()).toEqual([expect.stringMatching(/^strand_session=[\w-]{43}; Max-Age=7776000;/)])
    const { expiryDate } = await sessions.findOneByOrFail({ uid: me.uid })
    expect(Date.parse(expiryDate) - Date.now()).toBeGreaterThan(89 * 86_400_000)
  })

  test('BY7 a sign-up deletes expired sessions', async () => {
    const { me } = await server.signUp()
    await transaction(server.db, (manager) => manager.update(SessionEntity, { uid: me.uid }, { expiryDate: '2020-01-01T00:00:00.000Z' }))
    await server.signUp()
    expect(await server.db.getRepository(SessionEntity).countBy({ uid: me.uid })).toBe(0)
  })

  test('U9 the session of a deleted member → invalidSession', async () => {
    const { client, me } = await server.signUp()
    await transaction(server.db, (manager) => manager.delete(MemberEntity, { uid: me.uid }))
    expect((await client.get('/api/v0/me')).body).toMatchObject({ invalidSession: true })
    expect(await server.db.getRepository(SessionEntity).countBy({ uid: me.uid })).toBe(0)
  })
})

describe('members', () => {
  test('AP3 F1 a profile has no private fields', async () => {
    const { me } = await server.signUp()
    const { status, body } = await server.client().get(`/api/v0/members/${me.uid.toUpperCase()}`)
    // `Member.parse` drops the fields that only `me` has.
    expect([status, body]).toEqual([200, Member.omit({ draftCount: true }).parse(me)])
    for (const secret of ['draftCount', 'email', 'isAdmin', 'privileges', 'emailPrefs', 'groups', 'hasFB'])
      expect(body).not.toHaveProperty(secret)
  })

  test('F4 an unknown member → 404', async () => {
    const { status, body } = await server.client().get('/api/v0/members/missing.member')
    expect([status, body.code, body.message]).toEqual([404, 'not_found', messages.notFound])
  })
})

test('healthz names the kind of the database', async () => {
  const { status, body } = await server.client().get('/healthz')
  expect([status, body]).toEqual([200, { status: 'ok', database: server.config.database.kind, uptime: expect.any(Number) }])
})
