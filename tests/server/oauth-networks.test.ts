import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadConfig } from '../../server/config.ts'
import { messages } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { MemberEntity } from '../../server/features/accounts/entities.ts'
import { NetworkAttemptEntity, NetworkLinkEntity } from '../../server/features/oauth/entities.ts'
import { policyFor } from '../../server/features/oauth/clients.ts'
import { ownPath } from '../../server/features/oauth/routes.ts'
import { startBead } from '../support/content.ts'
import { goThere, locationOf, startNetwork, thereAndBack, visit, type SocialNetwork } from '../support/networks.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let facebook: SocialNetwork
let twitter: SocialNetwork
let people = 0
beforeAll(async () => {
  ;[facebook, twitter] = await Promise.all([startNetwork('facebook'), startNetwork('twitter')])
  server = await startTestServer({ env: { ...facebook.env, ...twitter.env } })
})
afterAll(async () => {
  await server.close()
  await Promise.all([facebook.stop(), twitter.stop()])
})
beforeEach(() => {
  const id = `${(people += 1)}00`
  facebook.person = { id, name: `Face ${id}`, email: `face${id}@example.org` }
  twitter.person = { id, name: `Bird ${id}` }
  facebook.failing = twitter.failing = null
})

const me = async (client: Client) => (await client.get('/api/v0/me')).body
const links = (uid: string) => server.db.getRepository(NetworkLinkEntity).findBy({ uid })

