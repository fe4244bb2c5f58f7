/** Which links count as dead (BY8), and the requests that determine it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Post } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { createSafeFetch } from '../../server/features/media/safe-fetch.ts'
import { createRepairs } from '../../server/features/repair/service.ts'
import { createScheduler } from '../../server/features/scheduler/service.ts'
import { addPost, startBead } from '../support/content.ts'
import { oembedOf } from '../support/outside.ts'
import { createProviders, type Providers } from '../support/providers-by-status.ts'
import { startTestServer, testDatabaseKind, type Client, type TestServer } from '../support/server.ts'

const hour = 3_600_000
const day = 24 * hour

let server: TestServer
let outside: Providers
let client: Client
let bead: string
let clock: number

beforeEach(async () => {
  clock = Date.now()
  outside = createProviders()
  server = await startTestServer({
    fetcher: outside,
    services: (made) => ({ ...made, repairs: createRepairs({ ...made, now: () => clock, chance: () => 0 }) }),
  })
  ;({ client } = await server.signUp())
  bead = (await startBead(client)).id
})
afterEach(() => server.close())

const run = (): Promise<unknown> => Promise.resolve(server.services.repairs.job.run(new AbortController().signal))

/** Advances the clock and runs the due checks. */
async function later(ms: number): Promise<void> {
  clock += ms
  await run()
}

async function post(href: string, title = 'Slow river'): Promise<Post> {
  const made = await addPost(client, bead, { title, media: { href } })
  await server.services.outbox.drain()
  outside.requests.length = 0
  return made
}

const read = async ({ id }: Post): Promise<Post> => (await server.client().get<Post>(`/api/v0/posts/${id}`)).body
const isMarked = async (one: Post): Promise<boolean> => (await read(one)).media?.status === 404
const row = async (one: Post): Promise<{ state: string; dueDate: string }> =>
  (
    await sql<{ state: string; dueDate: string }>(
      server.db,
      'SELECT c."state", c."dueDate" FROM "post_link" l JOIN "link_check" c ON c."id" = l."linkId" WHERE l."postId" = :id',
      { id: one.id },
    )
  )[0]!

const youtube = (id: string): string => `https://www.youtube.com/watch?v=${id.padEnd(11, '0')}`
const oembedUrl = (id: string): string => oembedOf('youtube', youtube(id))

test('BY8 two misses a day apart → dead, with title and thumbnail kept; one success → alive again', async () => {
  const one = await post(youtube('river'))
  outside.answer(oembedUrl('river'), 404)
  await later(5 * hour)
  expect(outside.requests, 'what was looked up a moment ago is left alone').toEqual([])
  await later(2 * hour)
  expect(await row(one)).toMatchObject({ state: 'suspected' })
  for (let n = 0; n < 3; n += 1) {
    await later(6 * hour)
    expect(await isMarked(one)).toBe(false)
  }
  await later(6 * hour)
  const dead = await read(one)
  expect(dead.media).toMatchObject({ status: 404, media: [{ status: 404 }], image: one.media!.image })
  expect(dead.title).toBe('Slow river')
  expect(outside.requests).toEqual(Array(5).fill(oembedUrl('river')))

  const list = async (query: string) =>
    (await client.get<{ results: Post[] }>(`/api/v0/posts?bead=${bead}&${query}`)).body.results.map(({ id }) => id)
  expect(await list('dead=1')).toEqual([one.id])
  expect(await list('filter=deadlinks')).toEqual([])
  expect((await client.get(`/api/v0/posts/count?bead=${bead}&dead=1`)).body).toEqual({ count: 1 })

  outside.answer(oembedUrl('river'), 200)
  await later(day)
  expect((await read(one)).media).toEqual(one.media)
  expect(await list('dead=1')).toEqual([])
})

test('BY8 a success between two misses resets the link', async () => {
  const one = await post(youtube('river'))
  outside.answer(oembedUrl('river'), 404)
  await later(7 * hour)
  outside.answer(oembedUrl('river'), 200)
  await later(7 * hour)
  expect(await row(one)).toMatchObject({ state: 'well' })
  outside.answer(oembedUrl('river'), 404)
  await later(day)
  expect(await row(one)).toMatchObject({ state: 'suspected' })
  expect(await isMarked(one)).toBe(false)
})

