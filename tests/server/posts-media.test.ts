import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messages, type Post } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { sizeOf } from '../../server/features/images/measure.ts'
import type { Images } from '../../server/features/images/service.ts'
import type { MediaService } from '../../server/features/media/service.ts'
import { NetworkLinkEntity } from '../../server/features/oauth/entities.ts'
import { createMediumFinder } from '../../server/features/posts/medium.ts'
import { addPost, startBead } from '../support/content.ts'
import { createOutside, oembedOf } from '../support/outside.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

const outside = createOutside()
let server: TestServer
let ada: Client
let bead: string

const picture = (width: number, height: number, format: 'jpeg' | 'png' | 'webp' = 'png'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#4a7' } })
    [format]()
    .toBuffer()
const base64 = async (width: number, height: number, format?: 'jpeg' | 'png' | 'webp') =>
  (await picture(width, height, format)).toString('base64')

beforeAll(async () => {
  server = await startTestServer({ fetcher: outside })
  ada = (await server.signUp('Ada')).client
})
afterAll(() => server.close())
beforeEach(async () => {
  bead = (await startBead(ada)).id
})

const post = (body: unknown, id = bead) => ada.post<{ post: Post } & Record<string, unknown>>(`/api/v0/posts/${id}`, body)
const textOf = (file: unknown): string => (typeof file === 'string' ? file : JSON.stringify(file))
const isThere = async (path: string): Promise<boolean> => (await fetch(server.url + path)).status === 200

describe('D5 pictures', () => {
  it('D5 an uploaded picture is a medium of our own', async () => {
    const { media } = await addPost(ada, bead, { title: 'Mine', media: { imageBase64: `data:image/png;base64,${await base64(640, 480)}` } })
    expect(media).toMatchObject({
      type: 'image',
      source: 'Strand',
      attribution: server.url,
      media: [{ type: 'image', width: 640, height: 480 }],
    })
    expect(media!.href).toBe(media!.image)
    expect(await isThere(media!.href)).toBe(true)
  })

  it.each<[string, () => Promise<string>, number, string]>([
    ['too small', () => base64(299, 400), 400, messages.postImageTooSmall],
    ['too flat', () => base64(400, 199), 400, messages.postImageTooSmall],
    ['of another type', () => base64(400, 400, 'webp'), 415, messages.imageType],
    ['no picture', async () => Buffer.from('GIF89a nothing').toString('base64'), 415, messages.imageType],
    ['nothing', async () => '', 400, messages.imageMissing],
    ['too large', async () => Buffer.alloc(5_000_001, 1).toString('base64'), 413, messages.postImageTooLarge],
  ])('D5 refuses what is %s', async (_what, image, status, message) => {
    expect(await post({ title: 'x', media: { imageBase64: await image() } })).toMatchObject({ status, body: { message } })
    expect((await ada.get(`/api/v0/beads/${bead}`)).body.postCount).toBe(0)
  })

  it('D9 without a headline an upload is refused', async () => {
    expect((await post({ media: { imageBase64: await base64(300, 200) } })).body.fields).toEqual({ title: messages.postTitleRequired })
  })

  it('D10 another picture replaces the first, and an edit of the words keeps it', async () => {
    const first = await addPost(ada, bead, { title: 'x', media: { imageBase64: await base64(400, 300) } })
    const kept = (await post({ title: 'y', media: { href: first.media!.href } }, first.id)).body.post
    expect(kept.media).toMatchObject({ href: first.media!.href, image: first.media!.image, attribution: server.url })
    const second = (await post({ media: { imageBase64: await base64(500, 300) } }, first.id)).body.post
    expect(second.media!.href).not.toBe(first.media!.href)
    expect([await isThere(first.media!.href), await isThere(second.media!.href)]).toEqual([false, true])
    await ada.delete(`/api/v0/posts/${first.id}`)
    expect(await isThere(second.media!.href)).toBe(false)
  })

  it('D5 BY11 a pasted or imported uploaded picture is copied, and stays when the original post is deleted', async () => {
    const original = await addPost(ada, bead, { title: 'x', media: { imageBase64: await base64(400, 300), what: 'Sea' } })
    const { href } = original.media!
    const [pasted, imported, covered] = [(await startBead(ada)).id, (await startBead(ada)).id, (await startBead(ada)).id]
    const bare = href.replace(/\?.*/, '')
    for (const address of [bare, server.url + href, href]) {
      const { post: made } = (await post({ title: 'Pasted', media: { href: address }, repeat: true }, pasted)).body
      expect(made.media, address).toMatchObject({
        type: 'image',
        source: 'Strand',
        attribution: server.url,
        media: [{ type: 'image', width: 400, height: 300 }],
      })
    }
    const { body: file } = await ada.get(`/api/v0/beads/${bead}/export?format=jspf`)
    const bring = () => ada.post(`/api/v0/beads/${imported}/import`, { content: textOf(file) })
    expect((await bring()).body).toMatchObject({ added: 1, repeated: 0 })
    const { image } = (
      await ada.post('/api/v0/beads', {
        title: 'Cover',
        category: 'other',
        invitees: [],
        image: await base64(400, 300),
        attribution: { name: 'Me', url: 'example.org' },
      })
    ).body.data
    await post({ title: 'The cover', media: { href: image } }, covered)

    const mediaIn = async (id: string) => (await ada.get(`/api/v0/posts?bead=${id}`)).body.results.map((made: Post) => made.media!)
    const copies = (await Promise.all([pasted, imported, covered].map(mediaIn))).flat()
    expect(copies).toHaveLength(5)
    await ada.delete(`/api/v0/posts/${original.id}`)
    await ada.delete(`/api/v0/beads/${image.split(/[/.]/)[2]}`)
    for (const media of copies)
      expect([media.href, await isThere(media.href), await isThere(media.image!)]).toEqual([media.image, true, true])
    // A copy counts as the picture that it was made of.
    expect((await bring()).body).toMatchObject({ added: 0, repeated: 1 })
    const { body: copied } = await ada.get(`/api/v0/beads/${imported}/export?format=jspf`)
    expect((await ada.post(`/api/v0/beads/${imported}/import`, { content: textOf(copied) })).body).toMatchObject({ added: 0, repeated: 1 })
  })

  it('D5 an uploaded picture that is gone, or in a draft and named without its version, is refused', async () => {
    const draft = (await startBead(ada, { isDraft: true })).id
    const { id, media } = await addPost(ada, draft, { title: 'x', media: { imageBase64: await base64(400, 300) } })
    for (const href of [media!.href.replace(/\?.*/, ''), `${media!.href}0`])
      expect((await post({ title: 'y', media: { href } })).body.message, href).toBe(messages.imageGone)
    expect((await post({ title: 'y', media: { href: media!.href } })).status).toBe(200)
    await ada.delete(`/api/v0/posts/${id}`)
    expect((await post({ title: 'z', media: { href: media!.href }, repeat: true })).body.message).toBe(messages.imageGone)
  })

  it('D11 a repost has a picture of its own', async () => {
    const original = await addPost(ada, bead, { title: 'x', media: { imageBase64: await base64(400, 300) } })
    const other = (await startBead(ada)).id
    const { body } = await ada.post(`/api/v0/posts/${original.id}/repost/${other}`, {})
    await ada.delete(`/api/v0/posts/${original.id}`)
    const { media } = (await ada.get<Post>(`/api/v0/posts/${body._id}`)).body
    expect(media!.href).toContain(body._id)
    expect(await isThere(media!.href)).toBe(true)
  })

  it('D5 a picture from a link must load and be large enough, and says where it is from', async () => {
    outside.other('https://example.org/large.jpg', 'image/jpeg', { body: await picture(800, 600, 'jpeg') })
    outside.other('https://example.org/small.png', 'image/png', { body: await picture(200, 200) })
    const { media } = await addPost(ada, bead, {
      title: 'x',
      media: { href: 'https://example.org/large.jpg', attribution: 'example.org/page' },
    })
    expect(media).toMatchObject({ type: 'image', href: 'https://example.org/large.jpg', attribution: 'http://example.org/page' })
    expect(await isThere(media!.image!)).toBe(true)
    expect((await post({ title: 'x', media: { href: 'https://example.org/small.png' } })).body.message).toBe(messages.postImageTooSmall)
    expect((await post({ title: 'x', media: { href: 'https://example.org/gone.jpg' } })).body.message).toBe(messages.imageGone)
    expect(
      (await post({ title: 'x', media: { href: 'https://example.org/large.jpg', attribution: 'my own' }, repeat: true })).body.fields,
    ).toEqual({ 'media.attribution': messages.attributionUrl })
    const ported = (
      await post({ title: 'x', media: { href: 'https://example.org/large.jpg', attribution: 'www.example.org:8080/pic' }, repeat: true })
    ).body.post
    expect(ported.media!.attribution).toBe('http://www.example.org:8080/pic')
    const own = (await post({ title: 'x', media: { href: 'https://example.org/large.jpg' }, repeat: true })).body.post
    expect(own.media!.attribution).toBe('https://example.org/large.jpg')
  })
})

describe('D5 a linked picture of another format', () => {
  const head = {
    gif: (width: number, height: number) => {
      const bytes = Buffer.alloc(32)
      bytes.write('GIF89a')
      bytes.writeUInt16LE(width, 6)
      bytes.writeUInt16LE(height, 8)
      return bytes
    },
    webp: (width: number, height: number) => {
      const bytes = Buffer.alloc(40)
      bytes.write('RIFF')
      bytes.write('WEBPVP8X', 8)
      bytes.writeUIntLE(width - 1, 24, 3)
      bytes.writeUIntLE(height - 1, 27, 3)
      return bytes
    },
    avif: (width: number, height: number) => {
      const bytes = Buffer.alloc(80)
      bytes.write('ftypavif', 4)
      bytes.write('ispe', 40)
      bytes.writeUInt32BE(width, 48)
      bytes.writeUInt32BE(height, 52)
      return bytes
    },
  }
  it.each(['gif', 'webp', 'avif'] as const)('D5 %s: it must load and be at least 300 by 200', async (format) => {
    const link = async (width: number, height: number) => {
      const href = `https://example.org/${width}x${height}.${format}`
      outside.other(href, `image/${format}`, { body: head[format](width, height) })
      return post({ title: 'x', media: { href } })
    }
    for (const [width, height] of [
      [299, 200],
      [300, 199],
    ] as const)
      expect((await link(width, height)).body.message).toBe(messages.postImageTooSmall)
    expect((await link(300, 200)).body.post.media).toMatchObject({ type: 'image', href: `https://example.org/300x200.${format}` })
    expect((await post({ title: 'x', media: { href: `https://example.org/gone.${format}` } })).body.message).toBe(messages.imageGone)
    outside.other(`https://example.org/none.${format}`, `image/${format}`, { body: Buffer.from('<html>') })
    expect((await post({ title: 'x', media: { href: `https://example.org/none.${format}` } })).body.message).toBe(messages.imageType)
  })
  it('D5 the sizes that are read are those of real files', async () => {
    for (const [options, format] of [
      [{ lossless: false }, 'webp'],
      [{ lossless: true }, 'webp'],
      [{}, 'gif'],
      [{}, 'avif'],
    ] as const) {
      const file = await sharp({ create: { width: 321, height: 234, channels: 3, background: '#4a7' } })
        [format](options)
        .toBuffer()
      expect(sizeOf(file), `${format} ${JSON.stringify(options)}`).toEqual({ width: 321, height: 234 })
    }
    expect(sizeOf(await picture(400, 300))).toBeNull()
  })
  it('D5 a jpeg that is called a gif is as good as any', async () => {
    outside.other('https://example.org/named.gif', 'image/gif', { body: await picture(400, 300, 'jpeg') })
    expect((await post({ title: 'x', media: { href: 'https://example.org/named.gif' } })).status).toBe(200)
    outside.other('https://example.org/small.gif', 'image/gif', { body: await picture(200, 100, 'jpeg') })
    expect((await post({ title: 'x', media: { href: 'https://example.org/small.gif' } })).body.message).toBe(messages.postImageTooSmall)
  })
})

describe('BZ1 stream sets', () => {
  const youtube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

  it('BZ1 other addresses of a medium are streams after the first, as the server finds them', async () => {
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
    const { id, media } = await addPost(ada, bead, { title: 'x', media: sent })
    expect(media!.media.map(({ type, uri }) => [type, uri])).toEqual([
      ['youtube', 'dQw4w9WgXcQ'],
      ['vimeo', '76979871'],
      ['file', 'https://example.org/a.mp4'],
    ])
    const kept = (await post({ media: { href: youtube, startTime: '0:03' } }, id)).body.post
    expect(kept.media).toMatchObject({ startTime: 3, media: [{}, { uri: '76979871' }, {}] })
    expect((await post({ media: { href: youtube, media: [] } }, id)).body.post.media!.media).toHaveLength(1)
  })

  it('BZ1 a copy that the post has stays at an edit of its times or names, although nothing answers at its address', async () => {
    const item = (id: string) =>
      outside.json(`https://archive.org/metadata/${id}`, {
        metadata: { mediatype: 'movies', title: id },
        files: [{ name: `${id}.mp4`, format: 'h.264', length: '60' }],
      })
    for (const id of ['reel', 'roll']) item(id)
    const copies = ['reel', 'roll'].map((id) => ({ href: `https://archive.org/details/${id}` }))
    const { id, media } = await addPost(ada, bead, { title: 'x', media: { href: youtube, media: copies } })
    const kept = media!.media.slice(1)
    expect(kept.map(({ uri }) => uri)).toEqual(['https://archive.org/download/reel/reel.mp4', 'https://archive.org/download/roll/roll.mp4'])
    outside.go('refuse')
    try {
      const again = { href: youtube, endTime: '0:30', what: 'Reels', media: kept.toReversed().map(({ href }) => ({ href })) }
      const edited = (await post({ media: again }, id)).body.post.media!
      expect(edited).toMatchObject({ endTime: 30, what: 'Reels' })
      expect(edited.media.slice(1)).toEqual(kept.toReversed())
      // What it does not have must answer for itself, as before.
      const strange = (await post({ media: { ...again, media: [{ href: 'https://archive.org/details/other' }] } }, id)).body.post.media!
      expect(strange.media).toHaveLength(1)
    } finally {
      outside.go('back')
    }
  })

  it('BZ1 several copies are asked about at once, not one after the other', async () => {
    const copies = ['first', 'second', 'third'].map((name) => ({ href: `https://copies.example/${name}` }))
    const asked: string[] = []
    let all = () => {}
    const together = new Promise<void>((resolve) => (all = resolve))
    const detect: MediaService['detect'] = async (href) => {
      if (href !== youtube) {
        asked.push(href)
        if (asked.length === copies.length) all()
        // Nobody is answered before the last one was asked for.
        await together
      }
      return {
        mediaKey: href,
        media: { type: 'video', href, source: 'x', title: href, media: [{ type: 'file', uri: href, href }] },
        about: null,
        byUri: false,
      }
    }
    const finder = createMediumFinder({ db: server.db, detector: { detect } as MediaService, images: {} as Images, publicUrl: server.url })
    const { media } = await finder.find('p1', { href: youtube, media: copies }, null)
    expect(media.media.slice(1).map(({ uri }) => uri)).toEqual(copies.map(({ href }) => href))
  })

  const file = 'https://example.org/a.mp4'
  const song = 'https://example.org/b.mp3'
  const hrefs = ({ media }: Post) => [media!.href, ...media!.media.map(({ href }) => href)]

  it('BZ1 any copy can be the main one: the set stays whole, in its new order, and so does what was said of it', async () => {
    const { id } = await addPost(ada, bead, {
      title: 'A headline',
      media: { href: youtube, what: 'A song', who: ['Ann'], media: [{ href: file }, { href: song }] },
    })
    const swapped = (await post({ media: { href: song, media: [{ href: youtube }, { href: file }] } }, id)).body.post
    expect(hrefs(swapped)).toEqual([song, song, youtube, file])
    expect(swapped).toMatchObject({ title: 'A headline', media: { what: 'A song', who: ['Ann'], artist: 'Ann' } })
    // Who names only another main copy moves it to the front; back in the old order, it is as it was.
    expect(hrefs((await post({ media: { href: file } }, id)).body.post)).toEqual([file, file, song, youtube])
    expect(hrefs((await post({ media: { href: youtube, media: [{ href: file }, { href: song }] } }, id)).body.post)).toEqual([
      youtube,
      youtube,
      file,
      song,
    ])
  })

  it('BZ1 of a copy that is left out, nothing stays; what was no copy of it is another medium', async () => {
    const { id } = await addPost(ada, bead, {
      title: 'x',
      media: { href: youtube, what: 'A song', media: [{ href: file }, { href: song }] },
    })
    expect(hrefs((await post({ media: { href: file, media: [{ href: youtube }] } }, id)).body.post)).toEqual([file, file, youtube])
    const other = (await post({ media: { href: 'https://example.org/other.mp4' } }, id)).body.post
    expect(hrefs(other)).toEqual(['https://example.org/other.mp4', 'https://example.org/other.mp4'])
    expect(other.media!.what).toBeUndefined()
  })

  it('BZ1 a copy that is not there at the moment keeps what the post knows of it, in either place', async () => {
    const item = 'https://archive.org/details/slow-film'
    const metadata = {
      metadata: { title: 'Slow film', mediatype: 'movies' },
      files: [{ name: 'film.mp4', format: 'h.264', source: 'original', length: '61.2' }],
    }
    outside.json('https://archive.org/metadata/slow-film', metadata)
    const { id, media } = await addPost(ada, bead, { title: 'x', media: { href: file, media: [{ href: item }] } })
    const known = media!.media[1]!
    expect(known).toMatchObject({ href: 'https://archive.org/download/slow-film/film.mp4', title: 'Slow film', duration: 61.2 })
    outside.go('refuse')
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
    outside.go('back')
  })

  it('BZ1 D6 times stay with a copy that lasts as long, and not with another', async () => {
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
    const { id } = await addPost(ada, bead, {
      title: 'x',
      media: { href: at('first'), startTime: 10, endTime: 90, media: [{ href: at('close') }, { href: at('short') }] },
    })
    expect((await post({ media: { href: at('close') } }, id)).body.post.media).toMatchObject({ startTime: 10, endTime: 90 })
    // Emptied, it is to the end; unsaid, it stays.
    const whole = (await post({ media: { href: at('first'), startTime: 10, endTime: null } }, id)).body.post.media!
    expect([whole.startTime, whole.endTime]).toEqual([10, undefined])
    const short = (await post({ media: { href: at('short') } }, id)).body.post.media!
    expect([short.startTime, short.endTime]).toEqual([undefined, undefined])
  })

  it('BZ1 D4 a copy that the playlist has as a post of its own is a repeat when it is to be the main one', async () => {
    const there = await addPost(ada, bead, { title: 'There', media: { href: file } })
    const { id } = await addPost(ada, bead, { title: 'x', media: { href: youtube, media: [{ href: file }] } })
    const swap = { media: { href: file, media: [{ href: youtube }] } }
    expect(await post(swap, id)).toMatchObject({ status: 409, body: { message: messages.postDuplicate, fields: { post: there.id } } })
    expect(hrefs((await post({ ...swap, repeat: true }, id)).body.post)).toEqual([file, file, youtube])
  })

  it('BZ1 at most eight', async () => {
    const media = Array.from({ length: 8 }, (_, n) => ({ href: `https://example.org/${n}.mp4` }))
    expect((await post({ title: 'x', media: { href: youtube, media } })).status).toBe(400)
    expect((await post({ title: 'x', media: { href: youtube, media: media.slice(1) } })).body.post.media!.media).toHaveLength(8)
  })
})

describe('D3 who made what', () => {
  it('D3 three artists are named, all are kept, and they are found again', async () => {
    const who = ['Zadie One', 'Zadie Two', 'Three', 'Four']
    const { id, media } = await addPost(ada, bead, { media: { href: 'https://example.org/song.mp3', what: 'A song', who } })
    expect(media).toMatchObject({ title: 'A song', what: 'A song', who, artist: 'Zadie One, Zadie Two, Three' })
    expect((await post({ media: { href: 'https://example.org/song.mp3', startTime: 4 } }, id)).body.post.media).toMatchObject({
      who,
      artist: 'Zadie One, Zadie Two, Three',
    })
    const names = await server.client().get('/api/v0/ml/autocomplete/who/zad')
    expect(names.body.results).toEqual(['Zadie One', 'Zadie Two'].map((name) => ({ _id: name, id: name, name })))
  })

  it('D3 D10 a name that an edit takes back gives way to what the server found; what is not spoken of stays', async () => {
    const film = 'https://vimeo.com/100200400'
    outside.json(oembedOf('vimeo', film), { title: 'A film', author_name: 'Its channel', duration: 100 })
    const { id } = await addPost(ada, bead, { media: { href: film, what: 'Our film', title: 'Our film', who: ['Wrong Name'] } })
    const told = async (names: object) => (await post({ media: { href: film, ...names } }, id)).body.post.media!
    expect(await told({ startTime: 4 })).toMatchObject({ what: 'Our film', who: ['Wrong Name'], artist: 'Wrong Name' })
    const unnamed = await told({ who: [] })
    expect([unnamed.what, unnamed.who, unnamed.artist]).toEqual(['Our film', undefined, 'Its channel'])
    const untold = await told({ what: '' })
    expect([untold.what, untold.title, untold.artist]).toEqual([undefined, 'A film', 'Its channel'])
    expect(await told({ who: ['Right Name'], what: 'Mine' })).toMatchObject({ what: 'Mine', who: ['Right Name'], artist: 'Right Name' })
    // Nothing was said of it: what the server found is nobody's to take away.
    const plain = await addPost(ada, bead, { media: { href: 'https://vimeo.com/100200400' }, repeat: true })
    expect((await post({ media: { href: film, who: [], what: '' } }, plain.id)).body.post.media).toMatchObject({
      title: 'A film',
      artist: 'Its channel',
    })
  })

  it('D5 D10 the picture that was kept of an image stays when its names are edited', async () => {
    const href = 'https://example.org/picture?of=7'
    outside.other(href, 'image/png', { body: await picture(800, 600) })
    const { id, media } = await addPost(ada, bead, { title: 'x', media: { href } })
    expect([media!.type, media!.image?.startsWith('/')]).toEqual(['image', true])
    const named = (await post({ media: { href, who: ['Ann'] } }, id)).body.post.media!
    expect([named.image, await isThere(media!.image!)]).toEqual([media!.image, true])
  })
})

describe('D6 times as people write them', () => {
  const times = async (startTime: unknown, endTime?: unknown) =>
    (await post({ title: 'x', media: { href: 'https://example.org/t.mp4', startTime, endTime }, repeat: true })).body
  it.each([
    ['75', 75],
    ['1:15', 75],
    ['0:01:15', 75],
    ['1:01:15', 3675],
    [75.5, 75.5],
    ['00:07', 7],
  ])('D6 %j is %d seconds', async (written, seconds) => {
    expect((await times(written)).post.media!.startTime).toBe(seconds)
  })
  it.each(['1:75', 'soon', '1:2:3:4', '-5', ''])('D6 %j is no time', async (written) => {
    expect((await times(written)).fields).toEqual({ 'media.startTime': messages.timeInvalid })
  })
  it('D6 start and end are less than the duration: just below it, at it, above it', async () => {
    const film = 'https://vimeo.com/100200300'
    outside.json(oembedOf('vimeo', film), { title: 'A film', author_name: 'A', duration: 100 })
    const say = async (times: object) => (await post({ title: 'x', media: { href: film, ...times }, repeat: true })).body
    for (const time of ['99', '1:39.999', 99.999]) {
      expect((await say({ startTime: time })).post.media!.startTime, String(time)).toBeLessThan(100)
      expect((await say({ endTime: time })).post.media!.endTime, String(time)).toBeLessThan(100)
    }
    const { post: whole } = await say({ startTime: 10, endTime: 90 })
    const ends = async (endTime?: unknown) =>
      (await post({ media: { href: film, startTime: 10, endTime } }, whole.id)).body.post.media!.endTime
    expect([await ends(80), await ends(null)]).toEqual([80, undefined])
    for (const time of ['100', '1:40', '0:01:40', 100.001]) {
      expect((await say({ startTime: time })).fields, String(time)).toEqual({ 'media.startTime': messages.timeBeyondEnd })
      expect((await say({ endTime: time })).fields, String(time)).toEqual({ 'media.endTime': messages.timeBeyondEnd })
    }
  })
  it('D6 the end comes after the start', async () => {
    expect((await times('0:20', '0:10')).fields).toEqual({ 'media.endTime': messages.timeOrder })
    expect((await times('0:10', '0:20')).post.media).toMatchObject({ startTime: 10, endTime: 20 })
  })
})

describe('D4 a repeat', () => {
  it('D4 names the post that is there', async () => {
    const there = await addPost(ada, bead, { title: 'There', media: { href: 'https://example.org/again.mp4' } })
    const { status, body } = await post({ title: 'Again', media: { href: 'https://example.org/again.mp4' } })
    expect([status, body.fields]).toEqual([409, { post: there.id, href: there.href }])
  })
})

describe('D8 networks', () => {
  it('D8 a new post comes with the address at which its poster tells a connected network of it', async () => {
    const { client, me } = await server.signUp('Connected')
    const link = { network: 'twitter' as const, subject: '42', uid: me.uid, name: 'c', creationDate: new Date().toISOString() }
    await transaction(server.db, (manager) => manager.insert(NetworkLinkEntity, link))
    const own = (await startBead(client)).id
    const { body } = await client.post(`/api/v0/posts/${own}`, { title: 'To be told', share: { tw: true, fb: true } })
    expect(body.share).toEqual({ shared: [], offers: [{ network: 'twitter', href: expect.stringContaining(encodeURIComponent(body.id)) }] })
    expect((await client.post(`/api/v0/posts/${own}`, { title: 'Not told', share: { tw: false } })).body).not.toHaveProperty('share')
  })
})
