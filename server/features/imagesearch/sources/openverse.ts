/** Openverse: openly licensed pictures of many museums and sites. Needs no key. https://api.openverse.org/v1/ */
import { z } from 'zod'
import { idText, lenientList, number, optionalText, pageSize, toImages, type QueryService, type Source } from '../source.ts'

const Result = z.object({
  id: idText,
  title: optionalText,
  url: z.string(),
  thumbnail: optionalText,
  foreign_landing_url: z.string(),
  creator: optionalText,
  creator_url: optionalText,
  license: z.string(),
  license_version: optionalText,
  license_url: optionalText,
  width: number,
  height: number,
})
const Search = z.object({ result_count: number, page_count: number, page: number, results: lenientList(Result) })

/** The display name of a licence, from Openverse's short name such as `by-sa`. */
const licenceName = (name: string, version: string): string =>
  `${name === 'pdm' ? 'Public Domain Mark' : name === 'cc0' ? 'CC0' : `CC ${name.toUpperCase()}`} ${version}`.trim()

export function createOpenverse(ask: QueryService): Source {
  return {
    name: 'openverse',
    title: 'Openverse',
    async search(query, page) {
      // Only licences that permit commercial use.
      const found = await ask(
        'https://api.openverse.org/v1/images/',
        { q: query, page, page_size: pageSize, license_type: 'commercial', extension: 'jpg,jpeg,png', mature: 'false' },
        Search,
      )
      const images = found.results.flatMap((result) =>
        toImages({
          id: result.id,
          source: 'openverse',
          title: result.title,
          author: result.creator,
          authorUrl: result.creator_url,
          image: result.url,
          thumbnail: result.thumbnail,
          width: result.width,
          height: result.height,
          href: result.foreign_landing_url,
          copyright: false,
          license: { name: licenceName(result.license, result.license_version), ...(result.license_url && { url: result.license_url }) },
        }),
      )
      return { images, total: found.result_count, more: page < found.page_count }
    },
  }
}
