/** The social networks as OAuth 2 providers. */
import { z } from 'zod'
import type { Network } from '#contract/index.ts'
import { cleanEmail, cleanLine, cut, emailProblem } from '#contract/rules.ts'

export interface NetworkConfig {
  clientId: string
  clientSecret: string
  authorizeUrl: string
  tokenUrl: string
  userinfoUrl: string
}

/** HTTP client for a network. It follows no redirects, and rejects unless the answer is a 2xx of an accepted type. */
export interface Caller {
  call(
    href: string,
    request: { method: 'GET' | 'POST'; headers: Readonly<Record<string, string>>; body?: string },
    accepted: { types: readonly string[]; bytes: number },
  ): Promise<{ body: Buffer }>
}

/** The account at the network. */
export interface Profile {
  /** The network's id of the account. */
  subject: string
  name: string
  /** Null if the network returns none, or an unverified one. */
  email: string | null
}

export interface Provider {
  /** The authorization URL. */
  authorizeHref(request: { state: string; challenge: string; redirectUri: string }): string
  /** Exchanges the authorization code for the profile. Rejects if an answer is invalid. */
  profileOf(grant: { code: string; verifier: string; redirectUri: string }): Promise<Profile>
}

/** Scope and client authentication method of each network. */
const networkSettings: Record<Network, { scope: string; clientAuth: 'header' | 'body' }> = {
  facebook: { scope: 'public_profile,email', clientAuth: 'body' },
  // Reading the profile needs both scopes; neither permits writing.
  twitter: { scope: 'users.read tweet.read', clientAuth: 'header' },
}

const jsonAnswer = { types: ['application/json', 'text/json', 'text/javascript'], bytes: 100_000 } as const

const Token = z.object({ access_token: z.string().min(1).max(8000), token_type: z.string().max(40).optional() })

/** Whether a text has no control characters, which are invisible, and no lone surrogates, which PostgreSQL cannot store. */
const isPlain = (text: string): boolean => !/[\p{Cc}\p{Surrogate}]/u.test(text)

/** Replaces lone surrogates by U+FFFD. */
const wellFormed = (text: string): string => Buffer.from(text).toString('utf8')

const subject = z.union([z.string().min(1).max(128).refine(isPlain), z.int()]).transform(String)
const UserinfoFields = z.object({
  id: subject.optional(),
  sub: subject.optional(),
  name: z.string().max(4000).optional(),
  username: z.string().max(4000).optional(),
  email: z.string().max(4000).optional(),
  email_verified: z.boolean().optional(),
})
/** Twitter wraps the fields in `data`. */
const Userinfo = z.union([z.object({ data: UserinfoFields }).transform(({ data }) => data), UserinfoFields])

function toProfile(answer: unknown): Profile {
  const { id, sub, name, username, email, email_verified: verified } = Userinfo.parse(answer)
  const subject = id ?? sub
  if (subject === undefined) throw new Error('the profile has no id')
  const usable = email !== undefined && verified !== false && isPlain(email) && emailProblem(email) === null
  return { subject, name: cut(cleanLine(wellFormed(name ?? username ?? '')), 128), email: usable ? cleanEmail(email) : null }
}

/** RFC 6749, 2.3.1: each half is form-encoded before the two are joined. */
const formEncode = (value: string): string => new URLSearchParams({ v: value }).toString().slice(2)
const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${formEncode(id)}:${formEncode(secret)}`).toString('base64')}`

export function createProvider(network: Network, config: NetworkConfig, { call }: Caller): Provider {
  const { scope, clientAuth } = networkSettings[network]
  const { clientId, clientSecret } = config

  async function exchange(code: string, verifier: string, redirectUri: string): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: clientId,
    })
    if (clientAuth === 'body') form.set('client_secret', clientSecret)
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(clientAuth === 'header' && { authorization: basic(clientId, clientSecret) }),
    }
    const { body } = await call(config.tokenUrl, { method: 'POST', headers, body: form.toString() }, jsonAnswer)
    const token = Token.parse(JSON.parse(body.toString('utf8')))
    if (token.token_type !== undefined && token.token_type.toLowerCase() !== 'bearer') throw new Error('the token type is not bearer')
    return token.access_token
  }

  return {
    authorizeHref({ state, challenge, redirectUri }) {
      const url = new URL(config.authorizeUrl)
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },

    async profileOf({ code, verifier, redirectUri }) {
      const token = await exchange(code, verifier, redirectUri)
      const { body } = await call(
        config.userinfoUrl,
        { method: 'GET', headers: { authorization: `Bearer ${token}`, accept: 'application/json' } },
        jsonAnswer,
      )
      return toProfile(JSON.parse(body.toString('utf8')))
    },
  }
}
