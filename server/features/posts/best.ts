/** The best post of each playlist. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { sql, type Parameters } from '#db/sql.ts'
import { exceptBlocked } from '../blocks/service.ts'

/** Posts examined per playlist, best first: bounds the reads of large playlists. */
const examined = 15

export function planBestOf(beadIds: readonly string[], viewer: Viewer | null): { statement: string; parameters: Parameters } {
  const shown = ['l."media" IS NOT NULL', 'l."isDead" = FALSE', exceptBlocked(viewer, 'l."creatorUid"')].filter(Boolean).join(' AND ')
  const ofEach = beadIds.map(
    (_id, n) => `SELECT * FROM (SELECT l."beadId", l."id" FROM (
      SELECT p."beadId", p."id", p."media", p."isDead", p."creatorUid", p."score" FROM "post" p
      WHERE p."beadId" = :bead${n} ORDER BY p."score" DESC, p."id" DESC LIMIT :examined
    ) l WHERE ${shown} ORDER BY l."score" DESC, l."id" DESC LIMIT 1) t${n}`,
  )
  const parameters = { viewer: viewer?.uid, examined, ...Object.fromEntries(beadIds.map((id, n) => [`bead${n}`, id])) }
  return { statement: ofEach.join(' UNION ALL '), parameters }
}

/** Ids in the order of the playlists: the post with the highest score and a working medium. */
export async function bestOf(db: DataSource, beadIds: readonly string[], viewer: Viewer | null): Promise<string[]> {
  if (beadIds.length === 0) return []
  const { statement, parameters } = planBestOf(beadIds, viewer)
  const found = new Map((await sql<{ beadId: string; id: string }>(db, statement, parameters)).map((row) => [row.beadId, row.id]))
  return beadIds.flatMap((id) => found.get(id) ?? [])
}
