/** Detects activities in the log that have been undone since: the relation was removed, or the comment deleted. */
import type { DataSource } from 'typeorm'
import { padded, sql } from '#db/sql.ts'
import { relationTypes } from '../relations/service.ts'
import { activityKinds, type ActivityKind } from './entities.ts'
import type { Activity } from './activities.ts'

/** Type of the relation that each kind of activity created. */
const relationOf: Partial<Record<ActivityKind, number>> = {
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

const batchSize = 256

export function* batches<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += batchSize) yield list.slice(at, at + batchSize)
}

async function existingRelationKeys(db: DataSource, relations: readonly Relation[]): Promise<Set<string>> {
  const there = new Set<string>()
  for (const part of batches(relations)) {
    const parameters: Record<string, string | number> = {}
    const rows = padded(part).map(({ uid, type, entity }, n) => {
      Object.assign(parameters, { [`u${n}`]: uid, [`t${n}`]: type, [`e${n}`]: entity })
      return `(:u${n}, CAST(:t${n} AS INTEGER), :e${n})`
    })
    const found = await sql<Relation>(
      db,
      `SELECT "uid", "type", "entity" FROM "relation" WHERE ("uid", "type", "entity") IN (VALUES ${rows.join(', ')})`,
      parameters,
    )
    for (const relation of found) there.add(nameOf(relation))
  }
  return there
}

/** The id of a comment and of its log entry differ only in the first letter. */
const commentIdOf = ({ at }: Activity): string => `c${at}`

async function existingCommentIds(db: DataSource, ids: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>()
  for (const part of batches(ids)) {
    const found = await sql<{ id: string }>(db, 'SELECT "id" FROM "comment" WHERE "id" IN (:...ids) AND "deletedDate" IS NULL', {
      ids: part,
    })
    for (const { id } of found) there.add(id)
  }
  return there
}

/**
 * Returns a predicate that is false for undone activities. `visible.ts` excludes activities about deleted posts and
 * playlists.
 */
export async function filterRevoked(db: DataSource, activities: readonly Activity[]): Promise<(activity: Activity) => boolean> {
  const relations = new Map<Activity, Relation>()
  const comments: string[] = []
  for (const activity of activities) {
    const type = relationOf[activity.kind]
    if (type !== undefined) relations.set(activity, { uid: activity.source.id, type, entity: activity.subject })
    else if (activity.kind === activityKinds.comment) comments.push(commentIdOf(activity))
  }
  const [existingRelations, existingComments] = await Promise.all([
    existingRelationKeys(db, [...relations.values()]),
    existingCommentIds(db, comments),
  ])
  return (activity) => {
    const relation = relations.get(activity)
    if (relation) return existingRelations.has(nameOf(relation))
    return activity.kind !== activityKinds.comment || existingComments.has(commentIdOf(activity))
  }
}
