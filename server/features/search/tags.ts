/** Tags by how they begin, which go together, and who uses them. Everything walks an index of the tags of posts. */
import type { DataSource } from 'typeorm'
import { normaliseTag, tagKey, type Page } from '../../contract/index.ts'
import type { Curator, TagCount } from '../../contract/schemas/lookups.ts'
import { sql } from '../../db/sql.ts'
import { toRef, type RawMember, type Viewer } from '../beads/service.ts'
import { exceptBlocked } from '../social/service.ts'
import { beyond } from '../words/service.ts'

export interface Paging {
  from: number
  limit: number
}

/** Different tags with one beginning that are looked at, how far each is counted, and posts that stand for a tag. */
const most = 200
const countMost = 500
const sample = 300

export const pageOf = <T>(found: readonly T[], { from, limit }: Paging): Page<T> => ({
  results: found.slice(from, from + limit),
  next: from + limit < found.length ? from + limit : null,
  counts: { total: found.length },
})

interface RawTag {
  id: string
  name: string | null
  count: number | string
}

const toTag = ({ id, name, count }: RawTag): TagCount => ({ _id: id, id, name: name ?? normaliseTag(id), count: Number(count) })

/** Tags that begin so, most used first; each is counted to a bound. Jumps from one tag to the next, however many posts each has. */
export async function tagsBeginning(db: DataSource, text: string): Promise<TagCount[]> {
  const start = tagKey(text)
  if (start === '') return []
  const next = (after: string): string =>
    `SELECT t."tagKey" FROM "post_tag" t WHERE t."isDraft" = FALSE AND t."tagKey" ${after} AND t."tagKey" < :end ORDER BY t."tagKey" LIMIT 1`
  const rows = await sql<RawTag>(
    db,
    `WITH RECURSIVE found("key", "n") AS (
       SELECT (${next('>= :start')}), 1 UNION ALL SELECT (${next('> found."key"')}), "n" + 1 FROM found WHERE found."key" IS NOT NULL AND "n" < :most)
     SELECT f."key" AS "id", (SELECT t."tag" FROM "post_tag" t WHERE t."isDraft" = FALSE AND t."tagKey" = f."key" LIMIT 1) AS "name",
       (SELECT COUNT(*) FROM (SELECT 1 FROM "post_tag" t WHERE t."isDraft" = FALSE AND t."tagKey" = f."key" LIMIT :countMost) c) AS "count"
     FROM found f WHERE f."key" IS NOT NULL`,
    { start, end: beyond(start), most, countMost },
  )
  const exact = (tag: TagCount): number => Number(tag.id === start)
  return rows.map(toTag).sort((a, b) => exact(b) - exact(a) || b.count - a.count || (a.id < b.id ? -1 : 1))
}

/** What else the latest posts with a tag are tagged with. */
export async function relatedTags(db: DataSource, text: string): Promise<TagCount[]> {
  const key = tagKey(text)
  const rows = await sql<RawTag>(
    db,
    `SELECT o."tagKey" AS "id", MIN(o."tag") AS "name", COUNT(*) AS "count" FROM
       (SELECT t."postId" FROM "post_tag" t WHERE t."isDraft" = FALSE AND t."tagKey" = :key ORDER BY t."postId" DESC LIMIT :sample) k
     JOIN "post_tag" o ON o."postId" = k."postId" WHERE o."tagKey" <> :key GROUP BY o."tagKey" ORDER BY "count" DESC, o."tagKey" LIMIT 100`,
    { key, sample },
  )
  return rows.map(toTag)
}

export async function tagCurators(db: DataSource, text: string, { from, limit }: Paging, viewer: Viewer | null): Promise<Page<Curator>> {
  const conditions = ['t."isDraft" = FALSE', 't."tagKey" = :key', exceptBlocked(viewer, 't."creatorUid"')].filter((one) => one !== null)
  const where = `FROM "post_tag" t WHERE ${conditions.join(' AND ')}`
  const parameters = { key: tagKey(text), viewer: viewer?.uid, from, limit: limit + 1 }
  const rows = await sql<RawMember & { count: number | string }>(
    db,
    `SELECT m."uid", m."name", m."verified", m."image", k."count" FROM
       (SELECT t."creatorUid", COUNT(*) AS "count" ${where} GROUP BY t."creatorUid" ORDER BY "count" DESC, t."creatorUid" LIMIT :limit OFFSET :from) k
     JOIN "member" m ON m."uid" = k."creatorUid" ORDER BY k."count" DESC, k."creatorUid"`,
    parameters,
  )
  const more = rows.length > limit
  const [all] = more ? await sql<{ total: number | string }>(db, `SELECT COUNT(DISTINCT t."creatorUid") AS "total" ${where}`, parameters) : []
  return {
    results: rows.slice(0, limit).map(({ count, ...member }) => ({ ...toRef(member), count: Number(count) })),
    next: more ? from + limit : null,
    counts: { total: all ? Number(all.total) : from + rows.length },
  }
}
