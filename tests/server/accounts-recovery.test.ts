import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { AccountKeyEntity, SessionEntity } from '../../server/features/accounts/entities.ts'
import { updateMember } from '../support/content.ts'
import { latestMail, parameterIn } from '../support/mails.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ask = (email: string) => server.client().post('/api/v0/auth/sendpasswordreset', { email })
const reset = (key: string, password = 'a new one') => server.client().post('/api/v0/auth/resetpassword', { key, password })
const logIn = (username: string, password: string) => server.client().post('/api/v1/auth/login', { username, password })

/** Requests a reset mail and returns the key of its link. */
async function keyFor(email: string): Promise<string> {
  expect((await ask(email)).body).toEqual({ sent: true })
  return parameterIn((await latestMail(server, email, '?resetcode='))!, 'resetcode')
}

describe('a lost password', () => {
  test('U1 U2 AP1 the link of a reset mail sets a new password; the old one no longer works', async () => {
    const { me, password } = await server.signUp()
    const key = await keyFor(me.email)
    const mail = (await latestMail(server, me.email, '?resetcode='))!
    expect(parameterIn(mail, 'email')).toBe(me.email)
    expect(mail).toContain(`${server.config.publicUrl}/?resetcode=`)
    expect((await reset(key)).body).toEqual({ changed: true })
    expect((await logIn(me.uid, password)).body.code).toBe('wrong_credentials')
    expect((await logIn(me.uid, 'a new one')).status).toBe(200)
  })

  test('BY7 a password reset ends all sessions and confirms the address', async () => {
    const { client, me } = await server.signUp()
    const elsewhere = server.client()
    await elsewhere.post('/api/v1/auth/login', { username: me.uid, password: 'correct horse' })
    await reset(await keyFor(me.email))
    for (const browser of [client, elsewhere]) expect((await browser.get('/api/v0/me')).body).toMatchObject({ invalidSession: true })
    expect((await logIn(me.uid, 'a new one')).body.emailVerified).toBe(true)
  })

  test('BY7 a reset key works once, also under concurrent use', async () => {
    const { me } = await server.signUp()
    const key = await keyFor(me.email)
    const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => reset(key, `password ${n}`)))
    const won = replies.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    expect(won).toHaveLength(1)
    for (const { status, body } of replies.filter((reply) => reply.status !== 200))
      expect([status, body.message]).toEqual([403, messages.resetFailed])
    expect((await logIn(me.uid, `password ${won[0]}`)).status).toBe(200)
    expect((await reset(key)).status).toBe(403)
  })

  test('BY7 using one reset key invalidates the other ones', async () => {
    const { me } = await server.signUp()
    const first = await keyFor(me.email)
    const second = await keyFor(me.email)
    expect(second).not.toBe(first)
    expect((await reset(first)).status).toBe(200)
    expect((await reset(second)).status).toBe(403)
  })

  test('U11 an expired, invented or foreign key → 403, and the password is unchanged', async () => {
    const { me, password } = await server.signUp()
    const verify = parameterIn((await latestMail(server, me.email, '?verifycode='))!, 'verifycode')
    const key = await keyFor(me.email)
    const [row] = await server.db.getRepository(AccountKeyEntity).findBy({ uid: me.uid, purpose: 'reset' })
    expect(Date.parse(row!.expiryDate) - Date.parse(row!.creationDate)).toBe(3_600_000)
    await transaction(server.db, (manager) =>
      manager.update(AccountKeyEntity, { keyHash: row!.keyHash }, { expiryDate: new Date(Date.now() - 1).toISOString() }),
    )
    for (const bad of [key, verify, row!.keyHash, 'nonsense', "' OR 1=1 --"]) {
      const { status, body } = await reset(bad)
      expect([status, body.code, body.message]).toEqual([403, 'forbidden', messages.resetFailed])
    }
    expect((await logIn(me.uid, password)).status).toBe(200)
  })

  test('BY7 a reset key that was sent to a former address → 403', async () => {
    const { client, me, password } = await server.signUp()
    const key = await keyFor(me.email)
    await client.post('/api/v0/me/preferences', { email: `moved-${me.uid}@example.org`, password })
    expect((await reset(key)).status).toBe(403)
    const later = await keyFor(`moved-${me.uid}@example.org`)
    // A direct update of the row, without the service: the key itself is bound to the address.
    await updateMember(server.db, me.uid, { email: `elsewhere-${me.uid}@example.org` })
    expect((await reset(later)).status).toBe(403)
  })

  test('U11 a reset for an unknown address → 403 with the prescribed text', async () => {
    const { status, body } = await ask('nobody-at-all@example.org')
    expect([status, body.code, body.message]).toEqual([403, 'account_does_not_exist', messages.accountDoesNotExist])
    expect((await ask('nonsense')).body.fields).toEqual({ email: messages.emailInvalid })
    expect((await reset('x', '123')).body.fields).toEqual({ password: messages.passwordInvalid })
  })

  test('O4 a reset mail is delivered after an outage of the mail server', async () => {
    let down = true
    const flaky = await startTestServer({
      services: (services) => {
        const { send } = services.mail
        services.mail.send = (message) => (down ? Promise.reject(new Error('no mail server')) : send(message))
        return services
      },
    })
    try {
      const { me } = await flaky.signUp()
      await flaky.client().post('/api/v0/auth/sendpasswordreset', { email: me.email })
      await flaky.services.outbox.drain()
      expect((await flaky.services.mail.files(0, 10)).total).toBe(0)
      down = false
      await transaction(flaky.db, (manager) => manager.query(`UPDATE "outbox" SET "dueDate" = '2020-01-01T00:00:00.000Z'`))
      const mail = await latestMail(flaky, me.email)
      expect(mail).not.toBeNull()
      expect((await flaky.services.mail.files(0, 10)).total).toBe(2)
      expect(await flaky.db.query('SELECT 1 FROM "outbox"')).toEqual([])
    } finally {
      await flaky.close()
    }
  })

  test('BY7 reset mails are limited per member and per IP address, attempts at keys per IP address', async () => {
    const limited = await startTestServer({ env: { STRAND_RATE_LIMITS: '1', TRUST_PROXY: '1' } })
    try {
      const { me } = await limited.signUp()
      // Each request comes from another IP address: the limit is per member.
      const from = (n: number) => ({ headers: { 'X-Forwarded-For': `198.51.100.${n}` } })
      const statuses: number[] = []
      for (let n = 0; n < 5; n += 1)
        statuses.push((await limited.client().post('/api/v0/auth/sendpasswordreset', { email: me.email }, from(n))).status)
      expect(statuses).toEqual([200, 200, 200, 429, 429])
      const tried: number[] = []
      for (let n = 0; n < 21; n += 1)
        tried.push((await limited.client().post('/api/v0/auth/resetpassword', { key: `k${n}`, password: 'guess' }, from(99))).status)
      expect([tried.slice(0, 20).every((status) => status === 403), tried[20]]).toEqual([true, 429])
      const known: number[] = []
      for (let n = 0; n < 11; n += 1)
        known.push((await limited.client().post('/api/v0/auth/sendpasswordreset', { email: `nobody${n}@example.org` }, from(50))).status)
      expect([known.slice(0, 10).every((status) => status === 403), known[10]]).toEqual([true, 429])
    } finally {
      await limited.close()
    }
  })
})

