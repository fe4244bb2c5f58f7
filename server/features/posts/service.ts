/** Posts: who may read, list, add and change them. What a change writes is in `write.ts`. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '../../access/viewer.ts'
import type { Media, MemberRef, Page, Post } from '../../contract/index.ts'
import { parsedOrNull, sql } from '../../db/sql.ts'
import { StrandError } from '../../http/errors.ts'
import { visibleTo, type BeadRecord, type Beads } from '../beads/service.ts'
import type { Images } from '../images/service.ts'
import type { MediaService } from '../media/service.ts'
import type { Partners } from '../partner/service.ts'
import { listCollectors } from './collectors.ts'
import { createCounts } from './counts.ts'
import { createFacets, type Facets } from './facets.ts'
import { bestOf } from './best.ts'
import type { PostFilters, PostListQuery } from './filters.ts'
import { countQuery, isByPost, planPostList, readPostList, type PostListPlan } from './lists.ts'
import { createMediumFinder, type Found } from './medium.ts'
import { countPlay, listenerOf } from './plays.ts'
import { textsIn } from './repeats.ts'
import { mayRepair, swapMedium, withRepairs, type Swap } from './repair.ts'
import { isInDraft, mayEditPost, postColumns, postHref, postJoins, toPost, type RawPost } from './records.ts'
import type { Texts } from './texts.ts'
import { createWriter, type PostInput } from './write.ts'

export { syncBeadCopies, updatePostHeat } from './consumers.ts'
export type { Facet, FacetType } from './facets.ts'
export { playSweep } from './plays.ts'
export { PostEntity } from './entities.ts'
export { versionOf } from './repair.ts'
export { saidOf } from './medium.ts'
export { textKey } from './repeats.ts'
export { mentionsIn, textOf } from './rich-text.ts'
export { tagsOf } from './tags.ts'
export { createTexts, type Composed, type Texts } from './texts.ts'

export interface Posts {
  /** Throws `not_found`, and `forbidden` for a post in a draft of others. */
  get(id: string, viewer: Viewer | null): Promise<Post>
  list(query: PostListQuery, viewer: Viewer | null): Promise<Page<Post>>
  /** How many a list with the same filters has. Throws as `list`. */
  count(filters: PostFilters, viewer: Viewer | null): Promise<number>
  /** What a list with these filters can be narrowed down by. Throws as `list`. */
  facets: Facets
  /** Those of the posts that are there and that the viewer may see. */
  byIds(ids: readonly string[], viewer: Viewer | null): Promise<Map<string, Post>>
  /** The best post with a medium that lives of each of these playlists, in their order, as far as the viewer may see them. */
  bestOf(beadIds: readonly string[], most: number, viewer: Viewer | null): Promise<Post[]>
  /** The latest post of the playlist that holds this medium. */
  holding(beadId: string, mediaKey: string, viewer: Viewer | null): Promise<Post | null>
  /** Which of these media the playlist holds. Whoever asks has made sure that it may be seen. */
  held(beadId: string, mediaKeys: readonly string[]): Promise<Set<string>>
  /** Keys (`textKey`) of the text-only posts with these titles. */
  heldTexts(beadId: string, texts: readonly { title: string; description: string }[]): Promise<Set<string>>
  /** Throws as `create` where this member may add nothing. */
  demandWriter(beadId: string, viewer: Viewer): Promise<void>
  /** Who collected it, latest first. Throws as `get`. */
  collectors(id: string, page: { from: number; limit: number }, viewer: Viewer | null): Promise<Page<MemberRef & { collectedDate: string }>>
  /**
   * A repeat in the playlist is a `conflict` whose fields name the post that is there.
   * @param imported sends no notification of mentions, and takes a text-only post that is there already for a repeat, too.
   */
  create(beadId: string, input: PostInput, viewer: Viewer, imported?: boolean): Promise<Post>
  edit(id: string, input: PostInput, viewer: Viewer): Promise<Post>
  repost(id: string, beadId: string, viewer: Viewer): Promise<{ _id: string; id: string; href: string; bead: { title: string } }>
  remove(id: string, viewer: Viewer): Promise<void>
  /** The medium at an address as a post in place of `before` would hold it: by its poster's names, and times where it lasts as long. */
  mediumInstead(id: string, href: string, before: Media): Promise<Found>
  /** For whom it is to repair: throws as `get`, and `forbidden`. */
  repairable(id: string, viewer: Viewer): Promise<Post>
  /** Puts another medium in the place of what the post holds. Throws as `repairable`, and `conflict`. */
  swap(id: string, swap: Swap, viewer: Viewer): Promise<Post>
  /** Answers how often the post was played. */
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
  now?: () => number
}

