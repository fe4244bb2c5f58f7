import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../server/config.ts'
import { endless, messages } from '#contract/index.ts'
import { NetworkAttemptEntity } from '../../server/features/oauth/entities.ts'
import { policyFor } from '../../server/features/oauth/clients.ts'
import { startBead, updateMember } from '../support/content.ts'
import { goThere, locationOf, thereAndBack, visit } from '../support/networks.ts'
import { startTestServer } from '../support/server.ts'
import { setUp, server, facebook, twitter, me, links } from '../support/network-members.ts'

setUp()

describe('signing up', () => {
  test('R11 U3 U7 sign-up by a network → an account without a password, with name and email of the network', async () => {
    const client = server.client()
    expect(await thereAndBack(client, '/signup/facebook')).toBe('/?connected=facebook')
    const { email, name, id } = facebook.person
    expect(await me(client)).toMatchObject({
      name,
      email,
      emailVerified: false,
      hasPassword: false,
      hasFB: true,
      hasTwitter: false,
      facebookInfo: { name },
      onboarding: { doConfirmInfo: true, doFeedOnboarding: true },
    })
    const { uid } = await me(client)
    expect(await links(uid)).toEqual([{ network: 'facebook', subject: id, name, uid, creationDate: expect.any(String) }])
  })

  test('U3 a network without an email address → the step that requests it', async () => {
    const client = server.client()
    await thereAndBack(client, '/signup/twitter')
    const joined = await me(client)
    expect([joined.email, joined.hasTwitter, Date.now() - Date.parse(joined.creationDate) < 60_000]).toEqual(['', true, true])
    const given = await client.post('/api/v0/me/preferences', { email: `bird${joined.uid}@example.org` })
    expect([given.status, given.body.email]).toEqual([200, `bird${joined.uid}@example.org`])
  })

  test('R11 sign-up with a known network account → log-in', async () => {
    const first = server.client()
    await thereAndBack(first, '/signup/twitter')
    const { uid } = await me(first)
    const second = server.client()
    await thereAndBack(second, '/signup/twitter')
    expect((await me(second)).uid).toBe(uid)
    expect((await first.get('/api/v0/me')).status).toBe(200)
  })

  test('U8 sign-up returns to the start page and follows the requested playlist and member', async () => {
    const host = await server.signUp()
    const bead = await startBead(host.client)
    const client = server.client()
    client.cookies.set('signupRedirect', encodeURIComponent(`/${bead.id}?sort=recent`))
    client.cookies.set('followBeadId', bead.id)
    client.cookies.set('followUid', host.me.uid)
    client.cookies.set('device', 'mobileweb')
    expect(await thereAndBack(client, '/signup/facebook')).toBe(`/${bead.id}?sort=recent&connected=facebook`)
    expect(['signupRedirect', 'followBeadId', 'followUid'].filter((name) => client.cookies.has(name))).toEqual([])
    expect((await host.client.get(`/api/v0/members/${host.me.uid}`)).body.followerCount).toBe(1)
    expect((await host.client.get(`/api/v0/beads/${bead.id}`)).body.followerCount).toBe(1)
    expect((await client.get('/api/v0/me/sessions')).body.results[0].device).toBe('mobileweb')
  })

  test('U8 a failed first follow does not fail the sign-up', async () => {
    const client = server.client()
    client.cookies.set('followBeadId', 'b00000000000000000')
    client.cookies.set('followUid', 'missing.member')
    expect(await thereAndBack(client, '/signup/facebook')).toBe('/?connected=facebook')
    expect((await me(client)).followingCount).toBe(0)
  })

  test('U11 BY7 sign-up with the email of an existing account is refused', async () => {
    const victim = await server.signUp()
    facebook.person.email = victim.me.email
    const client = server.client()
    expect(await thereAndBack(client, '/signup/facebook')).toBe('/login?network=facebook&networkerror=account_exists')
    expect((await client.get('/api/v0/me')).status).toBe(401)
    expect(await links(victim.me.uid)).toEqual([])
  })

  test('BY7 an unverified email address is ignored', async () => {
    facebook.person.email_verified = false
    const client = server.client()
    await thereAndBack(client, '/signup/facebook')
    expect((await me(client)).email).toBe('')
  })

  test.each([
    [{ name: '' }, 'New member'],
    [{ name: '<script>x</script>' }, 'New member'],
    [{ name: `  Ada \u202e <b>L</b> ` }, 'Ada L'],
    [{ name: 'x'.repeat(500) }, 'x'.repeat(128)],
  ])('A5 a name from the network is cleaned like any other: %j', async (given, name) => {
    Object.assign(facebook.person, given)
    const client = server.client()
    await thereAndBack(client, '/signup/facebook')
    expect((await me(client)).name).toBe(name)
  })

  test('BY7 two concurrent callbacks of one network account create one member', async () => {
    const clients = [server.client(), server.client(), server.client()]
    const backs = await Promise.all(clients.map((client) => goThere(client, '/signup/twitter')))
    await Promise.all(clients.map((client, n) => visit(client, backs[n]!, 'cross-site')))
    const uids = await Promise.all(clients.map(async (client) => (await me(client)).uid))
    expect(new Set(uids).size).toBe(1)
  })

  test('BY7 a log-in creates a new session, not the one of a planted cookie', async () => {
    const attacker = await server.signUp()
    const attackerToken = attacker.client.cookies.get('strand_session')!
    const victim = server.client()
    victim.cookies.set('strand_session', attackerToken)
    await thereAndBack(victim, '/signup/twitter')
    expect(victim.cookies.get('strand_session')).not.toBe(attackerToken)
    expect((await me(victim)).name).toBe(twitter.person.name)
    expect((await attacker.client.get('/api/v0/me')).status).toBe(401)
  })
})

