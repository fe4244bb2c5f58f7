/** Lists of relations. Each page walks one index and reads only the rows of that page. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import type { CallOutput, MemberRef, Page } from '#contract/index.ts'
import type { HiddenMember, Relation, TagRef } from '#contract/schemas/relations.ts'
import { bool, sql, type Parameters, type RawBoolean } from '#db/sql.ts'
import { toMemberRef, type RawMember } from '../accounts/service.ts'
import { exceptBlocked } from '../blocks/service.ts'
import { relationTypes, type RelationType } from '../relations/service.ts'
import type { BlockOrMute } from '../blocks/service.ts'

export interface Paging {
  from: number
  limit: number
}

/** The part of the viewer that lists of members depend on. */
export type ListViewer = Pick<Viewer, 'uid' | 'hides'> | null

/** `rows` has one row more than the page if there is a next page. */
export function pageOf<Row, T>(rows: readonly Row[], { from, limit }: Paging, total: number, to: (row: Row) => T): Page<T> {
  return { results: rows.slice(0, limit).map(to), next: rows.length > limit ? from + limit : null, counts: { total } }
}

/** Members in the order of an index. `keys` is `FROM … WHERE …` over relations or blocks `r`. */
function readMembers<Row extends RawMember>(
  db: DataSource,
  column: string,
  keys: string,
  { from, limit }: Paging,
  parameters: Parameters,
): Promise<Row[]> {
  const order = (alias: string, uid: string) => `${alias}."creationDate" DESC, ${uid} DESC`
  return sql<Row>(
    db,
    `SELECT m."uid", m."name", m."verified", m."image", k."creationDate" FROM
       (SELECT ${column} AS "of", r."creationDate" ${keys} ORDER BY ${order('r', column)} LIMIT :limit OFFSET :from) k
     JOIN "member" m ON m."uid" = k."of" ORDER BY ${order('k', 'k."of"')}`,
    { ...parameters, limit: limit + 1, from },
  )
}

/**
 * Members who follow, collected, upvoted or like an entity, latest first, without members whom the viewer blocks.
 *
 * @param total the stored counter of the entity.
 * @param except uid of the creator, if the counter excludes them.
 */
export async function relatedMembers(
  db: DataSource,
  type: RelationType,
  entity: string,
  paging: Paging,
  viewer: ListViewer,
  total: number,
  except?: string,
): Promise<Page<MemberRef>> {
  const conditions = [
    'r."type" = :type',
    'r."entity" = :entity',
    exceptBlocked(viewer, 'r."uid"'),
    except === undefined ? null : 'r."uid" <> :except',
  ]
  const keys = `FROM "relation" r WHERE ${conditions.filter(Boolean).join(' AND ')}`
  const rows = await readMembers(db, 'r."uid"', keys, paging, { type, entity, except, viewer: viewer?.uid })
  return pageOf(rows, paging, total, toMemberRef)
}

/** Members whom a member follows, latest first. */
export async function followedMembers(
  db: DataSource,
  uid: string,
  paging: Paging,
  viewer: ListViewer,
  total: number,
): Promise<Page<MemberRef>> {
  const conditions = ['r."uid" = :uid', 'r."type" = :type', exceptBlocked(viewer, 'r."entity"')]
  const keys = `FROM "relation" r WHERE ${conditions.filter(Boolean).join(' AND ')}`
  const rows = await readMembers(db, 'r."entity"', keys, paging, { uid, type: relationTypes.followMember, viewer: viewer?.uid })
  return pageOf(rows, paging, total, toMemberRef)
}

/** Members whom a member blocks or mutes, latest first. */
export async function hiddenMembers(db: DataSource, uid: string, kind: BlockOrMute, paging: Paging): Promise<Page<HiddenMember>> {
  const keys = 'FROM "block_or_mute" r WHERE r."uid" = :uid AND r."kind" = :kind'
  const rows = await readMembers<RawMember & { creationDate: string }>(db, 'r."otherUid"', keys, paging, { uid, kind })
  const [count] = await sql<{ total: number | string }>(db, `SELECT COUNT(*) AS "total" ${keys}`, { uid, kind })
  return pageOf(rows, paging, Number(count!.total), (row) => ({ ...toMemberRef(row), creationDate: row.creationDate }))
}

