/** Play reports (H4). */
import { createHmac, randomBytes } from 'node:crypto'
import type { DataSource } from 'typeorm'
import { sql } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { emit } from '../../outbox/outbox.ts'

/** A listener's plays of one post count once in this time. */
const hourMs = 3_600_000

/**
 * The key lives as long as the process: an anonymous listener is told from another for an hour, and
 * nobody, with the database in hand, can turn a row back into an address.
 */
const addressKey = randomBytes(32)

/** Who listens: a member, or an address that is not stored. A uid holds no colon, so that the two never meet. */
export const listenerOf = (uid: string | undefined, address: string): string =>
  uid ?? `:${createHmac('sha256', addressKey).update(address).digest('base64url')}`

/** Counts a play unless this listener was counted within the hour; answers the post's plays. */
export async function countPlay(db: DataSource, postId: string, listener: string, now: number): Promise<number> {
  const playedDate = new Date(now).toISOString()
  const since = new Date(now - hourMs).toISOString()
  return transaction(db, async (manager) => {
    const counted = await sql(
      manager,
      `INSERT INTO "play" ("postId", "listener", "playedDate") VALUES (:postId, :listener, :playedDate)
       ON CONFLICT ("postId", "listener") DO UPDATE SET "playedDate" = excluded."playedDate" WHERE "play"."playedDate" <= :since
       RETURNING "postId"`,
      { postId, listener, playedDate, since },
    )
    if (counted.length > 0) {
      await sql(manager, 'UPDATE "post" SET "playCount" = "playCount" + 1 WHERE "id" = :postId', { postId })
      await emit(manager, { kind: 'played', postId, by: listener.startsWith(':') ? null : listener })
    }
    const [row] = await sql<{ playCount: number }>(manager, 'SELECT "playCount" FROM "post" WHERE "id" = :postId', { postId })
    return row?.playCount ?? 0
  })
}
