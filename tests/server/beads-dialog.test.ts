/** The rules of the playlist dialog, which the server enforces (C1 to C3, C5). */
import { describe, expect, it } from 'vitest'
import { messages } from '#contract/index.ts'
import { startBead } from '../support/content.ts'
import { base64, picture } from '../support/pictures.ts'
import { ada, server, setUpPeople } from '../support/people.ts'

setUpPeople()

const personal = { title: 'A list', category: 'other', invitees: [] as string[] }
const start = (more: object) => ada.client.post('/api/v0/beads', { ...personal, ...more })
const attribution = { name: 'Ann Lee', url: 'https://example.org/photo' }

describe('C1 title, description and category', () => {
  it('C1 an open playlist requires a description other than the placeholder; a personal one does not', async () => {
    const open = { title: 'Which ones', category: 'music', invitees: undefined, skippedImage: true }
    for (const description of ['', '  ', 'What is this playlist about?', ' What is this playlist about? '])
      expect(await start({ ...open, description }), description).toMatchObject({
        status: 400,
        body: { fields: { description: messages.beadDescriptionRequired } },
      })
    const { body } = await start({ ...open, description: 'What is this playlist about' })
    expect(body.data.description).toBe('What is this playlist about')
    expect(await ada.client.post(`/api/v0/beads/${body.bead}`, { description: 'What is this playlist about?' })).toMatchObject({
      status: 400,
      body: { fields: { description: messages.beadDescriptionRequired } },
    })
    expect(await start({ description: '' })).toMatchObject({ status: 200 })
  })

  it.each(['everything', 'all', '', undefined])('C1 the category %j → 400', async (category) => {
    expect(await start({ category })).toMatchObject({ status: 400, body: { fields: { category: messages.categoryRequired } } })
  })
})

describe('C2 picture', () => {
  const cut = async (xCoord: number, yCoord: number, xDimen: number, yDimen = xDimen) =>
    (await start({ image: await base64(picture(400, 300)), attribution, crop: { xCoord, yCoord, xDimen, yDimen } })) as {
      status: number
      body: { message?: string }
    }

  it('C2 a crop must be square, at least 200 by 200 pixels and within the picture', async () => {
    expect(await cut(0, 0, 200)).toMatchObject({ status: 200 })
    expect(await cut(100, 0, 300)).toMatchObject({ status: 200 })
    expect(await cut(0, 0, 199)).toMatchObject({ status: 400, body: { message: messages.profileImageTooSmall } })
    expect(await cut(0, 0, 250, 249)).toMatchObject({ status: 400, body: { message: messages.cropInvalid } })
    expect(await cut(101, 0, 300)).toMatchObject({ status: 400, body: { message: messages.cropInvalid } })
    expect(await cut(0, 1, 300)).toMatchObject({ status: 400, body: { message: messages.cropInvalid } })
    expect(await cut(-1, 0, 200)).toMatchObject({ status: 400 })
  })

  it('C2 a large picture is stored scaled down, and its crop is converted', async () => {
    const bead = await startBead(ada.client, {
      image: await base64(picture(4800, 2400)),
      attribution,
      crop: { xCoord: 1200, yCoord: 600, xDimen: 1200, yDimen: 1200 },
    })
    expect(bead.crop).toEqual({ xCoord: 600, yCoord: 300, xDimen: 600, yDimen: 600 })
    const again = await ada.client.post(`/api/v0/beads/${bead.id}`, { crop: bead.crop })
    expect(again).toMatchObject({ status: 200, body: { data: { crop: bead.crop } } })
  })

  it('C2 attribution URL: http:// is added where missing; another scheme, or a foreign host without a dot → 400', async () => {
    const { host } = new URL(server.url)
    const from = async (url: string) =>
      (await start({ image: await base64(picture(200, 200)), attribution: { name: 'Ann', url } })) as {
        status: number
        body: { data?: { attribution?: { url: string } } }
      }
    for (const [given, stored] of [
      ['http://a.example/1', 'http://a.example/1'],
      ['https://a.example/1', 'https://a.example/1'],
      ['a.example/1', 'http://a.example/1'],
      [`${host}/b1`, `http://${host}/b1`],
    ])
      expect((await from(given!)).body.data?.attribution?.url, given).toBe(stored)
    for (const given of ['ftp://a.example/1', 'javascript:alert(1)', 'mine', 'from a friend', 'http://', '//'])
      expect(await from(given), given).toMatchObject({ status: 400, body: { fields: { 'attribution.url': messages.linkInvalid } } })
  })
})

describe('C3 publishing', () => {
  it('C3 B11 isDraft=false publishes a draft along with other changes, for good', async () => {
    const draft = await startBead(ada.client, { isDraft: true })
    const { body } = await ada.client.post(`/api/v0/beads/${draft.id}`, { title: 'Out now', category: 'music', isDraft: false })
    expect(body.data).toMatchObject({ title: 'Out now', category: 'music', isDraft: false, can: { publish: false } })
    expect((await server.client().get(`/api/v0/beads/${draft.id}`)).status).toBe(200)
    expect((await ada.client.post(`/api/v0/beads/${draft.id}`, { isDraft: true })).body.data.isDraft).toBe(false)
    const other = await startBead(ada.client, { isDraft: true })
    expect((await ada.client.post(`/api/v0/beads/${other.id}`, { isDraft: false })).body.data.isDraft).toBe(false)
  })

  it('C3 publishing an open draft as its creator → 403, and no change is stored', async () => {
    const open = await startBead(ada.client, { title: 'Which ones', description: 'All', invitees: undefined })
    expect(open.isDraft).toBe(true)
    expect((await ada.client.post(`/api/v0/beads/${open.id}`, { title: 'Out now', isDraft: false })).status).toBe(403)
    const { body } = await ada.client.get(`/api/v0/beads/${open.id}`)
    expect(body).toMatchObject({ title: 'Which ones?', isDraft: true })
  })
})
