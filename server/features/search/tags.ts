/** Tags by what they are called, which go together, and who uses them. Everything walks an index of the tags of posts. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { Search } from '#search/port.ts'
import { normaliseTag, tagKey, type Page } from '#contract/index.ts'
import type { Curator, TagCount } from '#contract/schemas/lookups.ts'
import { sql } from '#db/sql.ts'
import { toRef, visibleTo, type RawMember } from '../beads/service.ts'
import { exceptBlocked } from '../blocks/service.ts'

export interface Paging {
  from: number
  limit: number
}

/** How far a tag is counted, and posts that stand for one. */
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

/** By key: the tags of published posts, counted to a bound. */
export async function readTags(db: DataSource, keys: readonly string[]): Promise<Map<string, TagCount>> {
  if (keys.length === 0) return new Map()
  const parameters = Object.fromEntries(keys.map((key, n) => [`key${n}`, key]))
  const each = keys.map((_key, n) => `SELECT CAST(:key${n} AS VARCHAR(64)) AS "key"`).join(' UNION ALL ')
  const rows = await sql<RawTag>(
    db,
    `SELECT k."key" AS "id",
       (SELECT t."tag" FROM "post_tag" t JOIN "bead" v ON v."id" = t."beadId" AND v."isDraft" = FALSE WHERE t."tagKey" = k."key" AND t."isDraft" = FALSE LIMIT 1) AS "name",
       (SELECT COUNT(*) FROM (SELECT 1 FROM "post_tag" t WHERE t."isDraft" = FALSE AND t."tagKey" = k."key" LIMIT :countMost) c) AS "count"
     FROM (${each}) k`,
    { ...parameters, countMost },
  )
  return new Map(rows.filter(({ name }) => name !== null).map((row) => [row.id, toTag(row)]))
}

/** Tags that are called so, or begin so, or nearly: as the index has them. */
export async function tagsFound(db: DataSource, index: Search, text: string, { from, limit }: Paging): Promise<Page<TagCount>> {
  const key = tagKey(text)
  if (key === '') return { results: [], next: null, counts: { total: 0 } }
  const { hits, next, total } = await index.search({ text: key, types: ['tag'], reader: null, unfinished: true, from, limit })
  const tags = await readTags(
    db,
    hits.map(({ id }) => id),
  )
  return { results: hits.flatMap(({ id }) => tags.get(id) ?? []), next, counts: { total: total - (hits.length - tags.size) } }
}

/** What the posts that `from` gives as `"postId"` are tagged with, most often first. */
const tagsAmong = (from: string): string =>
  `SELECT o."tagKey" AS "id", MIN(o."tag") AS "name", COUNT(*) AS "count" FROM (${from}) k
   JOIN "post_tag" o ON o."postId" = k."postId" WHERE o."isDraft" = FALSE AND o."tagKey" <> :key GROUP BY o."tagKey" ORDER BY "count" DESC, o."tagKey" LIMIT 100`

const isTag = async (db: DataSource, key: string): Promise<boolean> =>
  (await sql(db, 'SELECT 1 AS "one" FROM "post_tag" t WHERE t."isDraft" = FALSE AND t."tagKey" = :key LIMIT 1', { key })).length > 0

/** What else the latest posts with a tag are tagged with; null where no post has it. */
export async function relatedTags(db: DataSource, text: string): Promise<TagCount[] | null> {
  const key = tagKey(text)
  const latest =
    'SELECT t."postId" FROM "post_tag" t WHERE t."isDraft" = FALSE AND t."tagKey" = :key ORDER BY t."postId" DESC LIMIT :sample'
  const rows = await sql<RawTag>(db, tagsAmong(latest), { key, sample })
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

/** Who made these posts, who made most of them first. */
export async function creatorsOf(db: DataSource, ids: readonly string[], viewer: Viewer | null): Promise<Curator[]> {
  if (ids.length === 0) return []
  const conditions = ['p."id" IN (:...ids)', visibleTo(viewer), exceptBlocked(viewer, 'p."creatorUid"')].filter((one) => one !== null)
  const rows = await sql<RawMember & { count: number | string }>(
    db,
    `SELECT m."uid", m."name", m."verified", m."image", k."count" FROM
       (SELECT p."creatorUid", COUNT(*) AS "count" FROM "post" p JOIN "bead" v ON v."id" = p."beadId" WHERE ${conditions.join(' AND ')} GROUP BY p."creatorUid") k
     JOIN "member" m ON m."uid" = k."creatorUid" WHERE m."removedDate" IS NULL ORDER BY k."count" DESC, k."creatorUid"`,
    { ids, viewer: viewer?.uid },
  )
  return rows.map(({ count, ...member }) => ({ ...toRef(member), count: Number(count) }))
}

/** Who posts most with a tag; null where no post has it. */
export async function tagCurators(
  db: DataSource,
  text: string,
  { from, limit }: Paging,
  viewer: Viewer | null,
): Promise<Page<Curator> | null> {
  const conditions = ['t."isDraft" = FALSE', 't."tagKey" = :key', exceptBlocked(viewer, 't."creatorUid"')].filter((one) => one !== null)
  // Posts of a member who left may stay.
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
    results: rows.slice(0, limit).map(({ count, ...member }) => ({ ...toRef(member), count: Number(count) })),
    next: more ? from + limit : null,
    counts: { total: all ? Number(all.total) : from + rows.length },
  }
}
