/** What members and visitors do under load: reads, and writes that are read back at the end. */
import { Pool, type Dispatcher } from 'undici'
import type { Bead, Post } from '#contract/index.ts'
import { Client } from '../../support/client.ts'
import { base64, picture } from '../../support/pictures.ts'
import type { Chance } from '../chance.ts'

export interface Member {
  uid: string
  cookie: string
}

/** Acknowledged writes. */
export interface Acknowledged {
  /** Title by post id. */
  posts: Map<string, string>
  /** By comment id: its post, and its text. */
  comments: Map<string, { post: string; text: string }>
  /** By member, then post id: whether it is collected. Null while the result of a later request is unknown. */
  collects: Map<string, Map<string, boolean | null>>
  /** Path of the profile picture by member. Null while the result of a later request is unknown. */
  pictures: Map<string, string | null>
  /** E-mail addresses of sign-ups, each of which gets a mail. */
  signUps: Set<string>
}

export const createAcknowledged = (): Acknowledged => ({
  posts: new Map(),
  comments: new Map(),
  collects: new Map(),
  pictures: new Map(),
  signUps: new Set(),
})

/** The result of a request. `status` 0: the connection failed, or no answer came in time. */
export interface Result {
  kind: string
  status: number
  ms: number
  sentAt: number
}

export interface Scene {
  members: readonly Member[]
  /** Playlists of the members, to which they add posts. */
  beads: readonly Bead[]
  /** A picture in base64, for profiles. */
  picture: string
  /** Posts of the demo world, which members comment on and collect. */
  posts: readonly Post[]
}

interface Request {
  method: 'GET' | 'POST'
  path: string
  member?: Member | undefined
  body?: unknown
  accept?: string
}

interface Answer {
  status: number
  body: unknown
}

/** An answer that takes longer counts as none (ms). */
const answerMs = 30_000
const password = 'correct horse'
const searches = ['music', 'film', 'city', 'summer', 'love', 'light', 'sea', 'night']

export interface Visitors {
  /** Does one thing, and resolves with its result. Never rejects. */
  act(): Promise<Result>
  close(): Promise<void>
}

const pick = <T>(chance: Chance, from: readonly T[]): T => from[chance.below(from.length)]!

