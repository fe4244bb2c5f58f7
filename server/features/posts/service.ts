/** Posts. Queries are here; each command, with its transaction, is in `commands/`. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { Media, MemberRef, Page, Post } from '#contract/index.ts'
import { inHiddenList, parsedOrNull, sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import { visibleTo, type Beads } from '../beads/service.ts'
import { refuseBlocked } from '../blocks/service.ts'
import type { Images } from '../images/service.ts'
import type { MediaService } from '../media/service.ts'
import type { Partners } from '../partner/service.ts'
import { listCollectors } from './collectors.ts'
import { demandWriter, isPlayable, type PostContext, type PostInput } from './commands/context.ts'
import { createPost, repostPost } from './commands/create.ts'
import { editPost } from './commands/edit.ts'
import { removePost } from './commands/remove.ts'
import { createCounts, type Counts } from './counts.ts'
import { createFacets, type Facets } from './facets.ts'
import { bestOf } from './best.ts'
import type { PostFilters, PostListQuery } from './filters.ts'
import { countQuery, isByPost, planPostList, readPostList, type PostListPlan } from './lists.ts'
import { createMediumResolver, type ResolvedMedium } from './medium.ts'
import { countPlay, createListenerOf } from './plays.ts'
import { createPopularTags, type PopularTags } from './popularTags.ts'
import { textsIn } from './duplicates.ts'
import { mayRepair, repairOwners, repairsAsAdmin, swapMedium, withRepairs, type Swap } from './repair.ts'
import { isInDraft, mayEditPost, postColumns, postHref, postJoins, toPost, type RawPost } from './records.ts'
import type { Texts } from './texts.ts'

export { syncBeadCopies, updatePostHeat } from './consumers.ts'
export type { Facet, FacetType } from './facets.ts'
export { playSweep } from './plays.ts'
export { PostEntity } from './entities.ts'
export { versionOf } from './repair.ts'
export { givenFields } from './medium.ts'
export { textKey } from './duplicates.ts'
export { mentionsIn, textOf } from './rich-text.ts'
export { tagsOf } from './tags.ts'
export { createTexts, type Composed, type Texts } from './texts.ts'

export interface Posts {
  /** Throws `not_found`, and `forbidden` for a post in a draft of others. */
  get(id: string, viewer: Viewer | null): Promise<Post>
  list(query: PostListQuery, viewer: Viewer | null): Promise<Page<Post>>
  /** The total of a list with the same filters. Throws as `list`. */
  count(filters: PostFilters, viewer: Viewer | null): Promise<number>
  /** Filter values for a list with these filters. Throws as `list`. */
  facets: Facets
  /** Tags that are frequent among trending posts; a category or null for the whole site. Cached for minutes. */
  popularTags: PopularTags
  /** The posts that exist and that the viewer may see. */
  byIds(ids: readonly string[], viewer: Viewer | null): Promise<Map<string, Post>>
  /** The best post with a working medium of each playlist, in the given order, as far as the viewer may see them. */
  bestOf(beadIds: readonly string[], limit: number, viewer: Viewer | null): Promise<Post[]>
  /** The latest post of the playlist that holds this medium. */
  findByMedium(beadId: string, mediaKey: string, viewer: Viewer | null): Promise<Post | null>
  /** The subset of these media that the playlist has. The caller checks that the viewer may see the playlist. */
  existingMedia(beadId: string, mediaKeys: readonly string[]): Promise<Set<string>>
  /** Keys (`textKey`) of the text-only posts with these titles. */
  existingTexts(beadId: string, texts: readonly { title: string; description: string }[]): Promise<Set<string>>
  /** Throws as `create` if the viewer may not add posts. */
  demandWriter(beadId: string, viewer: Viewer): Promise<void>
  /** Members who collected the post, latest first. Throws as `get`. */
  collectors(id: string, page: { from: number; limit: number }, viewer: Viewer | null): Promise<Page<MemberRef & { collectedDate: string }>>
  /**
   * A duplicate in the playlist is a `conflict` whose fields name the existing post.
   * @param imported sends no notification of mentions, and also refuses a duplicate of a text-only post.
   */
  create(beadId: string, input: PostInput, viewer: Viewer, imported?: boolean): Promise<Post>
  edit(id: string, input: PostInput, viewer: Viewer): Promise<Post>
  repost(id: string, beadId: string, viewer: Viewer): Promise<{ _id: string; id: string; href: string; bead: { title: string } }>
  /** @param reason an admin's, for the log. */
  remove(id: string, viewer: Viewer, reason?: string | null): Promise<void>
  /** The medium at an address as replacement of `before`: keeps the poster's title, and the times if the duration is the same. */
  resolveMediumReplacement(id: string, href: string, before: Media): Promise<ResolvedMedium>
  /** The post, if the viewer may repair it. Throws as `get`, and `forbidden`. */
  repairable(id: string, viewer: Viewer): Promise<Post>
  /** Whether only the rights of an admin permit a repair. Throws as `repairable`. */
  repairsAsAdmin(id: string, viewer: Viewer): Promise<boolean>
  /** Replaces the medium of the post. Throws as `repairable`, and `conflict`. */
  swap(id: string, swap: Swap, viewer: Viewer): Promise<Post>
  /** Counts a play and returns the play count. */
  play(id: string, viewer: Viewer | null, address: string): Promise<number>
}

