/** What a feed holds, whatever it is written in. */
import { limits, shorten, type Post } from '#contract/index.ts'
import { escapeHtml, tag } from '#http/markup.ts'
import { textOf } from '../posts/service.ts'

export interface FeedItem {
  /** Never changes, unlike the address, which holds the headline. */
  id: string
  href: string
  title: string
  /** HTML, its links absolute. */
  content: string
  /** The beginning of its words, as HTML; empty where it has none. */
  summary: string
  author: { name: string; href: string }
  /** ISO-8601 UTC. */
  date: string
  tags: string[]
  image: string | undefined
  /** Where the medium is at home. */
  external: string | undefined
  /** Files that a reader may fetch by themselves. */
  enclosures: { href: string; type: string; duration: number | undefined }[]
}

export interface Feed {
  title: string
  description: string
  /** The page that shows the same. */
  home: string
  /** Its own address. */
  self: string
  image: string | undefined
  /** Of the latest item, or of the thing itself where there is none. */
  updated: string
  items: FeedItem[]
}

export type Absolute = (address: string) => string

/** Paths of our own become addresses; the rest is one already. */
export const absolutely =
  (publicUrl: string): Absolute =>
  (address) =>
    /^\/(?!\/)/.test(address) ? publicUrl + address : address

/** The text as it is stored, which is clean, with its links of our own made whole, and the medium below it. */
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
  const absolute = absolutely(publicUrl)
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
