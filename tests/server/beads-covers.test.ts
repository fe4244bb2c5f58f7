/** The cover of a playlist: choice, attribution, cropping, replacement and removal (C2, decisions 17 and 18). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages, type Bead } from '#contract/index.ts'
import { addPost, startBead, updateMember } from '../support/content.ts'
import { createOutside } from '../support/outside.ts'
import { base64, colourOf, picture } from '../support/pictures.ts'
import { listAll } from '../support/s3.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: Client
const outside = createOutside()

beforeAll(async () => {
  server = await startTestServer({ fetcher: outside })
  ada = (await server.signUp('Ada Rivers')).client
})
afterAll(() => server.close())

const attribution = { name: 'Ann Lee', url: 'https://example.org/photo' }
const fetched = async (path: string): Promise<Buffer> => {
  const response = await fetch(server.url + path)
  expect([path, response.status]).toEqual([path, 200])
  return Buffer.from(await response.arrayBuffer())
}
const status = async (path: string): Promise<number> => (await fetch(server.url + path)).status
const edit = async (id: string, body: object) => ada.post(`/api/v0/beads/${id}`, body)
const filesLeft = async (): Promise<number> => (await listAll(server.services.objects)).length

describe('C2 uploaded pictures', () => {
  it('C2 an uploaded picture is stored with its crop in two sizes and its attribution', async () => {
    const image = await base64(picture(800, 400, { colour: '#0000ff', left: '#ff0000' }))
    const bead = await startBead(ada, {
      image: `data:image/jpeg;base64,${image}`,
      crop: { xCoord: 0, yCoord: 0, xDimen: 400, yDimen: 400 },
      attribution,
    })
    expect(bead).toMatchObject({
      image: expect.stringMatching(new RegExp(`^/beads/${bead.id}\\.jpg\\?v=`)),
      attribution,
      crop: { xCoord: 0, yCoord: 0, xDimen: 400, yDimen: 400 },
    })
    expect(bead).not.toHaveProperty('skippedImage')
    expect((await colourOf(await fetched(bead.image!)))[0]).toBeGreaterThan(240)
    await fetched(`/beads/small/${bead.id}.jpg`)
    // Only members who may crop the picture again get its source and crop.
    expect((await server.client().get(`/api/v0/beads/${bead.id}`)).body).not.toHaveProperty('crop')
  })

  it('C2 a picture given by URL is fetched and stored; its attribution needs no name (B7)', async () => {
    const address = 'https://pictures.example/a.png'
    outside.other(address, 'image/png', { body: await picture(300, 300, { format: 'png' }) })
    const bead = await startBead(ada, { imageSrc: address, attribution: { url: 'pictures.example/a' } })
    expect(bead).toMatchObject({ imageSrc: address, attribution: { name: '', url: 'http://pictures.example/a' } })
    await fetched(bead.image!)
  })

  it.each([
    ['no name', { url: 'https://example.org' }, 'attribution.name', messages.attributionName],
    ['a blank name', { name: '  ', url: 'https://example.org' }, 'attribution.name', messages.attributionName],
    ['no URL', { name: 'Ann Lee' }, 'attribution.url', messages.attributionUrl],
    ['a URL of another scheme', { name: 'Ann Lee', url: 'ftp://example.org' }, 'attribution.url', messages.linkInvalid],
    ['no attribution', undefined, 'attribution.name', messages.attributionName],
  ])('C2 a picture with %s → 400, and no file is stored', async (_what, given, field, message) => {
    const before = await filesLeft()
    const image = await base64(picture(300, 300))
    const reply = await ada.post('/api/v0/beads', { title: 'A list', category: 'other', invitees: [], image, attribution: given })
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ message, fields: { [field]: message } })
    expect(await filesLeft()).toBe(before)
  })

  it('AP10 a refused picture → its failure, and no playlist is created', async () => {
    const start = (image: string) =>
      ada.post('/api/v0/beads', { title: 'Never started', category: 'other', invitees: [], image, attribution })
    expect(await start(await base64(picture(100, 100)))).toMatchObject({ status: 400, body: { message: messages.profileImageTooSmall } })
    expect(await start(await base64(picture(300, 300, { format: 'gif' })))).toMatchObject({
      status: 415,
      body: { message: messages.imageType },
    })
    const huge = Buffer.concat([await picture(300, 300), Buffer.alloc(5_000_000)])
    expect(await start(huge.toString('base64'))).toMatchObject({
      status: 413,
      body: { message: 'Oh no, the image is too big. The maximum file size is 5MB.' },
    })
    expect(await start('A'.repeat(8_000_000))).toMatchObject({
      status: 413,
      body: { message: 'Oh no, the image is too big. The maximum file size is 5MB.' },
    })
    const { body } = await ada.get<{ results: Bead[] }>('/api/v0/beads?sort=recent&limit=100')
    expect(body.results.map(({ title }) => title)).not.toContain('Never started')
  })
})

describe('C2 pictures from the image search', () => {
  it('C2 B5 without the privilege to paste, a URL from search results is accepted, any other → 403', async () => {
    const { client, me } = await server.signUp('Fay Finder')
    await updateMember(server.db, me.uid, { privileges: { canCreateDraftBead: false } })
    const [found, other] = ['https://pictures.museum.example/1.jpg', 'https://pictures.museum.example/2.jpg']
    for (const address of [found!, other!]) outside.other(address, 'image/jpeg', { body: await picture(400, 300) })
    const start = (imageSrc: string) =>
      client.post('/api/v0/beads', { title: 'Found', category: 'other', invitees: [], isDraft: true, imageSrc, attribution })
    expect(await start(found!)).toMatchObject({ status: 403, body: { message: messages.cannotPasteImage } })
    // This search only records the URL that the server requests.
    await client.get('/api/v0/imagesearch/openverse?query=jar')
    outside.json(outside.requests.findLast((href) => href.includes('openverse'))!.replace('q=jar', 'q=jug'), {
      result_count: 1,
      page_count: 1,
      page: 1,
      results: [
        {
          id: 'm1',
          title: 'Jug',
          url: found,
          foreign_landing_url: 'https://museum.example/1',
          creator: 'Ann',
          license: 'cc0',
          license_version: '1.0',
          width: 400,
          height: 300,
        },
      ],
    })
    expect((await client.get('/api/v0/imagesearch/openverse?query=jug')).body).toMatchObject({ results: [{ image: found }] })
    expect(await start(found!)).toMatchObject({ status: 200, body: { data: { imageSrc: found } } })
    expect((await start(other!)).status).toBe(403)
  })
})

describe('C2 replacing a picture', () => {
  it('C2 a new picture replaces the old one and deletes its files', async () => {
    const bead = await startBead(ada, { image: await base64(picture(300, 300)), attribution })
    const before = await filesLeft()
    const { body } = await edit(bead.id, {
      image: await base64(picture(300, 300, { colour: '#ffffff' })),
      attribution: { name: 'Ben', url: 'https://example.org/b' },
    })
    expect(body.data.image).not.toBe(bead.image)
    expect(body.data.attribution.name).toBe('Ben')
    expect(await status(bead.image!)).toBe(404)
    await fetched(body.data.image)
    expect(await filesLeft()).toBe(before)
  })

  it('C2 the same picture can be cropped again, repeatedly', async () => {
    const bead = await startBead(ada, {
      image: await base64(picture(900, 300, { colour: '#0000ff', left: '#ff0000' })),
      crop: { xCoord: 0, yCoord: 0, xDimen: 300, yDimen: 300 },
      attribution,
    })
    const { body } = await edit(bead.id, { crop: { xCoord: 600, yCoord: 0, xDimen: 300, yDimen: 300 } })
    expect((await colourOf(await fetched(body.data.image)))[2]).toBeGreaterThan(240)
    const back = await edit(bead.id, { crop: { xCoord: 0, yCoord: 0, xDimen: 250, yDimen: 250 } })
    expect((await colourOf(await fetched(back.body.data.image)))[0]).toBeGreaterThan(240)
    expect((await edit(bead.id, { crop: { xCoord: 700, yCoord: 0, xDimen: 300, yDimen: 300 } })).body.message).toBe(messages.cropInvalid)
    await fetched(back.body.data.image)
  })

  it('C2 removing the picture deletes all its files', async () => {
    const before = await filesLeft()
    const bead = await startBead(ada, { image: await base64(picture(300, 300)), attribution })
    const { body } = await edit(bead.id, { skippedImage: true })
    expect(body.data).toMatchObject({ image: null, skippedImage: true })
    for (const field of ['crop', 'imageSrc', 'attribution']) expect(body.data).not.toHaveProperty(field)
    expect(await filesLeft()).toBe(before)
    expect(await status(bead.image!)).toBe(404)
    // Removing the picture again is accepted, and so is a new picture.
    expect((await edit(bead.id, { skippedImage: true })).body.data.image).toBeNull()
    expect((await edit(bead.id, { image: await base64(picture(300, 300)), attribution })).body.data).toMatchObject({
      image: expect.any(String),
      attribution,
    })
  })

  it('C2 concurrent uploads leave a picture whose files exist', async () => {
    const bead = await startBead(ada)
    const images = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map((colour) => base64(picture(300, 300, { colour }))))
    const replies = await Promise.all(images.map((image) => edit(bead.id, { image, attribution })))
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
    const { body } = await ada.get(`/api/v0/beads/${bead.id}`)
    await fetched(body.image)
    await fetched(body.image.replace('/beads/', '/beads/original/'))
  })

  it('B12 deleting a playlist deletes its pictures and those of its posts', async () => {
    const before = await filesLeft()
    const bead = await startBead(ada, { image: await base64(picture(300, 300)), attribution })
    const post = await addPost(ada, bead.id, { title: 'With a picture' })
    await server.services.images.savePost(post.id, { image: await base64(picture(300, 300)) })
    expect((await ada.delete(`/api/v0/beads/${bead.id}`)).status).toBe(200)
    expect(await status(bead.image!)).toBe(404)
    expect(await filesLeft()).toBeLessThanOrEqual(before + 1)
  })
})
