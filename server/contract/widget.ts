/** What the document of a widget tells its script. */
import type { Bead, Media, Post } from './schemas.ts'

/** A post of the widget that has a medium to play. */
export interface WidgetPost extends Pick<Post, 'id' | 'title' | 'href'> {
  /** The artist of the medium, if known. */
  creator: Pick<Post['creator'], 'name'>
  media: Pick<Media, 'type' | 'source' | 'image' | 'duration' | 'startTime' | 'endTime' | 'media'>
}

export interface WidgetData {
  bead: Pick<Bead, 'id' | 'title' | 'image'>
  /** In the order of the list. The number of a post is in `data-post` of its row. */
  posts: WidgetPost[]
}
