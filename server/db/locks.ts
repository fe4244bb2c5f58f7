import type { EntityManager } from 'typeorm'
import { sql } from './sql.ts'

/** Primary key of each table, and the column that the lock writes. */
const lockedColumns = {
  member: { key: 'uid', column: 'followerCount' },
  bead: { key: 'id', column: 'postCount' },
  day_bead: { key: 'day', column: 'beadId' },
  post: { key: 'id', column: 'heat' },
  tag: { key: 'key', column: 'followerCount' },
  link_check: { key: 'id', column: 'steps' },
  repair_search: { key: 'postId', column: 'version' },
  outbox: { key: 'id', column: 'attempts' },
} as const

/**
 * Locks a row until the transaction ends, so that concurrent changes wait and the next read is current. It is an update without
 * effect, because SQLite has no SELECT … FOR UPDATE. Does nothing if there is no such row.
 */
export async function lockRow(manager: EntityManager, table: keyof typeof lockedColumns, id: string): Promise<void> {
  const { key, column } = lockedColumns[table]
  await sql(manager, `UPDATE "${table}" SET "${column}" = "${column}" WHERE "${key}" = :id`, { id })
}
