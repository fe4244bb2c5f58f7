/**
 * Total number of posts of a list. Large counts, whose query walks the whole list, are cached.
 */
import type { DataSource } from 'typeorm'
import { sql, type Parameters } from '#db/sql.ts'

const minCached = 10_000
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
      if (total >= minCached) cache.set(key, { total, until: now() + cacheMs })
      if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
      return total
    },
  }
}
