/** Total number of posts of a list. Its query walks the whole list, so the counts of large ones are cached. */
import type { DataSource } from 'typeorm'
import { sql, type Parameters } from '#db/sql.ts'

/** Counts and facets of lists with at least this many posts are cached: they may lag behind by a minute. */
export const largeList = 2_000
const cacheMs = 60_000
const maxCached = 500

export interface Counts {
  /**
   * @param statement of one value
   * @param version SQL of a value that is read fast, and changes with the list: then a cached count does not lag behind
   */
  count(statement: string, parameters: Parameters, version?: string | null): Promise<number>
}

interface Counted {
  total: number | string
  version: number | null
}

export function createCounts(db: DataSource, now: () => number = Date.now): Counts {
  const cache = new Map<string, Counted & { until: number }>()

  return {
    async count(statement, parameters, version = null) {
      const named = Object.entries(parameters).filter(([name]) => new RegExp(`:(\\.\\.\\.)?${name}\\b`).test(statement))
      const key = `${statement} ${JSON.stringify(named)}`
      const read = async <Row>(columns: string): Promise<Row> => (await sql<Row>(db, `SELECT ${columns}`, parameters))[0]!
      const versionColumn = `(${version ?? 'NULL'}) AS "version"`
      const cached = cache.get(key)
      if (cached && cached.until > now()) {
        if (version === null || (await read<Counted>(versionColumn)).version === cached.version) return Number(cached.total)
      }
      // In one statement, so that the version is that of the count.
      const counted = await read<Counted>(`(${statement}) AS "total", ${versionColumn}`)
      const total = Number(counted.total)
      cache.delete(key)
      if (total >= largeList) cache.set(key, { ...counted, until: now() + cacheMs })
      if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
      return total
    },
  }
}
