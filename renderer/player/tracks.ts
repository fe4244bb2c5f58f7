/** Posts as tracks of a queue. */
import type { Media, Post } from '#contract/index.ts'
import type { Track } from './state.ts'

const beadOf = ({ id, title, image }: PlayablePost['bead']): Track['bead'] => ({ id, title, ...(image !== null && { image }) })

/** What a track needs of a post. */
interface PlayablePost extends Pick<Post, 'id' | 'title' | 'href'> {
  creator: Pick<Post['creator'], 'name'>
  bead: Pick<Post['bead'], 'id' | 'title' | 'image'>
  media: Pick<Media, 'type' | 'source' | 'image' | 'duration' | 'startTime' | 'endTime' | 'media'> | null
}

/** The track of a post; null if it has nothing to play. A stream of the type `link` is a web page, not a medium. */
export function fromPost(post: PlayablePost): Track | null {
  const { media } = post
  const streams = media?.media.filter((stream) => stream.type !== 'link') ?? []
  if (media === null || streams.length === 0) return null
  const image = media.image ?? streams.find((stream) => stream.image !== undefined)?.image
  return {
    postId: post.id,
    title: post.title,
    href: post.href,
    creator: post.creator.name,
    bead: beadOf(post.bead),
    type: media.type,
    source: media.source,
    streams,
    ...(image !== undefined && { image }),
    ...(media.duration !== undefined && { duration: media.duration }),
    ...(media.startTime !== undefined && { startTime: media.startTime }),
    ...(media.endTime !== undefined && { endTime: media.endTime }),
  }
}

/** The slide of a post without a medium; null if it has one. `text`: the plain text of the post. */
export function fromText({ id, title, href, creator, bead, media }: Post, text: string): Track | null {
  if (media !== null) return null
  return {
    postId: id,
    title,
    href,
    creator: creator.name,
    bead: beadOf(bead),
    type: 'text',
    streams: [{ type: 'text', uri: text, href, title }],
  }
}

/** Tracks of a list of posts, in its order. */
export const fromPosts = (posts: readonly Post[]): Track[] => posts.map(fromPost).filter((track) => track !== null)

/** Whether a track is a text without a medium. */
export const isSlide = ({ type }: Pick<Track, 'type'>): boolean => type === 'text'