export function createVisitors(
  origin: string,
  { members, beads, posts, picture }: Scene,
  acknowledged: Acknowledged,
  chance: Chance,
): Visitors {
  const connect = { rejectUnauthorized: false }
  const pool = new Pool(origin, { connections: 64, pipelining: 1, headersTimeout: answerMs, bodyTimeout: answerMs, connect })
  let written = 0

  async function send({ method, path, member, body, accept = '*/*' }: Request): Promise<Answer> {
    const headers: Record<string, string> = { Accept: accept, Origin: origin }
    // Browsers do not send it for documents.
    if (accept !== 'text/html') headers['X-Strand-Request'] = '1'
    if (member) headers.Cookie = member.cookie
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    try {
      const options: Dispatcher.RequestOptions = { path, method, headers, body: body === undefined ? null : JSON.stringify(body) }
      const answer = await pool.request(options)
      const text = await answer.body.text()
      return { status: answer.statusCode, body: accept === '*/*' && text.startsWith('{') ? JSON.parse(text) : text }
    } catch {
      return { status: 0, body: null }
    }
  }

  const read = (path: string, member?: Member) => () => send({ method: 'GET', path, member })
  const page = (path: string, member?: Member) => () => send({ method: 'GET', path, member, accept: 'text/html' })

  async function addPost(): Promise<Answer> {
    const n = chance.below(beads.length)
    const title = `Soak ${(written += 1)}`
    const answer = await send({
      method: 'POST',
      path: `/api/v0/posts/${beads[n]!.id}`,
      member: members[n % members.length],
      body: { title },
    })
    if (answer.status === 200) acknowledged.posts.set((answer.body as { id: string }).id, title)
    return answer
  }

  async function addComment(): Promise<Answer> {
    const [post, text] = [pick(chance, posts).id, `Soak ${(written += 1)}`]
    const answer = await send({ method: 'POST', path: `/api/v0/comments/${post}`, member: pick(chance, members), body: { text } })
    if (answer.status === 200) acknowledged.comments.set((answer.body as { id: string }).id, { post, text })
    return answer
  }

  /** Collects or releases a post. Only one request per member and post is in flight, since their order would be unknown. */
  async function collect(): Promise<Answer> {
    const [{ id }, member] = [pick(chance, posts), pick(chance, members)]
    const collected = acknowledged.collects.get(member.uid) ?? new Map<string, boolean | null>()
    acknowledged.collects.set(member.uid, collected)
    const before = collected.get(id)
    if (before === null) return read('/api/v2/me/feed?comments=3', member)()
    collected.set(id, null)
    const next = before !== true
    const answer = await send({ method: 'POST', path: `/api/v0/posts/${id}/${next ? 'collect' : 'uncollect'}`, member })
    if (answer.status === 200) collected.set(id, next)
    // After a refusal nothing has changed. Otherwise it stays unknown.
    else if (answer.status === 503) collected.set(id, before ?? false)
    return answer
  }

  /** Changes the profile picture. Only one request per member is in flight. */
  async function changePicture(): Promise<Answer> {
    const member = pick(chance, members)
    if (acknowledged.pictures.get(member.uid) === null) return read('/api/v2/me/feed?comments=3', member)()
    const before = acknowledged.pictures.get(member.uid)
    acknowledged.pictures.set(member.uid, null)
    const answer = await send({ method: 'POST', path: '/api/v0/me/updateimage', member, body: { image: picture } })
    if (answer.status === 200) acknowledged.pictures.set(member.uid, (answer.body as { image: string }).image)
    else if (answer.status === 503 && before !== undefined) acknowledged.pictures.set(member.uid, before)
    else if (answer.status === 503) acknowledged.pictures.delete(member.uid)
    return answer
  }

  async function signUp(): Promise<Answer> {
    const email = `soak-${(written += 1)}@example.org`
    const body = { name: `Soak ${written}`, email, password }
    const answer = await send({ method: 'POST', path: '/api/v0/auth/signup', body })
    if (answer.status === 200) acknowledged.signUps.add(email)
    return answer
  }

  /** By frequency. A tenth writes. */
  const actions: readonly [kind: string, share: number, act: () => Promise<Answer>][] = [
    ['page of a playlist', 10, () => page(`/${pick(chance, beads).id}`)()],
    ['discover', 5, page('/discover')],
    ['posts of a playlist', 25, () => read(`/api/v0/posts?bead=${pick(chance, beads).id}&limit=15`)()],
    ['top playlists', 10, read('/api/v0/beads?sort=top')],
    ['a post', 12, () => read(`/api/v0/posts/${pick(chance, posts).id}`)()],
    ['comments', 6, () => read(`/api/v0/comments/${pick(chance, posts).id}`)()],
    ['feed', 10, () => read('/api/v2/me/feed?comments=3', pick(chance, members))()],
    ['notifications', 8, () => read('/api/v1/me/notifications', pick(chance, members))()],
    ['search', 4, () => read(`/api/v2/search?q=${pick(chance, searches)}`)()],
    ['new post', 4, addPost],
    ['new comment', 3, addComment],
    ['collect', 2.8, collect],
    ['sign-up', 0.2, signUp],
    ['new picture', 0.2, changePicture],
  ]
  const total = actions.reduce((sum, [, share]) => sum + share, 0)

  return {
    async act() {
      let left = chance.next() * total
      const [kind, , act] = actions.find(([, share]) => (left -= share) < 0) ?? actions[0]!
      const sentAt = performance.now()
      const { status } = await act()
      return { kind, status, ms: performance.now() - sentAt, sentAt }
    },
    close: () => pool.destroy(),
  }
}

