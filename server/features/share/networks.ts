/**
 * Share counts of social networks. A network without a key is not requested (decision 30).
 */
import type { Logger } from 'pino'
import { z } from 'zod'
import type { SafeFetch } from '../media/service.ts'

export interface NetworkKeys {
  /** App token of Facebook: `id|secret`. */
  facebook: string | null
  /** Bearer token of X. */
  twitter: string | null
}

export interface ShareCounter {
  /** Sum over all networks; null if none answered. */
  count(href: string): Promise<number | null>
}

/** Request with a key in its header, to a constant host. Redirects are not followed, so the key does not leak. */
interface KeyedCall {
  call(
    href: string,
    request: { method: 'GET'; headers: Readonly<Record<string, string>> },
    accepted: typeof json,
  ): Promise<{ body: Buffer }>
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
  const accepted = async <T>(schema: z.ZodType<T>, answer: Promise<{ body: Buffer }>): Promise<T> =>
    schema.parse(JSON.parse((await answer).body.toString('utf8')))

  async function facebook(href: string, key: string): Promise<number> {
    const query = new URLSearchParams({ id: href, fields: 'engagement', access_token: key })
    return (await accepted(FacebookAnswer, fetcher.get(`https://graph.facebook.com/v23.0/?${query.toString()}`, json))).engagement
      .share_count
  }

  /** Shares of the last seven days: most API plans of X return no more. */
  async function twitter(href: string, key: string): Promise<number> {
    if (!fetcher.call) throw new Error('no way to send a key')
    const query = new URLSearchParams({ query: `url:"${href}"` })
    const request = { method: 'GET', headers: { authorization: `Bearer ${key}` } } as const
    return (await accepted(TwitterAnswer, fetcher.call(`https://api.x.com/2/tweets/counts/recent?${query.toString()}`, request, json))).meta
      .total_tweet_count
  }

  return {
    async count(href) {
      const requests = [
        ...(keys.facebook === null ? [] : [facebook(href, keys.facebook)]),
        ...(keys.twitter === null ? [] : [twitter(href, keys.twitter)]),
      ]
      const results = await Promise.allSettled(requests)
      for (const result of results)
        if (result.status === 'rejected') log.info({ error: result.reason as unknown }, 'a social network returned no share count')
      const counts = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value)
      return counts.length === 0 ? null : counts.reduce((total, result) => total + result, 0)
    },
  }
}
