import pino from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messages, type Bead, type Post } from '#contract/index.ts'
import { formats } from '../../server/features/importExport/format.ts'
import { createTransfer } from '../../server/features/importExport/service.ts'
import { addPost, startBead, updateBead, updateMember } from '../support/content.ts'
import { createOutside } from '../support/outside.ts'
import { startTestServer, type Client } from '../support/server.ts'
import { ada, server, setUpPeople } from '../support/people.ts'
import { allPrivileges, earliestPosts, exportAs, importInto, m3u, previewImport, videoHref } from './import-export.ts'

const outside = createOutside()
setUpPeople({ fetcher: outside })
beforeEach(() => outside.setBehaviour('back'))

/** What an export preserves of a post; ids, dates and the creator are new. */
const exportedFields = ({ title, description, tags, media }: Post) => ({ title, description, tags, media })

describe('BZ7 export and import of the same playlist', () => {
  let bead: Bead
  beforeAll(async () => {
    bead = await startBead(ada.client, { title: 'Out & "in"', description: 'A\nB' })
    outside.html('https://page.example/story', '<title>Story</title><meta property="og:image" content="https://page.example/p.jpg">')
    for (const body of [
      {
        title: 'Two copies',
        description: '<b>Bold</b> & <a href="https://x.example/?a=1&b=2">link</a><br>and =1+1',
        tags: ['Jazz', 'Night Bus'],
        media: {
          href: `${videoHref(1)}&t=10`,
          what: 'Song',
          who: ['A & B', 'C'],
          startTime: 12,
          endTime: 90,
          media: [{ href: 'https://vimeo.com/76979871' }, { href: 'https://files.example/song.mp3' }],
        },
      },
      { title: 'A clip of ours', media: { href: '/clips/waltz-for-a-kettle.ogg', startTime: 1 } },
      { title: 'Only words', description: 'ünïcödé 😀 ]]&gt; <i>x</i>' },
      { title: 'A page', media: { href: 'https://page.example/story' }, tags: ['Jazz'] },
      { title: "='formula", media: { href: 'https://files.example/a.mp4?x="&y=\'' } },
    ])
      await addPost(ada.client, bead.id, body)
  })

  it.each(['jspf', 'xspf'])('BZ7 BY12 BY11 %s preserves all posts; a second import adds nothing', async (format) => {
    const { status, headers, body } = await exportAs(ada.client, bead.id, format)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe(formats[format as 'jspf'].type)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${bead.id}.${format}"; filename*=UTF-8''out-in.${format}`)
    const copy = await startBead(ada.client, { title: 'Copy' })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    // The services do not respond: only the file's data is used.
    expect((await importInto(ada.client, copy.id, text)).body).toEqual({
      format,
      total: 5,
      added: 5,
      repeated: 0,
      repeats: [],
      failed: [],
      next: null,
    })
    expect((await earliestPosts(ada.client, copy.id)).map(exportedFields)).toEqual(
      (await earliestPosts(ada.client, bead.id)).map(exportedFields),
    )
    const preview = (await previewImport(ada.client, text, { bead: copy.id })).body
    expect(
      preview.entries.map(({ state }) => state),
      'all of it is there',
    ).toEqual(Array(5).fill('repeat'))
    const again = (await importInto(ada.client, copy.id, text)).body
    expect([again.added, again.repeats.map(({ line }) => line)]).toEqual([0, [1, 2, 3, 4, 5]])
  })

  it.each([
    ['m3u', 4],
    ['csv', 4],
  ] as const)('BY11 BY12 %s preserves posts with a URL', async (format, added) => {
    const { body } = await exportAs(ada.client, bead.id, format)
    const copy = await startBead(ada.client, { title: 'Copy' })
    const report = (await importInto(ada.client, copy.id, body)).body
    expect(report).toMatchObject({ format, added, repeated: 0 })
    if (format === 'csv')
      expect(report.failed).toEqual([{ line: expect.any(Number), title: 'Only words', reason: messages.importNoAddress }])
    const [first] = await earliestPosts(ada.client, copy.id)
    expect(first!.media).toMatchObject({ href: videoHref(1), startTime: 12, endTime: 90 })
    if (format === 'csv') {
      expect(first!.media!.media.map(({ type }) => type)).toEqual(['youtube', 'vimeo', 'file'])
      expect(first!.tags).toEqual(['Jazz', 'NightBus'])
      expect((await earliestPosts(ada.client, copy.id)).at(-1)!.title).toBe("='formula")
    }
  })

  it('BY12 an export of 250 posts keeps their order', async () => {
    const long = await startBead(ada.client, { title: 'Long' })
    const hrefs = Array.from({ length: 250 }, (_, n) => `https://files.example/${n}.mp3`)
    expect((await importInto(ada.client, long.id, m3u(hrefs))).body.added).toBe(250)
    const { playlist } = JSON.parse(
      await exportAs(server.client(), long.id, 'jspf').then(({ body }) => (typeof body === 'string' ? body : JSON.stringify(body))),
    )
    expect(playlist.track.map(({ location }: { location: string[] }) => location[0])).toEqual(hrefs)
  }, 60_000)
})

