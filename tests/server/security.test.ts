/** Attacks, which must have no effect. */
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/index.ts'
import { MemberEntity, SessionEntity } from '../../server/features/accounts/entities.ts'
import { firstScriptHash } from '#http/firstScript.ts'
import { gateHash } from '#http/gate.ts'
import { createLog } from '#http/log.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let count = 0
const newMember = () => ({ name: 'Some Body', email: `somebody${(count += 1)}@example.org`, password: 'some body' })

/** Google's Cast sender (K1). */
const castScripts =
  'https://www.gstatic.com/cv/js/sender/v1/ https://www.gstatic.com/cast/sdk/libs/sender/1.0/ https://www.gstatic.com/eureka/clank/'

describe('BY7 a request forged by another site', () => {
  const own = () => server.url
  const forgeries: [string, () => Record<string, string | null>][] = [
    ['without the header', () => ({ 'X-Strand-Request': null })],
    ['with another header value', () => ({ 'X-Strand-Request': 'yes' })],
    ['from a foreign origin', () => ({ Origin: 'https://evil.example' })],
    ['from an origin with the same prefix', () => ({ Origin: `${own()}.evil.example` })],
    ['from another port', () => ({ Origin: 'http://127.0.0.1:1' })],
    ['from a sandboxed frame', () => ({ Origin: 'null' })],
    ['with Sec-Fetch-Site: cross-site', () => ({ 'Sec-Fetch-Site': 'cross-site' })],
    ['with Sec-Fetch-Site: same-site', () => ({ 'Sec-Fetch-Site': 'same-site' })],
    ['with Sec-Fetch-Site: none', () => ({ 'Sec-Fetch-Site': 'none' })],
    ['with only a foreign referrer', () => ({ Origin: null, Referer: 'https://evil.example/page' })],
    ['without an origin', () => ({ Origin: null })],
    ['with a malformed origin', () => ({ Origin: 'nonsense' })],
  ]

  test.each(forgeries)('a request %s → 403 foreign_origin', async (_name, headers) => {
    const { client, me } = await server.signUp()
    for (const [method, path, body] of [
      ['POST', '/api/v0/auth/signup', newMember()],
      ['POST', '/api/v1/auth/login', { username: me.uid, password: 'x' }],
      ['POST', '/logout', undefined],
      ['GET', '/logout', undefined],
    ] as const) {
      const { status, body: failure } = await client.request(method, path, body, { headers: headers() })
      expect([method, path, status, failure.code, failure.message]).toEqual([method, path, 403, 'foreign_origin', messages.foreignOrigin])
    }
    expect((await client.get('/api/v0/me')).status).toBe(200)
  })

  test.each([
    ['the own Origin', () => ({})],
    ['Sec-Fetch-Site: same-origin', () => ({ Origin: null, 'Sec-Fetch-Site': 'same-origin' })],
    ['the own Referer', () => ({ Origin: null, Referer: `${own()}/discover` })],
    ['an Origin equal to the requested host', () => ({ Origin: own() })],
  ] as [string, () => Record<string, string | null>][])("a request of Strand's own pages with %s is accepted", async (_name, headers) => {
    const { client } = await server.signUp()
    expect((await client.request('GET', '/logout', undefined, { headers: headers() })).status).toBe(200)
  })

  test.each<[string, Record<string, string>, string, Record<string, string | null>, number]>([
    ['PUBLIC_URL set, its origin', { PUBLIC_URL: 'https://strand.example' }, 'https://strand.example', {}, 200],
    ['PUBLIC_URL set, the listening address', { PUBLIC_URL: 'https://strand.example' }, 'own', {}, 403],
    [
      'PUBLIC_URL set, the name in the Host header',
      { PUBLIC_URL: 'https://strand.example' },
      'http://evil.example',
      { Host: 'evil.example' },
      403,
    ],
    [
      'PUBLIC_URL set, X-Forwarded-Host of a proxy',
      { PUBLIC_URL: 'https://strand.example', TRUST_PROXY: '1' },
      'https://evil.example',
      { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
      403,
    ],
    ['PUBLIC_URL not set, the name in the Host header', {}, 'http://evil.example', { Host: 'evil.example' }, 403],
    ['PUBLIC_URL not set, localhost', {}, 'localhost', {}, 200],
  ])('only the configured origin is accepted: %s', async (_name, env, origin, headers, expected) => {
    const one = await startTestServer({ env })
    try {
      const Origin = origin === 'own' ? one.url : origin === 'localhost' ? one.url.replace('127.0.0.1', 'localhost') : origin
      const answer = await new Promise<number>((resolve, reject) => {
        // fetch does not allow a caller to set the Host header.
        request(
          `${one.url}/logout`,
          { method: 'POST', headers: { 'X-Strand-Request': '1', Origin, ...headers } as Record<string, string> },
          (response) => resolve(response.resume().statusCode!),
        )
          .on('error', reject)
          .end()
      })
      expect(answer).toBe(expected)
    } finally {
      await one.close()
    }
  })

  test('a preflight from another origin gets no access-control headers', async () => {
    const { headers } = await server.client().request('OPTIONS', '/api/v0/auth/signup', undefined, {
      headers: {
        Origin: 'https://evil.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'x-strand-request',
      },
    })
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('BY7 a session', () => {
  test('the session cookie is HttpOnly and SameSite', async () => {
    const { headers } = await server.client().post('/api/v0/auth/signup', newMember())
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^strand_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^strand_device=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
  })

  test('with an https PUBLIC_URL the cookie is Secure and bound to the host', async () => {
    const secure = await startTestServer({ env: { PUBLIC_URL: 'https://strand.example' } })
    try {
      const client = secure.client()
      const { headers } = await client.post('/api/v0/auth/signup', newMember())
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Host-strand_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
        expect.stringMatching(/^__Host-strand_device=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      ])
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
      expect((await client.get('/api/v0/me')).status).toBe(200)
      // A cookie without the prefix may come from another subdomain.
      const tossed = secure.client()
      tossed.cookies.set('strand_session', client.cookies.get('__Host-strand_session')!)
      expect((await tossed.get('/api/v0/me')).status).toBe(401)
    } finally {
      await secure.close()
    }
  })

  test('only a hash of the session token is stored', async () => {
    const { client, me } = await server.signUp()
    const token = client.cookies.get('strand_session')!
    const [row] = await server.db.getRepository(SessionEntity).findBy({ uid: me.uid })
    expect(JSON.stringify(row)).not.toContain(token)
    expect(row?.tokenHash).toBe(createHash('sha256').update(token).digest('hex'))
  })

  test('session fixation: sign-in replaces a planted session token and ends its session', async () => {
    const attacker = await server.signUp()
    const attackerToken = attacker.client.cookies.get('strand_session')!
    const victim = server.client()
    victim.cookies.set('strand_session', attackerToken)
    const { body: me } = await victim.post('/api/v0/auth/signup', newMember())
    expect(victim.cookies.get('strand_session')).not.toBe(attackerToken)
    expect((await victim.get('/api/v0/me')).body.uid).toBe(me.uid)
    expect((await attacker.client.get('/api/v0/me')).status).toBe(401)

    const invented = server.client()
    invented.cookies.set('strand_session', 'a'.repeat(43))
    await invented.post('/api/v0/auth/signup', newMember())
    expect(invented.cookies.get('strand_session')).not.toBe('a'.repeat(43))
  })

  test.each(['x', '%00', '%', 'a'.repeat(4000), "' OR 1=1 --", '{"$ne":null}', '../../etc', '=', ';', '"', '\\'])(
    'a malformed session cookie (%j) → an anonymous visitor',
    async (value) => {
      const client = server.client()
      client.cookies.set('strand_session', value)
      const { status, body } = await client.get('/api/v0/me')
      expect([status, body.code]).toEqual([401, 'unauthenticated'])
      expect((await client.get('/api/v0/members/missing.member')).status).toBe(404)
    },
  )

  test('the stored hash is not a valid session token', async () => {
    const { me } = await server.signUp()
    const [row] = await server.db.getRepository(SessionEntity).findBy({ uid: me.uid })
    const thief = server.client()
    thief.cookies.set('strand_session', row!.tokenHash)
    expect((await thief.get('/api/v0/me')).body).toMatchObject({ invalidSession: true })
  })
})

describe('BY7 unexpected fields in a body', () => {
  test.each(['__proto__', 'constructor', 'prototype'])('the key %s has no effect', async (key) => {
    const client = server.client()
    const raw = `{"name":"Poll Uter","email":"${key.replaceAll('_', '')}@example.org","password":"polluter","${key}":{"isAdmin":true,"verified":true}}`
    const { status, body } = await client.post('/api/v0/auth/signup', undefined, { raw, headers: { 'Content-Type': 'application/json' } })
    expect([status, body.isAdmin, body.verified]).toEqual([200, false, false])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('names of protected columns have no effect', async () => {
    const { status, body } = await server.client().post('/api/v0/auth/signup', {
      ...newMember(),
      uid: 'admin',
      isAdmin: true,
      verified: true,
      passwordHash: 'x',
      privileges: { canPost: false },
      followerCount: 9000,
    })
    expect([status, body.isAdmin, body.verified, body.followerCount, body.privileges.canPost]).toEqual([200, false, false, 0, true])
    expect(await server.db.getRepository(MemberEntity).countBy({ isAdmin: true })).toBe(0)
  })

  test.each([
    { username: { $gt: '' }, password: { $gt: '' } },
    { username: ['admin'], password: ['x'] },
    { username: "' OR '1'='1", password: "' OR '1'='1" },
    { username: 'admin', password: null },
    { username: 'admin', password: '' },
    [],
    {},
  ])('log-in with %j → 400', async (body) => {
    expect((await server.client().post('/api/v1/auth/login', body)).status).toBe(400)
  })

  test('deeply nested bodies and very many keys → refused', async () => {
    const deep = `${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}`
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`key${n}`, n])))
    for (const raw of [deep, wide, '['.repeat(200_000), JSON.stringify({ ...newMember(), name: '\u0301'.repeat(90_000) })]) {
      const { status } = await server
        .client()
        .post('/api/v0/auth/signup', undefined, { raw, headers: { 'Content-Type': 'application/json' } })
      expect(status).toBe(400)
    }
  })
})

describe('BY7 rate limits', () => {
  test('21 log-ins from one IP address, also by an alias of the endpoint → 429 with Retry-After', async () => {
    const limited = await startTestServer({ env: { STRAND_RATE_LIMITS: '1' } })
    try {
      const tries: number[] = []
      let last
      for (let n = 0; n < 21; n += 1) {
        const path = n % 2 === 0 ? '/api/v1/auth/milq' : '/api/v1/auth/login'
        last = await limited.client().post(path, { username: `nobody${n}`, password: 'guess' })
        tries.push(last.status)
      }
      expect(tries).toEqual([...Array.from({ length: 20 }, () => 403), 429])
      expect(last!.body).toMatchObject({ code: 'too_many_requests', message: messages.tooManyRequests })
      const seconds = Number(last!.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(590)
      expect(seconds).toBeLessThanOrEqual(600)
      // An endpoint without a limit of its own still answers.
      expect((await limited.client().get('/healthz')).status).toBe(200)
    } finally {
      await limited.close()
    }
  })

  test('ten wrong passwords for one account → 429 also with the right one; other accounts may log in', async () => {
    const limited = await startTestServer({ env: { STRAND_RATE_LIMITS: '1' } })
    try {
      const { me, password } = await limited.signUp()
      const other = await limited.signUp()
      const logIn = (username: string, tried: string) => limited.client().post('/api/v1/auth/login', { username, password: tried })
      for (let n = 0; n < 10; n += 1) expect((await logIn(n % 2 === 0 ? me.uid : me.email, 'wrong')).status).toBe(403)
      const blocked = await logIn(me.uid, password)
      expect([blocked.status, Number(blocked.headers.get('retry-after')) > 800]).toEqual([429, true])
      expect((await logIn(other.me.uid, other.password)).status).toBe(200)
    } finally {
      await limited.close()
    }
  })

  test('X-Forwarded-For determines the address only behind a trusted proxy', async () => {
    for (const [trust, expected] of [
      ['1', 403],
      ['0', 429],
    ] as const) {
      const limited = await startTestServer({ env: { STRAND_RATE_LIMITS: '1', TRUST_PROXY: trust } })
      try {
        let status = 0
        for (let n = 0; n < 21; n += 1) {
          const reply = await limited.client().post(
            '/api/v1/auth/login',
            { username: `nobody${n}`, password: 'x' },
            {
              headers: { 'X-Forwarded-For': `198.51.100.${n}` },
            },
          )
          status = reply.status
        }
        expect([trust, status]).toEqual([trust, expected])
      } finally {
        await limited.close()
      }
    }
  })
})

describe('headers', () => {
  /** @param socket the origin of the server's WebSocket */
  const policyOf = (socket: string) => [
    "default-src 'none'",
    `script-src 'self' https://www.youtube.com/iframe_api https://www.youtube.com/s/player/ https://w.soundcloud.com/player/api.js ${castScripts} ${gateHash} ${firstScriptHash}`,
    "script-src-attr 'none'",
    "style-src 'self'",
    "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com https://w.soundcloud.com https://player.twitch.tv https://www.tiktok.com",
    "img-src 'self' data: https:",
    "media-src 'self' blob: https:",
    `connect-src 'self' https: ${socket}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ]

  const policyFor = ({ config }: TestServer) => policyOf(config.publicUrl.replace(/^http/, 'ws'))

  test.each(['/healthz', '/api/v0/me', '/api/nothing', '/clips/none.mp4', '/assets/none.js'])(
    'BY1 BY7 security headers of %s',
    async (path) => {
      const { headers } = await server.client().get(path)
      expect(headers.get('content-security-policy')?.split(';')).toEqual(policyFor(server))
      expect(Object.fromEntries(headers)).toMatchObject({
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      })
      for (const absent of ['x-powered-by', 'server', 'strict-transport-security', 'access-control-allow-origin', 'set-cookie'])
        expect([absent, headers.get(absent)]).toEqual([absent, null])
    },
  )

  test('L3 the policy allows Dailymotion only with a configured player id, which each page contains', async () => {
    const playing = await startTestServer({ env: { DAILYMOTION_PLAYER_ID: 'xtest1' } })
    try {
      const { headers, body } = await playing.client().get<string>('/', { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })
      const directives = headers.get('content-security-policy')!.split(';')
      expect(directives.filter((directive) => !policyFor(playing).includes(directive))).toEqual([
        `script-src 'self' https://www.youtube.com/iframe_api https://www.youtube.com/s/player/ https://w.soundcloud.com/player/api.js ${castScripts} https://geo.dailymotion.com/libs/ ${gateHash} ${firstScriptHash}`,
        "frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com https://w.soundcloud.com https://player.twitch.tv https://www.tiktok.com https://geo.dailymotion.com",
      ])
      expect(body).toContain('<meta name="dailymotion-player-id" content="xtest1">')
    } finally {
      await playing.close()
    }
    const { body } = await server.client().get<string>('/', { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })
    expect(body).not.toContain('dailymotion-player-id')
  })

  test('K1 BZ3 the page of the Cast receiver → only there the policy allows its library, and the pages name the receiver', async () => {
    const casting = await startTestServer({ env: { CAST_APP_ID: '0A1B2C3D', CAST_IFRAME_PROVIDERS: '1' } })
    try {
      const read = (path: string) => casting.client().get<string>(path, { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })
      const [page, receiver] = [await read('/'), await read('/cast/receiver')]
      for (const { body } of [page, receiver]) {
        expect(body).toContain('<meta name="cast-app-id" content="0A1B2C3D">')
        expect(body).toContain('<meta name="cast-frames" content="true">')
      }
      expect(receiver.status).toBe(200)
      expect(receiver.headers.get('cache-control')).toBe('no-cache')
      expect(receiver.body).toContain('cast_receiver_framework.js')
      const policyOf = ({ headers }: typeof page) => headers.get('content-security-policy')!.split(';')
      const pageSources = new Set(policyOf(page).flatMap((directive) => directive.split(' ')))
      const added = policyOf(receiver).flatMap((directive) => directive.split(' ').filter((source) => !pageSources.has(source)))
      expect(added.toSorted()).toEqual([
        'https://ajax.googleapis.com/ajax/libs/shaka-player/',
        'https://www.gstatic.com/cast/sdk/libs/',
        'https://www.gstatic.com/eureka/player/',
        'ws://localhost:8008',
      ])
    } finally {
      await casting.close()
    }
    const { body } = await server.client().get<string>('/', { headers: { 'X-Strand-Request': null, Accept: 'text/html' } })
    expect(body).not.toContain('cast-app-id')
  })

  test('in development the policy also allows Vite', async () => {
    const developing = await startTestServer({ env: { STRAND_VITE_ORIGIN: 'http://127.0.0.1:5173' } })
    try {
      const { headers } = await developing.client().get('/healthz')
      const directives = headers.get('content-security-policy')!.split(';')
      expect(directives).toContain(
        `script-src 'self' https://www.youtube.com/iframe_api https://www.youtube.com/s/player/ https://w.soundcloud.com/player/api.js ${castScripts} http://127.0.0.1:5173 'unsafe-inline'`,
      )
      const socket = developing.config.publicUrl.replace(/^http/, 'ws')
      expect(directives).toContain(`connect-src 'self' https: ${socket} http://127.0.0.1:5173 ws://127.0.0.1:5173`)
      expect(
        directives
          .filter((directive) => !policyFor(developing).includes(directive))
          .map((directive) => directive.split(' ')[0])
          .sort(),
      ).toEqual(['connect-src', 'font-src', 'img-src', 'script-src', 'style-src'])
    } finally {
      await developing.close()
    }
  })
})

test('BY7 the log contains requests without their credentials, queries and bodies', async () => {
  const lines: string[] = []
  const logged = await startTestServer({
    services: (services) => ({ ...services, log: createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) }) }),
  })
  try {
    const { client, me, password } = await logged.signUp()
    await client.post('/api/v1/auth/login', { username: me.email, password })
    await client.get('/api/v0/me?token=a-secret-in-the-query')
    await client.get('/api/v0/members/somebody.private')
    await expect.poll(() => lines.length).toBe(4)
    const all = lines.join('')
    for (const secret of [password, client.cookies.get('strand_session')!, me.email, 'a-secret-in-the-query', 'somebody.private'])
      expect(all).not.toContain(secret)
    expect(JSON.parse(lines[3]!)).toMatchObject({
      msg: 'request',
      method: 'GET',
      route: '/api/v0/members/:uid',
      status: 404,
      uid: me.uid,
      requestId: expect.any(String),
      ms: expect.any(Number),
    })
  } finally {
    await logged.close()
  }
})
