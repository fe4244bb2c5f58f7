/** https://developers.google.com/youtube/v3: the search returns ids; a second, much cheaper call returns the rest. */
import { z } from 'zod'
import { idText, lenientList, number, optionalText, type QueryService } from '../../media/service.ts'
import { isShort, pageSize, toResults, type Source } from '../source.ts'

const Search = z.object({
  nextPageToken: z.string().max(200).optional(),
  pageInfo: z.object({ totalResults: number }),
  items: lenientList(z.object({ id: z.object({ videoId: z.string().regex(/^[\w-]{11}$/) }) })),
})

const Videos = z.object({
  items: lenientList(
    z.object({
      id: z.string(),
      snippet: z.object({
        title: z.string(),
        description: optionalText,
        channelTitle: optionalText,
        publishedAt: z.string(),
        categoryId: idText,
        thumbnails: z
          .object({ medium: z.object({ url: z.string() }) })
          .partial()
          .catch({}),
      }),
      contentDetails: z.object({ duration: z.string() }),
      statistics: z.object({ viewCount: number }).catch({ viewCount: 0 }),
    }),
  ),
})

/** Film & Animation, Music, Sports, Comedy. */
const categoriesOfShort = new Set(['1', '10', '17', '23'])
/** Page size for short queries: the API's maximum, because most results are filtered out. */
const widePage = 50

/** Parses `PT1H2M3S`; 0 for a live stream. */
function secondsOf(duration: string): number {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration) ?? []
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

export function createYoutube(ask: QueryService, key: string): Source {
  const api = 'https://www.googleapis.com/youtube/v3'
  return {
    types: ['video'],
    async search(query, _type, cursor) {
      const short = isShort(query)
      const { items, pageInfo, nextPageToken } = await ask(
        `${api}/search`,
        {
          key,
          q: query,
          part: 'id',
          type: 'video',
          videoEmbeddable: 'true',
          maxResults: short ? widePage : pageSize,
          ...(cursor !== null && { pageToken: cursor }),
        },
        Search,
      )
      const ids = items.map(({ id }) => id.videoId)
      const videos =
        ids.length === 0
          ? []
          : (await ask(`${api}/videos`, { key, id: ids.join(','), part: 'snippet,contentDetails,statistics' }, Videos)).items
      const known = new Map(videos.map((video) => [video.id, video]))
      const results = ids.flatMap((id) => {
        const video = known.get(id)
        if (!video || (short && !categoriesOfShort.has(video.snippet.categoryId))) return []
        const { title, description, channelTitle, publishedAt, thumbnails } = video.snippet
        return toResults({
          uri: id,
          type: 'video',
          source: 'youtube',
          title,
          description,
          author: channelTitle,
          date: publishedAt,
          image: thumbnails.medium?.url,
          duration: secondsOf(video.contentDetails.duration),
          viewCount: video.statistics.viewCount,
          href: `https://www.youtube.com/watch?v=${id}`,
        })
      })
      return { results, total: Math.max(pageInfo.totalResults, results.length), next: nextPageToken ?? null }
    },
  }
}
