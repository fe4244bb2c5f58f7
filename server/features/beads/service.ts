/** Playlists: their rules, their permissions, and the transactions that change them. */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '../../access/viewer.ts'
import {
  beadDescriptionProblem, beadTitle, beadTitleProblem, formatId, messages, normaliseTags, type Bead, type BeadGroup, type CallOutput, type MemberRef, type Page, type PlaylistSort,
} from '../../contract/index.ts'
import { newId } from '../../db/ids.ts'
import { sql } from '../../db/sql.ts'
import { afterCommit, transaction } from '../../db/transaction.ts'
import { StrandError } from '../../http/errors.ts'
import { emit } from '../../outbox/outbox.ts'
import type { Images } from '../images/service.ts'
import { logAdminAction } from '../moderation/service.ts'
import { refuseBlocked } from '../blocks/service.ts'
import { mayDelete, mayEdit, mayInvite, mayMove, mayPublish, maySee } from './access.ts'
import { attributionOf } from './attribution.ts'
import { demandCover, saveCover } from './cover.ts'
import { createCurators } from './curators.ts'
import { move } from './curated.ts'
import { beadOfTheDay, writeDay } from './day.ts'
import { BeadEntity, InviteeEntity, type BeadRow } from './entities.ts'
import { followersOf } from './followers.ts'
import { createGroups } from './groups.ts'
import { removeEvent, firstHeat, heatOf, addEvent } from './heat.ts'
import { addInvitees, knownInvitees } from './invitees.ts'
import { beadsOf, categoryOf, listBeads, type BeadListQuery, type Holding } from './lists.ts'
import { countForMembers } from './memberCounts.ts'
import { readBead, readInvitees, toBead, type BeadRecord } from './records.ts'
import { postsWithPictures, removeBead, repostsIn, tagsIn } from './remove.ts'
import { relatedTo, writeTags, type Related } from './tags.ts'
import { createTotals, type Totals } from './totals.ts'

export { isWriter, maySee, visibleTo } from './access.ts'
export { curatedIds, curatedPlace } from './curated.ts'
export { removeEvent, firstHeat, addEvent } from './heat.ts'
export { categoryOf } from './lists.ts'
export { toRef, type BeadRecord, type RawMember } from './records.ts'

type CreateInput = CallOutput<'POST /api/v0/beads'>['body']
type EditInput = CallOutput<'POST /api/v0/beads/:id'>['body']
type MoveInput = CallOutput<'POST /api/v0/beads/:id/posts/:post/move'>['body']

export interface Beads {
  /** Throws `not_found`, and `forbidden` for a draft of others. */
  get(id: string, viewer: Viewer | null): Promise<Bead>
  /** The playlist and whether the viewer is invited, for what lies in it. Throws as `get`. */
  open(id: string, viewer: Viewer | null): Promise<{ bead: BeadRecord; invited: boolean }>
  list(query: BeadListQuery, viewer: Viewer | null): Promise<Page<Bead>>
  /** Published playlists that are like this one, the likest first. Throws as `get`. */
  related(id: string, viewer: Viewer | null): Promise<Related[]>
  /** Those of the playlists that are there, that the viewer may see, and whose creators they do not block. */
  byIds(ids: readonly string[], viewer: Viewer | null): Promise<Map<string, Bead>>
  /** Published playlists in groups: of the categories, or of the tags within one. */
  groups(category: BeadListQuery['category'], limit: number, viewer: Viewer | null): Promise<BeadGroup[]>
  followers(id: string, page: { from: number; limit: number }, viewer: Viewer | null): Promise<Page<MemberRef>>
  ofTheDay(viewer: Viewer | null): Promise<Bead | null>
  /** Makes it the Bead of the Day, today where no day is given (UTC). Throws `not_found`, and `invalid` where it could not be one. */
  setDay(manager: EntityManager, pick: { beadId: string; day?: string | undefined }): Promise<void>
  create(input: CreateInput, viewer: Viewer): Promise<Bead>
  edit(id: string, input: EditInput, viewer: Viewer): Promise<Bead>
  publish(id: string, viewer: Viewer): Promise<Bead>
  invite(id: string, uids: readonly string[], viewer: Viewer): Promise<Bead>
  /** Takes an invitation back; whoever is invited may leave. */
  uninvite(id: string, uid: string, viewer: Viewer): Promise<Bead>
  /** Null for nobody. */
  feature(id: string, uid: string | null, viewer: Viewer): Promise<Bead>
  /** Moves a post within the curated order. Answers how the playlist's posts are sorted from now on. */
  movePost(id: string, post: string, to: MoveInput, viewer: Viewer): Promise<PlaylistSort>
  remove(id: string, viewer: Viewer): Promise<void>
  /** Locks the playlist's row until the caller's transaction ends; answers its number of posts. Throws `not_found`. */
  lock(manager: EntityManager, id: string): Promise<number>
  /** Warms the playlist in the caller's transaction, which has locked its row, by what happens now… */
  bump(manager: EntityManager, id: string, event: keyof typeof heatOf): Promise<void>
  /** …or takes back the warmth of what happened at `instant`. */
  unbump(manager: EntityManager, id: string, event: keyof typeof heatOf, instant: string): Promise<void>
  /** Counts `posts` more (or fewer) in the caller's transaction, and warms the playlist. Locks its row. */
  count(manager: EntityManager, id: string, posts: 1 | -1): Promise<void>
}

