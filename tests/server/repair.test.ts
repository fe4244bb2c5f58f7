/** Repairs of dead links, confirmed by a member (BZ2). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RepairState } from '#contract/endpoints/repair.ts'
import { messages, type Post } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { AdminActionEntity } from '../../server/features/moderation/entities.ts'
import { createRepairs } from '../../server/features/repair/service.ts'
import { scoreOf } from '../../server/features/repair/score.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { oembedOf } from '../support/outside.ts'
import { entry } from '../support/partner.ts'
import { createProviders, type Providers } from '../support/providers-by-status.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

const hour = 3_600_000

let server: TestServer
let outside: Providers
let client: Client
let uid: string
let bead: string
let clock: number

const youtube = (id: string): string => `https://www.youtube.com/watch?v=${id.padEnd(11, '0')}`
const oembedUrl = (id: string): string => oembedOf('youtube', youtube(id))
const isSearch = (href: string): boolean => href.startsWith('https://archive.org/advancedsearch')

/** The Internet Archive's response to every search. */
const archive = (docs: unknown[]) => ({ body: { response: { numFound: docs.length, start: 0, docs } } })
const found = [
  { identifier: 'slow-river-live', title: 'Slow River', creator: 'Ann Lee', mediatype: 'audio', downloads: 5 },
  { identifier: 'quick-brook', title: 'Quick brook', creator: 'Bo Hale', mediatype: 'audio', downloads: 50 },
]

beforeEach(async () => {
  clock = Date.now()
  outside = createProviders()
  const get = outside.get.bind(outside)
  outside.get = (href, ...rest) => {
    if (isSearch(href)) outside.answer(href, archive(found))
    return get(href, ...rest)
  }
  outside.answer(oembedUrl('river'), { body: { title: 'Slow River (Official Video)', author_name: 'Ann Lee' } })
  outside.answer(oembedUrl('copy'), {
    body: { title: 'Ann Lee - Slow River', author_name: 'Ann Lee - Topic', thumbnail_url: 'https://i.ytimg.com/vi/copy/hq.jpg' },
  })
  server = await startTestServer({
    fetcher: outside,
    services: (made) => ({ ...made, repairs: createRepairs({ ...made, now: () => clock, chance: () => 0 }) }),
  })
  const signedUp = await server.signUp('Ann Poster')
  client = signedUp.client
  uid = signedUp.me.uid
  bead = (await startBead(client)).id
})
afterEach(() => server.close())

/** A post whose link is dead. */
async function dead(into = bead, by = client): Promise<Post> {
  const one = await addPost(by, into, {
    title: 'The river song',
    description: 'Listen',
    media: { href: youtube('river'), who: ['Ann Lee'], what: 'Slow River' },
  })
  await server.services.outbox.drain()
  outside.answer(oembedUrl('river'), 404)
  for (let n = 0; n < 6; n += 1) {
    clock += 7 * hour
    await server.services.repairs.job.run(new AbortController().signal)
  }
  outside.requests.length = 0
  return (await by.get<Post>(`/api/v0/posts/${one.id}`)).body
}

/** Another post of the same song at another address. */
async function elsewhere(): Promise<Post> {
  const other = await server.signUp('Bo Poster')
  return addPost(other.client, (await startBead(other.client, { title: 'Of somebody else' })).id, {
    title: 'Slow River, at home',
    media: { href: youtube('copy') },
  })
}

const repair = (one: Post, part = '', body: unknown = {}, by = client) =>
  by.post<RepairState>(`/api/v0/posts/${one.id}/repair${part}`, body)
const state = (one: Post, by = client) => by.get<RepairState>(`/api/v0/posts/${one.id}/repair`)