describe('connecting', () => {
  test.each(['facebook', 'twitter'] as const)('P3 R10 %s connects, is shown in the preferences, and disconnects', async (network) => {
    const { client, me: before } = await server.signUp()
    expect(await thereAndBack(client, `/connect/${network}`)).toBe(`/preferences?connected=${network}`)
    const { uid, hasFB, hasTwitter, ...after } = await me(client)
    expect([uid, hasFB, hasTwitter]).toEqual([before.uid, network === 'facebook', network === 'twitter'])
    expect(after[`${network}Info`]).toEqual({ name: (network === 'facebook' ? facebook : twitter).person.name })
    expect((await client.post(`/api/v1/me/disconnect/${network}`)).body).toEqual({ connected: false })
    expect((await client.post(`/api/v1/me/disconnect/${network}`)).body).toEqual({ connected: false })
    expect(await me(client)).toEqual(before)
  })

  test('P3 authorization and token requests have the parameters of each network, with PKCE', async () => {
    const { client } = await server.signUp()
    const href = new URL(locationOf(await visit(client, '/connect/twitter')))
    expect(Object.fromEntries(href.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'strand at twitter',
      redirect_uri: `${server.config.publicUrl}/connect/twitter/callback`,
      scope: 'users.read tweet.read',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    await thereAndBack(client, '/connect/twitter')
    await thereAndBack(client, '/connect/facebook')
    const [byHeader, byBody] = [twitter.exchanges.at(-1)!, facebook.exchanges.at(-1)!]
    expect(byHeader.authorization).toBe(`Basic ${Buffer.from('strand+at+twitter:a%3Asecret').toString('base64')}`)
    expect(byHeader.body).not.toHaveProperty('client_secret')
    expect([byBody.authorization, byBody.body.client_secret]).toEqual([undefined, 'a:secret'])
    for (const { body } of [byHeader, byBody]) expect(body.code_verifier).toMatch(/^[\w-]{43}$/)
  })

  test('P3 only the identity is stored, no token of the network', async () => {
    const {
      client,
      me: { uid },
    } = await server.signUp()
    await thereAndBack(client, '/connect/facebook')
    expect(Object.keys((await links(uid))[0]!).toSorted()).toEqual(['creationDate', 'name', 'network', 'subject', 'uid'])
    expect(await server.db.getRepository(NetworkAttemptEntity).countBy({ uid })).toBe(0)
  })

  test('P3 connecting a network account of another member is refused', async () => {
    const first = await server.signUp()
    await thereAndBack(first.client, '/connect/facebook')
    const second = await server.signUp()
    expect(await thereAndBack(second.client, '/connect/facebook')).toBe('/preferences?network=facebook&networkerror=in_use')
    expect(await links(second.me.uid)).toEqual([])
    expect(await links(first.me.uid)).toHaveLength(1)
  })

  test('P3 connecting another account of the same network replaces the first', async () => {
    const {
      client,
      me: { uid },
    } = await server.signUp()
    await thereAndBack(client, '/connect/facebook')
    facebook.person = { id: 'another', name: 'Another' }
    await thereAndBack(client, '/connect/facebook')
    expect((await links(uid)).map(({ subject }) => subject)).toEqual(['another'])
  })

  test('P3 disconnecting the only login → 409', async () => {
    const client = server.client()
    await thereAndBack(client, '/signup/facebook')
    const { uid } = await me(client)
    const refused = await client.post('/api/v1/me/disconnect/facebook')
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([409, 'conflict', messages.disconnectLocksOut])
    expect(await links(uid)).toHaveLength(1)
    await thereAndBack(client, '/connect/twitter')
    expect((await client.post('/api/v1/me/disconnect/facebook')).status).toBe(200)
    expect((await client.post('/api/v1/me/disconnect/twitter')).status).toBe(409)
    await client.post('/api/v0/me/password', { newPassword: 'my own' })
    expect((await client.post('/api/v1/me/disconnect/twitter')).status).toBe(200)
  })

  test('P3 BY7 disconnecting the last two networks concurrently: one is refused', async () => {
    const client = server.client()
    await thereAndBack(client, '/signup/facebook')
    await thereAndBack(client, '/connect/twitter')
    const replies = await Promise.all(['facebook', 'twitter'].map((network) => client.post(`/api/v1/me/disconnect/${network}`)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('R10 connecting without a session redirects to the login', async () => {
    expect(locationOf(await visit(server.client(), '/connect/facebook'))).toBe('/login')
    expect((await server.client().post('/api/v1/me/disconnect/facebook')).status).toBe(401)
    const { client } = await server.signUp()
    expect((await client.post('/api/v1/me/disconnect/myspace')).status).toBe(400)
  })
})

describe('provider clients', () => {
  test('BY7 provider requests reach loopback only if configured, otherwise only public addresses', () => {
    const local = policyFor('http://127.0.0.1:8080/token')
    expect([
      [...local.ports],
      local.allows?.('127.0.0.1'),
      local.allows?.('::1'),
      local.allows?.('10.0.0.1'),
      local.allows?.('93.184.216.34'),
    ]).toEqual([[8080], true, true, false, false])
    expect(policyFor('http://localhost/token').allows?.('127.0.0.1')).toBe(true)
    const outside = policyFor('https://graph.facebook.com/token')
    expect([[...outside.ports], outside.allows]).toEqual([[443], undefined])
    expect(policyFor('https://internal.example:8443/').allows).toBeUndefined()
  })
})

test('M1 a suspended member connects no network, also if the suspension begins on the way; signing in with one works', async () => {
  const { client, me } = await server.signUp()
  await thereAndBack(client, '/connect/twitter')
  const suspend = (suspendedUntil: string | null) => updateMember(server.db, me.uid, { suspendedUntil, suspensionReason: 'Spam' })
  await suspend(endless)
  expect(locationOf(await visit(client, '/connect/facebook'))).toBe('/preferences?network=facebook&networkerror=suspended')
  await suspend(null)
  const back = await goThere(client, '/connect/facebook')
  await suspend(endless)
  expect(locationOf(await visit(client, back, 'cross-site'))).toBe('/preferences?network=facebook&networkerror=suspended')
  const elsewhere = server.client()
  expect(await thereAndBack(elsewhere, '/signup/twitter')).toBe('/?connected=twitter')
  expect((await elsewhere.get('/api/v0/me')).body).toMatchObject({ uid: me.uid, suspension: { until: null, reason: 'Spam' } })
})

describe('without keys', () => {
  test('P3 RO1 without keys nothing is offered, and starts are 404; read-only → sign-up is refused', async () => {
    const plain = await startTestServer()
    try {
      expect((await plain.client().get('/api/v0/auth/options')).body.networks).toEqual([])
      for (const path of ['/connect/facebook', '/connect/twitter/callback', '/connect/myspace'])
        expect((await visit(plain.client(), path)).status).toBe(404)
    } finally {
      await plain.close()
    }
    expect((await server.client().get('/api/v0/auth/options')).body.networks).toEqual(['facebook', 'twitter'])
    expect((await visit(server.client(), '/connect/myspace')).status).toBe(404)

    const seeded = await startTestServer({ env: { ...facebook.env, STRAND_READ_ONLY: '1' } })
    try {
      expect(await thereAndBack(seeded.client(), '/signup/facebook')).toBe('/login?network=facebook&networkerror=read_only')
    } finally {
      await seeded.close()
    }
  })

  test('P3 an incomplete pair of keys → the configuration error names it', () => {
    expect(() => loadConfig({ TWITTER_CLIENT_ID: 'x' })).toThrow('TWITTER_CLIENT_ID and TWITTER_CLIENT_SECRET must be set together')
    expect(() => loadConfig({ FACEBOOK_TOKEN_URL: 'ftp://x' })).toThrow('FACEBOOK_TOKEN_URL')
    expect(loadConfig({}).networks).toEqual({ facebook: null, twitter: null })
  })
})