export interface PostDeps {
  db: DataSource
  beads: Beads
  media: MediaService
  images: Images
  texts: Texts
  partners: Partners
  publicUrl: string
  /** The operator's secret (`STRAND_SECRET`), which all servers of one database have. */
  secret?: string | null
  now?: () => number
}

/** Above this size, sorting a collection is slower than walking all posts in order until a page is full. */
const wideCollection = 5_000

interface ListContext {
  db: DataSource
  beads: Beads
  counts: Counts
}

const countAll = ({ counts }: ListContext, plan: PostListPlan): Promise<number> => counts.count(plan.count, plan.parameters, plan.version)

/** Large collections that are sorted by a property of posts are read by walking all posts. */
async function planFor(context: ListContext, query: PostListQuery, viewer: Viewer | null): Promise<PostListPlan> {
  const plan = planPostList(query, viewer)
  if (plan.driver !== 'collected' || !isByPost(plan.sort)) return plan
  const size = await countAll(context, planPostList({ ...countQuery({}), collectedby: plan.filters.collector }, null))
  // The total is still counted in the collection, which is smaller.
  return size > wideCollection ? { ...planPostList(query, viewer, true), count: plan.count } : plan
}

async function listPage(context: ListContext, query: PostListQuery, viewer: Viewer | null): Promise<Page<Post>> {
  const { db, beads } = context
  const plan = await planFor(context, query, viewer)
  const rows = await readPostList(db, plan, query, () => countAll(context, plan))
  const [first] = rows
  // Each row contains whether its playlist is a draft; without a row the playlist itself is read.
  const opened = plan.bead !== null && (first === undefined || isInDraft(first)) ? (await beads.open(plan.bead, viewer)).bead : null
  const bead = plan.bead === null ? null : (opened ?? { postCount: first!.beadPostCount })
  const hasMore = rows.length > query.limit
  const reason = plan.sort === 'trending' ? ({ reason: 'trending' } as const) : {}
  const shown = hasMore ? rows.slice(0, query.limit) : rows

  async function total(): Promise<number> {
    // The last page determines the total without a count.
    if (!hasMore && (rows.length > 0 || query.from === 0)) return query.from + rows.length
    return bead !== null && plan.whole ? bead.postCount : countAll(context, plan)
  }
  return {
    results: await withRepairs(
      db,
      shown.map((raw) => ({ ...toPost(raw, viewer), ...reason })),
      shown,
      viewer,
    ),
    next: hasMore ? query.from + query.limit : null,
    counts: { total: await total() },
  }
}

async function readById({ db, beads }: ListContext, id: string, viewer: Viewer | null): Promise<RawPost> {
  const [raw] = await sql<RawPost>(db, `SELECT ${postColumns} FROM "post" p ${postJoins} WHERE p."id" = :id`, { id })
  if (!raw) throw new StrandError('not_found')
  if (isInDraft(raw)) await beads.open(raw.beadId, viewer)
  return raw
}

async function readByIds({ db }: ListContext, ids: readonly string[], viewer: Viewer | null): Promise<Map<string, Post>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<RawPost>(
    db,
    `SELECT ${postColumns} FROM "post" p ${postJoins} WHERE p."id" ${inHiddenList(db, 'ids')} AND ${visibleTo(viewer)}`,
    { ids, viewer: viewer?.uid },
  )
  return new Map(
    (
      await withRepairs(
        db,
        rows.map((raw) => toPost(raw, viewer)),
        rows,
        viewer,
      )
    ).map((post) => [post.id, post]),
  )
}

async function readByMedium({ db, beads }: ListContext, beadId: string, mediaKey: string, viewer: Viewer | null): Promise<Post | null> {
  await beads.open(beadId, viewer)
  const [raw] = await sql<RawPost>(
    db,
    `SELECT ${postColumns} FROM "post" p ${postJoins} WHERE p."beadId" = :beadId AND p."mediaKey" = :mediaKey ORDER BY p."id" DESC LIMIT 1`,
    { beadId, mediaKey },
  )
  return raw ? toPost(raw, viewer) : null
}

async function readExistingMedia({ db }: ListContext, beadId: string, mediaKeys: readonly string[]): Promise<Set<string>> {
  if (mediaKeys.length === 0) return new Set()
  const rows = await sql<{ mediaKey: string }>(
    db,
    'SELECT DISTINCT "mediaKey" FROM "post" WHERE "beadId" = :beadId AND "mediaKey" IN (:...mediaKeys)',
    { beadId, mediaKeys },
  )
  return new Set(rows.map(({ mediaKey }) => mediaKey))
}

