/** Posts: their rules, their permissions, and the transactions that change them. */
import { randomInt } from 'node:crypto'
import type { DataSource, EntityManager } from 'typeorm'
import { limits, messages, normaliseTags, shorten, tidy, type CallOutput, type Media, type Page, type Post } from '../../contract/index.ts'
import { newId } from '../../db/ids.ts'
import { parsedOrNull, sql } from '../../db/sql.ts'
import { isOrphan, transaction } from '../../db/transaction.ts'
import { StrandError } from '../../http/errors.ts'
import { isWriter, type BeadRecord, type Beads, type Viewer } from '../beads/service.ts'
import type { MediaService } from '../media/service.ts'
import { forgetPosts } from '../moderation/service.ts'
import { relationTypes } from '../social/service.ts'
import { PostEntity, type PostRow } from './entities.ts'
import { countPosts, planPostList, readPostList, type PostListPlan, type PostListQuery } from './lists.ts'
import { mediumOf } from './medium.ts'
import { countPlay, listenerOf } from './plays.ts'
import { isInDraft, mayEditPost, postColumns, postJoins, toPost, type RawPost } from './records.ts'
import { cleanText } from './rich-text.ts'
import { shuffleKeys } from './shuffle.ts'

export { textOf } from './rich-text.ts'

type PostInput = CallOutput<'POST /api/v0/posts/:id'>['body']

export interface Posts {
  /** Throws `not_found`, and `forbidden` for a post in a draft of others. */
  get(id: string, viewer: Viewer | null): Promise<Post>
  list(query: PostListQuery, viewer: Viewer | null): Promise<Page<Post>>
  /** The latest post of the playlist that holds this medium. */
  holding(beadId: string, mediaKey: string, viewer: Viewer | null): Promise<Post | null>
  create(beadId: string, input: PostInput, viewer: Viewer): Promise<Post>
  edit(id: string, input: PostInput, viewer: Viewer): Promise<Post>
  remove(id: string, viewer: Viewer): Promise<void>
  /** Answers how often the post was played. */
  play(id: string, viewer: Viewer | null, address: string): Promise<number>
}

export interface PostDeps {
  db: DataSource
  beads: Beads
  media: MediaService
  publicUrl: string
  now?: () => number
}

const titleProblem = (): StrandError => new StrandError('invalid', messages.postTitleRequired, { title: messages.postTitleRequired })

const isPlayable = (media: Media | null): boolean => media !== null && media.media.length > 0

