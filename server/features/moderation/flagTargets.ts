/** Targets of flags: posts and comments. */
import type { DataSource, EntityManager } from 'typeorm'
import type { Viewer } from '#access/viewer.ts'
import { idKind, messages } from '#contract/index.ts'
import { sql } from '#db/sql.ts'
import { StrandError } from '#http/errors.ts'
import type { Beads } from '../beads/service.ts'
import type { Comments } from '../comments/service.ts'
import { openPost } from '../social/service.ts'

export const kindOf = (id: string): 'post' | 'comment' => (idKind(id) === 'post' ? 'post' : 'comment')

interface TargetDeps {
  db: DataSource
  beads: Beads
  comments: Comments
}

/** A target's playlist and creator. Throws `not_found`, `forbidden`, `conflict`. */
export async function openTarget(
  { db, beads, comments }: TargetDeps,
  id: string,
  viewer: Viewer,
): Promise<{ beadId: string; creatorUid: string }> {
  if (kindOf(id) === 'post') return openPost(db, beads, id, viewer)
  const comment = await comments.get(id, viewer)
  if (comment.deleted) throw new StrandError('conflict', messages.commentDeleted)
  const { beadId } = await openPost(db, beads, comment.postId, viewer)
  return { beadId, creatorUid: comment.creator.uid }
}

export async function targetExists(manager: EntityManager, id: string): Promise<boolean> {
  const rows = await sql(
    manager,
    `SELECT 1 AS "yes" FROM "${kindOf(id)}" WHERE "id" = :id${kindOf(id) === 'comment' ? ' AND "deletedDate" IS NULL' : ''}`,
    { id },
  )
  return rows.length > 0
}
