/** Play reports (H4). */
import { createHmac, randomBytes } from 'node:crypto'
import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { emit } from '#outbox/outbox.ts'
import type { Job } from '../scheduler/service.ts'

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

const sweepAtOnce = 5000

/** Who listened to what is kept no longer than the count needs it. */
export const playSweep = (db: DataSource, now: () => number = Date.now): Job => ({
  name: 'plays.sweep',
  everyMs: hourMs,
  async run() {
    const old = new Date(now() - hourMs).toISOString()
    await transaction(db, (manager) =>
      sql(
        manager,
        `DELETE FROM "play" WHERE ("postId", "listener") IN
         (SELECT "postId", "listener" FROM "play" WHERE "playedDate" <= :old ORDER BY "playedDate" LIMIT :most)`,
        { old, most: sweepAtOnce },
      ),
    )
    const [left] = await sql(db, 'SELECT 1 FROM "play" WHERE "playedDate" <= :old LIMIT 1', { old })
    return left !== undefined
  },
})
