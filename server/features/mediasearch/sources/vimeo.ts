/** https://developer.vimeo.com/api/reference/videos#search_videos */
import { z } from 'zod'
import { lenientList, number, optionalText, type QueryService } from '../../media/service.ts'
import { isShort, pageSize, toResults, type Source } from '../source.ts'

const Search = z.object({
  total: number,
  data: lenientList(
    z.object({
      uri: z.string().regex(/^\/videos\/\d{1,19}$/),
      name: optionalText,
      description: optionalText,
      duration: number,
      created_time: z.string().optional().catch(undefined),
      user: z.object({ name: optionalText }).catch({ name: '' }),
      pictures: z.object({ sizes: lenientList(z.object({ width: number, link: z.string() })) }).catch({ sizes: [] }),
      stats: z.object({ plays: z.int().min(0).nullish().catch(null) }).catch({ plays: null }),
      categories: lenientList(z.object({ uri: z.string() })).catch([]),
    }),
  ),
})

const fields = 'uri,name,description,duration,created_time,user.name,pictures.sizes.width,pictures.sizes.link,stats.plays,categories.uri'
/** Vimeo has several categories for films. */
const categoriesOfShort = ['music', 'sports', 'comedy', 'narrative', 'documentary', 'animation', 'film'].map(
  (name) => `/categories/${name}`,
)
/** Minimum width of a result's picture (pixels). */
const width = 290

/** @param ask adds the operator's token. */
export function createVimeo(ask: QueryService): Source {
  return {
    types: ['video'],
    async search(query, _type, cursor) {
      const page = Number(cursor ?? 1)
      const { data, total } = await ask('https://api.vimeo.com/videos', { query, page, per_page: pageSize, fields }, Search)
      const results = data.flatMap(({ uri, name, description, duration, created_time: date, user, pictures, stats, categories }) => {
        if (isShort(query) && !categories.some((category) => categoriesOfShort.some((one) => `${category.uri}/`.startsWith(`${one}/`))))
          return []
        const id = uri.slice('/videos/'.length)
        const image = pictures.sizes.find((size) => size.width >= width) ?? pictures.sizes.at(-1)
        return toResults({
          uri: id,
          type: 'video',
          source: 'vimeo',
          title: name,
          description,
          author: user.name,
          date,
          duration,
          image: image?.link,
          href: `https://vimeo.com/${id}`,
          viewCount: stats.plays ?? undefined,
        })
      })
      return { results, total, next: page * pageSize < total ? String(page + 1) : null }
    },
  }
}
