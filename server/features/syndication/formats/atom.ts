/** Atom (RFC 4287). */
import { xml, xmlDocument, xmlIf } from '#http/markup.ts'
import type { Feed, FeedItem } from '../feed.ts'

const entry = ({ id, href, title, content, author, date, tags, enclosures }: FeedItem) =>
  xml(
    'entry',
    {},
    xml('id', {}, id),
    xml('title', {}, title),
    xml('updated', {}, date),
    xml('published', {}, date),
    xml('author', {}, xml('name', {}, author.name), xml('uri', {}, author.href)),
    xml('link', { rel: 'alternate', type: 'text/html', href }),
    enclosures.map(({ href: file, type }) => xml('link', { rel: 'enclosure', type, href: file })),
    tags.map((term) => xml('category', { term })),
    xml('content', { type: 'html' }, content),
  )

export const toAtom = ({ title, description, home, self, image, updated, items }: Feed): string =>
  xmlDocument(
    xml(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom' },
      xml('id', {}, home),
      xml('title', {}, title),
      xml('subtitle', {}, description),
      xml('updated', {}, updated),
      xml('link', { rel: 'self', type: 'application/atom+xml', href: self }),
      xml('link', { rel: 'alternate', type: 'text/html', href: home }),
      // RFC 4287, 4.1.1: required unless every entry has an author.
      xml('author', {}, xml('name', {}, 'Strand')),
      xml('generator', {}, 'Strand'),
      xmlIf('logo', image),
      items.map(entry),
    ),
  )
