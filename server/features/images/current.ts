import type { DataSource } from 'typeorm'
import { sql } from '#db/sql.ts'
import type { PictureKind } from './upload.ts'

/**
 * The current picture of an entity, possibly a demo picture. An address without a version does not prove access to a draft, so pictures
 * of drafts are excluded.
 */
const statements: Record<PictureKind, string> = {
  profile: 'SELECT "image" FROM "member" WHERE "uidKey" = :id',
  bead: 'SELECT "image" FROM "bead" WHERE "id" = :id AND "isDraft" = FALSE',
  post: `SELECT p."media" AS "image" FROM "post" p JOIN "bead" v ON v."id" = p."beadId" WHERE p."id" = :id AND v."isDraft" = FALSE`,
}

export async function currentImage(db: DataSource, kind: PictureKind, id: string): Promise<string | null> {
  const [row] = await sql<{ image: string | null }>(db, statements[kind], { id: kind === 'profile' ? id.toLowerCase() : id })
  if (!row?.image) return null
  return kind === 'post' ? ((JSON.parse(row.image) as { image?: string }).image ?? null) : row.image
}
