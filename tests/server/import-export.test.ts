import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messages, type Answer, type Bead, type Media, type Post } from '#contract/index.ts'
import { formats } from '../../server/features/importExport/format.ts'
import { createTransfer } from '../../server/features/importExport/service.ts'
import { addPost, startBead, updateBead, updateMember } from '../support/content.ts'
import { createOutside, type Outside } from '../support/outside.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

type Report = Answer<'POST /api/v0/beads/:id/import'>
type Preview = Answer<'POST /api/v0/beads/import/preview'>

let server: TestServer
let outside: Outside
let ada: Client
let adaUid: string
beforeAll(async () => {
  outside = createOutside()
  server = await startTestServer({ fetcher: outside })
  const signedUp = await server.signUp('Ada')
  ada = signedUp.client
  adaUid = signedUp.me.uid
})
afterAll(() => server.close())
beforeEach(() => outside.go('back'))

const bring = (client: Client, bead: string, content: string, more: object = {}) =>
  client.post<Report>(`/api/v0/beads/${bead}/import`, { content, ...more })
const look = (client: Client, content: string, more: object = {}) =>
  client.post<Preview>('/api/v0/beads/import/preview', { content, ...more })
const take = (client: Client, bead: string, format: string) => client.get<string>(`/api/v0/beads/${bead}/export?format=${format}`)
const postsOf = async (bead: string, client = ada): Promise<Post[]> =>
  (await client.get(`/api/v0/posts?bead=${bead}&sort=earliest&limit=1000`)).body.results
const video = (n: number) => `https://www.youtube.com/watch?v=${String(n).padStart(11, 'v')}`
const list = (hrefs: string[]) => `#EXTM3U\n${hrefs.join('\n')}\n`

/** What a playlist is about: the rest (ids, dates, who) is new wherever it goes. */
const essence = ({ title, description, tags, media }: Post) => ({ title, description, tags, media })

