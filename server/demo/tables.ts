/** The shapes of the tables that hold the demo world: written by hand, read by `world.ts`. */
import type { Category } from '#contract/index.ts'
import type { BeadExtras } from '#contract/schemas/bead.ts'

export interface DemoMember {
  uid: string
  name: string
  city: string
  country: string
  about: string
  /** Days ago that they joined. */
  joined: number
  likes: readonly Category[]
  verified?: true
  admin?: true
  canComment?: false
}

/** Something that a post can wrap. What it plays from follows from its address. */
export interface DemoMedium {
  href: string
  title: string
  artist?: string
  /** Seconds, where they are known. */
  duration?: number
  /** A motif of `pictures/posts`, or a path of a picture. */
  picture?: string
  /** Further addresses of the same thing: the streams that are tried when the first one fails. */
  others?: readonly string[]
  startTime?: number
  endTime?: number
  attribution?: string
}

/** Medium (null for text only), headline, text, and the author where it matters who. */
export type DemoPost = readonly [medium: DemoMedium | null, title: string, text: string, by?: string]

export interface DemoPlaylist {
  slug: string
  title: string
  description: string
  by: string
  /** Days ago that it was started. */
  started: number
  tags: readonly string[]
  /** Motif and palette of its cover, `motif/palette`. */
  cover: string
  /** Present, even empty, makes it invite-only. */
  invitees?: readonly string[]
  isDraft?: true
  /** What only admins set; `{bead}` stands for the playlist's id. */
  extras?: Partial<BeadExtras>
  /** How much people like it: 1 is usual. */
  pull?: number
  posts: readonly DemoPost[]
}

const seconds = (length: string): number => length.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** `length` as m:ss; leave it out where it is not known for certain. */
export const youtube = (id: string, artist: string, title: string, picture: string, length?: string): DemoMedium => ({
  href: `https://www.youtube.com/watch?v=${id}`,
  title,
  artist,
  picture,
  ...(length ? { duration: seconds(length) } : {}),
})
export const vimeo = (id: number, artist: string, title: string, picture: string): DemoMedium => ({
  href: `https://vimeo.com/${id}`,
  title,
  artist,
  picture,
})
export const soundcloud = (path: string, artist: string, title: string, picture: string): DemoMedium => ({
  href: `https://soundcloud.com/${path}`,
  title,
  artist,
  picture,
})
export const dailymotion = (id: string, artist: string, title: string, picture: string): DemoMedium => ({
  href: `https://www.dailymotion.com/video/${id}`,
  title,
  artist,
  picture,
})
export const page = (href: string, title: string, picture?: string): DemoMedium => ({ href, title, ...(picture ? { picture } : {}) })
export const wikipedia = (article: string, picture?: string): DemoMedium =>
  page(`https://en.wikipedia.org/wiki/${article}`, decodeURIComponent(article).replaceAll('_', ' '), picture)
export const gutenberg = (number: number, artist: string, title: string, picture = 'shelf'): DemoMedium => ({
  href: `https://www.gutenberg.org/ebooks/${number}`,
  title,
  artist,
  picture,
})
/** One of our own pictures as an image post. */
export const image = (path: string, title: string, attribution = 'https://en.wikipedia.org/wiki/Generative_art'): DemoMedium => ({
  href: `/images/posts/${path}.jpg`,
  title,
  attribution,
})
/** Variations that each motif of `pictures/posts` comes in: `vinyl-1` to `vinyl-4`. */
export const variations = 4

/** The part of a medium that a post plays, in seconds. */
export const part = (medium: DemoMedium, startTime: number, endTime?: number): DemoMedium => ({
  ...medium,
  startTime,
  ...(endTime === undefined ? {} : { endTime }),
})
