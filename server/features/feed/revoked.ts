/** Detects activities in the log that have been undone since: the relation was removed, or the comment deleted. */
import type { DataSource } from 'typeorm'
import { databaseKind } from '#db/data-source.ts'
import { hiddenFromPlanner, inHiddenList, padded, sql, type Parameters } from '#db/sql.ts'
import { relationTypes } from '../relations/service.ts'
import { activityKinds, type ActivityKind } from './entities.ts'
import type { Activity } from './activities.ts'

/** Type of the relation that each kind of activity created. */
const relationTypeOf: Partial<Record<ActivityKind, number>> = {
  [activityKinds.collect]: relationTypes.collect,
  [activityKinds.followmember]: relationTypes.followMember,
  [activityKinds.followbead]: relationTypes.followBead,
  [activityKinds.followtag]: relationTypes.followTag,
}

interface Relation {
  uid: string
  type: number
  entity: string
}
const nameOf = ({ uid, type, entity }: Relation): string => `${uid} ${type} ${entity}`

/** The relation that an activity created, if it created one. */
function relationOf({ kind, source, subject }: Activity): Relation | null {
  const type = relationTypeOf[kind]
  return type === undefined ? null : { uid: source.id, type, entity: subject }
}

const batchSize = 256

export function* batches<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += batchSize) yield list.slice(at, at + batchSize)
}

/** PostgreSQL receives a list per column, which takes less time than three values per relation. */
const onPostgres = `
  SELECT r."uid", r."type", r."entity"
  FROM unnest(${hiddenFromPlanner(':uids', 'TEXT[]')}, ${hiddenFromPlanner(':types', 'INTEGER[]')}, ${hiddenFromPlanner(':entities', 'TEXT[]')}) k ("uid", "type", "entity")
  JOIN "relation" r ON r."uid" = k."uid" AND r."type" = k."type" AND r."entity" = k."entity"`

function onSqlite(relations: readonly Relation[]): [statement: string, Parameters] {
  const parameters: Record<string, string | number> = {}
  const rows = padded(relations).map(({ uid, type, entity }, n) => {
    Object.assign(parameters, { [`u${n}`]: uid, [`t${n}`]: type, [`e${n}`]: entity })
    return `(:u${n}, CAST(:t${n} AS INTEGER), :e${n})`
  })
  return [`SELECT "uid", "type", "entity" FROM "relation" WHERE ("uid", "type", "entity") IN (VALUES ${rows.join(', ')})`, parameters]
}

async function existingRelationKeys(db: DataSource, relations: readonly Relation[]): Promise<Set<string>> {
  const there = new Set<string>()
  for (const part of batches(relations)) {
    const [statement, parameters] =
      databaseKind(db) === 'postgres'
        ? [
            onPostgres,
            { uids: part.map(({ uid }) => uid), types: part.map(({ type }) => type), entities: part.map(({ entity }) => entity) },
          ]
        : onSqlite(part)
    for (const relation of await sql<Relation>(db, statement, parameters)) there.add(nameOf(relation))
  }
  return there
}

/** The id of a comment and of its log entry differ only in the first letter. */
const commentIdOf = ({ at }: Activity): string => `c${at}`

async function existingCommentIds(db: DataSource, ids: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>()
  for (const part of batches(ids)) {
    const statement = `SELECT "id" FROM "comment" WHERE "id" ${inHiddenList(db, 'part')} AND "deletedDate" IS NULL`
    for (const { id } of await sql<{ id: string }>(db, statement, { part })) there.add(id)
  }
  return there
}

/**
 * Returns a predicate that is false for undone activities. `visible.ts` excludes activities about deleted posts and
 * playlists.
 */
export async function filterRevoked(db: DataSource, activities: readonly Activity[]): Promise<(activity: Activity) => boolean> {
  const [relations, comments] = await Promise.all([
    existingRelationKeys(
      db,
      activities.flatMap((activity) => relationOf(activity) ?? []),
    ),
    existingCommentIds(db, activities.filter(({ kind }) => kind === activityKinds.comment).map(commentIdOf)),
  ])
  return (activity) => {
    const relation = relationOf(activity)
    if (relation) return relations.has(nameOf(relation))
    return activity.kind !== activityKinds.comment || comments.has(commentIdOf(activity))
  }
}