test('BY8 alive links are checked with backoff', async () => {
  const one = await post(youtube('river'))
  clock = Date.parse((await row(one)).dueDate)
  for (const days of [1, 2, 4, 8, 16, 30, 30]) {
    await run()
    const { dueDate } = await row(one)
    expect(Math.round((Date.parse(dueDate) - clock) / day)).toBe(days)
    clock = Date.parse(dueDate)
  }
})

describe('BY8 inconclusive answers never count as a miss', () => {
  test.each([
    ['rate limit', youtube('a'), oembedUrl('a'), 429],
    ['server error', youtube('a'), oembedUrl('a'), 503],
    ['network failure', youtube('a'), oembedUrl('a'), 'down' as const],
    ['embedding disallowed by the owner', youtube('a'), oembedUrl('a'), 401],
    ['blocked by the site', 'https://example.org/page', 'https://example.org/page', 403],
    ['a Vimeo video with restricted privacy', 'https://vimeo.com/1234', oembedOf('vimeo', 'https://vimeo.com/1234'), 404],
    ['a private SoundCloud track', 'https://soundcloud.com/ann/song', oembedOf('soundcloud', 'https://soundcloud.com/ann/song'), 403],
  ])('BY8 %s is inconclusive', async (_what, href, requested, how) => {
    const one = await post(href)
    outside.answer(requested, how)
    for (let n = 0; n < 10; n += 1) await later(7 * hour)
    expect(outside.requests).toContain(requested)
    expect(await isMarked(one)).toBe(false)
    expect((await row(one)).state).not.toBe('suspected')
  })
})

describe('BY8 misses by provider', () => {
  test.each([
    ['YouTube: deleted', youtube('a'), { [oembedUrl('a')]: 404 }],
    ['YouTube: unknown video', youtube('a'), { [oembedUrl('a')]: 400 }],
    [
      'Vimeo: missing in oEmbed and player',
      'https://vimeo.com/1234',
      { [oembedOf('vimeo', 'https://vimeo.com/1234')]: 404, 'https://player.vimeo.com/video/1234': 404 },
    ],
    ['SoundCloud', 'https://soundcloud.com/ann/song', { [oembedOf('soundcloud', 'https://soundcloud.com/ann/song')]: 404 }],
    ['Internet Archive: an empty item', 'https://archive.org/details/film', { 'https://archive.org/metadata/film': { body: {} } }],
    [
      'Internet Archive: restricted item',
      'https://archive.org/details/film',
      { 'https://archive.org/metadata/film': { body: { is_dark: true, metadata: {} } } },
    ],
    ['a file', 'https://example.org/a.mp3', { 'https://example.org/a.mp3': 410 }],
    ['a page', 'https://example.org/a', { 'https://example.org/a': 404 }],
    ['an own clip', '/clips/gone.mp4', {}],
  ] as const)('BY8 %s → dead', async (_what, href, answers) => {
    const one = await post(href)
    for (const [requested, how] of Object.entries(answers)) outside.answer(requested, how as number)
    for (let n = 0; n < 6; n += 1) await later(7 * hour)
    expect(await isMarked(one)).toBe(true)
  })

  test('YouTube: 403 is a miss if another video is found; if all videos get 403 it is inconclusive', async () => {
    const one = await post(youtube('private'), 'Private')
    outside.answer(oembedUrl('private'), 403)
    for (let n = 0; n < 6; n += 1) await later(7 * hour)
    expect(await isMarked(one)).toBe(false)
    const other = await post(youtube('there'), 'There')
    for (let n = 0; n < 40; n += 1) await later(day)
    expect(await isMarked(one)).toBe(true)
    expect(await isMarked(other)).toBe(false)
  })
})

