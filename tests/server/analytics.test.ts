import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatId } from '#contract/index.ts'
import { transaction } from '#db/transaction.ts'
import { cleanText } from '../../server/features/analytics/clean.ts'
import { EventEntity } from '../../server/features/analytics/entities.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  const signedUp = await server.signUp('Admin')
  admin = signedUp.client
  await updateMember(server.db, signedUp.me.uid, { isAdmin: true })
})
afterAll(() => server.close())

const report = (client: Client, event: string, body: unknown = {}) => client.post(`/api/v1/analytics/${event}`, body)
const overview = async (query = '') => (await admin.get(`/api/v1/admin/analytics${query}`)).body
const reports = async (event: string) => (await admin.get(`/api/v1/admin/analytics/${event}`)).body

describe('R21 daily counts', () => {
  it('R21 daily counts of collect, play, newpost, comment, share, follow, followbead and newbead, from events', async () => {
    const before = (await overview()).totals
    const [writer, fan] = [await server.signUp(), await server.signUp()]
    const bead = await startBead(writer.client)
    const post = await addPost(writer.client, bead.id, { title: 'Played', media: { href: 'https://example.org/a.mp3' } })
    const ok = async (path: string, body?: unknown) => expect((await fan.client.post(path, body)).status, path).toBe(200)
    await ok(`/api/v0/posts/${post.id}/collect`)
    await ok(`/api/v0/posts/${post.id}/collect`)
    await ok(`/api/v0/posts/${post.id}/play`)
    await ok(`/api/v0/comments/${post.id}`, { text: 'Yes' })
    await ok(`/api/v0/beads/${bead.id}/follow`)
    await ok(`/api/v0/members/${writer.me.uid}/follow`)
    await ok('/api/v0/tags/Jazz/follow')
    await ok(`/api/v0/posts/${post.id}/share`, { sharees: { uids: [], emails: ['friend@example.org'] }, msg: '' })
    await server.services.outbox.drain()
    const { days, totals } = await overview()
    const more = Object.fromEntries(Object.entries(totals).map(([metric, total]) => [metric, (total as number) - (before[metric] ?? 0)]))
    expect(more).toEqual({ collect: 1, play: 1, newpost: 1, comment: 1, share: 1, follow: 2, followbead: 1, newbead: 1 })
    expect(days[0].day).toBe(new Date().toISOString().slice(0, 10))
    expect(await overview('?since=2020-01-01&until=2020-02-01')).toMatchObject({ days: [], totals: {}, reported: {} })
  })
})

describe('R21 reports of pages', () => {
  it('R21 a report is stored with platform and data; its member is that of the session, not of the body', async () => {
    const { client, me } = await server.signUp()
    expect(
      (await report(client, 'newbeadfailed', { platform: 'mobileweb', uid: 'somebody.else', data: { status: 500, retry: false } })).body,
    ).toEqual({ recorded: true })
    await report(server.client(), 'newbeadfailed', { uid: me.uid })
    const { results, counts } = await reports('newbeadfailed')
    expect(counts.total).toBe(2)
    expect(results[0]).toMatchObject({ event: 'newbeadfailed', platform: 'web', uid: null, data: {} })
    expect(results[1]).toMatchObject({ platform: 'mobileweb', uid: me.uid, data: { status: 500, retry: false } })
    expect((await overview()).reported.newbeadfailed).toBe(2)
  })

  it('R21 A8 error reports are stored without query strings, email addresses and keys', async () => {
    await report(server.client(), 'xhrerror', {
      data: { url: 'https://strand.example/api/v2/search?q=my+secret', message: 'No answer for jo@example.org', 'mail jo@example.org': 1 },
    })
    const { results } = await reports('xhrerror')
    expect(results[0].data).toEqual({ url: 'https://strand.example/api/v2/search', message: 'No answer for [e-mail]', 'mail [e-mail]': 1 })
    expect(cleanText('at /p/ada?resetcode=abc#top (main.js:3)')).toBe('at /p/ada (main.js:3)')
    expect(cleanText('Is it so? #Jazz is')).toBe('Is it so? #Jazz is')
    expect(cleanText('x'.repeat(5000)).length).toBe(500)
    expect(cleanText(`${'x'.repeat(499)}😀`)).toBe('x'.repeat(499))
  })

  it.each([
    ['an unknown event', 'nonsense', {}],
    ['an unknown platform', 'play', { platform: 'toaster' }],
    ['nested data', 'play', { data: { deep: { er: 1 } } }],
    ['a value of 2,001 characters', 'play', { data: { text: 'x'.repeat(2001) } }],
    ['too many fields', 'play', { data: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, n])) }],
  ])('R21 a report with %s → 400', async (_what, event, body) => {
    expect((await report(server.client(), event, body)).status).toBe(400)
  })

  it('R21 a report of 17,000 characters → 413', async () => {
    expect((await report(server.client(), 'play', { data: { a: 'x'.repeat(17_000) } })).status).toBe(413)
  })

  it('R21 reports older than 30 days are swept', async () => {
    const day = 86_400_000
    const at = (days: number) => ({
      id: formatId('row', Date.now() - days * day, '00000000'),
      event: 'casterror',
      platform: 'web',
      uid: null,
      data: {},
      creationDate: new Date(Date.now() - days * day).toISOString(),
    })
    await transaction(server.db, (manager) => manager.insert(EventEntity, [at(31), at(29)]))
    await server.services.analytics.sweep.run(new AbortController().signal)
    expect((await reports('casterror')).counts.total).toBe(1)
  })
})

describe('R21 access', () => {
  it('R21 everyone may report; only admins may read', async () => {
    const { client } = await server.signUp()
    for (const path of ['/api/v1/admin/analytics', '/api/v1/admin/analytics/play']) {
      expect((await server.client().get(path)).status).toBe(401)
      expect((await client.get(path)).status).toBe(403)
      expect((await admin.get(path)).status).toBe(200)
    }
    for (const one of [server.client(), client, admin]) expect((await report(one, 'pageview')).status).toBe(200)
    expect((await server.client().post('/api/v1/analytics/play', {}, { headers: { 'X-Strand-Request': null } })).status).toBe(403)
  })

  describe('limits', () => {
    let limited: TestServer
    beforeEach(async () => {
      limited = await startTestServer({ env: { STRAND_RATE_LIMITS: '1' } })
    })
    afterEach(() => limited.close())

    it('R21 125 reports in a row → 429 before the last one', async () => {
      const visitor = limited.client()
      const statuses = new Set<number>()
      for (let n = 0; n < 125; n++) statuses.add((await report(visitor, 'scripterror')).status)
      expect(statuses).toEqual(new Set([200, 429]))
    })
  })
})
