/** Rowids that match an expression of the full-text index, in their order: most popular first. */
import type { Database } from 'better-sqlite3'

/** Rows that are read from the index at a time. */
export const chunk = 256

type Range = readonly [start: number, end: number]

export function createMatches(db: Database) {
  const inRange = 'SELECT rowid FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?'
  const rows = db.prepare<[string, bigint, bigint, number], number>(inRange).pluck()
  const counts = db
    .prepare<[string, bigint, bigint, number], number>(
      'SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?)',
    )
    .pluck()
  const among = db
    .prepare<[string, string], number>(
      'SELECT rowid FROM words WHERE words MATCH ? AND rowid IN (SELECT value FROM json_each(?)) ORDER BY rowid',
    )
    .pluck()

  return {
    /** @param first rows of the first read; later ones are larger. */
    *stream(match: string, [start, end]: Range, first = chunk): Generator<number> {
      let after = start
      for (let size = first; ; size = chunk * 16) {
        const page = rows.all(match, BigInt(after), BigInt(end), size)
        yield* page
        if (page.length < size) return
        after = page.at(-1)! + 1
      }
    },
    among: (match: string, rowids: readonly number[]): number[] => among.all(match, JSON.stringify(rowids)),
    count: (match: string, [start, end]: Range, limit: number): number => counts.get(match, BigInt(start), BigInt(end), limit)!,
  }
}

export type Matches = ReturnType<typeof createMatches>
