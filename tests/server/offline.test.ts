import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const asHtml = { 'X-Strand-Request': null, Accept: 'text/html' }

describe('BY15 the offline document', () => {
  it('BY15 the offline document has no member data, also when a member requests it', async () => {
    const { client, me } = await server.signUp('Ada Rivers')
    client.cookies.set('theme', 'dark')
    const { status, body, headers } = await client.get<string>('/offline', { headers: asHtml })
    expect(status).toBe(200)
    // The response may set a cookie, which shared caches must not store.
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const data = JSON.parse(/<script type="application\/json" id="strand-data">(.*?)<\/script>/s.exec(body)![1]!) as { key: string }[]
    expect(data.map(({ key }) => key)).toEqual(['GET /api/v0/site'])
    expect(body).not.toContain(me.uid)
    expect(body).not.toContain('data-theme')
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})
