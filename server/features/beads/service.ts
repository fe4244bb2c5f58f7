/**
 * The service of playlists, which other features use. Queries are here; each command, with its transaction, is in
 * `commands/`.
 */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { formatId, type Bead, type BeadGroup, type MemberRef, type Page, type PlaylistSort } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { afterCommit } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { exceptBlocked } from '../blocks/service.ts'
import { createBead, type CreateInput } from './commands/create.ts'
import { featureCurator, featurePost, movePost, type MoveInput } from './commands/curate.ts'
import { editBead, type EditInput } from './commands/edit.ts'
import { inviteMembers, uninviteMember } from './commands/invite.ts'
import { publishBead } from './commands/publish.ts'
import { removeBead } from './commands/remove.ts'
import { returnDraft, submitDraft } from './commands/review.ts'
import { createBeadContext, type BeadContext, type BeadDeps } from './context.ts'
import { bumpBead, countPosts, lockBead, unbumpBead, type BeadEvent } from './counters.ts'
import { beadOfTheDay, daysOf, removeDay, writeDay } from './day.ts'
import { followersOf } from './followers.ts'
import { beadsOf, categoryOf, listBeads, type BeadListQuery, type Holding } from './lists.ts'
import type { BeadRecord } from './records.ts'
import { relatedTo, type Related } from './tags.ts'

export { isWriter, maySee, visibleTo, visibleToMember } from './access.ts'
export type { BeadDeps } from './context.ts'
export { curatedIds, curatedPlace } from './curated.ts'
export { addEvent, firstHeat, removeEvent } from './heat.ts'
export { categoryOf } from './lists.ts'
export type { BeadRecord } from './records.ts'

export interface Beads {
  /** Throws `not_found`, and `forbidden` for a draft of others. */
  get(id: string, viewer: Viewer | null): Promise<Bead>
  /** The playlist and whether the viewer is invited, for checks of its contents. Throws as `get`. */
  open(id: string, viewer: Viewer | null): Promise<{ bead: BeadRecord; invited: boolean }>
  list(query: BeadListQuery, viewer: Viewer | null): Promise<Page<Bead>>
  /** Published playlists that are similar to this one, most similar first. Throws as `get`. */
  related(id: string, viewer: Viewer | null): Promise<Related[]>
  /** The playlists that exist, that the viewer may see, and whose creators the viewer does not block. */
  byIds(ids: readonly string[], viewer: Viewer | null): Promise<Map<string, Bead>>
  /** Published playlists grouped by category, or within one category by tag. */
  groups(category: BeadListQuery['category'], limit: number, viewer: Viewer | null): Promise<BeadGroup[]>
  followers(id: string, page: { from: number; limit: number }, viewer: Viewer | null): Promise<Page<MemberRef>>
  ofTheDay(viewer: Viewer | null): Promise<Bead | null>
  /** Sets the Bead of the Day, by default for today (UTC). Throws `not_found`, and `invalid` if the playlist is not eligible. */
  setDay(
    manager: EntityManager,
    pick: { beadId: string; day?: string | undefined },
  ): Promise<{ day: string; replaced: string | null } | null>
  /** Removes it as the Bead of a day. Throws `not_found`, `invalid`. */
  removeDay(manager: EntityManager, pick: { beadId: string; day: string }): Promise<void>
  /** The latest days of which it is the Bead, latest first. */
  daysOf(id: string, limit: number): Promise<string[]>
  create(input: CreateInput, viewer: Viewer): Promise<Bead>
  edit(id: string, input: EditInput, viewer: Viewer): Promise<Bead>
  publish(id: string, viewer: Viewer): Promise<Bead>
  /** Returns an open draft under review to its creator, for an admin. Does nothing if it is not under review. */
  returnDraft(id: string, reason: string, viewer: Viewer): Promise<void>
  /** Submits a returned draft for review again. Throws `not_found`, `forbidden`. */
  submit(id: string, viewer: Viewer): Promise<Bead>
  invite(id: string, uids: readonly string[], viewer: Viewer): Promise<Bead>
  /** Removes an invitee. Invitees may remove themselves. */
  uninvite(id: string, uid: string, viewer: Viewer): Promise<Bead>
  /** @param uid null removes the featured curator. */
  feature(id: string, uid: string | null, viewer: Viewer): Promise<Bead>
  /** Features a post of the playlist, or none. Throws `not_found`, `forbidden`. */
  featurePost(id: string, pick: { postId: string | null; reason?: string | undefined }, viewer: Viewer): Promise<Bead>
  /** Moves a post within the curated order. Returns the playlist's sort order afterwards. */
  movePost(id: string, post: string, to: MoveInput, viewer: Viewer): Promise<PlaylistSort>
  /** @param reason an admin's, for the log. */
  remove(id: string, viewer: Viewer, reason?: string | null): Promise<void>
  /** Locks the playlist's row until the caller's transaction ends; returns its number of posts. Throws `not_found`. */
  lock(manager: EntityManager, id: string): Promise<number>
  /** Adds an event to the playlist's hotness in the caller's transaction, which has locked its row. */
  bump(manager: EntityManager, id: string, event: BeadEvent): Promise<void>
  /** Removes an event that happened at `instant`. */
  unbump(manager: EntityManager, id: string, event: BeadEvent, instant: string): Promise<void>
  /**
   * Adjusts the number of posts in the caller's transaction; a new post adds to the hotness. Locks the playlist's row.
   */
  count(manager: EntityManager, id: string, posts: 1 | -1): Promise<void>
}

