/**
 * How often an address was shared on the social networks. Real services, inert without keys
 * (decision 30): what has no key counts nothing and is asked nothing.
 */
import type { Logger } from 'pino'
import { z } from 'zod'
import type { SafeFetch } from '../media/service.ts'

export interface NetworkKeys {
  /** Of an app at Facebook: `id|secret`. */
  facebook: string | null
  /** Of an app at X. */
  twitter: string | null
}

export interface ShareCounter {
  /** Shares on all networks together, or null where none of them told. */
  count(href: string): Promise<number | null>
}

/** A question with a key in its header, to an address that is written down here; nothing follows a redirect with it. */
interface KeyedCall {
  call(href: string, sent: { method: 'GET'; headers: Readonly<Record<string, string>> }, read: typeof json): Promise<{ body: Buffer }>
}

const json = { types: ['application/json', 'text/javascript'], bytes: 100_000 } as const

const FacebookAnswer = z.object({ engagement: z.object({ share_count: z.int().min(0) }) })
const TwitterAnswer = z.object({ meta: z.object({ total_tweet_count: z.int().min(0) }) })

export interface CounterDeps {
  log: Pick<Logger, 'info'>
  fetcher: Pick<SafeFetch, 'get'> & Partial<KeyedCall>
  keys: NetworkKeys
}

export function createShareCounter({ log, fetcher, keys }: CounterDeps): ShareCounter {
  const read = async <T>(schema: z.ZodType<T>, answer: Promise<{ body: Buffer }>): Promise<T> =>
    schema.parse(JSON.parse((await answer).body.toString('utf8')))

  async function facebook(href: string, key: string): Promise<number> {
    const query = new URLSearchParams({ id: href, fields: 'engagement', access_token: key })
    return (await read(FacebookAnswer, fetcher.get(`https://graph.facebook.com/v23.0/?${query.toString()}`, json))).engagement.share_count
  }

  /** The last seven days: X tells no more to most. */
  async function twitter(href: string, key: string): Promise<number> {
    if (!fetcher.call) throw new Error('no way to send a key')
    const query = new URLSearchParams({ query: `url:"${href}"` })
    const sent = { method: 'GET', headers: { authorization: `Bearer ${key}` } } as const
    return (await read(TwitterAnswer, fetcher.call(`https://api.x.com/2/tweets/counts/recent?${query.toString()}`, sent, json))).meta
      .total_tweet_count
  }

  return {
    async count(href) {
      const asked = [
        ...(keys.facebook === null ? [] : [facebook(href, keys.facebook)]),
        ...(keys.twitter === null ? [] : [twitter(href, keys.twitter)]),
      ]
      const told = await Promise.allSettled(asked)
      for (const one of told)
        if (one.status === 'rejected') log.info({ error: one.reason as unknown }, 'a social network did not tell its shares')
      const counts = told.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
      return counts.length === 0 ? null : counts.reduce((total, one) => total + one, 0)
    },
  }
}
