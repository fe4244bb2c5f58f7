import type { EntityManager } from 'typeorm'
import { sql } from '#db/sql.ts'
import { forgetInEvents, forgetMentions, isTombstone, newTombstone, renameInJson, retiredKey, storeText } from './tombstone.ts'

/** The columns with a uid at the time of the migration: later ones do not exist yet. */
const columns: readonly (readonly [table: string, column: string])[] = [
  ['bead', 'creatorUid'],
  ['bead', 'featuredCuratorUid'],
  ['post', 'creatorUid'],
  ['post', 'originalCreatorUid'],
  ['post_tag', 'creatorUid'],
  ['comment', 'creatorUid'],
  ['flag', 'uid'],
  ['notification_activity', 'actor'],
  ['repair', 'uid'],
  ['repair', 'undoneUid'],
  ['admin_action', 'uid'],
]

const strays: readonly string[] = [
  `DELETE FROM "share_quota" WHERE "who" = 'member ' || :uid`,
  'DELETE FROM "play" WHERE "listener" = :uid',
  `DELETE FROM "dismissal" WHERE "type" = 'member' AND "entity" = :uid`,
  `DELETE FROM "feed_fewer" WHERE "type" = 'member' AND "entity" = :uid`,
]

const copied = `"name", "verified", "isAdmin", "description", "city", "country", "creationDate", "privileges", "followerCount",
  "followingCount", "collectedPostCount", "createdPostCount", "createdBeadCount", "collectedBeadCount", "removedDate"`

/** `toTombstone` with the tables of that time. */
async function replaceMember(manager: EntityManager, uid: string): Promise<string> {
  const tombstone = newTombstone()
  await sql(
    manager,
    `INSERT INTO "member" ("uid", "uidKey", ${copied}) SELECT CAST(:tombstone AS VARCHAR(50)), CAST(:key AS VARCHAR(50)), ${copied}
     FROM "member" WHERE "uid" = :uid`,
    { tombstone, key: retiredKey(uid.toLowerCase()), uid },
  )
  for (const [table, column] of columns)
    await sql(manager, `UPDATE "${table}" SET "${column}" = :tombstone WHERE "${column}" = :uid`, { tombstone, uid })
  await sql(manager, `UPDATE "admin_action" SET "targetId" = :tombstone WHERE "targetId" = :uid AND "targetKind" = 'member'`, {
    tombstone,
    uid,
  })
  for (const statement of strays) await sql(manager, statement, { uid })
  await renameInJson(manager, 'outbox', 'fact', uid, tombstone)
  await renameInJson(manager, 'admin_action', 'detail', uid, tombstone)
  await sql(manager, 'DELETE FROM "member" WHERE "uid" = :uid', { uid })
  return tombstone
}

/**
 * Replaces the uid of every deleted member who still has one by a tombstone's. An earlier version left the uid in the
 * row when an account was deleted.
 */
export async function backfillTombstones(manager: EntityManager): Promise<void> {
  const deleted = await sql<{ uid: string }>(manager, 'SELECT "uid" FROM "member" WHERE "removedDate" IS NOT NULL ORDER BY "uid"')
  const named = deleted.filter(({ uid }) => !isTombstone(uid))
  for (const { uid } of named) {
    const tombstone = await replaceMember(manager, uid)
    await forgetMentions(manager, uid, async (change) => void (await storeText(manager, change)))
    await forgetInEvents(manager, uid, tombstone)
    // Kind 7 is a follow of a member, type 3 is a member.
    await sql(manager, 'DELETE FROM "activity" WHERE "source" = :uid OR ("kind" = 7 AND "subject" = :uid)', { uid })
    await sql(manager, 'DELETE FROM "activity_head" WHERE "type" = 3 AND "entity" = :uid', { uid })
  }
  // Search documents contain texts and creators. A gap in the change log causes a rebuild of every search index.
  if (named.length > 0) await sql(manager, 'UPDATE "search_head" SET "position" = "position" + 1')
}
