/** Whose posts a playlist holds most of (B3, `topCurators`). */
import type { DataSource } from 'typeorm'
import type { MemberRef } from '../../contract/index.ts'
import { sql } from '../../db/sql.ts'
import { toRef, type BeadRecord, type RawMember } from './records.ts'

export interface Curators {
  /** The featured one first, then by number of posts. */
  of(bead: Pick<BeadRecord, 'id' | 'featuredCuratorUid'>): Promise<MemberRef[]>
  /** This process has changed who posts there, or who is featured. */
  changed(id: string): void
}

const most = 6
/** Other processes change things too; what they do shows after this long (ms). */
const keepMs = 60_000
const kept = 1000

export function createCurators(db: DataSource): Curators {
  const known = new Map<string, { at: number; curators: Promise<MemberRef[]> }>()

  async function read(id: string, featured: string | null): Promise<MemberRef[]> {
    const rows = await sql<RawMember>(
      db,
      `SELECT m."uid", m."name", m."verified", m."image" FROM (
         SELECT p."creatorUid" AS "uid", COUNT(*) AS "posts", CASE WHEN p."creatorUid" = :featured THEN 1 ELSE 0 END AS "first"
         FROM "post" p WHERE p."beadId" = :id GROUP BY p."creatorUid" ORDER BY "first" DESC, "posts" DESC, "uid" LIMIT :most
       ) c JOIN "member" m ON m."uid" = c."uid" ORDER BY c."first" DESC, c."posts" DESC, c."uid"`,
      { id, featured: featured ?? '', most },
    )
    const curators = rows.map(toRef)
    if (featured === null || curators[0]?.uid === featured) return curators
    // Whoever is featured need not have posted yet.
    const [member] = await sql<RawMember>(db, 'SELECT "uid", "name", "verified", "image" FROM "member" WHERE "uid" = :featured', { featured })
    return member ? [toRef(member), ...curators].slice(0, most) : curators
  }

  return {
    of({ id, featuredCuratorUid }) {
      const one = known.get(id)
      if (one && Date.now() - one.at < keepMs) return one.curators
      const fresh = { at: Date.now(), curators: read(id, featuredCuratorUid) }
      known.delete(id)
      known.set(id, fresh)
      if (known.size > kept) known.delete(known.keys().next().value!)
      fresh.curators.catch(() => known.get(id) === fresh && known.delete(id))
      return fresh.curators
    },
    changed: (id) => void known.delete(id),
  }
}
