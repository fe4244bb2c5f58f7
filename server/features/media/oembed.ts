/**
 * Media data from oEmbed endpoints that need no key. Only facts are used, never a provider's `html`: players are built from parsed ids.
 */
import { z } from 'zod'
import { jsonOf } from './answers.ts'
import type { Facts } from './facts.ts'
import type { Provider } from './providers.ts'
import { responsePolicies, type SafeFetch } from './safe-fetch.ts'

const endpoints: Partial<Record<Provider['name'], string>> = {
  youtube: 'https://www.youtube.com/oembed?format=json&url=',
  vimeo: 'https://vimeo.com/api/oembed.json?url=',
  soundcloud: 'https://soundcloud.com/oembed?format=json&url=',
  dailymotion: 'https://www.dailymotion.com/services/oembed?format=json&url=',
  wistia: 'https://fast.wistia.com/oembed?format=json&url=',
  tiktok: 'https://www.tiktok.com/oembed?url=',
}

/** Providers differ in whether numbers are strings. */
const size = z.coerce.number().int().positive().max(20_000).optional().catch(undefined)

const Answer = z.object({
  title: z.string().optional().catch(undefined),
  author_name: z.string().optional().catch(undefined),
  thumbnail_url: z.string().optional().catch(undefined),
  width: size,
  height: size,
  duration: z.coerce
    .number()
    .positive()
    .max(48 * 3600)
    .optional()
    .catch(undefined),
})

export const hasOembed = (provider: Provider['name']): boolean => endpoints[provider] !== undefined

/** The oEmbed URL for an address; only for providers with `hasOembed`. */
export const oembedAddress = (provider: Provider['name'], href: string): string => `${endpoints[provider]}${encodeURIComponent(href)}`

/** Rejects on network errors and unexpected answers. */
export async function askOembed(fetcher: SafeFetch, provider: Provider['name'], href: string): Promise<Facts> {
  const { body } = await fetcher.get(oembedAddress(provider, href), responsePolicies.json)
  const answer = Answer.parse(await jsonOf(body))
  return {
    title: answer.title,
    // Auto-generated YouTube channels are named "{artist} - Topic".
    artist: provider === 'youtube' ? answer.author_name?.replace(/ - Topic$/, '') : answer.author_name,
    image: answer.thumbnail_url,
    width: answer.width,
    height: answer.height,
    duration: answer.duration,
  }
}
