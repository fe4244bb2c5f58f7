/** https://archive.org/advancedsearch.php: the Internet Archive; needs no key. */
import { z } from 'zod'
import { lenientList, number, type QueryService } from '../../media/service.ts'
import { pageSize, toResults, type MediaResultType, type Source } from '../source.ts'

/** A repeated field is an array. */
const words = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? value : value.join(', ')))
  .catch('')

const Item = z.object({
  identifier: z.string().regex(/^[\w.-]{1,100}$/),
  mediatype: z.enum(['movies', 'audio']),
  title: words,
  description: words,
  creator: words,
  date: z.string().optional().catch(undefined),
  downloads: number,
})
const Search = z.object({ response: z.object({ numFound: number, docs: lenientList(Item) }) })

const kinds: Record<MediaResultType, string> = { video: 'movies', audio: 'audio' }

/** Only plain words, so that the query cannot contain operators of the archive's query syntax. */
const terms = (query: string): string => (query.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).slice(0, 12).join(' AND ')

export function createArchive(ask: QueryService): Source {
  return {
    types: ['video', 'audio'],
    async search(query, type, cursor) {
      const searchTerms = terms(query)
      if (searchTerms === '') return { results: [], total: 0, next: null }
      const page = Number(cursor ?? 1)
      const kind = type === undefined ? 'movies OR audio' : kinds[type]
      const { response } = await ask(
        'https://archive.org/advancedsearch.php',
        {
          q: `(${searchTerms}) AND mediatype:(${kind})`,
          'fl[]': ['identifier', 'title', 'creator', 'description', 'date', 'downloads', 'mediatype'],
          rows: pageSize,
          page,
          output: 'json',
        },
        Search,
      )
      return {
        results: response.docs.flatMap(({ identifier, mediatype, title, creator, description, date, downloads }) =>
          toResults({
            uri: identifier,
            type: mediatype === 'movies' ? 'video' : 'audio',
            source: 'archive',
            title: title || identifier,
            description,
            author: creator,
            date,
            viewCount: downloads,
            href: `https://archive.org/details/${identifier}`,
            image: `https://archive.org/services/img/${identifier}`,
          }),
        ),
        total: response.numFound,
        next: page * pageSize < response.numFound ? String(page + 1) : null,
      }
    },
  }
}
