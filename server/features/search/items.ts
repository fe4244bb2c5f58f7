/** Search results of the API: each hit is read from the database with the permissions of the viewer, one query per type. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { DocumentType, SearchHit } from '#search/port.ts'
import { cut, isCategory } from '#contract/index.ts'
import type { SearchItem } from '#contract/schemas/lookups.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Beads } from '../beads/service.ts'
import { textOf, type Posts } from '../posts/service.ts'
import { readTags } from './tags.ts'

export interface ItemDeps {
  db: DataSource
  accounts: Accounts
  beads: Beads
  posts: Posts
}

export interface ItemOptions {
  viewer: Viewer | null
  /** uids of the members whom the viewer blocks. */
  blocked: ReadonlySet<string>
  category: string | undefined
  write: boolean
  /** Each result contains its whole entity. */
  withEntry: boolean
}

/** Characters of a description. */
const maxDescription = 240

const highlightsOf = ({ title, description, tags }: SearchHit) => {
  const found = tags.filter((tag) => tag.includes('<em>'))
  return {
    title_highlighted: title,
    ...(description !== '' && { descr_highlighted: description }),
    ...(found.length > 0 && { tag_highlighted: found.join(', ') }),
  }
}
const descriptionOf = (text: string): { description?: string } => (text === '' ? {} : { description: cut(text, maxDescription) })

/** By index of the hit; undefined for deleted entities and those that the viewer may not see. */
export async function readItems(
  { db, accounts, beads, posts }: ItemDeps,
  hits: readonly SearchHit[],
  options: ItemOptions,
): Promise<(SearchItem | undefined)[]> {
  const { viewer, blocked, write, withEntry } = options
  const idsOf = (type: DocumentType): string[] => hits.filter((hit) => hit.type === type).map(({ id }) => id)
  const [foundBeads, foundPosts, members, tags] = await Promise.all([
    beads.byIds(idsOf('bead'), viewer),
    posts.byIds(idsOf('post'), viewer),
    accounts.members(idsOf('member')),
    readTags(db, idsOf('tag')),
  ])
  const inCategory = (category: string): boolean =>
    options.category === undefined || !isCategory(options.category) || category === options.category
  // Members who may only repost are offered playlists without this check.
  const needsPostPermission = write && viewer!.privileges.canCreatePost

  const readers: {
    [T in DocumentType]: (hit: SearchHit) => Omit<SearchItem, '_id' | 'id' | 'type' | 'source' | 'title_highlighted'> | undefined
  } = {
    tag: ({ id }) => {
      const tag = tags.get(id)
      return tag && { title: tag.name, image: null, href: `/tag/${encodeURIComponent(tag.name)}`, collects: tag.count }
    },
    bead: ({ id }) => {
      const bead = foundBeads.get(id)
      if (!bead || blocked.has(bead.creator.uid) || !inCategory(bead.category) || (needsPostPermission && !bead.can.post)) return undefined
      return {
        title: bead.title,
        ...descriptionOf(bead.description),
        image: bead.image,
        href: bead.href,
        author: bead.creator.name,
        date: bead.creationDate,
        collects: bead.followerCount,
        category: bead.category,
        ...(withEntry && { entry: bead }),
      }
    },
    member: ({ id }) => {
      const member = blocked.has(id) ? undefined : members.get(id)
      return (
        member && {
          title: member.name,
          ...descriptionOf(member.description),
          image: member.image,
          href: `/p/${id}`,
          city: member.city,
          date: member.creationDate,
          collects: member.followerCount,
          ...(withEntry && { entry: member }),
        }
      )
    },
    post: ({ id }) => {
      const post = foundPosts.get(id)
      if (!post || blocked.has(post.creator.uid) || !inCategory(post.bead.category)) return undefined
      const { media } = post
      return {
        title: post.title,
        ...descriptionOf(textOf(post.description)),
        image: media?.image ?? null,
        href: `/${post.href}`,
        author: post.creator.name,
        date: post.creationDate,
        collects: post.collectCount,
        beadTitle: post.bead.title,
        category: post.bead.category,
        ...(media?.artist !== undefined && { artists: media.who ?? [media.artist] }),
        ...(media?.duration !== undefined && { duration: media.duration }),
        ...(withEntry && { entry: post }),
      }
    },
  }
  return hits.map((hit) => {
    const item = readers[hit.type](hit)
    return item && { _id: hit.id, id: hit.id, type: hit.type, source: 'strand', ...highlightsOf(hit), ...item }
  })
}