describe('change of the password', () => {
  const change = '/api/v0/me/password'

  test('BY7 a new password requires the current one, ends other sessions, and renews the session token', async () => {
    const { client, me, password } = await server.signUp()
    const elsewhere = server.client()
    await elsewhere.post('/api/v1/auth/login', { username: me.uid, password })
    const stolen = client.cookies.get('strand_session')!
    const wrong = await client.post(change, { password: 'not it', newPassword: 'better horse' })
    expect([wrong.status, wrong.body.code, wrong.body.fields]).toEqual([403, 'wrong_credentials', { password: messages.passwordWrong }])
    expect((await client.post(change, { newPassword: 'better horse' })).status).toBe(403)
    expect((await elsewhere.get('/api/v0/me')).status).toBe(200)

    expect((await client.post(change, { password, newPassword: 'better horse' })).body).toEqual({ changed: true })
    expect((await client.get('/api/v0/me')).body.uid).toBe(me.uid)
    expect(client.cookies.get('strand_session')).not.toBe(stolen)
    const thief = server.client()
    thief.cookies.set('strand_session', stolen)
    for (const browser of [thief, elsewhere]) expect((await browser.get('/api/v0/me')).status).toBe(401)
    expect((await logIn(me.uid, 'better horse')).status).toBe(200)
  })

  test('BY7 the first password requires a recent log-in', async () => {
    const { client, me } = await server.signUp()
    await updateMember(server.db, me.uid, { passwordHash: null })
    await transaction(server.db, (manager) =>
      manager.update(SessionEntity, { uid: me.uid }, { creationDate: new Date(Date.now() - 3_601_000).toISOString() }),
    )
    const late = await client.post(change, { newPassword: 'my first one' })
    expect([late.status, late.body.message]).toEqual([403, messages.signInAgain])
    await transaction(server.db, (manager) => manager.update(SessionEntity, { uid: me.uid }, { creationDate: new Date().toISOString() }))
    expect((await client.post(change, { newPassword: 'my first one' })).status).toBe(200)
    expect((await logIn(me.uid, 'my first one')).body.hasPassword).toBe(true)
  })

  test('BY7 wrong passwords at a change of the password share the guess limit of log-ins on the device', async () => {
    const limited = await startTestServer({ env: { STRAND_RATE_LIMITS: '1' } })
    try {
      const { client, me, password } = await limited.signUp()
      for (let n = 0; n < 5; n += 1) await client.post('/api/v1/auth/login', { username: me.uid, password: 'wrong' })
      const statuses: number[] = []
      for (let n = 0; n < 6; n += 1) statuses.push((await client.post(change, { password: 'wrong', newPassword: 'whatever' })).status)
      expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
      expect((await client.post(change, { password, newPassword: 'whatever' })).status).toBe(429)
    } finally {
      await limited.close()
    }
  })
})

