/** Facets of a list of posts: tags, playlists and creators with their number of posts. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { sql } from '#db/sql.ts'
import { largeList, type Counts } from './counts.ts'
import type { PostFilters } from './filters.ts'
import { countQuery, planPostList } from './lists.ts'

export type FacetType = 'tag' | 'bead' | 'member'

export interface Facet {
  id: string
  name: string
  image: string | null
  count: number
}
type RawFacet = Omit<Facet, 'count'> & { count: number | string }

/**
 * Facets of large lists are cached: counting the tags of 100,000 posts takes some tenths of a second. The key contains the viewer's
 * conditions, so members with the same permissions share an entry.
 */
const cacheMs = 60_000
const maxCached = 200

export type Facets = (
  filters: PostFilters,
  types: readonly FacetType[],
  limit: number,
  viewer: Viewer | null,
) => Promise<Record<FacetType, Facet[]> & { total: number }>

export function createFacets(db: DataSource, count: Counts['count'], now: () => number): Facets {
  const cache = new Map<string, { until: number; rows: Promise<RawFacet[]> }>()

  return async (filters, types, limit, viewer) => {
    const plan = planPostList(countQuery(filters), viewer)
    const parameters = { ...plan.parameters, limit }
    const total = await count(plan.count, plan.parameters, plan.version)
    const { id, beadId, creatorUid } = plan.columns

    const statements: Record<FacetType, string> = {
      bead: `SELECT v."id", v."title" AS "name", v."image", k."count" FROM
          (SELECT ${beadId} AS "of", COUNT(*) AS "count" FROM ${plan.source} ${plan.where} GROUP BY ${beadId} ORDER BY "count" DESC, "of" LIMIT :limit) k
        JOIN "bead" v ON v."id" = k."of" ORDER BY k."count" DESC, k."of"`,
      member: `SELECT m."uid" AS "id", m."name", m."image", k."count" FROM
          (SELECT ${creatorUid} AS "of", COUNT(*) AS "count" FROM ${plan.source} ${plan.where} GROUP BY ${creatorUid} ORDER BY "count" DESC, "of" LIMIT :limit) k
        JOIN "member" m ON m."uid" = k."of" ORDER BY k."count" DESC, k."of"`,
      // Sorted by post, so that each page of post_tag is read once.
      tag: `SELECT x."tagKey" AS "id", MIN(x."tag") AS "name", NULL AS "image", COUNT(*) AS "count"
        FROM (SELECT ${id} AS "of" FROM ${plan.source} ${plan.where} ORDER BY ${id}) k JOIN "post_tag" x ON x."postId" = k."of"
        GROUP BY x."tagKey" ORDER BY "count" DESC, x."tagKey" LIMIT :limit`,
    }

    function read(type: FacetType): Promise<RawFacet[]> {
      if (total < largeList) return sql<RawFacet>(db, statements[type], parameters)
      const key = `${statements[type]} ${JSON.stringify(parameters)}`
      const cached = cache.get(key)
      if (cached && cached.until > now()) return cached.rows
      const rows = sql<RawFacet>(db, statements[type], parameters)
      cache.delete(key)
      cache.set(key, { until: now() + cacheMs, rows })
      rows.catch(() => cache.delete(key))
      if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
      return rows
    }

    const facets: Record<FacetType, Facet[]> = { tag: [], bead: [], member: [] }
    if (total > 0) for (const type of types) facets[type] = (await read(type)).map((row) => ({ ...row, count: Number(row.count) }))
    return { ...facets, total }
  }
}
