/** The clocks of servers that share a database. */
import type { DataSource } from 'typeorm'
import { sql } from './sql.ts'

/** How far the clocks of servers may differ (ms). */
export const toleranceMs = 60_000

/** Whether this machine's clock agrees with that of the database, which all servers share. On SQLite they are the same clock. */
export async function hasRightClock(db: DataSource): Promise<boolean> {
  if (db.options.type !== 'postgres') return true
  const [row] = await sql<{ ms: string }>(db, 'SELECT EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS "ms"')
  return Math.abs(Number(row!.ms) - Date.now()) < toleranceMs
}
