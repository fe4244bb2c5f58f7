/** A playlist independent of the file format. */
import { z } from 'zod'
import { limits, type Bead, type Media, type Post } from '#contract/index.ts'
import { textOf } from '../posts/service.ts'

/** Extension namespace of JSPF and XSPF for fields without an equivalent (BZ7). The 1 is its version. */
export const application = 'urn:strand:playlist:1'

/** Maximum values in the data of one entry or of the playlist; a post has a few dozen. */
export const maxValues = 2_000

const text = (max: number) =>
  z
    .string()
    .transform((value) => value.slice(0, max))
    .optional()
    .catch(undefined)
const seconds = z
  .number()
  .min(0)
  .max(48 * 3600)
  .optional()
  .catch(undefined)

/** The fields of a post that belong to its playlist. Unknown or invalid data is dropped, because files are untrusted. */
export const Extra = z.object({
  title: text(1000),
  /** HTML as written by Strand. */
  description: text(limits.text.max),
  tags: z
    .array(z.string())
    .catch([])
    .transform((tags) => tags.slice(0, 100).map((tag) => tag.slice(0, 200))),
  /** The post's creator and date. */
  creator: z.object({ uid: z.string(), name: z.string() }).optional().catch(undefined),
  date: text(40),
  media: z
    .object({
      href: z.string(),
      title: text(300),
      what: text(limits.who.length),
      who: z.array(z.string().max(limits.who.length)).max(limits.who.count).optional().catch(undefined),
      artist: text(300),
      attribution: text(limits.url),
      startTime: seconds,
      endTime: seconds,
      media: z
        .array(z.object({ href: z.string() }).loose())
        .catch([])
        .transform((streams) => streams.slice(0, limits.streams)),
    })
    .loose()
    .nullable()
    .catch(null),
})
export type Extra = z.output<typeof Extra>

export interface Entry {
  /** Line in the file. */
  line: number
  /** Alternative URLs, best first. */
  hrefs: string[]
  title?: string | undefined
  artist?: string | undefined
  /** Plain text. */
  description?: string | undefined
  tags?: string[] | undefined
  image?: string | undefined
  /** Seconds. */
  duration?: number | undefined
  startTime?: number | undefined
  endTime?: number | undefined
  /** URL of the post. */
  page?: string | undefined
  extra?: Extra | undefined
}

/** The playlist's own data and its entries. */
export interface PlaylistFile {
  title?: string | undefined
  /** Plain text. */
  description?: string | undefined
  tags?: string[] | undefined
  entries: Entry[]
}

const Tags = z.object({ tags: z.array(z.string()) })
/** The playlist's tags in our extension. */
export const tagsOfHead = (own: unknown): string[] | undefined => Tags.safeParse(own).data?.tags

export interface PlaylistHead {
  title: string
  description: string
  creator: string
  date: string
  page: string
  image: string | undefined
  tags: string[]
}

/** Resolves paths of this server to URLs, so that other instances can read the file. */
const absolutely =
  (publicUrl: string) =>
  (address: string): string =>
    /^\/(?!\/)/.test(address) ? publicUrl + address : address

export function headOf(bead: Bead, publicUrl: string): PlaylistHead {
  return {
    title: bead.title,
    description: bead.description,
    creator: bead.creator.name,
    date: bead.creationDate,
    page: `${publicUrl}/${bead.id}`,
    image: bead.image === null ? undefined : absolutely(publicUrl)(bead.image),
    tags: bead.tags,
  }
}

function wholeMedia(media: Media, whole: (address: string) => string): Media {
  const image = media.image === undefined ? {} : { image: whole(media.image) }
  return {
    ...media,
    ...image,
    href: whole(media.href),
    media: media.media.map((stream) => ({
      ...stream,
      href: whole(stream.href),
      uri: whole(stream.uri),
      ...(stream.image === undefined ? {} : { image: whole(stream.image) }),
    })),
  }
}

export function entryOf(post: Post, line: number, publicUrl: string): Entry {
  const whole = absolutely(publicUrl)
  const media = post.media && wholeMedia(post.media, whole)
  return {
    line,
    // Players need the file's URL; for embeds, the page of the stream is enough.
    hrefs: media
      ? [
          ...new Set([
            media.href,
            ...media.media.map((stream) => (stream.type === 'file' || stream.type === 'image' ? stream.uri : stream.href)),
          ]),
        ]
      : [],
    title: post.title,
    artist: media?.artist,
    description: textOf(post.description) || undefined,
    tags: post.tags,
    image: media?.image,
    duration: media?.duration,
    startTime: media?.startTime,
    endTime: media?.endTime,
    page: encodeURI(`${publicUrl}/${post.href}`),
    extra: {
      title: post.title,
      description: post.description,
      tags: post.tags,
      creator: { uid: post.creator.uid, name: post.creator.name },
      date: post.creationDate,
      media,
    } as Extra,
  }
}
