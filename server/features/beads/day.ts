/**
 * The Bead of the Day: one playlist per day (UTC) that discover recommends (decision 23), chosen by hotness or by an
 * admin.
 */
import { createHash } from 'node:crypto'
import type { DataSource, EntityManager } from 'typeorm'
import { messages } from '#contract/index.ts'
import { lockRow } from '#db/locks.ts'
import { sql } from '#db/sql.ts'
import { transaction } from '#db/transaction.ts'
import { StrandError } from '#http/errors.ts'
import { DayBeadEntity } from './entities.ts'
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

/** @param except a playlist that an admin removed. */
async function pick(db: DataSource | EntityManager, day: string, time: number, except: string | null = null): Promise<BeadRecord | null> {
  const beads = await readBeads(
    db,
    `WHERE v."isDraft" = FALSE AND v."isFeed" = FALSE AND v."groupId" IS NULL
       AND v."postCount" > 0 AND v."id" <> :except ORDER BY v."heat" DESC, v."id" DESC LIMIT :limit`,
    { limit: candidates, except: except ?? '' },
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
const written = async (db: DataSource | EntityManager, day: string): Promise<string | null> =>
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

/** A day of a playlist. */
interface DayPick {
  beadId: string
  /** UTC, `2026-11-21`. */
  day: string
}

/** How many days ahead admins choose. */
const plannedDays = 3650

/** Throws `invalid` for a past day, and for one in the far future. */
function demandDay(day: string, time: number): void {
  if (day >= dayOf(time) && day <= dayOf(time + plannedDays * 86_400_000)) return
  throw new StrandError('invalid', messages.dayInvalid, { day: messages.dayInvalid })
}

/**
 * Stores an admin's choice, which replaces any other. Throws `not_found`, and `invalid` if the playlist is not eligible, or for a past day.
 * @returns the day and the id of the playlist that it replaces; null if it was the playlist of that day already.
 */
export async function writeDay(
  manager: EntityManager,
  { beadId, day }: { beadId: string; day?: string | undefined },
  time: number,
): Promise<{ day: string; replaced: string | null } | null> {
  const chosen = day ?? dayOf(time)
  demandDay(chosen, time)
  const bead = await readBead(manager, beadId)
  if (bead === null) throw new StrandError('not_found')
  if (!mayBePicked(bead)) throw new StrandError('invalid', messages.dayBeadInvalid, { bead: messages.dayBeadInvalid })
  const inserted = await sql(
    manager,
    'INSERT INTO "day_bead" ("day", "beadId") VALUES (:day, :beadId) ON CONFLICT ("day") DO NOTHING RETURNING "day"',
    { day: chosen, beadId },
  )
  if (inserted.length > 0) return { day: chosen, replaced: null }
  // Several admins may choose at once.
  await lockRow(manager, 'day_bead', chosen)
  const replaced = await written(manager, chosen)
  if (replaced === beadId) return null
  await sql(manager, 'UPDATE "day_bead" SET "beadId" = :beadId WHERE "day" = :day', { day: chosen, beadId })
  return { day: chosen, replaced }
}

/**
 * Removes the playlist of today or of a later day. For today another one is chosen at once; if there is none, the next request can choose
 * the removed one again. Throws `invalid` for a past day, and `not_found` if it is not the playlist of that day.
 */
export async function removeDay(manager: EntityManager, { beadId, day }: DayPick, time: number): Promise<void> {
  demandDay(day, time)
  const { affected } = await manager.delete(DayBeadEntity, { beadId, day })
  if (affected !== 1) throw new StrandError('not_found', messages.notDayBead)
  if (day !== dayOf(time)) return
  const chosen = await pick(manager, day, time, beadId)
  if (chosen === null) return
  await sql(manager, 'INSERT INTO "day_bead" ("day", "beadId") VALUES (:day, :beadId) ON CONFLICT ("day") DO NOTHING', {
    day,
    beadId: chosen.id,
  })
}

/** The latest days of a playlist, latest first. */
export async function daysOf(db: DataSource, beadId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ day: string }>(db, 'SELECT "day" FROM "day_bead" WHERE "beadId" = :beadId ORDER BY "day" DESC LIMIT :limit', {
    beadId,
    limit,
  })
  return rows.map(({ day }) => day)
}
