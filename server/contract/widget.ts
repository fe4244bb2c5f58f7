/** What the document of a widget tells its script. */
import type { Media, Post } from './schemas.ts'

/** A post of the widget that has a medium to play. */
export interface WidgetPost extends Pick<Post, 'id' | 'title' | 'href'> {
  bead: Pick<Post['bead'], 'id' | 'title' | 'image'>
  /** The artist of the medium, if known. */
  creator: Pick<Post['creator'], 'name'>
  media: Pick<Media, 'type' | 'source' | 'image' | 'duration' | 'startTime' | 'endTime' | 'media'>
}

export interface WidgetData {
  /** In the order of the list. The number of a post is in `data-post` of its row. */
  posts: WidgetPost[]
}
