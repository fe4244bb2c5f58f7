import { beforeEach, describe, expect, it } from 'vitest'
import { messages, type Media } from '#contract/index.ts'
import { addPost, startBead } from '../support/content.ts'
import { createOutside } from '../support/outside.ts'
import { earliestPosts, importInto, m3u } from './import-export.ts'
import { ada, server, setUpPeople } from '../support/people.ts'

const outside = createOutside()
setUpPeople({ fetcher: outside })
beforeEach(() => outside.setBehaviour('back'))

describe('BY11 report of an import', () => {
  it('BY11 the report lists added, repeated and failed lines', async () => {
    const bead = await startBead(ada.client)
    const text =
      '#EXTM3U\n#EXTINF:1,First\nhttps://files.example/r.mp3\nhttps://files.example/r.mp3\n/home/me/song.mp3\nsong.mp3\nfile:///etc/passwd\n#EXTINF:2,Late\n#EXTVLCOPT:start-time=9\n#EXTVLCOPT:stop-time=3\nhttps://files.example/t.mp3\nhttps://files.example/last.mp3\n'
    expect((await importInto(ada.client, bead.id, text)).body).toEqual({
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
    expect((await earliestPosts(ada.client, bead.id)).map(({ title }) => title)).toEqual(['First', 'Last'])
  })

  it('BY11 markup in an imported file is escaped, or cleaned in the own extension', async () => {
    const bead = await startBead(ada.client)
    const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script><b>b</b>'
    await importInto(
      ada.client,
      bead.id,
      JSON.stringify({
        playlist: { track: [{ location: ['https://files.example/h.mp3'], title: hostile, creator: hostile, annotation: hostile }] },
      }),
    )
    await importInto(
      ada.client,
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
    const [foreign, own] = await earliestPosts(ada.client, bead.id)
    expect(foreign!.description).toBe('&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b&gt;b&lt;/b&gt;')
    // In our own extension, markup is cleaned like that of a member's post.
    expect(own!.description).toBe('<b>b</b>')
    for (const { tags } of [foreign!, own!]) for (const tag of tags) expect(tag).toMatch(/^[\p{L}\p{N}]+$/u)
  })

  it('BY11 G4 mentions in imported posts are linked and notify no one, also when edited; those in other posts notify', async () => {
    const ben = await server.signUp('Ben')
    const bead = await startBead(ada.client)
    const mentionCount = async () => {
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
    expect((await importInto(ada.client, bead.id, JSON.stringify({ playlist: { track: tracks } }))).body).toMatchObject({ added: 2 })
    const posts = await earliestPosts(ada.client, bead.id)
    for (const { description } of posts) expect(description).toContain(`<a href="/p/${ben.me.uid}">`)
    expect(await mentionCount()).toBe(0)
    expect((await ada.client.post(`/api/v0/posts/${posts[1]!.id}`, { description: `${text}, he knows` })).status).toBe(200)
    expect(await mentionCount()).toBe(0)
    await addPost(ada.client, bead.id, { title: 'By hand', description: text })
    expect(await mentionCount()).toBe(1)
  })

  it('BY11 server-side fields in a forged file are ignored', async () => {
    const bead = await startBead(ada.client)
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
    const { body } = await importInto(
      ada.client,
      bead.id,
      JSON.stringify({
        playlist: { track: [{ location: [], extension: { 'urn:strand:playlist:1': [{ title: 'Forged', tags: [], media: forged }] } }] },
      }),
    )
    const posts = await earliestPosts(ada.client, bead.id)
    expect(body.added + body.failed.length).toBe(1)
    expect(JSON.stringify(posts)).not.toMatch(/javascript:|<script|"source":"YouTube"/)
  })

  it('BY11 500 entries are imported per call; the next call continues', async () => {
    const bead = await startBead(ada.client)
    const content = m3u(Array.from({ length: 503 }, (_, n) => `https://files.example/many/${n}.mp3`))
    const first = (await importInto(ada.client, bead.id, content)).body
    expect([first.total, first.added, first.next]).toEqual([503, 500, 500])
    const second = (await importInto(ada.client, bead.id, content, { from: first.next })).body
    expect([second.added, second.repeated, second.next]).toEqual([3, 0, null])
    expect((await importInto(ada.client, bead.id, content, { from: 9999 })).body).toMatchObject({ added: 0, next: null })
  }, 60_000)

  it.each([
    ['an empty file', { content: '' }, 400],
    ['a file that is no playlist', { content: 'hello' }, 400],
    ['an unknown format', { content: 'x', format: 'exe' }, 400],
    ['content that is no string', { content: {} }, 400],
    ['a format that does not match', { content: '{}', format: 'xspf' }, 400],
    ['3,000,001 characters', { content: 'x'.repeat(3_000_001) }, 400],
  ])('BY11 %s → 400', async (_what, body, status) => {
    const bead = await startBead(ada.client)
    const reply = await ada.client.post(`/api/v0/beads/${bead.id}/import`, body)
    expect([reply.status, typeof reply.body.message]).toEqual([status, 'string'])
    expect(await earliestPosts(ada.client, bead.id)).toEqual([])
  })

  it('BY11 a body over the maximum → 413', async () => {
    const bead = await startBead(ada.client)
    const { status, body } = await ada.client.post(`/api/v0/beads/${bead.id}/import`, { content: 'x'.repeat(8_100_000) })
    expect([status, body.message]).toEqual([413, messages.importTooLarge])
  })
})