test('BZ2 suggestions are ranked by title, artist and duration, and cached', async () => {
  await elsewhere()
  const one = await dead()
  expect(one).toMatchObject({ title: 'The river song', can: { repair: true } })
  expect((await state(one)).body).toMatchObject({ dead: true, searchedDate: null, suggestions: [], history: [] })
  expect(outside.requests, 'reading sends no request').toEqual([])

  const { body } = await repair(one, '/search')
  expect(body.suggestions.map(({ href, source, rejected }) => [href, source, rejected])).toEqual([
    [youtube('copy'), 'YouTube', false],
    ['https://archive.org/details/slow-river-live', 'Internet Archive', false],
  ])
  const scores = body.suggestions.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  const searches = outside.requests.filter(isSearch).length
  expect(searches).toBeGreaterThan(0)
  await repair(one, '/search')
  await repair(one, '/search', { again: true })
  expect(outside.requests.filter(isSearch)).toHaveLength(searches)
  expect((await state(one)).body.suggestions).toEqual(body.suggestions)
  // A search does not change the post.
  expect((await client.get<Post>(`/api/v0/posts/${one.id}`)).body.media?.href).toBe(youtube('river'))

  clock += hour
  expect(Date.parse((await repair(one, '/search')).body.searchedDate!)).toBeLessThan(clock)
  expect(Date.parse((await repair(one, '/search', { again: true })).body.searchedDate!)).toBe(clock)
})

test('BZ2 accepting a suggestion keeps the text and records the member; undo restores the medium', async () => {
  await elsewhere()
  const one = await dead()
  const {
    version,
    suggestions: [best],
  } = (await repair(one, '/search')).body
  const accepted = (await repair(one, '', { href: best!.href, version })).body
  expect(accepted).toMatchObject({
    dead: false,
    suggestions: [],
    history: [{ by: { uid }, from: { href: youtube('river') }, to: { href: youtube('copy') }, undone: null, canUndo: true }],
  })
  expect(accepted.post).toMatchObject({
    title: 'The river song',
    description: 'Listen',
    can: { repair: true },
    media: { href: youtube('copy'), what: 'Slow River', artist: 'Ann Lee', replaced: true, media: [{ type: 'youtube' }] },
  })
  await server.services.outbox.drain()
  const { id } = accepted.history[0]!
  const undone = (await repair(one, '/undo', { repair: id })).body
  expect(undone).toMatchObject({ dead: true, history: [{ undone: { by: { uid } }, canUndo: false }] })
  expect(undone.post.media).toEqual(one.media)
  expect(undone.suggestions, 'what was found is still there').toHaveLength(2)
  const again = await repair(one, '/undo', { repair: id })
  expect([again.status, (again.body as unknown as { message: string }).message]).toEqual([409, messages.repairUndone])
})

test('BZ2 a search during a repair returns the repaired post', async () => {
  await elsewhere()
  const one = await dead()
  const { version } = (await state(one)).body
  const get = outside.get.bind(outside)
  let answer = () => {}
  const searching = new Promise<void>((resolve) => {
    outside.get = async (href, ...rest) => {
      if (isSearch(href)) {
        resolve()
        await new Promise<void>((go) => (answer = go))
      }
      return get(href, ...rest)
    }
  })
  const looking = repair(one, '/search')
  await searching
  expect((await repair(one, '', { href: youtube('copy'), version })).status).toBe(200)
  outside.get = get
  answer()
  expect((await looking).body).toMatchObject({ dead: false, history: [{ canUndo: true }] })
})

test('BZ2 a rejected suggestion is last, can be restored, and stays rejected after a new search', async () => {
  await elsewhere()
  const one = await dead()
  const [best, second] = (await repair(one, '/search')).body.suggestions
  const hrefs = ({ body }: { body: RepairState }) => body.suggestions.map(({ href, rejected }) => [href, rejected])
  expect(hrefs(await repair(one, '/reject', { href: best!.href }))).toEqual([
    [second!.href, false],
    [best!.href, true],
  ])
  clock += hour
  expect(hrefs(await repair(one, '/search', { again: true }))).toEqual([
    [second!.href, false],
    [best!.href, true],
  ])
  expect(hrefs(await repair(one, '/reject', { href: best!.href, rejected: false }))).toEqual([
    [best!.href, false],
    [second!.href, false],
  ])
  expect((await repair(one, '/reject', { href: youtube('never') })).status).toBe(404)
})

