import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailPrefNames, Me, messages, pushPrefNames } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { SessionEntity } from '../../server/features/accounts/entities.ts'
import { guessLimit } from '../../server/features/accounts/proof.ts'
import { addPost, member, startBead, updateBead, updateMember } from '../support/content.ts'
import { latestMail, parameterIn } from '../support/mails.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const path = '/api/v0/me/preferences'

describe('preferences', () => {
  test.each(['POST', 'PUT'])('AP1 P1 %s changes only the given fields and returns the member', async (verb) => {
    const { client, me } = await server.signUp()
    const changes = {
      name: 'New  Name',
      city: ' Bristol ',
      country: 'United Kingdom',
      description: 'Collects <b>mugs</b>.\r\n\r\n\r\n\r\nAnd songs.',
    }
    const { status, body } = await client.request(verb, path, changes)
    expect(status).toBe(200)
    expect(Me.parse(body)).toEqual(body)
    const expected = { ...me, name: 'New Name', city: 'Bristol', country: 'United Kingdom', description: 'Collects mugs.\n\nAnd songs.' }
    expect(body).toEqual(expected)
    expect((await client.get('/api/v0/me')).body).toEqual(expected)
    expect((await client.request(verb, path, {})).body).toEqual(expected)
  })

  test('P2 every flag is on by default; flags are changed one by one', async () => {
    const { client, me } = await server.signUp()
    expect(Object.keys(me.emailPrefs).toSorted()).toEqual([...emailPrefNames].toSorted())
    expect(emailPrefNames).toHaveLength(11)
    expect(Object.keys(me.pushPrefs).toSorted()).toEqual([...pushPrefNames].toSorted())
    expect(pushPrefNames).toHaveLength(9)
    expect([...Object.values(me.emailPrefs), ...Object.values(me.pushPrefs)]).not.toContain(false)

    await client.post(path, { emailPrefs: { onDigest: false, onFollow: false }, pushPrefs: { onCollect: false } })
    const off = (await client.post(path, { emailPrefs: { onFollow: true, onRepost: false } })).body
    expect(off.emailPrefs).toEqual({ ...me.emailPrefs, onDigest: false, onRepost: false })
    expect(off.pushPrefs).toEqual({ ...me.pushPrefs, onCollect: false })
  })

  test.each([
    [{ emailPrefs: { onDigest: 'no' } }, 'emailPrefs.onDigest'],
    [{ pushPrefs: [] }, 'pushPrefs'],
    [{ name: ' <i></i> ' }, 'name'],
    [{ name: 'x'.repeat(129) }, 'name'],
    [{ email: '' }, 'email'],
    [{ email: 'nonsense' }, 'email'],
    [{ city: 'x'.repeat(129) }, 'city'],
    [{ country: 'x'.repeat(129) }, 'country'],
    [{ description: 'x'.repeat(257) }, 'description'],
  ])('P4 %j → 400 for its field', async (changes, field) => {
    const { client, me } = await server.signUp()
    const { status, body } = await client.post(path, changes)
    expect([status, body.code, Object.keys(body.fields)]).toEqual([400, 'invalid', [field]])
    expect((await client.get('/api/v0/me')).body).toEqual(me)
  })

  test('P4 an invalid value → the message of its field', async () => {
    const { client } = await server.signUp()
    const messageOf = async (changes: object) => (await client.post(path, changes)).body.message
    expect(await messageOf({ email: 'nonsense' })).toBe(messages.emailInvalid)
    expect(await messageOf({ name: 'x' })).toBe(messages.nameInvalid)
    expect(await messageOf({ city: 'x'.repeat(129) })).toBe(messages.cityTooLong)
    expect(await messageOf({ description: 'x'.repeat(257) })).toBe(messages.aboutTooLong)
  })

  test('P1 limits apply to the text without markup, nested markup included', async () => {
    const { client } = await server.signUp()
    const { status, body } = await client.post(path, {
      description: `<b>${'x'.repeat(256)}</b>`,
      city: '<scr<script>ipt>York</scr</script>ipt>',
      country: '2 < 3',
    })
    expect([status, body.description, body.city, body.country]).toEqual([200, 'x'.repeat(256), 'York', '2 < 3'])
  })

  test('U3 the get-email step: an address in use → 403, in any case', async () => {
    const other = await server.signUp()
    const { client, me } = await server.signUp()
    await updateMember(server.db, me.uid, { email: null, passwordHash: null })
    expect((await client.get('/api/v0/me')).body.email).toBe('')
    const taken = await client.post(path, { email: other.me.email.toUpperCase() })
    expect([taken.status, taken.body.code, taken.body.message]).toEqual([403, 'email_in_use', messages.emailInUse])
    const given = await client.post(path, { email: `NEW-${me.uid}@Example.org` })
    expect([given.status, given.body.email]).toEqual([200, `new-${me.uid}@example.org`])
  })

  test('U3 eight concurrent changes to one address: exactly one succeeds', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => server.signUp()))
    const replies = await Promise.all(people.map(({ client, password }) => client.post(path, { email: 'wanted@example.org', password })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 403)])
  })

  test('BY7 a change of the email address requires the password, other changes do not', async () => {
    const { client, me, password } = await server.signUp()
    const email = `moved-${me.uid}@example.org`
    for (const wrong of [undefined, '', 'nearly ' + password]) {
      const { status, body } = await client.post(path, { email, city: 'Bern', password: wrong })
      expect([status, body.code, body.fields]).toEqual([403, 'wrong_credentials', { password: messages.passwordWrong }])
    }
    expect((await client.get('/api/v0/me')).body).toEqual(me)
    expect((await client.post(path, { email: me.email.toUpperCase(), city: 'Bern' })).body).toMatchObject({ email: me.email, city: 'Bern' })
    expect((await client.post(path, { email, password })).body).toMatchObject({ email, emailVerified: false })
  })

  test('BY7 without a password, a change of the email address requires a log-in within the last hour', async () => {
    const { client, me } = await server.signUp()
    await updateMember(server.db, me.uid, { passwordHash: null })
    expect((await client.post(path, { email: `one-${me.uid}@example.org` })).status).toBe(200)
    const long = new Date(Date.now() - 3_601_000).toISOString()
    await transaction(server.db, (manager) => manager.update(SessionEntity, { uid: me.uid }, { creationDate: long }))
    const { status, body } = await client.post(path, { email: `two-${me.uid}@example.org` })
    expect([status, body.message]).toEqual([403, messages.signInAgain])
    expect((await client.post(path, { name: 'No Proof Needed' })).status).toBe(200)
  })

  test('BY7 wrong passwords at a change of the address count towards the guess limit', async () => {
    const strict = await startTestServer({ env: { STRAND_RATE_LIMITS: '1' } })
    try {
      const { client, me, password } = await strict.signUp()
      const email = `moved-${me.uid}@example.org`
      for (let n = 0; n < guessLimit.requests; n++) expect((await client.post(path, { email, password: `guess ${n}` })).status).toBe(403)
      expect((await client.post(path, { email, password })).status).toBe(429)
      expect((await client.post(path, { city: 'Bern' })).status).toBe(200)
    } finally {
      await strict.close()
    }
  })

  test('BY7 concurrent changes of different flags are all stored', async () => {
    const { client } = await server.signUp()
    await Promise.all(emailPrefNames.map((name) => client.post(path, { emailPrefs: { [name]: false } })))
    expect(Object.values((await client.get('/api/v0/me')).body.emailPrefs)).not.toContain(true)
  })

  test('U13 saving the name ends the confirmation step of the onboarding', async () => {
    const { client, me } = await server.signUp()
    await updateMember(server.db, me.uid, { onboarding: { doConfirmInfo: true, doFeedOnboarding: true } })
    expect((await client.post(path, { city: 'Bern' })).body.onboarding).toEqual({ doConfirmInfo: true, doFeedOnboarding: true })
    expect((await client.post(path, { name: me.name })).body.onboarding).toEqual({ doConfirmInfo: false, doFeedOnboarding: true })
    expect((await client.post(path, { onboarding: { doFeedOnboarding: false } })).body.onboarding).toEqual({
      doConfirmInfo: false,
      doFeedOnboarding: false,
    })
  })

  test('AP1 preferences of a visitor → 401; account endpoints of a read-only server → 503', async () => {
    expect((await server.client().post(path, { name: 'Nobody At All' })).status).toBe(401)
    const readOnly = await startTestServer({ env: { STRAND_READ_ONLY: '1' } })
    try {
      for (const [verb, call] of [
        ['POST', path],
        ['PUT', path],
        ['POST', '/api/v0/auth/sendpasswordreset'],
        ['POST', '/api/v0/auth/resetpassword'],
        ['POST', '/api/v0/auth/verifyemail'],
        ['POST', '/api/v1/auth/tvos/token'],
        ['POST', '/api/v1/auth/tvos/poll'],
      ] as const) {
        const { status } = await readOnly.client().request(verb, call, {})
        expect([call, status]).toEqual([call, call === path ? 401 : 503])
      }
    } finally {
      await readOnly.close()
    }
  })
})

