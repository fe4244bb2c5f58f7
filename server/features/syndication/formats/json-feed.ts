/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
import type { Feed, FeedItem } from '../feed.ts'

const item = ({ id, href, external, title, content, image, date, author, tags, enclosures }: FeedItem): object => ({
  id,
  url: href,
  external_url: external,
  title,
  // Required, but can be empty.
  content_html: content,
  image,
  date_published: date,
  authors: [{ name: author.name, url: author.href }],
  tags: tags.length === 0 ? undefined : tags,
  attachments:
    enclosures.length === 0
      ? undefined
      : enclosures.map(({ href: url, type, duration }) => ({ url, mime_type: type, duration_in_seconds: duration })),
})

export const toJsonFeed = ({ title, description, home, self, image, items }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: home,
    feed_url: self,
    icon: image,
    items: items.map(item),
  })
