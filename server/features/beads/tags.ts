/** Maintains the table `bead_tag`, which finds playlists by tag, and finds related playlists with it. */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { sql } from '#db/sql.ts'
import { exceptBlocked } from '../blocks/service.ts'
import { BeadTagEntity, type BeadTagRow } from './entities.ts'
import type { BeadRecord } from './records.ts'

/** Rows of `bead_tag` for a playlist. @param tags normalised. */
export const tagRowsOf = (beadId: string, tags: readonly string[]): BeadTagRow[] =>
  [...new Set(tags.map((tag) => tag.toLowerCase()))].map((tagKey) => ({ tagKey, beadId }))

export async function writeTags(manager: EntityManager, beadId: string, tags: readonly string[]): Promise<void> {
  await manager.delete(BeadTagEntity, { beadId })
  if (tags.length > 0) await manager.insert(BeadTagEntity, tagRowsOf(beadId, tags))
}

/** Bounds of the search for related playlists: tags of the playlist, newest playlists per tag, and results. */
const maxTags = 8
const maxPerTag = 100
export const maxRelated = 36

export interface Related {
  id: string
  /** Tags in common. */
  matching: number
}

/**
 * Published playlists that are similar to this one: first those with common tags, by number of common tags and hotness,
 * then the hottest of the same category. Reads a bounded number of rows.
 */
export async function relatedTo(db: DataSource, { id, tags, category }: BeadRecord, viewer: Viewer | null): Promise<Related[]> {
  const keys = tagRowsOf(id, tags)
    .slice(0, maxTags)
    .map(({ tagKey }) => tagKey)
  const shown = ['v."isDraft" = FALSE', 'v."isFeed" = FALSE', 'v."id" <> :id', exceptBlocked(viewer, 'v."creatorUid"')]
    .filter(Boolean)
    .join(' AND ')
  const parameters = {
    id,
    category,
    viewer: viewer?.uid,
    maxPerTag,
    most: maxRelated,
    ...Object.fromEntries(keys.map((key, n) => [`key${n}`, key])),
  }
  const candidates = keys.map(
    (_key, n) => `SELECT * FROM (SELECT "beadId" FROM "bead_tag" WHERE "tagKey" = :key${n} ORDER BY "beadId" DESC LIMIT :maxPerTag) t${n}`,
  )
  const shared =
    keys.length === 0
      ? []
      : await sql<{ id: string; matching: number | string }>(
          db,
          `SELECT c."beadId" AS "id", COUNT(*) AS "matching" FROM (${candidates.join(' UNION ALL ')}) c JOIN "bead" v ON v."id" = c."beadId"
     WHERE ${shown} GROUP BY c."beadId", v."heat" ORDER BY "matching" DESC, v."heat" DESC, c."beadId" DESC LIMIT :most`,
          parameters,
        )
  const found: Related[] = shared.map((row) => ({ id: row.id, matching: Number(row.matching) }))
  if (found.length === maxRelated) return found
  const known = new Set(found.map((one) => one.id))
  const others = await sql<{ id: string }>(
    db,
    `SELECT v."id" FROM "bead" v WHERE v."category" = :category AND ${shown} ORDER BY v."heat" DESC, v."id" DESC LIMIT :most`,
    parameters,
  )
  return [...found, ...others.filter((one) => !known.has(one.id)).map((one) => ({ id: one.id, matching: 0 }))].slice(0, maxRelated)
}
