import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import type { PictureKind } from './upload.ts'

/**
 * Statements that read the current picture of an entity, for a URL without a version. Pictures of drafts are excluded:
 * only a URL with a version, which cannot be guessed, gives access to them.
 */
const statements: Record<PictureKind, string> = {
  profile: 'SELECT "image" FROM "member" WHERE "uidKey" = :id',
  bead: 'SELECT "image" FROM "bead" WHERE "id" = :id AND "isDraft" = FALSE',
  post: `SELECT p."media" AS "image" FROM "post" p JOIN "bead" v ON v."id" = p."beadId" WHERE p."id" = :id AND v."isDraft" = FALSE`,
}

/** Path or URL of the entity's current picture, which can also be a demo picture; null without one. */
export async function currentImage(db: DataSource, kind: PictureKind, id: string): Promise<string | null> {
  const [row] = await sql<{ image: string | null }>(db, statements[kind], { id: kind === 'profile' ? id.toLowerCase() : id })
  if (!row?.image) return null
  return kind === 'post' ? ((JSON.parse(row.image) as { image?: string }).image ?? null) : row.image
}
