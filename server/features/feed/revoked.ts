/** What of the log still holds: whoever took something back did not want it told. */
import type { DataSource } from 'typeorm'
import { sql } from '../../db/sql.ts'
import { relationTypes } from '../relations/service.ts'
import { activityKinds, type ActivityKind } from './entities.ts'
import type { Activity } from './activities.ts'

const relationOf: Partial<Record<ActivityKind, number>> = {
  [activityKinds.collect]: relationTypes.collect,
  [activityKinds.followmember]: relationTypes.followMember,
  [activityKinds.followbead]: relationTypes.followBead,
  [activityKinds.followtag]: relationTypes.followTag,
}

interface Relation { uid: string; type: number; entity: string }
const nameOf = ({ uid, type, entity }: Relation): string => `${uid} ${type} ${entity}`

/** Lists come in these lengths, filled up with repeats, so that their statements stay prepared. */
const lengths = [4, 16, 64, 256]
const atOnce = lengths.at(-1)!

function filled<T>(list: readonly T[]): T[] {
  const length = lengths.find((one) => one >= list.length) ?? list.length
  return [...list, ...Array.from({ length: length - list.length }, () => list.at(-1)!)]
}

function* parts<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += atOnce) yield filled(list.slice(at, at + atOnce))
}

async function relationsThere(db: DataSource, asked: readonly Relation[]): Promise<Set<string>> {
  const there = new Set<string>()
  for (const part of parts(asked)) {
    const parameters: Record<string, string | number> = {}
    const rows = part.map(({ uid, type, entity }, n) => {
      Object.assign(parameters, { [`u${n}`]: uid, [`t${n}`]: type, [`e${n}`]: entity })
      return `(:u${n}, CAST(:t${n} AS INTEGER), :e${n})`
    })
    const found = await sql<Relation>(db, `SELECT "uid", "type", "entity" FROM "relation" WHERE ("uid", "type", "entity") IN (VALUES ${rows.join(', ')})`, parameters)
    for (const relation of found) there.add(nameOf(relation))
  }
  return there
}

/** Comments have the id of what the log says of them, with another letter. */
const commentIdOf = ({ at }: Activity): string => `c${at}`

async function commentsThere(db: DataSource, ids: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>()
  for (const part of parts(ids)) {
    const found = await sql<{ id: string }>(db, 'SELECT "id" FROM "comment" WHERE "id" IN (:...ids) AND "deletedDate" IS NULL', { ids: part })
    for (const { id } of found) there.add(id)
  }
  return there
}

/** Says of each of these things whether it was taken back since. What posts and playlists are is asked elsewhere. */
export async function filterRevoked(db: DataSource, activities: readonly Activity[]): Promise<(activity: Activity) => boolean> {
  const relations = new Map<Activity, Relation>()
  const comments: string[] = []
  for (const activity of activities) {
    const type = relationOf[activity.kind]
    if (type !== undefined) relations.set(activity, { uid: activity.source.id, type, entity: activity.subject })
    else if (activity.kind === activityKinds.comment) comments.push(commentIdOf(activity))
  }
  const [kept, said] = await Promise.all([relationsThere(db, [...relations.values()]), commentsThere(db, comments)])
  return (activity) => {
    const relation = relations.get(activity)
    if (relation) return kept.has(nameOf(relation))
    return activity.kind !== activityKinds.comment || said.has(commentIdOf(activity))
  }
}
