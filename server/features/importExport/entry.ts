/**
 * The intermediate form of an imported or exported playlist, independent of the file format: `Entry` is one track or
 * post, `PlaylistFile` a parsed file, `PlaylistHead` the data about the playlist that a file begins with.
 */
import { z } from 'zod'
import { limits, type Bead, type Media, type Post } from '#contract/index.ts'
import { textOf } from '../posts/service.ts'

/**
 * Name of Strand's extension in JSPF and XSPF, for fields that these formats do not have (BZ7). The 1 is its version.
 */
export const application = 'urn:strand:playlist:1'

/**
 * Maximum number of JSON values in one entry, or in the playlist's own data; a post has a few dozen. Limits parsing
 * time.
 */
export const maxValues = 2_000

/** An optional text, shortened; undefined if invalid. */
const text = (max: number) =>
  z
    .string()
    .transform((value) => value.slice(0, max))
    .optional()
    .catch(undefined)
/** An optional time in a medium, at most 48 hours. */
const seconds = z
  .number()
  .min(0)
  .max(48 * 3600)
  .optional()
  .catch(undefined)

/** A post in Strand's extension of a file. Invalid data is dropped, because files are untrusted. */
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
  /** Number in reports: the line in CSV and M3U, the position of the track in JSPF and XSPF. */
  line: number
  /** URLs of the medium: alternatives, best first. */
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
  /** URL of the post's page; only in exports. */
  page?: string | undefined
  /** From or for Strand's extension. */
  extra?: Extra | undefined
}

/** The content of a file: data about the playlist, and its entries. */
export interface PlaylistFile {
  title?: string | undefined
  /** Plain text. */
  description?: string | undefined
  tags?: string[] | undefined
  entries: Entry[]
}

const Tags = z.object({ tags: z.array(z.string()) })
/** The playlist's tags, from the data of Strand's extension. */
export const tagsOfHead = (own: unknown): string[] | undefined => Tags.safeParse(own).data?.tags

/** Data about an exported playlist. */
export interface PlaylistHead {
  title: string
  description: string
  creator: string
  date: string
  page: string
  image: string | undefined
  tags: string[]
}

/** Converts paths of this server to URLs, so that other servers can import the file. Leaves URLs unchanged. */
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

/** A medium with absolute URLs. */
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

/** The entry of an exported post. */
export function entryOf(post: Post, line: number, publicUrl: string): Entry {
  const whole = absolutely(publicUrl)
  const media = post.media && wholeMedia(post.media, whole)
  return {
    line,
    // Other players need the URL of the file itself (`uri`); for streams of providers they need the page (`href`).
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
