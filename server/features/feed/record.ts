/** The consumer of the outbox that writes the activity log and its heads (`entities.ts`). */
import type { EntityManager } from 'typeorm'
import { parsed, sql } from '#db/sql.ts'
import type { Consumer } from '#outbox/outbox.ts'
import type { Fact, FactKind, FactOf } from '#outbox/facts.ts'
import { relationTypes } from '../relations/service.ts'
import { activityId, activityIdOf, instantOf, taggings } from './backfill.ts'
import { activityKinds, ActivityEntity, HeadEntity, type ActivityKind, type ActivityRow, type HeadRow } from './entities.ts'

const { followBead, followMember, followTag } = relationTypes

/** Sets the head of a followed entity to the activity `id`, unless it is later already. */
async function updateHead(manager: EntityManager, type: HeadRow['type'], entity: string, id: string): Promise<void> {
  await sql(
    manager,
    `INSERT INTO "activity_head" ("type", "entity", "head") VALUES (:type, :entity, :head)
     ON CONFLICT ("type", "entity") DO UPDATE SET "head" = excluded."head" WHERE "activity_head"."head" < excluded."head"`,
    { type, entity, head: id.slice(1) },
  )
}

/** Writes an activity, and the head of its source: a member, or a tag (`#` and its key). */
async function write(manager: EntityManager, { id, source, kind, subject }: ActivityRow): Promise<void> {
  await sql(
    manager,
    'INSERT INTO "activity" ("id", "source", "kind", "subject") VALUES (:id, :source, :kind, :subject) ON CONFLICT DO NOTHING',
    { id, source, kind, subject },
  )
  await (source.startsWith('#') ? updateHead(manager, followTag, source.slice(1), id) : updateHead(manager, followMember, source, id))
}

/** Logs a follow or collect, if the relation still exists. */
async function writeRelation(manager: EntityManager, uid: string, type: number, entity: string, kind: ActivityKind): Promise<void> {
  const [relation] = await sql<{ creationDate: string }>(
    manager,
    'SELECT "creationDate" FROM "relation" WHERE "uid" = :uid AND "type" = :type AND "entity" = :entity',
    { uid, type, entity },
  )
  if (relation)
    await write(manager, { id: activityId(Date.parse(relation.creationDate), uid, kind, entity), source: uid, kind, subject: entity })
}

const tagsOf = async (manager: EntityManager, postId: string): Promise<string[]> =>
  (await sql<{ tagKey: string }>(manager, 'SELECT "tagKey" FROM "post_tag" WHERE "postId" = :postId ORDER BY "tagKey"', { postId })).map(
    ({ tagKey }) => tagKey,
  )

/** A changed post may have new tags, so their heads are updated too. */
async function writePost(manager: EntityManager, postId: string, isNew: boolean): Promise<void> {
  const [post] = await sql<{ beadId: string; creatorUid: string }>(
    manager,
    'SELECT "beadId", "creatorUid" FROM "post" WHERE "id" = :postId',
    { postId },
  )
  if (!post) return
  if (isNew) {
    await updateHead(manager, followBead, post.beadId, postId)
    await write(manager, { id: activityIdOf(postId), source: post.creatorUid, kind: activityKinds.newpost, subject: postId })
  }
  for (const tag of await tagsOf(manager, postId)) await updateHead(manager, followTag, tag, postId)
}

interface BeadFields {
  creatorUid: string
  isDraft: boolean | number
  tags: string
}
const beadOf = async (manager: EntityManager, id: string): Promise<BeadFields | undefined> =>
  (await sql<BeadFields>(manager, 'SELECT "creatorUid", "isDraft", "tags" FROM "bead" WHERE "id" = :id', { id }))[0]

/**
 * Writes the activities of a playlist and of its tags. Drafts have none; publication is an activity of its own, with
 * the current time. Each tag is written once per playlist.
 */
async function writeBead(manager: EntityManager, beadId: string, how: 'created' | 'published' | 'changed', now: number): Promise<void> {
  const bead = await beadOf(manager, beadId)
  if (!bead || bead.isDraft) return
  const { newbead, publishbead, taggedbead } = activityKinds
  const { creatorUid } = bead
  if (how === 'created') await write(manager, { id: activityIdOf(beadId), source: creatorUid, kind: newbead, subject: beadId })
  if (how === 'published')
    await write(manager, { id: activityId(now, creatorUid, publishbead, beadId), source: creatorUid, kind: publishbead, subject: beadId })
  // The tags of a new playlist have the time of its creation, even if the event is processed late.
  const since = how === 'created' ? instantOf(beadId) : now
  for (const row of taggings(beadId, parsed<string[]>(bead.tags), since)) {
    const existing = await sql(
      manager,
      'SELECT 1 AS "existing" FROM "activity" WHERE "source" = :source AND "kind" = :kind AND "subject" = :beadId LIMIT 1',
      { source: row.source, kind: taggedbead, beadId },
    )
    if (existing.length === 0) await write(manager, row)
  }
}

const { collect, comment, followbead, followmember, followtag } = activityKinds
const followKinds = { member: followmember, bead: followbead, tag: followtag } as const
const followTypes = { member: followMember, bead: followBead, tag: followTag } as const

const recorders: { [K in FactKind]?: (manager: EntityManager, fact: FactOf<K>, now: number) => Promise<unknown> } = {
  postCreated: (manager, { postId }) => writePost(manager, postId, true),
  postChanged: (manager, { postId }) => writePost(manager, postId, false),
  collected: (manager, { postId, by }) => writeRelation(manager, by, relationTypes.collect, postId, collect),
  followed: (manager, { what, entity, by }) => writeRelation(manager, by, followTypes[what], entity, followKinds[what]),
  async commentCreated(manager, { commentId, postId, by }) {
    const [commentRow] = await sql(manager, 'SELECT 1 AS "there" FROM "comment" WHERE "id" = :commentId', { commentId })
    if (commentRow) await write(manager, { id: activityIdOf(commentId), source: by, kind: comment, subject: postId })
  },
  // The activity of a draft is its publication, also if it is published before this fact is processed.
  beadCreated: async (manager, { beadId, isDraft }, now) => isDraft || writeBead(manager, beadId, 'created', now),
  beadPublished: (manager, { beadId }, now) => writeBead(manager, beadId, 'published', now),
  beadChanged: (manager, { beadId }, now) => writeBead(manager, beadId, 'changed', now),
  beadRemoved: (manager, { beadId }) => manager.delete(HeadEntity, { type: followBead, entity: beadId }),
  async memberRemoved(manager, { uid, former }) {
    // Events that were not yet processed at the deletion have the tombstone's uid, and so have their activities.
    for (const source of [uid, former]) {
      await manager.delete(ActivityEntity, { source })
      await manager.delete(HeadEntity, { type: followMember, entity: source })
    }
    await manager.delete(ActivityEntity, { kind: followmember, subject: former })
  },
}

export const feedRecorder = (now: () => number): Consumer => ({
  name: 'feed',
  kinds: Object.keys(recorders) as FactKind[],
  async apply(manager, fact) {
    const record = recorders[fact.kind] as ((manager: EntityManager, fact: Fact, now: number) => Promise<unknown>) | undefined
    await record?.(manager, fact, now())
  },
})
