/** What the dialog of a playlist relies on: the server holds to each of its rules by itself (C1 to C3, C5). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages } from '#contract/index.ts'
import { startBead } from '../support/content.ts'
import { base64, picture } from '../support/pictures.ts'
import { startTestServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let ada: Client

beforeAll(async () => {
  server = await startTestServer()
  ada = (await server.signUp('Ada Rivers')).client
})
afterAll(() => server.close())

const personal = { title: 'A list', category: 'other', invitees: [] as string[] }
const start = (more: object) => ada.post('/api/v0/beads', { ...personal, ...more })
const attribution = { name: 'Ann Lee', url: 'https://example.org/photo' }

describe('C1 what it is', () => {
  it('C1 an open playlist has a description, and not the placeholder; a personal one may go without', async () => {
    const open = { title: 'Which ones', category: 'music', invitees: undefined, skippedImage: true }
    for (const description of ['', '  ', 'What is this playlist about?', ' What is this playlist about? '])
      expect(await start({ ...open, description }), description).toMatchObject({
        status: 400,
        body: { fields: { description: messages.beadDescriptionRequired } },
      })
    const { body } = await start({ ...open, description: 'What is this playlist about' })
    expect(body.data.description).toBe('What is this playlist about')
    expect(await ada.post(`/api/v0/beads/${body.bead}`, { description: 'What is this playlist about?' })).toMatchObject({
      status: 400,
      body: { fields: { description: messages.beadDescriptionRequired } },
    })
    expect(await start({ description: '' })).toMatchObject({ status: 200 })
  })

  it.each(['everything', 'all', '', undefined])('C1 the category %j is none', async (category) => {
    expect(await start({ category })).toMatchObject({ status: 400, body: { fields: { category: messages.categoryRequired } } })
  })
})

describe('C2 its picture', () => {
  const cut = async (xCoord: number, yCoord: number, xDimen: number, yDimen = xDimen) =>
    (await start({ image: await base64(picture(400, 300)), attribution, crop: { xCoord, yCoord, xDimen, yDimen } })) as {
      status: number
      body: { message?: string }
    }

  it('C2 the crop is square, at least 200 by 200 of its pixels, and lies within it', async () => {
    expect(await cut(0, 0, 200)).toMatchObject({ status: 200 })
    expect(await cut(100, 0, 300)).toMatchObject({ status: 200 })
    expect(await cut(0, 0, 199)).toMatchObject({ status: 400, body: { message: messages.profileImageTooSmall } })
    expect(await cut(0, 0, 250, 249)).toMatchObject({ status: 400, body: { message: messages.cropInvalid } })
    expect(await cut(101, 0, 300)).toMatchObject({ status: 400, body: { message: messages.cropInvalid } })
    expect(await cut(0, 1, 300)).toMatchObject({ status: 400, body: { message: messages.cropInvalid } })
    expect(await cut(-1, 0, 200)).toMatchObject({ status: 400 })
  })

  it('C2 of a large picture a smaller whole is kept, and the crop is told as it lies there', async () => {
    const bead = await startBead(ada, {
      image: await base64(picture(4800, 2400)),
      attribution,
      crop: { xCoord: 1200, yCoord: 600, xDimen: 1200, yDimen: 1200 },
    })
    expect(bead.crop).toEqual({ xCoord: 600, yCoord: 300, xDimen: 600, yDimen: 600 })
    const again = await ada.post(`/api/v0/beads/${bead.id}`, { crop: bead.crop })
    expect(again).toMatchObject({ status: 200, body: { data: { crop: bead.crop } } })
  })

  it('C2 its source is a web address: http:// is put before one without a scheme, and a name without a dot is the product’s own', async () => {
    const { host } = new URL(server.url)
    const from = async (url: string) =>
      (await start({ image: await base64(picture(200, 200)), attribution: { name: 'Ann', url } })) as {
        status: number
        body: { data?: { attribution?: { url: string } } }
      }
    for (const [given, kept] of [
      ['http://a.example/1', 'http://a.example/1'],
      ['https://a.example/1', 'https://a.example/1'],
      ['a.example/1', 'http://a.example/1'],
      [`${host}/b1`, `http://${host}/b1`],
    ])
      expect((await from(given!)).body.data?.attribution?.url, given).toBe(kept)
    for (const given of ['ftp://a.example/1', 'javascript:alert(1)', 'mine', 'from a friend', 'http://', '//'])
      expect(await from(given), given).toMatchObject({ status: 400, body: { fields: { 'attribution.url': messages.linkInvalid } } })
  })
})

describe('C3 publish', () => {
  it('C3 B11 clears the draft along with what is changed, for good, where one may', async () => {
    const draft = await startBead(ada, { isDraft: true })
    const { body } = await ada.post(`/api/v0/beads/${draft.id}`, { title: 'Out now', category: 'music', isDraft: false })
    expect(body.data).toMatchObject({ title: 'Out now', category: 'music', isDraft: false, can: { publish: false } })
    expect((await server.client().get(`/api/v0/beads/${draft.id}`)).status).toBe(200)
    expect((await ada.post(`/api/v0/beads/${draft.id}`, { isDraft: true })).body.data.isDraft).toBe(false)
    const other = await startBead(ada, { isDraft: true })
    expect((await ada.post(`/api/v0/beads/${other.id}`, { isDraft: false })).body.data.isDraft).toBe(false)
  })

  it('C3 an open one is for an admin to publish: the change is not made either', async () => {
    const open = await startBead(ada, { title: 'Which ones', description: 'All', invitees: undefined })
    expect(open.isDraft).toBe(true)
    expect((await ada.post(`/api/v0/beads/${open.id}`, { title: 'Out now', isDraft: false })).status).toBe(403)
    const { body } = await ada.get(`/api/v0/beads/${open.id}`)
    expect(body).toMatchObject({ title: 'Which ones?', isDraft: true })
  })
})
