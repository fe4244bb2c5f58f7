/** Social networks for tests: local OAuth 2 servers, and a client that follows the redirects like a browser. */
import { OAuth2Server } from 'oauth2-mock-server'
import type { Network } from '#contract/index.ts'
import type { Client, Reply } from './client.ts'

export interface SocialNetwork {
  /** The person who is logged in at the network. */
  person: { id: string; name: string; email?: string; email_verified?: boolean }
  /** Requests to the token endpoint, in order. */
  exchanges: { body: Record<string, unknown>; authorization: string | undefined }[]
  /** The error status of the token endpoint; null if it works. */
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

/** The headers of a navigation by link. */
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

/** Starts the sign-in and consents at the network. Returns the path of Strand's callback, which is not requested yet. */
export async function goThere(client: Client, path: string): Promise<string> {
  const href = locationOf(await visit(client, path))
  const agreed = await fetch(href, { redirect: 'manual' })
  const back = new URL(agreed.headers.get('location')!)
  return back.pathname + back.search
}

/** Signs in by way of the network. Returns the path at which the browser ends. */
export async function thereAndBack(client: Client, path: string): Promise<string> {
  return locationOf(await visit(client, await goThere(client, path), 'cross-site'))
}
