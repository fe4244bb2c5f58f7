/** Feeds and oEmbed. Reads with the permissions of a visitor, so that only public data is included. */
import { endpoints, normaliseTag, type CallOutput, type feedFormats, type Post } from '#contract/index.ts'
import { StrandError } from '#http/errors.ts'
import type { RawAnswer } from '#http/mount.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Beads } from '../beads/service.ts'
import type { Images } from '../images/service.ts'
import type { Posts } from '../posts/service.ts'
import { toAbsolute, toItem, type Feed } from './feed.ts'
import { toAtom } from './formats/atom.ts'
import { toJsonFeed } from './formats/json-feed.ts'
import { toRss } from './formats/rss.ts'
import { createFreshness } from './freshness.ts'
import { beadEmbed, memberEmbed, postEmbed, targetOf, toXml, type Bounds } from './oembed.ts'
import { thumbnailOf } from './thumbnail.ts'

export type FeedFormat = (typeof feedFormats)[number]

export interface Syndication {
  /** All feeds throw `not_found`, and `forbidden` for a draft. */
  beadFeed(id: string, format: FeedFormat): Promise<RawAnswer>
  memberFeed(uid: string, format: FeedFormat): Promise<RawAnswer>
  tagFeed(tag: string, format: FeedFormat): Promise<RawAnswer>
  /** Throws `not_found`, `unauthenticated` for a draft, and `not_implemented` for an unknown format. */
  oembed(query: CallOutput<'GET /api/oembed'>['query']): Promise<RawAnswer>
}

export interface SyndicationDeps {
  accounts: Pick<Accounts, 'member'>
  beads: Pick<Beads, 'open' | 'get'>
  posts: Pick<Posts, 'list' | 'get'>
  images: Images
  publicUrl: string
}

const writers: Record<FeedFormat, { write: (feed: Feed) => string; type: string }> = {
  rss: { write: toRss, type: 'application/rss+xml; charset=utf-8' },
  atom: { write: toAtom, type: 'application/atom+xml; charset=utf-8' },
  json: { write: toJsonFeed, type: 'application/feed+json; charset=utf-8' },
}

/** Items of a feed. Readers poll at most hourly and store older items. */
const feedLength = 30

/** Public data: scripts of other sites may read it. */
const publicHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'public, max-age=300',
}

export function createSyndication({ accounts, beads, posts, images, publicUrl }: SyndicationDeps): Syndication {
  const absolute = toAbsolute(publicUrl)
  const modified = createFreshness()

  const latest = async (filter: { bead: string } | { createdby: string } | { tag: string }): Promise<Post[]> =>
    (await posts.list(endpoints['GET /api/v0/posts'].query.parse({ ...filter, sort: 'recent', from: 0, limit: feedLength }), null)).results

  function answer(
    format: FeedFormat,
    path: string,
    found: readonly Post[],
    about: Omit<Feed, 'self' | 'items' | 'updated'> & { since: string },
  ): RawAnswer {
    const { since, ...feed } = about
    const self = `${publicUrl}/api/v1/feeds/${path}/${format}`
    const { write, type } = writers[format]
    const body = write({ ...feed, self, updated: found[0]?.creationDate ?? since, items: found.map((post) => toItem(post, publicUrl)) })
    return { body, type, headers: { ...publicHeaders, 'Last-Modified': modified(self, body).toUTCString() } }
  }

  async function embedOf({ kind, id }: NonNullable<ReturnType<typeof targetOf>>, bounds: Bounds) {
    const thumbnail = (image: string | null | undefined) => thumbnailOf(image, images, publicUrl)
    if (kind === 'bead') {
      const bead = await beads.get(id, null)
      return beadEmbed(bead, await thumbnail(bead.image), bounds, publicUrl)
    }
    if (kind === 'post') {
      const post = await posts.get(id, null)
      return postEmbed(post, await thumbnail(post.media?.image), bounds, publicUrl)
    }
    const member = await accounts.member(id, null)
    return memberEmbed(member, await thumbnail(member.image), bounds, publicUrl)
  }

  return {
    async beadFeed(id, format) {
      const { bead } = await beads.open(id, null)
      return answer(format, `beads/${id}`, await latest({ bead: id }), {
        title: bead.title,
        description: bead.description || `A playlist by ${bead.creator.name}`,
        home: `${publicUrl}/${id}`,
        image: bead.image === null ? undefined : absolute(bead.image),
        since: bead.creationDate,
      })
    },

    async memberFeed(uid, format) {
      const member = await accounts.member(uid, null)
      return answer(format, `members/${member.uid}`, await latest({ createdby: member.uid }), {
        title: `${member.name} (@${member.uid})`,
        description: member.description || `Posts by ${member.name}`,
        home: `${publicUrl}/p/${member.uid}`,
        image: member.image === null ? undefined : absolute(member.image),
        since: member.creationDate,
      })
    },

    async tagFeed(text, format) {
      const tag = normaliseTag(text)
      if (tag === '') throw new StrandError('not_found')
      const path = encodeURIComponent(tag)
      return answer(format, `tags/${path}`, await latest({ tag }), {
        title: `#${tag}`,
        description: `Posts with the tag #${tag}`,
        home: `${publicUrl}/tag/${path}`,
        image: undefined,
        since: new Date(0).toISOString(),
      })
    },

    async oembed({ url, format, ...bounds }) {
      if (format !== 'json' && format !== 'xml') throw new StrandError('not_implemented')
      const target = targetOf(url, publicUrl)
      if (!target) throw new StrandError('not_found')
      try {
        const fields = await embedOf(target, bounds)
        const json = format === 'json'
        return {
          body: json ? JSON.stringify(fields) : toXml(fields),
          headers: publicHeaders,
          ...(json ? {} : { type: 'text/xml; charset=utf-8' }),
        }
      } catch (error) {
        // oEmbed 2.3.2: 401 for private resources.
        if (error instanceof StrandError && error.code === 'forbidden') throw new StrandError('unauthenticated', error.message)
        throw error
      }
    },
  }
}
