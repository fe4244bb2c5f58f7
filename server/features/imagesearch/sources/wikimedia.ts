/** Wikimedia Commons, whose pictures all have a free licence: https://commons.wikimedia.org/w/api.php */
import { z } from 'zod'
import { idText, lenientList, number, pageAddress, pageSize, toImages, wordsOf, type QueryService, type Source } from '../source.ts'

/** A metadata field; empty if missing. */
const value = z
  .object({ value: z.union([z.string(), z.number()]).transform(String) })
  .transform((field) => field.value)
  .catch('')

const File = z.object({
  pageid: idText,
  title: z.string(),
  index: number,
  imageinfo: z
    .array(
      z.object({
        url: z.string(),
        thumburl: z.string(),
        thumbwidth: number,
        thumbheight: number,
        descriptionurl: z.string(),
        mime: z.string(),
        extmetadata: z
          .object({ Artist: value, LicenseShortName: value, LicenseUrl: value, ObjectName: value })
          .catch({ Artist: '', LicenseShortName: '', LicenseUrl: '', ObjectName: '' }),
      }),
    )
    .min(1),
})
/** Without results the answer has no `query`. */
const Search = z.object({
  continue: z.object({ gsroffset: number }).optional(),
  query: z.object({ pages: lenientList(File) }).default({ pages: [] }),
})

/** Requested width of the pictures (pixels). */
const width = 1024

export function createWikimedia(ask: QueryService): Source {
  return {
    name: 'wikimedia',
    title: 'Wikimedia Commons',
    async search(query, page) {
      const found = await ask(
        'https://commons.wikimedia.org/w/api.php',
        {
          action: 'query',
          format: 'json',
          formatversion: 2,
          generator: 'search',
          gsrsearch: `filetype:bitmap ${query}`,
          // The namespace of files.
          gsrnamespace: 6,
          gsrlimit: pageSize,
          gsroffset: (page - 1) * pageSize,
          prop: 'imageinfo',
          iiprop: 'url|size|mime|extmetadata',
          iiurlwidth: width,
          iiextmetadatafilter: 'Artist|LicenseShortName|LicenseUrl|ObjectName',
        },
        Search,
      )
      const images = found.query.pages
        .toSorted((a, b) => a.index - b.index)
        .flatMap(({ pageid, title, imageinfo: [info] }) => {
          if (!info || !/^image\/(jpeg|png)$/.test(info.mime)) return []
          const { Artist: artist, LicenseShortName: license, LicenseUrl: url, ObjectName: name } = info.extmetadata
          const address = pageAddress(url)
          return toImages({
            id: pageid,
            source: 'wikimedia',
            title: wordsOf(name) || title.replace(/^File:|\.\w+$/g, ''),
            author: wordsOf(artist),
            image: info.thumburl,
            width: info.thumbwidth,
            height: info.thumbheight,
            href: info.descriptionurl,
            copyright: false,
            license: { name: wordsOf(license) || 'Free licence', ...(address === undefined ? {} : { url: address }) },
          })
        })
      // The answer has no total. Use the number of results up to this page: the offset of the next one, or what was
      // read.
      const seen = (page - 1) * pageSize + found.query.pages.length
      return { images, total: found.continue?.gsroffset ?? seen, more: found.continue !== undefined }
    },
  }
}
