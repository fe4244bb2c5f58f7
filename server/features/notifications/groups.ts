/** Notification groups of the panel, updated when activities are added and undone. */
import type { EntityManager } from 'typeorm'
import { limits, type Verb } from '#contract/index.ts'
import { bool, parsed, sql, type RawBoolean } from '#db/sql.ts'
import type { NotificationRow } from './entities.ts'
import type { NotificationDraft } from './recipients.ts'

export interface GroupKey {
  uid: string
  verb: Verb
  topic: string
}

type LatestActors = NotificationRow['actors']

const ofGroup = '"uid" = :uid AND "verb" = :verb AND "topic" = :topic'

/** Bounds the number of groups of a member. */
const trim = (manager: EntityManager, uid: string): Promise<unknown> =>
  sql(
    manager,
    `DELETE FROM "notification" WHERE "uid" = :uid AND "date" <
       (SELECT "date" FROM "notification" WHERE "uid" = :uid ORDER BY "date" DESC LIMIT 1 OFFSET ${limits.notifications.stored - 1})`,
    { uid },
  )

/** Adds an activity to its group, which moves to the top. Returns false if the activity is there already. Idempotent. */
export async function add(manager: EntityManager, draft: NotificationDraft, date: string): Promise<boolean> {
  const { uid, verb, topic, actor, source, isOwner, beadId, postId, commentId } = draft
  const key = { uid, verb, topic }
  const existing = await sql(
    manager,
    `SELECT 1 FROM "notification_activity" WHERE ${ofGroup} AND "actor" = :actor AND "source" = :source`,
    {
      ...key,
      actor,
      source,
    },
  )
  if (existing.length > 0) return false
  // The upsert locks the group, so that concurrent activities are all counted.
  await sql(
    manager,
    `INSERT INTO "notification" ("uid", "verb", "topic", "date", "actorCount", "actors", "isOwner", "beadId", "postId", "commentId")
     VALUES (:uid, :verb, :topic, :date, 0, '[]', :isOwner, :beadId, :postId, :commentId)
     ON CONFLICT ("uid", "verb", "topic") DO UPDATE SET "date" = excluded."date"`,
    { ...key, date, isOwner, beadId, postId, commentId },
  )
  const [group] = await sql<{ actorCount: number; actors: string }>(
    manager,
    `SELECT "actorCount", "actors" FROM "notification" WHERE ${ofGroup}`,
    key,
  )
  const ofActor = await sql(manager, `SELECT 1 FROM "notification_activity" WHERE ${ofGroup} AND "actor" = :actor LIMIT 1`, {
    ...key,
    actor,
  })
  await sql(
    manager,
    `INSERT INTO "notification_activity" ("uid", "verb", "topic", "actor", "source", "date") VALUES (:uid, :verb, :topic, :actor, :source, :date)
     ON CONFLICT DO NOTHING`,
    { ...key, actor, source, date },
  )
  const others = parsed<LatestActors>(group!.actors).filter((entry) => entry.uid !== actor)
  const actors = JSON.stringify([{ uid: actor, date }, ...others].slice(0, limits.notifications.names))
  const actorCount = group!.actorCount + (ofActor.length > 0 ? 0 : 1)
  await sql(manager, `UPDATE "notification" SET "actors" = :actors, "actorCount" = :actorCount WHERE ${ofGroup}`, {
    ...key,
    actors,
    actorCount,
  })
  if (group!.actorCount === 0) await trim(manager, uid)
  return true
}

/** Recomputes a group from its activities, or deletes it if none is left. */
async function recount(manager: EntityManager, key: GroupKey): Promise<void> {
  await sql(manager, `UPDATE "notification" SET "actorCount" = "actorCount" WHERE ${ofGroup}`, { ...key })
  // More rows than names are shown, because a member may have several activities.
  const recent = await sql<{ uid: string; date: string }>(
    manager,
    `SELECT "actor" AS "uid", "date" FROM "notification_activity" WHERE ${ofGroup} ORDER BY "date" DESC LIMIT 50`,
    { ...key },
  )
  if (recent.length === 0) {
    await sql(manager, `DELETE FROM "notification" WHERE ${ofGroup}`, { ...key })
    return
  }
  const latest = recent
    .filter(({ uid }, index) => recent.findIndex((entry) => entry.uid === uid) === index)
    .slice(0, limits.notifications.names)
  const [count] = await sql<{ total: number | string }>(
    manager,
    `SELECT COUNT(DISTINCT "actor") AS "total" FROM "notification_activity" WHERE ${ofGroup}`,
    { ...key },
  )
  await sql(manager, `UPDATE "notification" SET "actors" = :actors, "actorCount" = :total, "date" = :date WHERE ${ofGroup}`, {
    ...key,
    actors: JSON.stringify(latest),
    total: Number(count!.total),
    date: latest[0]!.date,
  })
}

/** Filter of the activities to delete: an absent field matches everything. */
export interface ActivityFilter {
  uid?: string
  verb?: Verb
  topic?: string
  actor?: string
  source?: string
}

/** Groups per transaction. */
const groupBatchSize = 200

/** Deletes matching activities. Returns whether there may be more. */
export async function remove(manager: EntityManager, filter: ActivityFilter): Promise<boolean> {
  const where = Object.keys(filter)
    .map((name) => `"${name}" = :${name}`)
    .join(' AND ')
  const groups = await sql<GroupKey>(
    manager,
    `SELECT DISTINCT "uid", "verb", "topic" FROM "notification_activity" WHERE ${where} ORDER BY "uid", "verb", "topic" LIMIT ${groupBatchSize}`,
    { ...filter },
  )
  for (const key of groups) {
    await sql(manager, `DELETE FROM "notification_activity" WHERE ${where} AND ${ofGroup}`, { ...filter, ...key })
    await recount(manager, key)
  }
  return groups.length === groupBatchSize
}

/** Deletes like notifications of a deleted comment. For posts and playlists a foreign key cascades. */
export const removeOfComment = (manager: EntityManager, commentId: string): Promise<unknown> =>
  sql(manager, 'DELETE FROM "notification" WHERE "commentId" = :commentId', { commentId })

export interface RawGroup extends GroupKey {
  date: string
  actorCount: number
  actors: string
  isOwner: RawBoolean
  beadId: string | null
  postId: string | null
  commentId: string | null
  beadTitle: string | null
  beadImage: string | null
  postTitle: string | null
}

export const latestOf = ({ actors }: Pick<RawGroup, 'actors'>): LatestActors => parsed<LatestActors>(actors)
export const isOwn = ({ isOwner }: Pick<RawGroup, 'isOwner'>): boolean => bool(isOwner)
