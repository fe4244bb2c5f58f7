import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messages } from '#contract/index.ts'
import { relationTypes } from '../../server/features/relations/entities.ts'
import { transaction } from '#db/transaction.ts'
import { SessionEntity } from '../../server/features/accounts/entities.ts'
import { PushSubscriptionEntity } from '../../server/features/push/entities.ts'
import { createPushTransport } from '../../server/features/push/service.ts'
import { isPushEndpoint } from '../../server/features/push/transport.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { commentOn, happens, relate } from '../support/facts.ts'
import { newBrowser, startPushService, type PushService } from '../support/push.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'
import { join, type Person } from '../support/people.ts'

let push: PushService
let server: TestServer
let ada: Person
let ben: Person
let post: string

const logIn = async (uid: string): Promise<Client> => {
  const client = server.client()
  expect((await client.post('/api/v1/auth/milq', { username: uid, password: 'correct horse' })).status).toBe(200)
  return client
}
const subscribe = async ({ client }: Pick<Person, 'client'>, browser = newBrowser()) => {
  const { status, body } = await client.post('/api/v0/me/push', browser.subscription)
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...browser, id: body.id as string }
}
const listOf = async ({ client }: Pick<Person, 'client'>) => (await client.get('/api/v0/me/push')).body.results
const drain = () => server.services.outbox.drain()
const arrivedAt = (path: string) => push.arrived.filter((one) => one.path === path)

beforeAll(async () => {
  push = await startPushService()
  server = await startTestServer({ pushTransport: push.transport })
})
afterAll(async () => {
  await server.close()
  await push.close()
})
beforeEach(async () => {
  ;[ada, ben] = [await join(server, 'Ada Rivers'), await join(server, 'Ben Stone')]
  post = (await addPost(ada.client, (await startBead(ada.client)).id, { title: 'A thought' })).id
  await drain()
})
const collect = async (who: Person) => {
  await relate(server.db, who.uid, relationTypes.collect, post)
  await happens(server.db, { kind: 'collected', postId: post, by: who.uid })
}

describe('O4 subscribing', () => {
  it('O4 a subscribed browser is listed without its keys until it is unsubscribed', async () => {
    const browser = await subscribe(ada)
    const { body } = await ada.client.get('/api/v0/me/push')
    expect(body).toEqual({
      publicKey: expect.stringMatching(/^B[\w-]{86}$/),
      results: [{ id: browser.id, service: 'push.example.org', userAgent: expect.any(String), creationDate: expect.any(String) }],
    })
    expect((await ada.client.delete(`/api/v0/me/push/${browser.id}`)).body).toEqual({ deleted: true })
    expect(await listOf(ada)).toEqual([])
    expect((await ada.client.delete(`/api/v0/me/push/${browser.id}`)).status).toBe(404)
  })

  it('O4 visitors get 401; members see only their own browsers', async () => {
    const visitor = server.client()
    const { id } = await subscribe(ada)
    expect((await visitor.get('/api/v0/me/push')).status).toBe(401)
    expect((await visitor.post('/api/v0/me/push', newBrowser().subscription)).status).toBe(401)
    expect((await visitor.delete(`/api/v0/me/push/${id}`)).status).toBe(401)
    await updateMember(server.db, ben.uid, { isAdmin: true })
    expect((await ben.client.delete(`/api/v0/me/push/${id}`)).status).toBe(404)
    expect(await listOf(ben)).toEqual([])
    expect(await listOf(ada)).toHaveLength(1)
  })

  it('O4 subscribing a browser of another member moves it', async () => {
    const browser = await subscribe(ada)
    await subscribe(ben, browser)
    expect(await listOf(ada)).toEqual([])
    expect(await listOf(ben)).toHaveLength(1)
  })

  it.each<[string, (who: Person) => Promise<unknown>]>([
    ['log-out', ({ client }) => client.post('/logout')],
    [
      'the end of the session from another device',
      async ({ client, uid }) => {
        const other = await logIn(uid)
        const { body } = await other.get('/api/v0/me/sessions')
        const { id } = body.results.find(({ current }: { current: boolean }) => !current)
        expect((await client.get('/api/v0/me')).status).toBe(200)
        return other.delete(`/api/v0/me/sessions/${id}`)
      },
    ],
    ['the end of all other sessions', async ({ uid }) => (await logIn(uid)).post('/api/v0/me/sessions/revokeothers')],
    [
      'a new password on another device',
      async ({ uid }) => (await logIn(uid)).post('/api/v0/me/password', { password: 'correct horse', newPassword: 'other horse' }),
    ],
    ['another log-in in this browser', ({ client, uid }) => client.post('/api/v1/auth/milq', { username: uid, password: 'correct horse' })],
  ])('O4 %s ends the push messages to that browser', async (_what, end) => {
    const browser = await subscribe(ada)
    expect(((await end(ada)) as { status: number }).status).toBe(200)
    expect(await server.db.getRepository(PushSubscriptionEntity).existsBy({ id: browser.id })).toBe(false)
    await collect(ben)
    await drain()
    expect(arrivedAt(browser.path)).toEqual([])
  })

  it('O4 an expired session gets no push; the member’s other browser does', async () => {
    const [lost, own] = [await subscribe(ada), { client: await logIn(ada.uid) }]
    const other = await subscribe(own)
    const { sessionHash } = await server.db.getRepository(PushSubscriptionEntity).findOneByOrFail({ id: lost.id })
    await transaction(server.db, (manager) =>
      manager.update(SessionEntity, { tokenHash: sessionHash }, { expiryDate: new Date(Date.now() - 1000).toISOString() }),
    )
    expect((await listOf(own)).map(({ id }: { id: string }) => id)).toEqual([other.id])
    await collect(ben)
    await drain()
    expect(arrivedAt(lost.path)).toEqual([])
    expect(arrivedAt(other.path)).toHaveLength(1)
  })

  it('O4 subscribing a 21st browser deletes the oldest', async () => {
    const first = await subscribe(ada)
    for (let n = 0; n < 20; n += 1) await subscribe(ada)
    const ids = (await listOf(ada)).map(({ id }: { id: string }) => id)
    expect(ids).toHaveLength(20)
    expect(ids).not.toContain(first.id)
  })

  it.each([
    'http://push.example.org/x',
    'https://push.example.org:8443/x',
    'https://user@push.example.org/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://10.0.0.1/x',
    'https://169.254.169.254/latest',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://localhost/x',
    'https://strand.internal/x',
    'https://strand/x',
    'ftp://push.example.org/x',
    'javascript:alert(1)',
    'not an address',
    `https://push.example.org/${'x'.repeat(1000)}`,
  ])('SSRF: the endpoint %s is refused', async (endpoint) => {
    const { status, body } = await ada.client.post('/api/v0/me/push', { ...newBrowser().subscription, endpoint })
    expect([status, body.fields]).toEqual([400, { endpoint: messages.pushInvalid }])
  })

  it.each([{ p256dh: 'x' }, { auth: 'x' }, { p256dh: `A${'x'.repeat(86)}` }, { auth: `${'x'.repeat(21)}!` }])(
    'O4 invalid keys are refused: %j',
    async (keys) => {
      const browser = newBrowser()
      expect(
        (await ada.client.post('/api/v0/me/push', { ...browser.subscription, keys: { ...browser.subscription.keys, ...keys } })).status,
      ).toBe(400)
    },
  )
})

