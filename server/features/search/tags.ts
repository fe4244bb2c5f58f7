/** Tags by name, related tags, and the members who use a tag. All queries walk an index of `post_tag`. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { Search } from '#search/port.ts'
import { normaliseTag, tagKey, type Page } from '#contract/index.ts'
import type { Curator, TagCount } from '#contract/schemas/lookups.ts'
import { sql } from '#db/sql.ts'
import { toMemberRef, type RawMember } from '../accounts/service.ts'
import { visibleTo } from '../beads/service.ts'
import { exceptBlocked } from '../blocks/service.ts'

export interface Paging {
  from: number
  limit: number
}

/** Upper bound of the post count of a tag, and posts that are evaluated per tag. */
const maxCount = 500
const sampleSize = 300

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

/** Tags of published posts by key. Counts are capped. */
export async function readTags(db: DataSource, keys: readonly string[]): Promise<Map<string, TagCount>> {
  if (keys.length === 0) return new Map()
  const parameters = Object.fromEntries(keys.map((key, n) => [`key${n}`, key]))
  const keyRows = keys.map((_key, n) => `SELECT CAST(:key${n} AS VARCHAR(64)) AS "key"`).join(' UNION ALL ')
  const rows = await sql<RawTag>(
    db,
    `SELECT k."key" AS "id",
       (SELECT t."tag" FROM "post_tag" t JOIN "bead" v ON v."id" = t."beadId" AND v."isDraft" = FALSE WHERE t."tagKey" = k."key" AND t."isDraft" = FALSE LIMIT 1) AS "name",
       (SELECT COUNT(*) FROM (SELECT 1 FROM "post_tag" t WHERE t."isDraft" = FALSE AND t."tagKey" = k."key" LIMIT :maxCount) c) AS "count"
     FROM (${keyRows}) k`,
    { ...parameters, maxCount },
  )
  return new Map(rows.filter(({ name }) => name !== null).map((row) => [row.id, toTag(row)]))
}

/** Tags that match the text exactly, by prefix, or approximately. */
export async function findTags(db: DataSource, index: Search, text: string, { from, limit }: Paging): Promise<Page<TagCount>> {
  const key = tagKey(text)
  if (key === '') return { results: [], next: null, counts: { total: 0 } }
  const { hits, next, total } = await index.search({ text: key, types: ['tag'], reader: null, unfinished: true, from, limit })
  const tags = await readTags(
    db,
    hits.map(({ id }) => id),
  )
  return { results: hits.flatMap(({ id }) => tags.get(id) ?? []), next, counts: { total: total - (hits.length - tags.size) } }
}

/** The tags of posts, most frequent first. `from` selects `"postId"`. */
const tagsAmong = (from: string): string =>
  `SELECT o."tagKey" AS "id", MIN(o."tag") AS "name", COUNT(*) AS "count" FROM (${from}) k
   JOIN "post_tag" o ON o."postId" = k."postId" WHERE o."isDraft" = FALSE AND o."tagKey" <> :key GROUP BY o."tagKey" ORDER BY "count" DESC, o."tagKey" LIMIT 100`

const isTag = async (db: DataSource, key: string): Promise<boolean> =>
  (await sql(db, 'SELECT 1 AS "one" FROM "post_tag" t WHERE t."isDraft" = FALSE AND t."tagKey" = :key LIMIT 1', { key })).length > 0

/** Other tags of the latest posts with a tag; null if no post has it. */
export async function relatedTags(db: DataSource, text: string): Promise<TagCount[] | null> {
  const key = tagKey(text)
  const latest =
    'SELECT t."postId" FROM "post_tag" t WHERE t."isDraft" = FALSE AND t."tagKey" = :key ORDER BY t."postId" DESC LIMIT :sampleSize'
  const rows = await sql<RawTag>(db, tagsAmong(latest), { key, sampleSize })
  return rows.length > 0 || (await isTag(db, key)) ? rows.map(toTag) : null
}

export async function tagsOfPosts(db: DataSource, ids: readonly string[], text: string): Promise<TagCount[]> {
  if (ids.length === 0) return []
  const rows = await sql<RawTag>(db, tagsAmong('SELECT p."id" AS "postId" FROM "post" p WHERE p."id" IN (:...ids)'), {
    ids,
    key: tagKey(text),
  })
  return rows.map(toTag)
}

/** Creators of these posts, by number of posts. */
export async function creatorsOf(db: DataSource, ids: readonly string[], viewer: Viewer | null): Promise<Curator[]> {
  if (ids.length === 0) return []
  const conditions = ['p."id" IN (:...ids)', visibleTo(viewer), exceptBlocked(viewer, 'p."creatorUid"')].filter(
    (condition) => condition !== null,
  )
  const rows = await sql<RawMember & { count: number | string }>(
    db,
    `SELECT m."uid", m."name", m."verified", m."image", k."count" FROM
       (SELECT p."creatorUid", COUNT(*) AS "count" FROM "post" p JOIN "bead" v ON v."id" = p."beadId" WHERE ${conditions.join(' AND ')} GROUP BY p."creatorUid") k
     JOIN "member" m ON m."uid" = k."creatorUid" WHERE m."removedDate" IS NULL ORDER BY k."count" DESC, k."creatorUid"`,
    { ids, viewer: viewer?.uid },
  )
  return rows.map(({ count, ...member }) => ({ ...toMemberRef(member), count: Number(count) }))
}

/** Members by number of posts with a tag; null if no post has it. */
export async function tagCurators(
  db: DataSource,
  text: string,
  { from, limit }: Paging,
  viewer: Viewer | null,
): Promise<Page<Curator> | null> {
  const conditions = ['t."isDraft" = FALSE', 't."tagKey" = :key', exceptBlocked(viewer, 't."creatorUid"')].filter(
    (condition) => condition !== null,
  )
  // Posts of deleted members can remain.
  const creators = `FROM "post_tag" t WHERE ${conditions.join(' AND ')} GROUP BY t."creatorUid"
    HAVING EXISTS (SELECT 1 FROM "member" m WHERE m."uid" = t."creatorUid" AND m."removedDate" IS NULL)`
  const parameters = { key: tagKey(text), viewer: viewer?.uid, from, limit: limit + 1 }
  const rows = await sql<RawMember & { count: number | string }>(
    db,
    `SELECT m."uid", m."name", m."verified", m."image", k."count" FROM
       (SELECT t."creatorUid", COUNT(*) AS "count" ${creators} ORDER BY "count" DESC, t."creatorUid" LIMIT :limit OFFSET :from) k
     JOIN "member" m ON m."uid" = k."creatorUid" ORDER BY k."count" DESC, k."creatorUid"`,
    parameters,
  )
  if (rows.length === 0 && !(await isTag(db, parameters.key))) return null
  const more = rows.length > limit
  const [all] = more
    ? await sql<{ total: number | string }>(db, `SELECT COUNT(*) AS "total" FROM (SELECT t."creatorUid" ${creators}) k`, parameters)
    : []
  return {
    results: rows.slice(0, limit).map(({ count, ...member }) => ({ ...toMemberRef(member), count: Number(count) })),
    next: more ? from + limit : null,
    counts: { total: all ? Number(all.total) : from + rows.length },
  }
}
