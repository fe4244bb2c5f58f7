/** Social networks as a test sees them: real OAuth 2 servers on this machine, and a browser that goes there and back. */
import { OAuth2Server } from 'oauth2-mock-server'
import type { Network } from '#contract/index.ts'
import type { Client, Reply } from './client.ts'

export interface SocialNetwork {
  /** Who is logged in there. */
  person: { id: string; name: string; email?: string; email_verified?: boolean }
  /** Requests to its token endpoint, as they came. */
  exchanges: { body: Record<string, unknown>; authorization: string | undefined }[]
  /** From now on it answers a code with this status. */
  failing: number | null
  env: Record<string, string>
  stop(): Promise<void>
}

export async function startNetwork(network: Network): Promise<SocialNetwork> {
  const oauth = new OAuth2Server()
  await oauth.issuer.keys.generate('RS256')
  await oauth.start(0, '127.0.0.1')
  const url = `http://127.0.0.1:${oauth.address().port}`
  const name = network.toUpperCase()
  const there: SocialNetwork = {
    person: { id: '1000', name: 'Ada Lovelace' },
    exchanges: [],
    failing: null,
    env: {
      [`${name}_CLIENT_ID`]: `strand at ${network}`,
      [`${name}_CLIENT_SECRET`]: 'a:secret',
      [`${name}_AUTHORIZE_URL`]: `${url}/authorize`,
      [`${name}_TOKEN_URL`]: `${url}/token`,
      [`${name}_USERINFO_URL`]: `${url}/userinfo`,
    },
    stop: () => oauth.stop(),
  }
  oauth.service.on('beforeResponse', (answer, request) => {
    const { body, headers } = request as unknown as { body: Record<string, unknown>; headers: Record<string, string> }
    there.exchanges.push({ body, authorization: headers.authorization })
    if (there.failing !== null) Object.assign(answer, { statusCode: there.failing, body: { error: 'invalid_grant' } })
  })
  oauth.service.on('beforeUserinfo', (answer) => {
    answer.body = network === 'twitter' ? { data: there.person } : { ...there.person }
  })
  return there
}

/** What a browser sends when a person follows a link. */
const navigation = (site: string) => ({
  headers: {
    'X-Strand-Request': null,
    Origin: null,
    Accept: 'text/html',
    'Sec-Fetch-Site': site,
    'Sec-Fetch-Mode': 'navigate',
    'Sec-Fetch-Dest': 'document',
  },
})

export const visit = (client: Client, path: string, site = 'same-origin'): Promise<Reply<string>> => client.get(path, navigation(site))

export const locationOf = (reply: Reply<unknown>): string => {
  const location = reply.headers.get('location')
  if (location === null) throw new Error(`No redirect: ${reply.status} ${JSON.stringify(reply.body)}`)
  return location
}

/** Sets off, and agrees there. The path on Strand with which the browser would come back. */
export async function goThere(client: Client, path: string): Promise<string> {
  const href = locationOf(await visit(client, path))
  const agreed = await fetch(href, { redirect: 'manual' })
  const back = new URL(agreed.headers.get('location')!)
  return back.pathname + back.search
}

/** There and back again. The path that the browser ends at. */
export async function thereAndBack(client: Client, path: string): Promise<string> {
  return locationOf(await visit(client, await goThere(client, path), 'cross-site'))
}
