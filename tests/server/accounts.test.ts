import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('sign-up', () => {
  test('U6 AP1 answers the member and signs it in', async () => {
    const { client, me } = await server.signUp('Ada Lovelace')
    expect(me).toMatchObject({ uid: 'adalovelace', id: 'adalovelace', _id: 'adalovelace', name: 'Ada Lovelace', isAdmin: false })
    expect((await client.get('/api/v0/me')).body).toEqual(me)
  })
})
