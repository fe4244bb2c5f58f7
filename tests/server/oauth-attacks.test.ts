import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { transaction } from '#db/transaction.ts'
import { MemberEntity, SessionEntity } from '../../server/features/accounts/entities.ts'
import { NetworkAttemptEntity } from '../../server/features/oauth/entities.ts'
import { ownPath } from '../../server/features/oauth/routes.ts'
import { createNetworks } from '../../server/features/oauth/service.ts'
import { updateMember } from '../support/content.ts'
import { latestMail, parameterIn } from '../support/mails.ts'
import { goThere, locationOf, thereAndBack, visit } from '../support/networks.ts'
import { startTestServer, type Client } from '../support/server.ts'
import { setUp, server, facebook, twitter, me, links } from '../support/network-members.ts'

setUp()

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
  ])('BY7 a callback without a valid state is refused: %s', async (query) => {
    const {
      client,
      me: { uid },
    } = await server.signUp()
    await goThere(client, '/connect/facebook')
    expect(await returned(client, `/connect/facebook/callback${query}`)).toBe(expired('facebook'))
    expect(await links(uid)).toEqual([])
  })

  test('BY7 a callback link with the attacker’s code neither signs in nor connects', async () => {
    for (const path of ['/signup/facebook', '/connect/facebook']) {
      const attacker = await server.signUp()
      const back = await goThere(attacker.client, path)
      const victim = await server.signUp()
      // The victim may have started an attempt as well, with their own cookie.
      await goThere(victim.client, path)
      expect(await returned(victim.client, back)).toBe(expired('facebook'))
      expect(await links(victim.me.uid)).toEqual([])
      expect((await me(victim.client)).uid).toBe(victim.me.uid)
    }
  })

  test('BY7 a repeated callback is refused', async () => {
    const { client } = await server.signUp()
    const back = await goThere(client, '/connect/twitter')
    const cookies = new Map(client.cookies)
    expect(await returned(client, back)).toBe('/preferences?connected=twitter')
    await client.post('/api/v1/me/disconnect/twitter')
    for (const [name, value] of cookies) client.cookies.set(name, value)
    expect(await returned(client, back)).toBe(expired('twitter'))
    expect((await me(client)).hasTwitter).toBe(false)
  })

  test('BY7 concurrent callbacks of one attempt: one succeeds', async () => {
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

  test('BY7 a code of another attempt fails, because the PKCE verifier differs', async () => {
    const victim = server.client()
    const stolen = parts(await goThere(victim, '/signup/facebook')).searchParams.get('code')!
    const attacker = await server.signUp()
    const back = parts(await goThere(attacker.client, '/connect/facebook'))
    back.searchParams.set('code', stolen)
    expect(await returned(attacker.client, back.pathname + back.search)).toBe('/preferences?network=facebook&networkerror=failed')
    expect(await links(attacker.me.uid)).toEqual([])
  })

  test('BY7 the callback of another network is refused', async () => {
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

  test('BY7 a callback in the session of another member is refused', async () => {
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

  test('BY7 a callback after ten minutes is refused', async () => {
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

  test('BY7 the database contains neither state nor browser secret', async () => {
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

  describe('access by a network that someone else connected', () => {
    const resetPassword = async (email: string) => {
      await server.client().post('/api/v0/auth/sendpasswordreset', { email })
      const key = parameterIn((await latestMail(server, email, '?resetcode='))!, 'resetcode')
      return (await server.client().post('/api/v0/auth/resetpassword', { key, password: 'a new one' })).status
    }
    const logIn = async (username: string) => (await server.client().post('/api/v1/auth/login', { username, password: 'a new one' })).status
    /** Who is signed in after a log-in by the network. */
    const uidBy = async (network: string) => {
      const client = server.client()
      await thereAndBack(client, `/signup/${network}`)
      return (await me(client)).uid
    }
    const ageSessions = (uid: string) =>
      transaction(server.db, (manager) => manager.update(SessionEntity, { uid }, { creationDate: '2026-01-01T00:00:00.000Z' }))

    test('BY7 P3 U3 a reset of the password disconnects all networks, and the member connects again', async () => {
      const { client, me: member } = await server.signUp()
      for (const network of ['facebook', 'twitter']) await thereAndBack(client, `/connect/${network}`)
      expect(await uidBy('twitter')).toBe(member.uid)
      expect(await resetPassword(member.email)).toBe(200)
      expect(await links(member.uid)).toEqual([])
      for (const network of ['facebook', 'twitter']) expect(await uidBy(network)).not.toBe(member.uid)
      facebook.person.id += '.member'
      const again = server.client()
      await again.post('/api/v1/auth/login', { username: member.uid, password: 'a new one' })
      expect(await thereAndBack(again, '/connect/facebook')).toBe('/preferences?connected=facebook')
    })

    test('BY7 P3 a change of the password disconnects all networks', async () => {
      const { client, me: member, password } = await server.signUp()
      await thereAndBack(client, '/connect/facebook')
      expect((await client.post('/api/v0/me/password', { password: 'not it', newPassword: 'a new one' })).status).toBe(403)
      expect(await links(member.uid)).toHaveLength(1)
      expect((await client.post('/api/v0/me/password', { password, newPassword: 'a new one' })).status).toBe(200)
      expect(await me(client)).toMatchObject({ uid: member.uid, hasFB: false })
      expect(await uidBy('facebook')).not.toBe(member.uid)
    })

    test('BY7 U3 an account without a password: the first password keeps its network; a reset replaces it by the password', async () => {
      const first = server.client()
      await thereAndBack(first, '/signup/facebook')
      const { uid, email } = await me(first)
      expect((await first.post('/api/v0/me/password', { newPassword: 'my own' })).status).toBe(200)
      expect(await uidBy('facebook')).toBe(uid)
      await updateMember(server.db, uid, { passwordHash: null })
      expect([await resetPassword(email), await logIn(uid)]).toEqual([200, 200])
      expect(await links(uid)).toEqual([])
    })

    test('BY7 P3 an account without a password connects a network only after a recent log-in; one with a password always', async () => {
      const { client, me: member } = await server.signUp()
      await ageSessions(member.uid)
      expect(await thereAndBack(client, '/connect/facebook')).toBe('/preferences?connected=facebook')
      await updateMember(server.db, member.uid, { passwordHash: null })
      expect(locationOf(await visit(client, '/connect/twitter'))).toBe('/preferences?network=twitter&networkerror=log_in_again')
      const recent = server.client()
      await thereAndBack(recent, '/signup/facebook')
      expect(await thereAndBack(recent, '/connect/twitter')).toBe('/preferences?connected=twitter')
    })

    test('BY7 P3 a password that changes while the network answers → not connected', async () => {
      const { client, me: member, password } = await server.signUp()
      const { uid } = member
      const session = client.cookies.get('strand_session')!
      const networks = createNetworks({
        ...server.services,
        publicUrl: server.url,
        isReadOnly: async () => false,
        providers: {
          facebook: {
            authorizeHref: ({ state }) => state,
            profileOf: async () => {
              await client.post('/api/v0/me/password', { password, newPassword: 'a new one' })
              return { subject: uid, name: 'Attacker', email: null }
            },
          },
        },
      })
      const { href: state, browser } = await networks.begin('facebook', { purpose: 'connect', uid, redirect: '/preferences' })
      const actor = { uid, sessionHash: createHash('sha256').update(session).digest('hex') }
      await expect(networks.finish('facebook', { state, code: 'any', browser, actor })).rejects.toMatchObject({ reason: 'expired' })
      expect(await links(uid)).toEqual([])
    })
  })

  test.each(['cross-site', 'same-site'])('BY7 a start from another site is refused (%s)', async (site) => {
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
  ])('BY7 signupRedirect leads to no other site: %j', async (destination) => {
    const path = ownPath(destination, 'https://strand.example')
    const end = new URL(path, 'https://strand.example')
    expect([end.origin, path.startsWith('/'), path.startsWith('//')]).toEqual(['https://strand.example', true, false])
    const client = server.client()
    client.cookies.set('signupRedirect', encodeURIComponent(destination))
    const location = await thereAndBack(client, '/signup/facebook')
    expect(new URL(location, server.url).origin).toBe(server.url)
  })

  test('U8 signupRedirect accepts paths of this site', () => {
    for (const path of ['/', '/discover', '/p/demo?follow=1', '/b00000000000000000/a-post-p00000000000000000', '/tag/%C3%89t%C3%A9'])
      expect(ownPath(path, 'https://strand.example')).toBe(path)
    expect(ownPath('/p/demo#part', 'https://strand.example')).toBe('/p/demo')
    expect(ownPath(undefined, 'https://strand.example')).toBe('/')
  })

  test('BY7 a refusal or an invalid answer of the network does not sign in', async () => {
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
    'BY7 a provider id that cannot be stored → refused: %j',
    async (person) => {
      Object.assign(facebook.person, person)
      expect(await thereAndBack(server.client(), '/signup/facebook')).toBe('/login?network=facebook&networkerror=failed')
    },
  )

  test.each([{ email: 'a\u0000b@example.org' }, { email: 'nonsense' }, { email: 'a@b@c.d' }])(
    'BY7 an invalid email address of the provider is ignored: %j',
    async (person) => {
      Object.assign(facebook.person, person)
      const client = server.client()
      await thereAndBack(client, '/signup/facebook')
      expect((await me(client)).email).toBe('')
    },
  )

  test('BY7 a name with lone surrogates and control characters is cleaned', async () => {
    facebook.person.name = 'A\u0000d\u0007a \ud800L'
    const client = server.client()
    await thereAndBack(client, '/signup/facebook')
    expect((await me(client)).name).toBe('A d a \ufffdL')
  })

  test('BY7 sign-up of a deleted member creates a new account', async () => {
    const client = server.client()
    await thereAndBack(client, '/signup/twitter')
    const { uid } = await me(client)
    expect((await client.post('/api/v0/me/delete', {})).body).toEqual({ deleted: true })
    const again = server.client()
    await thereAndBack(again, '/signup/twitter')
    expect((await me(again)).uid).not.toBe(uid)
    expect(await server.db.getRepository(MemberEntity).findOneBy({ uid }), 'the row has a random uid now').toBeNull()
  })

  test('BY7 starts are rate limited', async () => {
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