export function createPosts({ db, beads, media: detector, publicUrl, now = Date.now }: PostDeps): Posts {
  async function read(id: string, viewer: Viewer | null): Promise<RawPost> {
    const [raw] = await sql<RawPost>(db, `SELECT ${postColumns} FROM "post" p ${postJoins} WHERE p."id" = :id`, { id })
    if (!raw) throw new StrandError('not_found')
    if (isInDraft(raw)) await beads.open(raw.beadId, viewer)
    return raw
  }

  async function editable(id: string, viewer: Viewer): Promise<RawPost> {
    const raw = await read(id, viewer)
    if (!mayEditPost(raw, viewer)) throw new StrandError('forbidden')
    return raw
  }

  async function findHolding(manager: DataSource | EntityManager, beadId: string, mediaKey: string, except = ''): Promise<RawPost | null> {
    const [raw] = await sql<RawPost>(
      manager,
      `SELECT ${postColumns} FROM "post" p ${postJoins}
       WHERE p."beadId" = :beadId AND p."mediaKey" = :mediaKey AND p."id" <> :except ORDER BY p."id" DESC LIMIT 1`,
      { beadId, mediaKey, except },
    )
    return raw ?? null
  }

  async function refuseRepeat(manager: EntityManager, beadId: string, mediaKey: string | null, repeat: boolean, except?: string): Promise<void> {
    if (repeat || mediaKey === null) return
    if (await findHolding(manager, beadId, mediaKey, except)) throw new StrandError('conflict', messages.postDuplicate)
  }

  /** Whether this member may add a post, in the order in which a person can do something about it. */
  async function demandWriter(beadId: string, viewer: Viewer): Promise<void> {
    const { bead, invited } = await beads.open(beadId, viewer)
    if (!viewer.privileges.canPost) throw new StrandError('forbidden', messages.cannotPost)
    if (!viewer.privileges.canCreatePost) throw new StrandError('forbidden', messages.cannotCreatePost)
    if (!isWriter(bead, viewer, invited)) throw new StrandError('forbidden')
  }

  /** @param before what the post holds: where nothing answers for the same address, it knows more than the address does. */
  async function detect(input: NonNullable<PostInput['media']>, before: Media | null = null): Promise<{ media: Media; mediaKey: string }> {
    const { media, mediaKey, byUri } = await detector.detect(input.href)
    const { startTime, endTime } = media
    const known = byUri && before?.href === media.href ? { ...before, startTime, endTime } : media
    return { media: mediumOf(known, input), mediaKey }
  }

  /** A headline of a person's own, or the medium's (B5). */
  function titleOf(given: string | undefined, media: Media | null): string {
    const title = tidy(given ?? '') || shorten(media?.title ?? '', limits.postTitle.max)
    if (title === '') throw titleProblem()
    return title
  }

  const reread = async (id: string, viewer: Viewer): Promise<Post> => toPost(await read(id, viewer), viewer)

  async function total(plan: PostListPlan, query: PostListQuery, rows: readonly RawPost[], bead: Pick<BeadRecord, 'postCount'> | null): Promise<number> {
    // A page that is the last one says itself how many there are.
    if (rows.length <= query.limit && (rows.length > 0 || query.from === 0)) return query.from + rows.length
    const filtered = query.hasmedia !== undefined || query.createdby !== undefined || plan.sort === 'top'
    if (bead !== null && !filtered && query.category === undefined) return bead.postCount
    return countPosts(db, plan)
  }

  return {
    async get(id, viewer) {
      return toPost(await read(id, viewer), viewer)
    },

    async list(query, viewer) {
      const plan = planPostList(query, viewer)
      const rows = await readPostList(db, plan)
      const [first] = rows
      // Each row says whether its playlist is a draft; without a row the playlist itself has to.
      const asked = query.bead !== undefined && (first === undefined || isInDraft(first)) ? (await beads.open(query.bead, viewer)).bead : null
      const bead = query.bead === undefined ? null : (asked ?? { postCount: first!.beadPostCount })
      const more = rows.length > query.limit
      return {
        results: (more ? rows.slice(0, query.limit) : rows).map((raw) => toPost(raw, viewer)),
        next: more ? query.from + query.limit : null,
        counts: { total: await total(plan, query, rows, bead) },
      }
    },

    async holding(beadId, mediaKey, viewer) {
      await beads.open(beadId, viewer)
      const raw = await findHolding(db, beadId, mediaKey)
      return raw && toPost(raw, viewer)
    },

    async create(beadId, input, viewer) {
      await demandWriter(beadId, viewer)
      const found = input.media ? await detect(input.media) : null
      const media = found?.media ?? null
      const row: PostRow = {
        id: newId('post'),
        beadId,
        creatorUid: viewer.uid,
        title: titleOf(input.title, media),
        description: cleanText(input.description ?? '', publicUrl),
        tags: normaliseTags(input.tags ?? []),
        media,
        mediaKey: found?.mediaKey ?? null,
        playable: isPlayable(media),
        creationDate: new Date(now()).toISOString(),
        collectCount: 0,
        upvoteCount: 0,
        commentCount: 0,
        playCount: 0,
        score: 0,
        shuffleKey: randomInt(shuffleKeys),
      }
      await transaction(db, async (manager) => {
        // The count first: it locks the playlist's row, so that of two equal posts at once one is the repeat.
        await beads.count(manager, beadId, 1)
        await refuseRepeat(manager, beadId, row.mediaKey, input.repeat)
        await manager.insert(PostEntity, row)
        await sql(manager, 'UPDATE "member" SET "createdPostCount" = "createdPostCount" + 1 WHERE "uid" = :uid', { uid: viewer.uid })
      })
      return reread(row.id, viewer)
    },

    async edit(id, input, viewer) {
      const old = await editable(id, viewer)
      const changes: Partial<PostRow> = {}
      const before = parsedOrNull<Media>(old.media)
      let media = before
      if (input.media !== undefined) {
        const found = input.media === null ? null : await detect(input.media, before)
        media = found?.media ?? null
        Object.assign(changes, { media, mediaKey: found?.mediaKey ?? null, playable: isPlayable(media) })
      }
      if (input.title !== undefined) changes.title = titleOf(input.title, media)
      if (input.description !== undefined) changes.description = cleanText(input.description, publicUrl)
      if (input.tags !== undefined) changes.tags = normaliseTags(input.tags)
      if (Object.keys(changes).length > 0) {
        await transaction(db, async (manager) => {
          // Of two posts that become the same at once, the second finds the first.
          await beads.lock(manager, old.beadId)
          if (media?.href !== before?.href) await refuseRepeat(manager, old.beadId, changes.mediaKey ?? null, input.repeat, id)
          await manager.update(PostEntity, { id }, changes)
        })
      }
      return reread(id, viewer)
    },

    async remove(id, viewer) {
      const { beadId, creatorUid } = await editable(id, viewer)
      await transaction(db, async (manager) => {
        // Whoever deletes it first counts it; the lock makes a second one wait and find nothing.
        await beads.count(manager, beadId, -1)
        if (!(await manager.existsBy(PostEntity, { id }))) throw new StrandError('not_found')
        const { collect, upvote } = relationTypes
        const parameters = { id, collect, upvote, uid: creatorUid }
        await sql(
          manager,
          `UPDATE "member" SET "collectedPostCount" = "collectedPostCount" - 1
           WHERE "uid" IN (SELECT "uid" FROM "relation" WHERE "type" = :collect AND "entity" = :id)`,
          parameters,
        )
        await sql(manager, 'DELETE FROM "relation" WHERE "type" IN (:collect, :upvote) AND "entity" = :id', parameters)
        await sql(manager, 'UPDATE "member" SET "createdPostCount" = "createdPostCount" - 1 WHERE "uid" = :uid', parameters)
        await forgetPosts(manager, 'SELECT "id" FROM "post" WHERE "id" = :id', { id })
        await manager.delete(PostEntity, { id })
      })
    },

    async play(id, viewer, address) {
      const raw = await read(id, viewer)
      // Counters leave out what a post's creator does to it (decision 12); what has no stream was not played.
      const counts = viewer?.uid !== raw.creatorUid && isPlayable(parsedOrNull<Media>(raw.media))
      if (!counts) return raw.playCount
      try {
        return await countPlay(db, id, listenerOf(viewer?.uid, address), now())
      } catch (error) {
        throw isOrphan(error) ? new StrandError('not_found') : error
      }
    },
  }
}