/** Sorting so many posts takes longer than finding fifteen of them among all. */
const wideCollection = 5_000

const isPlayable = (media: Media | null): boolean => media !== null && media.media.length > 0

export function createPosts({ db, beads, media: detector, images, texts, partners, publicUrl, now = Date.now }: PostDeps): Posts {
  const finder = createMediumFinder({ db, detector, images, publicUrl })
  const writer = createWriter({ db, beads, images, finder, texts, partners, now })
  const counts = createCounts(db, now)
  const facets = createFacets(db, counts.count, now)

  async function read(id: string, viewer: Viewer | null): Promise<RawPost> {
    const [raw] = await sql<RawPost>(db, `SELECT ${postColumns} FROM "post" p ${postJoins} WHERE p."id" = :id`, { id })
    if (!raw) throw new StrandError('not_found')
    if (isInDraft(raw)) await beads.open(raw.beadId, viewer)
    return raw
  }

  /** What only the creator and admins may read of it comes along for them. */
  async function toWhole(raw: RawPost, viewer: Viewer | null): Promise<Post> {
    const entry = mayEditPost(raw, viewer) ? await partners.read(raw.id) : null
    const [post] = await withRepairs(db, [toPost(raw, viewer)], [raw], viewer)
    return { ...post!, ...(entry && { partnerMetaData: entry }) }
  }

  async function editable(id: string, viewer: Viewer): Promise<RawPost> {
    const raw = await read(id, viewer)
    if (!mayEditPost(raw, viewer)) throw new StrandError('forbidden')
    return raw
  }

  /** For whom it is to repair, whether there is something to repair or not. */
  async function repairable(id: string, viewer: Viewer): Promise<RawPost> {
    const raw = await read(id, viewer)
    if (mayRepair(raw, viewer, false)) return raw
    const { invited } = await beads.open(raw.beadId, viewer)
    if (!mayRepair(raw, viewer, invited)) throw new StrandError('forbidden')
    return raw
  }

  const reread = async (id: string, viewer: Viewer): Promise<Post> => toWhole(await read(id, viewer), viewer)

  const countAll = (plan: PostListPlan): Promise<number> => counts.count(plan.count, plan.parameters)

  async function planFor(query: PostListQuery, viewer: Viewer | null): Promise<PostListPlan> {
    const plan = planPostList(query, viewer)
    if (plan.driver !== 'collected' || !isByPost(plan.sort)) return plan
    const size = await countAll(planPostList({ ...countQuery({}), collectedby: plan.filters.collector }, null))
    // What there is in all is counted in the collection all the same.
    return size > wideCollection ? { ...planPostList(query, viewer, true), count: plan.count } : plan
  }

  async function total(plan: PostListPlan, query: PostListQuery, rows: readonly RawPost[], bead: Pick<BeadRecord, 'postCount'> | null): Promise<number> {
    // A page that is the last one says itself how many there are.
    if (rows.length <= query.limit && (rows.length > 0 || query.from === 0)) return query.from + rows.length
    return bead !== null && plan.whole ? bead.postCount : countAll(plan)
  }

  async function byIds(ids: readonly string[], viewer: Viewer | null): Promise<Map<string, Post>> {
    if (ids.length === 0) return new Map()
    const rows = await sql<RawPost>(
      db,
      `SELECT ${postColumns} FROM "post" p ${postJoins} WHERE p."id" IN (:...ids) AND ${visibleTo(viewer)}`,
      { ids, viewer: viewer?.uid },
    )
    return new Map((await withRepairs(db, rows.map((raw) => toPost(raw, viewer)), rows, viewer)).map((post) => [post.id, post]))
  }

  return {
    async get(id, viewer) {
      return toWhole(await read(id, viewer), viewer)
    },

    async list(query, viewer) {
      const plan = await planFor(query, viewer)
      const rows = await readPostList(db, plan, query, () => countAll(plan))
      const [first] = rows
      // Each row says whether its playlist is a draft; without a row the playlist itself has to.
      const asked = plan.bead !== null && (first === undefined || isInDraft(first)) ? (await beads.open(plan.bead, viewer)).bead : null
      const bead = plan.bead === null ? null : (asked ?? { postCount: first!.beadPostCount })
      const more = rows.length > query.limit
      const reason = plan.sort === 'trending' ? ({ reason: 'trending' } as const) : {}
      const shown = more ? rows.slice(0, query.limit) : rows
      return {
        results: await withRepairs(db, shown.map((raw) => ({ ...toPost(raw, viewer), ...reason })), shown, viewer),
        next: more ? query.from + query.limit : null,
        counts: { total: await total(plan, query, rows, bead) },
      }
    },

    async count(filters, viewer) {
      const plan = planPostList(countQuery(filters), viewer)
      if (plan.bead === null) return countAll(plan)
      const { bead } = await beads.open(plan.bead, viewer)
      return plan.whole ? bead.postCount : countAll(plan)
    },

    async facets(filters, types, limit, viewer) {
      const { bead } = planPostList(countQuery(filters), viewer)
      if (bead !== null) await beads.open(bead, viewer)
      return facets(filters, types, limit, viewer)
    },

    byIds,

    async bestOf(beadIds, most, viewer) {
      const ids = await bestOf(db, beadIds, viewer)
      const posts = await byIds(ids, viewer)
      return ids.flatMap((id) => posts.get(id) ?? []).slice(0, most)
    },

    async holding(beadId, mediaKey, viewer) {
      await beads.open(beadId, viewer)
      const [raw] = await sql<RawPost>(
        db,
        `SELECT ${postColumns} FROM "post" p ${postJoins} WHERE p."beadId" = :beadId AND p."mediaKey" = :mediaKey ORDER BY p."id" DESC LIMIT 1`,
        { beadId, mediaKey },
      )
      return raw ? toPost(raw, viewer) : null
    },

    async held(beadId, mediaKeys) {
      if (mediaKeys.length === 0) return new Set()
      const rows = await sql<{ mediaKey: string }>(
        db, 'SELECT DISTINCT "mediaKey" FROM "post" WHERE "beadId" = :beadId AND "mediaKey" IN (:...mediaKeys)', { beadId, mediaKeys },
      )
      return new Set(rows.map(({ mediaKey }) => mediaKey))
    },

    heldTexts: async (beadId, texts) => new Set((await textsIn(db, beadId, texts)).keys()),

    demandWriter: (beadId, viewer) => writer.demandWriter(beadId, viewer),

    async collectors(id, page, viewer) {
      await read(id, viewer)
      return listCollectors(db, id, page, viewer)
    },

    async create(beadId, input, viewer, imported) {
      return reread(await writer.create(beadId, input, viewer, imported), viewer)
    },

    async edit(id, input, viewer) {
      await writer.edit(await editable(id, viewer), input, viewer)
      return reread(id, viewer)
    },

    async repost(id, beadId, viewer) {
      const raw = await read(await writer.repost(await read(id, viewer), beadId, viewer), viewer)
      return { _id: raw.id, id: raw.id, href: postHref(raw.beadId, raw.title, raw.id), bead: { title: raw.beadTitle } }
    },

    async remove(id, viewer) {
      await writer.remove(await editable(id, viewer), viewer)
    },

    mediumInstead: (id, href, before) => finder.findInstead(id, href, before),
    repairable: async (id, viewer) => toWhole(await repairable(id, viewer), viewer),

    async swap(id, swap, viewer) {
      await swapMedium({ db, beads }, await repairable(id, viewer), viewer, swap)
      return reread(id, viewer)
    },

    async play(id, viewer, address) {
      const raw = await read(id, viewer)
      // Counters leave out what a post's creator does to it (decision 12); what has no stream was not played.
      const plays = viewer?.uid !== raw.creatorUid && isPlayable(parsedOrNull<Media>(raw.media))
      return plays ? countPlay(db, id, listenerOf(viewer?.uid, address), now()) : raw.playCount
    },
  }
}
