/** Locks a playlist's row, and updates its hotness (`heat.ts`) and number of posts, in the caller's transaction. */
import type { EntityManager } from 'typeorm'
import { lockRow } from '#db/locks.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import type { BeadRow } from './entities.ts'
import { addEvent, firstHeat, heatOf, removeEvent } from './heat.ts'

export type BeadEvent = keyof typeof heatOf

/** Locks the row until the transaction ends and returns its number of posts. Throws `not_found`. */
export async function lockBead(manager: EntityManager, id: string): Promise<number> {
  await lockRow(manager, 'bead', id)
  const [row] = await sql<{ postCount: number }>(manager, 'SELECT "postCount" FROM "bead" WHERE "id" = :id', { id })
  if (!row) throw new StrandError('not_found')
  return row.postCount
}

type Hotness = Pick<BeadRow, 'heat' | 'creationDate'>

/** Returns false if there is no such playlist. */
async function updateHotness(manager: EntityManager, id: string, change: (before: Hotness) => number): Promise<boolean> {
  const [row] = await sql<Hotness>(manager, 'SELECT "heat", "creationDate" FROM "bead" WHERE "id" = :id', { id })
  if (row) await sql(manager, 'UPDATE "bead" SET "heat" = :heat WHERE "id" = :id', { id, heat: change(row) })
  return row !== undefined
}

/** Adds an event to the hotness of a playlist whose row is locked. Returns false if there is no such playlist. */
export const bumpBead = (manager: EntityManager, id: string, event: BeadEvent, now: number): Promise<boolean> =>
  updateHotness(manager, id, ({ heat }) => addEvent(heat, heatOf[event], now))

/** Removes an event that happened at `instant` (ISO 8601). Returns false if there is no such playlist. */
export const unbumpBead = (manager: EntityManager, id: string, event: BeadEvent, instant: string): Promise<boolean> =>
  updateHotness(manager, id, ({ heat, creationDate }) =>
    removeEvent(heat, heatOf[event], Date.parse(instant), firstHeat(heatOf.created, Date.parse(creationDate))),
  )

/**
 * Adjusts the number of posts, which locks the row. A new post also adds to the hotness, and throws `not_found` if
 * there is no such playlist.
 */
export async function countPosts(manager: EntityManager, id: string, delta: 1 | -1, now: number): Promise<void> {
  await sql(manager, 'UPDATE "bead" SET "postCount" = "postCount" + :delta WHERE "id" = :id', { id, delta })
  if (delta > 0 && !(await bumpBead(manager, id, 'posted', now))) throw new StrandError('not_found')
}