describe('O4 push messages', () => {
  it('O4 each browser gets a small, encrypted and signed message', async () => {
    const browsers = [await subscribe(ada), await subscribe(ada)]
    await commentOn(server.db, post, ben.uid, 'Really <b>well</b> said &amp; done')
    await drain()
    for (const browser of browsers) {
      const [message, ...more] = arrivedAt(browser.path)
      expect(more).toEqual([])
      expect(message!.headers).toMatchObject({
        'content-encoding': 'aes128gcm',
        ttl: '259200',
        authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=B[\w-]{86}$/),
        topic: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
      expect(message!.body.length).toBeLessThan(4096)
      expect(message!.body.toString('latin1')).not.toContain('well')
      expect(browser.read(message!)).toEqual({
        title: 'Ben Stone commented on your post “A thought”',
        body: 'Really well said & done',
        href: expect.stringContaining(post),
        tag: `comment ${post}`,
      })
    }
  })

  it('O4 a retry does not send a delivered message again', async () => {
    const browser = await subscribe(ada)
    await collect(ben)
    await drain()
    await happens(server.db, { kind: 'notified', uid: ada.uid, verb: 'collect', topic: post, actor: ben.uid, source: '' })
    await drain()
    expect(arrivedAt(browser.path)).toHaveLength(1)
  })

  it('O4 an activity that is undone before the delivery is not sent', async () => {
    const browser = await subscribe(ada)
    await happens(server.db, { kind: 'notified', uid: ada.uid, verb: 'collect', topic: post, actor: ben.uid, source: '' })
    await drain()
    expect(arrivedAt(browser.path)).toEqual([])
  })

  it('P2 no push if the preference is off, or the verb has none', async () => {
    const browser = await subscribe(ada)
    await updateMember(server.db, ada.uid, { pushPrefs: { onCollect: false } })
    await collect(ben)
    await relate(server.db, ben.uid, relationTypes.upvote, post)
    await happens(server.db, { kind: 'upvoted', postId: post, by: ben.uid })
    await drain()
    expect(arrivedAt(browser.path)).toEqual([])
    await commentOn(server.db, post, ben.uid)
    await drain()
    expect(arrivedAt(browser.path)).toHaveLength(1)
  })

  it.each([404, 410])('O4 status %i deletes the subscription; other browsers get the message', async (status) => {
    const [gone, there] = [await subscribe(ada), await subscribe(ada)]
    push.answer(gone.path, status)
    await collect(ben)
    await drain()
    expect((await listOf(ada)).map(({ id }: { id: string }) => id)).toEqual([there.id])
    expect(arrivedAt(there.path)).toHaveLength(1)
  })

  it.each([429, 500, 503, 'nothing'] as const)(
    'O4 after the answer %s a service is retried later, without a second message to the others',
    async (answer) => {
      const [down, there] = [await subscribe(ada), await subscribe(ada)]
      push.answer(down.path, answer)
      await collect(ben)
      await drain()
      const waiting = await server.db.query('SELECT "fact", "attempts", "id" FROM "outbox"')
      expect(waiting).toHaveLength(1)
      expect(waiting[0].attempts).toBe(1)
      push.answer(down.path, 201)
      await expect
        .poll(
          async () => {
            await drain()
            return arrivedAt(down.path).length
          },
          { timeout: 10_000 },
        )
        .toBe(1)
      expect(arrivedAt(there.path)).toHaveLength(1)
      expect(await listOf(ada)).toHaveLength(2)
    },
  )

  it('B11 O4 an invitee who is removed while a message waits does not get it', async () => {
    const draft = await startBead(ada.client, { isDraft: true, invitees: [ben.uid] })
    const inside = await addPost(ada.client, draft.id)
    const browser = await subscribe(ben)
    push.answer(browser.path, 503)
    await commentOn(server.db, inside.id, ada.uid, 'Private words', [ben.uid])
    await drain()
    expect(await server.db.query('SELECT "id" FROM "outbox"')).toHaveLength(1)
    await ada.client.delete(`/api/v0/beads/${draft.id}/invitees/${ben.uid}`)
    push.answer(browser.path, 201)
    await expect.poll(async () => (await drain(), server.db.query('SELECT "id" FROM "outbox"')), { timeout: 10_000 }).toEqual([])
    expect(arrivedAt(browser.path)).toEqual([])
  })

  it('O4 a permanently refused message is dropped, and the subscription stays', async () => {
    const browser = await subscribe(ada)
    push.answer(browser.path, 413)
    await collect(ben)
    await drain()
    expect(await server.db.query('SELECT * FROM "outbox"')).toEqual([])
    expect(await listOf(ada)).toHaveLength(1)
  })

  it('O4 the VAPID keys survive a restart', async () => {
    const again = await startTestServer({ env: { STRAND_DATA_DIR: server.config.dataDir }, pushTransport: push.transport })
    try {
      const { client } = await again.signUp()
      expect((await client.get('/api/v0/me/push')).body.publicKey).toBe((await ada.client.get('/api/v0/me/push')).body.publicKey)
    } finally {
      await again.close()
    }
  })
})

describe('SSRF: endpoints of push services', () => {
  it.each([
    [['127.0.0.1'], 400],
    [['10.0.0.7'], 400],
    [['169.254.169.254'], 400],
    [['::1'], 400],
    [['93.184.215.14', '192.168.1.1'], 400],
    [['93.184.215.14'], 200],
    ['ENOTFOUND', 200],
  ] as const)('O4 subscribing to an endpoint whose name resolves to %j answers %d', async (found, expected) => {
    const resolve =
      typeof found === 'string' ? () => Promise.reject(Object.assign(new Error(found), { code: found })) : async () => [...found]
    const transport = createPushTransport({ resolve })
    const own = await startTestServer({ pushTransport: transport })
    try {
      const { client } = await own.signUp()
      const { status, body } = await client.post('/api/v0/me/push', newBrowser().subscription)
      expect([status, body.fields]).toEqual([expected, expected === 200 ? undefined : { endpoint: messages.pushInvalid }])
      expect((await client.get('/api/v0/me/push')).body.results).toHaveLength(expected === 200 ? 1 : 0)
    } finally {
      await own.close()
    }
  })

  it('never connects to a private address, even if a host name resolves to it', async () => {
    let requestCount = 0
    const inner = createServer(() => (requestCount += 1))
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve))
    try {
      for (const address of ['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1']) {
        const transport = createPushTransport({ resolve: async () => [address] })
        await expect(transport.send('https://push.example.org/x', {}, Buffer.from('x'))).rejects.toThrow(/is at|fetch|refus/)
        await transport.close()
      }
      expect(requestCount).toBe(0)
    } finally {
      inner.close()
    }
    const transport = createPushTransport()
    for (const endpoint of [`https://127.0.0.1:${(inner.address() as AddressInfo | null)?.port ?? 443}/x`, 'http://push.example.org/x'])
      await expect(transport.send(endpoint, {}, Buffer.from('x'))).rejects.toThrow('not the address')
    await transport.close()
  })

  it('accepts the endpoints of the common browsers', () => {
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/x:y',
      'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
      'https://web.push.apple.com/QABC',
      'https://wns2-by3p.notify.windows.com/w/?token=x',
    ])
      expect(isPushEndpoint(endpoint), endpoint).toBe(true)
  })
})