describe('signing up', () => {
  test('R11 U3 U7 by a network makes an account without a password, with what the network tells', async () => {
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

  test('U3 one that tells no address leads to the step that asks for it', async () => {
    const client = server.client()
    await thereAndBack(client, '/signup/twitter')
    const joined = await me(client)
    expect([joined.email, joined.hasTwitter, Date.now() - Date.parse(joined.creationDate) < 60_000]).toEqual(['', true, true])
    const given = await client.post('/api/v0/me/preferences', { email: `bird${joined.uid}@example.org` })
    expect([given.status, given.body.email]).toEqual([200, `bird${joined.uid}@example.org`])
  })

  test('R11 the second time it is a log-in', async () => {
    const first = server.client()
    await thereAndBack(first, '/signup/twitter')
    const { uid } = await me(first)
    const second = server.client()
    await thereAndBack(second, '/signup/twitter')
    expect((await me(second)).uid).toBe(uid)
    expect((await first.get('/api/v0/me')).status).toBe(200)
  })

  test('U8 goes back to where it began, and follows what the page had asked for', async () => {
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

  test('U8 what cannot be followed any more does not spoil it', async () => {
    const client = server.client()
    client.cookies.set('followBeadId', 'b00000000000000000')
    client.cookies.set('followUid', 'nobody.at.all')
    expect(await thereAndBack(client, '/signup/facebook')).toBe('/?connected=facebook')
    expect((await me(client)).followingCount).toBe(0)
  })

  test('U11 BY7 never takes over the account that has the same address', async () => {
    const victim = await server.signUp()
    facebook.person.email = victim.me.email
    const client = server.client()
    expect(await thereAndBack(client, '/signup/facebook')).toBe('/login?network=facebook&networkerror=account_exists')
    expect((await client.get('/api/v0/me')).status).toBe(401)
    expect(await links(victim.me.uid)).toEqual([])
  })

  test('BY7 an address that the network itself is not sure of counts for nothing', async () => {
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
  ])('A5 a name of theirs is cleaned like one that is typed: %j', async (told, name) => {
    Object.assign(facebook.person, told)
    const client = server.client()
    await thereAndBack(client, '/signup/facebook')
    expect((await me(client)).name).toBe(name)
  })

  test('BY7 two who come back at once as the same person have one account', async () => {
    const clients = [server.client(), server.client(), server.client()]
    const backs = await Promise.all(clients.map((client) => goThere(client, '/signup/twitter')))
    await Promise.all(clients.map((client, n) => visit(client, backs[n]!, 'cross-site')))
    const uids = await Promise.all(clients.map(async (client) => (await me(client)).uid))
    expect(new Set(uids).size).toBe(1)
  })

  test('BY7 the session is new: one that was planted is not taken over', async () => {
    const attacker = await server.signUp()
    const planted = attacker.client.cookies.get('strand_session')!
    const victim = server.client()
    victim.cookies.set('strand_session', planted)
    await thereAndBack(victim, '/signup/twitter')
    expect(victim.cookies.get('strand_session')).not.toBe(planted)
    expect((await me(victim)).name).toBe(twitter.person.name)
    expect((await attacker.client.get('/api/v0/me')).status).toBe(401)
  })
})

describe('connecting', () => {
  test.each(['facebook', 'twitter'] as const)('P3 R10 %s shows in the preferences, and disconnects again', async (network) => {
    const { client, me: before } = await server.signUp()
    expect(await thereAndBack(client, `/connect/${network}`)).toBe(`/preferences?connected=${network}`)
    const { uid, hasFB, hasTwitter, ...after } = await me(client)
    expect([uid, hasFB, hasTwitter]).toEqual([before.uid, network === 'facebook', network === 'twitter'])
    expect(after[`${network}Info`]).toEqual({ name: (network === 'facebook' ? facebook : twitter).person.name })
    expect((await client.post(`/api/v1/me/disconnect/${network}`)).body).toEqual({ connected: false })
    expect((await client.post(`/api/v1/me/disconnect/${network}`)).body).toEqual({ connected: false })
    expect(await me(client)).toEqual(before)
  })

  test('P3 asks as each network wants to be asked, with PKCE', async () => {
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

  test('P3 nothing but who it is stays here: no token of the network is kept', async () => {
    const {
      client,
      me: { uid },
    } = await server.signUp()
    await thereAndBack(client, '/connect/facebook')
    expect(Object.keys((await links(uid))[0]!).toSorted()).toEqual(['creationDate', 'name', 'network', 'subject', 'uid'])
    expect(await server.db.getRepository(NetworkAttemptEntity).countBy({ uid })).toBe(0)
  })

  test('P3 an account there belongs to one member', async () => {
    const first = await server.signUp()
    await thereAndBack(first.client, '/connect/facebook')
    const second = await server.signUp()
    expect(await thereAndBack(second.client, '/connect/facebook')).toBe('/preferences?network=facebook&networkerror=in_use')
    expect(await links(second.me.uid)).toEqual([])
    expect(await links(first.me.uid)).toHaveLength(1)
  })

  test('P3 another account there takes the place of the one before', async () => {
    const {
      client,
      me: { uid },
    } = await server.signUp()
    await thereAndBack(client, '/connect/facebook')
    facebook.person = { id: 'another', name: 'Another' }
    await thereAndBack(client, '/connect/facebook')
    expect((await links(uid)).map(({ subject }) => subject)).toEqual(['another'])
  })

  test('P3 is not taken away from whoever has no other way in', async () => {
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

  test('P3 BY7 both of two, at once, do not go', async () => {
    const client = server.client()
    await thereAndBack(client, '/signup/facebook')
    await thereAndBack(client, '/connect/twitter')
    const replies = await Promise.all(['facebook', 'twitter'].map((network) => client.post(`/api/v1/me/disconnect/${network}`)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('R10 needs somebody who is signed in', async () => {
    expect(locationOf(await visit(server.client(), '/connect/facebook'))).toBe('/login')
    expect((await server.client().post('/api/v1/me/disconnect/facebook')).status).toBe(401)
    const { client } = await server.signUp()
    expect((await client.post('/api/v1/me/disconnect/myspace')).status).toBe(400)
  })
})

describe('attacks', () => {
  const expired = (network: string, page = '/login') => `${page}?network=${network}&networkerror=expired`
  const returned = async (client: Client, path: string) => locationOf(await visit(client, path, 'cross-site'))
  const parts = (back: string) => new URL(back, 'http://x')

  test.each([
    '',
    '?code=abc',
    '?state=abc',
    '?code=abc&state=',
    '?code=abc&state=wrong',
    '?code[]=a&state[]=b',
    '?code=a&code=b&state=c&state=d',
  ])('BY7 a return without a state of ours comes to nothing: %s', async (query) => {
    const {
      client,
      me: { uid },
    } = await server.signUp()
    await goThere(client, '/connect/facebook')
    expect(await returned(client, `/connect/facebook/callback${query}`)).toBe(expired('facebook'))
    expect(await links(uid)).toEqual([])
  })

  test('BY7 a link with the attacker’s own code signs nobody in and connects nothing', async () => {
    for (const path of ['/signup/facebook', '/connect/facebook']) {
      const attacker = await server.signUp()
      const back = await goThere(attacker.client, path)
      const victim = await server.signUp()
      // The victim may even be on the way there themselves, with a cookie of their own.
      await goThere(victim.client, path)
      expect(await returned(victim.client, back)).toBe(expired('facebook'))
      expect(await links(victim.me.uid)).toEqual([])
      expect((await me(victim.client)).uid).toBe(victim.me.uid)
    }
  })

  test('BY7 a code is used once: coming back again does nothing', async () => {
    const { client } = await server.signUp()
    const back = await goThere(client, '/connect/twitter')
    const cookies = new Map(client.cookies)
    expect(await returned(client, back)).toBe('/preferences?connected=twitter')
    await client.post('/api/v1/me/disconnect/twitter')
    for (const [name, value] of cookies) client.cookies.set(name, value)
    expect(await returned(client, back)).toBe(expired('twitter'))
    expect((await me(client)).hasTwitter).toBe(false)
  })

  test('BY7 one attempt that comes back many times at once counts once', async () => {
    const { client } = await server.signUp()
    const back = await goThere(client, '/connect/twitter')
    const browser = client.cookies.get('strand_network')!
    const session = client.cookies.get('strand_session')!
    const copies = Array.from({ length: 5 }, () => {
      const copy = server.client()
      copy.cookies.set('strand_network', browser)
      copy.cookies.set('strand_session', session)
      return copy
    })
    const before = twitter.exchanges.length
    const ends = await Promise.all(copies.map((copy) => returned(copy, back)))
    expect(ends.filter((end) => end === '/preferences?connected=twitter')).toHaveLength(1)
    expect(twitter.exchanges.length - before).toBe(1)
  })

  test('BY7 a code injected into one’s own attempt fails: its verifier is another’s', async () => {
    const victim = server.client()
    const stolen = parts(await goThere(victim, '/signup/facebook')).searchParams.get('code')!
    const attacker = await server.signUp()
    const back = parts(await goThere(attacker.client, '/connect/facebook'))
    back.searchParams.set('code', stolen)
    expect(await returned(attacker.client, back.pathname + back.search)).toBe('/preferences?network=facebook&networkerror=failed')
    expect(await links(attacker.me.uid)).toEqual([])
  })

  test('BY7 what was begun with one network does not end with another', async () => {
    const {
      client,
      me: { uid },
    } = await server.signUp()
    const back = await goThere(client, '/connect/facebook')
    const before = twitter.exchanges.length
    expect(await returned(client, back.replace('/facebook/', '/twitter/'))).toBe(expired('twitter'))
    expect(twitter.exchanges.length).toBe(before)
    expect(await links(uid)).toEqual([])
  })

  test('BY7 who comes back must be who went', async () => {
    const first = await server.signUp()
    const back = await goThere(first.client, '/connect/facebook')
    const second = await server.signUp()
    first.client.cookies.set('strand_session', second.client.cookies.get('strand_session')!)
    expect(await returned(first.client, back)).toBe(expired('facebook', '/preferences'))
    expect([await links(first.me.uid), await links(second.me.uid)]).toEqual([[], []])
    const third = await server.signUp()
    const signedOut = await goThere(third.client, '/connect/facebook')
    await third.client.post('/logout')
    expect(await returned(third.client, signedOut)).toBe(expired('facebook', '/preferences'))
  })

  test('BY7 an attempt has ten minutes', async () => {
    const {
      client,
      me: { uid },
    } = await server.signUp()
    const back = await goThere(client, '/connect/facebook')
    const [row] = await server.db.getRepository(NetworkAttemptEntity).findBy({ uid })
    expect(Date.parse(row!.expiryDate) - Date.parse(row!.creationDate)).toBe(600_000)
    await transaction(server.db, (manager) =>
      manager.update(NetworkAttemptEntity, { uid }, { expiryDate: new Date(Date.now() - 1).toISOString() }),
    )
    expect(await returned(client, back)).toBe(expired('facebook', '/preferences'))
  })

  test('BY7 neither state nor secret can be read out of the database', async () => {
    const {
      client,
      me: { uid },
    } = await server.signUp()
    const state = parts(await goThere(client, '/connect/facebook')).searchParams.get('state')!
    const browser = client.cookies.get('strand_network')!
    const [row] = await server.db.getRepository(NetworkAttemptEntity).findBy({ uid })
    expect([row!.stateHash, row!.browserHash]).toEqual([state, browser].map((text) => createHash('sha256').update(text).digest('hex')))
    expect(JSON.stringify(row)).not.toContain(state)
    const { headers } = await visit(client, '/connect/facebook')
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^strand_network=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
  })

  test.each(['cross-site', 'same-site'])('BY7 another site cannot send a browser off (%s)', async (site) => {
    const {
      client,
      me: { uid },
    } = await server.signUp()
    for (const path of ['/connect/facebook', '/signup/facebook']) expect((await visit(client, path, site)).status).toBe(403)
    const unknown = await client.get('/connect/facebook', { headers: { Origin: null, 'X-Strand-Request': null, Accept: 'text/html' } })
    expect(unknown.status).toBe(403)
    expect(await server.db.getRepository(NetworkAttemptEntity).countBy({ uid })).toBe(0)
    expect((await visit(client, '/connect/facebook', 'none')).status).toBe(303)
  })

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%09/evil.example',
    'javascript:alert(1)',
    '/..//evil.example',
    '/./\\evil.example',
    'evil.example',
    '',
    '@evil.example',
    '/\n/evil.example',
    `/${'x'.repeat(2000)}`,
    '/\u0000',
  ])('BY7 signupRedirect leads to no other site: %j', async (wanted) => {
    const path = ownPath(wanted, 'https://strand.example')
    const end = new URL(path, 'https://strand.example')
    expect([end.origin, path.startsWith('/'), path.startsWith('//')]).toEqual(['https://strand.example', true, false])
    const client = server.client()
    client.cookies.set('signupRedirect', encodeURIComponent(wanted))
    const location = await thereAndBack(client, '/signup/facebook')
    expect(new URL(location, server.url).origin).toBe(server.url)
  })

  test('U8 signupRedirect keeps paths of our own', () => {
    for (const path of ['/', '/discover', '/p/demo?follow=1', '/b00000000000000000/a-post-p00000000000000000', '/tag/%C3%89t%C3%A9'])
      expect(ownPath(path, 'https://strand.example')).toBe(path)
    expect(ownPath('/p/demo#part', 'https://strand.example')).toBe('/p/demo')
    expect(ownPath(undefined, 'https://strand.example')).toBe('/')
  })

  test('BY7 what the network says no to, or does not say, signs nobody in', async () => {
    const client = server.client()
    const back = parts(await goThere(client, '/signup/facebook'))
    const denied = `/connect/facebook/callback?error=access_denied&state=${back.searchParams.get('state')}`
    expect(await returned(client, denied)).toBe('/login?network=facebook&networkerror=denied')
    facebook.failing = 400
    expect(await thereAndBack(client, '/signup/facebook')).toBe('/login?network=facebook&networkerror=failed')
    facebook.failing = null
    facebook.person = { id: '', name: 'Nobody' }
    expect(await thereAndBack(client, '/signup/facebook')).toBe('/login?network=facebook&networkerror=failed')
    expect((await client.get('/api/v0/me')).status).toBe(401)
  })

  test.each([{ id: 'a\u0000b' }, { id: '\ud800' }, { id: 'x'.repeat(129) }])(
    'BY7 an id that cannot be kept is nobody’s: %j',
    async (person) => {
      Object.assign(facebook.person, person)
      expect(await thereAndBack(server.client(), '/signup/facebook')).toBe('/login?network=facebook&networkerror=failed')
    },
  )

  test.each([{ email: 'a\u0000b@example.org' }, { email: 'nonsense' }, { email: 'a@b@c.d' }])(
    'BY7 an address that is none counts for nothing: %j',
    async (person) => {
      Object.assign(facebook.person, person)
      const client = server.client()
      await thereAndBack(client, '/signup/facebook')
      expect((await me(client)).email).toBe('')
    },
  )

  test('BY7 a name of half letters and controls becomes a name', async () => {
    facebook.person.name = 'A\u0000d\u0007a \ud800L'
    const client = server.client()
    await thereAndBack(client, '/signup/facebook')
    expect((await me(client)).name).toBe('A d a \ufffdL')
  })

  test('BY7 a deleted member does not come back through a network, but as somebody new', async () => {
    const client = server.client()
    await thereAndBack(client, '/signup/twitter')
    const { uid } = await me(client)
    expect((await client.post('/api/v0/me/delete', {})).body).toEqual({ deleted: true })
    const again = server.client()
    await thereAndBack(again, '/signup/twitter')
    expect((await me(again)).uid).not.toBe(uid)
    expect(await server.db.getRepository(MemberEntity).findOneBy({ uid }), 'the row has a random uid now').toBeNull()
  })

  test('BY7 setting off is limited', async () => {
    const limited = await startTestServer({ env: { ...facebook.env, STRAND_RATE_LIMITS: '1' } })
    try {
      const statuses: number[] = []
      for (let n = 0; n < 21; n += 1) statuses.push((await visit(limited.client(), '/signup/facebook')).status)
      expect([statuses.slice(0, 20).every((status) => status === 303), statuses[20]]).toEqual([true, 429])
    } finally {
      await limited.close()
    }
  })
})

describe('the way out', () => {
  test('BY7 leads to configured addresses: on this machine only where the operator says so, and elsewhere never inside', () => {
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

describe('without keys', () => {
  test('P3 RO1 nothing is offered and nothing begins; read-only, members still log in, and nobody joins', async () => {
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

  test('P3 half of a pair of keys is a mistake that is named', () => {
    expect(() => loadConfig({ TWITTER_CLIENT_ID: 'x' })).toThrow('TWITTER_CLIENT_ID and TWITTER_CLIENT_SECRET must be set together')
    expect(() => loadConfig({ FACEBOOK_TOKEN_URL: 'ftp://x' })).toThrow('FACEBOOK_TOKEN_URL')
    expect(loadConfig({}).networks).toEqual({ facebook: null, twitter: null })
  })
})
