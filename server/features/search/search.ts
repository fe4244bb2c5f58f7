import type { DataSource } from 'typeorm'
import { cut, type CallOutput, type Page } from '../../contract/index.ts'
import { searchTypes, type SearchItem, type SearchType, type TagCount } from '../../contract/schemas/lookups.ts'
import { StrandError } from '../../http/errors.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Beads, Viewer } from '../beads/service.ts'
import { textOf, type Posts } from '../posts/service.ts'
import { categoryOfSearch, find, type Search } from './finds.ts'
import { highlight } from './highlight.ts'
import { tagsBeginning } from './tags.ts'

type SearchQuery = CallOutput<'GET /api/v2/search'>['query']

export interface SearchDeps {
  db: DataSource
  accounts: Accounts
  beads: Beads
  posts: Posts
}

const isType = (value: string): value is SearchType => (searchTypes as readonly string[]).includes(value)

/** `*` or `bead ` asks for playlists, `#` for tags, `@` for members (B3); the handle is no part of the words. */
function withoutHandle(text: string): { words: string; only: SearchType | null } {
  const [, handle, words] = /^([*#@]|bead\s)\s*(.*)$/is.exec(text.trim()) ?? []
  if (handle === undefined) return { words: text, only: null }
  const only = ({ '#': 'tag', '@': 'member' } as const)[handle] ?? 'bead'
  return { words: words!, only }
}

interface Find {
  type: SearchType
  id: string
  tag?: TagCount
}

/** The best of each type first, then the second best of each. */
function takeTurns(lists: readonly Find[][]): Find[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_none, n) => lists.flatMap((list) => list[n] ?? [])).flat()
}

export function createSearch({ db, accounts, beads, posts }: SearchDeps) {
  async function findsOf(type: SearchType, search: Search, viewer: Viewer | null): Promise<Find[]> {
    if (type !== 'tag') return (await find(db, type, search, viewer)).map((id) => ({ type, id }))
    // A tag belongs to no category and to nobody's collection, and cannot be posted to.
    if (search.write || search.collector !== undefined) return []
    return (await tagsBeginning(db, search.words)).map((tag) => ({ type, id: tag.id, tag }))
  }

  /** In the order of the finds; what has gone since is left out. */
  async function toItems(finds: readonly Find[], words: string, whole: boolean, viewer: Viewer | null): Promise<SearchItem[]> {
    const idsOf = (type: SearchType): string[] => finds.filter((one) => one.type === type).map(({ id }) => id)
    const [beadIds, uids] = [idsOf('bead'), idsOf('member')]
    const foundPosts = await posts.byIds(idsOf('post'), viewer)
    const listed = beadIds.length === 0 ? [] : (await beads.list({ ids: beadIds.join(','), from: 0, limit: beadIds.length } as Parameters<Beads['list']>[0], viewer)).results
    const foundBeads = new Map(listed.map((bead) => [bead.id, bead]))
    const members = new Map(await Promise.all(uids.map(async (uid) => [uid, await accounts.member(uid).catch(() => null)] as const)))

    const texts = (title: string) => ({ title, title_highlighted: highlight(title, words), source: 'strand' as const })
    const short = (text: string): { description?: string } => (text === '' ? {} : { description: cut(text, 240) })
    return finds.flatMap(({ type, id, tag }): SearchItem[] => {
      const ids = { _id: id, id, type }
      if (tag) return [{ ...ids, ...texts(tag.name), image: null, href: `/tag/${encodeURIComponent(tag.name)}`, collects: tag.count }]
      const bead = foundBeads.get(id)
      if (bead) return [{ ...ids, ...texts(bead.title), ...short(bead.description), image: bead.image, href: bead.href, author: bead.creator.name, date: bead.creationDate, collects: bead.followerCount, ...(whole && { entry: bead }) }]
      const post = foundPosts.get(id)
      if (post) {
        const { media } = post
        return [{
          ...ids, ...texts(post.title), ...short(textOf(post.description)), image: media?.image ?? null, href: `/${post.href}`, author: post.creator.name, date: post.creationDate,
          collects: post.collectCount, beadTitle: post.bead.title,
          ...(media?.artist !== undefined && { artists: media.who ?? [media.artist] }), ...(media?.duration !== undefined && { duration: media.duration }), ...(whole && { entry: post }),
        }]
      }
      const member = members.get(id)
      if (!member) return []
      return [{ ...ids, ...texts(member.name), ...short(member.description), image: member.image, href: `/p/${id}`, city: member.city, date: member.creationDate, collects: member.followerCount, ...(whole && { entry: member }) }]
    })
  }

  /** Throws `unauthenticated` where an anonymous visitor searches a collection of their own, or playlists to post to. */
  return async function search(query: SearchQuery, viewer: Viewer | null): Promise<Page<SearchItem>> {
    const { words, only } = withoutHandle(query.q)
    const own = query.collectedby === 'self' || query.write === true
    if (own && viewer === null) throw new StrandError('unauthenticated')
    const asked = query.type === undefined ? [...searchTypes] : [...new Set(query.type.split(',').map((type) => type.trim()))].filter(isType)
    const all = query.type === 'all' ? [...searchTypes] : asked
    const types = only === null ? all : all.filter((type) => type === only)
    const collector = query.collectedby === 'self' ? viewer!.uid : query.collectedby
    const wanted: Search = { words, category: categoryOfSearch(query.category), collector, write: query.write === true }
    const lists = await Promise.all(types.map((type) => findsOf(type, wanted, viewer)))
    const finds = takeTurns(lists)
    const end = query.from + query.limit
    return {
      results: await toItems(finds.slice(query.from, end), words, query.materialize === true, viewer),
      next: end < finds.length ? end : null,
      counts: { total: finds.length },
    }
  }
}
