import { StrandError } from './errors.ts'
import type { Mount } from './mount.ts'

export interface Health {
  database: 'sqlite' | 'postgres'
  /** Rejects if the database does not answer. */
  ping(): Promise<unknown>
}

/** For monitoring: 200 if and only if the database answers. */
export function healthRoute(mount: Mount, { database, ping }: Health): void {
  mount('GET /healthz', async () => {
    try {
      await ping()
    } catch {
      throw new StrandError('unavailable')
    }
    return { status: 'ok', database, uptime: Math.round(process.uptime()) }
  })
}