/** Period of `recentCount`. */
const weekMs = 7 * 86_400_000

/** The post to be reposted, for the list of playlists that do not hold it yet. */
async function readHolding({ db, open }: BeadContext, postId: string, viewer: Viewer | null): Promise<Holding> {
  const [post] = await sql<{ beadId: string; mediaKey: string | null; originalPostId: string | null }>(
    db,
    'SELECT "beadId", "mediaKey", "originalPostId" FROM "post" WHERE "id" = :postId',
    { postId },
  )
  if (!post) throw new StrandError('not_found')
  // Permission check: the list would reveal in which playlists the medium of a hidden post is.
  await open(post.beadId, viewer)
  return { beadId: post.beadId, mediaKey: post.mediaKey, original: post.originalPostId ?? postId }
}

/** Numbers of posts of the last week by playlist. */
async function readRecentCounts({ db, now }: BeadContext, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ beadId: string; posts: number | string }>(
    db,
    'SELECT "beadId", COUNT(*) AS "posts" FROM "post" WHERE "beadId" IN (:...ids) AND "id" >= :since GROUP BY "beadId"',
    // Ids sort by time: comparing them needs only the index of a playlist's posts, unlike comparing dates.
    { ids, since: formatId('post', now() - weekMs, '00000000') },
  )
  return new Map(rows.map(({ beadId, posts }) => [beadId, Number(posts)]))
}

/** Whether the viewer blocks the creator of the featured post. */
async function isFeaturedPostHidden(db: DataSource, { featuredPostId: id }: BeadRecord, viewer: Viewer | null): Promise<boolean> {
  const isVisible = exceptBlocked(viewer, 'p."creatorUid"')
  if (id === null || isVisible === null) return false
  const visible = await sql(db, `SELECT 1 AS "yes" FROM "post" p WHERE p."id" = :id AND ${isVisible}`, { id, viewer: viewer?.uid })
  return visible.length === 0
}