describe('BY12 permissions of exports', () => {
  it('BY12 a published playlist may be exported by everyone, a draft by its collaborators and admins', async () => {
    const draft = await startBead(ada.client, { title: 'Draft', isDraft: true })
    const other = await server.signUp()
    const admin = await server.signUp()
    await updateMember(server.db, admin.me.uid, { isAdmin: true })
    expect((await exportAs(server.client(), draft.id, 'csv')).status).toBe(403)
    expect((await exportAs(other.client, draft.id, 'csv')).status).toBe(403)
    expect((await exportAs(ada.client, draft.id, 'csv')).status).toBe(200)
    expect((await exportAs(admin.client, draft.id, 'csv')).status).toBe(200)
    await updateBead(server.db, draft.id, { isDraft: false })
    expect((await exportAs(server.client(), draft.id, 'csv')).status).toBe(200)
    expect((await exportAs(ada.client, 'b00000000000000000', 'csv')).status).toBe(404)
    expect((await exportAs(ada.client, draft.id, 'exe')).status).toBe(400)
  })
})

describe('BY11 permissions of imports', () => {
  it('BY11 imports have the permissions of single posts', async () => {
    const [invitee, member, admin, muzzled, halfMuzzled] = await Promise.all([
      server.signUp(),
      server.signUp(),
      server.signUp(),
      server.signUp(),
      server.signUp(),
    ])
    await updateMember(server.db, admin.me.uid, { isAdmin: true })
    await updateMember(server.db, muzzled.me.uid, { privileges: { ...allPrivileges, canPost: false } })
    await updateMember(server.db, halfMuzzled.me.uid, { privileges: { ...allPrivileges, canCreatePost: false } })
    const personal = await startBead(ada.client, { invitees: [invitee.me.uid, muzzled.me.uid, halfMuzzled.me.uid] })
    const tried = async (client: Client, n: number) => {
      const { status, body } = await importInto(client, personal.id, m3u([videoHref(n)]))
      return [status, (body as unknown as { message?: string }).message ?? body.added]
    }
    expect((await tried(server.client(), 1))[0]).toBe(401)
    expect(await tried(member.client, 2)).toEqual([403, messages.forbidden])
    expect(await tried(muzzled.client, 3)).toEqual([403, messages.cannotPost])
    expect(await tried(halfMuzzled.client, 4)).toEqual([403, messages.cannotCreatePost])
    expect(await tried(invitee.client, 5)).toEqual([200, 1])
    expect(await tried(ada.client, 6)).toEqual([200, 1])
    expect(await tried(admin.client, 7)).toEqual([200, 1])
    expect((await earliestPosts(ada.client, personal.id)).map(({ creator, media }) => [creator.uid, media!.href])).toEqual([
      [invitee.me.uid, videoHref(5)],
      [ada.uid, videoHref(6)],
      [admin.me.uid, videoHref(7)],
    ])
    expect((await importInto(ada.client, 'b00000000000000000', m3u([videoHref(1)]))).status).toBe(404)
  })

  it('BY11 import on a read-only server → 503', async () => {
    const still = await startTestServer({ env: { STRAND_READ_ONLY: '1' } })
    try {
      const { uid } = await still.services.accounts.signUp({ name: 'Earlier Member', email: 'earlier@example.org', password: 'earlier' })
      const client = still.client()
      await client.post('/api/v1/auth/login', { username: uid, password: 'earlier' })
      const { status, body } = await client.post('/api/v0/beads/b00000000000000000/import', { content: m3u([videoHref(1)]) })
      expect([status, body.code]).toEqual([503, 'read_only'])
    } finally {
      await still.close()
    }
  })
})

