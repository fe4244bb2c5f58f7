/**
 * The Bead of the Day: one playlist per day (UTC) that discover recommends (decision 23), chosen by hotness or by an
 * admin.
 */
import { createHash } from 'node:crypto'
import type { DataSource, EntityManager } from 'typeorm'
import { messages } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { readBead, readBeads, type BeadRecord } from './records.ts'

/**
 * The playlist is chosen from this many of the hottest ones. Those chosen in the last days are excluded, unless all
 * were.
 */
const candidates = 12
const restDays = 7

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** A hash, which makes the choice the same in every process. */
const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()

/** Whether the playlist is published, open and not empty. */
const mayBePicked = (bead: BeadRecord | null): bead is BeadRecord =>
  bead !== null && !bead.isDraft && !bead.isFeed && bead.groupId === null && bead.postCount > 0

async function pick(db: DataSource, day: string, time: number): Promise<BeadRecord | null> {
  const beads = await readBeads(
    db,
    `WHERE v."isDraft" = FALSE AND v."isFeed" = FALSE AND v."groupId" IS NULL
       AND v."postCount" > 0 ORDER BY v."heat" DESC, v."id" DESC LIMIT :limit`,
    { limit: candidates },
  )
  const recent = await sql<{ beadId: string }>(db, 'SELECT "beadId" FROM "day_bead" WHERE "day" > :since AND "day" < :day', {
    day,
    since: dayOf(time - restDays * 86_400_000),
  })
  const rested = beads.filter(({ id }) => !recent.some(({ beadId }) => beadId === id))
  const pool = rested.length > 0 ? rested : beads
  return pool[numberOf(day) % pool.length] ?? null
}

/** Id of the playlist that is stored for a day. */
const written = async (db: DataSource, day: string): Promise<string | null> =>
  (await sql<{ beadId: string }>(db, 'SELECT "beadId" FROM "day_bead" WHERE "day" = :day', { day }))[0]?.beadId ?? null

/**
 * The playlist of the day; null if none is eligible. It is stored on the first request of a day, because hotness
 * changes during the day, and replaced when it becomes ineligible, for example by deletion. In read-only mode nothing
 * is stored.
 */
export async function beadOfTheDay(db: DataSource, time: number, readOnly: boolean): Promise<BeadRecord | null> {
  const day = dayOf(time)
  const known = await written(db, day)
  const bead = known === null ? null : await readBead(db, known)
  if (mayBePicked(bead)) return bead
  const chosen = await pick(db, day, time)
  if (chosen === null || readOnly) return chosen
  await transaction(db, (manager) =>
    sql(
      manager,
      `INSERT INTO "day_bead" ("day", "beadId") VALUES (:day, :beadId)
       ON CONFLICT ("day") DO UPDATE SET "beadId" = excluded."beadId" WHERE "day_bead"."beadId" = :replaced RETURNING "beadId"`,
      { day, beadId: chosen.id, replaced: known ?? '' },
    ),
  )
  // A concurrent request may have stored another playlist first.
  const first = await written(db, day)
  return first === null || first === chosen.id ? chosen : await readBead(db, first)
}

/**
 * Stores an admin's choice, which replaces any other. Throws `not_found`, and `invalid` if the playlist is not
 * eligible.
 */
export async function writeDay(
  manager: EntityManager,
  { beadId, day }: { beadId: string; day?: string | undefined },
  time: number,
): Promise<void> {
  const bead = await readBead(manager, beadId)
  if (bead === null) throw new StrandError('not_found')
  if (!mayBePicked(bead)) throw new StrandError('invalid', messages.dayBeadInvalid, { bead: messages.dayBeadInvalid })
  await sql(
    manager,
    `INSERT INTO "day_bead" ("day", "beadId") VALUES (:day, :beadId)
     ON CONFLICT ("day") DO UPDATE SET "beadId" = excluded."beadId"`,
    { day: day ?? dayOf(time), beadId },
  )
}