describe('BZ7 a playlist that goes out and comes in again', () => {
  let bead: Bead
  beforeAll(async () => {
    bead = await startBead(ada, { title: 'Out & "in"', description: 'A\nB' })
    outside.html('https://page.example/story', '<title>Story</title><meta property="og:image" content="https://page.example/p.jpg">')
    for (const body of [
      {
        title: 'Two copies',
        description: '<b>Bold</b> & <a href="https://x.example/?a=1&b=2">link</a><br>and =1+1',
        tags: ['Jazz', 'Night Bus'],
        media: {
          href: `${video(1)}&t=10`,
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
      await addPost(ada, bead.id, body)
  })

  it.each(['jspf', 'xspf'])('BZ7 BY12 BY11 %s loses nothing', async (format) => {
    const { status, headers, body } = await take(ada, bead.id, format)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe(formats[format as 'jspf'].type)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${bead.id}.${format}"; filename*=UTF-8''out-in.${format}`)
    const copy = await startBead(ada, { title: 'Copy' })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    // Nobody answers any more: what the file says is what there is.
    expect((await bring(ada, copy.id, text)).body).toEqual({ format, total: 5, added: 5, repeated: 0, repeats: [], failed: [], next: null })
    expect((await postsOf(copy.id)).map(essence)).toEqual((await postsOf(bead.id)).map(essence))
    const preview = (await look(ada, text, { bead: copy.id })).body
    expect(
      preview.entries.map(({ state }) => state),
      'all of it is there',
    ).toEqual(Array(5).fill('repeat'))
    const again = (await bring(ada, copy.id, text)).body
    expect([again.added, again.repeats.map(({ line }) => line)]).toEqual([0, [1, 2, 3, 4, 5]])
  })

  it.each([
    ['m3u', 4],
    ['csv', 4],
  ] as const)('BY11 BY12 %s keeps what has an address', async (format, added) => {
    const { body } = await take(ada, bead.id, format)
    const copy = await startBead(ada, { title: 'Copy' })
    const report = (await bring(ada, copy.id, body)).body
    expect(report).toMatchObject({ format, added, repeated: 0 })
    if (format === 'csv')
      expect(report.failed).toEqual([{ line: expect.any(Number), title: 'Only words', reason: messages.importNoAddress }])
    const [first] = await postsOf(copy.id)
    expect(first!.media).toMatchObject({ href: video(1), startTime: 12, endTime: 90 })
    if (format === 'csv') {
      expect(first!.media!.media.map(({ type }) => type)).toEqual(['youtube', 'vimeo', 'file'])
      expect(first!.tags).toEqual(['Jazz', 'NightBus'])
      expect((await postsOf(copy.id)).at(-1)!.title).toBe("='formula")
    }
  })

  it('BY12 a long playlist leaves in order', async () => {
    const long = await startBead(ada, { title: 'Long' })
    const hrefs = Array.from({ length: 250 }, (_, n) => `https://files.example/${n}.mp3`)
    expect((await bring(ada, long.id, list(hrefs))).body.added).toBe(250)
    const { playlist } = JSON.parse(
      await take(server.client(), long.id, 'jspf').then(({ body }) => (typeof body === 'string' ? body : JSON.stringify(body))),
    )
    expect(playlist.track.map(({ location }: { location: string[] }) => location[0])).toEqual(hrefs)
  }, 60_000)
})

describe('BY12 who may take a playlist out', () => {
  it('BY12 everybody a published one, its collaborators and admins a draft', async () => {
    const draft = await startBead(ada, { title: 'Draft', isDraft: true })
    const other = await server.signUp()
    const admin = await server.signUp()
    await updateMember(server.db, admin.me.uid, { isAdmin: true })
    expect((await take(server.client(), draft.id, 'csv')).status).toBe(403)
    expect((await take(other.client, draft.id, 'csv')).status).toBe(403)
    expect((await take(ada, draft.id, 'csv')).status).toBe(200)
    expect((await take(admin.client, draft.id, 'csv')).status).toBe(200)
    await updateBead(server.db, draft.id, { isDraft: false })
    expect((await take(server.client(), draft.id, 'csv')).status).toBe(200)
    expect((await take(ada, 'b00000000000000000', 'csv')).status).toBe(404)
    expect((await take(ada, draft.id, 'exe')).status).toBe(400)
  })
})

describe('BY11 who may bring one in', () => {
  it('BY11 each role as for a single post, and read-only nobody', async () => {
    const [invitee, member, admin, muzzled, halfMuzzled] = await Promise.all([
      server.signUp(),
      server.signUp(),
      server.signUp(),
      server.signUp(),
      server.signUp(),
    ])
    await updateMember(server.db, admin.me.uid, { isAdmin: true })
    const privileges = {
      canComment: true,
      canCreateBead: true,
      canCreateDraftBead: true,
      canFollow: true,
      canPost: true,
      canCreatePost: true,
    }
    await updateMember(server.db, muzzled.me.uid, { privileges: { ...privileges, canPost: false } })
    await updateMember(server.db, halfMuzzled.me.uid, { privileges: { ...privileges, canCreatePost: false } })
    const personal = await startBead(ada, { invitees: [invitee.me.uid, muzzled.me.uid, halfMuzzled.me.uid] })
    const tried = async (client: Client, n: number) => {
      const { status, body } = await bring(client, personal.id, list([video(n)]))
      return [status, (body as unknown as { message?: string }).message ?? body.added]
    }
    expect((await tried(server.client(), 1))[0]).toBe(401)
    expect(await tried(member.client, 2)).toEqual([403, messages.forbidden])
    expect(await tried(muzzled.client, 3)).toEqual([403, messages.cannotPost])
    expect(await tried(halfMuzzled.client, 4)).toEqual([403, messages.cannotCreatePost])
    expect(await tried(invitee.client, 5)).toEqual([200, 1])
    expect(await tried(ada, 6)).toEqual([200, 1])
    expect(await tried(admin.client, 7)).toEqual([200, 1])
    expect((await postsOf(personal.id)).map(({ creator, media }) => [creator.uid, media!.href])).toEqual([
      [invitee.me.uid, video(5)],
      [adaUid, video(6)],
      [admin.me.uid, video(7)],
    ])
    expect((await bring(ada, 'b00000000000000000', list([video(1)]))).status).toBe(404)
  })

  it('BY11 a read-only server takes none', async () => {
    const still = await startTestServer({ env: { STRAND_READ_ONLY: '1' } })
    try {
      const { uid } = await still.services.accounts.signUp({ name: 'Earlier Member', email: 'earlier@example.org', password: 'earlier' })
      const client = still.client()
      await client.post('/api/v1/auth/login', { username: uid, password: 'earlier' })
      const { status, body } = await client.post('/api/v0/beads/b00000000000000000/import', { content: list([video(1)]) })
      expect([status, body.code]).toEqual([503, 'read_only'])
    } finally {
      await still.close()
    }
  })
})

describe('BY11 the report', () => {
  it('BY11 says of each line what became of it', async () => {
    const bead = await startBead(ada)
    const text =
      '#EXTM3U\n#EXTINF:1,First\nhttps://files.example/r.mp3\nhttps://files.example/r.mp3\n/home/me/song.mp3\nsong.mp3\nfile:///etc/passwd\n#EXTINF:2,Late\n#EXTVLCOPT:start-time=9\n#EXTVLCOPT:stop-time=3\nhttps://files.example/t.mp3\nhttps://files.example/last.mp3\n'
    expect((await bring(ada, bead.id, text)).body).toEqual({
      format: 'm3u',
      total: 7,
      added: 2,
      repeated: 1,
      next: null,
      repeats: [{ line: 4, title: 'https://files.example/r.mp3' }],
      failed: [
        { line: 5, title: '/home/me/song.mp3', reason: messages.importNoAddress },
        { line: 6, title: 'song.mp3', reason: messages.importNoAddress },
        { line: 7, title: 'file:///etc/passwd', reason: messages.importNoAddress },
        { line: 11, title: 'Late', reason: messages.timeOrder },
      ],
    })
    expect((await postsOf(bead.id)).map(({ title }) => title)).toEqual(['First', 'Last'])
  })

  it('BY11 what others wrote is text, whatever it looks like', async () => {
    const bead = await startBead(ada)
    const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script><b>b</b>'
    await bring(
      ada,
      bead.id,
      JSON.stringify({
        playlist: { track: [{ location: ['https://files.example/h.mp3'], title: hostile, creator: hostile, annotation: hostile }] },
      }),
    )
    await bring(
      ada,
      bead.id,
      JSON.stringify({
        playlist: {
          track: [
            {
              location: [],
              extension: { 'urn:strand:playlist:1': [{ title: 'Own', description: hostile, tags: [hostile], media: null }] },
            },
          ],
        },
      }),
    )
    const [foreign, own] = await postsOf(bead.id)
    expect(foreign!.description).toBe('&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b&gt;b&lt;/b&gt;')
    // Our own extension may say what a member may say, and no more.
    expect(own!.description).toBe('<b>b</b>')
    for (const { tags } of [foreign!, own!]) for (const tag of tags) expect(tag).toMatch(/^[\p{L}\p{N}]+$/u)
  })

  it('BY11 G4 whom a text mentions is linked and not told, neither when a file is brought in nor when its post is changed; what is written by hand tells', async () => {
    const ben = await server.signUp('Ben')
    const bead = await startBead(ada)
    const told = async () => {
      await server.services.outbox.drain()
      return (await ben.client.get<{ results: { verb: string }[] }>('/api/v1/me/notifications')).body.results.filter(
        ({ verb }) => verb === 'mention',
      ).length
    }
    const text = `Ask @${ben.me.uid} about it`
    const tracks = [
      { location: ['https://files.example/foreign.mp3'], title: 'Foreign', annotation: text },
      { location: [], extension: { 'urn:strand:playlist:1': [{ title: 'Own', description: text, tags: [], media: null }] } },
    ]
    expect((await bring(ada, bead.id, JSON.stringify({ playlist: { track: tracks } }))).body).toMatchObject({ added: 2 })
    const posts = await postsOf(bead.id)
    for (const { description } of posts) expect(description).toContain(`<a href="/p/${ben.me.uid}">`)
    expect(await told()).toBe(0)
    expect((await ada.post(`/api/v0/posts/${posts[1]!.id}`, { description: `${text}, he knows` })).status).toBe(200)
    expect(await told()).toBe(0)
    await addPost(ada, bead.id, { title: 'By hand', description: text })
    expect(await told()).toBe(1)
  })

  it('BY11 of a file that says what only the server may know nothing is believed', async () => {
    const bead = await startBead(ada)
    const forged = {
      type: 'video',
      href: 'https://page.example/forged',
      title: 'x',
      source: 'YouTube',
      image: 'javascript:alert(1)',
      media: [
        { type: 'file', uri: 'javascript:alert(1)', href: 'javascript:alert(1)' },
        { type: 'youtube', uri: '"><script>', href: 'https://evil.example/' },
      ],
    } as unknown as Media
    const { body } = await bring(
      ada,
      bead.id,
      JSON.stringify({
        playlist: { track: [{ location: [], extension: { 'urn:strand:playlist:1': [{ title: 'Forged', tags: [], media: forged }] } }] },
      }),
    )
    const posts = await postsOf(bead.id)
    expect(body.added + body.failed.length).toBe(1)
    expect(JSON.stringify(posts)).not.toMatch(/javascript:|<script|"source":"YouTube"/)
  })

  it('BY11 five hundred at a time, and the rest by another call', async () => {
    const bead = await startBead(ada)
    const content = list(Array.from({ length: 503 }, (_, n) => `https://files.example/many/${n}.mp3`))
    const first = (await bring(ada, bead.id, content)).body
    expect([first.total, first.added, first.next]).toEqual([503, 500, 500])
    const second = (await bring(ada, bead.id, content, { from: first.next })).body
    expect([second.added, second.repeated, second.next]).toEqual([3, 0, null])
    expect((await bring(ada, bead.id, content, { from: 9999 })).body).toMatchObject({ added: 0, next: null })
  }, 60_000)

  it.each([
    ['nothing', { content: '' }, 400],
    ['no playlist', { content: 'hello' }, 400],
    ['another format', { content: 'x', format: 'exe' }, 400],
    ['no text', { content: {} }, 400],
    ['a format that it is not of', { content: '{}', format: 'xspf' }, 400],
    ['too much', { content: 'x'.repeat(3_000_001) }, 400],
  ])('BY11 %s is refused', async (_what, body, status) => {
    const bead = await startBead(ada)
    const reply = await ada.post(`/api/v0/beads/${bead.id}/import`, body)
    expect([reply.status, typeof reply.body.message]).toEqual([status, 'string'])
    expect(await postsOf(bead.id)).toEqual([])
  })

  it('BY11 a body beyond all bounds is not read', async () => {
    const bead = await startBead(ada)
    const { status, body } = await ada.post(`/api/v0/beads/${bead.id}/import`, { content: 'x'.repeat(8_100_000) })
    expect([status, body.message]).toEqual([413, messages.importTooLarge])
  })
})

describe('BY11 what an import would make', () => {
  it('BY11 tells titles, repeats and what cannot be read; nothing is written, and nobody is asked', async () => {
    const bead = await startBead(ada)
    await addPost(ada, bead.id, { media: { href: 'https://files.example/there.mp3' } })
    outside.go('back')
    const asked = outside.asked.length
    const count = async () => (await ada.get<Bead>(`/api/v0/beads/${bead.id}`)).body.postCount
    const content =
      '#EXTM3U\n#PLAYLIST:Of the file\n#EXTINF:60,Ann - Waltz\nhttps://files.example/new.mp3\nhttps://files.example/new.mp3\nhttps://files.example/there.mp3\nsong.mp3\n#EXTINF:2,Late\n#EXTVLCOPT:start-time=9\n#EXTVLCOPT:stop-time=3\nhttps://files.example/t.mp3\n'
    const [waltz, again, there] = [
      { line: 4, title: 'Waltz', href: 'https://files.example/new.mp3', artist: 'Ann', duration: 60 },
      { line: 5, title: 'New', href: 'https://files.example/new.mp3' },
      { line: 6, title: 'There', href: 'https://files.example/there.mp3' },
    ]
    const rest = [
      { line: 7, title: 'song.mp3', state: 'refused', reason: messages.importNoAddress },
      { line: 11, title: 'Late', href: 'https://files.example/t.mp3', state: 'refused', reason: messages.timeOrder },
    ]
    const into = (await look(ada, content, { bead: bead.id })).body
    expect(into).toEqual({
      format: 'm3u',
      title: 'Of the file',
      tags: [],
      total: 5,
      next: null,
      entries: [{ ...waltz, state: 'new' }, { ...again, state: 'repeat' }, { ...there, state: 'repeat' }, ...rest],
    })
    // Of a new playlist nothing is there already but what the file itself says twice.
    expect((await look(ada, content)).body.entries).toEqual([
      { ...waltz, state: 'new' },
      { ...again, state: 'repeat' },
      { ...there, state: 'new' },
      ...rest,
    ])
    expect(outside.asked.length).toBe(asked)
    expect(await count()).toBe(1)
    // And what it said comes about.
    const report = (await bring(ada, bead.id, content)).body
    expect(report.repeats.map(({ line }) => line)).toEqual(into.entries.filter(({ state }) => state === 'repeat').map(({ line }) => line))
    expect(report.failed).toEqual(rest.map(({ line, title, reason }) => ({ line, title, reason })))
    expect((await postsOf(bead.id)).at(-1)).toMatchObject({ title: 'Waltz', media: { artist: 'Ann' } })
  })

  it('BY11 a playlist that left comes in as a new one: what it is called, its description and its tags', async () => {
    const bead = await startBead(ada, { title: 'To go', description: 'All of it', tags: ['Jazz', 'Night'] })
    await addPost(ada, bead.id, { title: 'Only words', description: 'said' })
    for (const format of ['jspf', 'xspf']) {
      const { body } = await take(ada, bead.id, format)
      expect((await look(ada, typeof body === 'string' ? body : JSON.stringify(body))).body).toEqual({
        format,
        title: 'To go',
        description: 'All of it',
        tags: ['Jazz', 'Night'],
        total: 1,
        next: null,
        entries: [{ line: 1, title: 'Only words', state: 'new' }],
      })
    }
    const long = JSON.stringify({ playlist: { title: ` ${'x'.repeat(70)}`, annotation: 'y'.repeat(4001), track: [{}] } })
    const { title, description, entries } = (await look(ada, long)).body
    expect([title!.length, description!.length, entries[0]]).toEqual([
      64,
      4000,
      { line: 1, title: '', state: 'refused', reason: messages.importNoAddress },
    ])
  })

  it.each([
    [499, 499, null],
    [500, 500, null],
    [501, 500, 500],
  ])('BY11 of %i entries %i are told at a time', async (count, told, next) => {
    const content = list(Array.from({ length: count }, (_, n) => `https://files.example/many/${n}.mp3`))
    const first = (await look(ada, content)).body
    expect([first.total, first.entries.length, first.next]).toEqual([count, told, next])
    if (first.next !== null)
      expect((await look(ada, content, { from: first.next })).body).toMatchObject({ entries: [{ line: 502 }], next: null })
    expect((await look(ada, content, { from: 9999 })).body).toMatchObject({ entries: [], next: null })
  })

  it('BY11 who may not import is told so here already, and what is no playlist is refused alike', async () => {
    const [member, muzzled, idle] = await Promise.all([server.signUp(), server.signUp(), server.signUp()])
    const privileges = {
      canComment: true,
      canCreateBead: true,
      canCreateDraftBead: true,
      canFollow: true,
      canPost: true,
      canCreatePost: true,
    }
    await updateMember(server.db, muzzled.me.uid, { privileges: { ...privileges, canPost: false } })
    await updateMember(server.db, idle.me.uid, { privileges: { ...privileges, canCreateBead: false } })
    const personal = await startBead(ada, { invitees: [idle.me.uid] })
    const said = async (client: Client, more?: object) => {
      const { status, body } = await look(client, list([video(1)]), more)
      return [status, (body as unknown as { message?: string }).message]
    }
    expect((await said(server.client()))[0]).toBe(401)
    expect(await said(member.client, { bead: personal.id })).toEqual([403, messages.forbidden])
    expect(await said(muzzled.client)).toEqual([403, messages.cannotPost])
    expect(await said(idle.client)).toEqual([403, messages.cannotCreateBead])
    expect((await said(idle.client, { bead: personal.id }))[0]).toBe(200)
    expect((await said(ada, { bead: 'b00000000000000000' }))[0]).toBe(404)
    for (const [content, message] of [
      ['hello', messages.importUnknown],
      ['#EXTM3U\n', messages.importEmpty],
      ['#EXTM3U\n#EXT-X-TARGETDURATION:9\n', messages.importStream],
      ['x'.repeat(3_000_001), messages.importTooLarge],
    ] as const)
      expect((await look(ada, content)).body).toMatchObject({ code: 'invalid', message })
  })
})

describe('BY11 slow and failing surroundings', () => {
  /** The same services with less patience, and a count of how many addresses are asked about at once. */
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
  const viewer = async () => ({ uid: adaUid, isAdmin: false, privileges: (await ada.get('/api/v0/me')).body.privileges })
  const slow = Array.from({ length: 200 }, (_, n) => `https://slow-${n}.example/page-${n}`)

  it('BY11 two hundred hosts that never answer hold up nobody: their addresses tell what there is', async () => {
    const bead = await startBead(ada)
    outside.go('hang')
    const { transfer, most } = impatient(300, 60_000)
    const report = await transfer.import(bead.id, { content: list(slow), format: undefined, from: 0 }, await viewer())
    expect(report).toMatchObject({ added: 200, failed: [], next: null })
    expect(most()).toBeLessThanOrEqual(8)
    // Once the time for questions is over nobody is asked, let alone waited for.
    expect(outside.asked.filter((href) => href.includes('//slow-')).length).toBeLessThanOrEqual(16)
    const { posts, media } = server.services
    expect(await posts.findByMedium(bead.id, (await media.detect(slow[0]!, { waitMs: 0 })).mediaKey, null)).toMatchObject({
      title: 'slow-0.example: page 0',
      media: { type: 'webpage' },
    })
  }, 60_000)

  it('BY11 what does not fit into the time is for another call', async () => {
    const bead = await startBead(ada)
    const { transfer } = impatient(0, 0)
    const input = { content: list(slow.slice(0, 3)), format: undefined }
    const reports = []
    for (let from: number | null = 0; from !== null; from = reports.at(-1)!.next)
      reports.push(await transfer.import(bead.id, { ...input, from }, await viewer()))
    expect(reports.map(({ added, next }) => [added, next])).toEqual([
      [1, 1],
      [1, 2],
      [1, null],
    ])
  })

  it('BY11 a failure in the middle loses nothing of what was added, and says where to go on', async () => {
    const bead = await startBead(ada)
    const { transfer } = impatient(0, 60_000, (n) => {
      if (n === 3) throw new Error('disk full')
    })
    const input = { content: list(slow.slice(0, 5)), format: undefined }
    const report = await transfer.import(bead.id, { ...input, from: 0 }, await viewer())
    expect([report.added, report.next]).toEqual([2, 2])
    expect((await transfer.import(bead.id, { ...input, from: 2 }, await viewer())).added).toBe(3)
    expect(await postsOf(bead.id)).toHaveLength(5)
  })
})
