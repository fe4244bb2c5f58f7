import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOutside } from '../support/outside.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

describe('AP9 endpoints', () => {
  let server: TestServer
  const outside = createOutside()
  beforeAll(async () => {
    server = await startTestServer({ fetcher: outside, env: { FLICKR_KEY: 'test-key' } })
  })
  afterAll(() => server.close())

  it('AP9 searches are for members, unavailable sources are marked, and invalid queries → 400', async () => {
    const { client } = await server.signUp()
    const visitor = server.client()
    expect(
      (await visitor.get('/api/v0/imagesearch/sources')).body.sources
        .filter(({ available }: { available: boolean }) => available)
        .map(({ name }: { name: string }) => name),
    ).toEqual(['flickr', 'openverse', 'wikimedia'])
    expect((await visitor.get('/api/v0/imagesearch/flickr?query=x')).status).toBe(401)
    for (const path of [
      'flickr?query=',
      'flickr',
      'openverse?query=x&page=0',
      'flickr_getInfo?query=../../x',
      'behance_project?query=a/b',
      'fivepx_getPhoto?query=1%3Fx',
    ])
      expect((await client.get(`/api/v0/imagesearch/${path}`)).status).toBe(400)
    for (const source of ['flickr', 'openverse', 'wikimedia'])
      expect((await client.get(`/api/v0/imagesearch/${source}?query=fog`)).body).toMatchObject({ results: [], outage: true })
    for (const call of ['fivepx?query=x', 'behance?query=x', 'fivepx_getPhoto?query=1', 'behance_project?query=1'])
      expect((await client.get(`/api/v0/imagesearch/${call}`)).body).toMatchObject({ available: false })
    expect((await client.get('/api/v0/imagesearch/flickr_getSizes?query=1')).body).toEqual({ data: [], available: true, outage: true })
  })
})
