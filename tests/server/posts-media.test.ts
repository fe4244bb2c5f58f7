import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { messages, type Post } from '../../server/contract/index.ts'
import { transaction } from '../../server/db/transaction.ts'
import { NetworkLinkEntity } from '../../server/features/oauth/entities.ts'
import { addPost, startBead } from '../support/content.ts'
import { createOutside } from '../support/outside.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

const outside = createOutside()
let server: TestServer
let ada: Client
let bead: string

const picture = (width: number, height: number, format: 'jpeg' | 'png' | 'webp' = 'png'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#4a7' } })[format]().toBuffer()
const base64 = async (width: number, height: number, format?: 'jpeg' | 'png' | 'webp') => (await picture(width, height, format)).toString('base64')

beforeAll(async () => {
  server = await startTestServer({ fetcher: outside })
  ada = (await server.signUp('Ada')).client
})
afterAll(() => server.close())
beforeEach(async () => {
  bead = (await startBead(ada)).id
})

const post = (body: unknown, id = bead) => ada.post<{ post: Post } & Record<string, unknown>>(`/api/v0/posts/${id}`, body)
const isThere = async (path: string): Promise<boolean> => (await fetch(server.url + path)).status === 200

describe('D5 pictures', () => {
  it('D5 an uploaded picture is a medium of our own', async () => {
    const { media } = await addPost(ada, bead, { title: 'Mine', media: { imageBase64: `data:image/png;base64,${await base64(640, 480)}` } })
    expect(media).toMatchObject({ type: 'image', source: 'Strand', attribution: server.url, media: [{ type: 'image', width: 640, height: 480 }] })
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
    const { media } = await addPost(ada, bead, { title: 'x', media: { href: 'https://example.org/large.jpg', attribution: 'example.org/page' } })
    expect(media).toMatchObject({ type: 'image', href: 'https://example.org/large.jpg', attribution: 'http://example.org/page' })
    expect(await isThere(media!.image!)).toBe(true)
    expect((await post({ title: 'x', media: { href: 'https://example.org/small.png' } })).body.message).toBe(messages.postImageTooSmall)
    expect((await post({ title: 'x', media: { href: 'https://example.org/gone.jpg' } })).body.message).toBe(messages.imageGone)
    expect((await post({ title: 'x', media: { href: 'https://example.org/large.jpg', attribution: 'my own' }, repeat: true })).body.fields).toEqual({ 'media.attribution': messages.attributionUrl })
    const own = (await post({ title: 'x', media: { href: 'https://example.org/large.jpg' }, repeat: true })).body.post
    expect(own.media!.attribution).toBe('https://example.org/large.jpg')
  })
})

describe('BZ1 stream sets', () => {
  const youtube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

  it('BZ1 other addresses of a medium are streams after the first, as the server finds them', async () => {
    const sent = { href: youtube, media: [{ href: 'https://vimeo.com/76979871', type: 'file', uri: 'forged' }, { href: 'https://example.org/a.mp4' }, { href: youtube }, { href: 'https://example.org/page' }, { href: 'nothing' }] }
    const { id, media } = await addPost(ada, bead, { title: 'x', media: sent })
    expect(media!.media.map(({ type, uri }) => [type, uri])).toEqual([['youtube', 'dQw4w9WgXcQ'], ['vimeo', '76979871'], ['file', 'https://example.org/a.mp4']])
    const kept = (await post({ media: { href: youtube, startTime: '0:03' } }, id)).body.post
    expect(kept.media).toMatchObject({ startTime: 3, media: [{}, { uri: '76979871' }, {}] })
    expect((await post({ media: { href: youtube, media: [] } }, id)).body.post.media!.media).toHaveLength(1)
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
    expect((await post({ media: { href: 'https://example.org/song.mp3', startTime: 4 } }, id)).body.post.media).toMatchObject({ who, artist: 'Zadie One, Zadie Two, Three' })
    const names = await server.client().get('/api/v0/ml/autocomplete/who/zad')
    expect(names.body.results).toEqual(['Zadie One', 'Zadie Two'].map((name) => ({ _id: name, id: name, name })))
  })
})

describe('D6 times as people write them', () => {
  const times = async (startTime: unknown, endTime?: unknown) => (await post({ title: 'x', media: { href: 'https://example.org/t.mp4', startTime, endTime }, repeat: true })).body
  it.each([['75', 75], ['1:15', 75], ['0:01:15', 75], ['1:01:15', 3675], [75.5, 75.5], ['00:07', 7]])('D6 %j is %d seconds', async (written, seconds) => {
    expect((await times(written)).post.media!.startTime).toBe(seconds)
  })
  it.each(['1:75', 'soon', '1:2:3:4', '-5', ''])('D6 %j is no time', async (written) => {
    expect((await times(written)).fields).toEqual({ 'media.startTime': messages.timeInvalid })
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