describe('BY8 unresolvable hosts', () => {
  const lost = ['https://lost.example/a.mp3', 'https://lost.example/page', 'https://gone.example/b.mp4']

  test('an unresolvable host is a miss if another host answered in the round; two a day apart → dead, and back later', async () => {
    const posts = [await post(lost[0]!, 'A'), await post(lost[1]!, 'B'), await post(lost[2]!, 'C')]
    for (const href of lost) outside.answer(href, 'unnamed')
    // Two more due links: one answers 404, so its host was reached, and one is inconclusive (429).
    await post('https://there.example/gone.mp3', 'There')
    outside.answer('https://there.example/gone.mp3', 404)
    await post(youtube('busy'), 'Busy')
    outside.answer(oembedUrl('busy'), 429)
    await later(7 * hour)
    for (const one of posts) expect(await row(one)).toMatchObject({ state: 'suspected' })
    for (let n = 0; n < 3; n += 1) await later(6 * hour)
    expect(await Promise.all(posts.map(isMarked)), 'not yet a day').toEqual([false, false, false])
    await later(6 * hour)
    expect(await Promise.all(posts.map(isMarked))).toEqual([true, true, true])
    outside.answer(lost[0]!, 200)
    await later(day + hour)
    expect(await Promise.all(posts.map(isMarked))).toEqual([false, true, true])
  })

  test('an unresolvable host is inconclusive if no host was reached, or only one with errors', async () => {
    const posts = [await post(lost[0]!, 'A'), await post(lost[2]!, 'C')]
    const slow = await post('https://slow.example/a.mp3', 'Slow')
    for (const href of [lost[0]!, lost[2]!]) outside.answer(href, 'unnamed')
    outside.answer('https://slow.example/a.mp3', 'down')
    await post('/clips/last-light.mp4', 'Our own')
    for (let n = 0; n < 10; n += 1) await later(7 * hour)
    for (const one of [...posts, slow]) expect(await row(one)).toMatchObject({ state: 'new' })
    expect(await Promise.all(posts.map(isMarked))).toEqual([false, false])
  })

  test('without other due links, a long-alive link of another host is probed as witness', async () => {
    const well = 'https://there.example/well.mp3'
    const healthy = await post(well, 'Well')
    for (let n = 0; n < 4; n += 1) await later(5 * day)
    const dueDate = new Date(clock + 30 * day).toISOString()
    await transaction(server.db, (manager) => sql(manager, 'UPDATE "link_check" SET "dueDate" = :dueDate', { dueDate }))
    const one = await post(lost[0]!, 'A')
    outside.answer(lost[0]!, 'unnamed')
    outside.answer(well, 'unnamed')
    for (let n = 0; n < 3; n += 1) await later(7 * hour)
    expect(await row(one)).toMatchObject({ state: 'new' })
    expect(await row(healthy), 'what is asked as a witness is not on trial').toMatchObject({ state: 'well', dueDate })
    outside.answer(well, 200)
    for (let n = 0; n < 6; n += 1) await later(7 * hour)
    expect(outside.requests).toContain(well)
    expect([await isMarked(one), await isMarked(healthy)]).toEqual([true, false])
  })

  test('an unresolvable provider is never a miss', async () => {
    const one = await post(youtube('a'))
    await post('https://there.example/a.mp3', 'There')
    outside.answer(oembedUrl('a'), 'unnamed')
    for (let n = 0; n < 10; n += 1) await later(7 * hour)
    expect((await row(one)).state).toBe('new')
  })

  test.each([
    ['ENOTFOUND', 'name'],
    ['ENODATA', 'name'],
    ['EAI_AGAIN', 'network'],
  ] as const)('the resolver error %s is the refusal %s', async (code, reason) => {
    const real = createSafeFetch({
      resolve: async () => {
        throw Object.assign(new Error(code), { code })
      },
    })
    await expect(real.get('https://lost.example/', { types: [], bytes: 0 })).rejects.toMatchObject({ name: 'Refusal', reason })
    await real.close()
  })
})

test('BY8 a post with one working stream is not dead; the dead stream has status 404', async () => {
  const one = await addPost(client, bead, {
    title: 'Two copies',
    media: { href: youtube('a'), media: [{ href: 'https://example.org/copy.mp4' }] },
  })
  await server.services.outbox.drain()
  outside.answer(oembedUrl('a'), 404)
  for (let n = 0; n < 6; n += 1) await later(7 * hour)
  const { media } = await read(one)
  expect(media!.media.map(({ status }) => status)).toEqual([404, undefined])
  expect(media).not.toHaveProperty('status')
})