async function ok<T>(reply: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await reply
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Signs members up, each with a playlist. */
export async function prepareScene(origin: string, count: number): Promise<Scene> {
  const members: Member[] = []
  const beads: Bead[] = []
  for (let n = 0; n < count; n += 1) {
    const client = new Client(origin)
    const email = `soak-member-${n}@example.org`
    await ok(client.post('/api/v0/auth/signup', { name: `Member ${n}`, email, password }))
    const { uid } = await ok<{ uid: string }>(client.get('/api/v0/me'))
    members.push({ uid, cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
    const { data } = await ok<{ data: Bead }>(client.post('/api/v0/beads', { title: `Playlist ${n}`, category: 'other', invitees: [] }))
    beads.push(data)
  }
  const { results } = await ok<{ results: Post[] }>(new Client(origin).get('/api/v0/posts?limit=60'))
  return { members, beads, posts: results, picture: await base64(picture(300, 300)) }
}

/** Reads every acknowledged write back. Returns what is missing or different. */
export async function audit(
  origin: string,
  { members, beads }: Scene,
  acknowledged: Acknowledged,
  mails: readonly { to: string[] }[],
): Promise<string[]> {
  const wrong: string[] = []
  const visitor = new Client(origin)
  for (const [id, title] of acknowledged.posts) {
    const { status, body } = await visitor.get<{ title?: string }>(`/api/v0/posts/${id}`)
    if (status !== 200 || body.title !== title) wrong.push(`post ${id} (${status})`)
  }
  // A request that a proxy sends again must not write twice. The texts of all requests differ.
  function demandDifferent(what: string, texts: readonly string[]): void {
    const written = texts.filter((text) => text.startsWith('Soak '))
    for (const [n, text] of written.entries()) if (written.indexOf(text) !== n) wrong.push(`${what} "${text}" twice`)
  }
  for (const post of new Set([...acknowledged.comments.values()].map((comment) => comment.post))) {
    const found = new Map<string, string>()
    for (let from = 0, more = true; more; from += 100) {
      const { results } = await ok<{ results: { id: string; text: string }[] }>(
        visitor.get(`/api/v0/comments/${post}?limit=100&from=${from}`),
      )
      for (const { id, text } of results) found.set(id, text)
      more = results.length === 100
    }
    demandDifferent('comment', [...found.values()])
    for (const [id, comment] of acknowledged.comments)
      if (comment.post === post && found.get(id) !== comment.text) wrong.push(`comment ${id}`)
  }
  for (const { uid, cookie } of members) {
    const collected = acknowledged.collects.get(uid) ?? new Map<string, boolean | null>()
    const response = await fetch(`${origin}/api/v0/members/${uid}/relations?type=1&limit=1000`, { headers: { Cookie: cookie } })
    const { data } = (await response.json()) as { data: { entity: string }[] }
    const stored = new Set(data.map(({ entity }) => entity))
    for (const [id, expected] of collected) if (expected !== null && stored.has(id) !== expected) wrong.push(`collect of ${id} by ${uid}`)
  }
  for (const [uid, path] of acknowledged.pictures) {
    if (path === null) continue
    const { status } = await visitor.get(path)
    if (status !== 200) wrong.push(`picture ${path} of ${uid} (${status})`)
  }
  for (const { id } of beads) {
    const titles: string[] = []
    for (let from = 0, more = true; more; from += 60) {
      const { results } = await ok<{ results: Post[] }>(visitor.get(`/api/v0/posts?bead=${id}&limit=60&from=${from}`))
      titles.push(...results.map(({ title }) => title))
      more = results.length === 60
    }
    demandDifferent('post', titles)
  }
  const mailed = new Set(mails.flatMap(({ to }) => to))
  for (const email of acknowledged.signUps) {
    if (!mailed.has(email)) wrong.push(`mail to ${email}`)
    const { status } = await new Client(origin).post('/api/v1/auth/login', { username: email, password })
    if (status !== 200) wrong.push(`account of ${email} (${status})`)
  }
  return wrong
}
