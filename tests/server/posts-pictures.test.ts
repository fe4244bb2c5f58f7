import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { messages, type Post } from '#contract/index.ts'
import { sizeOf } from '../../server/features/images/measure.ts'
import { addPost, startBead } from '../support/content.ts'
import { createOutside } from '../support/outside.ts'
import { ada, server, setUpPeople } from '../support/people.ts'

const outside = createOutside()
let bead: string

const picture = (width: number, height: number, format: 'jpeg' | 'png' | 'webp' = 'png'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#4a7' } })
    [format]()
    .toBuffer()
const base64 = async (width: number, height: number, format?: 'jpeg' | 'png' | 'webp') =>
  (await picture(width, height, format)).toString('base64')

setUpPeople({ fetcher: outside })
beforeEach(async () => {
  bead = (await startBead(ada.client)).id
})

const post = (body: unknown, id = bead) => ada.client.post<{ post: Post } & Record<string, unknown>>(`/api/v0/posts/${id}`, body)
const textOf = (file: unknown): string => (typeof file === 'string' ? file : JSON.stringify(file))
const isThere = async (path: string): Promise<boolean> => (await fetch(server.url + path)).status === 200

describe('D5 pictures', () => {
  it('D5 an uploaded picture is stored as an image medium', async () => {
    const { media } = await addPost(ada.client, bead, {
      title: 'Mine',
      media: { imageBase64: `data:image/png;base64,${await base64(640, 480)}` },
    })
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
    ['too low', () => base64(400, 199), 400, messages.postImageTooSmall],
    ['a WebP', () => base64(400, 400, 'webp'), 415, messages.imageType],
    ['broken', async () => Buffer.from('GIF89a nothing').toString('base64'), 415, messages.imageType],
    ['empty', async () => '', 400, messages.imageMissing],
    ['too large', async () => Buffer.alloc(5_000_001, 1).toString('base64'), 413, messages.postImageTooLarge],
  ])('D5 an upload that is %s → refused', async (_what, image, status, message) => {
    expect(await post({ title: 'x', media: { imageBase64: await image() } })).toMatchObject({ status, body: { message } })
    expect((await ada.client.get(`/api/v0/beads/${bead}`)).body.postCount).toBe(0)
  })

  it('D9 without a headline an upload is refused', async () => {
    expect((await post({ media: { imageBase64: await base64(300, 200) } })).body.fields).toEqual({ title: messages.postTitleRequired })
  })

  it('D10 a new picture replaces the first one, and an edit of the title keeps it', async () => {
    const first = await addPost(ada.client, bead, { title: 'x', media: { imageBase64: await base64(400, 300) } })
    const edited = (await post({ title: 'y', media: { href: first.media!.href } }, first.id)).body.post
    expect(edited.media).toMatchObject({ href: first.media!.href, image: first.media!.image, attribution: server.url })
    const second = (await post({ media: { imageBase64: await base64(500, 300) } }, first.id)).body.post
    expect(second.media!.href).not.toBe(first.media!.href)
    expect([await isThere(first.media!.href), await isThere(second.media!.href)]).toEqual([false, true])
    await ada.client.delete(`/api/v0/posts/${first.id}`)
    expect(await isThere(second.media!.href)).toBe(false)
  })

  it('D5 BY11 a pasted or imported uploaded picture is copied, and stays when the original post is deleted', async () => {
    const original = await addPost(ada.client, bead, { title: 'x', media: { imageBase64: await base64(400, 300), what: 'Sea' } })
    const { href } = original.media!
    const [pasted, imported, covered] = [
      (await startBead(ada.client)).id,
      (await startBead(ada.client)).id,
      (await startBead(ada.client)).id,
    ]
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
    const { body: file } = await ada.client.get(`/api/v0/beads/${bead}/export?format=jspf`)
    const bring = () => ada.client.post(`/api/v0/beads/${imported}/import`, { content: textOf(file) })
    expect((await bring()).body).toMatchObject({ added: 1, repeated: 0 })
    const { image } = (
      await ada.client.post('/api/v0/beads', {
        title: 'Cover',
        category: 'other',
        invitees: [],
        image: await base64(400, 300),
        attribution: { name: 'Me', url: 'example.org' },
      })
    ).body.data
    await post({ title: 'The cover', media: { href: image } }, covered)

    const mediaIn = async (id: string) => (await ada.client.get(`/api/v0/posts?bead=${id}`)).body.results.map((made: Post) => made.media!)
    const copies = (await Promise.all([pasted, imported, covered].map(mediaIn))).flat()
    expect(copies).toHaveLength(5)
    await ada.client.delete(`/api/v0/posts/${original.id}`)
    await ada.client.delete(`/api/v0/beads/${image.split(/[/.]/)[2]}`)
    for (const media of copies)
      expect([media.href, await isThere(media.href), await isThere(media.image!)]).toEqual([media.image, true, true])
    // An import treats a copy as the picture that it was made of.
    expect((await bring()).body).toMatchObject({ added: 0, repeated: 1 })
    const { body: copied } = await ada.client.get(`/api/v0/beads/${imported}/export?format=jspf`)
    expect((await ada.client.post(`/api/v0/beads/${imported}/import`, { content: textOf(copied) })).body).toMatchObject({
      added: 0,
      repeated: 1,
    })
  })

  it('D5 a deleted picture, or one of a draft without its version → refused', async () => {
    const draft = (await startBead(ada.client, { isDraft: true })).id
    const { id, media } = await addPost(ada.client, draft, { title: 'x', media: { imageBase64: await base64(400, 300) } })
    for (const href of [media!.href.replace(/\?.*/, ''), `${media!.href}0`])
      expect((await post({ title: 'y', media: { href } })).body.message, href).toBe(messages.imageGone)
    expect((await post({ title: 'y', media: { href: media!.href } })).status).toBe(200)
    await ada.client.delete(`/api/v0/posts/${id}`)
    expect((await post({ title: 'z', media: { href: media!.href }, repeat: true })).body.message).toBe(messages.imageGone)
  })

  it('D11 a repost gets a copy of the picture', async () => {
    const original = await addPost(ada.client, bead, { title: 'x', media: { imageBase64: await base64(400, 300) } })
    const other = (await startBead(ada.client)).id
    const { body } = await ada.client.post(`/api/v0/posts/${original.id}/repost/${other}`, {})
    await ada.client.delete(`/api/v0/posts/${original.id}`)
    const { media } = (await ada.client.get<Post>(`/api/v0/posts/${body._id}`)).body
    expect(media!.href).toContain(body._id)
    expect(await isThere(media!.href)).toBe(true)
  })

  it('D5 a linked picture must load and be large enough; its attribution defaults to its URL', async () => {
    outside.other('https://example.org/large.jpg', 'image/jpeg', { body: await picture(800, 600, 'jpeg') })
    outside.other('https://example.org/small.png', 'image/png', { body: await picture(200, 200) })
    const { media } = await addPost(ada.client, bead, {
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

  it('D5 D10 the stored copy of a linked picture is kept when its artists are edited', async () => {
    const href = 'https://example.org/picture?of=7'
    outside.other(href, 'image/png', { body: await picture(800, 600) })
    const { id, media } = await addPost(ada.client, bead, { title: 'x', media: { href } })
    expect([media!.type, media!.image?.startsWith('/')]).toEqual(['image', true])
    const named = (await post({ media: { href, who: ['Ann'] } }, id)).body.post.media!
    expect([named.image, await isThere(media!.image!)]).toEqual([media!.image, true])
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
  it.each(['gif', 'webp', 'avif'] as const)('D5 %s: the picture must load and be at least 300 by 200', async (format) => {
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
  it('D5 sizeOf reads the dimensions of real files', async () => {
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
  it('D5 a JPEG with a .gif URL is accepted if large enough', async () => {
    outside.other('https://example.org/named.gif', 'image/gif', { body: await picture(400, 300, 'jpeg') })
    expect((await post({ title: 'x', media: { href: 'https://example.org/named.gif' } })).status).toBe(200)
    outside.other('https://example.org/small.gif', 'image/gif', { body: await picture(200, 100, 'jpeg') })
    expect((await post({ title: 'x', media: { href: 'https://example.org/small.gif' } })).body.message).toBe(messages.postImageTooSmall)
  })
})