async function listPage(context: BeadContext, query: BeadListQuery, viewer: Viewer | null): Promise<Page<Bead>> {
  const { db, totals, open, toAnswers } = context
  let shared: Related[] = []
  const related = async (id: string): Promise<Related[]> => (shared = await relatedTo(db, (await open(id, viewer)).bead, viewer))
  const { results, next, total } = await listBeads(db, totals, query, viewer, {
    holding: (id) => readHolding(context, id, viewer),
    related,
  })
  const beads = await toAnswers(results, viewer)
  if (query.related !== undefined) {
    const matching = new Map(shared.map((one) => [one.id, one.matching]))
    for (const bead of beads) bead.matchingCount = matching.get(bead.id) ?? 0
  } else if (query.followedby !== undefined) {
    const recent = await readRecentCounts(
      context,
      beads.map(({ id }) => id),
    )
    for (const bead of beads) bead.recentCount = recent.get(bead.id) ?? 0
  }
  return { results: beads, next, counts: { total } }
}

async function listGroups(
  { groups, toAnswers }: BeadContext,
  category: BeadListQuery['category'],
  limit: number,
  viewer: Viewer | null,
): Promise<BeadGroup[]> {
  const found = await groups.of(categoryOf(category), limit, viewer)
  const beads = new Map(
    (
      await toAnswers(
        found.flatMap((group) => group.beads),
        viewer,
      )
    ).map((bead) => [bead.id, bead]),
  )
  return found.map(({ id, name, href, count, beads: records }) => ({
    _id: id,
    id,
    name,
    href,
    count,
    beads: records.map((record) => beads.get(record.id)!),
  }))
}

export function createBeads(deps: BeadDeps): Beads {
  const context = createBeadContext(deps)
  const { db, readOnly, now, curators, open, toAnswer, toAnswers } = context

  return {
    open,

    async get(id, viewer) {
      const { bead } = await open(id, viewer)
      const answer = { ...(await toAnswer(bead, viewer)), topCurators: { curators: await curators.of(bead, viewer) } }
      return (await isFeaturedPostHidden(db, bead, viewer)) ? { ...answer, featuredPostId: undefined } : answer
    },

    list: (query, viewer) => listPage(context, query, viewer),
    related: async (id, viewer) => relatedTo(db, (await open(id, viewer)).bead, viewer),
    groups: (category, limit, viewer) => listGroups(context, category, limit, viewer),

    async byIds(ids, viewer) {
      const beads = await toAnswers(await beadsOf(db, ids, viewer), viewer)
      return new Map(beads.map((bead) => [bead.id, bead]))
    },

    async followers(id, page, viewer) {
      return followersOf(db, (await open(id, viewer)).bead, page, viewer)
    },

    async ofTheDay(viewer) {
      const record = await beadOfTheDay(db, now(), readOnly)
      // It is the same for everyone, except for those who block its creator.
      const [visible] = viewer?.hides && record ? await beadsOf(db, [record.id], viewer) : [record]
      return visible ? toAnswer(visible, viewer) : null
    },

    setDay: (manager, pick) => writeDay(manager, pick, now()),
    removeDay: (manager, pick) => removeDay(manager, pick, now()),
    daysOf: (id, limit) => daysOf(db, id, limit),

    create: (input, viewer) => createBead(context, input, viewer),
    edit: (id, input, viewer) => editBead(context, id, input, viewer),
    publish: (id, viewer) => publishBead(context, id, viewer),
    returnDraft: (id, reason, viewer) => returnDraft(context, id, reason, viewer),
    submit: (id, viewer) => submitDraft(context, id, viewer),
    invite: (id, uids, viewer) => inviteMembers(context, id, uids, viewer),
    uninvite: (id, uid, viewer) => uninviteMember(context, id, uid, viewer),
    feature: (id, uid, viewer) => featureCurator(context, id, uid, viewer),
    featurePost: (id, pick, viewer) => featurePost(context, id, pick, viewer),
    movePost: (id, post, to, viewer) => movePost(context, id, post, to, viewer),
    remove: (id, viewer, reason) => removeBead(context, id, viewer, reason),

    lock: lockBead,
    bump: async (manager, id, event) => void (await bumpBead(manager, id, event, now())),
    unbump: async (manager, id, event, instant) => void (await unbumpBead(manager, id, event, instant)),

    async count(manager, id, posts) {
      afterCommit(() => curators.changed(id))
      await countPosts(manager, id, posts, now())
    },
  }
}
