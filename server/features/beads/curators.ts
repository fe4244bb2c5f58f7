/** Top curators: the members with the most posts in a playlist (B3), cached per playlist for all viewers. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { MemberRef } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { readMemberRefs, toMemberRef, type RawMember } from '../accounts/service.ts'
import { hiddenFrom } from '../blocks/service.ts'
import type { BeadRecord } from './records.ts'

export interface Curators {
  /** The featured curator first, then by number of posts, without members whom the viewer blocks. */
  of(bead: Pick<BeadRecord, 'id' | 'featuredCuratorUid'>, viewer: Viewer | null): Promise<MemberRef[]>
  /** Deletes the cache entry of a playlist after a write of this process. */
  changed(id: string): void
}

const maxCurators = 6
/** Lifetime of a cache entry (ms); writes of other processes become visible after at most this time. */
const cacheMs = 60_000
/** Maximum number of cached playlists; the oldest entry is evicted. */
const maxCached = 1000

export function createCurators(db: DataSource): Curators {
  const known = new Map<string, { at: number; curators: Promise<MemberRef[]> }>()

  async function read(id: string, featured: string | null): Promise<MemberRef[]> {
    const rows = await sql<RawMember>(
      db,
      `SELECT m."uid", m."name", m."verified", m."image" FROM (
         SELECT p."creatorUid" AS "uid", COUNT(*) AS "posts", CASE WHEN p."creatorUid" = :featured THEN 1 ELSE 0 END AS "first"
         FROM "post" p WHERE p."beadId" = :id GROUP BY p."creatorUid" ORDER BY "first" DESC, "posts" DESC, "uid" LIMIT :most
       ) c JOIN "member" m ON m."uid" = c."uid" ORDER BY c."first" DESC, c."posts" DESC, c."uid"`,
      { id, featured: featured ?? '', most: maxCurators },
    )
    const curators = rows.map(toMemberRef)
    if (featured === null || curators[0]?.uid === featured) return curators
    // The featured curator may have no posts yet.
    const member = (await readMemberRefs(db, [featured])).get(featured)
    return member ? [member, ...curators].slice(0, maxCurators) : curators
  }

  function readCached({ id, featuredCuratorUid }: Pick<BeadRecord, 'id' | 'featuredCuratorUid'>): Promise<MemberRef[]> {
    const one = known.get(id)
    if (one && Date.now() - one.at < cacheMs) return one.curators
    const fresh = { at: Date.now(), curators: read(id, featuredCuratorUid) }
    known.delete(id)
    known.set(id, fresh)
    if (known.size > maxCached) known.delete(known.keys().next().value!)
    fresh.curators.catch(() => known.get(id) === fresh && known.delete(id))
    return fresh.curators
  }

  return {
    async of(bead, viewer) {
      const [curators, hidden] = await Promise.all([readCached(bead), hiddenFrom(db, viewer, false)])
      return curators.filter(({ uid }) => !hidden.has(uid))
    },
    changed: (id) => void known.delete(id),
  }
}
