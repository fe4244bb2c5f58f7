/** The real server as a separate process, killed during writes. */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Client } from '../support/client.ts'
import { running, setUp, start } from '../support/killed-server.ts'
import { testDatabaseKind } from '../support/server.ts'

/** All acknowledged writes. */
interface Acknowledged {
  members: { uid: string; client: Client }[]
  beads: { id: string; title: string }[]
  posts: { id: string; bead: string; title: string; by: Client }[]
  /** Collects, comments and follows of content of other members. */
  collects: { client: Client; post: string; of: Client }[]
  comments: { id: string; post: string; text: string }[]
  follows: { client: Client; uid: string; entity: string }[]
}

const nothing = (): Acknowledged => ({ members: [], beads: [], posts: [], collects: [], comments: [], follows: [] })

setUp()

/** The body of an answer with status 200, or null if the server is gone. Any other status fails the test. */
async function acknowledged(client: Client, path: string, body: object): Promise<Record<string, string> | null> {
  const reply = await client.post(path, body).catch(() => null)
  if (reply !== null) expect([path, reply.status]).toEqual([path, 200])
  return reply && reply.body
}

/** Until the server is killed, members sign up, start a playlist, add posts and respond to content of others. */
async function keepWriting(url: string, name: string, done: Acknowledged): Promise<void> {
  for (let n = 0; ; n += 1) {
    const client = new Client(url)
    const member = await acknowledged(client, '/api/v0/auth/signup', {
      name: `${name} ${n}`,
      email: `${name}.${n}@example.org`,
      password: 'crash test',
    })
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
      done.posts.push({ id: added.id!, bead: bead.bead!, title: headline, by: client })
      if (!(await respond(client, member.uid!, done, `${name} ${n}, ${post}`))) return
    }
  }
}

/** Collects, comments on and follows content of other members. False when the server is gone. */
async function respond(client: Client, uid: string, done: Acknowledged, text: string): Promise<boolean> {
  const others = done.posts.filter(({ by }) => by !== client)
  const post = others[randomInt(Math.max(1, others.length))]
  if (!post) return true
  if (!(await acknowledged(client, `/api/v0/posts/${post.id}/collect`, {}))) return false
  done.collects.push({ client, post: post.id, of: post.by })
  const comment = await acknowledged(client, `/api/v0/comments/${post.id}`, { text })
  if (!comment) return false
  done.comments.push({ id: comment.id!, post: post.id, text })
  if (!(await acknowledged(client, `/api/v0/beads/${post.bead}/follow`, {}))) return false
  done.follows.push({ client, uid, entity: post.bead })
  return true
}

/** Everything acknowledged is stored, for its writer and for every reader. */
async function expectAll(url: string, { members, beads, posts, collects, comments, follows }: Acknowledged): Promise<void> {
  const visitor = new Client(url)
  const ofMembers = members.map(async ({ uid, client }) => {
    client.url = url
    expect((await visitor.get(`/api/v0/members/${uid}`)).status).toBe(200)
    expect((await client.get('/api/v0/me')).body.uid).toBe(uid)
  })
  const ofBeads = beads.map(async ({ id, title }) => {
    const { body: bead } = await visitor.get(`/api/v0/beads/${id}`)
    expect(bead.title).toBe(title)
    // A counter changes together with the rows that it counts.
    const { body: list } = await visitor.get(`/api/v0/posts?bead=${id}&limit=100`)
    expect([bead.postCount, list.counts.total]).toEqual([list.results.length, list.results.length])
  })
  const ofPosts = posts.map(async ({ id, bead, title }) =>
    expect((await visitor.get(`/api/v0/posts/${bead}/${id}`)).body.title).toBe(title),
  )
  await Promise.all([...ofMembers, ...ofBeads, ...ofPosts])
  const ofCollects = posts
    .filter(({ id }) => collects.some(({ post }) => post === id))
    .map(async ({ id }) => {
      const { body: post } = await visitor.get(`/api/v0/posts/${id}`)
      const { body: collectors } = await visitor.get(`/api/v0/posts/${id}/collectedby?limit=100`)
      const uids = new Set(collectors.results.map(({ uid }: { uid: string }) => uid))
      const clients = collects.filter((one) => one.post === id).map(({ client }) => members.find((member) => member.client === client)!.uid)
      expect(clients.filter((uid) => !uids.has(uid))).toEqual([])
      expect(post.collectCount).toBe(uids.size)
    })
  const ofComments = comments.map(async ({ id, text }) => expect((await visitor.get(`/api/v0/comments/${id}`)).body.text).toBe(text))
  const ofFollows = follows.map(async ({ client, uid, entity }) => {
    const { body } = await client.get(`/api/v0/members/${uid}/relations?entities=${entity}`)
    expect(body.data.map((relation: { entity: string }) => relation.entity)).toContain(entity)
  })
  await Promise.all([...ofCollects, ...ofComments, ...ofFollows])
}

