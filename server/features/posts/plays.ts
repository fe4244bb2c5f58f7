/** Play reports (H4). */
import { createHmac, randomBytes } from 'node:crypto'
import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { emit } from '#outbox/outbox.ts'
import type { Job } from '../scheduler/service.ts'

/** Minimum interval of counted plays per listener and post. */
const hourMs = 3_600_000

const keyed = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Returns a function that names a listener: the uid of a member, or a keyed hash of an IP address. The colon keeps the two apart.
 * @param secret null: the key exists only in memory, so that a row cannot be traced back to an address. Servers of one database that have
 * the same secret also have the same key, so that they count a visitor once; rows are deleted after an hour.
 */
export function createListenerOf(secret: string | null): (uid: string | undefined, address: string) => string {
  const key = secret === null ? randomBytes(32) : keyed(secret, 'addresses of listeners')
  return (uid, address) => uid ?? `:${keyed(key, address).toString('base64url')}`
}

/** Counts a play unless this listener was counted within the hour. Returns the play count. */
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

const sweepBatchSize = 5000

/** Deletes rows that the count no longer needs (privacy). */
export const playSweep = (db: DataSource, now: () => number = Date.now): Job => ({
  name: 'plays.sweep',
  everyMs: hourMs,
  async run() {
    const old = new Date(now() - hourMs).toISOString()
    await transaction(db, (manager) =>
      sql(
        manager,
        `DELETE FROM "play" WHERE ("postId", "listener") IN
         (SELECT "postId", "listener" FROM "play" WHERE "playedDate" <= :old ORDER BY "playedDate" LIMIT :sweepBatchSize)`,
        { old, sweepBatchSize },
      ),
    )
    const [left] = await sql(db, 'SELECT 1 FROM "play" WHERE "playedDate" <= :old LIMIT 1', { old })
    return left !== undefined
  },
})
