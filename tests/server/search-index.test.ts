/** Changes of any process are searchable within a second, and deleted rows are not found. */
import { mkdir, rename, rmdir, writeFile } from 'node:fs/promises'
import { join as joined } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '#contract/index.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import { closeDatabase, openDatabase } from '#db/data-source.ts'
import { transaction } from '#db/transaction.ts'
import { append, invalidateIndexes } from '../../server/features/search/changes.ts'
import { rebuildSearch, type RebuildReport } from '../../server/rebuild.ts'
import { createServices, type Services } from '../../server/services.ts'
import { addPost, startBead, updatePost } from '../support/content.ts'
import { join, ok, startReadOnlyServer, type Person } from '../support/people.ts'
import { startTestServer, testDatabaseKind, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: Person
let ben: Person
let admin: Person
let visitor: Client

beforeAll(async () => {
  server = await startTestServer()
  server.services.outbox.start()
  server.services.search.start()
  ada = await join(server, 'Ada Lovelace')
  ben = await join(server, 'Ben Rivers')
  admin = await join(server, 'Ida Root', { isAdmin: true })
  visitor = server.client()
})
afterAll(() => server.close())

/** The results of an index, before they are checked against the database. */
async function indexed(text: string, reader: Person | null = null, of: Services = server.services): Promise<string[]> {
  const { hits } = await of.search.search({
    text,
    types: ['tag', 'bead', 'member', 'post'],
    unfinished: false,
    from: 0,
    limit: 50,
    reader: reader && { uid: reader.uid, isAdmin: reader.uid === admin.uid },
  })
  return hits.map(({ type, id }) => `${type} ${id}`).sort()
}
const found = async (q: string, client = visitor): Promise<string[]> =>
  (await ok(client.get<Page<SearchItem>>(`/api/v2/search?q=${encodeURIComponent(q)}&limit=50`))).results
    .map(({ type, id }) => `${type} ${id}`)
    .sort()

/** Expects these results within a second, from the index and from the API. */
async function soon(text: string, expected: string[], reader: Person | null = null): Promise<void> {
  const deadline = Date.now() + 1000
  for (;;) {
    const now = await indexed(text, reader)
    if (JSON.stringify(now) === JSON.stringify(expected.toSorted()) || Date.now() > deadline) {
      expect(now).toEqual(expected.toSorted())
      break
    }
    await sleep(10)
  }
  expect(await found(text, reader?.client)).toEqual(expected.toSorted())
}

describe('X5 within a second', () => {
  it('X5 a member is found by name and uid, under a new name, and not after deletion', async () => {
    const { client, me, password } = await server.signUp('Quist Wilhelmina')
    await soon('wilhelmina', [`member ${me.uid}`])
    await soon(me.uid, [`member ${me.uid}`])
    await ok(client.post('/api/v0/me/preferences', { name: 'Quist Philomena' }))
    await soon('philomena', [`member ${me.uid}`])
    await soon('wilhelmina', [])
    const own = await startBead(client, { title: 'Quistiana' })
    const post = await addPost(client, own.id, { title: 'Quistiana first', tags: ['QuistTag'] })
    await soon('quistiana', [`bead ${own.id}`, `post ${post.id}`])
    await soon('quisttag', ['tag quisttag', `post ${post.id}`])
    await ok(client.post('/api/v0/me/delete', { password }))
    await soon('philomena', [])
    await soon('quistiana', [])
    await soon('quisttag', [])
  })

  it('X5 a playlist and its posts are found, change and disappear', async () => {
    const bead = await startBead(ada.client, { title: 'Nightjar sessions', category: 'music' })
    await soon('nightjar', [`bead ${bead.id}`])
    const post = await addPost(ada.client, bead.id, { title: 'Nightjar calling', description: 'in the #Heathland', tags: ['Birdsong'] })
    await soon('nightjar', [`bead ${bead.id}`, `post ${post.id}`])
    await soon('birdsong', ['tag birdsong', `post ${post.id}`])
    await soon('heathland', ['tag heathland', `post ${post.id}`])
    await ok(ada.client.post(`/api/v0/posts/${post.id}`, { title: 'Goatsucker calling', description: '', tags: ['Birdcall'] }))
    await soon('nightjar', [`bead ${bead.id}`])
    await soon('goatsucker', [`post ${post.id}`])
    await soon('birdsong', [])
    await soon('heathland', [])
    await soon('birdcall', ['tag birdcall', `post ${post.id}`])
    await ok(ada.client.delete(`/api/v0/posts/${post.id}`))
    await soon('goatsucker', [])
    await soon('birdcall', [])
    await ok(ada.client.post(`/api/v0/beads/${bead.id}`, { title: 'Caprimulgus' }))
    await soon('nightjar', [])
    await soon('caprimulgus', [`bead ${bead.id}`])
    await ok(ada.client.delete(`/api/v0/beads/${bead.id}`))
    await soon('caprimulgus', [])
  })

  it('X5 B11 a draft is found only by its current collaborators, and by all once published', async () => {
    const bead = await startBead(ada.client, { title: 'Underhand', isDraft: true, invitees: [] })
    const post = await addPost(ada.client, bead.id, { title: 'Underhand first', tags: ['UnderTag'] })
    const all = [`bead ${bead.id}`, `post ${post.id}`]
    await soon('underhand', all, ada)
    await soon('underhand', all, admin)
    await soon('underhand', [], ben)
    await soon('underhand', [])
    await soon('undertag', [])
    await ok(ada.client.post(`/api/v0/beads/${bead.id}/invite`, { newInvitees: [ben.uid] }))
    await soon('underhand', all, ben)
    await ok(ada.client.delete(`/api/v0/beads/${bead.id}/invitees/${ben.uid}`))
    await soon('underhand', [], ben)
    await ok(ada.client.post(`/api/v0/beads/${bead.id}/publish`))
    await soon('underhand', all)
    await soon('underhand', all, ben)
    await soon('undertag', ['tag undertag', `post ${post.id}`])
  })

  it('X5 a playlist of 120 posts that an admin deletes disappears with its posts and tags', async () => {
    const bead = await startBead(ada.client, { title: 'Overfull' })
    let last = ''
    for (let n = 0; n < 120; n += 1) last = (await addPost(ada.client, bead.id, { title: `Overflow ${n}`, tags: [`Drop${n}`] })).id
    await server.services.outbox.drain()
    expect(await indexed('overflow')).toHaveLength(50)
    await soon('drop119', ['tag drop119', `post ${last}`])
    await ok(admin.client.delete(`/api/v0/beads/${bead.id}`))
    await soon('overflow', [])
    await soon('overfull', [])
    await soon('drop119', [])
    await soon('drop0', [])
  })

  it('X5 reposts, changed categories and popularity are indexed', async () => {
    const from = await startBead(ada.client, { title: 'Whence', category: 'music' })
    const to = await startBead(ben.client, { title: 'Whither', category: 'film' })
    const post = await addPost(ada.client, from.id, { title: 'Wanderlust' })
    const repost = await ok(ben.client.post<{ id: string }>(`/api/v0/posts/${post.id}/repost/${to.id}`))
    await soon('wanderlust', [`post ${post.id}`, `post ${repost.id}`])
    const inCategory = async (category: string) =>
      (
        await server.services.search.search({
          text: 'wanderlust',
          types: ['post'],
          reader: null,
          unfinished: false,
          category,
          from: 0,
          limit: 9,
        })
      ).hits.map(({ id }) => id)
    await ok(ada.client.post(`/api/v0/beads/${from.id}`, { category: 'books' }))
    await server.services.outbox.drain()
    expect(await inCategory('music')).toEqual([])
    expect(await inCategory('books')).toEqual([post.id])
    const order = async () =>
      (
        await server.services.search.search({ text: 'wanderlust', types: ['post'], reader: null, unfinished: false, from: 0, limit: 9 })
      ).hits.map(({ id }) => id)
    await ok(ben.client.post(`/api/v0/posts/${post.id}/collect`))
    await ok(admin.client.post(`/api/v0/posts/${post.id}/collect`))
    await server.services.outbox.drain()
    expect(await order()).toEqual([post.id, repost.id])
    for (const { client } of [ben, admin]) await ok(client.post(`/api/v0/posts/${post.id}/uncollect`))
    for (const { client } of [ada, admin]) await ok(client.post(`/api/v0/posts/${repost.id}/collect`))
    await server.services.outbox.drain()
    expect(await order()).toEqual([repost.id, post.id])
  })
})

describe('X5 changes outside the outbox', () => {
  it('X5 a stale result is not returned, and is removed from the index within a second', async () => {
    const bead = await startBead(ada.client, { title: 'Palimpsest' })
    await soon('palimpsest', [`bead ${bead.id}`])
    await transaction(server.db, (manager) => manager.delete('bead', { id: bead.id }))
    expect(await indexed('palimpsest')).toEqual([`bead ${bead.id}`])
    expect(await found('palimpsest')).toEqual([])
    await soon('palimpsest', [])
  })

  it('X5 changes past the outbox are found after invalidateIndexes', async () => {
    const bead = await startBead(ada.client, { title: 'Restored' })
    const post = await addPost(ada.client, bead.id, { title: 'As it was' })
    await server.services.outbox.drain()
    await updatePost(server.db, post.id, { title: 'Backfilled' })
    await transaction(server.db, (manager) => invalidateIndexes(manager))
    await soon('backfilled', [`post ${post.id}`])
  })
})

describe('X5 other processes', () => {
  it.runIf(testDatabaseKind === 'postgres')('X5 two servers on one database each maintain their own index', async () => {
    const config = { ...server.config, dataDir: `${server.config.dataDir}/second` }
    const db = await openDatabase(config)
    const second = createServices(db, config)
    second.search.start()
    try {
      const bead = await startBead(ada.client, { title: 'Bilocation' })
      const deadline = Date.now() + 1000
      while ((await indexed('bilocation', null, second)).length === 0 && Date.now() < deadline) await sleep(10)
      expect(await indexed('bilocation', null, second)).toEqual([`bead ${bead.id}`])
      await ok(ada.client.delete(`/api/v0/beads/${bead.id}`))
      const gone = Date.now() + 1000
      while ((await indexed('bilocation', null, second)).length > 0 && Date.now() < gone) await sleep(10)
      expect(await indexed('bilocation', null, second)).toEqual([])
      // Both servers append to one log and follow it at the same time.
      second.outbox.start()
      await Promise.all(
        Array.from({ length: 30 }, async (_none, n) => {
          await startBead([ada, ben, admin][n % 3]!.client, { title: `Duplex ${n}` })
        }),
      )
      await Promise.all([server.services.outbox.drain(), second.outbox.drain()])
      await Promise.all([server.services.search.catchUp(), second.search.catchUp()])
      expect(await indexed('duplex', null, second)).toHaveLength(30)
      expect(await indexed('duplex')).toEqual(await indexed('duplex', null, second))
    } finally {
      await second.outbox.stop()
      await second.search.stop()
      second.mail.close()
      await second.push.close()
      await second.media.close()
      await closeDatabase(db)
    }
  })

  it('X5 a rebuild during writes loses nothing, and the server switches to it at once', async () => {
    const bead = await startBead(ada.client, { title: 'Metamorphosis' })
    for (let n = 0; n < 20; n += 1) await addPost(ada.client, bead.id, { title: `Chrysalis ${n}` })
    await server.services.outbox.drain()
    // This post changes without an event, so only a rebuild updates it.
    const silent = await addPost(ada.client, bead.id, { title: 'Unheard' })
    await server.services.outbox.drain()
    await updatePost(server.db, silent.id, { title: 'Imago' })
    let over = false
    const writing = (async () => {
      const titles: string[] = []
      for (let n = 0; !over; n += 1) {
        const { id } = await addPost(ada.client, bead.id, { title: `Meanwhile ${n}` })
        titles.push(`post ${id}`)
        expect(await indexed('metamorphosis')).toEqual([`bead ${bead.id}`])
      }
      return titles
    })()
    const reports: RebuildReport[] = []
    expect(await rebuildSearch(server.config, (report) => void reports.push(report), new AbortController().signal)).toBe(true)
    over = true
    const titles = await writing
    await soon('imago', [`post ${silent.id}`])
    for (const n of [0, Math.floor(titles.length / 2), titles.length - 1]) await soon(`meanwhile ${n}`, [titles[n]!])
    expect(reports.at(-1)).toMatchObject({ index: 'embedded', outcome: 'built' })
    expect(reports.at(-1)!.done).toBeGreaterThanOrEqual(reports[0]!.total)
  })

  it('X5 an interrupted rebuild leaves the index unchanged', async () => {
    const before = await indexed('a')
    const interruption = new AbortController()
    const reports: RebuildReport[] = []
    const report = (one: RebuildReport): void => {
      reports.push(one)
      if (one.done > 0) interruption.abort()
    }
    expect(await rebuildSearch(server.config, report, interruption.signal)).toBe(false)
    expect(reports.at(-1)!.outcome).toBe('interrupted')
    expect(await indexed('a')).toEqual(before)
    const bead = await startBead(ada.client, { title: 'Afterwards' })
    await soon('afterwards', [`bead ${bead.id}`])
  })
})

describe('X5 a read-only server', () => {
  it('X5 the server searches, and follows the writes of another process', async () => {
    const { server: quiet, close } = await startReadOnlyServer()
    try {
      quiet.services.search.start()
      const names = async () => (await ok(quiet.client().get<Page<SearchItem>>('/api/v2/search?q=ida'))).results.map(({ id }) => id)
      expect(await names()).toEqual(['ida'])
      await transaction(quiet.db, async (manager) => {
        await manager.update('member', { uid: 'ida' }, { name: 'Somebody', uidKey: 'ida' })
        await append(manager, [{ type: 'member', id: 'ida' }], new Date().toISOString())
      })
      const deadline = Date.now() + 1000
      while ((await indexed('somebody', null, quiet.services)).length === 0 && Date.now() < deadline) await sleep(10)
      expect(await indexed('somebody', null, quiet.services)).toEqual(['member ida'])
    } finally {
      await close()
    }
  })
})

describe('X5 a server without a usable index', () => {
  it('X5 searches → 503, all else works, and the index is built when it becomes possible', async () => {
    const quiet = await startTestServer()
    try {
      const { client, me } = await quiet.signUp('Undeterred')
      const folder = joined(quiet.config.dataDir, 'search')
      await mkdir(quiet.config.dataDir, { recursive: true })
      await rmdir(folder).catch(() => undefined)
      await writeFile(folder, 'no folder')
      expect((await client.get('/api/v2/search?q=undeterred')).status).toBe(503)
      const bead = await startBead(client, { title: 'All the same' })
      await quiet.services.outbox.drain()
      expect((await client.get(`/api/v0/beads/${bead.id}`)).status).toBe(200)
      await rename(folder, `${folder}.moved`)
      await quiet.services.search.catchUp()
      expect(await indexed('undeterred', null, quiet.services)).toEqual([`member ${me.uid}`])
      expect(await indexed('all the same', null, quiet.services)).toEqual([`bead ${bead.id}`])
    } finally {
      await quiet.close()
    }
  })
})

describe('X5 a server before its first search', () => {
  it('X5 the index is built at the first search, which is complete', async () => {
    const quiet = await startTestServer()
    try {
      const { client } = await quiet.signUp('Solitaire')
      const bead = await startBead(client, { title: 'Patience' })
      await quiet.services.outbox.drain()
      expect(await indexed('patience', null, quiet.services)).toEqual([`bead ${bead.id}`])
      await ok(client.delete(`/api/v0/beads/${bead.id}`))
      await quiet.services.outbox.drain()
      expect(await indexed('patience', null, quiet.services)).toEqual([])
    } finally {
      await quiet.close()
    }
  })
})
