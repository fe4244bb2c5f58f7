/** Contents of a feed, independent of its format. */
import { limits, shorten, type Post } from '#contract/index.ts'
import { escapeHtml, tag } from '#http/markup.ts'
import { textOf } from '../posts/service.ts'

export interface FeedItem {
  /** Permanent, unlike `href`, which contains the headline. */
  id: string
  href: string
  title: string
  /** HTML, its links absolute. */
  content: string
  /** Start of the text, as HTML; empty without text. */
  summary: string
  author: { name: string; href: string }
  /** ISO-8601 UTC. */
  date: string
  tags: string[]
  image: string | undefined
  /** URL of the medium. */
  external: string | undefined
  /** Media files for feed readers. */
  enclosures: { href: string; type: string; duration: number | undefined }[]
}

export interface Feed {
  title: string
  description: string
  /** URL of the corresponding page. */
  home: string
  /** URL of the feed. */
  self: string
  image: string | undefined
  /** Date of the latest item, else creation date of the playlist or member. */
  updated: string
  items: FeedItem[]
}

export type Absolute = (address: string) => string

/** Makes paths on this site absolute; URLs stay unchanged. */
export const toAbsolute =
  (publicUrl: string): Absolute =>
  (address) =>
    /^\/(?!\/)/.test(address) ? publicUrl + address : address

/** The stored, sanitised text with absolute links, and the medium below it. */
function contentOf({ description, media }: Post, absolute: Absolute): string {
  const text = description.replace(
    /(<a href=")(\/(?!\/)[^"]*)/g,
    (_all, before: string, path: string) => before + escapeHtml(absolute(path.replace(/&amp;/g, '&'))),
  )
  if (!media) return text
  const image = media.image === undefined ? '' : tag('img', { src: absolute(media.image), alt: '' })
  const artist = media.artist === undefined ? '' : ` · ${escapeHtml(media.artist)}`
  return `${text === '' ? '' : `<p>${text}</p>`}<p>${tag('a', { href: absolute(media.href) })}${image}${escapeHtml(media.title)}</a>${artist}</p>`
}

export function toItem(post: Post, publicUrl: string): FeedItem {
  const absolute = toAbsolute(publicUrl)
  const { media } = post
  return {
    id: `${publicUrl}/${post.id}`,
    href: encodeURI(`${publicUrl}/${post.href}`),
    title: post.title,
    content: contentOf(post, absolute),
    summary: escapeHtml(shorten(textOf(post.description), limits.feed.preview.long)),
    author: { name: post.creator.name, href: `${publicUrl}/p/${post.creator.uid}` },
    date: post.creationDate,
    tags: post.tags,
    image: media?.image === undefined ? undefined : absolute(media.image),
    external: media ? absolute(media.href) : undefined,
    enclosures: (media?.media ?? []).flatMap(({ type, uri, format, duration }) =>
      (type === 'file' || type === 'image') && format !== undefined
        ? [{ href: absolute(uri), type: format, duration: duration ?? media?.duration }]
        : [],
    ),
  }
}
