import type { EntityManager } from 'typeorm'
import { sql } from '#db/sql.ts'
import { forgetInEvents, forgetMentions, isTombstone, storeText, toTombstone } from './tombstone.ts'

/**
 * Replaces the uid of every deleted member who still has one by a tombstone's. An earlier version left the uid in the
 * row when an account was deleted.
 */
export async function backfillTombstones(manager: EntityManager): Promise<void> {
  const deleted = await sql<{ uid: string }>(manager, 'SELECT "uid" FROM "member" WHERE "removedDate" IS NOT NULL ORDER BY "uid"')
  const named = deleted.filter(({ uid }) => !isTombstone(uid))
  for (const { uid } of named) {
    const tombstone = await toTombstone(manager, uid)
    await forgetMentions(manager, uid, async (change) => void (await storeText(manager, change)))
    await forgetInEvents(manager, uid, tombstone)
    // Kind 7 is a follow of a member, type 3 is a member.
    await sql(manager, 'DELETE FROM "activity" WHERE "source" = :uid OR ("kind" = 7 AND "subject" = :uid)', { uid })
    await sql(manager, 'DELETE FROM "activity_head" WHERE "type" = 3 AND "entity" = :uid', { uid })
  }
  // Search documents contain texts and creators. A gap in the change log causes a rebuild of every search index.
  if (named.length > 0) await sql(manager, 'UPDATE "search_head" SET "position" = "position" + 1')
}
