/** Total number of posts of a list. Its query walks the whole list, so the counts of large ones are cached. */
import type { DataSource } from 'typeorm'
import { sql, type Parameters } from '#db/sql.ts'

/** Counts and facets of lists with at least this many posts are cached: PostgreSQL counts 2,000 rows in about half a millisecond. */
export const largeList = 2_000
const cacheMs = 60_000
const maxCached = 500

export interface Counts {
  count(statement: string, parameters: Parameters): Promise<number>
}

export function createCounts(db: DataSource, now: () => number = Date.now): Counts {
  const cache = new Map<string, { total: number; until: number }>()

  return {
    async count(statement, parameters) {
      const named = Object.entries(parameters).filter(([name]) => new RegExp(`:(\\.\\.\\.)?${name}\\b`).test(statement))
      const key = `${statement} ${JSON.stringify(named)}`
      const cached = cache.get(key)
      if (cached && cached.until > now()) return cached.total
      const [row] = await sql<{ total: number | string }>(db, statement, parameters)
      const total = Number(row!.total)
      cache.delete(key)
      if (total >= largeList) cache.set(key, { total, until: now() + cacheMs })
      if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
      return total
    },
  }
}