describe('e-mail verification', () => {
  const confirm = (key: string) => server.client().post('/api/v0/auth/verifyemail', { key })

  test('BY7 sign-up sends a confirmation link that works once', async () => {
    const { client, me } = await server.signUp()
    expect(me.emailVerified).toBe(false)
    const key = parameterIn((await latestMail(server, me.email, '?verifycode='))!, 'verifycode')
    expect((await confirm(key)).body).toEqual({ verified: true })
    expect((await client.get('/api/v0/me')).body.emailVerified).toBe(true)
    const again = await confirm(key)
    expect([again.status, again.body.message]).toEqual([403, messages.verifyFailed])
  })

  test('BY7 a new address must be confirmed; the link for the old one → 403', async () => {
    const { client, me, password } = await server.signUp()
    const old = parameterIn((await latestMail(server, me.email, '?verifycode='))!, 'verifycode')
    const email = `moved-${me.uid}@example.org`
    await client.post(path, { email, password })
    expect((await confirm(old)).status).toBe(403)
    const key = parameterIn((await latestMail(server, email))!, 'verifycode')
    expect((await confirm(key)).status).toBe(200)
    expect((await client.post(path, { email, city: 'Bern' })).body.emailVerified).toBe(true)
    expect((await client.post(path, { email: `again-${me.uid}@example.org`, password })).body.emailVerified).toBe(false)
  })

  test('BY7 the confirmation mail can be sent again until the address is confirmed', async () => {
    const { client, me } = await server.signUp()
    await latestMail(server, me.email)
    const before = (await server.services.mail.files(0, 1)).total
    expect((await client.post('/api/v0/me/resendverification')).body).toEqual({ sent: true })
    await confirm(parameterIn((await latestMail(server, me.email, '?verifycode='))!, 'verifycode'))
    expect((await server.services.mail.files(0, 1)).total).toBe(before + 1)
    expect((await client.post('/api/v0/me/resendverification')).body).toEqual({ sent: false })
    await updateMember(server.db, me.uid, { email: null })
    expect((await client.post('/api/v0/me/resendverification')).body.message).toBe(messages.emailMissing)
  })

  test('BY7 the confirmation key is neither in the outbox nor in plain text in the database', async () => {
    const { me } = await server.signUp()
    const waiting: unknown[] = await server.db.query('SELECT "fact" FROM "outbox"')
    expect(JSON.stringify(waiting)).not.toContain(me.email)
    const key = parameterIn((await latestMail(server, me.email, '?verifycode='))!, 'verifycode')
    const rows: unknown[] = await server.db.query('SELECT * FROM "account_key"')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(key)
  })
})