describe('BZ2 repairs that are refused', () => {
  const statusAndMessage = ({ status, body }: { status: number; body: unknown }) => [status, (body as { message: string }).message]

  test('a changed post, or one with a working link → 409', async () => {
    const one = await dead()
    const { version } = (await state(one)).body
    expect(statusAndMessage(await repair(one, '', { href: youtube('copy'), version: 'another' }))).toEqual([409, messages.repairOutdated])
    await client.post(`/api/v0/posts/${one.id}`, { media: { href: youtube('copy') } })
    expect(statusAndMessage(await repair(one, '', { href: youtube('new'), version }))).toEqual([409, messages.repairOutdated])
    const { body } = await state(one)
    expect(statusAndMessage(await repair(one, '', { href: youtube('new'), version: body.version }))).toEqual([409, messages.repairAlive])
  })

  test('two concurrent accepts: one gets 409', async () => {
    const one = await dead()
    const { version } = (await state(one)).body
    const answers = await Promise.all(['copy', 'new'].map((id) => repair(one, '', { href: youtube(id), version })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await state(one)).body.history).toHaveLength(1)
  })

  test('undo of a repair before a later edit → 409', async () => {
    const one = await dead()
    const { version } = (await state(one)).body
    const { id } = (await repair(one, '', { href: youtube('copy'), version })).body.history[0]!
    await client.post(`/api/v0/posts/${one.id}`, { media: { href: youtube('other') } })
    expect((await state(one)).body.history).toMatchObject([{ canUndo: false }])
    expect(statusAndMessage(await repair(one, '/undo', { repair: id }))).toEqual([409, messages.repairOutdated])
  })

  test('a dead, identical, invalid or private URL, or a duplicate in the playlist → refused', async () => {
    const one = await dead()
    const { version } = (await state(one)).body
    const accept = (href: string) => repair(one, '', { href, version })
    expect(statusAndMessage(await accept('https://youtu.be/river000000?t=4'))).toEqual([400, messages.repairSame])
    outside.answer(oembedUrl('gone'), 404)
    expect(statusAndMessage(await accept(youtube('gone')))).toEqual([400, messages.repairDead])
    expect(statusAndMessage(await accept('not an address'))).toEqual([400, messages.linkInvalid])
    expect(statusAndMessage(await accept('https://example.org/words'))).toEqual([400, messages.repairNothing])
    const held = await addPost(client, bead, { title: 'Held', media: { href: youtube('copy') } })
    const conflict = await accept(youtube('copy'))
    expect(statusAndMessage(conflict)).toEqual([409, messages.postDuplicate])
    expect((conflict.body as unknown as { fields: unknown }).fields).toMatchObject({ post: held.id })
    expect((await state(one)).body.history).toEqual([])
  })

  test('E1 a replacement that is no video for a submission → refused', async () => {
    const one = await dead()
    await transaction(server.db, (manager) =>
      server.services.partners.write(manager, one.id, server.services.partners.of({ tags: [] }), entry),
    )
    const { version } = (await state(one)).body
    const song = await repair(one, '', { href: 'https://example.org/river.mp3', version })
    expect([...statusAndMessage(song), (song.body as unknown as { fields: unknown }).fields]).toEqual([
      400,
      messages.partnerVideo,
      { href: messages.partnerVideo },
    ])
    expect((await client.get<Post>(`/api/v0/posts/${one.id}`)).body.media!.href).toBe(one.media!.href)
    expect(statusAndMessage(await repair(one, '', { href: youtube('copy'), version }))[0]).toBe(200)
  })
})

test('BZ2 B6 creator and invitees of a playlist may repair its posts; writers of an open one may not', async () => {
  const [guest, stranger, admin] = await Promise.all(['Guest', 'Stranger', 'Admin'].map((name) => server.signUp(name)))
  await updateMember(server.db, admin!.me.uid, { isAdmin: true })
  await client.post(`/api/v0/beads/${bead}/invite`, { newInvitees: [guest!.me.uid] })
  const one = await dead(bead, guest!.client)
  const mayRepair = async ({ client: by }: { client: Client }, post: Post) =>
    (await by.get<Post>(`/api/v0/posts/${post.id}`)).body.can.repair === true
  const listed = async ({ client: by }: { client: Client }) =>
    (await by.get<{ results: Post[] }>(`/api/v0/posts?bead=${bead}&dead=1`)).body.results[0]!.can.repair === true
  const people = [{ client }, guest!, admin!, stranger!]
  expect(await Promise.all(people.map((person) => mayRepair(person, one)))).toEqual([true, true, true, false])
  expect(await Promise.all(people.map(listed))).toEqual([true, true, true, false])
  expect((await repair(one, '/search', {}, stranger!.client)).status).toBe(403)
  expect((await state(one, server.client())).status).toBe(401)

  const open = (await startBead(client, { title: 'Which song', description: 'All of them', invitees: undefined })).id
  await admin!.client.post(`/api/v0/beads/${open}/publish`)
  const other = await addPost(guest!.client, open, { title: 'Copy', media: { href: youtube('river') } })
  await server.services.outbox.drain()
  expect(await Promise.all(people.map((person) => mayRepair(person, other)))).toEqual([true, true, true, false])
})

