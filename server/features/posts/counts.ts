/**
 * How many posts a list has. Small counts are counted each time; counting a large one takes as long as
 * walking it, so it is kept for a while, in which nobody would notice.
 */
import type { DataSource } from 'typeorm'
import { sql, type Parameters } from '#db/sql.ts'

const large = 10_000
const keepMs = 60_000
const keepMost = 500

export interface Counts {
  count(statement: string, parameters: Parameters): Promise<number>
}

export function createCounts(db: DataSource, now: () => number = Date.now): Counts {
  const kept = new Map<string, { total: number; until: number }>()

  return {
    async count(statement, parameters) {
      const named = Object.entries(parameters).filter(([name]) => new RegExp(`:(\\.\\.\\.)?${name}\\b`).test(statement))
      const key = `${statement} ${JSON.stringify(named)}`
      const known = kept.get(key)
      if (known && known.until > now()) return known.total
      const [row] = await sql<{ total: number | string }>(db, statement, parameters)
      const total = Number(row!.total)
      kept.delete(key)
      if (total >= large) kept.set(key, { total, until: now() + keepMs })
      if (kept.size > keepMost) kept.delete(kept.keys().next().value!)
      return total
    },
  }
}
