/** Flickr: https://www.flickr.com/services/api/ */
import { z } from 'zod'
import { normaliseTags, type Answer } from '#contract/index.ts'
import {
  idText,
  isTooSmall,
  lenientList,
  number,
  optionalText,
  pageAddress,
  pageSize,
  toImages,
  wordsOf,
  type QueryService,
  type Source,
} from '../source.ts'

const endpoint = 'https://www.flickr.com/services/rest/'

/** Names of licences by Flickr's number. */
const licences: readonly string[] = [
  'All rights reserved',
  'CC BY-NC-SA 2.0',
  'CC BY-NC 2.0',
  'CC BY-NC-ND 2.0',
  'CC BY 2.0',
  'CC BY-SA 2.0',
  'CC BY-ND 2.0',
  'No known copyright restrictions',
  'United States government work',
  'CC0 1.0',
  'Public Domain Mark 1.0',
]
/** Numbers of the licences that permit use (B5). For others the answer has `copyright: true`. */
const usable: ReadonlySet<string> = new Set(['4', '5', '6'])

function licenceOf(id: string): { license: { name: string; url?: string }; copyright: boolean } {
  const name = licences[Number(id)] ?? `Flickr licence ${id}`
  const [, kind] = /^CC (BY\S*) 2\.0$/.exec(name) ?? []
  return {
    license: { name, ...(kind === undefined ? {} : { url: `https://creativecommons.org/licenses/${kind.toLowerCase()}/2.0/` }) },
    copyright: !usable.has(id),
  }
}

/** The schema of a successful answer. */
const ok = <T extends z.ZodRawShape>(shape: T) => z.object({ stat: z.literal('ok'), ...shape })

/** Suffixes of requested sizes, in order of preference: at most 1024, 800, 640 and 500 pixels. */
const sizes = ['l', 'c', 'z', 'm'] as const

const Photo = z
  .object({
    id: idText,
    owner: z.string(),
    secret: optionalText,
    title: optionalText,
    license: idText,
    ownername: optionalText,
    pathalias: optionalText,
  })
  .loose()
const Search = ok({ photos: z.object({ page: number, pages: number, total: number, photo: lenientList(Photo) }) })

const Size = z.object({ label: z.string(), width: number, height: number, source: z.string() })
const content = z
  .object({ _content: z.string() })
  .transform(({ _content }) => _content)
  .catch('')
const Info = ok({
  photo: z.object({
    id: idText,
    license: idText,
    title: content,
    description: content,
    owner: z.object({ nsid: z.string(), username: optionalText, realname: optionalText }),
    tags: z.object({ tag: lenientList(z.object({ raw: z.string() })) }).catch({ tag: [] }),
    urls: z.object({ url: lenientList(z.object({ type: z.string(), _content: z.string() })) }).catch({ url: [] }),
  }),
})

type Details = NonNullable<Answer<'GET /api/v0/imagesearch/flickr_getInfo'>['data']>
type Sizes = Answer<'GET /api/v0/imagesearch/flickr_getSizes'>['data']

export interface Flickr extends Source {
  info(id: string, secret: string | undefined): Promise<Details>
  sizes(id: string): Promise<Sizes>
}

/** URL of a photo's page. */
const pageOf = (owner: string, id: string): string => `https://www.flickr.com/photos/${encodeURIComponent(owner)}/${id}`

export function createFlickr(ask: QueryService, key: string): Flickr {
  const common = { api_key: key, format: 'json', nojsoncallback: 1 }
  return {
    name: 'flickr',
    title: 'Flickr',

    async search(query, page) {
      const { photos } = await ask(
        endpoint,
        {
          ...common,
          method: 'flickr.photos.search',
          text: query,
          page,
          per_page: pageSize,
          sort: 'relevance',
          media: 'photos',
          content_type: 1,
          safe_search: 1,
          extras: ['license', 'owner_name', 'path_alias', 'url_n', ...sizes.map((size) => `url_${size}`)].join(','),
        },
        Search,
      )
      const images = photos.photo.flatMap((photo) => {
        const size = sizes.find((letter) => typeof photo[`url_${letter}`] === 'string')
        if (size === undefined) return []
        return toImages({
          id: photo.id,
          source: 'flickr',
          title: photo.title,
          author: photo.ownername || photo.owner,
          secret: photo.secret,
          ...licenceOf(photo.license),
          authorUrl: `https://www.flickr.com/people/${encodeURIComponent(photo.pathalias || photo.owner)}`,
          href: pageOf(photo.pathalias || photo.owner, photo.id),
          image: String(photo[`url_${size}`]),
          thumbnail: String(photo.url_n ?? ''),
          width: number.parse(photo[`width_${size}`]),
          height: number.parse(photo[`height_${size}`]),
        })
      })
      return { images, total: photos.total, more: photos.page < photos.pages }
    },

    async info(id, secret) {
      const { photo } = await ask(
        endpoint,
        { ...common, method: 'flickr.photos.getInfo', photo_id: id, ...(secret ? { secret } : {}) },
        Info,
      )
      const { owner } = photo
      return {
        id: photo.id,
        title: wordsOf(photo.title),
        description: wordsOf(photo.description),
        author: owner.realname || owner.username || owner.nsid,
        authorUrl: `https://www.flickr.com/people/${encodeURIComponent(owner.nsid)}`,
        href: pageAddress(photo.urls.url.find(({ type }) => type === 'photopage')?._content ?? '') ?? pageOf(owner.nsid, photo.id),
        tags: normaliseTags(photo.tags.tag.map(({ raw }) => raw)),
        ...licenceOf(photo.license),
      }
    },

    async sizes(id) {
      const {
        sizes: { size },
      } = await ask(
        endpoint,
        { ...common, method: 'flickr.photos.getSizes', photo_id: id },
        ok({ sizes: z.object({ size: lenientList(Size) }) }),
      )
      return size.flatMap(({ label, width, height, source }) => {
        const image = pageAddress(source)
        return image === undefined || width < 1 || height < 1 || isTooSmall({ width, height }) ? [] : [{ label, image, width, height }]
      })
    },
  }
}