test('BY14 BZ2 a member whom the creator of the post or playlist blocks may not repair it; admins and its creator may', async () => {
  await elsewhere()
  const [guest, poster, admin] = await Promise.all(['Guest', 'Poster', 'Admin'].map((name) => server.signUp(name)))
  const uids = [guest!, poster!, admin!].map(({ me }) => me.uid)
  await client.post(`/api/v0/beads/${bead}/invite`, { newInvitees: uids })
  await updateMember(server.db, uids[2]!, { isAdmin: true })
  const one = await dead(bead, poster!.client)
  const {
    version,
    suggestions: [best],
  } = (await repair(one, '/search', {}, guest!.client)).body
  const listed = async (by: Client) =>
    (await by.get<{ results: Post[] }>(`/api/v0/posts?bead=${bead}&dead=1`)).body.results[0]!.can.repair === true
  const set = (by: Client, verb: 'block' | 'unblock', other: string) => by.post(`/api/v0/members/${other}/${verb}`)
  for (const [blocker, blocked] of [
    [client, guest!],
    [poster!.client, guest!],
    [poster!.client, { client, me: { uid } }],
  ] as const) {
    await set(blocker, 'block', blocked.me.uid)
    const by = blocked.client
    expect((await by.get<Post>(`/api/v0/posts/${one.id}`)).body.can.repair).toBeUndefined()
    expect(await listed(by)).toBe(false)
    for (const answer of [
      await state(one, by),
      await repair(one, '/search', {}, by),
      await repair(one, '', { href: best!.href, version }, by),
      await repair(one, '/reject', { href: best!.href }, by),
      await repair(one, '/undo', { repair: 'x' }, by),
    ])
      expect([answer.status, answer.body]).toEqual([403, expect.objectContaining({ message: messages.blocked })])
    await set(blocker, 'unblock', blocked.me.uid)
    expect(await listed(by)).toBe(true)
  }

  for (const other of uids.slice(1)) await set(client, 'block', other)
  for (const { client: by } of [poster!, admin!]) expect(await listed(by)).toBe(true)
  expect((await repair(one, '/reject', { href: best!.href }, poster!.client)).status).toBe(200)
  const repaired = await repair(one, '', { href: best!.href, version }, admin!.client)
  expect(repaired.body.history).toHaveLength(1)
  const actions = await server.db.getRepository(AdminActionEntity).findBy({ uid: uids[2]! })
  expect(actions.map(({ action }) => action)).toEqual(['repair.accept'])
})

test('BZ2 a manual check counts like others; a link that is alive again needs no repair', async () => {
  const one = await dead()
  outside.answer(oembedUrl('river'), 200)
  const { body } = await repair(one, '/check')
  expect([body.dead, outside.requests]).toEqual([false, [oembedUrl('river')]])
  expect(Date.parse(body.checkedDate!)).toBe(clock)
  outside.answer(oembedUrl('river'), 404)
  await repair(one, '/check')
  expect((await repair(one, '/check')).body.dead, 'two misses in a row, but not a day apart').toBe(false)
})

describe('BZ2 similarity of a search result', () => {
  const lost = { titles: ['Slow River'], artist: 'Ann Lee', duration: 200 }
  test.each([
    [
      'the same song under the title of a video',
      { title: 'Ann Lee - Slow River (Official Video) [HD]', author: 'AnnLeeVEVO', duration: 201 },
      85,
      100,
    ],
    ['the same title without an artist', { title: 'Slow River' }, 60, 80],
    ['the same title and artist with another duration', { title: 'Slow River', author: 'Ann Lee', duration: 900 }, 60, 85],
  ])('%s', (_what, result, least, most) => {
    const score = scoreOf(lost, result)!
    expect(score).toBeGreaterThanOrEqual(least)
    expect(score).toBeLessThanOrEqual(most)
  })

  test('another song of the artist, or one common word → no match', () => {
    expect(scoreOf(lost, { title: 'Quick brook', author: 'Ann Lee', duration: 200 })).toBeNull()
    expect(scoreOf(lost, { title: 'Mystic river documentary about fishing', author: 'Films', duration: 5400 })).toBeNull()
  })
})
