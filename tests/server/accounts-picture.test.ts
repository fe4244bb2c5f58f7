import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/index.ts'
import { member } from '../support/content.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { profilePicture } from './accounts-leaving.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('the profile picture', () => {
  test('P5 AP1 an uploaded picture gets a versioned URL and its time; a second one gets another URL', async () => {
    const { client, me } = await server.signUp()
    const { status, body } = await client.post('/api/v0/me/updateimage', {
      image: await profilePicture(),
      crop: { xCoord: 0, yCoord: 0, xDimen: 220, yDimen: 220 },
      resize: { type: 'square' },
    })
    expect([status, Object.keys(body).toSorted()]).toEqual([200, ['image', 'timestamp']])
    expect(await (await fetch(server.url + body.image)).arrayBuffer()).toBeTruthy()
    expect((await client.get('/api/v0/me')).body).toMatchObject({ image: body.image, imageLastModified: body.timestamp })
    expect(body.image).toMatch(new RegExp(`^/people/square/${me.uid}\\.jpg\\?v=`))
    const second = (await client.post('/api/v0/me/updateimage', { image: await profilePicture() })).body
    expect(second.image).not.toBe(body.image)
    expect((await fetch(server.url + second.image)).status).toBe(200)
  })

  test.each([
    [{}, 400, messages.imageMissing],
    [{ image: Buffer.from('GIF89a').toString('base64') }, 415, messages.imageType],
  ])('P5 AP10 the upload %j → the prescribed failure', async (upload, status, message) => {
    const { client, me } = await server.signUp()
    const reply = await client.post('/api/v0/me/updateimage', upload)
    expect([reply.status, reply.body.message]).toEqual([status, message])
    expect((await member(server.db, me.uid)).image).toBeNull()
  })

  test('P5 AP10 a picture over 5 MB → 413, one under 200 pixels → 400', async () => {
    const { client } = await server.signUp()
    const huge = await client.post('/api/v0/me/updateimage', { image: Buffer.alloc(5_000_001, 0xff).toString('base64') })
    expect([huge.status, huge.body.message]).toEqual([413, messages.profileImageTooLarge])
    const beyond = await client.post('/api/v0/me/updateimage', { image: 'A'.repeat(8_000_000) })
    expect([beyond.status, beyond.body.message]).toEqual([413, messages.profileImageTooLarge])
    const tiny = (
      await sharp({ create: { width: 199, height: 260, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
    ).toString('base64')
    const small = await client.post('/api/v0/me/updateimage', { image: tiny })
    expect([small.status, small.body.message]).toEqual([400, messages.profileImageTooSmall])
  })
})
