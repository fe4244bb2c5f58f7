/** Detects activities about drafts that the viewer may not see, and about deleted posts and playlists. */
import type { DataSource } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { inHiddenList, sql } from '#db/sql.ts'
import { visibleTo } from '../beads/service.ts'
import { beadKinds, postKinds, type ActivityKind } from './entities.ts'
import { batches } from './revoked.ts'
import type { Activity } from './activities.ts'

/**
 * Returns a predicate that is false for activities that no item shows to the viewer. Items about playlists never show drafts, not even
 * to their creators.
 */
export async function filterVisible(
  db: DataSource,
  activities: readonly Activity[],
  viewer: Viewer | null,
): Promise<(activity: Activity) => boolean> {
  const read = async (kinds: ReadonlySet<ActivityKind>, statement: string): Promise<ReadonlySet<string>> => {
    const subjects = new Set(activities.filter(({ kind }) => kinds.has(kind)).map(({ subject }) => subject))
    const visible = new Set<string>()
    for (const ids of batches([...subjects]))
      for (const { id } of await sql<{ id: string }>(db, statement, { ids, viewer: viewer?.uid })) visible.add(id)
    return visible
  }
  const [posts, beads] = await Promise.all([
    read(
      postKinds,
      `SELECT p."id" FROM "post" p JOIN "bead" v ON v."id" = p."beadId" WHERE p."id" ${inHiddenList(db, 'ids')} AND ${visibleTo(viewer)}`,
    ),
    read(beadKinds, `SELECT v."id" FROM "bead" v WHERE v."id" ${inHiddenList(db, 'ids')} AND v."isDraft" = FALSE`),
  ])
  return ({ kind, subject }) => (postKinds.has(kind) ? posts.has(subject) : !beadKinds.has(kind) || beads.has(subject))
}