const invalidField = (field: string, message: string): StrandError => new StrandError('invalid', message, { [field]: message })

const weekMs = 7 * 86_400_000

export interface BeadDeps {
  db: DataSource
  images: Images
  readOnly: boolean
  /** The product's own, by which a picture's source may be named. */
  host?: string
  /** Whether an image search answered this address lately. */
  isFound?: (address: string) => boolean
  now?: () => number
}

export function createBeads({ db, images, readOnly, host = '', isFound = () => false, now = Date.now }: BeadDeps): Beads {
  const totals = createTotals(db)
  const groups = createGroups(db, totals)
  const curators = createCurators(db)

  const listed: Totals['changed'] = (before, after) => {
    totals.changed(before, after)
    groups.changed()
  }

  const toAnswers = async (records: readonly BeadRecord[], viewer: Viewer | null): Promise<Bead[]> => {
    const invitees = await readInvitees(db, records)
    return records.map((record) => toBead(record, invitees.get(record.id), viewer))
  }
  const toAnswer = async (record: BeadRecord, viewer: Viewer | null): Promise<Bead> => (await toAnswers([record], viewer))[0]!

  async function read(id: string): Promise<BeadRecord> {
    const bead = await readBead(db, id)
    if (bead === null) throw new StrandError('not_found')
    return bead
  }

  async function open(id: string, viewer: Viewer | null): Promise<{ bead: BeadRecord; invited: boolean }> {
    const bead = await read(id)
    const invited = bead.groupId !== null && viewer !== null && (await db.getRepository(InviteeEntity).existsBy({ beadId: id, uid: viewer.uid }))
    if (!maySee(bead, viewer, invited)) throw new StrandError('forbidden', messages.draftHidden)
    return { bead, invited }
  }

  /** Throws `not_found`, for others may delete what has just been written. */
  const reread = async (id: string, viewer: Viewer): Promise<Bead> => toAnswer(await read(id), viewer)

  /** What is done by somebody who is an admin, and not as the creator, is written down. */
  async function logged(manager: EntityManager, action: 'bead.edit' | 'bead.publish' | 'bead.delete', { id, title, creatorUid }: BeadRecord, viewer: Viewer, detail: Record<string, unknown> = {}): Promise<void> {
    if (viewer.isAdmin && viewer.uid !== creatorUid)
      await logAdminAction(manager, { by: viewer.uid, action, target: { kind: 'bead', id }, detail: { title, ...detail } })
  }

  async function holding(postId: string, viewer: Viewer | null): Promise<Holding> {
    const [post] = await sql<{ beadId: string; mediaKey: string | null; originalPostId: string | null }>(
      db, 'SELECT "beadId", "mediaKey", "originalPostId" FROM "post" WHERE "id" = :postId', { postId },
    )
    if (!post) throw new StrandError('not_found')
    // Which playlists are left out tells what medium the post has.
    await open(post.beadId, viewer)
    return { beadId: post.beadId, mediaKey: post.mediaKey, original: post.originalPostId ?? postId }
  }

  async function recentCounts(ids: readonly string[]): Promise<Map<string, number>> {
    if (ids.length === 0) return new Map()
    const rows = await sql<{ beadId: string; posts: number | string }>(
      db, 'SELECT "beadId", COUNT(*) AS "posts" FROM "post" WHERE "beadId" IN (:...ids) AND "id" >= :since GROUP BY "beadId"',
      // Ids sort by time, so that the index of a playlist's posts tells.
      { ids, since: formatId('post', now() - weekMs, '00000000') },
    )
    return new Map(rows.map(({ beadId, posts }) => [beadId, Number(posts)]))
  }

  /** Makes a draft public, for good. */
  async function release(bead: BeadRecord, viewer: Viewer): Promise<void> {
    await transaction(db, async (manager) => {
      await lock(manager, bead.id)
      // Of several at once the first publishes; a playlist that is out already stays as it is.
      const { affected } = await manager.update(BeadEntity, { id: bead.id, isDraft: true }, { isDraft: false })
      if (affected === 0) return
      await countForMembers(manager, bead.id, 1)
      await updateHotness(manager, bead.id, ({ heat }) => addEvent(heat, heatOf.created, now()))
      await logged(manager, 'bead.publish', bead, viewer)
      await emit(manager, { kind: 'beadPublished', beadId: bead.id, by: viewer.uid })
      afterCommit(() => listed({ ...bead, isDraft: true }, { ...bead, isDraft: false }))
    })
  }

  /** Takes back what was kept for a transaction that did not come about. */
  async function orForget<T>(path: string | null | undefined, work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      await images.drop(path)
      throw error
    }
  }

  return {
    open,

    async get(id, viewer) {
      const { bead } = await open(id, viewer)
      return { ...(await toAnswer(bead, viewer)), topCurators: { curators: await curators.of(bead) } }
    },

    async list(query, viewer) {
      let shared: Related[] = []
      const related = async (id: string): Promise<Related[]> => (shared = await relatedTo(db, (await open(id, viewer)).bead, viewer))
      const { results, next, total } = await listBeads(db, totals, query, viewer, { holding: (id) => holding(id, viewer), related })
      const beads = await toAnswers(results, viewer)
      if (query.related !== undefined) {
        const matching = new Map(shared.map((one) => [one.id, one.matching]))
        for (const bead of beads) bead.matchingCount = matching.get(bead.id) ?? 0
      } else if (query.followedby !== undefined) {
        const recent = await recentCounts(beads.map(({ id }) => id))
        for (const bead of beads) bead.recentCount = recent.get(bead.id) ?? 0
      }
      return { results: beads, next, counts: { total } }
    },

    related: async (id, viewer) => relatedTo(db, (await open(id, viewer)).bead, viewer),

    async groups(category, limit, viewer) {
      const found = await groups.of(categoryOf(category), limit, viewer)
      const beads = new Map((await toAnswers(found.flatMap((group) => group.beads), viewer)).map((bead) => [bead.id, bead]))
      return found.map(({ id, name, href, count, beads: records }) => ({ _id: id, id, name, href, count, beads: records.map((record) => beads.get(record.id)!) }))
    },

    async byIds(ids, viewer) {
      const beads = await toAnswers(await beadsOf(db, ids, viewer), viewer)
      return new Map(beads.map((bead) => [bead.id, bead]))
    },

    async followers(id, page, viewer) {
      return followersOf(db, (await open(id, viewer)).bead, page, viewer)
    },

    async ofTheDay(viewer) {
      const record = await beadOfTheDay(db, now(), readOnly)
      return record && toAnswer(record, viewer)
    },

    setDay: (manager, pick) => writeDay(manager, pick, now()),

    async create(input, viewer) {
      if (!viewer.privileges.canCreateBead) throw new StrandError('forbidden', messages.cannotCreateBead)
      const personal = input.invitees !== undefined
      const invitees = await knownInvitees(db, input.invitees ?? [], viewer.uid, viewer.uid, 'invitees')
      demandCover(input, { isOpen: !personal, isNewDraft: input.isDraft, viewer, host, isFound })
      const attribution = attributionOf(input.attribution, host)
      const instant = now()
      const creationDate = new Date(instant).toISOString()
      const id = newId('bead')
      const cover = await saveCover(images, id, input, null)
      const row: BeadRow = {
        id,
        title: beadTitle(input.title, !personal),
        description: input.description,
        category: input.category,
        tags: normaliseTags(input.tags),
        creatorUid: viewer.uid,
        creationDate,
        groupId: personal ? `g${id.slice(1)}` : null,
        // What everybody may fill is reviewed first: only an admin publishes it (decision 14).
        isDraft: personal || viewer.isAdmin ? input.isDraft : true,
        isFeed: false,
        image: null,
        attribution,
        postCount: 0,
        followerCount: 0,
        heat: firstHeat(heatOf.created, instant),
        ...cover,
      }
      await orForget(cover?.image, transaction(db, async (manager) => {
        await manager.insert(BeadEntity, row)
        await writeTags(manager, id, row.tags)
        await addInvitees(manager, id, invitees, creationDate)
        if (!row.isDraft) await sql(manager, 'UPDATE "member" SET "createdBeadCount" = "createdBeadCount" + 1 WHERE "uid" = :uid', { uid: viewer.uid })
        await emit(manager, { kind: 'beadCreated', beadId: id, by: viewer.uid })
        if (invitees.length > 0) await emit(manager, { kind: 'invited', beadId: id, uids: invitees, by: viewer.uid })
        afterCommit(() => listed(null, row))
      }))
      return reread(id, viewer)
    },

    async edit(id, input, viewer) {
      const { bead } = await open(id, viewer)
      if (!mayEdit(bead, viewer)) throw new StrandError('forbidden')
      const isOpen = bead.groupId === null
      const problem = input.title === undefined ? null : beadTitleProblem(input.title, isOpen)
      if (problem !== null) throw invalidField('title', problem)
      const undescribed = input.description === undefined ? null : beadDescriptionProblem(input.description, isOpen)
      if (undescribed !== null) throw invalidField('description', undescribed)
      if (input.isDraft === false && bead.isDraft && !mayPublish(bead, viewer)) throw new StrandError('forbidden')
      const { cta, featured, partnerMetaData, isMilqPremier, isFeed } = input
      const extras = { cta, featured, partnerMetaData, isMilqPremier }
      const setsExtras = Object.values(extras).some((value) => value !== undefined)
      if ((setsExtras || isFeed !== undefined) && !viewer.isAdmin) throw new StrandError('forbidden')
      demandCover(input, { isOpen, viewer, host, isFound })
      const attribution = input.attribution === undefined ? undefined : attributionOf(input.attribution, host)
      const cover = await saveCover(images, id, input, bead.image)
      const changes: Partial<BeadRow> = {
        ...(input.title === undefined ? {} : { title: beadTitle(input.title, isOpen) }),
        ...(input.description === undefined ? {} : { description: input.description }),
        ...(input.category === undefined ? {} : { category: input.category }),
        ...(input.tags === undefined ? {} : { tags: normaliseTags(input.tags) }),
        // Of a picture that goes nothing is left to say.
        ...(attribution !== undefined ? { attribution } : cover?.image === null ? { attribution: null } : {}),
        ...(input.sort === undefined ? {} : { sort: input.sort }),
        ...(isFeed === undefined ? {} : { isFeed }),
        ...cover,
      }
      const publishes = input.isDraft === false && bead.isDraft
      if (Object.keys(changes).length === 0 && !setsExtras && !publishes) return reread(id, viewer)
      const replaced = await orForget(cover?.image, transaction(db, async (manager) => {
        await lock(manager, id)
        const before = await manager.findOneByOrFail(BeadEntity, { id })
        if (setsExtras) {
          const kept = Object.entries({ ...before.extras, ...Object.fromEntries(Object.entries(extras).filter(([, value]) => value !== undefined)) })
          changes.extras = Object.fromEntries(kept.filter(([, value]) => value !== null && value !== false))
        }
        if (Object.keys(changes).length > 0) await manager.update(BeadEntity, { id }, changes)
        if (changes.tags) await writeTags(manager, id, changes.tags)
        await logged(manager, 'bead.edit', bead, viewer, { fields: Object.keys(changes) })
        const posts = changes.category !== undefined && changes.category !== before.category
        await emit(manager, { kind: 'beadChanged', beadId: id, by: viewer.uid, ...(posts && { posts }) })
        afterCommit(() => listed(before, { ...before, ...changes }))
        return cover === null ? null : before.image
      }))
      await images.drop(replaced)
      if (publishes) await release(await read(id), viewer)
      return reread(id, viewer)
    },

    async publish(id, viewer) {
      const { bead } = await open(id, viewer)
      if (!mayPublish({ ...bead, isDraft: true }, viewer)) throw new StrandError('forbidden')
      await release(bead, viewer)
      return reread(id, viewer)
    },

    async invite(id, uids, viewer) {
      const { bead } = await open(id, viewer)
      if (!mayEdit(bead, viewer)) throw new StrandError('forbidden')
      if (!mayInvite(bead, viewer)) throw new StrandError('forbidden', messages.onlyInviteOnly)
      const known = await knownInvitees(db, uids, bead.creatorUid, viewer.uid, 'newInvitees')
      await transaction(db, async (manager) => {
        await lock(manager, id)
        const added = await addInvitees(manager, id, known, new Date(now()).toISOString())
        if (added.length === 0) return
        await logged(manager, 'bead.edit', bead, viewer, { invited: added })
        await emit(manager, { kind: 'invited', beadId: id, uids: added, by: viewer.uid })
      })
      return reread(id, viewer)
    },

    async uninvite(id, uid, viewer) {
      const { bead } = await open(id, viewer)
      if (!mayInvite(bead, viewer) && viewer.uid !== uid) throw new StrandError('forbidden')
      const answer = await toAnswer(bead, viewer)
      await transaction(db, async (manager) => {
        const { affected } = await manager.delete(InviteeEntity, { beadId: id, uid })
        if (affected === 0) throw new StrandError('not_found')
        await logged(manager, 'bead.edit', bead, viewer, { uninvited: uid })
        await emit(manager, { kind: 'beadChanged', beadId: id, by: viewer.uid, ...(bead.isDraft && { posts: true }) })
      })
      const left = answer.invitees!.filter((one) => one.uid !== uid)
      return toBead(bead, left, viewer)
    },

    async feature(id, uid, viewer) {
      if (!viewer.isAdmin) throw new StrandError('forbidden')
      const { bead } = await open(id, viewer)
      const [member] = uid === null ? [] : await sql<{ uid: string }>(db, 'SELECT "uid" FROM "member" WHERE "uidKey" = :key AND "removedDate" IS NULL', { key: uid.toLowerCase() })
      if (uid !== null && !member) throw new StrandError('not_found')
      const featuredCuratorUid = member?.uid ?? null
      await transaction(db, async (manager) => {
        await manager.update(BeadEntity, { id }, { featuredCuratorUid })
        await logAdminAction(manager, {
          by: viewer.uid, action: 'bead.curator', target: { kind: 'bead', id }, detail: { from: bead.featuredCuratorUid, to: featuredCuratorUid },
        })
        await emit(manager, { kind: 'beadChanged', beadId: id, by: viewer.uid })
        afterCommit(() => curators.changed(id))
      })
      return reread(id, viewer)
    },

    async movePost(id, post, { before, after }, viewer) {
      const { bead, invited } = await open(id, viewer)
      if (!viewer.privileges.canPost) throw new StrandError('forbidden', messages.cannotPost)
      if (!mayMove(bead, viewer, invited)) throw new StrandError('forbidden')
      await refuseBlocked(db, viewer.uid, [bead.creatorUid])
      return transaction(db, async (manager) => {
        await lock(manager, id)
        // "Before nothing" is the end, "after nothing" the beginning.
        const [side, next] = before === undefined ? (['after', after!] as const) : (['before', before] as const)
        const moved = next === null ? await move(manager, id, post, side === 'after' ? 'before' : 'after', null) : await move(manager, id, post, side, next)
        if (!moved) throw new StrandError('not_found')
        await sql(manager, `UPDATE "bead" SET "sort" = 'curated' WHERE "id" = :id AND "sort" IS NULL`, { id })
        await emit(manager, { kind: 'beadChanged', beadId: id, by: viewer.uid })
        const [row] = await sql<{ sort: PlaylistSort }>(manager, 'SELECT "sort" FROM "bead" WHERE "id" = :id', { id })
        return row!.sort
      })
    },

    async remove(id, viewer) {
      const { bead } = await open(id, viewer)
      if (!mayDelete(bead, viewer)) throw new StrandError('forbidden', mayEdit(bead, viewer) ? messages.beadNotEmpty : undefined)
      const pictured = await transaction(db, async (manager) => {
        // Somebody may have posted since: the lock makes the count final.
        const postCount = await lock(manager, id)
        if (!mayDelete({ ...bead, postCount }, viewer)) throw new StrandError('forbidden', messages.beadNotEmpty)
        const posts = await postsWithPictures(manager, id)
        const reposts = await repostsIn(manager, id)
        const tags = await tagsIn(manager, id)
        await logged(manager, 'bead.delete', bead, viewer, { posts: postCount, creatorUid: bead.creatorUid })
        await removeBead(manager, id)
        for (const postId of reposts) await emit(manager, { kind: 'postRemoved', postId, beadId: id, by: viewer.uid })
        await emit(manager, { kind: 'beadRemoved', beadId: id, by: viewer.uid, ...(tags.length > 0 && { tags }) })
        afterCommit(() => listed(bead, null))
        return posts
      })
      await Promise.all([images.remove('bead', id), ...pictured.map((post) => images.remove('post', post))])
    },

    lock,

    bump: (manager, id, event) => updateHotness(manager, id, ({ heat }) => addEvent(heat, heatOf[event], now())),
    unbump: (manager, id, event, instant) =>
      updateHotness(manager, id, ({ heat, creationDate }) =>
        removeEvent(heat, heatOf[event], Date.parse(instant), firstHeat(heatOf.created, Date.parse(creationDate))),
      ),

    async count(manager, id, posts) {
      await sql(manager, 'UPDATE "bead" SET "postCount" = "postCount" + :posts WHERE "id" = :id', { id, posts })
      afterCommit(() => curators.changed(id))
      if (posts < 0) return
      const [row] = await sql<{ heat: number }>(manager, 'SELECT "heat" FROM "bead" WHERE "id" = :id', { id })
      if (!row) throw new StrandError('not_found')
      await sql(manager, 'UPDATE "bead" SET "heat" = :heat WHERE "id" = :id', { id, heat: addEvent(row.heat, heatOf.posted, now()) })
    },
  }
}

type Warmth = Pick<BeadRow, 'heat' | 'creationDate'>

async function updateHotness(manager: EntityManager, id: string, change: (before: Warmth) => number): Promise<void> {
  const [row] = await sql<Warmth>(manager, 'SELECT "heat", "creationDate" FROM "bead" WHERE "id" = :id', { id })
  if (row) await sql(manager, 'UPDATE "bead" SET "heat" = :heat WHERE "id" = :id', { id, heat: change(row) })
}

async function lock(manager: EntityManager, id: string): Promise<number> {
  await sql(manager, 'UPDATE "bead" SET "postCount" = "postCount" WHERE "id" = :id', { id })
  const [row] = await sql<{ postCount: number }>(manager, 'SELECT "postCount" FROM "bead" WHERE "id" = :id', { id })
  if (!row) throw new StrandError('not_found')
  return row.postCount
}