describe('operator settings', () => {
  test('U6 STRAND_MIN_PASSWORD applies to new passwords, not to log-ins', async () => {
    const strict = await startTestServer({ env: { STRAND_MIN_PASSWORD: '10' } })
    try {
      const message = messages.passwordInvalid.replace('4', '10')
      const short = await strict.client().post('/api/v0/auth/signup', { name: 'Short', email: 'short@example.org', password: 'ninechars' })
      expect([short.status, short.body.message, short.body.fields]).toEqual([400, message, { password: message }])
      const { client, me, password } = await strict.signUp()
      expect((await client.post('/api/v0/me/password', { password, newPassword: 'ninechars' })).body.fields).toEqual({
        newPassword: message,
      })
      expect((await strict.client().post('/api/v0/auth/resetpassword', { key: 'x', password: 'ninechars' })).body.fields).toEqual({
        password: message,
      })
      expect((await strict.client().post('/api/v1/auth/login', { username: me.uid, password: 'four' })).body.code).toBe('wrong_credentials')
      expect((await strict.client().get('/api/v0/auth/options')).body).toEqual({ networks: [], minPassword: 10, readOnly: false })
    } finally {
      await strict.close()
    }
  })
})

describe('timing', () => {
  const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

  test('BY7 the duration of a log-in depends neither on the existence of the account nor on its password', async () => {
    const { me } = await server.signUp()
    const passwordless = await server.signUp()
    await updateMember(server.db, passwordless.me.uid, { passwordHash: null })
    const measure = async (username: string) => {
      const startedAt = performance.now()
      await logIn(username, 'not the password')
      return performance.now() - startedAt
    }
    await measure(me.uid)
    const times: Record<'known' | 'unknown' | 'passwordless', number[]> = { known: [], unknown: [], passwordless: [] }
    // Alternating, so that other load on the machine affects all of them.
    for (let n = 0; n < 15; n += 1) {
      times.known.push(await measure(me.uid))
      times.unknown.push(await measure(`missing.member${n}`))
      times.passwordless.push(await measure(passwordless.me.uid))
    }
    // A hash takes many milliseconds; without it an answer takes a fraction of one.
    for (const kind of ['unknown', 'passwordless'] as const) {
      expect(median(times[kind]) / median(times.known)).toBeGreaterThan(0.5)
      expect(median(times[kind]) / median(times.known)).toBeLessThan(2)
    }
  })
})
