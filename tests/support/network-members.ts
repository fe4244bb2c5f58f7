/** A server with two social networks. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { NetworkLinkEntity } from '../../server/features/oauth/entities.ts'
import { startNetwork, type SocialNetwork } from './networks.ts'
import { startTestServer, type Client, type TestServer } from './server.ts'

export let server: TestServer
export let facebook: SocialNetwork
export let twitter: SocialNetwork
export let people = 0

export const me = async (client: Client) => (await client.get('/api/v0/me')).body
export const links = (uid: string) => server.db.getRepository(NetworkLinkEntity).findBy({ uid })

/** Registers the hooks of a test file. */
export function setUp(): void {
  beforeAll(async () => {
    ;[facebook, twitter] = await Promise.all([startNetwork('facebook'), startNetwork('twitter')])
    server = await startTestServer({ env: { ...facebook.env, ...twitter.env } })
  })
  afterAll(async () => {
    await server.close()
    await Promise.all([facebook.stop(), twitter.stop()])
  })
  beforeEach(() => {
    const id = `${(people += 1)}00`
    facebook.person = { id, name: `Face ${id}`, email: `face${id}@example.org` }
    twitter.person = { id, name: `Bird ${id}` }
    facebook.failing = twitter.failing = null
  })
}