/** Every event in the outbox is processed, however often the server was killed. */
async function expectNotified(done: Acknowledged): Promise<void> {
  for (const { of, post } of done.collects) {
    const areNotified = async (): Promise<boolean> => {
      const { body } = await of.get('/api/v1/me/notifications?limit=50')
      return body.results.some(({ verb, topic }: { verb: string; topic: string }) => verb === 'collect' && topic === post)
    }
    await expect.poll(areNotified, { timeout: 30_000, interval: 200 }).toBe(true)
  }
}

test('SIGKILL during writes loses no acknowledged write, and the next start succeeds', async () => {
  const done = nothing()
  for (let round = 0; round < 3; round += 1) {
    const url = await start()
    await expectAll(url, done)
    const before = done.posts.length
    const writers = Array.from({ length: 6 }, (_, n) => keepWriting(url, `round${round}.writer${n}`, done))
    await expect.poll(() => done.posts.length - before, { timeout: 20_000 }).toBeGreaterThan(25)
    await sleep(randomInt(100))
    running.process.kill('SIGKILL')
    expect(await running.ended).toBeNull()
    await Promise.all(writers)
  }
  const url = await start()
  await expectAll(url, done)
  expect(done.collects.length).toBeGreaterThan(20)
  await expectNotified(done)
  // The output of a usual start: no warning, and no recovery that an operator would have to check.
  // On a busy machine, statements can be slow.
  const output = running.output().replace(/^.*"msg":"a statement was slow".*\n/gm, '')
  expect(output).toMatch(/^Strand is ready at \S+\n$/)
  expect((await new Client(url).get('/healthz')).body).toMatchObject({ status: 'ok', database: testDatabaseKind })
}, 180_000)

test('SIGTERM: running requests finish, new ones are refused, and the process exits with 0 at once', async () => {
  const url = await start()
  const body = JSON.stringify({ name: 'Last Minute', email: 'last@example.org', password: 'last minute' })
  const slow = request(`${url}/api/v0/auth/signup`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'X-Strand-Request': '1',
      Origin: url,
      Expect: '100-continue',
    },
  })
  slow.flushHeaders()
  await once(slow, 'continue')
  const startedAt = performance.now()
  running.process.kill('SIGTERM')
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'answers',
        () => 'refuses',
      ),
    )
    .toBe('refuses')
  slow.end(body)
  const [response] = (await once(slow, 'response')) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(200)
  expect(await running.ended).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(2500)
})

test('SIGTERM ends with code 0 within 5 s although a client never finishes its request, a second signal at once', async () => {
  for (const impatient of [false, true]) {
    const url = await start()
    const stalled = fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Strand-Request': '1', Origin: url, 'Content-Length': '100' },
      body: new ReadableStream({ pull: () => new Promise(() => {}) }),
      duplex: 'half',
    } as RequestInit).catch(() => 'cut')
    await sleep(100)
    const startedAt = performance.now()
    running.process.kill('SIGTERM')
    if (impatient) await sleep(600).then(() => running.process.kill('SIGINT'))
    expect(await running.ended).toBe(impatient ? 1 : 0)
    expect(performance.now() - startedAt).toBeLessThan(impatient ? 1500 : 5000)
    expect(await stalled).toBe('cut')
  }
}, 30_000)