test('BY8 a link is checked once for all its posts, all are updated, and a repost has the state at once', async () => {
  const one = await post(youtube('a'), 'One')
  const elsewhere = (await startBead(client, { title: 'Another one' })).id
  const copy = await addPost(client, elsewhere, { title: 'Copy', media: { href: `https://youtu.be/${'a'.padEnd(11, '0')}?t=30` } })
  await server.services.outbox.drain()
  outside.requests.length = 0
  outside.answer(oembedUrl('a'), 404)
  await later(7 * hour)
  expect(outside.requests).toHaveLength(1)
  for (let n = 0; n < 5; n += 1) await later(7 * hour)
  expect([await isMarked(one), await isMarked(copy)]).toEqual([true, true])
  const third = (await startBead(client, { title: 'A third one' })).id
  const { body } = await client.post<{ id: string }>(`/api/v0/posts/${one.id}/repost/${third}`)
  await server.services.outbox.drain()
  expect(await isMarked(await read({ id: body.id } as Post))).toBe(true)
  // With another medium, the post loses the badge.
  await client.post(`/api/v0/posts/${one.id}`, { media: { href: youtube('b') } })
  await server.services.outbox.drain()
  expect([await isMarked(one), await isMarked(copy)]).toEqual([false, true])
})

test.each([
  [253, 1],
  [254, 0],
  [300, 0],
])('BY8 BY27 a host name of %i characters → %i requests, and no event waits in the outbox', async (length, requests) => {
  const host = `${'x'.repeat(length - 252)}${'host.'.repeat(49)}example`
  expect(new URL(`https://${host}/`).hostname).toHaveLength(length)
  await post(`https://${host}/song.mp3`)
  expect(await sql(server.db, 'SELECT "fact" FROM "outbox"')).toEqual([])
  await later(7 * hour)
  expect(outside.requests).toHaveLength(requests)
})

test('BY8 a run is limited in total and per host, and skips a host with errors', async () => {
  for (let n = 0; n < 25; n += 1) await addPost(client, bead, { title: `Song ${n}`, media: { href: `https://busy.example/${n}.mp3` } })
  for (let n = 0; n < 5; n += 1) await addPost(client, bead, { title: `Other ${n}`, media: { href: `https://down.example/${n}.mp3` } })
  await server.services.outbox.drain()
  for (let n = 0; n < 5; n += 1) outside.answer(`https://down.example/${n}.mp3`, 429)
  const requestsTo = (host: string) => outside.requests.filter((href) => href.includes(host)).length
  outside.requests.length = 0
  await later(7 * hour)
  expect([requestsTo('busy'), requestsTo('down')]).toEqual([20, 1])
  await later(61_000)
  expect([requestsTo('busy'), requestsTo('down')]).toEqual([25, 1])
  await later(15 * 60_000)
  expect(requestsTo('down')).toBe(2)
})

test('BY8 links that an aborted run did not check stay due', async () => {
  for (let n = 0; n < 3; n += 1) await post(`https://example.org/${n}.mp3`, `Song ${n}`)
  const stop = new AbortController()
  const get = outside.get.bind(outside)
  outside.get = async (...args) => {
    stop.abort()
    return get(...args)
  }
  clock += 7 * hour
  await server.services.repairs.job.run(stop.signal)
  expect(await sql(server.db, 'SELECT "state" FROM "link_check"')).toEqual(Array(3).fill({ state: 'new' }))
  outside.requests.length = 0
  await run()
  expect(outside.requests).toHaveLength(3)
})

test('BY8 of several servers on one database only one checks', async () => {
  for (let n = 0; n < 5; n += 1) await post(`https://example.org/${n}.mp3`, `Song ${n}`)
  clock += 7 * hour
  const schedulers = [1, 2].map(() => {
    const scheduler = createScheduler({ db: server.db, log: server.services.log, now: () => clock })
    scheduler.register(server.services.repairs.job)
    return scheduler
  })
  await Promise.all(schedulers.map((scheduler) => scheduler.runDue()))
  expect(outside.requests).toHaveLength(5)
  await Promise.all(schedulers.map((scheduler) => scheduler.stop()))
})