describe('BY11 slow hosts and failures', () => {
  /** The same services with shorter timeouts, and the maximum number of concurrent look-ups. */
  const impatient = (askMs: number, totalMs: number, fail: (n: number) => void = () => {}) => {
    const { media, posts, beads } = server.services
    let asking = 0
    let most = 0
    let made = 0
    const transfer = createTransfer({
      log: pino({ level: 'silent' }),
      beads,
      publicUrl: server.url,
      askMs,
      totalMs,
      posts: { ...posts, create: (...all) => (fail((made += 1)), posts.create(...all)) },
      media: {
        fromMemory: media.fromMemory,
        detect: async (...all) => {
          most = Math.max(most, (asking += 1))
          return media.detect(...all).finally(() => (asking -= 1))
        },
      },
    })
    return { transfer, most: () => most }
  }
  const viewer = async () => ({ uid: ada.uid, isAdmin: false, privileges: (await ada.client.get('/api/v0/me')).body.privileges })
  const slow = Array.from({ length: 200 }, (_, n) => `https://slow-${n}.example/page-${n}`)

  it('BY11 200 unresponsive hosts do not delay an import; titles come from the URLs', async () => {
    const bead = await startBead(ada.client)
    outside.setBehaviour('hang')
    const { transfer, most } = impatient(300, 60_000)
    const report = await transfer.import(bead.id, { content: m3u(slow), format: undefined, from: 0 }, await viewer())
    expect(report).toMatchObject({ added: 200, failed: [], next: null })
    expect(most()).toBeLessThanOrEqual(8)
    // After the time limit no service is requested.
    expect(outside.requests.filter((href) => href.includes('//slow-')).length).toBeLessThanOrEqual(16)
    const { posts, media } = server.services
    expect(await posts.findByMedium(bead.id, (await media.detect(slow[0]!, { waitMs: 0 })).mediaKey, null)).toMatchObject({
      title: 'slow-0.example: page 0',
      media: { type: 'webpage' },
    })
  }, 60_000)

  it('BY11 an import beyond its time limit continues in the next call', async () => {
    const bead = await startBead(ada.client)
    const { transfer } = impatient(0, 0)
    const input = { content: m3u(slow.slice(0, 3)), format: undefined }
    const reports = []
    for (let from: number | null = 0; from !== null; from = reports.at(-1)!.next)
      reports.push(await transfer.import(bead.id, { ...input, from }, await viewer()))
    expect(reports.map(({ added, next }) => [added, next])).toEqual([
      [1, 1],
      [1, 2],
      [1, null],
    ])
  })

  it('BY11 a failure midway keeps the added posts and returns where to continue', async () => {
    const bead = await startBead(ada.client)
    const { transfer } = impatient(0, 60_000, (n) => {
      if (n === 3) throw new Error('disk full')
    })
    const input = { content: m3u(slow.slice(0, 5)), format: undefined }
    const report = await transfer.import(bead.id, { ...input, from: 0 }, await viewer())
    expect([report.added, report.next]).toEqual([2, 2])
    expect((await transfer.import(bead.id, { ...input, from: 2 }, await viewer())).added).toBe(3)
    expect(await earliestPosts(ada.client, bead.id)).toHaveLength(5)
  })
})
