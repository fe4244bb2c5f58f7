import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages, type Post } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import type { Images } from '../../server/features/images/service.ts'
import type { MediaService } from '../../server/features/media/service.ts'
import { createMediumResolver } from '../../server/features/posts/medium.ts'
import { addPost, startBead } from '../support/content.ts'
import { createOutside } from '../support/outside.ts'
import { ada, server, setUpPeople } from '../support/people.ts'

const outside = createOutside()
let bead: string

setUpPeople({ fetcher: outside })
beforeEach(async () => {
  bead = (await startBead(ada.client)).id
})
afterEach(() => outside.setBehaviour('back'))

const post = (body: unknown, id = bead) => ada.client.post<{ post: Post } & Record<string, unknown>>(`/api/v0/posts/${id}`, body)

describe('BZ1 copies of a medium', () => {
  const youtube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

  it('BZ1 other URLs of a medium → streams that the server detects; duplicates and URLs without a medium are dropped', async () => {
    const sent = {
      href: youtube,
      media: [
        { href: 'https://vimeo.com/76979871', type: 'file', uri: 'forged' },
        { href: 'https://example.org/a.mp4' },
        { href: youtube },
        { href: 'https://example.org/page' },
        { href: 'nothing' },
      ],
    }
    const { id, media } = await addPost(ada.client, bead, { title: 'x', media: sent })
    expect(media!.media.map(({ type, uri }) => [type, uri])).toEqual([
      ['youtube', 'dQw4w9WgXcQ'],
      ['vimeo', '76979871'],
      ['file', 'https://example.org/a.mp4'],
    ])
    const edited = (await post({ media: { href: youtube, startTime: '0:03' } }, id)).body.post
    expect(edited.media).toMatchObject({ startTime: 3, media: [{}, { uri: '76979871' }, {}] })
    expect((await post({ media: { href: youtube, media: [] } }, id)).body.post.media!.media).toHaveLength(1)
  })

  it('BZ1 an edit while the host of existing copies does not respond → the copies stay; a new one is not added', async () => {
    const item = (id: string) =>
      outside.json(`https://archive.org/metadata/${id}`, {
        metadata: { mediatype: 'movies', title: id },
        files: [{ name: `${id}.mp4`, format: 'h.264', length: '60' }],
      })
    for (const id of ['reel', 'roll']) item(id)
    const copies = ['reel', 'roll'].map((id) => ({ href: `https://archive.org/details/${id}` }))
    const { id, media } = await addPost(ada.client, bead, { title: 'x', media: { href: youtube, media: copies } })
    const streams = media!.media.slice(1)
    expect(streams.map(({ uri }) => uri)).toEqual([
      'https://archive.org/download/reel/reel.mp4',
      'https://archive.org/download/roll/roll.mp4',
    ])
    outside.setBehaviour('refuse')
    const again = { href: youtube, endTime: '0:30', what: 'Reels', media: streams.toReversed().map(({ href }) => ({ href })) }
    const edited = (await post({ media: again }, id)).body.post.media!
    expect(edited).toMatchObject({ endTime: 30, what: 'Reels' })
    expect(edited.media.slice(1)).toEqual(streams.toReversed())
    // A new URL whose host does not respond is not added.
    const strange = (await post({ media: { ...again, media: [{ href: 'https://archive.org/details/other' }] } }, id)).body.post.media!
    expect(strange.media).toHaveLength(1)
  })

  it('BZ1 three copies → detected concurrently', async () => {
    const copies = ['first', 'second', 'third'].map((name) => ({ href: `https://copies.example/${name}` }))
    const requests: string[] = []
    let all = () => {}
    const together = new Promise<void>((resolve) => (all = resolve))
    const detect: MediaService['detect'] = async (href) => {
      if (href !== youtube) {
        requests.push(href)
        if (requests.length === copies.length) all()
        // No request is answered before the last one has arrived.
        await together
      }
      return {
        mediaKey: href,
        media: { type: 'video', href, source: 'x', title: href, media: [{ type: 'file', uri: href, href }] },
        about: null,
        byUri: false,
      }
    }
    const mediumResolver = createMediumResolver({
      db: server.db,
      detector: { detect } as MediaService,
      images: {} as Images,
      publicUrl: server.url,
    })
    const { media } = await mediumResolver.resolve('p1', { href: youtube, media: copies }, null)
    expect(media.media.slice(1).map(({ uri }) => uri)).toEqual(copies.map(({ href }) => href))
  })

  const file = 'https://example.org/a.mp4'
  const song = 'https://example.org/b.mp3'
  const hrefs = ({ media }: Post) => [media!.href, ...media!.media.map(({ href }) => href)]

  it('BZ1 another main copy → the same copies in the given order, with the same title and artists', async () => {
    const { id } = await addPost(ada.client, bead, {
      title: 'A headline',
      media: { href: youtube, what: 'A song', who: ['Ann'], media: [{ href: file }, { href: song }] },
    })
    const swapped = (await post({ media: { href: song, media: [{ href: youtube }, { href: file }] } }, id)).body.post
    expect(hrefs(swapped)).toEqual([song, song, youtube, file])
    expect(swapped).toMatchObject({ title: 'A headline', media: { what: 'A song', who: ['Ann'], artist: 'Ann' } })
    // An edit that contains only another main copy moves it to the front; an edit with the former order restores it.
    expect(hrefs((await post({ media: { href: file } }, id)).body.post)).toEqual([file, file, song, youtube])
    expect(hrefs((await post({ media: { href: youtube, media: [{ href: file }, { href: song }] } }, id)).body.post)).toEqual([
      youtube,
      youtube,
      file,
      song,
    ])
  })

  it('BZ1 an omitted copy → removed; a URL that is no copy → another medium', async () => {
    const { id } = await addPost(ada.client, bead, {
      title: 'x',
      media: { href: youtube, what: 'A song', media: [{ href: file }, { href: song }] },
    })
    expect(hrefs((await post({ media: { href: file, media: [{ href: youtube }] } }, id)).body.post)).toEqual([file, file, youtube])
    const other = (await post({ media: { href: 'https://example.org/other.mp4' } }, id)).body.post
    expect(hrefs(other)).toEqual(['https://example.org/other.mp4', 'https://example.org/other.mp4'])
    expect(other.media!.what).toBeUndefined()
  })

  it('BZ1 an edit while a copy is unavailable → its metadata stays, also if it becomes the main one', async () => {
    const item = 'https://archive.org/details/slow-film'
    const metadata = {
      metadata: { title: 'Slow film', mediatype: 'movies' },
      files: [{ name: 'film.mp4', format: 'h.264', source: 'original', length: '61.2' }],
    }
    outside.json('https://archive.org/metadata/slow-film', metadata)
    const { id, media } = await addPost(ada.client, bead, { title: 'x', media: { href: file, media: [{ href: item }] } })
    const known = media!.media[1]!
    expect(known).toMatchObject({ href: 'https://archive.org/download/slow-film/film.mp4', title: 'Slow film', duration: 61.2 })
    outside.setBehaviour('refuse')
    await transaction(server.db, (manager) => sql(manager, 'DELETE FROM "link"'))
    expect((await post({ media: { href: file, startTime: 1, media: [{ href: known.href }] } }, id)).body.post.media!.media[1]).toEqual(
      known,
    )
    const main = (await post({ media: { href: known.href, media: [{ href: file }] } }, id)).body.post.media!
    expect(main).toMatchObject({
      href: known.href,
      type: 'video',
      title: 'Slow film',
      duration: 61.2,
      media: [{ uri: known.uri }, { href: file }],
    })
  })

  it('BZ1 D6 another main copy of the same duration → the times stay; of another duration → removed', async () => {
    const long = (seconds: number) => ({
      metadata: { title: 'Film', mediatype: 'movies' },
      files: [{ name: 'film.mp4', format: 'h.264', source: 'original', length: String(seconds) }],
    })
    for (const [name, seconds] of [
      ['first', 100],
      ['close', 102],
      ['short', 97.9],
    ] as const)
      outside.json(`https://archive.org/metadata/${name}`, long(seconds))
    const at = (name: string) => `https://archive.org/details/${name}`
    const { id } = await addPost(ada.client, bead, {
      title: 'x',
      media: { href: at('first'), startTime: 10, endTime: 90, media: [{ href: at('close') }, { href: at('short') }] },
    })
    expect((await post({ media: { href: at('close') } }, id)).body.post.media).toMatchObject({ startTime: 10, endTime: 90 })
    // `endTime: null` removes the end time.
    const whole = (await post({ media: { href: at('first'), startTime: 10, endTime: null } }, id)).body.post.media!
    expect([whole.startTime, whole.endTime]).toEqual([10, undefined])
    const short = (await post({ media: { href: at('short') } }, id)).body.post.media!
    expect([short.startTime, short.endTime]).toEqual([undefined, undefined])
  })

  it('BZ1 D4 a main copy that another post of the playlist has → 409, unless repeat is set', async () => {
    const there = await addPost(ada.client, bead, { title: 'There', media: { href: file } })
    const { id } = await addPost(ada.client, bead, { title: 'x', media: { href: youtube, media: [{ href: file }] } })
    const swap = { media: { href: file, media: [{ href: youtube }] } }
    expect(await post(swap, id)).toMatchObject({ status: 409, body: { message: messages.postDuplicate, fields: { post: there.id } } })
    expect(hrefs((await post({ ...swap, repeat: true }, id)).body.post)).toEqual([file, file, youtube])
  })

  it('BZ1 nine streams → 400; eight → all stored', async () => {
    const media = Array.from({ length: 8 }, (_, n) => ({ href: `https://example.org/${n}.mp4` }))
    expect((await post({ title: 'x', media: { href: youtube, media } })).status).toBe(400)
    expect((await post({ title: 'x', media: { href: youtube, media: media.slice(1) } })).body.post.media!.media).toHaveLength(8)
  })
})
