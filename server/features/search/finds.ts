/**
 * What words lead to, by type: at most so many of each, so that a letter which half of the titles begin
 * with costs no more than a rare one. Within these the exact comes first, then what people care for.
 */
import type { DataSource } from 'typeorm'
import { isCategory, tidy } from '../../contract/index.ts'
import type { SearchType } from '../../contract/schemas/lookups.ts'
import { sql, type Parameters } from '../../db/sql.ts'
import { visibleTo, type Viewer } from '../beads/service.ts'
import { exceptBlocked } from '../social/service.ts'
import { wordQuery, type WordKind } from '../words/service.ts'

/** Rows that a word leads to which are looked at, and finds that are answered. */
const looked = 2000
export const mostFinds = 500

export interface Search {
  words: string
  category: string | undefined
  /** uid of the member in whose collection is searched. */
  collector: string | undefined
  write: boolean
}

interface Table {
  kind: WordKind
  from: string
  id: string
  order: string
  conditions(search: Search, viewer: Viewer | null): (string | null)[]
}

/** Playlists that the viewer may post to, their privileges aside. */
function writable(viewer: Viewer | null): string {
  if (viewer === null || !viewer.privileges.canPost) return 'FALSE'
  if (viewer.isAdmin) return 'v."isFeed" = FALSE'
  const invited = 'EXISTS (SELECT 1 FROM "invitee" i WHERE i."beadId" = v."id" AND i."uid" = :viewer)'
  return `v."isFeed" = FALSE AND ((v."groupId" IS NULL AND v."isDraft" = FALSE) OR v."creatorUid" = :viewer OR ${invited})`
}

const collected = (column: string): string => `EXISTS (SELECT 1 FROM "collected" c WHERE c."uid" = :collector AND ${column})`

const tables: Record<Exclude<SearchType, 'tag'>, Table> = {
  bead: {
    kind: 'bead',
    from: 'JOIN "bead" v ON v."id" = k."entity"',
    id: 'v."id"',
    order: 'CASE WHEN LOWER(v."title") = :exact THEN 0 ELSE 1 END, v."followerCount" DESC, v."id" DESC',
    conditions: ({ category, collector, write }, viewer) => [
      write ? writable(viewer) : visibleTo(viewer),
      category === undefined ? null : 'v."category" = :category',
      collector === undefined ? null : collected('c."beadId" = v."id"'),
      exceptBlocked(viewer, 'v."creatorUid"'),
    ],
  },
  member: {
    kind: 'member',
    from: 'JOIN "member" m ON m."uid" = k."entity"',
    id: 'm."uid"',
    order: 'CASE WHEN LOWER(m."name") = :exact OR m."uidKey" = :exact THEN 0 ELSE 1 END, m."followerCount" DESC, m."uid"',
    conditions: ({ collector }, viewer) => [
      'm."removedDate" IS NULL',
      collector === undefined ? null : collected('c."creatorUid" = m."uid"'),
      exceptBlocked(viewer, 'm."uid"'),
    ],
  },
  post: {
    kind: 'post',
    from: 'JOIN "post" p ON p."id" = k."entity" JOIN "bead" v ON v."id" = p."beadId"',
    id: 'p."id"',
    order: 'CASE WHEN LOWER(p."title") = :exact THEN 0 ELSE 1 END, p."score" DESC, p."id" DESC',
    conditions: ({ category, collector }, viewer) => [
      visibleTo(viewer),
      category === undefined ? null : 'v."category" = :category',
      collector === undefined ? null : collected('c."postId" = p."id"'),
      exceptBlocked(viewer, 'p."creatorUid"'),
    ],
  },
}

/** Ids, best first. */
export async function find(db: DataSource, type: Exclude<SearchType, 'tag'>, search: Search, viewer: Viewer | null): Promise<string[]> {
  const { kind, from, id, order, conditions } = tables[type]
  const query = wordQuery(kind, search.words)
  if (!query.any) return []
  const parameters: Parameters = {
    ...query.parameters, viewer: viewer?.uid, collector: search.collector, category: search.category, looked, most: mostFinds,
    exact: tidy(search.words).toLowerCase(),
  }
  const where = conditions(search, viewer).filter((one) => one !== null).join(' AND ')
  // Of a collection all matches count: it is looked through itself, for it is the smaller of the two.
  const keys =
    type === 'post' && search.collector !== undefined
      ? `SELECT c."postId" AS "entity" FROM "collected" c WHERE c."uid" = :collector AND ${query.matches('c."postId"')}`
      : query.source
  const rows = await sql<{ id: string }>(
    db,
    `SELECT ${id} AS "id" FROM (SELECT DISTINCT f."entity" FROM (${keys} LIMIT :looked) f) k ${from} WHERE ${where} ORDER BY ${order} LIMIT :most`,
    parameters,
  )
  return rows.map((row) => row.id)
}

/** "all" and what is no category narrow nothing down (decision 22). */
export const categoryOfSearch = (category: string | undefined): string | undefined => (category !== undefined && isCategory(category) ? category : undefined)
