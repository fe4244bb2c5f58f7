/** RSS 2.0 (https://www.rssboard.org/rss-specification). */
import { xml, xmlDocument } from '#http/markup.ts'
import type { Feed, FeedItem } from '../feed.ts'

const namespaces = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
}

/** RFC 822 date with a four-digit year. */
const dateOf = (instant: string): string => new Date(instant).toUTCString()

const item = ({ id, href, title, content, summary, author, date, tags, enclosures: [enclosure] }: FeedItem) =>
  xml(
    'item',
    {},
    xml('title', {}, title),
    xml('link', {}, href),
    xml('guid', { isPermaLink: 'true' }, id),
    xml('pubDate', {}, dateOf(date)),
    xml('dc:creator', {}, author.name),
    tags.map((name) => xml('category', {}, name)),
    // Escaped HTML instead of CDATA, which the content could terminate.
    summary === '' ? null : xml('description', {}, summary),
    content === '' ? null : xml('content:encoded', {}, content),
    // At most one. `length` is required; 0 means unknown.
    enclosure === undefined ? null : xml('enclosure', { url: enclosure.href, length: 0, type: enclosure.type }),
  )

export const toRss = ({ title, description, home, self, image, updated, items }: Feed): string =>
  xmlDocument(
    xml(
      'rss',
      { version: '2.0', ...namespaces },
      xml(
        'channel',
        {},
        xml('title', {}, title),
        xml('link', {}, home),
        xml('description', {}, description),
        xml('atom:link', { href: self, rel: 'self', type: 'application/rss+xml' }),
        xml('lastBuildDate', {}, dateOf(updated)),
        xml('generator', {}, 'Strand'),
        xml('ttl', {}, 15),
        image === undefined ? null : xml('image', {}, xml('url', {}, image), xml('title', {}, title), xml('link', {}, home)),
        items.map(item),
      ),
    ),
  )
