import type { DataSource } from 'typeorm'
import { databaseKind } from '../db/data-source.ts'
import { StrandError } from './errors.ts'
import type { Mount } from './mount.ts'

/** For whoever watches the server: 200 exactly when the database answers too. */
export function healthRoute(mount: Mount, { db }: { db: DataSource }): void {
  mount('GET /healthz', async () => {
    try {
      await db.query('SELECT 1')
    } catch {
      throw new StrandError('unavailable')
    }
    return { status: 'ok', database: databaseKind(db), uptime: Math.round(process.uptime()) }
  })
}
