/** Playlists by their tags: a table beside the list in the row, and what it is for. */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '../../access/viewer.ts'
import { sql } from '../../db/sql.ts'
import { exceptBlocked } from '../blocks/service.ts'
import { BeadTagEntity, type BeadTagRow } from './entities.ts'
import type { BeadRecord } from './records.ts'

/** @param tags normalised. */
export const tagRowsOf = (beadId: string, tags: readonly string[]): BeadTagRow[] =>
  [...new Set(tags.map((tag) => tag.toLowerCase()))].map((tagKey) => ({ tagKey, beadId }))

export async function writeTags(manager: EntityManager, beadId: string, tags: readonly string[]): Promise<void> {
  await manager.delete(BeadTagEntity, { beadId })
  if (tags.length > 0) await manager.insert(BeadTagEntity, tagRowsOf(beadId, tags))
}

/** Tags that are compared, the newest playlists of each that are looked at, and how many are related at most. */
const compared = 8
const looked = 100
export const mostRelated = 36

export interface Related {
  id: string
  /** Tags in common. */
  matching: number
}

/**
 * Published playlists that share tags with this one, those that share most first, the hottest among
 * equals; then the hottest of its category. Looks at a bounded number, whatever the tables hold.
 */
export async function relatedTo(db: DataSource, { id, tags, category }: BeadRecord, viewer: Viewer | null): Promise<Related[]> {
  const keys = tagRowsOf(id, tags).slice(0, compared).map(({ tagKey }) => tagKey)
  const shown = ['v."isDraft" = FALSE', 'v."isFeed" = FALSE', 'v."id" <> :id', exceptBlocked(viewer, 'v."creatorUid"')].filter(Boolean).join(' AND ')
  const parameters = { id, category, viewer: viewer?.uid, looked, most: mostRelated, ...Object.fromEntries(keys.map((key, n) => [`key${n}`, key])) }
  const candidates = keys.map((_key, n) => `SELECT * FROM (SELECT "beadId" FROM "bead_tag" WHERE "tagKey" = :key${n} ORDER BY "beadId" DESC LIMIT :looked) t${n}`)
  const shared = keys.length === 0 ? [] : await sql<{ id: string; matching: number | string }>(
    db,
    `SELECT c."beadId" AS "id", COUNT(*) AS "matching" FROM (${candidates.join(' UNION ALL ')}) c JOIN "bead" v ON v."id" = c."beadId"
     WHERE ${shown} GROUP BY c."beadId", v."heat" ORDER BY "matching" DESC, v."heat" DESC, c."beadId" DESC LIMIT :most`,
    parameters,
  )
  const found: Related[] = shared.map((row) => ({ id: row.id, matching: Number(row.matching) }))
  if (found.length === mostRelated) return found
  const known = new Set(found.map((one) => one.id))
  const others = await sql<{ id: string }>(
    db, `SELECT v."id" FROM "bead" v WHERE v."category" = :category AND ${shown} ORDER BY v."heat" DESC, v."id" DESC LIMIT :most`, parameters,
  )
  return [...found, ...others.filter((one) => !known.has(one.id)).map((one) => ({ id: one.id, matching: 0 }))].slice(0, mostRelated)
}