export function createPosts(deps: PostDeps): Posts {
  const { db, beads, media: detector, images, texts, partners, publicUrl, secret = null, now = Date.now } = deps
  const listenerOf = createListenerOf(secret)
  const mediumResolver = createMediumResolver({ db, detector, images, publicUrl })
  const context: PostContext & ListContext = { db, beads, images, mediumResolver, texts, partners, now, counts: createCounts(db, now) }
  const facets = createFacets(db, context.counts.count, now)

  const read = (id: string, viewer: Viewer | null): Promise<RawPost> => readById(context, id, viewer)

  /** Includes the partner entry for the creator. Admins read it on a page of theirs, which logs that. */
  async function toWhole(raw: RawPost, viewer: Viewer | null): Promise<Post> {
    const entry = raw.creatorUid === viewer?.uid ? await partners.read(raw.id) : null
    const [post] = await withRepairs(db, [toPost(raw, viewer)], [raw], viewer)
    return { ...post!, ...(entry && { partnerMetaData: entry }) }
  }

  async function readEditable(id: string, viewer: Viewer): Promise<RawPost> {
    const raw = await read(id, viewer)
    if (!mayEditPost(raw, viewer)) throw new StrandError('forbidden')
    return raw
  }

  /** The post, if the viewer may repair it, whether its medium is dead or not. */
  async function readRepairable(id: string, viewer: Viewer): Promise<RawPost> {
    const raw = await read(id, viewer)
    if (!mayRepair(raw, viewer, false)) {
      const { invited } = await beads.open(raw.beadId, viewer)
      if (!mayRepair(raw, viewer, invited)) throw new StrandError('forbidden')
    }
    await refuseBlocked(db, viewer.uid, repairOwners(raw, viewer))
    return raw
  }

  const reread = async (id: string, viewer: Viewer): Promise<Post> => toWhole(await read(id, viewer), viewer)

  return {
    get: async (id, viewer) => toWhole(await read(id, viewer), viewer),
    list: (query, viewer) => listPage(context, query, viewer),
    popularTags: createPopularTags((query) => listPage(context, query, null), now),

    async count(filters, viewer) {
      const plan = planPostList(countQuery(filters), viewer)
      if (plan.bead === null) return countAll(context, plan)
      const { bead } = await beads.open(plan.bead, viewer)
      return plan.whole ? bead.postCount : countAll(context, plan)
    },

    async facets(filters, types, limit, viewer) {
      const { bead } = planPostList(countQuery(filters), viewer)
      if (bead !== null) await beads.open(bead, viewer)
      return facets(filters, types, limit, viewer)
    },

    byIds: (ids, viewer) => readByIds(context, ids, viewer),

    async bestOf(beadIds, limit, viewer) {
      const ids = await bestOf(db, beadIds, viewer)
      const posts = await readByIds(context, ids, viewer)
      return ids.flatMap((id) => posts.get(id) ?? []).slice(0, limit)
    },

    findByMedium: (beadId, mediaKey, viewer) => readByMedium(context, beadId, mediaKey, viewer),
    existingMedia: (beadId, mediaKeys) => readExistingMedia(context, beadId, mediaKeys),
    existingTexts: async (beadId, texts) => new Set((await textsIn(db, beadId, texts)).keys()),

    async demandWriter(beadId, viewer) {
      await demandWriter(context, beadId, viewer, true)
    },

    async collectors(id, page, viewer) {
      await read(id, viewer)
      return listCollectors(db, id, page, viewer)
    },

    async create(beadId, input, viewer, imported) {
      return reread(await createPost(context, beadId, input, viewer, imported), viewer)
    },

    async edit(id, input, viewer) {
      await editPost(context, await readEditable(id, viewer), input, viewer)
      return reread(id, viewer)
    },

    async repost(id, beadId, viewer) {
      const raw = await read(await repostPost(context, await read(id, viewer), beadId, viewer), viewer)
      return { _id: raw.id, id: raw.id, href: postHref(raw.beadId, raw.title, raw.id), bead: { title: raw.beadTitle } }
    },

    async remove(id, viewer, reason) {
      await removePost(context, await readEditable(id, viewer), viewer, reason)
    },

    resolveMediumReplacement: (id, href, before) => mediumResolver.resolveReplacement(id, href, before),
    repairable: async (id, viewer) => toWhole(await readRepairable(id, viewer), viewer),
    repairsAsAdmin: async (id, viewer) => repairsAsAdmin(db, await readRepairable(id, viewer), viewer),

    async swap(id, swap, viewer) {
      await swapMedium({ db, beads }, await readRepairable(id, viewer), viewer, swap)
      return reread(id, viewer)
    },

    async play(id, viewer, address) {
      const raw = await read(id, viewer)
      // Counters exclude the creator's own plays (decision 12), and posts without a stream.
      const counts = viewer?.uid !== raw.creatorUid && isPlayable(parsedOrNull<Media>(raw.media))
      return counts ? countPlay(db, id, listenerOf(viewer?.uid, address), now()) : raw.playCount
    },
  }
}
