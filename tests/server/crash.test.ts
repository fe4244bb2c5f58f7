/** The real server as a process of its own, killed in the middle of writes. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ready, startProcess, type Started } from '../support/built-server.ts'
import { Client } from '../support/client.ts'
import { createTestDatabase, testDatabaseKind, type TestDatabase } from '../support/server.ts'

/** Everything that the server said yes to. */
interface Acknowledged {
  members: { uid: string; client: Client }[]
  beads: { id: string; title: string }[]
  posts: { id: string; bead: string; title: string }[]
}

let database: TestDatabase
let running: Started | undefined
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  running?.process.kill('SIGKILL')
  await running?.ended
})
afterAll(() => database.remove())

async function start(): Promise<string> {
  const env = { NODE_ENV: 'production', STRAND_DEMO: '0', STRAND_RATE_LIMITS: '0', LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0', ...database.env }
  running = startProcess(process.execPath, ['--import', 'tsx', 'server/main.ts'], env)
  return ready(running)
}

/** What it answered with 200, or null where it is gone. Nothing else may happen. */
async function acknowledged(client: Client, path: string, body: object): Promise<Record<string, string> | null> {
  const reply = await client.post(path, body).catch(() => null)
  if (reply !== null) expect([path, reply.status]).toEqual([path, 200])
  return reply && reply.body
}

/** One person after another signs up, starts a playlist and adds posts, until the server is gone. */
async function keepWriting(url: string, name: string, done: Acknowledged): Promise<void> {
  for (let n = 0; ; n += 1) {
    const client = new Client(url)
    const member = await acknowledged(client, '/api/v0/auth/signup', { name: `${name} ${n}`, email: `${name}.${n}@example.org`, password: 'crash test' })
    if (!member) return
    done.members.push({ uid: member.uid!, client })
    const title = `Playlist of ${name} ${n}`
    const bead = await acknowledged(client, '/api/v0/beads', { title, category: 'music', invitees: [] })
    if (!bead) return
    done.beads.push({ id: bead.bead!, title })
    for (let post = 0; post < 5; post += 1) {
      const headline = `Post ${post} of ${name} ${n}`
      const added = await acknowledged(client, `/api/v0/posts/${bead.bead}`, { title: headline, description: 'x'.repeat(5000) })
      if (!added) return
      done.posts.push({ id: added.id!, bead: bead.bead!, title: headline })
    }
  }
}

/** Everything acknowledged is there, for the one who wrote it as for everybody. */
async function expectAll(url: string, { members, beads, posts }: Acknowledged): Promise<void> {
  const visitor = new Client(url)
  const ofMembers = members.map(async ({ uid, client }) => {
    client.url = url
    expect((await visitor.get(`/api/v0/members/${uid}`)).status).toBe(200)
    expect((await client.get('/api/v0/me')).body.uid).toBe(uid)
  })
  const ofBeads = beads.map(async ({ id, title }) => {
    const { body: bead } = await visitor.get(`/api/v0/beads/${id}`)
    expect(bead.title).toBe(title)
    // A counter changes with what it counts, or not at all.
    const { body: list } = await visitor.get(`/api/v0/posts?bead=${id}&limit=100`)
    expect([bead.postCount, list.counts.total]).toEqual([list.results.length, list.results.length])
  })
  const ofPosts = posts.map(async ({ id, bead, title }) => expect((await visitor.get(`/api/v0/posts/${bead}/${id}`)).body.title).toBe(title))
  await Promise.all([...ofMembers, ...ofBeads, ...ofPosts])
}

test('SIGKILL in the middle of writes loses nothing that was acknowledged, and the next start is clean', async () => {
  const done: Acknowledged = { members: [], beads: [], posts: [] }
  for (let round = 0; round < 3; round += 1) {
    const url = await start()
    await expectAll(url, done)
    const before = done.posts.length
    const writers = Array.from({ length: 6 }, (_, n) => keepWriting(url, `round${round}.writer${n}`, done))
    await expect.poll(() => done.posts.length - before, { timeout: 20_000 }).toBeGreaterThan(25)
    await sleep(randomInt(100))
    running!.process.kill('SIGKILL')
    expect(await running!.ended).toBeNull()
    await Promise.all(writers)
  }
  const url = await start()
  await expectAll(url, done)
  // Nothing but what a start always says: no warning, no recovery that a person would have to look at.
  expect(running!.output()).toMatch(/^Strand is ready at \S+\n$/)
  expect((await new Client(url).get('/healthz')).body).toMatchObject({ status: 'ok', database: testDatabaseKind })
}, 120_000)

test('SIGTERM lets a request finish, takes no new one, and ends with code 0 at once', async () => {
  const url = await start()
  const body = JSON.stringify({ name: 'Last Minute', email: 'last@example.org', password: 'last minute' })
  const slow = request(`${url}/api/v0/auth/signup`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), 'X-Strand-Request': '1', Origin: url, Expect: '100-continue',
    },
  })
  slow.flushHeaders()
  await once(slow, 'continue')
  const began = performance.now()
  running!.process.kill('SIGTERM')
  await expect.poll(() => fetch(url).then(() => 'answers', () => 'refuses')).toBe('refuses')
  slow.end(body)
  const [response] = (await once(slow, 'response')) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(200)
  expect(await running!.ended).toBe(0)
  expect(performance.now() - began).toBeLessThan(2500)
})

test('SIGTERM ends with code 0 within 5 s although a client never finishes its request, a second signal at once', async () => {
  for (const impatient of [false, true]) {
    const url = await start()
    const stalled = fetch(`${url}/api/v1/auth/login`, {
      method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Strand-Request': '1', Origin: url, 'Content-Length': '100' },
      body: new ReadableStream({ pull: () => new Promise(() => {}) }), duplex: 'half',
    } as RequestInit).catch(() => 'cut')
    await sleep(100)
    const began = performance.now()
    running!.process.kill('SIGTERM')
    if (impatient) await sleep(600).then(() => running!.process.kill('SIGINT'))
    expect(await running!.ended).toBe(impatient ? 1 : 0)
    expect(performance.now() - began).toBeLessThan(impatient ? 1500 : 5000)
    expect(await stalled).toBe('cut')
  }
}, 30_000)