describe('the signed-in member', () => {
  test('U13 F1 groups contains the playlists that the member is invited to', async () => {
    const host = await server.signUp()
    const { client, me } = await server.signUp()
    const bead = await startBead(host.client)
    expect((await host.client.post(`/api/v0/beads/${bead.id}/invite`, { newInvitees: [me.uid] })).status).toBe(200)
    const { body } = await client.get('/api/v0/me')
    expect(body.groups).toEqual([{ _id: bead.id, id: bead.id, title: bead.title, category: bead.category, image: null }])
    expect((await host.client.get('/api/v0/me')).body.groups).toEqual([])
  })

  test('U13 D13 mostusedbeads: playlists by number of own posts, without those that the member may no longer post to', async () => {
    const { client, me } = await server.signUp()
    const often = await startBead(client, { title: 'Often' })
    const seldom = await startBead(client, { title: 'Seldom' })
    await startBead(client, { title: 'Never' })
    await addPost(client, seldom.id)
    for (const title of ['one', 'two']) await addPost(client, often.id, { title })
    const used = async () => (await client.get('/api/v0/me')).body.mostusedbeads.map(({ title }: { title: string }) => title)
    expect(await used()).toEqual(['Often', 'Seldom'])
    const stranger = await server.signUp()
    await updateBead(server.db, often.id, { creatorUid: stranger.me.uid })
    expect(await used()).toEqual(['Seldom'])
    expect(me.mostusedbeads).toEqual([])
  })

  test('BY7 the public profile contains no private field', async () => {
    const { me } = await server.signUp()
    await updateMember(server.db, me.uid, { emailPrefs: { onDigest: false }, notificationsLastChecked: '2026-01-01T00:00:00.000Z' })
    const { body } = await server.client().get(`/api/v0/members/${me.uid}`)
    for (const field of [
      'emailPrefs',
      'pushPrefs',
      'onboarding',
      'email',
      'emailVerified',
      'hasPassword',
      'notificationsLastChecked',
      'groups',
    ])
      expect(body).not.toHaveProperty(field)
    expect((await member(server.db, me.uid)).emailPrefs).toEqual({ onDigest: false })
  })
})
