/** The share of playable posts of a playlist (BZ6). Without zod types, so that pages can use it. */
import { isDead } from './dead.ts'

/** The kinds of links by which playability is broken down: the providers with a stream type of their own, files, images and web pages. */
export const linkProviders = [
  'youtube',
  'vimeo',
  'soundcloud',
  'dailymotion',
  'wistia',
  'twitch',
  'tiktok',
  'file',
  'image',
  'webpage',
] as const
export type LinkProvider = (typeof linkProviders)[number]

export interface Playability {
  provider: LinkProvider
  isDead: boolean
}

interface Medium {
  href: string
  status?: number | undefined
  media: readonly { type: string; status?: number | undefined }[]
}

const isProvider = (type: string): type is LinkProvider => (linkProviders as readonly string[]).includes(type)

/** Pictures that members uploaded: stored with their post. */
const isUpload = (href: string): boolean => href.startsWith('/posts/')

/**
 * How a post counts, or null if it does not count. A post counts if its medium is a link, which can die: a video, a track, a file, an
 * image of another site, or a web page. Posts of text only and uploaded pictures do not count, because they are stored here and
 * always work. A post with several streams counts for the provider of the first one, and is dead if all of them are dead.
 */
export function playabilityOf(media: Medium | null): Playability | null {
  if (media === null || isUpload(media.href)) return null
  const type = media.media[0]?.type ?? 'webpage'
  return { provider: isProvider(type) ? type : 'webpage', isDead: isDead(media) }
}

/** The share as a whole percentage. Only exactly all posts are 100, and only none of them is 0. */
export function playablePercent({ total, dead }: { total: number; dead: number }): number {
  if (dead === 0) return 100
  if (dead === total) return 0
  return Math.min(99, Math.max(1, Math.round((100 * (total - dead)) / total)))
}
