/** Posts that are only a text: televisions show them as slides. */
import type { Post } from '#contract/schemas.ts'
import { plainText } from '#data/plainText.ts'
import { fromPost, fromText, maxSlideText, type Track } from '#player/index.ts'
import { truncate } from '#ui/format.ts'

/** The slide of a text; null for a post with a medium or a link. */
export const toSlide = (post: Post): Track | null => fromText(post, truncate(plainText(post.description), maxSlideText))

/** The track of a post with a medium, or the slide of a text; null for a link. */
export const trackOrSlide = (post: Post): Track | null => fromPost(post) ?? toSlide(post)
