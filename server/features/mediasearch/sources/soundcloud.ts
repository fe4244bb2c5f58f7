/** https://developers.soundcloud.com/docs/api/explorer/open-api#/tracks/get_tracks */
import { z } from 'zod'
import { idText, lenientList, number, optionalText, type QueryService } from '../../media/service.ts'
import { pageSize, toResults, type Source } from '../source.ts'

const api = 'https://api.soundcloud.com/tracks'

const Search = z.object({
  collection: lenientList(
    z.object({
      id: idText,
      title: optionalText,
      description: optionalText,
      permalink_url: z.string().regex(/^https:\/\/(www\.)?soundcloud\.com\//),
      artwork_url: optionalText,
      created_at: z.string().optional().catch(undefined),
      duration: number.describe('Milliseconds'),
      playback_count: z.int().min(0).nullish().catch(null),
      user: z.object({ username: optionalText }).catch({ username: '' }),
    }),
  ),
  next_href: z.string().nullish().catch(null),
})

/** The cursor from the next page's URL. The URL itself is not followed: a hostile one would receive the key. */
function following(href: string | null | undefined): string | null {
  const params = href && URL.canParse(href) ? new URL(href).searchParams : null
  const [name, value] = [...(params ?? [])].find(([one]) => one === 'cursor' || one === 'offset') ?? []
  return name === undefined ? null : `${name}=${value}`
}

export function createSoundcloud(ask: QueryService, id: string): Source {
  return {
    types: ['audio'],
    async search(query, _type, cursor) {
      const [name = 'offset', value = '0'] = /^(\w+)=(.*)$/s.exec(cursor ?? '')?.slice(1) ?? []
      const { collection, next_href: href } = await ask(
        api,
        {
          client_id: id,
          q: query,
          limit: pageSize,
          linked_partitioning: 'true',
          access: 'playable',
          ...(cursor !== null && { [name]: value }),
        },
        Search,
      )
      const results = collection.flatMap((track) =>
        toResults({
          uri: track.id,
          type: 'audio',
          source: 'soundcloud',
          title: track.title,
          description: track.description,
          author: track.user.username,
          date: track.created_at,
          duration: track.duration / 1000,
          viewCount: track.playback_count ?? undefined,
          href: track.permalink_url,
          image: track.artwork_url || undefined,
        }),
      )
      // No total in the answer.
      return { results, total: results.length, next: following(href) }
    },
  }
}
