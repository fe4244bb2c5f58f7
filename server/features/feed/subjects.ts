/**
 * Leaves out activities that have been undone since (the relation was removed, or the comment deleted), and those about drafts that the
 * viewer may not see, about deleted posts and playlists, and about posts and playlists of hidden members.
 */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { databaseKind } from '#db/data-source.ts'
import { hiddenFromPlanner, inHiddenList, padded, sqlOfAll, type Select } from '#db/sql.ts'
import { visibleTo } from '../beads/service.ts'
import { relationTypes } from '../relations/service.ts'
import type { Activity } from './activities.ts'
import { activityKinds, beadKinds, postKinds, type ActivityKind } from './entities.ts'

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

/** The id of a comment and of its log entry differ only in the first letter. */
const commentIdOf = ({ kind, at }: Activity): string | null => (kind === activityKinds.comment ? `c${at}` : null)

const subjectOf = ({ kind, subject }: Activity, kinds: ReadonlySet<ActivityKind>): string | null => (kinds.has(kind) ? subject : null)

const relationName = `r."uid" || ' ' || CAST(r."type" AS TEXT) || ' ' || r."entity" AS "id"`

/** PostgreSQL receives a list per column, which takes less time than three values per relation. */
const relationsOnPostgres = `
  SELECT ${relationName}, '' AS "creatorUid"
  FROM unnest(${hiddenFromPlanner(':uids', 'TEXT[]')}, ${hiddenFromPlanner(':types', 'INTEGER[]')}, ${hiddenFromPlanner(':entities', 'TEXT[]')}) k ("uid", "type", "entity")
  JOIN "relation" r ON r."uid" = k."uid" AND r."type" = k."type" AND r."entity" = k."entity"`

function selectRelations(db: DataSource, relations: readonly Relation[]): Select {
  if (databaseKind(db) === 'postgres') {
    const [uids, types, entities] = [
      relations.map(({ uid }) => uid),
      relations.map(({ type }) => type),
      relations.map(({ entity }) => entity),
    ]
    return { statement: relationsOnPostgres, parameters: { uids, types, entities } }
  }
  const parameters: Record<string, string | number> = {}
  const rows = padded(relations).map(({ uid, type, entity }, n) => {
    Object.assign(parameters, { [`u${n}`]: uid, [`t${n}`]: type, [`e${n}`]: entity })
    return `(:u${n}, CAST(:t${n} AS INTEGER), :e${n})`
  })
  const statement = `SELECT ${relationName}, '' AS "creatorUid" FROM "relation" r WHERE (r."uid", r."type", r."entity") IN (VALUES ${rows.join(', ')})`
  return { statement, parameters }
}

/** SQL of what there is among ids, as rows with a creator; an empty one where it does not matter. */
const selectPosts = (db: DataSource, viewer: Viewer | null): string =>
  `SELECT p."id", p."creatorUid" FROM "post" p JOIN "bead" v ON v."id" = p."beadId" WHERE p."id" ${inHiddenList(db, 'posts')} AND ${visibleTo(viewer)}`
/** Items about playlists never show drafts, not even to their creators. */
const selectBeads = (db: DataSource): string =>
  `SELECT v."id", v."creatorUid" FROM "bead" v WHERE v."id" ${inHiddenList(db, 'beads')} AND v."isDraft" = FALSE`
const selectComments = (db: DataSource): string =>
  `SELECT c."id", '' AS "creatorUid" FROM "comment" c WHERE c."id" ${inHiddenList(db, 'comments')} AND c."deletedDate" IS NULL`

/** Number of activities that are looked up at once. */
const batchSize = 256

/** The creators of the posts and playlists that the viewer may see, by id; with the ids of comments and the names of relations as keys. */
type Found = ReadonlyMap<string, string>

function selectsOf(db: DataSource, activities: readonly Activity[], viewer: Viewer | null | undefined): Select[] {
  const select = (idOf: (activity: Activity) => string | null, name: string, statement: string): Select[] => {
    const ids = [...new Set(activities.flatMap((activity) => idOf(activity) ?? []))]
    return ids.length === 0 ? [] : [{ statement, parameters: { [name]: ids, viewer: viewer?.uid } }]
  }
  const relations = activities.flatMap((activity) => relationOf(activity) ?? [])
  const subjects =
    viewer === undefined
      ? []
      : [
          ...select((one) => subjectOf(one, postKinds), 'posts', selectPosts(db, viewer)),
          ...select((one) => subjectOf(one, beadKinds), 'beads', selectBeads(db)),
        ]
  return [
    ...subjects,
    ...select(commentIdOf, 'comments', selectComments(db)),
    ...(relations.length === 0 ? [] : [selectRelations(db, relations)]),
  ]
}

/** @param viewer undefined: posts and playlists are not looked up. */
async function look(db: DataSource, activities: readonly Activity[], viewer?: Viewer | null): Promise<Found> {
  const found = new Map<string, string>()
  for (let at = 0; at < activities.length; at += batchSize) {
    const selects = selectsOf(db, activities.slice(at, at + batchSize), viewer)
    for (const { id, creatorUid } of await sqlOfAll<{ id: string; creatorUid: string }>(db, selects)) found.set(id, creatorUid)
  }
  return found
}

function isCurrent(activity: Activity, found: Found): boolean {
  const relation = relationOf(activity)
  const key = relation ? nameOf(relation) : commentIdOf(activity)
  return key === null || found.has(key)
}

/** The activities that have not been undone. */
export async function filterCurrent(db: DataSource, activities: readonly Activity[]): Promise<(activity: Activity) => boolean> {
  const found = await look(db, activities)
  return (activity) => isCurrent(activity, found)
}

/**
 * The activities that have not been undone and that an item may show to the viewer, with the creators of their posts and playlists.
 * @param hidden uids of the members whose activities, posts and playlists are left out
 */
export async function visibleActivities(
  db: DataSource,
  activities: readonly Activity[],
  viewer: Viewer | null,
  hidden: ReadonlySet<string>,
): Promise<Activity[]> {
  const seen = activities.filter(({ source }) => source.type !== 'member' || !hidden.has(source.id))
  const found = await look(db, seen, viewer)
  return seen.flatMap((activity): Activity[] => {
    if (!isCurrent(activity, found)) return []
    const subject = subjectOf(activity, postKinds) ?? subjectOf(activity, beadKinds)
    if (subject === null) return [activity]
    const creatorUid = found.get(subject)
    return creatorUid === undefined || hidden.has(creatorUid) ? [] : [{ ...activity, creatorUid }]
  })
}
