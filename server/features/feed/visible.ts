/** Detects activities about drafts that the viewer may not see, about deleted posts and playlists, and about those of hidden members. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { inHiddenList, sql } from '#db/sql.ts'
import { visibleTo } from '../beads/service.ts'
import { beadKinds, postKinds, type ActivityKind } from './entities.ts'
import { batches } from './revoked.ts'
import type { Activity } from './activities.ts'

/**
 * The activities that an item may show to the viewer, with the creators of their posts and playlists. Items about playlists never show
 * drafts, not even to their creators.
 * @param hidden uids of the members whose posts and playlists are left out
 */
export async function filterVisible(
  db: DataSource,
  activities: readonly Activity[],
  viewer: Viewer | null,
  hidden: ReadonlySet<string>,
): Promise<Activity[]> {
  const readCreators = async (kinds: ReadonlySet<ActivityKind>, statement: string): Promise<ReadonlyMap<string, string>> => {
    const subjects = new Set(activities.filter(({ kind }) => kinds.has(kind)).map(({ subject }) => subject))
    const creators = new Map<string, string>()
    for (const ids of batches([...subjects]))
      for (const { id, creatorUid } of await sql<{ id: string; creatorUid: string }>(db, statement, { ids, viewer: viewer?.uid }))
        if (!hidden.has(creatorUid)) creators.set(id, creatorUid)
    return creators
  }
  const [posts, beads] = await Promise.all([
    readCreators(
      postKinds,
      `SELECT p."id", p."creatorUid" FROM "post" p JOIN "bead" v ON v."id" = p."beadId" WHERE p."id" ${inHiddenList(db, 'ids')} AND ${visibleTo(viewer)}`,
    ),
    readCreators(beadKinds, `SELECT v."id", v."creatorUid" FROM "bead" v WHERE v."id" ${inHiddenList(db, 'ids')} AND v."isDraft" = FALSE`),
  ])
  return activities.flatMap((activity): Activity[] => {
    const creators = postKinds.has(activity.kind) ? posts : beadKinds.has(activity.kind) ? beads : null
    if (creators === null) return [activity]
    const creatorUid = creators.get(activity.subject)
    return creatorUid === undefined ? [] : [{ ...activity, creatorUid }]
  })
}