export async function followedTags(db: DataSource, uid: string, paging: Paging): Promise<Page<TagRef>> {
  const parameters = { uid, type: relationTypes.followTag }
  const rows = await sql<{ key: string; name: string; followerCount: number }>(
    db,
    `SELECT t."key", t."name", t."followerCount" FROM
       (SELECT r."entity", r."creationDate" FROM "relation" r WHERE r."uid" = :uid AND r."type" = :type
        ORDER BY r."creationDate" DESC, r."entity" DESC LIMIT :limit OFFSET :from) k
     JOIN "tag" t ON t."key" = k."entity" ORDER BY k."creationDate" DESC, k."entity" DESC`,
    { ...parameters, limit: paging.limit + 1, from: paging.from },
  )
  const [count] = await sql<{ total: number | string }>(
    db,
    'SELECT COUNT(*) AS "total" FROM "relation" WHERE "uid" = :uid AND "type" = :type',
    parameters,
  )
  return pageOf(rows, paging, Number(count!.total), ({ key, name, followerCount }) => ({ _id: key, id: key, name, followerCount }))
}

type RelationsQuery = CallOutput<'GET /api/v0/members/:uid/relations'>['query']

interface RawRelation {
  type: RelationType
  entity: string
  creationDate: string
  superfollow: RawBoolean | null
}

const toRelation = ({ type, entity, creationDate, superfollow }: RawRelation): Relation => ({
  type,
  entity,
  collected: type === relationTypes.collect,
  superfollow: bool(superfollow ?? false),
  reactions: { like: type === relationTypes.likeComment },
  creationDate,
})

const relationColumns = 'r."type", r."entity", r."creationDate", r."superfollow"'

/** Walks the keys of the index and reads only the rows of the page: the cross join keeps SQLite from starting with the rows. */
const selectAll = (type: string): string =>
  `SELECT ${relationColumns} FROM
     (SELECT "type", "entity" FROM "relation" WHERE "uid" = :uid${type} ORDER BY "type" DESC, "creationDate" DESC, "entity" DESC LIMIT :limit OFFSET :from) k
   CROSS JOIN "relation" r WHERE r."uid" = :uid AND r."type" = k."type" AND r."entity" = k."entity"
   ORDER BY r."type" DESC, r."creationDate" DESC, r."entity" DESC`

/** One lookup of the primary key per entity. The `+ 0` keeps SQLite from walking all of the member's relations in index order. */
const selectEntities = `SELECT ${relationColumns} FROM "relation" r WHERE r."uid" = :uid AND r."type" IN (:...types) AND r."entity" IN (:...ids)
   ORDER BY r."type" + 0 DESC, r."creationDate" DESC, r."entity" DESC LIMIT :limit OFFSET :from`

export async function readRelations(
  db: DataSource,
  uid: string,
  { type, entities, from, limit }: RelationsQuery,
): Promise<{ data: Relation[]; next: number | null }> {
  const ids =
    entities === undefined
      ? null
      : [
          ...new Set(
            entities
              .split(',')
              .map((entity) => entity.trim())
              .filter(Boolean),
          ),
        ].slice(0, 200)
  if (ids?.length === 0) return { data: [], next: null }
  const types = type === undefined ? Object.values(relationTypes) : [type]
  const statement = ids !== null ? selectEntities : selectAll(type === undefined ? '' : ' AND "type" = :type')
  const rows = await sql<RawRelation>(db, statement, { uid, type, types, ids: ids ?? [], limit: limit + 1, from })
  return { data: rows.slice(0, limit).map(toRelation), next: rows.length > limit ? from + limit : null }
}
