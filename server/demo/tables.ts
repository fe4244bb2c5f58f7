/** Types of the hand-written tables from which `world.ts` builds the demo world. */
import type { Category } from '#contract/index.ts'
import type { BeadExtras } from '#contract/schemas/bead.ts'

export interface DemoMember {
  uid: string
  name: string
  city: string
  country: string
  about: string
  /** Days since they joined. */
  joined: number
  likes: readonly Category[]
  verified?: true
  admin?: true
  canComment?: false
}

/** A medium that posts can wrap. Its streams follow from its address. */
export interface DemoMedium {
  href: string
  title: string
  artist?: string
  /** In seconds, if known. */
  duration?: number
  /** A motif of `pictures/posts`, or the path of a picture. */
  picture?: string
  /** Alternative addresses of the same medium: streams to fall back to. */
  others?: readonly string[]
  startTime?: number
  endTime?: number
  attribution?: string
}

/** Medium (null for a text post), headline, text, and optionally the author. */
export type DemoPost = readonly [medium: DemoMedium | null, title: string, text: string, by?: string]

export interface DemoPlaylist {
  slug: string
  title: string
  description: string
  by: string
  /** Days since it was created. */
  started: number
  tags: readonly string[]
  /** Motif and palette of the cover: `motif/palette`. */
  cover: string
  /** If present, even if empty, the playlist is invite-only. */
  invitees?: readonly string[]
  isDraft?: true
  /** Fields that only admins set; `{bead}` is replaced by the playlist's id. */
  extras?: Partial<BeadExtras>
  /** Popularity; 1 is average. */
  pull?: number
  posts: readonly DemoPost[]
}

const seconds = (length: string): number => length.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

/** `length` is m:ss; omit it if it is not certain. */
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
/** An image post of one of the demo pictures. */
export const image = (path: string, title: string, attribution = 'https://en.wikipedia.org/wiki/Generative_art'): DemoMedium => ({
  href: `/images/posts/${path}.jpg`,
  title,
  attribution,
})
/** Variations of each motif in `pictures/posts`: `vinyl-1` to `vinyl-4`. */
export const variations = 4

/** The medium restricted to a part, in seconds. */
export const part = (medium: DemoMedium, startTime: number, endTime?: number): DemoMedium => ({
  ...medium,
  startTime,
  ...(endTime === undefined ? {} : { endTime }),
})