test('BY8 links of old posts are registered in batches with spread due dates', async () => {
  for (let n = 0; n < 3; n += 1) await post(`https://example.org/${n}.mp3`, `Song ${n}`)
  await transaction(server.db, (manager) => sql(manager, 'DELETE FROM "link_check"'))
  await server.services.repairs.walk.run(new AbortController().signal)
  expect(await sql(server.db, 'SELECT COUNT(*) AS "n" FROM "post_link"')).toEqual([{ n: testDatabaseKind === 'postgres' ? '3' : 3 }])
  // A link without posts is no longer checked.
  await transaction(server.db, (manager) => sql(manager, 'DELETE FROM "post_link"'))
  await later(8 * day)
  expect(await sql(server.db, 'SELECT "id" FROM "link_check"')).toEqual([])
})

test('BY8 a reported playback failure moves the check up and does not change the state', async () => {
  const one = await post(youtube('a'))
  await later(7 * hour)
  await later(day + hour)
  outside.requests.length = 0
  const report = (href: string) => server.client().post(`/api/v0/posts/${one.id}/unplayable`, { href })
  clock += 7 * hour
  expect((await report('https://example.org/not-in-this-post.mp4')).status).toBe(200)
  await later(10 * 60_000)
  expect(outside.requests).toEqual([])
  expect((await report(one.media!.media[0]!.href)).body).toEqual({ reported: true })
  await later(5 * 60_000)
  expect(outside.requests).toEqual([oembedUrl('a')])
  // It was checked a moment ago: more reports change nothing.
  await report(one.media!.media[0]!.href)
  await later(10 * 60_000)
  expect(outside.requests).toHaveLength(1)
  expect(await isMarked(one)).toBe(false)
})

test.runIf(testDatabaseKind === 'sqlite')('BY8 due links and dead posts are read from an index', async () => {
  const plan = async (statement: string, ...values: unknown[]) =>
    JSON.stringify(await server.db.query(`EXPLAIN QUERY PLAN ${statement}`, values))
  expect(await plan('SELECT "id" FROM "link_check" WHERE "dueDate" <= ? ORDER BY "dueDate", "id" LIMIT 60', '2026')).toMatch(
    /SEARCH link_check USING (COVERING )?INDEX link_check_due \(dueDate<\?\)"[^B]*$/,
  )
  expect(await plan('SELECT p."id" FROM "post" p WHERE p."beadId" = ? AND p."isDead" = TRUE ORDER BY p."id" DESC LIMIT 16', 'b')).toMatch(
    /INDEX post_bead_dead \(beadId=\? AND isDead=\?\)"[^B]*$/,
  )
})

describe('BY8 stored links never reach private addresses', () => {
  test.each([
    ['a loopback address', 'http://127.0.0.1/secret.mp3'],
    ['a name that resolves to loopback', 'http://inner.example/secret.mp3'],
    ['a redirect to loopback', 'http://outer.example/redirect.mp3'],
  ])('BY8 %s is not requested', async (_what, stored) => {
    const hits: string[] = []
    const inner = createServer((request, response) => {
      hits.push(`${request.socket.localAddress} ${request.url}`)
      response.writeHead(302, { Location: `http://127.0.0.1:${port}/secret.mp3` }).end()
    })
    await new Promise<void>((resolve) => inner.listen(0, '0.0.0.0', resolve))
    const { port } = inner.address() as AddressInfo
    const real = createSafeFetch({
      ports: new Set([port]),
      allows: (address) => address === '127.0.0.2',
      resolve: async (name) => [name === 'outer.example' ? '127.0.0.2' : '127.0.0.1'],
    })
    outside.get = (href, ...rest) => real.get(href, ...rest)
    const href = stored.replace(/^(http:\/\/[^/]+)/, `$1:${port}`)
    const one = await post(href)
    hits.length = 0
    for (let n = 0; n < 6; n += 1) await later(7 * hour)
    expect(hits.filter((hit) => hit.includes('secret'))).toEqual([])
    expect(hits.length > 0).toBe(stored.includes('outer'))
    expect(await isMarked(one)).toBe(false)
    await real.close()
    await new Promise((resolve) => inner.close(resolve))
  })
})
