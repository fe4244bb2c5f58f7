/** Posts that are only a text: a television shows them as slides. */
import type { Post } from '#contract/schemas.ts'
import { plainText } from '#data/plainText.ts'
import { fromPost, fromText, maxSlideText, type Track } from '#player/index.ts'
import { truncate } from '#ui/format.ts'

/** The track of a post with a medium, or the slide of a text; null for a link. */
export const trackOrSlide = (post: Post): Track | null =>
  fromPost(post) ?? fromText(post, truncate(plainText(post.description), maxSlideText))
